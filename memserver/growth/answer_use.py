"""Which of its sources an answer uses: those with which it shares what it says.

A source that is cited and says nothing of what the answer says is no evidence; one that is not cited and says the same
is. Where answer and source are in different languages the words cannot tell, and the citation is believed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from memserver.growth.answer_arithmetic import any_agrees
from memserver.growth.answer_statements import (
    ANSWER_CHARACTERS,
    SOURCE_CHARACTERS,
    Statement,
    content_words,
    sentences_of,
    statements_of,
)
from memserver.growth.answer_values import quantities

AT_LEAST_SHARED = 2
# A statement of so few words is borne out by one of them.
SHORT = 4
OF_STATEMENT = 0.2
_HANGUL = re.compile(r"[가-힣]")
_LATIN = re.compile(r"[A-Za-z]{3}")


@dataclass(frozen=True, slots=True)
class SourceUse:
    """The numbers of the sources (from 1) that the answer uses, and of those that it cites and uses."""

    used: frozenset[int]
    cited: frozenset[int]


def sources_used(answer: str, sources: Sequence[str], cited: Collection[int]) -> SourceUse:
    """Say which sources an answer uses; `cited` are the numbers that it names."""
    statements = statements_of(answer)
    used: set[int] = set()
    for sentence in sentences_of(sources):
        (number,) = sentence.sources
        if number not in used and any(_shares(statement, sentence) for statement in statements):
            used.add(number)
    for number in cited:
        if 0 < number <= len(sources) and number not in used:
            source = sources[number - 1][:SOURCE_CHARACTERS]
            # What is cited may be told in other words, here and there.
            told = content_words(answer[:ANSWER_CHARACTERS]) & content_words(source)
            if len(told) >= AT_LEAST_SHARED or _in_other_languages(answer, source):
                used.add(number)
    return SourceUse(frozenset(used), frozenset(used) & frozenset(cited))


def _shares(statement: Statement, sentence: Statement) -> bool:
    shared = len(statement.words & sentence.words)
    if not shared and len(statement.words) > SHORT:
        return False
    values = [value for value in quantities(statement.text) if not value.pointer]
    shared += sum(any_agrees(value, quantities(sentence.text)) for value in values)
    needed = 1 if len(statement.words) <= SHORT else AT_LEAST_SHARED
    return shared >= max(needed, OF_STATEMENT * min(len(statement.words), len(sentence.words)))


def _in_other_languages(answer: str, source: str) -> bool:
    korean, latin = bool(_HANGUL.search(answer)), bool(_LATIN.search(answer))
    return (korean and not _HANGUL.search(source)) or (latin and not korean and not _LATIN.search(source))
