"""A handful of notes with their postings and made-up vectors, for tests of ranking."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from memserver.index.exact import ExactIndex
from memserver.retrieval.dense import DenseQuery
from memserver.retrieval.lexical import Posting, Scores, WordMatch, match_words, postings_of
from memserver.retrieval.neighbours import Layout
from memserver.retrieval.ranking import Ranked, score_passages
from memserver.text.terms import index_terms, query_words


def postings_from(texts: Sequence[str]) -> dict[str, Posting]:
    """Return what the text index would answer; passage ids count from 1."""
    joined: dict[str, list[str]] = {}
    for number, text in enumerate(texts, 1):
        for term in index_terms(text):
            joined.setdefault(term, []).append(str(number))
    return postings_of((term, ",".join(ids)) for term, ids in joined.items())


def match(question: str, texts: Sequence[str]) -> WordMatch:
    """Match a question against the texts."""
    return match_words(query_words(question), postings_from(texts), len(texts))


def layout(texts: Sequence[str], in_thread: bool = True, owners: Sequence[int] | None = None) -> Layout:
    """Return a layout in which the texts follow each other under one heading; each has an owner of its own or these."""
    count = len(texts)
    ids = np.arange(1, count + 1)
    return Layout(
        ids,
        np.array(owners, np.int64) if owners is not None else ids,
        np.full(count, 10, np.int32),
        np.array([in_thread and place > 0 for place in range(count)], np.bool_),
        np.ones(count, np.bool_),
    )


def index_of(similarities: Sequence[float]) -> ExactIndex:
    """Return an index in which the similarity of passage n to `dense` is the n-th number."""
    index = ExactIndex(2)
    vectors = np.array([[value, np.sqrt(1 - value * value)] for value in similarities], np.float32)
    index.add(range(1, len(similarities) + 1), vectors)
    return index


def dense(similarities: Sequence[float]) -> DenseQuery:
    """Return a question whose similarity to passage n is the n-th number; the store's mean is nothing."""
    return DenseQuery(index_of(similarities), np.array([1, 0], np.float32), np.zeros(2, np.float32))


def centred(similarities: Sequence[float], count: int) -> Scores:
    """Return how near the first passages are to that question, NaN for those without a vector."""
    question = dense(similarities)
    return index_of(similarities).similarities(question.direction, range(1, count + 1)).astype(np.float64)


def ranked(found: WordMatch, placed: Layout, similarities: Sequence[float] | None = None) -> list[Ranked]:
    """Rank the passages of a layout as a search does."""
    if similarities is None:
        scoring = score_passages(found, None, placed)
        return scoring.ranked(scoring.best(), None)
    scoring = score_passages(found, centred(similarities, len(placed.ids)), placed)
    rows = scoring.best()
    return scoring.ranked(rows, dense(similarities).plain(index_of(similarities).vectors(placed.ids[rows])))
