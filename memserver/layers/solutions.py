"""Errors that were solved in a session, and how.

Owns matching "that fixed it" with the advice before it and the error before that, and reading a user's own account ("it
turned out … raising the limit fixed it"). An error that nobody solved is not kept: its message alone helps nobody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from memserver.layers.atomic_fact import AtomicFact, find_entities
from memserver.layers.conversation import SessionMessage
from memserver.layers.extraction_patterns import Language
from memserver.layers.extraction_patterns_en import ENGLISH
from memserver.layers.extraction_patterns_en import SELF_SOLVED as SELF_SOLVED_ENGLISH
from memserver.layers.extraction_patterns_ko import KOREAN
from memserver.layers.extraction_patterns_ko import SELF_SOLVED as SELF_SOLVED_KOREAN
from memserver.layers.restatement import restate
from memserver.model import Category, FactType, Layer
from memserver.text.relative_dates import make_dates_absolute
from memserver.text.sentences import split_sentences, without_code

CONFIRMED_CONFIDENCE = 0.75
LONGEST_CONFIRMATION = 80
LOOK_BACK = 6
LONGEST_ERROR = 200
MAX_ADVICE_SENTENCES = 2

_HANGUL = re.compile(r"[가-힣]")
_FIXED_IT = re.compile(r"\b(fixed|solved|resolved) (?:it|that|this)\b", re.IGNORECASE)
_CAUSE = re.compile(
    r"\b(?:root cause|the culprit|the (?:issue|problem|cause) was|(?:fixed|solved|resolved) (?:it"
    r"|the))\b|원인은|해결",
    re.IGNORECASE,
)
_NOT_SOLVED = re.compile(r"\b(?:not|didn't|doesn't|still|no)\b|안\s?(?:돼|됩|되)|여전히|아직|못", re.IGNORECASE)


def solved_errors(messages: Sequence[SessionMessage]) -> Iterator[AtomicFact]:
    """Yield, for each solved error, what went wrong and what solved it."""
    for index, message in enumerate(messages):
        if message.role != "user":
            continue
        moment = message.timestamp
        sentences = split_sentences(make_dates_absolute(message.content, moment) if moment else message.content)
        told = list(_told_at_once(index, sentences))
        if told:
            yield from told
        elif len(message.content) <= LONGEST_CONFIRMATION:
            yield from _confirmed(messages, index)


def _language(text: str) -> Language:
    return KOREAN if _HANGUL.search(text) else ENGLISH


def _told_at_once(index: int, sentences: list[str]) -> Iterator[AtomicFact]:
    """Read a user's own account of an error and its solution, within one message."""
    error = ""
    for position, sentence in enumerate(sentences):
        if "?" in sentence:
            continue
        language = _language(sentence)
        solved = (SELF_SOLVED_KOREAN if language is KOREAN else SELF_SOLVED_ENGLISH).search(sentence)
        if not solved:
            continue
        before = next((s for s in sentences[:position] if _tells_error(s)), "")
        if not before and not error and not _tells_error(sentence) and not _CAUSE.search(sentence):
            continue
        if before and not error:
            error = before
            yield from _fact(restate(before), FactType.ERROR, index)
        names_error = bool(language.failing.search(sentence) and find_entities(sentence).error_codes)
        kind = FactType.ERROR if names_error and not before else FactType.SOLUTION
        content = restate(_FIXED_IT.sub(r"\1 the problem", sentence))
        if content and error and kind is FactType.SOLUTION:
            content = _about(error, content, language)
        yield from _fact(content, kind, index)
        error = error or sentence


def _tells_error(sentence: str) -> bool:
    if "?" in sentence:
        return False
    return bool(_language(sentence).failing.search(sentence) or find_entities(sentence).error_codes)


def _confirmed(messages: Sequence[SessionMessage], index: int) -> Iterator[AtomicFact]:
    """Match "that fixed it" with the advice and the error before it."""
    text = messages[index].content
    if "?" in text or not _language(text).solved.search(text) or _NOT_SOLVED.search(text):
        return
    earliest = max(0, index - LOOK_BACK)
    advice_at = next((i for i in range(index - 1, earliest - 1, -1) if messages[i].role == "assistant"), None)
    if advice_at is None:
        return
    error_at, error = _last_error(messages, advice_at, earliest)
    if error is None:
        return
    spoken = split_sentences(messages[advice_at].content)
    language = _language(messages[advice_at].content)
    advice = [s for s in spoken if language.instructs.search(s) and "?" not in s][:MAX_ADVICE_SENTENCES]
    if not advice:
        return
    yield from _fact(restate(error), FactType.ERROR, error_at)
    yield from _fact(_about(error, " ".join(advice), language), FactType.SOLUTION, advice_at)


def _last_error(messages: Sequence[SessionMessage], before: int, earliest: int) -> tuple[int, str | None]:
    for i in range(before - 1, earliest - 1, -1):
        if messages[i].role != "user":
            continue
        for sentence in split_sentences(without_code(messages[i].content)):
            if find_entities(sentence).error_codes:
                spoken_at = messages[i].timestamp
                return i, make_dates_absolute(sentence, spoken_at) if spoken_at else sentence
    return before, None


def _about(error: str, solution: str, language: Language) -> str:
    named = ", ".join(find_entities(error).error_codes) or error.strip(" .")[:LONGEST_ERROR]
    lead = f"'{named}' 해결 방법" if language is KOREAN else f"Solution for '{named}'"
    return f"{lead}: {solution}"


def _fact(content: str | None, fact_type: FactType, index: int) -> Iterator[AtomicFact]:
    if content:
        entities = find_entities(content)
        yield AtomicFact(content, fact_type, Category.BUG, CONFIRMED_CONFIDENCE, entities, Layer.PROJECT, index)
