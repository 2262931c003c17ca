"""Keeps an HNSW index on disk: saved by write-and-rename, believed only after every check.

Three files: the graph, the label of each slot, and a manifest that names the other two and says which embedding space,
which state of the store (`seq`) and which bytes they are. The manifest is moved into place last, so there is always one
whole index or none. Several processes may save into one folder; the last manifest wins. `load` answers None for
whatever is missing, old or damaged: the store can always build the index again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import os
import time
import uuid
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from memserver.index.hnsw import HnswIndex, is_available, new_graph

log = logging.getLogger(__name__)

FORMAT = 1
MANIFEST = "hnsw.json"
LEFTOVER_SECONDS = 3_600
"""Files that no manifest names are another process's work in progress until they are this old."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What the files of a saved index must be."""

    format: int
    fingerprint: str
    dimensions: int
    seq: int
    count: int
    graph: str
    graph_size: int
    graph_hash: str
    labels: str
    labels_hash: str


def save(index: HnswIndex, folder: Path, fingerprint: str, seq: int) -> None:
    """Write the index as it is at change number `seq` of the store."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"hnsw-{os.getpid()}-{uuid.uuid4().hex[:8]}"
    graph, labels = folder / f"{stem}.graph", folder / f"{stem}.labels"
    try:
        slot_labels = index.snapshot(str(graph))
        labels.write_bytes(slot_labels.tobytes())
        manifest = Manifest(
            format=FORMAT,
            fingerprint=fingerprint,
            dimensions=index.dimensions,
            seq=seq,
            count=len(slot_labels),
            graph=graph.name,
            graph_size=graph.stat().st_size,
            graph_hash=_hash(graph),
            labels=labels.name,
            labels_hash=_hash(labels),
        )
        temporary = folder / f"{stem}.json"
        temporary.write_text(json.dumps(asdict(manifest)), encoding="utf-8")
        replaced = _read_manifest(folder)
        temporary.replace(folder / MANIFEST)
    except BaseException:
        for path in folder.glob(f"{stem}.*"):
            _discard(path)
        raise
    if replaced is not None:
        _discard(folder / replaced.graph)
        _discard(folder / replaced.labels)
    _discard_leftovers(folder, keep={graph.name, labels.name})


def load(folder: Path, fingerprint: str, dimensions: int) -> tuple[HnswIndex, int] | None:
    """Return the saved index and its `seq`, or None when there is none that can be believed."""
    if not is_available():
        return None
    try:
        manifest = _read_manifest(folder)
        if manifest is None:
            return None
        graph_path, labels_path = folder / manifest.graph, folder / manifest.labels
        expected = (FORMAT, fingerprint, dimensions)
        if (manifest.format, manifest.fingerprint, manifest.dimensions) != expected:
            return None
        if graph_path.stat().st_size != manifest.graph_size or _hash(graph_path) != manifest.graph_hash:
            raise ValueError("the graph is damaged")
        if _hash(labels_path) != manifest.labels_hash:
            raise ValueError("the labels are damaged")
        labels = np.frombuffer(labels_path.read_bytes(), np.int64).copy()
        graph = new_graph(dimensions)
        graph.load_index(str(graph_path))
        if not len(labels) == graph.get_current_count() == manifest.count:
            raise ValueError("the graph and its labels do not fit")
        return HnswIndex(dimensions, graph, labels), manifest.seq
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        log.warning("the saved vector index cannot be used and will be built again (%s)", type(error).__name__)
        return None


def _read_manifest(folder: Path) -> Manifest | None:
    try:
        fields = json.loads((folder / MANIFEST).read_bytes())
        manifest = Manifest(**fields)
        if all(type(fields[name]) is str and Path(fields[name]).name == fields[name] for name in ("graph", "labels")):
            return manifest
    except (OSError, ValueError, TypeError, KeyError):
        pass
    return None


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "blake2b").hexdigest()


def _discard_leftovers(folder: Path, keep: set[str]) -> None:
    now = time.time()
    for path in folder.glob("hnsw-*"):
        with contextlib.suppress(OSError):
            if path.name not in keep and now - path.stat().st_mtime > LEFTOVER_SECONDS:
                path.unlink()


def _discard(path: Path) -> None:
    # Windows does not remove a file that another process has open; it becomes a leftover.
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)
