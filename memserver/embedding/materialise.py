"""Puts the graph and its weights side by side into the cache folder, once per version of either.

Owns what lies in that folder and how it is checked. Several processes may do this at the same time: each writes its
own temporary file and moves it into place, and all write the same bytes. The source is verified by its hash here and
nowhere else; later starts only compare size and time of the result with the stamp beside it.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from importlib import resources
from pathlib import Path

from memserver.embedding import weights_file
from memserver.embedding.graph_tensors import padding_before, tensors
from memserver.errors import EmbeddingFailed

GRAPH_NAME = "e5_int8.onnx"
DATA_NAME = "weights.bin"
STAMP_NAME = "weights.json"
_FIXED_TIME_NS = 1_000_000_000 * 1_000_000_000
"""Every process gives the file the same time, so that any process's stamp fits any process's file."""


def packaged_graph() -> bytes:
    """Return the graph that ships with memserver."""
    return resources.files("memserver.embedding").joinpath("data", GRAPH_NAME).read_bytes()


def graph_hash() -> str:
    """Return the sha256 of the packaged graph."""
    return hashlib.sha256(packaged_graph()).hexdigest()


def materialise(cache: Path) -> Path:
    """Make sure that `cache` holds the graph with its weights, and return the path of the graph."""
    graph = packaged_graph()
    folder = cache / f"e5-{hashlib.sha256(graph).hexdigest()[:12]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not _is_sound(folder):
            source = weights_file.locate()
            weights_file.verify(source)
            _write_weights(source, folder)
        if _read(folder / GRAPH_NAME) != graph:
            write_atomically(folder / GRAPH_NAME, graph)
    except OSError as error:
        raise EmbeddingFailed(
            f"The local embedding model cannot be unpacked: {error.strerror}.",
            hint="It needs about 90 MB in the cache folder of memserver, and the right to write there.",
        ) from error
    return folder / GRAPH_NAME


def _is_sound(folder: Path) -> bool:
    stamp = _read(folder / STAMP_NAME)
    try:
        facts = (folder / DATA_NAME).stat()
    except OSError:
        return False
    return stamp == _stamp(facts.st_size, facts.st_mtime_ns)


def _stamp(size: int, mtime_ns: int) -> bytes:
    fields = {"source": weights_file.SHA256, "size": size, "mtimeNs": mtime_ns}
    return json.dumps(fields, sort_keys=True).encode()


def _write_weights(source: Path, folder: Path) -> None:
    # The stamp goes first: a crash between the two steps leaves no stamp that fits a half-replaced file.
    (folder / STAMP_NAME).unlink(missing_ok=True)
    handle, name = tempfile.mkstemp(dir=folder, prefix=DATA_NAME)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            for _, tensor in tensors(weights_file.WeightsFile(source)):
                file.write(b"\0" * padding_before(file.tell()))
                file.write(tensor.tobytes())
            file.flush()
            os.fsync(file.fileno())
        os.utime(temporary, ns=(_FIXED_TIME_NS, _FIXED_TIME_NS))
        facts = temporary.stat()
        temporary.replace(folder / DATA_NAME)
    finally:
        temporary.unlink(missing_ok=True)
    write_atomically(folder / STAMP_NAME, _stamp(facts.st_size, facts.st_mtime_ns))


def write_atomically(path: Path, content: bytes) -> None:
    """Put a file in its place in one step, on disk when this returns."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None
