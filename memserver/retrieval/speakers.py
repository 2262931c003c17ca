"""Who says what in talks, and whom of them a query names.

"What did Mina decide?" is nearly always answered by Mina, while those whom she talks to call her by her name. A label
counts as a speaker only where labels take turns in a thread: "Note:" and "Decision:" in front of single memories do
not. Nothing is excluded.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt

from memserver.retrieval.lexical import Scores
from memserver.text.terms import index_terms

Labels = npt.NDArray[np.int32]
NO_LABEL = 0


class Speakers:
    """The names of labels, and which of them are speakers."""

    def __init__(self, names: Sequence[str] = ("",)) -> None:
        self._codes: dict[str, int] = {name: code for code, name in enumerate(names)}
        self._names: dict[int, frozenset[str]] = {}
        """The terms of the name of each speaker."""
        self._by_term: dict[str, list[int]] = {}
        """The speakers whose name begins with a term."""

    def names(self) -> list[str]:
        """Return the label of each code."""
        return list(self._codes)

    def codes(self, labels: Sequence[str]) -> Labels:
        """Return the codes of labels, new ones where there were none."""
        return np.array([self._codes.setdefault(label, len(self._codes)) for label in labels], np.int32)

    def learn(self, labels: Labels, former: Labels) -> None:
        """Take in which labels take turns: those of passages, and of the passages before them, that differ."""
        turns = (former != labels) & (former != NO_LABEL) & (labels != NO_LABEL)
        speaking = np.union1d(former[turns], labels[turns])
        names = self.names() if len(speaking) else []
        for code in speaking.tolist():
            self._speaker(code, names[code])

    def named_among(self, terms: Collection[str]) -> int | None:
        """Return the one speaker whose name is among the terms of a query; None where there is none or several."""
        asked = frozenset(terms)
        found = {
            code: name for term in asked for code in self._by_term.get(term, ()) if (name := self._names[code]) <= asked
        }
        # "Mary Ann" is not Mary.
        named = [code for code, name in found.items() if not any(name < other for other in found.values())]
        return named[0] if len(named) == 1 else None

    def agreement(self, speaker: int, labels: Labels) -> Scores:
        """Return 1 for what the speaker says, -1 for what another speaker says, 0 for what nobody says."""
        speaks = np.zeros(len(self._codes), np.bool_)
        speaks[list(self._names)] = True
        said: Scores = np.where(labels == speaker, 1.0, np.where(speaks[labels], -1.0, 0.0))
        return said

    def _speaker(self, code: int, label: str) -> None:
        terms = index_terms(label)
        if code not in self._names and terms:
            self._names[code] = frozenset(terms)
            self._by_term.setdefault(terms[0], []).append(code)
