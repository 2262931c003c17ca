"""How likely it is that what ranks best helps with the query, and how much of a budget that warrants.

Ranking always finds something best. Its score carries its own confidence, so one logistic curve tells an answer from
the nearest thing there is. What it is used for stands in docs/decisions/0017-turn.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Protocol

from memserver.retrieval.tuning import RANKING

LOOKED_AT = 10
"""Candidates among which the highest similarity is looked for: what stands further down is there for other reasons."""


@dataclass(frozen=True, slots=True)
class ChanceTuning:
    """Logistic regressions over answerable and unanswerable questions, each kind of text left out in turn."""

    score: float = 0.694
    similarity: float = 4.4
    constant: float = -1.67
    """Where the best is in the language of the query."""
    other_nearness: float = 0.455
    other_similarity: float = 12.5
    other_constant: float = -3.3
    """Where it is in another one, and words cannot match. 0.8 above the fit: half as much evidence is asked for."""
    stranger: float = 0.9
    """What it takes off that the query names what no passage mentions. Fitted with each kind left out 1.2 to 1.8; from
    1.0 on it silences a bug report that has an answer."""
    korean: float = 0.4
    """What a Korean query over Korean text is given on top: its endings and particles keep words apart."""
    english_over_korean: float = 0.5
    """What is taken off where an English query meets Korean text: vectors bring those nearer to each other than the
    other way round. Left out, the others choose 0.5 to 0.7."""
    size: float = 2.0
    """The best of n is high by chance: by sqrt(2 ln n) standard deviations where scores are spread normally, and by so
    many times that as texts are."""
    behind: float = 0.965
    """What a point of score behind the best one takes off the chance of a single candidate."""
    named: float = 0.8
    """Not fitted: an id, a ticket, a commit or a file that the query names is what it asks for, whatever else ranks."""
    named_from: float = 3.0
    """How surely something must be meant for that (`memserver.retrieval.named`)."""
    alike: float = 0.5
    """Share of the query from which words that text in another language mentions count as they do in its own: what is
    written alike in both (a command, a file, a product) may be all that is asked for."""
    words: float = 8.0
    words_constant: float = -2.6
    """Without vectors, by the share of the query that is mentioned."""


CHANCE = ChanceTuning()
FULL_FROM = 0.35
"""Chance from which the whole budget may be used."""
LEAST_SHARE = 0.3
"""Share of the budget right above the threshold below which nothing is said."""


class Evidence(Protocol):
    """What a ranked candidate tells of its relevance."""

    @property
    def score(self) -> float:
        """Return its score."""
        ...

    @property
    def coverage(self) -> float:
        """Return the share of the query that it mentions."""
        ...

    @property
    def similarity(self) -> float | None:
        """Return its plain similarity, None without a vector."""
        ...

    @property
    def nearness(self) -> float | None:
        """Return how far it stands out by its vector, None without vectors."""
        ...

    @property
    def foreign(self) -> bool:
        """Say whether it is in another language than the query."""
        ...


@dataclass(frozen=True, slots=True)
class Asked:
    """What the query itself tells."""

    korean: bool = False
    names_a_stranger: bool = False
    """Whether it names something that nothing stored mentions."""
    by_words: bool = False
    """Whether words alone rank: then words alone tell."""


def chance_of_help(ranked: Sequence[Evidence], passages: int, asked: Asked) -> float:
    """Return the probability that the best of so many passages help, 0 to 1."""
    best = ranked[:LOOKED_AT]
    if not best:
        return 0.0
    # What has no vector (yet) is judged by its words, whatever the vectors of others say.
    by_words = [_chance_by_words(each) for each in best if asked.by_words or each.similarity is None]
    by_vectors = [_chance_by_vectors(best, passages, asked)] if len(by_words) < len(best) else []
    return max(*by_words, *by_vectors, 0.0)


def _chance_by_words(found: Evidence) -> float:
    return _logistic(CHANCE.words * found.coverage + CHANCE.words_constant)


def _chance_by_vectors(best: Sequence[Evidence], passages: int, asked: Asked) -> float:
    known = [each.similarity for each in best if each.similarity is not None]
    by_chance = CHANCE.size * sqrt(2 * log(max(passages, 2)))
    # A handful of texts mentions hardly any name: what it does not mention says little about a question.
    steady = passages / (passages + RANKING.mean_steady)
    stranger = CHANCE.stranger * steady if asked.names_a_stranger else 0.0
    evidence = CHANCE.score * (best[0].score - by_chance) + CHANCE.similarity * max(known)
    as_own = _logistic(evidence + CHANCE.constant + (CHANCE.korean if asked.korean else 0.0) - stranger)
    if best[0].foreign:
        nearness = max(each.nearness for each in best if each.nearness is not None)
        evidence = CHANCE.other_nearness * (nearness - by_chance) + CHANCE.other_similarity * max(known)
        language = 0.0 if asked.korean else -CHANCE.english_over_korean
        across = _logistic(evidence + CHANCE.other_constant + language - stranger)
        return max(across, as_own) if best[0].coverage >= CHANCE.alike else across
    return as_own


def chance_beside(best_chance: float, best_score: float, score: float, named: float = 0.0) -> float:
    """Return the chance of a candidate that stands so far behind the best one, and is meant so surely."""
    odds = best_chance / max(1 - best_chance, 1e-9)
    behind = odds * exp(min(CHANCE.behind * (score - best_score), 0.0))
    return max(behind / (1 + behind), CHANCE.named if named >= CHANCE.named_from else 0.0)


def budget_share(chance: float, threshold: float) -> float:
    """Return which part of a budget a chance warrants: nothing below the threshold, all from `FULL_FROM` on."""
    if chance < threshold:
        return 0.0
    full = max(FULL_FROM, threshold)
    if chance >= full:
        return 1.0
    return LEAST_SHARE + (1 - LEAST_SHARE) * (chance - threshold) / (full - threshold)


def _logistic(value: float) -> float:
    return 1 / (1 + exp(-value)) if value > -700 else 0.0
