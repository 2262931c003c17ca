"""Kinds of work as words and paths tell them: how often a text speaks of tests, commits, screens and so on.

Evidence for the model, not a verdict: the weights in `model` decide what a word is worth. Pure look-ups in
`data/work.json`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from memserver.text.stems import english_stem

Floats = npt.NDArray[np.float32]
# More mentions than this say no more.
MOST_MENTIONS = 2
MOOD = ("doing", "asking", "ack", "person")
"""What a text is as an utterance, besides what it is about."""
REMEMBERED = 1_024

_LATIN = re.compile(r"[a-z][a-z0-9+&]*(?:-[a-z0-9]+)*")
_HANGUL = re.compile(r"[\uac00-\ud7a3]")


@dataclass(frozen=True, slots=True)
class WorkTable:
    """The columns that a word counts for, and the pattern of each kind's paths."""

    kinds: tuple[str, ...]
    columns: Mapping[str, tuple[int, ...]]
    korean: Mapping[str, tuple[int, ...]]
    korean_pattern: re.Pattern[str]
    paths: tuple[tuple[int, re.Pattern[str]], ...]

    @property
    def width(self) -> int:
        """Return how many columns of words there are."""
        return len(self.kinds) + len(MOOD)


@cache
def work_table() -> WorkTable:
    """Return the table that is shipped."""
    data = json.loads(resources.files("memserver.rules").joinpath("data/work.json").read_text(encoding="utf-8"))
    kinds = tuple(data["words"])
    columns: dict[str, set[int]] = {}
    korean: dict[str, set[int]] = {}
    for number, words in enumerate([*data["words"].values(), *(data[mood] for mood in MOOD)]):
        for word in words["en"].split():
            columns.setdefault(_stem(word), set()).add(number)
        for word in words["ko"].split():
            korean.setdefault(word, set()).add(number)
    longest_first = sorted(korean, key=lambda word: (-len(word), word))
    return WorkTable(
        kinds=kinds,
        columns={word: tuple(sorted(numbers)) for word, numbers in columns.items()},
        korean={word: tuple(sorted(numbers)) for word, numbers in korean.items()},
        korean_pattern=re.compile("|".join(map(re.escape, longest_first))),
        paths=tuple((kinds.index(kind), re.compile(pattern, re.IGNORECASE)) for kind, pattern in data["paths"].items()),
    )


def work_words(text: str) -> Floats:
    """Return how often a text mentions each kind of work, and each mood; at most `MOST_MENTIONS` each."""
    table = work_table()
    counts = np.zeros(table.width, np.float32)
    words = _LATIN.findall(text.lower())
    for word in words:
        parts = (word, *word.split("-")) if "-" in word else (word,)
        for part in parts:
            for column in table.columns.get(_stem(part), ()):
                counts[column] += 1
    for first, second in pairwise(words):
        for column in table.columns.get(f"{first}-{_stem(second)}", ()):
            counts[column] += 1
    if not text.isascii():
        for word in table.korean_pattern.findall(text):
            for column in table.korean[word]:
                counts[column] += 1
    return np.minimum(counts, MOST_MENTIONS)


def work_of_paths(paths: Iterable[str]) -> Floats:
    """Return which kinds of work files belong to, by where they lie and what they are called."""
    kinds = np.zeros(len(work_table().kinds), np.float32)
    for path in paths:
        kinds[list(_kinds_of_path(path))] = 1
    return kinds


@lru_cache(maxsize=REMEMBERED)
def _kinds_of_path(path: str) -> tuple[int, ...]:
    plain = path.replace("\\", "/")
    return tuple(number for number, pattern in work_table().paths if pattern.search(plain))


@lru_cache(maxsize=4 * REMEMBERED)
def _stem(word: str) -> str:
    if word.isalpha():
        return english_stem(word)
    first, hyphen, last = word.rpartition("-")
    return f"{first}-{english_stem(last)}" if hyphen and last.isalpha() else word
