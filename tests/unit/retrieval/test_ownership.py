"""Whose a passage is: only what belongs to the asked owners is seen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from memserver.layers.drafts import Draft
from memserver.model import Layer, Scope
from memserver.retrieval.ownership import Ownership
from memserver.storage.passages import owner_of_memories
from tests.unit.kit import Kit, open_kit

ONE, TWO = (owner_of_memories(Layer.PROJECT, project) for project in ("one", "two"))


def draft(content: str, project: str) -> Draft:
    return Draft(layer=Layer.PROJECT, content=content, scope=Scope.PROJECT, project_id=project)


async def newest(kit: Kit) -> int:
    _, reached = await kit.store.passages.postings([])
    return reached.passage


async def test_passages_of_other_projects_are_not_seen(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        ownership = Ownership(kit.store)
        await kit.writer.add_many([draft("first of one", "one"), draft("first of two", "two")])
        await ownership.refresh(await newest(kit))
        ids = np.array([1, 2], np.int64)
        everything, one = ownership.view([ONE, TWO]), ownership.view(["project:", ONE])
        assert (everything.share, everything.mask(ids).tolist()) == (1.0, [True, True])
        assert (one.share, one.mask(ids).tolist(), one.members().tolist()) == (0.5, [True, False], [1])


async def test_single_passages_of_another_owner_can_be_seen(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        ownership = Ownership(kit.store)
        await kit.writer.add_many([draft("first", "one"), draft("second", "two"), draft("third", "two")])
        await ownership.refresh(await newest(kit))
        ids = np.array([1, 2, 3], np.int64)
        some, none = ownership.view([ONE], [3]), ownership.view([ONE], [])
        assert (some.mask(ids).tolist(), some.members().tolist()) == ([True, False, True], [1, 3])
        assert (none.mask(ids).tolist(), none.members().tolist()) == ([True, False, False], [1])
        assert (round(some.share * 3), round(none.share * 3)) == (2, 1)


async def test_what_is_written_later_is_taken_in(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        ownership = Ownership(kit.store)
        await ownership.refresh(await newest(kit))
        assert ownership.count == 0
        assert not ownership.view([ONE]).mask(np.array([5], np.int64)).any()
        await kit.writer.add_many([draft("one", "one"), draft("two", "two")])
        await ownership.refresh(await newest(kit))
        assert ownership.count == 2
        assert ownership.view([TWO]).mask(np.array([1, 2, 99], np.int64)).tolist() == [False, True, False]


async def test_only_what_follows_in_the_same_thread_stands_around_a_passage(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        ownership = Ownership(kit.store)
        talk = [replace(draft(f"turn {number}", "one"), external_id=f"talk:{number}") for number in range(5)]
        await kit.writer.add_many([*talk, draft("alone", "one"), replace(draft("other", "one"), external_id="walk:1")])
        await ownership.refresh(await newest(kit))
        assert ownership.with_surroundings(np.array([3, 6]), 2).tolist() == [1, 2, 3, 4, 5, 6]
        assert ownership.with_surroundings(np.array([5, 7]), 2).tolist() == [3, 4, 5, 7]
        assert ownership.with_surroundings(np.array([1, 99]), 1).tolist() == [1, 2, 99]


async def test_a_layer_can_be_left_out_of_view(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        ownership = Ownership(kit.store)
        await kit.writer.add_many([Draft(Layer.EPISODIC, "said"), Draft(Layer.LONG_TERM, "kept")])
        await ownership.refresh(await newest(kit))
        assert ownership.view([owner_of_memories(Layer.LONG_TERM, "")]).members().tolist() == [2]
