"""Where passages stand: only what belongs to the asked holders is seen, and neighbours are known unread."""

from __future__ import annotations

import asyncio
from pathlib import Path

import numpy as np
import pytest

from memserver.layers.drafts import Draft
from memserver.model import Layer, Scope
from memserver.retrieval import passage_map
from memserver.retrieval.passage_map import PassageMap
from memserver.retrieval.passage_table import NOWHERE, PassageTable
from memserver.retrieval.tuning import LEXICAL
from memserver.storage.passages import PassageRepository, PassageRow, holder_of_memories
from tests.unit.kit import Kit, open_kit
from tests.unit.workers.engine_kit import open_engine

ONE, TWO = (holder_of_memories(Layer.PROJECT, project) for project in ("one", "two"))


def draft(content: str, project: str, thread: str | None = None, position: int | None = None) -> Draft:
    return Draft(
        layer=Layer.PROJECT, content=content, scope=Scope.PROJECT, project_id=project, thread=thread, position=position
    )


async def newest(kit: Kit) -> int:
    return (await kit.store.passages.postings([]))[1].passage


async def read(kit: Kit) -> PassageTable:
    passages = PassageMap(kit.store)
    assert await passages.refresh(await newest(kit))
    return passages.table


def seen(passages: PassageTable, holders: list[str], single: list[int] | None = None) -> list[int]:
    """Return the ids of what is in a view."""
    view = passages.view(holders, single)
    assert view.count == np.count_nonzero(view.mask)
    return passages.columns.ids[view.mask].tolist()


def chains(passages: PassageTable) -> list[list[int]]:
    """Return which passages follow each other, by their ids; both directions must agree."""
    columns, found = passages.columns, []
    for place in np.flatnonzero(columns.before == NOWHERE).tolist():
        chain = [place]
        while (following := int(columns.after[chain[-1]])) != NOWHERE:
            assert columns.before[following] == chain[-1]
            chain.append(following)
        found.append(columns.ids[chain].tolist())
    assert sum(map(len, found)) == passages.count
    return sorted(found)


