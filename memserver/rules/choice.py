"""Chooses the rules of a turn: those that apply by the model, the likeliest first, within a few tokens. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from memserver.embedding.protocol import Vector
from memserver.rules.model import (
    ASKED,
    EVERYTHING,
    heads,
    kinds,
    logit,
    mask_of,
    pair_features,
    probability,
    shipped,
    tag,
    task_tags,
)
from memserver.rules.scope import Scope
from memserver.rules.table import RuleTable, table_of
from memserver.rules.work import Floats
from memserver.text.sentences import split_sentences
from memserver.text.token_count import count_tokens

# What all rules of a turn may cost together: sixteen of ordinary length. Of 260 a part of what applies was cut.
MAX_TOKENS = 400
# A rule of more tokens is shown by its first sentence.
LONG_TOKENS = 40
# The mark, the number and the line break of an entry.
ENTRY_TOKENS = 5
# A rule that is this likely one of everything is told before all others: it would be missed on every turn.
ALWAYS = 0.8
# Below this nothing is asked: so 96 % of acknowledgements that were left out of training, and 0.4 % of requests.
LEAST_ASKED = 0.5
# A rule limited to a path that is worked on applies about this surely, if any work is done.
IN_ITS_PLACE = 0.9
# Words alone are believed less, by so much of a logit.
DOUBT_OF_WORDS = np.float32(0.2)
# Where many rules get the same chance, as in a store of one field, a rule has to stand out: by so many deviations of
# their logits (each at least so wide) it keeps its chance, by fewer it loses. Few rules tell little of what is usual.
DEVIATIONS, LEAST_SPREAD, FEW_RULES = 1.0, 0.3, 10
# A line of an organisation is told on an errand from here on: a block costs more than an entry, and few are meant.
SURE = 0.85
# A kind of work from here on is named as a reason.
NAMED_FROM = 0.4
MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class Judged:
    """How likely each rule of a table applies to a task, and why."""

    chances: Floats
    tags: Floats
    task: Floats
    in_place: dict[int, bool]

    @property
    def asked(self) -> bool:
        """Say whether the task is one at all: an acknowledgement asks for nothing."""
        return bool(self.task[heads().index(ASKED)] >= LEAST_ASKED)

    def is_particular(self, row: int) -> bool:
        """Say whether a rule is about this very kind of work or place, and not about everything."""
        if self.in_place.get(row):
            return True
        shares = self.tags[row, : len(kinds())] * self.task[: len(kinds())]
        return bool(shares.max() >= NAMED_FROM**2 and self.tags[row, heads().index(EVERYTHING)] < NAMED_FROM)

    def reasons(self, row: int, scope: Scope, rule: Scope) -> str:
        """Say in a few words why a rule applies."""
        words = sorted(rule.languages & scope.languages)
        if self.in_place.get(row):
            words += rule.paths[:1]
        shares = self.tags[row, : len(kinds())] * self.task[: len(kinds())]
        order = sorted(range(len(shares)), key=lambda number: (-shares[number], number))[:MOST_NAMED]
        words += [kinds()[number] for number in order if shares[number] >= NAMED_FROM**2]
        if self.tags[row, heads().index(EVERYTHING)] >= NAMED_FROM:
            words.append("always")
        return ", ".join(words) or "similar"


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Rules with all that can be said of them before there is a task."""

    table: RuleTable
    tags: dict[bool, Floats]
    """What each is about, with its vector (True) and by its words alone."""
    has_vector: npt.NDArray[np.bool_]


def rule_set(scopes: Sequence[Scope], vectors: Floats) -> RuleSet:
    """Put rules side by side; the vector of one that has none is NaN."""
    table = table_of(scopes, np.nan_to_num(vectors), [int(mask_of(scope)) for scope in scopes])
    tags = {with_vector: tag(table.rows, table.vectors, weights) for with_vector, weights in shipped().items()}
    return RuleSet(table, tags, ~np.isnan(vectors[:, 0]))


def judge(rules: RuleSet, scope: Scope, vector: Vector | None) -> Judged:
    """Judge all rules; those without a vector, or all where the task has none, by words and files alone."""
    if not rules.has_vector.any():
        vector = None
    judged = _judged(rules, scope, vector)
    lacking = ~rules.has_vector
    if vector is not None and lacking.any():
        alone = _judged(rules, scope, None)
        judged.chances[lacking], judged.tags[lacking] = alone.chances[lacking], alone.tags[lacking]
    judged.chances[:] = beside_the_others(judged.chances)
    work = 1 - float(np.prod(1 - judged.task[: len(kinds())]))
    for row, inside in judged.in_place.items():
        judged.chances[row] = max(float(judged.chances[row]), IN_ITS_PLACE * work) if inside else 0.0
    if not judged.asked:
        judged.chances[:] = 0.0
    return judged


def _judged(rules: RuleSet, scope: Scope, vector: Vector | None) -> Judged:
    with_vector = vector is not None
    weights, tags = shipped()[with_vector], rules.tags[with_vector]
    task = task_tags(scope, vector, weights)
    cosines = rules.table.vectors @ vector if vector is not None else None
    logits: Floats = pair_features(rules.table, tags, scope, task, cosines) @ weights.pair
    chances = probability(logits if with_vector else logits - DOUBT_OF_WORDS)
    return Judged(chances, tags.copy(), task, rules.table.in_place(scope.paths))


def beside_the_others(chances: Floats) -> Floats:
    """Return the chances of rules, less for those that do not stand out among the others."""
    logits = logit(chances)
    out = (logits - logits.mean()) / (logits.std() + LEAST_SPREAD)
    return probability(logits + (out - DEVIATIONS) * np.float32(len(chances) / (len(chances) + FEW_RULES)))


def likeliest(judged: Judged, threshold: float) -> list[int]:
    """Return the rows of the rules that apply: those of everything first, then the likeliest."""
    chances = judged.chances
    rows = np.flatnonzero((chances >= threshold) & (chances > 0))
    always = judged.tags[rows, heads().index(EVERYTHING)] >= ALWAYS
    ordered: list[int] = rows[np.lexsort((rows, -chances[rows], ~always))].tolist()
    return ordered


@lru_cache(maxsize=4_096)
def short_form(text: str) -> tuple[str, int]:
    """Return what is shown of a rule, with its tokens: a long one by its first sentence."""
    text = text.strip()
    tokens = count_tokens(text)
    if tokens <= LONG_TOKENS:
        return text, tokens
    first = next(iter(split_sentences(text)), text)
    return first, count_tokens(first)


def lines_that_apply(lines: Iterable[str], judged: Judged, threshold: float) -> dict[str, float]:
    """Return the chance of each line that applies."""
    return {
        line: float(chance)
        for line, chance in zip(lines, judged.chances, strict=True)
        if chance >= threshold and chance > 0
    }
