"""Handlers: each turns one request into one call below and the answer back into the wire. No logic lives here."""
