"""The model of two claims: how likely the new one replaces, contradicts or repeats the stored one, or neither.

Several small networks, averaged, over the numbers of `pair` and, where there are vectors of both, over a few directions
of how these differ and agree. `scripts/train_claims.py` makes the file of weights.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np
import numpy.typing as npt

from memserver.claims.claim import Claim
from memserver.claims.pair import pair_features

Floats = npt.NDArray[np.float32]
VectorPair = tuple[Floats, Floats]
"""The vectors of the stored and of the new text, by the local model."""

KINDS = ("replaces", "contradicts", "same", "other")
WEIGHTS_NAME = "weights.npz"
NOTHING_READ: Floats = np.array([0, 0, 0, 1], np.float32)
"""The chances of a pair that is not read: certainly `other`."""
USUAL_COSINE = 0.5
# Chosen on the tune split of tests/data/claims: either alone is worse (docs/decisions/0026-claims.md).
READ_SHARE = 2 / 3


@dataclass(frozen=True, slots=True)
class Weights:
    """The networks, one along the first axis of each array but the first four.

    `mean` and `scale` are those of the numbers, `differing` and `agreeing` the directions that are looked at of the
    difference and of the product of two vectors.
    """

    mean: Floats
    scale: Floats
    differing: Floats
    agreeing: Floats
    hidden: Floats
    hidden_bias: Floats
    out: Floats
    out_bias: Floats


@cache
def shipped() -> Weights:
    """Return the weights in use."""
    data = resources.files("memserver.claims").joinpath("data", WEIGHTS_NAME).read_bytes()
    with np.load(io.BytesIO(data), allow_pickle=False) as file:
        return Weights(**{name: file[name].astype(np.float32) for name in Weights.__slots__})


def rows_of(
    olds: Sequence[Claim], new: Claim, vectors: Sequence[VectorPair | None], differing: Floats, agreeing: Floats
) -> Floats:
    """Return one row of numbers for each stored claim."""
    return np.stack(
        [
            np.concatenate([pair_features(old, new), vector_features(pair, differing, agreeing)])
            for old, pair in zip(olds, vectors, strict=True)
        ]
    )


def vector_features(pair: VectorPair | None, differing: Floats, agreeing: Floats) -> Floats:
    """Return what two vectors say; zeros where they are missing."""
    row = np.zeros(2 + differing.shape[1] + agreeing.shape[1], np.float32)
    if pair is not None:
        old, new = (each.astype(np.float32) for each in pair)
        row[:2] = 1.0, 10 * (float(old @ new) - USUAL_COSINE)
        row[2 : 2 + differing.shape[1]] = (new - old) @ differing
        row[2 + differing.shape[1] :] = (old * new) @ agreeing
    return row


def chances(rows: Floats, weights: Weights) -> Floats:
    """Return for each row how likely each kind is, in the order of `KINDS`."""
    scaled = (rows - weights.mean) / weights.scale
    hidden = np.maximum(scaled @ weights.hidden + weights.hidden_bias[:, None, :], 0)
    logits = hidden @ weights.out + weights.out_bias[:, None, :]
    logits -= logits.max(-1, keepdims=True)
    powers = np.exp(logits)
    result: Floats = (powers / powers.sum(-1, keepdims=True)).mean(0).astype(np.float32)
    return result


def pooled(glance: Floats, read: Floats) -> Floats:
    """Return the chances that a glance at two statements and reading them give together."""
    result: Floats = ((1 - READ_SHARE) * glance + READ_SHARE * read).astype(np.float32)
    return result
