"""A handful of texts with their postings and lengths, for tests of ranking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from memserver.retrieval.lexical import Posting, Scores, WordMatch, match_words, postings_of
from memserver.retrieval.passage_table import NOWHERE, Columns
from memserver.retrieval.tuning import LEXICAL
from memserver.text.terms import index_terms, query_words


@dataclass(frozen=True)
class TextLengths:
    """How many terms the texts have; passage ids count from 1."""

    terms: Sequence[int]

    @property
    def count(self) -> int:
        return len(self.terms)

    @property
    def mean_terms(self) -> float:
        return sum(self._floored()) / len(self.terms) if self.terms else float(LEXICAL.shortest)

    def terms_of(self, ids: npt.NDArray[np.int32]) -> Scores:
        return np.array(self._floored(), np.float64)[ids - 1]

    def _floored(self) -> list[int]:
        return [max(each, LEXICAL.shortest) for each in self.terms]


def postings_from(texts: Sequence[str]) -> dict[str, Posting]:
    """Return what the text index would answer; passage ids count from 1."""
    joined: dict[str, list[str]] = {}
    for number, text in enumerate(texts, 1):
        for term in index_terms(text):
            joined.setdefault(term, []).append(str(number))
    return postings_of((term, ",".join(ids)) for term, ids in joined.items())


def match(question: str, texts: Sequence[str]) -> WordMatch:
    """Match a question against the texts."""
    lengths = TextLengths([len(index_terms(text)) for text in texts])
    return match_words(query_words(question), postings_from(texts), lengths)


def columns_of(owners: Sequence[int], threads: Sequence[int] | None = None) -> Columns:
    """Return the table of passages of these owners, in the order of addition; nothing told about their order."""
    count = len(owners)
    zeros = np.zeros(count, np.int32)
    return Columns(
        ids=np.arange(1, count + 1),
        holders=zeros,
        owners=np.array(owners, np.int64),
        threads=np.array(threads if threads is not None else [NOWHERE] * count, np.int32),
        positions=np.arange(1, count + 1),
        ordinals=zeros,
        tokens=zeros + 10,
        terms=zeros + 10,
        korean=np.zeros(count, np.bool_),
        labels=zeros,
        before=np.full(count, NOWHERE, np.int32),
        after=np.full(count, NOWHERE, np.int32),
    )
