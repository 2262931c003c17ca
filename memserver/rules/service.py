"""The standing rules of this process: kept in memory, in step with the store, asked by every turn.

What a rule is about is read when the set of rules changes. A turn asks the store for one number, and all rules are read
anew when it moved: another window may have written. Until a rule has its vector it is judged by its words.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from memserver.embedding.default_model import DIMENSIONS, NAME
from memserver.embedding.loading import EmbedderHandle
from memserver.embedding.protocol import Kind, Vector, embed_batch_within
from memserver.errors import EmbeddingFailed
from memserver.rules.choice import (
    ENTRY_TOKENS,
    MAX_TOKENS,
    SURE,
    RuleSet,
    judge,
    likeliest,
    lines_that_apply,
    rule_set,
    short_form,
)
from memserver.rules.scope import Scope, rule_scope
from memserver.rules.work import Floats
from memserver.storage.rules import RuleGrounds, RuleRow
from memserver.storage.store import Store

# An organisation's file of more lines than this is not embedded: its lines are judged by their words.
MAX_EMBEDDED_LINES = 200
KEPT_FILES = 4


@dataclass(frozen=True, slots=True)
class ChosenRule:
    """A rule that applies to a turn."""

    row: RuleRow
    text: str
    tokens: int
    chance: float
    why: str
    stale: str = ""
    """Why it may no longer hold, in a few words."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which rules may be told, and how many."""

    projects: Sequence[str]
    layers: Collection[str]
    now: str
    """As ISO text."""
    threshold: float
    most: int
    tokens: int = MAX_TOKENS
    known_until: str | None = None
    """The moment (as ISO text) after which nothing was known yet, for a turn that asks what held then."""
    told: Collection[str] = ()
    """Ids that need not be told again."""


class StandingRules:
    """Chooses the rules that apply to a task."""

    def __init__(self, store: Store, embedder: EmbedderHandle) -> None:
        self._store = store
        self._embedder = embedder
        self._version: tuple[int, int] | None = None
        self._model = ""
        self._rows: list[RuleRow] = []
        self._set: RuleSet | None = None
        self._lines: dict[tuple[str, ...], RuleSet] = {}

    async def refresh(self) -> bool:
        """Take in what changed in the store since the last time; says whether there are any rules."""
        version, model = await self._store.rules.version(), self._space()
        if self._version is not None and model == self._model and version[0] == self._version[0]:
            lacking = self._set is not None and model and not self._set.has_vector.all()
            if not lacking or version[1] == self._version[1]:
                return self._set is not None
        self._rows = await self._store.rules.in_force(model)
        self._set = _set_of([rule_scope(_said(row)) for row in self._rows], [row.vector for row in self._rows])
        self._version, self._model = version, model
        return self._set is not None

    def choose(self, scope: Scope, vector: Vector | None, wanted: Wanted) -> list[ChosenRule]:
        """Return the rules that apply to a task, the likeliest first, as of the last refresh."""
        if self._set is None or not wanted.most or wanted.tokens <= 0:
            return []
        judged = judge(self._set, scope, vector if self._model else None)
        chosen: list[ChosenRule] = []
        left = wanted.tokens
        for place in likeliest(judged, wanted.threshold):
            row = self._rows[place]
            if len(chosen) == wanted.most:
                break
            if not _may_be_told(row, wanted):
                continue
            text, tokens = short_form(row.content)
            if tokens + ENTRY_TOKENS <= left:
                left -= tokens + ENTRY_TOKENS
                why = judged.reasons(place, scope, self._set.table.scopes[place])
                chosen.append(ChosenRule(row, text, tokens, round(float(judged.chances[place]), 4), why))
        return chosen

    async def grounds(self, rules: Sequence[ChosenRule]) -> dict[str, RuleGrounds]:
        """Return what rules speak about, as the store has it now: its files change without the rule."""
        return await self._store.rules.grounds(rule.row.id for rule in rules) if rules else {}

    def applying(
        self, lines: Sequence[str], scope: Scope, vector: Vector | None, threshold: float, errand: bool = False
    ) -> tuple[dict[str, float], bool]:
        """Return which lines of an organisation's file apply, with their chances, and whether anything is asked.

        On an errand those that are surely about this very work.
        """
        rules = self._set_of_lines(tuple(lines))
        if rules is None:
            return {}, True
        judged = judge(rules, scope, vector if self._space() else None)
        chances = lines_that_apply(lines, judged, max(threshold, SURE) if errand else threshold)
        if errand:
            chances = {
                line: chances[line] for row, line in enumerate(lines) if line in chances and judged.is_particular(row)
            }
        return chances, judged.asked

    async def embed_lines(self, lines: Sequence[str]) -> None:
        """Give the lines of an organisation's file their vectors; for a background task."""
        embedder = await self._embedder.wait_for_good()
        if embedder is None or embedder.name != NAME or not lines or len(lines) > MAX_EMBEDDED_LINES:
            return
        try:
            vectors = await embed_batch_within(embedder, embedder.fingerprint, list(lines), Kind.PASSAGE)
        except EmbeddingFailed:
            return
        if vectors is not None:
            self._keep(tuple(lines), rule_set([rule_scope(line) for line in lines], vectors))

    def lacks_vectors(self, lines: Sequence[str]) -> bool:
        """Say whether lines could be judged better: there is a model, and they have no vectors yet."""
        if not self._space() or not 0 < len(lines) <= MAX_EMBEDDED_LINES:
            return False
        rules = self._lines.get(tuple(lines))
        return rules is None or not rules.has_vector.all()

    def _set_of_lines(self, lines: tuple[str, ...]) -> RuleSet | None:
        if lines and lines not in self._lines:
            rules = _set_of([rule_scope(line) for line in lines], [None] * len(lines))
            assert rules is not None  # there are lines
            self._keep(lines, rules)
        return self._lines.get(lines)

    def _keep(self, lines: tuple[str, ...], rules: RuleSet) -> None:
        self._lines[lines] = rules
        while len(self._lines) > KEPT_FILES:
            del self._lines[next(iter(self._lines))]

    def _space(self) -> str:
        """Return the space of the vectors that the weights know; empty while there is none, or another."""
        embedder = self._embedder.embedder
        return embedder.fingerprint if embedder is not None and embedder.name == NAME else ""


def _may_be_told(row: RuleRow, wanted: Wanted) -> bool:
    return (
        row.project_id in wanted.projects
        and row.layer in wanted.layers
        and (row.expires_at is None or row.expires_at > wanted.now)
        and (wanted.known_until is None or row.timestamp <= wanted.known_until)
        and row.id not in wanted.told
    )


def _said(row: RuleRow) -> str:
    """Return what a rule says of its own scope: its title where it has one, its text, and its tags."""
    title = "" if row.content.startswith(row.title.rstrip("…")) else f"{row.title}\n"
    return f"{title}{row.content} {' '.join(row.tags)}".strip()


def _set_of(scopes: Sequence[Scope], vectors: Sequence[bytes | None]) -> RuleSet | None:
    if not scopes:
        return None
    rows: Floats = np.full((len(scopes), DIMENSIONS), np.nan, np.float32)
    for number, vector in enumerate(vectors):
        if vector is not None:
            rows[number] = np.frombuffer(vector, np.float16)
    return rule_set(scopes, rows)
