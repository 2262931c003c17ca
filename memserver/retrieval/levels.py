"""How abstract a question or a text is, on three levels: concrete, operational, strategic (SPEC 60).

Deterministic: signs in the text and names of folders, no model. Operational is the default and most text; the two
ends need clear signs, since matching opposite ends costs a candidate a third of its score.
"""

from __future__ import annotations

import re
from enum import IntEnum
from functools import lru_cache

from memserver.text.hints import Hints
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
# What begins a line of code or of a log, and a call that something follows which prose does not write there.
_CODE_BEGINS = re.compile(
    r"(?:def|class|fn|func|impl|pub|import|from|package|public|private|static|const|let|var|#include|using"
    r"|ERROR|WARN|INFO|DEBUG)\b"
)
_CODE_CALL = re.compile(r"(?<=\w)\([^()\n]{0,80}\)\s*(?:[{;:]|->|=>)")
_CALL_END = re.compile(r"\)\s*[{;:=-]")
_SHELL = re.compile(r"\$ \w+")
_STACK = re.compile(r"\s+at \w+")
_CONCRETE_ASKED = re.compile(
    r"`[^`\n]+`|\b\w+\(\)|\b[a-z]+[A-Z]\w+\b|\b\w+_\w+\b"
    r"|\b[\w/-]+\.(?:py|ts|js|rs|go|java|kt|cpp|c|h|md|json|ya?ml|toml|sql|sh)\b"
    r"|\b(?:stack ?trace|traceback|exception|segfault|compile error|command line|log line)\b"
    r"|스택\s?트레이스|명령어|로그\s?줄"
)
_SIGNS_OF_CODE = 2
# Each alternative of `_STRATEGIC` holds one of these.
_STRATEGIC_HINTS = Hints(
    ("strateg", "vision", "mission", "roadmap", "okr", "rationale", "trade", "long", "why d", "business", "positioning",
     "principle", "전략", "비전", "로드맵", "방향성", "결정", "장기", "핵심")
)  # fmt: skip


def level_of_question(text: str) -> Level:
    """Return the level that a question asks on."""
    if _STRATEGIC.search(text):
        return Level.STRATEGIC
    return Level.CONCRETE if _CONCRETE_ASKED.search(text) else Level.OPERATIONAL


@lru_cache(maxsize=1_024)
def level_of_folders(path: str) -> Level | None:
    """Return the level that the folders of a path tell, None where they tell nothing."""
    folders = {part.lower() for part in re.split(r"[/\\]", path)[:-1]}
    if folders & _STRATEGIC_FOLDERS:
        return Level.STRATEGIC
    return Level.CONCRETE if folders & _CONCRETE_FOLDERS else None


def level_of_text(text: str) -> Level:
    """Return the level that a text speaks on."""
    head = text[:LOOKED_AT]
    if _is_code(head):
        return Level.CONCRETE
    if _STRATEGIC_HINTS.stand_in(head.lower()) and _STRATEGIC.search(head):
        return Level.STRATEGIC
    return Level.OPERATIONAL


def is_bare_code(text: str, level: int | None = None) -> bool:
    """Say whether a text is code or a log and nothing around it; `level` is its own, where it is known already."""
    # What stands in fences is taken out by whoever reads the text around them.
    concrete = (level_of_text(text) if level is None else level) == Level.CONCRETE
    return concrete and "```" not in text


def _is_code(head: str) -> bool:
    """Say whether a text shows enough signs of code; line by line, which is far cheaper than one pattern for all."""
    signs = head.count("```") + head.count("Traceback")
    for line in head.split("\n"):
        bare = line.strip()
        if not bare:
            continue
        if _CODE_BEGINS.match(bare) or (line[0].isspace() and _STACK.match(line)):
            signs += 1
        last = bare[-1] in ";{}"
        if ")" in bare and _CALL_END.search(bare):
            calls = [each.end() for each in _CODE_CALL.finditer(bare)]
            signs += len(calls)
            # The bracket behind a call at the end of a line is one sign, not two.
            last = last and not (calls and calls[-1] == len(bare))
        signs += last
        if "$ " in bare:
            signs += len(_SHELL.findall(bare))
        if signs >= _SIGNS_OF_CODE:
            return True
    return signs >= _SIGNS_OF_CODE


def level_factor(asked: int, spoken: int) -> float:
    """Return what to multiply a score by: same level more, opposite ends less, never nothing."""
    distance = abs(asked - spoken)
    if distance == 0:
        # Most questions and most texts are operational: lifting all of them alike would say nothing.
        return SAME_LEVEL
    return NEXT_LEVEL if distance == 1 else OPPOSITE_ENDS
