from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest

from memserver.index import hnsw_file
from memserver.index.hnsw import HnswIndex

DIMENSIONS = 8
VECTORS = np.random.default_rng(3).normal(size=(80, DIMENSIONS)).astype(np.float32)
VECTORS /= np.linalg.norm(VECTORS, axis=1, keepdims=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    index = HnswIndex(DIMENSIONS)
    index.add(range(100, 180), VECTORS)
    index.remove([100, 101])
    hnsw_file.save(index, tmp_path, "space", 41)
    return tmp_path


def one(folder: Path, ending: str) -> Path:
    (path,) = folder.glob(f"*{ending}")
    return path


def test_what_was_saved_comes_back_and_can_be_changed(folder: Path) -> None:
    loaded = hnsw_file.load(folder, "space", DIMENSIONS)
    assert loaded is not None
    index, seq = loaded
    assert seq == 41
    assert index.labels().tolist() == list(range(102, 180))
    assert index.search(VECTORS[5], 3)[0][0] == 105
    index.add([100, 500], VECTORS[:2])
    index.remove([105])
    assert index.search(VECTORS[0], 1)[0].tolist() == [100]
    assert len(index) == 79


@pytest.mark.parametrize(("fingerprint", "dimensions"), [("other space", DIMENSIONS), ("space", 16)])
def test_an_index_of_another_space_is_not_believed(folder: Path, fingerprint: str, dimensions: int) -> None:
    assert hnsw_file.load(folder, fingerprint, dimensions) is None


def test_nothing_saved_is_no_error(tmp_path: Path) -> None:
    assert hnsw_file.load(tmp_path / "missing", "space", DIMENSIONS) is None


@pytest.mark.parametrize("ending", [".graph", ".labels"])
@pytest.mark.parametrize("damage", ["cut", "flipped", "empty", "gone"])
def test_damaged_files_are_noticed(folder: Path, ending: str, damage: str) -> None:
    path = one(folder, ending)
    content = bytearray(path.read_bytes())
    if damage == "gone":
        path.unlink()
    else:
        content[len(content) // 2] ^= 0x40
        path.write_bytes({"cut": content[:-9], "flipped": content, "empty": b""}[damage])
    assert hnsw_file.load(folder, "space", DIMENSIONS) is None


@pytest.mark.parametrize("content", ["", "[]", "null", "{", '{"format": 1}', "\udcff"])
def test_a_manifest_that_makes_no_sense_is_no_index(folder: Path, content: str) -> None:
    (folder / hnsw_file.MANIFEST).write_bytes(content.encode("utf-8", "surrogateescape"))
    assert hnsw_file.load(folder, "space", DIMENSIONS) is None


@pytest.mark.parametrize(
    "change", [{"format": 99}, {"count": 3}, {"graph": "../elsewhere"}, {"graph": 5}, {"labels": None}]
)
def test_a_manifest_that_lies_is_no_index(folder: Path, change: dict[str, object]) -> None:
    manifest = folder / hnsw_file.MANIFEST
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), **change}))
    assert hnsw_file.load(folder, "space", DIMENSIONS) is None


def test_saving_again_replaces_the_files_and_sweeps_up_old_leftovers(folder: Path) -> None:
    old, recent = folder / "hnsw-1-dead.graph", folder / "hnsw-2-busy.graph"
    old.write_bytes(b"x")
    recent.write_bytes(b"x")
    os.utime(old, (1, 1))
    index = HnswIndex(DIMENSIONS)
    index.add([7], VECTORS[:1])
    hnsw_file.save(index, folder, "space", 42)
    assert not old.exists()
    assert recent.exists()
    assert len(list(folder.iterdir())) == 4
    loaded = hnsw_file.load(folder, "space", DIMENSIONS)
    assert loaded is not None and loaded[1] == 42


def test_a_save_that_fails_leaves_the_last_one_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: HnswIndex, path: str) -> None:
        Path(path).write_bytes(b"half")
        raise OSError("no space left on device")

    before = {path.name for path in folder.iterdir()}
    monkeypatch.setattr(HnswIndex, "snapshot", full)
    with pytest.raises(OSError, match="no space"):
        hnsw_file.save(HnswIndex(DIMENSIONS), folder, "space", 43)
    assert {path.name for path in folder.iterdir()} == before
