"""The tensors that the packaged graph expects, in the one order in which they lie in its external data file.

`scripts/build_e5_graph.py` writes their places into the graph; `materialise` writes their bytes to disk. Both read the
list below, so the two can't disagree. The model is re-quantised on the way: matrices to int8 per output row, the
word embeddings kept in their four bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from memserver.embedding.protocol import Matrix, Vector
from memserver.embedding.weights_file import WeightsFile

ALIGNMENT = 64
"""Each tensor starts at a multiple of this, so that the kernels may map the file and use it in place."""

QUANTISED_MAXIMUM = 63
"""Seven bits, not eight: kernels without VNNI add pairs of products in 16 bits and would saturate."""

Tensor = npt.NDArray[Any]


def tensors(weights: WeightsFile) -> Iterator[tuple[str, Tensor]]:
    """Yield every tensor with its name, in file order."""
    shape = weights.shape
    values, scales = weights.nibbles("emb.word", shape.vocabulary, shape.hidden)
    flat = values.reshape(shape.vocabulary, shape.hidden)
    yield "words.values", flat[:, 0::2] | (flat[:, 1::2] << 4)
    yield "words.scales", scales
    # Every token is of type 0, so the type embedding is one constant row: added to the positions once.
    positions = weights.floats("emb.pos").reshape(shape.positions, shape.hidden)
    yield "positions", positions + weights.floats("emb.type").reshape(-1, shape.hidden)[0]
    yield "words.norm.scale", weights.floats("emb.ln.w")
    yield "words.norm.shift", weights.floats("emb.ln.b")
    for layer in range(shape.layers):
        yield from layer_tensors(weights, layer)


def unchanged(_: str, values: Matrix) -> Matrix:
    """Return what stands in the file: the layers as they were trained."""
    return values


def layer_tensors(
    weights: WeightsFile, layer: int, adapt: Callable[[str, Matrix], Matrix] = unchanged
) -> Iterator[tuple[str, Tensor]]:
    """Yield the tensors of one layer; `adapt` may change each of the file's own ("l3.q.w") on the way."""
    hidden, inner = weights.shape.hidden, weights.shape.feed_forward
    source, target = f"l{layer}.", f"layer{layer}."

    def matrix(name: str, rows: int, columns: int) -> Matrix:
        return adapt(f"{source}{name}.w", weights.dequantised(f"{source}{name}.w", rows, columns))

    def floats(name: str) -> Matrix:
        return adapt(source + name, weights.floats(source + name))

    attention = np.concatenate([matrix(part, hidden, hidden) for part in "qkv"])
    yield from _matrix(target + "attention", attention, np.concatenate([floats(f"{part}.b") for part in "qkv"]))
    for name, short, rows, columns in (
        ("attention_out", "ao", hidden, hidden),
        ("expand", "fi", inner, hidden),
        ("contract", "fo", hidden, inner),
    ):
        yield from _matrix(target + name, matrix(short, rows, columns), floats(f"{short}.b"))
    for name, short in (("attention_norm", "aln"), ("output_norm", "oln")):
        yield f"{target}{name}.scale", floats(f"{short}.w")
        yield f"{target}{name}.shift", floats(f"{short}.b")


def _matrix(name: str, matrix: Matrix, bias: Vector) -> Iterator[tuple[str, Tensor]]:
    scales = np.maximum(np.abs(matrix).max(axis=1), 1e-8) / QUANTISED_MAXIMUM
    rounded = np.clip(np.rint(matrix / scales[:, None]), -QUANTISED_MAXIMUM, QUANTISED_MAXIMUM)
    yield f"{name}.values", np.ascontiguousarray(rounded.astype(np.int8).T)
    yield f"{name}.scales", scales.astype(np.float32)
    yield f"{name}.bias", bias


def padding_before(position: int) -> int:
    """Return how many zero bytes go in at `position` before the next tensor may start."""
    return -position % ALIGNMENT
