"""Retrieval: from a question to ranked candidates within a budget."""
