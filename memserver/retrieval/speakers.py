"""Who says what in talks, and whom of them a question names.

"What did Mina decide?" is nearly always answered by Mina, while those whom she talks to call her by her name. So what
others say is worth less then. A label counts as a speaker only where labels take turns in a thread: "Note:" and
"Decision:" in front of single memories do not. Nothing is excluded.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt

from memserver.retrieval.neighbours import Mask
from memserver.text.terms import index_terms


class Speakers:
    """The label of each passage, in the order in which passages are taken in, and which of the labels are speakers."""

    def __init__(self) -> None:
        self._codes: dict[str, int] = {"": 0}
        self._labels: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self._names: dict[int, frozenset[str]] = {}
        """The terms of the name of each speaker."""
        self._by_term: dict[str, list[int]] = {}
        """The speakers whose name begins with a term."""
        self._speaks: Mask = np.zeros(1, np.bool_)
        """By label."""

    def take_in(self, labels: Sequence[str], follows: Sequence[bool], before: str) -> None:
        """Take in the labels of passages; `follows` says which go on where the one before ended, `before` at first."""
        codes = [self._codes.setdefault(label, len(self._codes)) for label in labels]
        for label, former, goes_on in zip(labels, [before, *labels[:-1]], follows, strict=True):
            if goes_on and label and former and label != former:
                self._speaker(former)
                self._speaker(label)
        self._labels = np.append(self._labels, np.array(codes, np.int32))
        self._speaks = np.zeros(len(self._codes), np.bool_)
        self._speaks[list(self._names)] = True

    def named_among(self, terms: Collection[str]) -> int | None:
        """Return the one speaker whose name is among the terms of a question; None where there is none or several."""
        asked = frozenset(terms)
        found = {
            code: name for term in asked for code in self._by_term.get(term, ()) if (name := self._names[code]) <= asked
        }
        # "Mary Ann" is not Mary.
        named = [code for code, name in found.items() if not any(name < other for other in found.values())]
        return named[0] if len(named) == 1 else None

    def said_by_others(self, speaker: int, places: npt.NDArray[np.intp]) -> Mask:
        """Say which passages, given by their places, are said by another speaker."""
        labels = self._labels[places]
        others: Mask = self._speaks[labels] & (labels != speaker)
        return others

    def _speaker(self, label: str) -> None:
        code, terms = self._codes[label], index_terms(label)
        if code not in self._names and terms:
            self._names[code] = frozenset(terms)
            self._by_term.setdefault(terms[0], []).append(code)
