"""Lets passages that follow each other help one another to be found.

A turn of a talk answers the one before it; a chunk goes on where the last one ended. So a passage is lent a share of
what its neighbours match, by score and at question time: nothing is embedded or stored twice. A section that stands
under another heading is another subject and lends less.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from memserver.retrieval.lexical import Ids, Scores, WordMatch

Mask = npt.NDArray[np.bool_]

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
    """Where passages stand, ids ascending: the owner and the length of each, and how it stands to the one before it."""

    ids: Ids
    owners: Ids
    """Numbers: passages of one owner are ranked as one."""
    tokens: npt.NDArray[np.int32]
    follows: Mask
    """Whether it goes on where the one before it in this layout ended."""
    same_heading: Mask
    """Whether it stands under the same heading as that one."""
    by_others: Mask | None = None
    """Whether somebody else says it than the one speaker whom the question names; None where it names none."""


@dataclass(frozen=True, slots=True)
class Links:
    """For each distance (rows: 2 before, 1 before, 1 after, 2 after) the place of the neighbour, or one at the edge
    where there is none, and how strongly it is linked."""

    places: npt.NDArray[np.intp]
    strengths: Scores


DISTANCES = np.array([*range(-REACH, 0), *range(1, REACH + 1)])[:, None]


def find_links(layout: Layout) -> Links:
    """Find who is next to whom, and how strong the bond between them is."""
    count = len(layout.ids)
    bond = np.where(layout.same_heading, 1.0, ACROSS_HEADING) * layout.follows
    strengths = np.zeros((len(DISTANCES), count))
    before = bond
    for distance in range(1, REACH + 1):
        strengths[REACH - distance] = before
        strengths[REACH + distance - 1, :-distance] = before[distance:]
        # One step further back leads over one bond more.
        before = before * np.concatenate([np.zeros(distance), bond])[:count]
    places = np.clip(np.arange(count) + DISTANCES, 0, max(count - 1, 0))
    return Links(places, strengths)


def between_owners(links: Links, owners: Ids) -> Links:
    """Return the links that lead from one owner to another.

    Passages of one owner are already judged together, by the best of them: words lent among them would only favour
    long texts.
    """
    return Links(links.places, np.where(owners == owners[links.places], 0.0, links.strengths))


def lend_words(match: WordMatch, layout: Layout, links: Links) -> tuple[Scores, Scores]:
    """Return (own, with what neighbours lend) word scores of the passages: a word held by both counts once."""
    own = match.at(layout.ids)
    lent = own[:, links.places] * (_shares(WORD_SHARE, WORD_BEYOND) * links.strengths)
    return own, np.maximum(own, lent.max(axis=1))


def lend_similarity(similarity: Scores, links: Links) -> Scores:
    """Return similarities with a share of the neighbours' added."""
    lent = similarity[links.places] * (_shares(DENSE_SHARE, DENSE_BEYOND) * links.strengths)
    together: Scores = similarity + lent.sum(axis=0)
    return together


def _shares(next_to: float, beyond: float) -> Scores:
    """Return what is lent over each distance."""
    return np.where(np.abs(DISTANCES) > 1, next_to * beyond, next_to)
