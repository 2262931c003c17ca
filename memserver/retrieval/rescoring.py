"""Reweights candidates by what is known about them beside their text. Each rule is one small function.

A rule returns a factor near 1 and never 0: it can change the order, it can't hide a candidate. Scores are on a scale of
logarithms, so what is added is the logarithm of the factor. The factors are kept by name and rounded, so that a person
can see why something stands where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import log
from pathlib import PurePosixPath
from typing import Protocol

from memserver.retrieval.budget import BRAIN_CHUNKS
from memserver.retrieval.levels import Level, level_factor, level_of_folders, level_of_text
from memserver.retrieval.ranking import DECIMALS
from memserver.text.time_expressions import Period

ACTIONABILITY_WEIGHT = 0.3
COMMAND_MATCH, OPEN_FILE, SAME_FOLDER, SAME_MEANING = 0.30, 0.40, 0.20, 0.10

# A memory never fades below this share: old and true beats new and beside the point.
OLDEST_SHARE = 0.9
DAY = 86_400.0
HALF_LIFE = {"episodic": 30 * DAY, "short-term": 7 * DAY}
OTHER_HALF_LIFE = 180 * DAY

INSIDE_PERIOD = 1.35
BESIDE_PERIOD = 1.1

STATUS_FACTORS = {"published": 1.06, "verified": 1.04, "hypothesis": 1.0, "archived": 0.6}
STALE_FACTOR = 0.8
LAYER_FACTORS = {"long-term": 1.03, "project": 1.03, "procedural": 1.02}
"""Rules, decisions and procedures were kept because they hold beyond one talk."""
CONFIDENCE_SPREAD = 0.1
EVEN_CONFIDENCE = 0.5
MIX_SPREAD = 0.6
EVEN_MIX = 50

_EXTENSION_MEANINGS = (
    frozenset((".md", ".markdown", ".txt", ".rst", ".mdx")),
    frozenset((".py", ".pyi", ".ipynb")),
    frozenset((".ts", ".tsx", ".js", ".jsx", ".mjs", ".vue", ".svelte")),
    frozenset((".json", ".yaml", ".yml", ".toml", ".ini", ".env")),
    frozenset((".css", ".scss", ".less", ".html")),
    frozenset((".java", ".kt", ".scala", ".groovy")),
    frozenset((".c", ".h", ".cpp", ".hpp", ".cc", ".rs", ".go")),
    frozenset((".sql", ".csv", ".parquet")),
)
_WORDS = re.compile(r"\w+")


class Weighed(Protocol):
    """What the rules know about a candidate beside its match."""

    @property
    def source(self) -> str:
        """Return the layer, or `brain-memory` for a file."""
        ...

    @property
    def title(self) -> str:
        """Return its title."""
        ...

    @property
    def text(self) -> str:
        """Return the text that matches best."""
        ...

    @property
    def moment(self) -> datetime:
        """Return when it was written."""
        ...

    @property
    def path(self) -> str | None:
        """Return the path of a file of the brain."""
        ...

    @property
    def status(self) -> str | None:
        """Return how far a memory is trusted."""
        ...

    @property
    def stale(self) -> str:
        """Return why it may no longer hold; empty when it does."""
        ...

    @property
    def confidence(self) -> float:
        """Return how sure it is."""
        ...

    @property
    def level(self) -> int | None:
        """Return how abstract its text is; None where nobody has read it for that yet."""
        ...


@dataclass(frozen=True, slots=True)
class Situation:
    """What is known about the turn."""

    now: datetime
    level: Level | None = None
    """The level of the question; None leaves levels out of account."""
    period: Period | None = None
    active_file: str | None = None
    recent_commands: tuple[str, ...] = ()
    actionability: bool = True
    knowledge_mix: int = EVEN_MIX

    @property
    def acts(self) -> bool:
        """Say whether there is something that a candidate may belong to: an open file, a command used lately."""
        return self.actionability and bool(self.active_file or self.recent_commands)


Rule = Callable[[Weighed, Situation], float]


def actionability(candidate: Weighed, turn: Situation) -> float:
    """More for what belongs to the open file or to a command used lately (SPEC 58–59)."""
    if not turn.acts:
        return 1.0
    signal = 0.0
    about = f"{candidate.title} {candidate.path or ''}".lower()
    if any(command.lstrip("/").lower() in _WORDS.findall(about) for command in turn.recent_commands if command):
        signal += COMMAND_MATCH
    if turn.active_file:
        signal += _file_signal(candidate, PurePosixPath(turn.active_file.replace("\\", "/")), about)
    return round(1 + signal * ACTIONABILITY_WEIGHT, DECIMALS)


def _file_signal(candidate: Weighed, active: PurePosixPath, about: str) -> float:
    signal = 0.0
    if active.name and (active.name.lower() in about or active.name in candidate.text):
        signal += OPEN_FILE
    place = PurePosixPath(candidate.path or "")
    if active.parent.name and active.parent.name.lower() in (part.lower() for part in place.parts[:-1]):
        signal += SAME_FOLDER
    suffixes = {active.suffix.lower(), place.suffix.lower()}
    if candidate.path and any(suffixes <= meaning for meaning in _EXTENSION_MEANINGS):
        signal += SAME_MEANING
    return signal


def hierarchy(candidate: Weighed, turn: Situation) -> float:
    """More when question and text are equally abstract, less at opposite ends (SPEC 60)."""
    if turn.level is None:
        return 1.0
    folders = level_of_folders(candidate.path) if candidate.path else None
    if folders is not None:
        return level_factor(turn.level, folders)
    return level_factor(turn.level, level_of_text(candidate.text) if candidate.level is None else candidate.level)


def period(candidate: Weighed, turn: Situation) -> float:
    """More for what happened in the time that the question names, a little for what happened just beside it."""
    return 1.0 if turn.period is None else period_factor(turn.period, candidate.moment)


def period_factor(named: Period, moment: datetime) -> float:
    """Return what a moment counts for when a question names a period."""
    if named.holds(moment):
        return INSIDE_PERIOD
    margin = (named.end - named.start) / 2
    return BESIDE_PERIOD if named.start - margin <= moment < named.end + margin else 1.0


def recency(candidate: Weighed, turn: Situation) -> float:
    """Less with age, by the half-life of its kind, and never much less; a question about a period needs no news."""
    if turn.period is not None:
        return 1.0
    age = max((turn.now - candidate.moment).total_seconds(), 0.0)
    left: float = 0.5 ** (age / HALF_LIFE.get(candidate.source, OTHER_HALF_LIFE))
    return round(OLDEST_SHARE + (1 - OLDEST_SHARE) * left, DECIMALS)


def validation(candidate: Weighed, _turn: Situation) -> float:
    """More for what a test, a compiler or a person vouched for."""
    return STATUS_FACTORS.get(candidate.status or "", 1.0)


def staleness(candidate: Weighed, _turn: Situation) -> float:
    """Less when the files that it speaks about have changed since."""
    return STALE_FACTOR if candidate.stale else 1.0


def layer(candidate: Weighed, _turn: Situation) -> float:
    """A little more for layers that hold what was meant to last."""
    return LAYER_FACTORS.get(candidate.source, 1.0)


def confidence(candidate: Weighed, _turn: Situation) -> float:
    """A little more or less by how sure we are of it; 0.5 changes nothing."""
    if candidate.confidence == EVEN_CONFIDENCE:
        return 1.0
    return round(1 + CONFIDENCE_SPREAD * (min(max(candidate.confidence, 0.0), 1.0) - EVEN_CONFIDENCE), DECIMALS)


def knowledge_mix(candidate: Weighed, turn: Situation) -> float:
    """More or less for files of the brain, by how far the turn leans on them; 50 changes nothing (SPEC 54)."""
    if candidate.source != BRAIN_CHUNKS:
        return 1.0
    return round(1 + MIX_SPREAD * (min(max(turn.knowledge_mix, 0), 100) - EVEN_MIX) / 100, DECIMALS)


RULES: tuple[tuple[str, Rule], ...] = (
    ("actionability", actionability),
    ("level", hierarchy),
    ("period", period),
    ("recency", recency),
    ("validation", validation),
    ("staleness", staleness),
    ("layer", layer),
    ("confidence", confidence),
    ("knowledgeMix", knowledge_mix),
)


def rules_for(turn: Situation) -> tuple[tuple[str, Rule], ...]:
    """Return the rules that can change anything in this turn; the others need not be asked for every candidate."""
    idle = {"period" if turn.period is None else "recency"}
    if not turn.acts:
        idle.add("actionability")
    if turn.level is None:
        idle.add("level")
    if turn.knowledge_mix == EVEN_MIX:
        idle.add("knowledgeMix")
    return tuple((name, rule) for name, rule in RULES if name not in idle)


def rescore(
    candidate: Weighed, turn: Situation, strength: float, rules: Sequence[tuple[str, Rule]] = RULES
) -> tuple[float, dict[str, float]]:
    """Return what the rules add to a score, and the factors that are not 1 by name."""
    factors: dict[str, float] = {}
    added = 0.0
    for name, rule in rules:
        factor = rule(candidate, turn)
        if factor != 1.0:
            factors[name] = factor
            added += strength * log(factor)
    return added, factors
