"""Reads one Korean word with its role: which particle marks it, or that it is the verb or what a copula gives.

Owns taking particles, copulas and verb endings off a word for comparing statements. Finer than the index's stems in
one point: it says which particle it was. A heuristic without a dictionary; it must be consistent, not right.
"""

from __future__ import annotations

import re
from functools import lru_cache

_SCRIPTS = re.compile(r"[A-Za-z][A-Za-z0-9_+#]*(?:[./@-][A-Za-z0-9_+#]+)*|[가-힣]+")
_BASE, _FINALS = 0xAC00, 28
_FINAL_N, _FINAL_L, _FINAL_B = 4, 8, 17

# Particle → role; tried longest first.
_PARTICLES: tuple[tuple[str, str], ...] = (
    ("에서는", "topic"), ("에게는", "topic"), ("으로는", "topic"), ("에는", "topic"), ("에서도", "에서"),
    ("에서", "에서"), ("으로", "로"), ("로는", "topic"), ("에게", "에게"), ("한테", "에게"),
    ("까지", "까지"), ("부터", "부터"), ("마다", "마다"), ("처럼", "처럼"), ("보다", "보다"),
    ("이랑", "와"), ("하고", "와"), ("이나", "와"), ("라는", "라는"), ("이라는", "라는"),
    ("은", "topic"), ("는", "topic"), ("을", "object"), ("를", "object"), ("이", "subject"),
    ("가", "subject"), ("의", "of"), ("에", "에"), ("로", "로"), ("와", "와"),
    ("과", "와"), ("도", "도"), ("만", "만"), ("랑", "와"), ("들", ""),
)  # fmt: skip
_KEEP_TWO = frozenset("이가의에로와과도만랑들")
_COPULA = re.compile(
    r"(?:에요|요|이요|로요|으로요|이다|입니다|이에요|예요|이야|이었다|였다|이며|이고|이라서|임|인데|다|야)$"
)
_COPULA_NOUN = re.compile(r"(?:이다|입니다|이에요|예요|이었다|였다)$")
_VERB_ENDING = re.compile(
    r"(?:하였습니다|되었습니다|했습니다|됐습니다|합니다|됩니다|습니다|니다|하지|되지|지|하고|되고|해서|하면|하도록|하기로|하기|한다|된다|했다|됐다"
    r"|되어|돼|하는|되는|는다|했음|됐음|해요|했어요|했어|하자|해야|하세요|했고|어요|아요|었다|았다|다|함|됨|할|한|해|하여|고|며|면|게|기)$"
)

REMEMBERED_WORDS = 16_384


def _final(syllable: str) -> int:
    return (ord(syllable) - _BASE) % _FINALS


def _without_final(syllable: str) -> str:
    return chr(ord(syllable) - _final(syllable))


@lru_cache(maxsize=REMEMBERED_WORDS)
def read_korean_word(eojeol: str) -> tuple[tuple[str, str, bool], ...]:
    """Return (stem, role, is Latin) for the parts of one space-separated word."""
    parts = _SCRIPTS.findall(eojeol)
    if not parts:
        return ()
    read: list[tuple[str, str, bool]] = []
    for index, part in enumerate(parts):
        if part[0].isascii():
            read.append((part, "", True))
        elif index > 0 and (role := _suffix_role(part)) is not None:
            read[-1] = (read[-1][0], role, read[-1][2])
        else:
            stem, role = _hangul(part)
            if stem:
                read.append((stem, role, False))
    return tuple(read)


def _suffix_role(part: str) -> str | None:
    """Return the role that a Hangul run gives to the Latin word it follows, if it is a mere suffix."""
    for particle, role in _PARTICLES:
        if part == particle:
            return role
    if _COPULA.fullmatch(part):
        return "="
    return None


def _hangul(word: str) -> tuple[str, str]:
    given = _COPULA_NOUN.search(word)
    if given and given.start() >= 1:
        return word[: given.start()], "="
    if len(word) >= 3 and word[-1] == "다" and not _final(word[-2]) and word[-2] not in "하되지이":
        return word[:-1], "="
    verb = _verb_stem(word)
    if verb is not None:
        return verb, "verb"
    for particle, role in _PARTICLES:
        left = len(word) - len(particle)
        if word.endswith(particle) and left >= (2 if particle in _KEEP_TWO else 1):
            return word[:left], role
    return word, ""


def _verb_stem(word: str) -> str | None:
    """Return the stem of a word that looks like a verb or a noun with copula; None for other words."""
    if (
        len(word) > 2
        and word.endswith("니다")
        and _final(word[-3]) == _FINAL_B
        and word[-3:] not in ("합니다", "됩니다", "입니다")
    ):
        return _tidy(word[:-3] + _without_final(word[-3]))
    if len(word) >= 2 and word.endswith("다"):
        before = word[-2]
        if _final(before) == _FINAL_N and before not in "한된는":
            return _tidy(word[:-2] + _without_final(before))
    match = _VERB_ENDING.search(word)
    if not match or match.start() == 0:
        return None
    ending = match.group()
    # One-syllable endings are as often the end of a noun; only those that close a sentence are taken off.
    if ending in ("함", "됨", "할", "한", "해", "고", "며", "면", "게", "기", "지") and len(word) < 3:
        return None
    return _tidy(word[: match.start()])


def _tidy(stem: str) -> str:
    for tail in ("하", "되", "이", "시키"):
        if len(stem) > len(tail) + 1 and stem.endswith(tail):
            return stem[: -len(tail)]
    if stem and "가" <= stem[-1] <= "힣" and _final(stem[-1]) == _FINAL_L:
        return stem[:-1] + _without_final(stem[-1])
    return stem
