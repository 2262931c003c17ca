"""Proof by replay: over a user's own history, in order of time, each report is predicted by what was learned before it.

The learned router takes over only in those regions (by what the keywords say, and by its confidence) where these
predictions beat the keyword table. Everywhere else keywords decide. Every agent counts the same, however often it was
reported: a history of one kind of work proves nothing about the others. Pure counting; nothing is trained here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from memserver.learning.agents import INITIAL_AGENTS

# The numbers below were chosen by replay on the training part of the benchmark alone (benchmarks/routing_choice.py): a
# large mean gain over the keywords, and below them at no point of the history.

# The learned confidence is cut here; each part has to prove itself.
BANDS = (0.35, 0.6)
ALL_BANDS = -1
# Fewer replayed reports than this prove nothing.
LEAST_EVIDENCE = 6
# What was long ago says little about what a user does now.
WINDOW = 3_000
NO_KEYWORD = ""
# Until reports say otherwise a keyword is believed to find this share of its agent's tasks. The belief fades as tasks
# with the keyword turn out to be other agents', of which each counts so many times at most; faster in a history of many
# agents. One that knows fewer than three may not have come to the others yet, and overrules no keyword at all.
BELIEVED_SHARE = 0.8
BELIEF_HALVED_BY = 80
MOST_AGAINST_PER_AGENT = 16
NARROW_AGENTS = 3
# An agent that memserver brought along and that a broader history never names is not in use there: whoever has agents
# of their own need not remove those of the first table before their own are believed.
BROUGHT_ALONG = frozenset(agent.name for agent in INITIAL_AGENTS)
# Nor does such a history know what to do with a task unlike all that it has seen, on the common scale of similarity.
FAMILIAR = 0.7
# A share that rests on a few reports only is taken for less.
CAUTION = 2


@dataclass(frozen=True, slots=True)
class Replayed:
    """One report of the history: who was right about it before it was known.

    `said` is the agent that the keywords name, empty where no keyword spoke; `agent` is the one that was right.
    """

    agent: str
    said: str
    confidence: float
    keywords_right: bool
    learned_right: bool


@dataclass(frozen=True, slots=True)
class Region:
    """How the two did where the keywords said the same and the confidence was alike.

    The shares say how much of an agent's tasks each gets right here, added up over agents.
    """

    said: str
    band: int
    reports: int = 0
    keywords_right: int = 0
    learned_right: int = 0
    keywords_share: float = 0.0
    learned_share: float = 0.0

    @property
    def enough(self) -> bool:
        """Say whether there is enough to go by."""
        return self.reports >= LEAST_EVIDENCE

    @property
    def learned_wins(self) -> bool:
        """Say whether the learned router proved better here."""
        return self.enough and self.learned_share > self.keywords_share


@dataclass(frozen=True, slots=True)
class Trust:
    """Where the learned router may decide."""

    regions: dict[tuple[str, int], Region] = field(default_factory=dict)
    replayed: int = 0
    keywords_right: int = 0
    learned_right: int = 0
    routed_right: int = 0
    narrow: bool = False
    """The history knows too few agents to speak against a keyword."""

    def region(self, said: str, confidence: float) -> Region:
        """Return the evidence to go by: of this confidence where it is enough, else of every confidence."""
        if self.narrow and said != NO_KEYWORD:
            return Region(said, ALL_BANDS)
        for key in ((said, band_of(confidence)), (said, ALL_BANDS)):
            found = self.regions.get(key)
            if found is not None and found.enough:
                return found
        return Region(said, ALL_BANDS)

    def learned_decides(self, said: str, confidence: float) -> bool:
        """Say whether the learned router has the word for such a task."""
        return self.region(said, confidence).learned_wins

    def lift(self) -> dict[str, float | int]:
        """Return how often keywords, the learned router, and the two together under this trust were right."""
        share = 1 / max(self.replayed, 1)
        return {
            "replayed": self.replayed,
            "keywordAccuracy": round(self.keywords_right * share, 4),
            "learnedAccuracy": round(self.learned_right * share, 4),
            "routedAccuracy": round(self.routed_right * share, 4),
            "lift": round((self.routed_right - self.keywords_right) * share, 4),
        }


def band_of(confidence: float) -> int:
    """Return the part of the scale that a confidence lies in."""
    return sum(confidence >= edge for edge in BANDS)


def trust_from(history: Sequence[Replayed]) -> Trust:
    """Weigh the newest part of a replay."""
    recent = history[-WINDOW:]
    totals = Counter(each.agent for each in recent)
    groups: dict[tuple[str, int], list[Replayed]] = {}
    for each in recent:
        for band in (band_of(each.confidence), ALL_BANDS):
            groups.setdefault((each.said, band), []).append(each)
    regions = {key: _region(key, members, groups[key[0], ALL_BANDS], totals) for key, members in sorted(groups.items())}
    narrow = sum(count >= LEAST_EVIDENCE for count in totals.values()) < NARROW_AGENTS
    trust = Trust(regions, narrow=narrow)
    routed = sum(
        each.learned_right if trust.learned_decides(each.said, each.confidence) else each.keywords_right
        for each in recent
    )
    keywords, learned = sum(each.keywords_right for each in recent), sum(each.learned_right for each in recent)
    return Trust(regions, len(recent), keywords, learned, routed, narrow)


def _region(
    key: tuple[str, int], members: Sequence[Replayed], same_keyword: Sequence[Replayed], totals: Counter[str]
) -> Region:
    said, band = key
    right = Counter(each.agent for each in members if each.learned_right)
    by_keywords = Counter(each.agent for each in members if each.keywords_right)
    keywords = _share(by_keywords, totals)
    agents = sum(count >= LEAST_EVIDENCE for count in totals.values())
    unused = said in BROUGHT_ALONG and not totals[said] and agents >= NARROW_AGENTS
    if said != NO_KEYWORD and not unused:
        against = Counter(each.agent for each in same_keyword if each.agent != said)
        breadth = max(1.0, agents / NARROW_AGENTS)
        doubt = breadth**2 * sum(min(count, MOST_AGAINST_PER_AGENT) for count in against.values())
        belief = BELIEVED_SHARE * BELIEF_HALVED_BY / (BELIEF_HALVED_BY + doubt)
        keywords += belief * CAUTION / (totals[said] + CAUTION) * len(members) / len(same_keyword)
    return Region(
        said, band, len(members), by_keywords.total(), right.total(), round(keywords, 6),
        round(_share(right, totals), 6),
    )  # fmt: skip


def _share(right: Counter[str], totals: Counter[str]) -> float:
    return sum(count / (totals[agent] + CAUTION) for agent, count in sorted(right.items()))
