from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from memserver.embedding import materialise as module
from memserver.embedding.local import LocalModel
from memserver.embedding.materialise import materialise
from memserver.errors import EmbeddingFailed


@pytest.fixture
def cache(model: LocalModel, model_cache: Path, tmp_path: Path) -> Path:
    """Return a copy: the loaded model has its own file mapped, and must not lose it."""
    return Path(shutil.copytree(model_cache, tmp_path / "cache"))


@pytest.fixture
def graph(cache: Path) -> Path:
    return materialise(cache)


def refuse(*_: object) -> None:
    raise AssertionError("the weights were written again")


def test_a_second_start_writes_and_verifies_nothing(graph: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_write_weights", refuse)
    monkeypatch.setattr(module.weights_file, "verify", refuse)
    assert materialise(cache) == graph


@pytest.mark.parametrize("damage", ["cut", "touched", "no stamp", "bad stamp"])
def test_damaged_weights_are_written_again(graph: Path, cache: Path, damage: str) -> None:
    weights, stamp = graph.with_name(module.DATA_NAME), graph.with_name(module.STAMP_NAME)
    size = weights.stat().st_size
    if damage == "cut":
        with weights.open("r+b") as file:
            file.truncate(1_000)
    elif damage == "touched":
        with weights.open("r+b") as file:
            file.write(b"\0" * 8)
    elif damage == "no stamp":
        stamp.unlink()
    else:
        stamp.write_text("{}")
    materialise(cache)
    assert weights.stat().st_size == size
    assert module._is_sound(graph.parent)
    assert not list(graph.parent.glob(f"{module.DATA_NAME}?*"))


def test_a_changed_graph_is_replaced(graph: Path, cache: Path) -> None:
    graph.write_bytes(b"something else")
    assert materialise(cache).read_bytes() == module.packaged_graph()


def test_two_processes_may_unpack_at_once(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path\n"
        "from memserver.embedding.materialise import materialise; materialise(Path(sys.argv[1]))"
    )
    processes = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path)]) for _ in range(2)]
    assert [process.wait(60) for process in processes] == [0, 0]
    (folder,) = tmp_path.iterdir()
    assert module._is_sound(folder)
    assert {path.name for path in folder.iterdir()} == {module.GRAPH_NAME, module.DATA_NAME, module.STAMP_NAME}


def test_a_folder_that_cannot_be_written_says_what_to_do(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    with pytest.raises(EmbeddingFailed) as caught:
        materialise(blocked)
    assert caught.value.hint is not None and "90 MB" in caught.value.hint


def test_changed_weights_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module.weights_file, "SHA256", "0" * 64)
    with pytest.raises(EmbeddingFailed, match="damaged or changed"):
        materialise(tmp_path)
    assert not list(tmp_path.rglob(module.DATA_NAME))
