from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from memserver.claims import reader as module
from memserver.claims.adapter import PAIR_GRAPH_NAME, adapted_name, packaged
from memserver.claims.model import KINDS
from memserver.claims.reader import MAX_TOKENS, PairReader, pair_tokens, unpacked
from memserver.embedding.local import LocalModel
from memserver.errors import EmbeddingFailed

OLD, NEW = "We deploy on Fridays.", "We no longer deploy on Fridays."
BEGIN, END = 0, 2


@pytest.mark.parametrize(
    ("old", "new"), [(OLD, NEW), ("금요일에 배포한다.", "더는 배포하지 않는다."), ("", ""), ("a", "\0")]
)
def test_chances_of_all_kinds_sum_to_one(reader: PairReader, old: str, new: str) -> None:
    found = reader.read(old, new)
    assert found.shape == (len(KINDS),)
    assert (found >= 0).all()
    assert found.sum() == pytest.approx(1, abs=1e-5)


def test_the_order_of_the_two_counts(reader: PairReader) -> None:
    assert not np.allclose(reader.read(OLD, NEW), reader.read(NEW, OLD))


def test_a_pair_is_read_once(local_model: LocalModel, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = PairReader(local_model)
    first = reader.read(OLD, NEW)
    monkeypatch.setattr(reader, "_session", None)
    assert reader.read(OLD, NEW) is first


def test_of_many_pairs_those_read_lately_are_remembered(
    local_model: LocalModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_REMEMBERED", 2)
    reader = PairReader(local_model)
    first, _ = reader.read(OLD, "1"), reader.read(OLD, "2")
    assert reader.read(OLD, "1") is first
    reader.read(OLD, "3")
    assert list(reader._known) == [(OLD, "1"), (OLD, "3")]


def test_several_threads_read_the_same(local_model: LocalModel) -> None:
    reader, alone = PairReader(local_model), PairReader(local_model).read(OLD, NEW)
    with ThreadPoolExecutor(4) as threads:
        for found in threads.map(lambda _: reader.read(OLD, NEW), range(8)):
            assert np.array_equal(found, alone)


@pytest.mark.parametrize("text", ["word " * 2_000, "가나다 " * 2_500, "x" * 10_000, "字" * 10_000])
def test_long_texts_are_read_up_to_a_bound(reader: PairReader, local_model: LocalModel, text: str) -> None:
    tokens = local_model.tokens(text)
    assert len(pair_tokens(tokens, tokens)) <= MAX_TOKENS
    assert reader.read(text, text + "!").sum() == pytest.approx(1, abs=1e-5)


def test_a_long_text_does_not_hide_the_other() -> None:
    long = [BEGIN, *range(10, 500), END]
    short = [BEGIN, 5, 6, 7, END]
    for old, new in ((long, short), (short, long), (long, long)):
        joined = pair_tokens(old, new)
        assert len(joined) == MAX_TOKENS
        assert joined.count(END) == 3
        assert joined[-1] == END
    assert pair_tokens(long, short)[-5:] == [END, 5, 6, 7, END]
    assert pair_tokens(short, long)[:6] == [BEGIN, 5, 6, 7, END, END]


def test_short_texts_are_put_together_whole() -> None:
    assert pair_tokens([BEGIN, 5, END], [BEGIN, 6, 7, END]) == [BEGIN, 5, END, END, 6, 7, END]


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_what_was_unpacked_is_not_unpacked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    graph = unpacked(tmp_path)
    assert graph.read_bytes() == packaged(PAIR_GRAPH_NAME)
    assert set(files_in(tmp_path)) == {adapted_name(), graph.name}

    def refuse(*_: object) -> None:
        raise AssertionError("written again")

    monkeypatch.setattr(module, "write_atomically", refuse)
    assert unpacked(tmp_path) == graph


def test_what_was_lost_is_unpacked_again(tmp_path: Path) -> None:
    graph = unpacked(tmp_path)
    before = files_in(tmp_path)
    for name in before:
        (tmp_path / name).unlink()
        assert unpacked(tmp_path) == graph
        assert files_in(tmp_path) == before


def test_threads_that_unpack_at_once_leave_one_sound_file(tmp_path: Path) -> None:
    alone, shared = tmp_path / "alone", tmp_path / "shared"
    alone.mkdir()
    shared.mkdir()
    unpacked(alone)
    with ThreadPoolExecutor(4) as threads:
        assert len(set(threads.map(unpacked, [shared] * 4))) == 1
    assert files_in(shared) == files_in(alone)


def test_processes_that_unpack_at_once_leave_one_sound_file(tmp_path: Path) -> None:
    alone, shared = tmp_path / "alone", tmp_path / "shared"
    alone.mkdir()
    shared.mkdir()
    unpacked(alone)
    script = "import sys, pathlib; from memserver.claims.reader import unpacked; unpacked(pathlib.Path(sys.argv[1]))"
    processes = [subprocess.Popen([sys.executable, "-c", script, str(shared)]) for _ in range(2)]
    assert [process.wait(60) for process in processes] == [0, 0]
    assert files_in(shared) == files_in(alone)


def test_a_folder_that_cannot_be_written_says_what_to_do(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    with pytest.raises(EmbeddingFailed) as caught:
        unpacked(blocked)
    assert caught.value.hint is not None
    assert "8 MB" in caught.value.hint
