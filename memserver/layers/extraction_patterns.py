"""What a pattern table for extraction looks like, shared by the languages. Data only."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memserver.model import Category, FactType, Layer


@dataclass(frozen=True, slots=True)
class Pattern:
    """A sentence that matches `expression` states a fact of this kind."""

    expression: re.Pattern[str]
    category: Category
    fact_type: FactType
    layer: Layer
    confidence: float


@dataclass(frozen=True, slots=True)
class Language:
    """All that extraction has to know about one language.

    `patterns` are tried in order. `blocked` sentences state nothing (questions, guesses, quotes, sarcasm), `local` ones
    speak of something at hand; `task` ones are one-off instructions unless `lasting` matches too. `accepts` and
    `declines` are a user's reply to a proposal, `proposes` and `chore` tell a proposal from an errand. `solved` says
    that an error is gone, `failing` that one was seen, `instructs` that a sentence gives advice.
    """

    patterns: tuple[Pattern, ...]
    blocked: re.Pattern[str]
    task: re.Pattern[str]
    lasting: re.Pattern[str]
    local: re.Pattern[str]
    accepts: re.Pattern[str]
    declines: re.Pattern[str]
    proposes: re.Pattern[str]
    chore: re.Pattern[str]
    solved: re.Pattern[str]
    failing: re.Pattern[str]
    instructs: re.Pattern[str]


def table(
    *rows: tuple[str, Category, FactType, Layer, float], flags: re.RegexFlag = re.IGNORECASE
) -> tuple[Pattern, ...]:
    """Compile the rows of a pattern table."""
    return tuple(Pattern(re.compile(expression, flags), *rest) for expression, *rest in rows)  # type: ignore[arg-type]
