"""Checks and redacts every string inside a JSON value, at the edge and on the way back in from an export."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from memserver.errors import InvalidParams, TooLarge
from memserver.text.redaction import redact
from memserver.text.sanitise import MAX_CHARS, clean_text

MAX_VALUE_CHARS = 50_000
MAX_DEPTH = 32


def clean_string(text: str, field_name: str, found: Counter[str], max_chars: int = MAX_CHARS) -> str:
    """Return a text checked and without secrets; what was taken out is counted in `found`."""
    result = redact(clean_text(text, field_name, max_chars))
    found.update({finding.kind: finding.count for finding in result.findings})
    return result.text


@dataclass(slots=True)
class ValueCleaner:
    """How a value is cleaned; `found` counts what was taken out. One cleaner serves one value."""

    name: str
    """The field that errors speak of."""
    found: Counter[str] = field(default_factory=Counter)
    max_text: int = MAX_CHARS
    """Characters of a single string."""
    max_total: int | None = MAX_VALUE_CHARS
    """Characters of everything together; None: no limit."""
    is_plain: Callable[[str], bool] | None = None
    """Says by its key which string is an id, a time or a hash: no prose, so no secrets to look for."""
    clean_keys: bool = True
    _size: int = 0

    def clean(self, value: Any, depth: int = 0) -> Any:
        """Return the value with every string checked and redacted; refuses what would not fit."""
        self._count(value, depth)
        if isinstance(value, str):
            return clean_string(value, self.name, self.found, self.max_text) if value.strip() else value
        if isinstance(value, Mapping):
            return {self._key(str(key)): self._below(str(key), each, depth) for key, each in value.items()}
        if isinstance(value, list):
            return [self.clean(each, depth + 1) for each in value]
        if isinstance(value, float) and not math.isfinite(value):
            raise InvalidParams(f"{self.name} holds a number that JSON cannot write.", field=self.name)
        return value

    def _key(self, key: str) -> str:
        return str(self.clean(key)) if self.clean_keys else key

    def _below(self, key: str, value: Any, depth: int) -> Any:
        return value if self.is_plain is not None and self.is_plain(key) else self.clean(value, depth + 1)

    def _count(self, value: Any, depth: int) -> None:
        if self.max_total is None:
            return
        # Whatever is no text counts as a number would: by about as many characters as it is written with.
        self._size += (
            len(value) if isinstance(value, str) else 2 + (value.bit_length() // 3 if isinstance(value, int) else 0)
        )
        if self._size > self.max_total:
            raise TooLarge(f"{self.name} holds more than {self.max_total} characters.", field=self.name)
        if depth > MAX_DEPTH:
            raise InvalidParams(f"{self.name} is nested deeper than {MAX_DEPTH} levels.", field=self.name)
