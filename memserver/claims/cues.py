"""The word tables of claims: cues by kind, scopes and opposites, in Korean and English, and looking them up."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

_HANGUL = re.compile(r"[가-힣]")


def _table(name: str) -> Any:
    return json.loads(resources.files("memserver.claims").joinpath("data", name).read_text(encoding="utf-8"))


@cache
def cue_patterns() -> Mapping[str, tuple[re.Pattern[str], re.Pattern[str]]]:
    """Return for each kind of cue what finds it in English, and in Korean or English."""
    patterns = {}
    for kind, words in _table("cues.json").items():
        english = rf"(?<![\w-])(?:{'|'.join(words['en'])})(?![\w-])"
        patterns[kind] = (
            re.compile(english, re.IGNORECASE),
            re.compile(f"{english}|{'|'.join(words['ko'])}", re.IGNORECASE),
        )
    return patterns


def find_cues(text: str) -> dict[str, list[str]]:
    """Return the cues of each kind that stand in a text, in lower case and in order."""
    korean = not text.isascii() and bool(_HANGUL.search(text))
    return {
        kind: [match.group().lower() for match in patterns[korean].finditer(text)]
        for kind, patterns in cue_patterns().items()
    }


@cache
def english_scopes() -> frozenset[str]:
    """Return the English words that limit where a statement holds."""
    return frozenset(_table("scopes.json")["en"])


@cache
def korean_scopes() -> tuple[str, ...]:
    """Return the beginnings of Korean words that limit where a statement holds, the longest first."""
    return tuple(sorted(_table("scopes.json")["ko"], key=len, reverse=True))


@cache
def opposites() -> Mapping[str, frozenset[str]]:
    """Return for each word those that it excludes."""
    found: dict[str, set[str]] = {}
    for one, other in _table("opposites.json"):
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in found.items()}
