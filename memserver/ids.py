"""Identifiers: sortable by time, unique across processes, readable in a log."""

from __future__ import annotations

import secrets
from datetime import datetime

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


def new_id(prefix: str, moment: datetime) -> str:
    """Return an id such as `mem_01k3…`: the milliseconds of the moment, then 60 random bits."""
    return _written(prefix, moment, secrets.randbits(60))


def first_id(prefix: str, moment: datetime) -> str:
    """Return the id before which every id made earlier than a moment sorts, and none made at it or later."""
    return _written(prefix, moment, 0)


def _written(prefix: str, moment: datetime, rest: int) -> str:
    number = (max(int(moment.timestamp() * 1000), 0) << 60) | rest
    return f"{prefix}_{''.join(ALPHABET[number >> shift & 31] for shift in range(105, -1, -5))}"
