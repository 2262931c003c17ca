"""What turns the model of texts into one that reads two statements: changes of low rank to its last layers, and a head.

`scripts/train_pair_reader.py` makes the file. Here it is read, and put together with the weights of the model.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import numpy as np
import numpy.typing as npt

from memserver.embedding.graph_tensors import layer_tensors
from memserver.embedding.protocol import Matrix
from memserver.embedding.weights_file import WeightsFile

ADAPTER_NAME = "pair_adapter.npz"
PAIR_GRAPH_NAME = "pairs_int8.onnx"

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Adapter:
    """The trained changes: `arrays` by the name of the tensor in the weights file, with .down and .up for a product."""

    arrays: Mapping[str, Floats]
    head: Floats
    head_bias: Floats

    @property
    def layers(self) -> list[int]:
        """Return the layers that are changed."""
        return sorted({int(name.split(".")[0].removeprefix("l")) for name in self.arrays})

    def change(self, name: str, values: Matrix) -> Matrix:
        """Return a tensor of the weights file as it is here."""
        if name in self.arrays:
            return self.arrays[name]
        if f"{name}.up" in self.arrays:
            changed: Matrix = values + self.arrays[f"{name}.up"] @ self.arrays[f"{name}.down"]
            return changed
        return values


def packaged(name: str) -> bytes:
    """Return a data file of this room."""
    return resources.files("memserver.claims").joinpath("data", name).read_bytes()


@cache
def adapter() -> Adapter:
    """Return the adapter in use."""
    with np.load(io.BytesIO(packaged(ADAPTER_NAME)), allow_pickle=False) as file:
        arrays = {name: file[name].astype(np.float32) for name in file.files}
    return Adapter(arrays, arrays.pop("head"), arrays.pop("head_bias"))


@cache
def adapted_name() -> str:
    """Name the file in which the adapted layers lie beside the weights of the model."""
    return f"pairs-{hashlib.sha256(packaged(ADAPTER_NAME)).hexdigest()[:12]}.bin"


def adapted_tensors(weights: WeightsFile, changes: Adapter) -> Iterator[tuple[str, npt.NDArray[Any]]]:
    """Yield the tensors of the changed layers, in the order in which they lie in their file."""
    for layer in changes.layers:
        yield from layer_tensors(weights, layer, changes.change)