async def test_passages_of_other_projects_and_layers_are_not_seen(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        await kit.writer.add_many([draft("first of one", "one"), draft("first of two", "two")])
        await kit.writer.add_many([Draft(Layer.EPISODIC, "said"), Draft(Layer.LONG_TERM, "kept")])
        passages = await read(kit)
        assert seen(passages, [ONE, TWO]) == [1, 2]
        assert seen(passages, ["nobody", ONE]) == [1]
        assert seen(passages, [holder_of_memories(Layer.LONG_TERM, "")]) == [4]


async def test_single_passages_of_another_holder_can_be_seen(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        await kit.writer.add_many([draft("first", "one"), draft("second", "two"), draft("third", "two")])
        passages = await read(kit)
        assert seen(passages, [ONE], [3, 99]) == [1, 3]
        assert seen(passages, [ONE], []) == [1]
        assert seen(passages, [], [2]) == [2]


async def test_an_empty_store_has_an_empty_table(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        passages = await read(kit)
        assert (passages.count, passages.mean_terms) == (0, LEXICAL.shortest)
        assert passages.view([ONE], [1]).count == 0
        assert not passages.places(np.array([1, 5]))[1].any()
        assert passages.terms_of(np.array([1], np.int32)).tolist() == [LEXICAL.shortest]


async def test_what_is_written_later_is_taken_in(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        passages = PassageMap(kit.store)
        await passages.refresh(await newest(kit))
        former = passages.table
        await kit.writer.add_many([draft("one", "one"), draft("two", "two")])
        await passages.refresh(await newest(kit))
        # A search that has begun keeps the table that it began with.
        assert (former.count, passages.table.count) == (0, 2)
        places, known = passages.table.places(np.array([1, 2, 99]))
        assert (places[:2].tolist(), known.tolist()) == ([0, 1], [True, True, False])


async def test_a_refresh_beside_another_reads_nothing_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[int] = []
    real = PassageRepository.rows_after

    async def noted(self: PassageRepository, passage_id: int, limit: int) -> list[PassageRow]:
        rows = await real(self, passage_id, limit)
        await asyncio.sleep(0)
        given.extend(row.id for row in rows)
        return rows

    monkeypatch.setattr(PassageRepository, "rows_after", noted)
    async with open_kit(tmp_path) as kit:
        await kit.writer.add_many([draft(f"note {number}", "one") for number in range(50)])
        passages, last = PassageMap(kit.store), await newest(kit)
        await asyncio.gather(*(passages.refresh(last) for _ in range(8)))
        assert given == passages.table.columns.ids.tolist() == list(range(1, 51))


async def test_a_thread_is_linked_by_position_however_it_arrives(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        places = [3, 0, 4, 1, 2]
        await kit.writer.add_many([draft(f"turn {place}", "one", "talk", place) for place in places])
        assert chains(await read(kit)) == [[2, 4, 5, 1, 3]]


async def test_a_thread_that_grows_is_linked_anew_and_others_stay(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        await kit.writer.add_many([draft(f"turn {place}", "one", "talk", place) for place in (0, 4)])
        await kit.writer.add_many([draft("other 0", "one", "walk", 0), draft("alone", "one")])
        passages = PassageMap(kit.store)
        await passages.refresh(await newest(kit))
        former = passages.table
        await kit.writer.add_many([draft("turn 2", "one", "talk", 2), draft("other 1", "one", "walk", 1)])
        await passages.refresh(await newest(kit))
        assert chains(passages.table) == [[1, 5, 2], [3, 6], [4]]
        assert chains(former) == [[1, 2], [3], [4]]


async def test_the_same_thread_in_another_project_is_another_conversation(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        for of in ("one", "two"):
            await kit.writer.add_many([draft(f"turn {place} {of}", of, "talk", place) for place in (0, 1)])
        assert chains(await read(kit)) == [[1, 2], [3, 4]]


async def test_without_a_position_what_was_added_first_stands_first(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        await kit.writer.add_many([draft(f"turn {number}", "one", "talk") for number in range(3)])
        assert chains(await read(kit)) == [[1, 2, 3]]


async def test_the_passages_of_a_long_memory_follow_each_other_also_inside_a_thread(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        long, also_long = (
            "\n\n".join(
                f"Paragraph {number} of the {name}. " + "The harbour opens at dawn. " * 20 for number in range(3)
            )
            for name in ("report", "letter")
        )
        await kit.writer.add_many([draft(long, "one"), draft("alone", "one"), draft(also_long, "one", "talk", 1)])
        await kit.writer.add_many([draft("before", "one", "talk", 0)])
        passages = await read(kit)
        count = int(np.count_nonzero(passages.columns.owners == passages.columns.owners[0]))
        assert count >= 3
        of_talk = list(range(count + 2, 2 * count + 2))
        assert chains(passages) == [list(range(1, count + 1)), [count + 1], [2 * count + 2, *of_talk]]


async def test_the_passages_of_a_file_follow_each_other(tmp_path: Path) -> None:
    (tmp_path / "brain").mkdir()
    text = "\n\n".join(f"# Part {number}\n\n" + "The harbour opens at dawn. " * 40 for number in range(3))
    (tmp_path / "brain" / "note.md").write_text(text, encoding="utf-8")
    async with open_engine(tmp_path) as engine:
        await engine.brain_indexed.wait()
        passages = PassageMap(engine.store)
        await passages.refresh((await engine.store.passages.postings([]))[1].passage)
        table = passages.table
        assert table.count >= 3
        assert table.owners == 1
        assert chains(table) == [list(range(1, table.count + 1))]


async def test_lengths_are_those_of_the_text_index_and_never_too_short(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        await kit.writer.add_many([draft("tiny", "one"), draft(" ".join(f"word{n}" for n in range(60)), "one")])
        passages = await read(kit)
        lengths = passages.terms_of(np.array([1, 2], np.int32)).tolist()
        assert lengths[0] == LEXICAL.shortest < lengths[1]
        assert passages.mean_terms == sum(lengths) / 2


async def test_more_than_a_search_reads_itself_is_read_while_nobody_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passage_map, "READ_AT_ONCE", 10)
    monkeypatch.setattr(passage_map, "PAGE_SIZE", 7)
    async with open_kit(tmp_path) as kit:
        await kit.writer.add_many([draft(f"turn {number}", "one", "talk", number) for number in range(40)])
        passages, last = PassageMap(kit.store), await newest(kit)
        assert not await passages.refresh(last)
        await passages.catch_up()
        assert await passages.refresh(last)
        assert chains(passages.table) == [list(range(1, 41))]
        await passages.close()


async def test_all_passages_of_the_owners_of_some_are_found(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        long = "\n\n".join(f"Paragraph {number}. " + "The harbour opens at dawn. " * 20 for number in range(3))
        await kit.writer.add_many([draft("alone", "one"), draft(long, "one"), draft("Lunch is at noon.", "one")])
        table = await read(kit)
        assert table.of_owners(np.array([2])).tolist() == list(range(1, table.count - 1))
        assert table.of_owners(np.array([0, table.count - 1])).tolist() == [0, table.count - 1]
