"""Files that change together although they live apart: support, confidence, and whether an import explains it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

MIN_SUPPORT = 4
MIN_CONFIDENCE = 0.5


@dataclass(frozen=True, slots=True)
class Pair:
    """Two files that changed in the same commits: how often, and what share of the rarer one's changes."""

    one: str
    other: str
    support: int
    confidence: float
    imported: bool
    """Whether one imports the other: then it is no surprise."""


def changing_together(
    commits: Iterable[tuple[str, ...]],
    churn: Mapping[str, int],
    wanted: Callable[[str, str], bool],
    edges: Mapping[str, Mapping[str, bool]],
) -> list[Pair]:
    """Return the pairs that change together often enough, those that no import explains first."""
    support: Counter[tuple[str, str]] = Counter()
    for paths in commits:
        support.update(pair for pair in combinations(sorted(paths), 2) if wanted(*pair))
    found = []
    for (one, other), count in support.items():
        confidence = count / min(churn[one], churn[other])
        if count >= MIN_SUPPORT and confidence >= MIN_CONFIDENCE:
            imported = other in edges.get(one, ()) or one in edges.get(other, ())
            found.append(Pair(one, other, count, confidence, imported))
    return sorted(found, key=lambda pair: (pair.imported, -pair.support * pair.confidence, pair.one, pair.other))
