"""Every tuned number of the ranking, in one table, with where it comes from.

Measured on eleven kinds of real text (talks, code, product pages, handbooks, commands, coding memories, bug reports);
what was fitted was fitted with each kind left out in turn: docs/decisions/0016-ranking.md has the tables.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LexicalTuning:
    """How words are scored."""

    k1: float = 1.2
    """BM25's usual saturation."""
    length_share: float = 0.75
    """BM25's usual b: how far a long passage is marked down."""
    shortest: int = 25
    """Terms below which a passage is not taken to be shorter: without it the tiniest turns of a talk win."""
    saturation: float = 0.9
    """How fast further mentions of a word stop counting where length is left out (cover and lending)."""
    beside: int = 10
    """Passages without the word that are taken to stand beside those of the store: in one of four, a word that one of
    them holds would pass for common. As many as shrink the mean of the vectors (`RANKING.mean_steady`)."""
    synonym: float = 0.6
    """Share of a word that a synonym is worth: enough to be found, too little to beat the word itself."""


@dataclass(frozen=True, slots=True)
class RankingTuning:
    """The weights of the parts of a score. Whichever kind of text is left out, they move by a fifth at most."""

    words: float = 5.7
    nearness: float = 1.07
    lent: float = 12.2
    speaker: float = 1.0
    """Flat from 0.6 to 2."""
    named: float = 1.0
    """Points for what the query names, times how surely it is meant (2 for a symbol, 3 for a ticket)."""
    neighbour: float = 0.55
    """Share of a word that the next passage lends."""
    beyond: float = 0.6
    """Of that, the share that the passage beyond it lends."""
    short: float = 40.0
    """Terms from which a passage needs its surroundings less: 1 / (1 + terms / 40)."""
    other_language: float = 0.5
    """A text in another language cannot match words: it has this share of what stands at its place."""
    order_from: float = 0.05
    order_full: float = 0.15
    """Similarity of passages that were added one after the other from which their order means something, and from
    which it is taken as told. Texts in their order have 0.2 and more, the same shuffled 0.01."""
    order_window: int = 16
    """How many links around a passage are averaged for that."""
    language_group: int = 20
    """Passages of a language from which it is compared with itself only."""
    mean_steady: int = 10
    """Passages that the store's mean is shrunk by: that of a few is mostly those few."""


@dataclass(frozen=True, slots=True)
class UsualNearness:
    """What a question has in common with passages that have nothing to do with it, for stores too small to tell."""

    weight: int = 10
    mean: float = 0.03
    deviation: float = 0.11


LEXICAL = LexicalTuning()
RANKING = RankingTuning()
USUAL = UsualNearness()
