"""How abstract a question or a text is, on three levels: concrete, operational, strategic (SPEC 60).

Deterministic: signs in the text and names of folders, no model. Operational is the default and most text; the two
ends need clear signs, since matching opposite ends costs a candidate a third of its score.
"""

from __future__ import annotations

import re
from enum import IntEnum
from functools import lru_cache

from memserver.text.words import words

SAME_LEVEL = 1.15
NEXT_LEVEL = 1.0
OPPOSITE_ENDS = 0.7

LOOKED_AT = 600
"""Characters of a text that are looked at: its beginning tells."""


class Level(IntEnum):
    """From the single line of code to the reasons behind everything."""

    CONCRETE = 0
    OPERATIONAL = 1
    STRATEGIC = 2


_CONCRETE_FOLDERS = words("src lib logs log code scripts bin snippets tests test 코드 로그")
_STRATEGIC_FOLDERS = words("strategy vision decisions adr rfc okr roadmap principles 전략 비전 결정 로드맵")
_STRATEGIC = re.compile(
    r"\b(?:strateg(?:y|ies|ic)|vision|mission|roadmap|okrs?|rationale|trade-?offs?|long[- ]term (?:plan|goal)"
    r"|why (?:did|do) we (?:choose|decide|pick|use)|business model|positioning|principles?)\b"
    r"|전략|비전|로드맵|방향성|결정\s?(?:근거|배경|이유)|장기\s?(?:계획|목표)|핵심\s?가치",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"```|^\s*(?:def|class|fn|func|impl|pub|import|from|package|public|private|static|const|let|var|#include|using)\b"
    r"|(?<=\w)\([^()\n]{0,80}\)\s*(?:[{;:]|->|=>)|[;{}]\s*$|\$ \w+|^\s*(?:ERROR|WARN|INFO|DEBUG)\b|Traceback"
    r"|^\s+at \w+",
    re.MULTILINE,
)
_CONCRETE_ASKED = re.compile(
    r"`[^`\n]+`|\b\w+\(\)|\b[a-z]+[A-Z]\w+\b|\b\w+_\w+\b"
    r"|\b[\w/-]+\.(?:py|ts|js|rs|go|java|kt|cpp|c|h|md|json|ya?ml|toml|sql|sh)\b"
    r"|\b(?:stack ?trace|traceback|exception|segfault|compile error|command line|log line)\b"
    r"|스택\s?트레이스|명령어|로그\s?줄"
)
_SIGNS_OF_CODE = 2
# The patterns are searched only where one of these stands: most texts are prose and hold none. Each alternative of
# `_STRATEGIC` holds one of the words; of two signs of `_CODE` one holds a mark, follows a bracket or begins a new line.
_STRATEGIC_HINTS = (
    "strateg", "vision", "mission", "roadmap", "okr", "rationale", "trade", "long", "why d", "business", "positioning",
    "principle", "전략", "비전", "로드맵", "방향성", "결정", "장기", "핵심",
)  # fmt: skip
_CODE_MARKS = ("```", ";", "{", "}", "$ ", "Traceback")
_CODE_LATER = re.compile(
    r"\)\s*(?:[{;:]|->|=>)|\n\s*(?:def|class|fn|func|impl|pub|import|from|package|public|private|static|const|let|var"
    r"|#include|using|ERROR|WARN|INFO|DEBUG|at)\b"
)


def level_of_question(text: str) -> Level:
    """Return the level that a question asks on."""
    if _STRATEGIC.search(text):
        return Level.STRATEGIC
    return Level.CONCRETE if _CONCRETE_ASKED.search(text) else Level.OPERATIONAL


@lru_cache(maxsize=4096)
def level_of_text(text: str, path: str = "") -> Level:
    """Return the level that a text speaks on; the folders of its path decide where they tell."""
    if path:
        folders = {part.lower() for part in re.split(r"[/\\]", path)[:-1]}
        if folders & _STRATEGIC_FOLDERS:
            return Level.STRATEGIC
        if folders & _CONCRETE_FOLDERS:
            return Level.CONCRETE
    head = text[:LOOKED_AT]
    if _may_be_code(head) and len(_CODE.findall(head)) >= _SIGNS_OF_CODE:
        return Level.CONCRETE
    lowered = head.lower()
    for hint in _STRATEGIC_HINTS:
        if hint in lowered:
            return Level.STRATEGIC if _STRATEGIC.search(head) else Level.OPERATIONAL
    return Level.OPERATIONAL


def _may_be_code(head: str) -> bool:
    for mark in _CODE_MARKS:
        if mark in head:
            return True
    return _CODE_LATER.search(head) is not None


def level_factor(asked: Level, spoken: Level) -> float:
    """Return what to multiply a score by: same level more, opposite ends less, never nothing."""
    distance = abs(asked - spoken)
    if distance == 0:
        # Most questions and most texts are operational: lifting all of them alike would say nothing.
        return SAME_LEVEL
    return NEXT_LEVEL if distance == 1 else OPPOSITE_ENDS
