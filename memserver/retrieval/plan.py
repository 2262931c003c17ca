"""Plans a question before anything is searched: which words to look up, what to embed, which time and level it names.

A named time is taken out of what is embedded unless the store's texts speak of such times: a memory carries its time
beside its text, and a date in the question would push away every text that does not repeat it. It stays among the
words in any case.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memserver.retrieval.levels import Level, level_of_question
from memserver.retrieval.lexical import Posting
from memserver.text.history_questions import asks_for_history
from memserver.text.name_words import name_words
from memserver.text.terms import QueryWord, index_terms, query_terms, query_words, terms_of
from memserver.text.time_expressions import Period, find_period, without_periods

# A pasted log is no question: the ask itself stands at the beginning or at the end.
EDGE_CHARACTERS = 800
MOST_WORDS = 40
# Share of passages that hold a term of the named time, on the mean, from which texts are taken to speak of times.
TIMES_COMMON_FROM = 0.01


@dataclass(frozen=True, slots=True)
class QueryPlan:
    """What a question asks for."""

    prompt: str
    asked: str
    """The question, or both ends of a very long one."""
    untimed: str
    """The same without the times it names."""
    time_terms: tuple[str, ...]
    """The terms that only those times hold."""
    words: list[QueryWord]
    terms: list[str]
    """Every term to look up, synonyms included."""
    period: Period | None
    level: Level
    names: frozenset[tuple[str, ...]] = frozenset()
    """The terms of each word that has the shape of a name."""
    history: bool = False
    """Whether it asks for what held before: then what was replaced counts as well."""


def plan_query(prompt: str, now: datetime) -> QueryPlan:
    """Plan a question; `now` tells what "last week" means."""
    asked = _edges(prompt.strip())
    words = query_words(asked)
    if len(words) > MOST_WORDS:
        half = MOST_WORDS // 2
        words = [*words[:half], *words[-half:]]
    untimed = without_periods(asked)
    left = set(index_terms(untimed)) if untimed != asked else set()
    return QueryPlan(
        prompt=prompt,
        asked=asked,
        untimed=untimed,
        time_terms=tuple(term for term in query_terms(asked) if term not in left) if untimed != asked else (),
        words=words,
        terms=terms_of(words),
        period=find_period(asked, now),
        level=level_of_question(asked),
        names=name_words(untimed),
        history=asks_for_history(asked),
    )


def without_names(plan: QueryPlan, names: Sequence[str]) -> QueryPlan:
    """Return a plan without names that nothing stored mentions: their parts ("MOB" of MOB-78) lead to others only.

    As it was, where nothing else is asked for.
    """
    asked, untimed = plan.asked, plan.untimed
    for name in names:
        asked, untimed = asked.replace(name, ""), untimed.replace(name, "")
    left = {word.terms for word in query_words(asked)}
    words = [word for word in plan.words if word.terms in left]
    return replace(plan, asked=asked, untimed=untimed, words=words, terms=terms_of(words)) if words else plan


def text_to_embed(plan: QueryPlan, postings: Mapping[str, Posting], passages: int) -> str:
    """Return what is turned into a vector: the question with its times only if the store's texts hold such times."""
    if not plan.time_terms:
        return plan.asked
    holding = sum(len(postings[term].ids) for term in plan.time_terms if term in postings)
    return plan.asked if holding >= TIMES_COMMON_FROM * max(passages, 1) * len(plan.time_terms) else plan.untimed


def _edges(prompt: str) -> str:
    if len(prompt) <= 2 * EDGE_CHARACTERS:
        return prompt
    return f"{prompt[:EDGE_CHARACTERS]}\n{prompt[-EDGE_CHARACTERS:]}"
