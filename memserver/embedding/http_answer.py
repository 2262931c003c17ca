"""Reads the answer of an embeddings endpoint and believes nothing of it before it is checked.

Owns the shape of the answer. Its errors say what is wrong with it and never quote it: an endpoint may echo the text.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from memserver.embedding.protocol import Matrix
from memserver.errors import EmbeddingFailed

_HINT = "Check the address and the model of the embedding endpoint."


def read_vectors(body: bytes, count: int, dimensions: int | None) -> Matrix:
    """Return one vector of length one per text, in order; raise EmbeddingFailed for anything else."""
    rows = _rows(body)
    if len(rows) != count:
        raise _nonsense(f"{len(rows)} vectors for {count} texts")
    try:
        with np.errstate(over="ignore"):
            matrix: Matrix = np.array(rows, np.float64).astype(np.float32)
    except (TypeError, ValueError, OverflowError):
        raise _nonsense("vectors that are not lists of numbers of one length") from None
    if matrix.ndim != 2 or matrix.shape[1] == 0:
        raise _nonsense("vectors that are not lists of numbers")
    if dimensions is not None and matrix.shape[1] != dimensions:
        raise _nonsense(f"vectors of {matrix.shape[1]} numbers where {dimensions} were expected")
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    if not np.isfinite(lengths).all() or (lengths == 0).any():
        raise _nonsense("vectors that are empty or not finite")
    normal: Matrix = matrix / lengths
    return normal


def _rows(body: bytes) -> list[Any]:
    try:
        answer = json.loads(body)
        items = answer["data"]
        # The order of the list is not promised; the index is.
        if all(isinstance(item.get("index"), int) for item in items):
            items = sorted(items, key=lambda item: int(item["index"]))
            if [item["index"] for item in items] != list(range(len(items))):
                raise _nonsense("vectors with wrong numbers")
        return [item["embedding"] for item in items]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise _nonsense("something that is not a list of embeddings") from None


def _nonsense(what: str) -> EmbeddingFailed:
    return EmbeddingFailed(f"The embedding endpoint answered with {what}.", hint=_HINT)
