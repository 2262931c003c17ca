from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from memserver.index import hnsw_file, parameters
from memserver.index.adaptive import AdaptiveIndex
from memserver.index.hnsw import HnswIndex

DIMENSIONS = 8
THRESHOLD = 50
VECTORS = np.random.default_rng(5).normal(size=(400, DIMENSIONS)).astype(np.float32)
VECTORS /= np.linalg.norm(VECTORS, axis=1, keepdims=True)


def make(folder: Path) -> AdaptiveIndex:
    return AdaptiveIndex(DIMENSIONS, folder, "space", threshold=THRESHOLD)


def test_changes_over_at_the_threshold_and_keeps_its_answers(tmp_path: Path) -> None:
    index = make(tmp_path)
    index.add(range(THRESHOLD - 1), VECTORS[: THRESHOLD - 1])
    index.settle(1)
    assert index.kind == "exact"
    index.add([THRESHOLD], VECTORS[THRESHOLD : THRESHOLD + 1])
    before = index.search(VECTORS[3], 10)
    index.settle(2)
    assert index.kind == "hnsw"
    assert index.note is None
    after = index.search(VECTORS[3], 10)
    assert after[0].tolist() == before[0].tolist()
    assert np.allclose(after[1], before[1], atol=2e-5)


def test_only_a_graph_is_saved_and_a_saved_one_is_opened(tmp_path: Path) -> None:
    index = make(tmp_path)
    index.add(range(10), VECTORS[:10])
    index.save(1)
    assert list(tmp_path.iterdir()) == []
    index.add(range(100), VECTORS[:100])
    index.settle(7)
    index.remove([4])
    index.save(9)
    opened, seq = AdaptiveIndex.open(DIMENSIONS, tmp_path, "space")
    assert (opened.kind, seq, len(opened), 4 in opened) == ("hnsw", 9, 99, False)


def test_opens_empty_when_the_saved_index_is_of_another_space(tmp_path: Path) -> None:
    index = make(tmp_path)
    index.add(range(100), VECTORS[:100])
    index.settle(7)
    opened, seq = AdaptiveIndex.open(DIMENSIONS, tmp_path, "another space")
    assert (opened.kind, seq, len(opened)) == ("exact", None, 0)


def test_what_changes_during_the_change_over_is_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index = make(tmp_path)
    index.add(range(100), VECTORS[:100])
    reached, resume = threading.Event(), threading.Event()
    plain_add = HnswIndex.add

    def slow_add(self: HnswIndex, labels: object, vectors: np.ndarray) -> None:
        plain_add(self, labels, vectors)  # type: ignore[arg-type]
        reached.set()
        resume.wait(10)

    monkeypatch.setattr(HnswIndex, "add", slow_add)
    builder = threading.Thread(target=index.settle, args=(1,))
    builder.start()
    assert reached.wait(10)
    index.remove([1, 2])
    index.add([3, 300], VECTORS[[200, 300]])
    assert index.kind == "exact"
    assert index.search(VECTORS[300], 1)[0].tolist() == [300]
    index.settle(1)
    resume.set()
    builder.join()
    assert index.kind == "hnsw"
    assert len(index) == 99
    assert 1 not in index and 2 not in index
    assert np.array_equal(index.vectors([3, 300]), VECTORS[[200, 300]])


def test_a_graph_with_too_many_dead_slots_is_built_anew(tmp_path: Path) -> None:
    index = make(tmp_path)
    index.add(range(200), VECTORS[:200])
    index.settle(1)
    index.remove(range(150))
    index.settle(2)
    graph = index._index
    assert isinstance(graph, HnswIndex)
    assert graph.dead_share == 0.0
    assert graph.labels().tolist() == list(range(150, 200))


def test_saves_again_once_enough_has_changed(tmp_path: Path) -> None:
    index = make(tmp_path)
    index.add(range(200), VECTORS[:200])
    index.settle(1)
    index.add([201], VECTORS[201:202])
    index.settle(2)
    saved = hnsw_file.load(tmp_path, "space", DIMENSIONS)
    assert saved is not None and saved[1] == 1
    many = range(210, 210 + int(200 * parameters.SAVE_AFTER_SHARE) + 10)
    index.add(many, VECTORS[list(many)])
    index.settle(3)
    saved = hnsw_file.load(tmp_path, "space", DIMENSIONS)
    assert saved is not None and saved[1] == 3


def test_a_folder_that_cannot_be_written_costs_only_the_file(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    index = make(blocked)
    index.add(range(100), VECTORS[:100])
    index.settle(1)
    assert index.kind == "hnsw"


WITHOUT_HNSWLIB = """
import sys
sys.modules["hnswlib"] = None
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name == "hnswlib":
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Missing())
from pathlib import Path
import numpy as np
from memserver.index.adaptive import AdaptiveIndex
vectors = np.eye(60, dtype=np.float32)
index, seq = AdaptiveIndex.open(60, Path(sys.argv[1]), "space", threshold=50)
index.add(range(60), vectors)
index.settle(1)
index.save(1)
assert (index.kind, seq) == ("exact", None)
assert index.search(vectors[7], 1)[0].tolist() == [7]
assert "hnswlib is not installed" in index.note
"""


def test_serves_exactly_and_says_so_where_hnswlib_is_not_installed(tmp_path: Path) -> None:
    saved = make(tmp_path)
    saved.add(range(100), VECTORS[:100])
    saved.settle(1)
    result = subprocess.run(
        [sys.executable, "-c", WITHOUT_HNSWLIB, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
