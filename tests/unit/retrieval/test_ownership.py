"""Whose a passage is: only what belongs to the asked owners is seen."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from memserver.layers.drafts import Draft
from memserver.model import Layer, Scope
from memserver.retrieval.ownership import Ownership
from tests.unit.kit import open_kit


def draft(content: str, project: str) -> Draft:
    return Draft(layer=Layer.PROJECT, content=content, scope=Scope.PROJECT, project_id=project)


async def test_passages_of_other_projects_are_not_seen(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        ownership = Ownership(kit.store)
        await kit.writer.add_many([draft("first of one", "one"), draft("first of two", "two")])
        await ownership.refresh(await kit.store.passages.last_id())
        ids = np.array([1, 2], np.int64)
        assert ownership.visible(ids, ["one", "two"]) is None
        seen = ownership.visible(ids, ["", "one"])
        assert seen is not None
        assert seen.tolist() == [True, False]


async def test_what_is_written_later_is_taken_in(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        ownership = Ownership(kit.store)
        await ownership.refresh(await kit.store.passages.last_id())
        assert ownership.count == 0
        unknown = ownership.visible(np.array([5], np.int64), ["one"])
        assert unknown is None or not unknown.any()
        await kit.writer.add_many([draft("one", "one"), draft("two", "two")])
        await ownership.refresh(await kit.store.passages.last_id())
        assert ownership.count == 2
        seen = ownership.visible(np.array([1, 2, 99], np.int64), ["two"])
        assert seen is not None
        assert seen.tolist() == [False, True, False]
