"""Proof by replay: over a user's own history, in order of time, each report is predicted by what was learned before it.

The learned router takes over only in those regions (keyword hit or not, by confidence) where these predictions beat
the keyword table. Everywhere else keywords decide. Pure counting; nothing is trained here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

# The learned confidence is cut here; each part has to prove itself.
BANDS = (0.35, 0.6)
# Fewer replayed reports than this prove nothing.
LEAST_EVIDENCE = 8
# What was long ago says little about what a user does now.
WINDOW = 600


@dataclass(frozen=True, slots=True)
class Replayed:
    """One report of the history: who was right about it before it was known."""

    hit: bool
    confidence: float
    keywords_right: bool
    learned_right: bool


@dataclass(frozen=True, slots=True)
class Region:
    """How the two did where keyword hit and confidence were alike."""

    hit: bool
    band: int
    reports: int
    keywords_right: int
    learned_right: int

    @property
    def learned_wins(self) -> bool:
        """Say whether the learned router proved better here."""
        return self.reports >= LEAST_EVIDENCE and self.learned_right > self.keywords_right


@dataclass(frozen=True, slots=True)
class Trust:
    """Where the learned router may decide."""

    regions: tuple[Region, ...] = ()

    def learned_decides(self, hit: bool, confidence: float) -> bool:
        """Say whether the learned router has the word for such a task.

        A region without enough evidence of its own follows all regions with (or without) a keyword hit together.
        """
        own = [region for region in self.regions if region.hit == hit]
        region = next((each for each in own if each.band == band_of(confidence)), None)
        if region is not None and region.reports >= LEAST_EVIDENCE:
            return region.learned_wins
        together = _sum(own, hit)
        return together.learned_wins

    def lift(self) -> dict[str, float | int]:
        """Return how often keywords, the learned router, and the two together under this trust were right."""
        reports = sum(region.reports for region in self.regions)
        keywords = sum(region.keywords_right for region in self.regions)
        learned = sum(region.learned_right for region in self.regions)
        routed = sum(
            region.learned_right if self.learned_decides(region.hit, _middle(region.band)) else region.keywords_right
            for region in self.regions
        )
        share = 1 / max(reports, 1)
        return {
            "replayed": reports,
            "keywordAccuracy": round(keywords * share, 4),
            "learnedAccuracy": round(learned * share, 4),
            "routedAccuracy": round(routed * share, 4),
            "lift": round((routed - keywords) * share, 4),
        }


def band_of(confidence: float) -> int:
    """Return the part of the scale that a confidence lies in."""
    return sum(confidence >= edge for edge in BANDS)


def trust_from(history: Sequence[Replayed]) -> Trust:
    """Weigh the newest part of a replay."""
    recent = history[-WINDOW:]
    regions = []
    for hit in (False, True):
        for band in range(len(BANDS) + 1):
            members = [each for each in recent if each.hit == hit and band_of(each.confidence) == band]
            regions.append(
                Region(
                    hit,
                    band,
                    len(members),
                    sum(each.keywords_right for each in members),
                    sum(each.learned_right for each in members),
                )
            )
    return Trust(tuple(regions))


def _sum(regions: Sequence[Region], hit: bool) -> Region:
    return Region(
        hit,
        -1,
        sum(each.reports for each in regions),
        sum(each.keywords_right for each in regions),
        sum(each.learned_right for each in regions),
    )


def _middle(band: int) -> float:
    edges = (0.0, *BANDS, 1.0)
    return (edges[band] + edges[band + 1]) / 2
