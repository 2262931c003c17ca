"""Proof by replay: over a user's own history, in order of time, each report is predicted by what was learned before it.

The learned router takes over only in those regions (by what the keywords say, and by its confidence) where these
predictions beat the keyword table. Everywhere else keywords decide. Pure counting; nothing is trained here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

# The learned confidence is cut here; each part has to prove itself.
BANDS = (0.35, 0.6)
ALL_BANDS = -1
# Fewer replayed reports than this prove nothing.
LEAST_EVIDENCE = 8
# What was long ago says little about what a user does now.
WINDOW = 1_000
NO_KEYWORD = ""


@dataclass(frozen=True, slots=True)
class Replayed:
    """One report of the history: who was right about it before it was known.

    `said` is the agent that the keywords name, empty where no keyword spoke.
    """

    said: str
    confidence: float
    keywords_right: bool
    learned_right: bool


@dataclass(frozen=True, slots=True)
class Region:
    """How the two did where the keywords said the same and the confidence was alike."""

    said: str
    band: int
    reports: int = 0
    keywords_right: int = 0
    learned_right: int = 0

    @property
    def enough(self) -> bool:
        """Say whether there is enough to go by."""
        return self.reports >= LEAST_EVIDENCE

    @property
    def learned_wins(self) -> bool:
        """Say whether the learned router proved better here."""
        return self.enough and self.learned_right > self.keywords_right


@dataclass(frozen=True, slots=True)
class Trust:
    """Where the learned router may decide."""

    regions: dict[tuple[str, int], Region] = field(default_factory=dict)
    replayed: int = 0
    keywords_right: int = 0
    learned_right: int = 0
    routed_right: int = 0

    def region(self, said: str, confidence: float, *, known: bool) -> Region:
        """Return the evidence to go by: the narrowest that is enough; an empty region when none is.

        `known` says that the learned router has met the agent that the keywords name. Of one that it never met it
        cannot judge by how it did on others.
        """
        chain = [(said, band_of(confidence)), (said, ALL_BANDS)]
        if known and said != NO_KEYWORD:
            chain.append((ANY_KEYWORD, ALL_BANDS))
        for key in chain:
            found = self.regions.get(key)
            if found is not None and found.enough:
                return found
        return Region(said, ALL_BANDS)

    def learned_decides(self, said: str, confidence: float, *, known: bool = True) -> bool:
        """Say whether the learned router has the word for such a task."""
        return self.region(said, confidence, known=known).learned_wins

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


# Stands for every agent that keywords may name.
ANY_KEYWORD = "*"


def band_of(confidence: float) -> int:
    """Return the part of the scale that a confidence lies in."""
    return sum(confidence >= edge for edge in BANDS)


def trust_from(history: Sequence[Replayed]) -> Trust:
    """Weigh the newest part of a replay."""
    recent = history[-WINDOW:]
    counts: dict[tuple[str, int], list[int]] = {}
    for each in recent:
        keys = [(each.said, band_of(each.confidence)), (each.said, ALL_BANDS)]
        if each.said != NO_KEYWORD:
            keys.append((ANY_KEYWORD, ALL_BANDS))
        for key in keys:
            count = counts.setdefault(key, [0, 0, 0])
            count[0] += 1
            count[1] += each.keywords_right
            count[2] += each.learned_right
    trust = Trust({key: Region(*key, *count) for key, count in sorted(counts.items())})
    routed = sum(
        each.learned_right if trust.learned_decides(each.said, each.confidence) else each.keywords_right
        for each in recent
    )
    return Trust(
        trust.regions,
        len(recent),
        sum(each.keywords_right for each in recent),
        sum(each.learned_right for each in recent),
        routed,
    )
