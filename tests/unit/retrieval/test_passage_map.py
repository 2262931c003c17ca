"""Where passages stand: only what belongs to the asked holders is seen, and neighbours are known unread."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from memserver.layers.drafts import Draft
from memserver.model import Layer, Scope
from memserver.retrieval.passage_map import PassageMap
from memserver.storage.passages import holder_of_memories
from tests.unit.kit import Kit, open_kit
from tests.unit.workers.engine_kit import open_engine

ONE, TWO = (holder_of_memories(Layer.PROJECT, project) for project in ("one", "two"))


def draft(content: str, project: str) -> Draft:
    return Draft(layer=Layer.PROJECT, content=content, scope=Scope.PROJECT, project_id=project)


async def newest(kit: Kit) -> int:
    _, reached = await kit.store.passages.postings([])
    return reached.passage


async def test_passages_of_other_projects_are_not_seen(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        passages = PassageMap(kit.store)
        await kit.writer.add_many([draft("first of one", "one"), draft("first of two", "two")])
        await passages.refresh(await newest(kit))
        ids = np.array([1, 2], np.int64)
        everything, one = passages.view([ONE, TWO]), passages.view(["project:", ONE])
        assert (everything.share, everything.mask(ids).tolist()) == (1.0, [True, True])
        assert (one.share, one.mask(ids).tolist(), one.members().tolist()) == (0.5, [True, False], [1])


async def test_single_passages_of_another_holder_can_be_seen(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        passages = PassageMap(kit.store)
        await kit.writer.add_many([draft("first", "one"), draft("second", "two"), draft("third", "two")])
        await passages.refresh(await newest(kit))
        ids = np.array([1, 2, 3], np.int64)
        some, none = passages.view([ONE], [3]), passages.view([ONE], [])
        assert (some.mask(ids).tolist(), some.members().tolist()) == ([True, False, True], [1, 3])
        assert (none.mask(ids).tolist(), none.members().tolist()) == ([True, False, False], [1])
        assert (round(some.share * 3), round(none.share * 3)) == (2, 1)


async def test_what_is_written_later_is_taken_in(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        passages = PassageMap(kit.store)
        await passages.refresh(await newest(kit))
        assert passages.count == 0
        assert not passages.view([ONE]).mask(np.array([5], np.int64)).any()
        await kit.writer.add_many([draft("one", "one"), draft("two", "two")])
        await passages.refresh(await newest(kit))
        assert passages.count == 2
        assert passages.view([TWO]).mask(np.array([1, 2, 99], np.int64)).tolist() == [False, True, False]


async def test_only_what_follows_in_the_same_thread_stands_around_a_passage(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        passages = PassageMap(kit.store)
        talk = [replace(draft(f"turn {number}", "one"), thread="talk") for number in range(5)]
        await kit.writer.add_many([*talk, draft("alone", "one"), replace(draft("other", "one"), thread="walk")])
        await passages.refresh(await newest(kit))
        assert passages.with_surroundings(np.array([3, 6]), 2).tolist() == [1, 2, 3, 4, 5, 6]
        assert passages.with_surroundings(np.array([5, 7]), 2).tolist() == [3, 4, 5, 7]
        assert passages.with_surroundings(np.array([1, 99]), 1).tolist() == [1, 2, 99]


async def test_a_layer_can_be_left_out_of_view(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        passages = PassageMap(kit.store)
        await kit.writer.add_many([Draft(Layer.EPISODIC, "said"), Draft(Layer.LONG_TERM, "kept")])
        await passages.refresh(await newest(kit))
        assert passages.view([holder_of_memories(Layer.LONG_TERM, "")]).members().tolist() == [2]


async def test_a_layout_tells_owners_and_who_goes_on_from_whom(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        passages = PassageMap(kit.store)
        talk = [replace(draft(f"turn {number}", "one"), thread="talk") for number in range(4)]
        await kit.writer.add_many(talk)
        await passages.refresh(await newest(kit))
        await kit.writer.add_many([replace(draft("turn 4", "one"), thread="talk"), draft("alone", "one")])
        await passages.refresh(await newest(kit))
        whole = passages.layout(np.array([1, 2, 4, 5, 6, 99]))
        assert whole.ids.tolist() == [1, 2, 4, 5, 6]
        assert whole.follows.tolist() == [False, True, False, True, False]
        assert len(set(whole.owners.tolist())) == 5
        assert (whole.tokens > 0).all()
        assert passages.layout(np.empty(0, np.int64)).ids.tolist() == []


async def test_sections_of_a_file_are_one_owner_or_each_their_own(tmp_path: Path) -> None:
    (tmp_path / "brain").mkdir()
    text = "\n\n".join(f"# Part {number}\n\n" + "The harbour opens at dawn. " * 40 for number in range(3))
    (tmp_path / "brain" / "note.md").write_text(text, encoding="utf-8")
    async with open_engine(tmp_path) as engine:
        await engine.brain_indexed.wait()
        passages = PassageMap(engine.store)
        await passages.refresh(1)
        ids = np.arange(1, passages.count + 1)
        assert passages.count >= 3
        whole, parts = passages.layout(ids), passages.layout(ids, by_section=True)
        assert len(set(whole.owners.tolist())) == 1
        assert len(set(parts.owners.tolist())) == passages.count
        assert whole.follows[1:].all()
        assert not whole.same_heading[1:].all()
