"""Which programming languages a text or a path speaks of: file suffixes, file names, names of languages and frameworks.

Pure look-ups in `data/languages.json`. A framework speaks of every language that it is written in.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Any

Languages = frozenset[str]
NONE: Languages = frozenset()

# A path or a file name as it stands in a sentence, with wildcards where a rule has them.
_PATH = re.compile(
    r"(?<![\w./*-])(?:[\w.*@-]+/)*[\w.*@{},-]*\.[A-Za-z][A-Za-z0-9]{0,11}(?![A-Za-z0-9_(])|(?:[\w.*@-]+/)+(?:[\w.*@-]+)?"
)
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9+#.]*(?:-[A-Za-z0-9]+)*|[\uac00-\ud7a3]+")
# "go" is a language where it stands with code or after "in"; "Go on" begins a sentence.
_GO = re.compile(
    r"\bin go\b|\bgo (?:code|files?|functions?|tests?|modules?|packages?|services?|structs?|handlers?)\b", re.IGNORECASE
)
_NO_GO = re.compile(r"\bGo(?= (?:on|ahead|to|through|back|over|with|for|and|by|it|there)\b)")
REMEMBERED = 1_024
"""A turn looks at the same few paths again and again."""


@dataclass(frozen=True, slots=True)
class LanguageTable:
    """What a suffix, a file name or a word stands for."""

    suffixes: Mapping[str, Languages]
    names: Mapping[str, Languages]
    words: Mapping[str, Languages]
    korean: tuple[tuple[str, Languages], ...]
    exact: Mapping[str, Languages]


@cache
def language_table() -> LanguageTable:
    """Return the table that is shipped."""
    data = json.loads(resources.files("memserver.rules").joinpath("data/languages.json").read_text(encoding="utf-8"))
    words = _inverted(data["words"])
    return LanguageTable(
        suffixes=_inverted(data["suffixes"]),
        names=_inverted(data["names"]),
        words=words,
        # The longest first: what means JavaScript begins with what means Java.
        korean=tuple((word, words[word]) for word in sorted(words, key=len, reverse=True) if not word.isascii()),
        exact={word: frozenset(value.split()) for word, value in data["exact"].items()},
    )


def paths_in(text: str) -> tuple[str, ...]:
    """Return the paths, file names and patterns that a text names."""
    if "." not in text and "/" not in text:
        return ()
    table = language_table()
    found = []
    for path in dict.fromkeys(_PATH.findall(text)):
        lowered = path.lower()
        if lowered in table.words or path.startswith("/"):
            continue
        known = _suffix(lowered) in table.suffixes or lowered.rpartition("/")[2] in table.names
        if known or "*" in path or path.count("/") > 1 or (path.endswith("/") and len(path) > 2):
            found.append(path)
    return tuple(found)


@lru_cache(maxsize=REMEMBERED)
def languages_of_path(path: str) -> Languages:
    """Return the languages of a file, by its name or its suffix."""
    table = language_table()
    lowered = path.lower().replace("\\", "/")
    return table.names.get(lowered.rpartition("/")[2], NONE) | table.suffixes.get(_suffix(lowered), NONE)


def languages_of_paths(paths: Iterable[str]) -> Languages:
    """Return the languages of some files together."""
    return NONE.union(*(languages_of_path(path) for path in paths))


def languages_of_words(text: str) -> Languages:
    """Return the languages whose name, or whose frameworks' names, stand in a text."""
    table = language_table()
    found: set[str] = set()
    for word in _WORD.findall(_NO_GO.sub("go", text)):
        name = word.rstrip(".")
        found.update(table.exact.get(name) or table.words.get(name.lower(), NONE))
        if not name.isascii():
            found.update(next((each for beginning, each in table.korean if name.startswith(beginning)), NONE))
    if _GO.search(text):
        found.add("go")
    return frozenset(found)


def _suffix(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[2]


def _inverted(table: Mapping[str, Any]) -> dict[str, Languages]:
    inverted: dict[str, set[str]] = {}
    for language, words in table.items():
        for word in words.split():
            inverted.setdefault(word, set()).add(language)
    return {word: frozenset(languages) for word, languages in inverted.items()}
