"""Reading the table of passages: no search waits for a long one, and the next run reads only what is new."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from memserver.layers.drafts import Draft
from memserver.model import Layer, Scope
from memserver.retrieval import map_file, passage_map
from memserver.retrieval.passage_map import PassageMap
from memserver.storage.passages import holder_of_memories
from tests.unit.kit import Kit, open_kit

TWO = holder_of_memories(Layer.PROJECT, "two")


def draft(content: str, project: str = "one", thread: str | None = None) -> Draft:
    return Draft(layer=Layer.PROJECT, content=content, scope=Scope.PROJECT, project_id=project, thread=thread)


async def newest(kit: Kit) -> int:
    _, reached = await kit.store.passages.postings([])
    return reached.passage


async def test_passages_are_found_by_their_ids_with_and_without_gaps(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        ids = [(await kit.writer.add(draft(f"memory {number}"))).id for number in range(4)]
        whole, some = PassageMap(kit.store), PassageMap(kit.store)
        await whole.refresh(await newest(kit))
        await kit.writer.delete(ids[1])
        await some.refresh(await newest(kit))
        asked = np.array([1, 2, 3, 4, 9], np.int64)
        places, known = whole.table.places(asked)
        assert (places[known].tolist(), known.tolist()) == ([0, 1, 2, 3], [True, True, True, True, False])
        places, known = some.table.places(asked)
        assert (places[known].tolist(), known.tolist()) == ([0, 1, 2], [True, False, True, True, False])


async def test_all_passages_of_an_owner_are_found(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        passages = PassageMap(kit.store)
        await kit.writer.add_many([draft("The harbour opens at dawn. " * 200), draft("alone")])
        await passages.refresh(await newest(kit))
        table = passages.table
        owners = table.columns.owners
        assert table.count > 2
        assert table.of_owners(np.array([0])).tolist() == np.flatnonzero(owners == owners[0]).tolist()


async def test_much_that_is_new_is_read_while_nobody_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passage_map, "READ_AT_ONCE", 2)
    async with open_kit(tmp_path) as kit:
        passages = PassageMap(kit.store)
        await kit.writer.add_many([draft(f"memory {number}") for number in range(5)])
        assert not await passages.refresh(await newest(kit))
        await passages.catch_up()
        assert await passages.refresh(await newest(kit))
        assert passages.table.count == 5
        await passages.close()


async def test_the_former_table_serves_until_another_one_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_kit(tmp_path) as kit:
        passages = PassageMap(kit.store)
        await kit.writer.add_many([draft(f"memory {number}") for number in range(5)])
        await passages.refresh(await newest(kit))
        monkeypatch.setattr(passage_map, "READ_AT_ONCE", 2)
        passages.forget()
        assert not await passages.refresh(await newest(kit))
        assert passages.table.count == 5
        await passages.catch_up()
        assert await passages.refresh(await newest(kit))
        await passages.close()


async def test_the_next_run_reads_only_what_is_new(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        talk = [draft("Mina: shall we?", thread="talk"), draft("Jae: yes", thread="talk"), draft("alone", "two")]
        await kit.writer.add_many(talk)
        first = PassageMap(kit.store, tmp_path / "index")
        await first.catch_up()
        await first.close()
        last = await kit.writer.add(replace(talk[0], content="Mina: tomorrow then"))
        await kit.writer.delete(last.id)
        await kit.writer.add(replace(talk[1], content="Jae: fine"))
        kept = map_file.load(tmp_path / "index")
        assert kept is not None
        assert kept.newest == 3
        second, anew = PassageMap(kit.store, tmp_path / "index"), PassageMap(kit.store)
        for each in (second, anew):
            assert await each.refresh(await newest(kit))
        for name in ("ids", "before", "after", "owners", "threads", "holders"):
            assert getattr(second.table.columns, name).tolist() == getattr(anew.table.columns, name).tolist(), name
        assert second.table.owner_codes.tolist() == anew.table.owner_codes.tolist()
        assert second.table.speakers.named_among(["mina"]) is not None


async def test_a_file_serves_although_its_newest_memory_was_deleted(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        ids = [(await kit.writer.add(draft(f"memory {number}"))).id for number in range(3)]
        first = PassageMap(kit.store, tmp_path / "index")
        await first.catch_up()
        await first.close()
        await kit.writer.delete(ids[-1])
        second = PassageMap(kit.store, tmp_path / "index")
        assert await second.refresh(await newest(kit))
        assert second.table.columns.ids.tolist() == [1, 2, 3]


async def test_a_file_of_another_store_is_left_aside(tmp_path: Path) -> None:
    async with open_kit(tmp_path / "long") as kit:
        await kit.writer.add_many([draft(f"memory {number}") for number in range(3)])
        passages = PassageMap(kit.store, tmp_path / "index")
        await passages.catch_up()
        await passages.close()
    async with open_kit(tmp_path / "short") as kit:
        await kit.writer.add(draft("the only one", "two"))
        passages = PassageMap(kit.store, tmp_path / "index")
        await passages.refresh(await newest(kit))
        assert passages.table.view([TWO]).mask.tolist() == [True]
