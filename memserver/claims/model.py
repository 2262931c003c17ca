"""The model of two claims: how likely the new one replaces, contradicts or repeats the stored one, or neither.

Several small networks over the numbers of `pair`, averaged. `scripts/train_claims.py` makes the file of weights.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

KINDS = ("replaces", "contradicts", "same", "other")
WEIGHTS_NAME = "weights.npz"


@dataclass(frozen=True, slots=True)
class Weights:
    """The networks, one along the first axis of each array but `mean` and `scale`, which are those of the numbers."""

    mean: Floats
    scale: Floats
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


def chances(rows: Floats, weights: Weights) -> Floats:
    """Return for each row how likely each kind is, in the order of `KINDS`."""
    scaled = (rows - weights.mean) / weights.scale
    hidden = np.maximum(scaled @ weights.hidden + weights.hidden_bias[:, None, :], 0)
    logits = hidden @ weights.out + weights.out_bias[:, None, :]
    logits -= logits.max(-1, keepdims=True)
    powers = np.exp(logits)
    result: Floats = (powers / powers.sum(-1, keepdims=True)).mean(0).astype(np.float32)
    return result
