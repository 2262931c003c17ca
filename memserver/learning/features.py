"""Features of a task for the learned router: words, pairs of words, the first word, topics. No weights live here.

Words are hashed into a fixed number of buckets, so that what was learned in one project fits every other. The
embedding of the task is added by the classifier.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from memserver.learning.topics import NAMES, topics_of_words
from memserver.text.terms import index_terms

Floats = npt.NDArray[np.float32]

# Twenty thousand features of a large project share buckets rarely enough not to be felt.
BUCKETS = 1 << 15
# How many groups, times: anywhere, as the first word, as the last word.
TOPIC_FEATURES = 3 * len(NAMES)
# The kind of a task is told by its beginning; a pasted log must not drown it.
LONGEST_TASK_WORDS = 80
MOST_OF_ONE_TOPIC = 2

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Features:
    """What a task looks like to the router: the buckets of its words (each once), and its topics."""

    buckets: tuple[int, ...]
    topics: Floats


def features_of(task: str) -> Features:
    """Return the features of a task."""
    words = _WORD.findall(task)[:LONGEST_TASK_WORDS]
    terms = [index_terms(word) for word in words]
    lowered = [word.lower() for word in words]
    names = [f"t{term}" for group in terms for term in group]
    names += [f"b{left} {right}" for left, right in zip(["^", *lowered], [*lowered, "$"], strict=True)]
    names += [f"f{lowered[0]}"] if lowered else []
    return Features(tuple(sorted({zlib.crc32(name.encode()) % BUCKETS for name in names})), _topics(terms))


def _topics(terms: Sequence[Sequence[str]]) -> Floats:
    counts = np.zeros(TOPIC_FEATURES, np.float32)
    table, size = topics_of_words(), len(NAMES)
    for place, group in enumerate(terms):
        # The word as a whole (a Korean one is several terms), and each part of an identifier.
        units = [tuple(group), *((term,) for term in group)]
        for topic in {each for unit in units for each in table.get(unit, ())}:
            counts[topic] += 1
            if place == 0:
                counts[size + topic] = 1
            elif place == len(terms) - 1:
                counts[2 * size + topic] = 1
    counts[:size] = np.minimum(counts[:size], MOST_OF_ONE_TOPIC) / MOST_OF_ONE_TOPIC
    return counts


class Rows:
    """Weighted buckets of many tasks, for products with a matrix of weights from either side."""

    def __init__(self, features: Sequence[Features], scale: Floats) -> None:
        lengths = np.array([len(each.buckets) for each in features], np.int64)
        self.count = len(features)
        buckets = np.fromiter((bucket for each in features for bucket in each.buckets), np.int64, int(lengths.sum()))
        rows = np.repeat(np.arange(self.count), lengths)
        values = scale[buckets]
        norms = np.sqrt(np.bincount(rows, values * values, self.count)).astype(np.float32)
        norms[norms == 0] = 1
        values = (values / norms[rows]).astype(np.float32)
        kept = values != 0
        self.active, columns = np.unique(buckets[kept], return_inverse=True)
        self._rows, self._columns, self._values = rows[kept], columns, values[kept]
        self._filled, self._starts = np.unique(self._rows, return_index=True)
        by_column = np.argsort(self._columns, kind="stable")
        self._rows_by_column, self._values_by_column = self._rows[by_column], self._values[by_column]
        self._column_starts = np.searchsorted(self._columns[by_column], np.arange(len(self.active)))

    def times(self, weights: Floats) -> Floats:
        """Return rows × weights, where `weights` has one row per active bucket."""
        result = np.zeros((self.count, weights.shape[1]), np.float32)
        if len(self._rows):
            result[self._filled] = np.add.reduceat(weights[self._columns] * self._values[:, None], self._starts)
        return result

    def transposed_times(self, residuals: Floats) -> Floats:
        """Return rowsᵀ × residuals, one row per active bucket."""
        if not len(self._rows):
            return np.zeros((0, residuals.shape[1]), np.float32)
        products = residuals[self._rows_by_column] * self._values_by_column[:, None]
        return np.add.reduceat(products, self._column_starts).astype(np.float32)

    def squared(self) -> Rows:
        """Return the same rows with every value squared."""
        other = Rows.__new__(Rows)
        other.__dict__.update(self.__dict__)
        other._values = self._values * self._values
        other._values_by_column = self._values_by_column * self._values_by_column
        return other


def bucket_scale(features: Sequence[Features], rare_below: int) -> Floats:
    """Return how telling each bucket is: rare words more than common ones, those below a count not at all."""
    counts = np.zeros(BUCKETS, np.float32)
    for each in features:
        counts[list(each.buckets)] += 1
    # The tenth keeps a word that every task has from vanishing while there are only a few tasks.
    scale = (np.log((1 + len(features)) / (1 + counts)) + 0.1).astype(np.float32)
    scale[counts < max(rare_below, 1)] = 0
    return scale
