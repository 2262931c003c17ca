"""Which agent gets a task: keywords, what was learned, proven patterns; with the evidence in words.

The learned router decides only where its replay beat the keyword table (see `replay`). A proven pattern about the same
thing may decide where it is stronger than the keywords. Otherwise keywords do, and without any the default agent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from memserver.learning.agents import DEFAULT_CONFIDENCE, KeywordChoice, KeywordTable, domain_agent
from memserver.learning.features import Features, features_of
from memserver.learning.pattern_search import PatternMatch
from memserver.learning.replay import NO_KEYWORD, Trust
from memserver.learning.route_learner import RouteLearner
from memserver.learning.route_memory import Prediction
from memserver.storage.routing import AgentRow

Floats = npt.NDArray[np.float32]

# A pattern decides when similarity × quality is above this, and above this share per keyword hit (SPEC 154).
PATTERN_STRENGTH = 0.7
PATTERN_STRENGTH_PER_HIT = 0.2
ALTERNATIVES = 3


@dataclass(frozen=True, slots=True)
class Route:
    """The answer to a task."""

    agent: str
    confidence: float
    reasoning: str
    alternatives: tuple[tuple[str, float], ...]
    decided_by: str


class Router:
    """Decides by what there is; never waits and never embeds."""

    def __init__(self, learner: RouteLearner) -> None:
        self._learner = learner
        self._agents: tuple[AgentRow, ...] = ()
        self.table = KeywordTable(())

    @property
    def agents(self) -> tuple[AgentRow, ...]:
        """Return the agents that there are."""
        return self._agents

    def set_agents(self, agents: Sequence[AgentRow]) -> None:
        """Take over a changed registry."""
        self._agents = tuple(agents)
        self.table = KeywordTable(agents)

    def route(self, task: str, vector: Floats | None, project: str, patterns: Sequence[PatternMatch]) -> Route:
        """Choose an agent for a task."""
        words = self.table.decide(task)
        if (learned := self._learned(features_of(task), vector, project, words)) is not None:
            return learned
        if (proven := self._by_pattern(patterns, words)) is not None:
            return proven
        return self._by_keywords(words)

    def _learned(self, features: Features, vector: Floats | None, project: str, words: KeywordChoice) -> Route | None:
        made, trust, own = self._prediction(features, vector, project)
        if made is None:
            return None
        said = NO_KEYWORD if words.by_default else words.agent
        if trust.narrow and words.by_default and not made.familiar:
            return None
        region = trust.region(said, made.confidence)
        if not region.learned_wins:
            return None
        reasoning = (
            f"Learned from {own} reports: {made.confidence:.0%} for {made.agent}. "
            f"On {region.reports} such tasks of the past this was right {region.learned_right} times, "
            f"the keywords {region.keywords_right} times."
        )
        if not words.by_default:
            reasoning += f" Keywords ({_hits(words, words.agent)}) say {words.agent}."
        memory = self._learner.memories.get(project)
        if memory is not None and vector is not None and len(vector) == memory.dimensions and memory.reports:
            reasoning += f" {memory.similar(vector, made.agent)} of the most similar tasks went well with {made.agent}."
        return Route(made.agent, round(made.confidence, 4), reasoning, _rest(made.ranked[1:]), "patterns")

    def _prediction(
        self, features: Features, vector: Floats | None, project: str
    ) -> tuple[Prediction | None, Trust, int]:
        """Return what the project's own weights say, else what the user's shared ones do, and how far to trust it."""
        names = self.table.names
        memory = self._learner.memories.get(project)
        if memory is not None and memory.model is not None and memory.replayed:
            return memory.predict(features, vector, names), memory.trust, len(memory.reports)
        shared = self._learner.shared
        others = [each for each in self._learner.memories.values() if each.reports]
        if shared is None or not others:
            return None, Trust(), 0
        made = others[0].predict_by(shared, features, vector, names)
        return made, self._learner.shared_trust(), sum(len(each.reports) for each in others)

    def _by_pattern(self, patterns: Sequence[PatternMatch], words: KeywordChoice) -> Route | None:
        most = max((len(hits) for hits in words.hits.values()), default=0)
        for match in patterns:
            strength = match.similarity * match.pattern.quality
            agent = domain_agent(match.pattern.domain, self._agents)
            needed = max(PATTERN_STRENGTH, PATTERN_STRENGTH_PER_HIT * most)
            if agent is None or match.pattern.kind == "warning" or strength <= needed:
                continue
            reasoning = (
                f"A pattern of the domain {match.pattern.domain} that worked {match.pattern.success_count} of "
                f"{match.pattern.usage_count} times is about the same (similarity {match.similarity:.2f})."
            )
            rest = [(name, words.confidence(name)) for name in words.hits if name != agent]
            return Route(agent, round(min(strength, 1.0), 4), reasoning, _rest(rest), "patterns")
        return None

    def _by_keywords(self, words: KeywordChoice) -> Route:
        if words.by_default:
            reasoning = f"No keyword of any agent is in the task: {words.agent} takes what calls for nobody else."
            return Route(words.agent, DEFAULT_CONFIDENCE, reasoning, (), "default")
        order = {name: place for place, name in enumerate(self.table.names)}
        rest = sorted(
            ((name, words.confidence(name)) for name in words.hits if name != words.agent),
            key=lambda item: (-item[1], order[item[0]]),
        )
        reasoning = f"The task holds {_hits(words, words.agent)}, which {words.agent} is known by."
        return Route(words.agent, words.confidence(words.agent), reasoning, _rest(rest), "keywords")


def _hits(words: KeywordChoice, agent: str) -> str:
    return ", ".join(f"“{word}”" for word in words.hits[agent])


def _rest(ranked: Sequence[tuple[str, float]]) -> tuple[tuple[str, float], ...]:
    return tuple((agent, round(confidence, 4)) for agent, confidence in ranked[:ALTERNATIVES])
