"""What may stand in the fields of an event: the files are the user's, so everything read from them is checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from functools import lru_cache
from typing import Any

Check = Callable[[Any], bool]
"""Whether a value fits; one that raises TypeError does not."""
Kinds = Mapping[str, Mapping[str, Check]]
"""The kinds of events that a log knows, each with its fields; a name that ends in `?` may be left out."""

LARGEST_AMOUNT = 10**15
"""A quadrillion: beyond it a figure is a typing mistake, and floats lose the cents."""


def is_text(value: Any) -> bool:
    """Something to read."""
    return isinstance(value, str) and value != ""


def is_amount(value: Any) -> bool:
    """A finite number of a sensible size; true and false are none."""
    # Infinity is larger, and nothing compares with not-a-number.
    return type(value) in (int, float) and abs(value) <= LARGEST_AMOUNT


@lru_cache(maxsize=64)
def is_currency(value: Any) -> bool:
    """A code such as KRW."""
    return isinstance(value, str) and len(value) == 3 and value.isascii() and value.isalpha() and value.isupper()


@lru_cache(maxsize=4_096)
def is_day(value: Any) -> bool:
    """A day such as 2026-03-02. Remembered, because a log names the same few days again and again."""
    try:
        date.fromisoformat(value)
    except ValueError:
        return False
    return len(value) == 10 and value[4] == "-"


def is_texts(value: Any) -> bool:
    """A list of texts."""
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def is_fields(value: Any) -> bool:
    """New values by field name."""
    return isinstance(value, dict)


def one_of(*allowed: str) -> Check:
    """One of the given words."""
    words = frozenset(allowed)
    return lambda value: isinstance(value, str) and value in words


CORRECTED, RETRACTED = "corrected", "retracted"
EVERYWHERE: Kinds = {
    CORRECTED: {"of": is_text, "set": is_fields},
    RETRACTED: {"of": is_text, "why?": is_text},
}
"""Kinds that every log has: a later event puts right or takes back an earlier one."""

Compiled = dict[str, tuple[tuple[str, Check, bool], ...]]


def compiled(kinds: Kinds) -> Compiled:
    """Return the kinds as (field, check, required), with those that every log has."""
    return {
        kind: tuple((name.rstrip("?"), check, not name.endswith("?")) for name, check in fields.items())
        for kind, fields in {**EVERYWHERE, **kinds}.items()
    }


def wrong_field(event: Mapping[str, Any], fields: tuple[tuple[str, Check, bool], ...]) -> str | None:
    """Return the first field that does not fit, or None."""
    name = ""
    try:
        for name, check, required in fields:
            value = event.get(name)
            if value is None:
                if required:
                    return name
            elif not check(value):
                return name
    except TypeError:
        return name
    return None
