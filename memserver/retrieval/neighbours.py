"""Lets passages that follow each other help one another to be found.

A turn of a talk answers the one before it; a chunk goes on where the last one ended. So a passage is lent a share of
what its neighbours match, by score and at question time: nothing is embedded or stored twice. A section that stands
under another heading is another subject and lends less.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from memserver.retrieval.lexical import Ids, Scores, WordMatch

# Share of a word that the passage before or after lends, and of that, the share that the one beyond lends.
WORD_SHARE = 0.55
WORD_BEYOND = 0.6
# The same for similarity, which is summed and not per word, so each lends less.
DENSE_SHARE = 0.25
DENSE_BEYOND = 0.5
# What is left of a share across a heading.
ACROSS_HEADING = 0.5
REACH = 2


@dataclass(frozen=True, slots=True)
class Layout:
    """Where passages stand: ids ascending, with the thread and the heading of each."""

    ids: Ids
    threads: Sequence[str | None]
    headings: Sequence[str]


@dataclass(frozen=True, slots=True)
class Links:
    """For each distance (-2, -1, 1, 2) the place of the neighbour (or of itself) and how strongly it is linked."""

    places: dict[int, npt.NDArray[np.intp]]
    strengths: dict[int, Scores]


def find_links(layout: Layout) -> Links:
    """Find who is next to whom: ids that follow each other within one thread."""
    count = len(layout.ids)
    bond = np.zeros(count)
    for place in np.flatnonzero(np.diff(layout.ids) == 1).tolist():
        thread = layout.threads[place]
        if thread is not None and thread == layout.threads[place + 1]:
            same = layout.headings[place] == layout.headings[place + 1]
            bond[place] = 1.0 if same else ACROSS_HEADING
    places: dict[int, npt.NDArray[np.intp]] = {}
    strengths: dict[int, Scores] = {}
    here = np.arange(count)
    for distance in range(1, REACH + 1):
        forward = np.zeros(count)
        if count > distance:
            forward[:-distance] = np.prod([bond[step : count - distance + step] for step in range(distance)], axis=0)
        backward = np.zeros(count)
        backward[distance:] = forward[: count - distance] if count > distance else 0.0
        places[distance] = np.minimum(here + distance, max(count - 1, 0))
        places[-distance] = np.maximum(here - distance, 0)
        strengths[distance], strengths[-distance] = forward, backward
    return Links(places, strengths)


def between_owners(links: Links, owners: Sequence[str]) -> Links:
    """Return the links that lead from one owner to another.

    Passages of one owner are already judged together, by the best of them: words lent among them would only favour
    long texts.
    """
    numbers: dict[str, int] = {}
    codes = np.fromiter((numbers.setdefault(owner, len(numbers)) for owner in owners), np.int64, len(owners))
    strengths = {
        distance: np.where(codes == codes[links.places[distance]], 0.0, strength)
        for distance, strength in links.strengths.items()
    }
    return Links(links.places, strengths)


def lend_words(match: WordMatch, layout: Layout, links: Links) -> tuple[Scores, Scores]:
    """Return (own, with what neighbours lend) word scores of the passages: a word held by both counts once."""
    own = match.at(layout.ids)
    lent = own.copy()
    for distance, places in links.places.items():
        share = WORD_SHARE * (WORD_BEYOND if abs(distance) > 1 else 1.0)
        np.maximum(lent, own[:, places] * (share * links.strengths[distance]), out=lent)
    return own, lent


def lend_similarity(similarity: Scores, links: Links) -> Scores:
    """Return similarities with a share of the neighbours' added."""
    lent = similarity.copy()
    for distance, places in links.places.items():
        share = DENSE_SHARE * (DENSE_BEYOND if abs(distance) > 1 else 1.0)
        lent += similarity[places] * (share * links.strengths[distance])
    return lent
