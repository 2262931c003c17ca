"""When a procedure speaks up: phrases as words in both languages, and regular expressions that cannot run away.

A trigger is a plain phrase, or a pattern between slashes. Patterns come from files, so they are bounded before they
are compiled: every repetition gets an upper limit, and one that could still be matched in too many ways is refused.
"""

from __future__ import annotations

import importlib
import re
import warnings
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from memserver.text.phrases import contains_phrase

MAX_TRIGGER_LENGTH = 200
MAX_PROMPT_LENGTH = 1000
"""Requests stand at the beginning of a prompt; pasted logs stand behind."""

_REPEAT_LIMIT = 30
_MAX_WAYS = 10_000
"""In how many ways a pattern may match at one place: with the prompt's length, a tenth of a second at worst."""

_PATTERN = re.compile(r"^/(.+)/([a-z]*)$", re.DOTALL)
_UNBOUNDED = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{(\d*),\}|[*+]", re.DOTALL)
_REQUEST_ENDING = re.compile(r"\s*(?:하는\s*(?:방)?법|하기|하다|하자|해\s*(?:줘|주세요|달라|봐)|해요|합니다|할래|해)$")

STRENGTH_WHOLE = 1.0
STRENGTH_PHRASE = 0.85
STRENGTH_PATTERN = 0.8
STRENGTH_WORD = 0.75
STRENGTH_STEM = 0.65
STRENGTH_SCATTERED = 0.55


class BadTrigger(ValueError):
    """A trigger that cannot be used; the message says why, without quoting it."""


@dataclass(frozen=True, slots=True)
class Trigger:
    """One trigger as written, with its line in the file."""

    text: str
    line: int = 0
    pattern: re.Pattern[str] | None = field(default=None, compare=False)

    def strength(self, prompt: Prompt) -> float:
        """How strongly a prompt calls for it: 0 when not at all, 1 when it says nothing else."""
        if self.pattern is not None:
            return STRENGTH_PATTERN if self.pattern.search(prompt.text) else 0.0
        return self._phrase_strength(prompt, _wanted(self.text))

    def _phrase_strength(self, prompt: Prompt, wanted: _Wanted) -> float:
        # Most triggers are told apart by this alone; the patterns below are for the few that may match.
        if not all(stem in prompt.folded for stem in wanted.folded_stems):
            return 0.0
        if prompt.plain == wanted.plain:
            return STRENGTH_WHOLE
        several = len(wanted.stems) > 1
        if contains_phrase(prompt.text, self.text):
            return STRENGTH_PHRASE if several else STRENGTH_WORD
        if wanted.stem != self.text and len(wanted.stem) > 1 and contains_phrase(prompt.text, wanted.stem):
            return STRENGTH_STEM
        scattered = several and all(contains_phrase(prompt.text, stem) for stem in wanted.stems)
        return STRENGTH_SCATTERED if scattered else 0.0


class Prompt:
    """The beginning of a prompt, prepared once for all triggers."""

    def __init__(self, text: str) -> None:
        self.text = text[:MAX_PROMPT_LENGTH]
        self.folded = self.text.casefold()
        self.plain = _plain(self.text)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What a phrase looks for: its words without request endings, each of which a matching prompt must hold."""

    stem: str
    stems: tuple[str, ...]
    folded_stems: tuple[str, ...]
    plain: str


def make_trigger(text: str, line: int = 0) -> Trigger:
    """Read one trigger; raises BadTrigger for an empty, overlong, invalid or dangerous one."""
    text = text.strip().strip("\"'“”‘’").strip()
    if not text:
        raise BadTrigger("it is empty")
    if len(text) > MAX_TRIGGER_LENGTH:
        raise BadTrigger(f"it is longer than {MAX_TRIGGER_LENGTH} characters")
    written = _PATTERN.match(text)
    if written is None:
        if not any(character.isalnum() for character in text):
            raise BadTrigger("it holds no word")
        return Trigger(text, line)
    return Trigger(text, line, safe_pattern(written.group(1)))


def best_trigger(prompt: Prompt, triggers: Iterable[Trigger]) -> tuple[Trigger, float] | None:
    """Return the trigger that matches most strongly (the first of equals); None when none does."""
    best: tuple[Trigger, float] | None = None
    for trigger in triggers:
        strength = trigger.strength(prompt)
        if strength > (best[1] if best else 0.0):
            best = (trigger, strength)
    return best


@lru_cache(maxsize=512)
def safe_pattern(source: str) -> re.Pattern[str]:
    """Compile a pattern with every repetition bounded; raises BadTrigger for an invalid or too ambiguous one."""
    bounded = _UNBOUNDED.sub(_bound, source)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = importlib.import_module("re._parser").parse(bounded, re.IGNORECASE)
            pattern = re.compile(bounded, re.IGNORECASE)
        ways = _ways(tree)
    except (re.error, RecursionError, OverflowError) as error:
        raise BadTrigger("it is not a valid regular expression") from error
    if ways > _MAX_WAYS:
        raise BadTrigger("its repetitions could make it slow; use fewer of them")
    if pattern.search("") is not None:
        raise BadTrigger("it matches every prompt")
    return pattern


def _bound(match: re.Match[str]) -> str:
    token = match.group()
    if token == "*":  # noqa: S105 - a token of a pattern
        return f"{{0,{_REPEAT_LIMIT}}}"
    if token == "+":  # noqa: S105
        return f"{{1,{_REPEAT_LIMIT}}}"
    if match.group(1) is not None:
        least = int(match.group(1) or 0)
        return f"{{{least},{max(least, _REPEAT_LIMIT)}}}"
    return token


def _ways(tree: Any) -> int:
    """An upper bound of how many ways a parsed pattern can match at one place (capped just above the limit)."""
    ways = 1
    for operation, argument in tree:
        name = str(operation)
        if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            least, most, inner = argument
            ways *= _repeated(_ways(inner), int(least), int(most))
        elif name == "BRANCH":
            ways *= sum(_ways(branch) for branch in argument[1])
        elif name == "SUBPATTERN":
            ways *= _ways(argument[-1])
        elif name in ("ASSERT", "ASSERT_NOT"):
            ways *= _ways(argument[1])
        elif name == "ATOMIC_GROUP":
            ways *= _ways(argument)
        elif name in ("GROUPREF", "GROUPREF_EXISTS"):
            return _MAX_WAYS + 1
        if ways > _MAX_WAYS:
            return _MAX_WAYS + 1
    return ways


def _repeated(inner: int, least: int, most: int) -> int:
    if most - least > _MAX_WAYS:
        return _MAX_WAYS + 1
    total, power = 0, 1
    for count in range(most + 1):
        if count >= least:
            total += power
        power *= inner
        if total > _MAX_WAYS or power > _MAX_WAYS:
            return _MAX_WAYS + 1
    return total


@lru_cache(maxsize=4096)
def _wanted(text: str) -> _Wanted:
    stem = _stem(text)
    stems = tuple(word for part in stem.split() if (word := _stem(part).strip("*")))
    return _Wanted(stem, stems, tuple(word.casefold() for word in stems), _plain(text))


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def _stem(text: str) -> str:
    """A Korean trigger without the ending of a request ("배포해 줘" → "배포"); other text as it is."""
    stem = _REQUEST_ENDING.sub("", text)
    return stem if stem and "\uac00" <= stem[-1] <= "\ud7a3" else text
