"""Identifiers: sortable by time, unique across processes, readable in a log."""

from __future__ import annotations

import secrets
from datetime import datetime

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


def new_id(prefix: str, moment: datetime) -> str:
    """Return an id such as `mem_01k3…`: the milliseconds of the moment, then 60 random bits."""
    number = (int(moment.timestamp() * 1000) << 60) | secrets.randbits(60)
    return f"{prefix}_{''.join(ALPHABET[number >> shift & 31] for shift in range(105, -1, -5))}"
