"""The table of passages is kept between runs, and left aside where it cannot be trusted."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.model import Layer
from memserver.retrieval import map_file
from memserver.retrieval.passage_map import PassageMap
from memserver.retrieval.passage_table import COLUMNS
from memserver.storage.passages import PassageRepository, PassageRow
from memserver.text.terms import query_terms
from tests.unit.kit import Kit, open_kit
from tests.unit.retrieval.small_store import columns_of

TempFolders = pytest.TempPathFactory
TALK = ("Mina: I moved", "Jonas: Great, Mina", "Mina: To Busan")


def kept_table(count: int = 3) -> map_file.Kept:
    columns = columns_of(range(count))
    return map_file.Kept({name: getattr(columns, name) for name in COLUMNS}, ["h"], ["t"], ["", "m"])


async def newest(kit: Kit) -> int:
    return (await kit.store.passages.postings([]))[1].passage


async def tell(kit: Kit, texts: tuple[str, ...] = TALK, first: int = 0) -> None:
    for number, text in enumerate(texts, first):
        await kit.add(text, Layer.EPISODIC, thread="talk", position=number)


def as_read(passages: PassageMap) -> dict[str, object]:
    """Return all that a table says, names in place of codes."""
    table = passages.table
    found: dict[str, object] = {name: getattr(table.columns, name).tolist() for name in COLUMNS}
    return found | {"mean": table.mean_terms, "speakers": table.speakers.names(), "owners": table.owner_codes.tolist()}


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The ids after which rows were read."""
    found: list[int] = []
    real = PassageRepository.rows_after

    async def counted(self: PassageRepository, passage_id: int, limit: int) -> list[PassageRow]:
        found.append(passage_id)
        return await real(self, passage_id, limit)

    monkeypatch.setattr(PassageRepository, "rows_after", counted)
    return found


def test_what_was_written_is_read_back(tmp_path: Path) -> None:
    kept = kept_table()
    map_file.save(tmp_path / "new", kept)
    again = map_file.load(tmp_path / "new")
    assert again is not None
    assert {name: column.tolist() for name, column in again.columns.items()} == {
        name: column.tolist() for name, column in kept.columns.items()
    }
    assert (again.holders, again.threads, again.labels, again.newest) == (["h"], ["t"], ["", "m"], 3)


def test_no_file_is_no_table(tmp_path: Path) -> None:
    assert map_file.load(tmp_path) is None
    map_file.remove(tmp_path)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 0.99])
def test_a_torn_file_is_left_aside(tmp_path: Path, share: float) -> None:
    map_file.save(tmp_path, kept_table())
    file = tmp_path / map_file.NAME
    whole = file.read_bytes()
    file.write_bytes(whole[: int(len(whole) * share)])
    assert map_file.load(tmp_path) is None


@given(place=st.integers(0, 10**6), byte=st.integers(0, 255))
def test_a_damaged_file_is_left_aside_or_says_the_same(place: int, byte: int, tmp_path_factory: TempFolders) -> None:
    folder, kept = tmp_path_factory.mktemp("damaged"), kept_table()
    map_file.save(folder, kept)
    whole = bytearray((folder / map_file.NAME).read_bytes())
    whole[place % len(whole)] = byte
    (folder / map_file.NAME).write_bytes(whole)
    if (again := map_file.load(folder)) is not None:
        assert {name: each.tolist() for name, each in again.columns.items()} == {
            name: each.tolist() for name, each in kept.columns.items()
        }


def test_a_file_of_another_kind_is_left_aside(tmp_path: Path) -> None:
    (tmp_path / map_file.NAME).write_bytes(b"something else")
    assert map_file.load(tmp_path) is None
    np.savez(tmp_path / map_file.NAME, something=np.arange(3))
    assert map_file.load(tmp_path) is None


def test_a_file_of_a_newer_version_is_left_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(map_file, "VERSION", "9999")
    map_file.save(tmp_path, kept_table())
    monkeypatch.undo()
    assert map_file.load(tmp_path) is None


def test_a_folder_that_cannot_be_written_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    map_file.save(tmp_path / "file" / "below", kept_table())


async def test_a_kept_table_says_what_the_store_says_and_reads_only_what_is_new(
    tmp_path: Path, reads: list[int]
) -> None:
    async with open_kit(tmp_path) as kit:
        await tell(kit)
        first = PassageMap(kit.store, tmp_path / "map")
        await first.refresh(await newest(kit))
        await first.close()
        await tell(kit, ("Jonas: Since when?",), 3)
        reads.clear()
        second, unkept = PassageMap(kit.store, tmp_path / "map"), PassageMap(kit.store)
        await second.refresh(await newest(kit))
        assert reads == [3]
        await unkept.refresh(await newest(kit))
        assert as_read(second) == as_read(unkept)
        assert second.table.speakers.named_among(query_terms("Where did Mina move?")) is not None


async def test_rows_that_were_deleted_meanwhile_stay_and_disturb_nothing(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        await tell(kit)
        first = PassageMap(kit.store, tmp_path / "map")
        await first.refresh(await newest(kit))
        await first.close()
        [[memory_id]] = await kit.rows("SELECT id FROM memories WHERE content LIKE 'Jonas%'")
        await kit.writer.delete(str(memory_id))
        second = PassageMap(kit.store, tmp_path / "map")
        await second.refresh(await newest(kit))
        assert as_read(second) == as_read(first)


async def test_the_table_of_a_longer_store_is_not_taken_for_this_one(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        await tell(kit)
        map_file.save(tmp_path / "map", kept_table(count=50))
        passages = PassageMap(kit.store, tmp_path / "map")
        await passages.refresh(await newest(kit))
        assert passages.table.columns.ids.tolist() == [1, 2, 3]


async def test_a_forgotten_table_is_not_read_back(tmp_path: Path, reads: list[int]) -> None:
    async with open_kit(tmp_path) as kit:
        await tell(kit)
        passages = PassageMap(kit.store, tmp_path / "map")
        await passages.refresh(await newest(kit))
        await passages.save()
        passages.forget()
        assert map_file.load(tmp_path / "map") is None
        reads.clear()
        await passages.refresh(await newest(kit))
        assert (passages.table.count, reads) == (3, [0])
