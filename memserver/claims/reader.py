"""Reads two statements together, by the local model with its last layers adapted: how likely each verdict is.

It sees what the numbers of `pair` cannot: that "the nightly job has been starting at 3 since Monday" changes when it
starts. A pair takes about as long as embedding a text, so it is asked only about pairs that may matter.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from memserver.claims.adapter import PAIR_GRAPH_NAME, adapted_name, adapted_tensors, adapter, packaged
from memserver.embedding.graph_tensors import padding_before
from memserver.embedding.local import LocalModel
from memserver.embedding.materialise import write_atomically
from memserver.embedding.sessions import open_session
from memserver.embedding.weights_file import WeightsFile, locate
from memserver.errors import EmbeddingFailed

Floats = npt.NDArray[np.float32]

MAX_TOKENS = 160
MAX_REMEMBERED = 4_096


class PairReader:
    """The loaded reader. Calls from several threads are safe."""

    def __init__(self, model: LocalModel) -> None:
        self._model = model
        self._session: Any = open_session(unpacked(model.folder))
        self._known: OrderedDict[tuple[str, str], Floats] = OrderedDict()
        self._lock = threading.Lock()

    def read(self, old: str, new: str) -> Floats:
        """Return how likely each of `model.KINDS` is for a stored and a new statement."""
        with self._lock:
            if (old, new) in self._known:
                self._known.move_to_end((old, new))
                return self._known[old, new]
        found = self._read(old, new)
        with self._lock:
            self._known[old, new] = found
            if len(self._known) > MAX_REMEMBERED:
                self._known.popitem(last=False)
        return found

    def _read(self, old: str, new: str) -> Floats:
        ids = pair_tokens(self._model.tokens(f"query: {old}"), self._model.tokens(new))
        (pooled,) = self._session.run(None, {"input_ids": np.array([ids], np.int64)})
        changes = adapter()
        logits = pooled[0] @ changes.head.T + changes.head_bias
        powers = np.exp(logits - logits.max())
        chances: Floats = (powers / powers.sum()).astype(np.float32)
        return chances


def pair_tokens(old: list[int], new: list[int]) -> list[int]:
    """Put two texts together: the end mark of the first one stands twice, as the model was first trained.

    Where they are too long, each keeps its beginning and its end mark, and neither crowds out the other.
    """
    room = max(MAX_TOKENS // 2, MAX_TOKENS - len(old))
    new = _cut(new, room)
    old = _cut(old, MAX_TOKENS - len(new))
    return [*old, old[-1], *new[1:]]


def _cut(tokens: list[int], room: int) -> list[int]:
    return tokens if len(tokens) <= room else [*tokens[: room - 1], tokens[-1]]


def unpacked(folder: Path) -> Path:
    """Make sure that the graph and the adapted layers lie in the folder of the model's weights; return the graph."""
    adapted = folder / adapted_name()
    graph = adapted.with_suffix(".onnx")
    if not (graph.is_file() and adapted.is_file()):
        content = bytearray()
        for _, tensor in adapted_tensors(WeightsFile(locate()), adapter()):
            content += b"\0" * padding_before(len(content))
            content += tensor.tobytes()
        try:
            write_atomically(adapted, bytes(content))
            # The graph last: where it is, all is there.
            write_atomically(graph, packaged(PAIR_GRAPH_NAME))
        except OSError as error:
            raise EmbeddingFailed(
                f"The reader of statements cannot be unpacked: {error.strerror}.",
                hint="It needs about 8 MB in the cache folder of memserver, and the right to write there.",
            ) from error
    return graph
