"""What workers remember: one memory, written anew, and never against a person's will."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from memserver.engine import Engine
from memserver.layers.drafts import Draft
from memserver.model import Author, Layer, Memory, Origin, Scope, SourceType, Status, VerifiedBy
from memserver.workspace.workspaces import Workspace
from tests.unit.workers.engine_kit import make_workspace, open_engine, worker


@dataclass
class Remembering:
    """A worker that remembers what it is told to."""

    engine: Engine
    workspace: Workspace

    async def run(self, text: str | None) -> None:
        assert (await self.engine.workers.dispatch("map", self.workspace, {"memory": text})).success

    async def memories(self) -> list[Memory]:
        rows = await self.engine.store.database.all("SELECT id FROM memories ORDER BY number")
        found = await self.engine.store.memories.get_many([each for (each,) in rows])
        return [found[each] for (each,) in rows]


@asynccontextmanager
async def remembering(folder: Path) -> AsyncIterator[Remembering]:
    async with open_engine(folder, workspace=make_workspace(folder / "space")) as engine:
        await engine.workers.register(worker("map", "CountingJob"))
        workspace = await engine.workspace(None)
        assert workspace is not None
        yield Remembering(engine, workspace)


async def test_it_is_a_hypothesis_of_the_system_in_its_project(tmp_path: Path) -> None:
    async with remembering(tmp_path) as worker_of:
        await worker_of.run("The entry point is main.py.")
        (memory,) = await worker_of.memories()
        assert (memory.layer, memory.project_id) == (Layer.PROJECT, worker_of.workspace.project.id)
        assert memory.validation.status is Status.HYPOTHESIS
        assert memory.provenance.author is Author.SYSTEM
        assert memory.provenance.source_type is SourceType.FILE_ANALYSIS
        assert memory.provenance.git_commit
        assert memory.tags == ("worker", "map")


async def test_a_change_rewrites_it_and_an_empty_text_takes_it_back(tmp_path: Path) -> None:
    async with remembering(tmp_path) as worker_of:
        await worker_of.run("One entry point.")
        (first,) = await worker_of.memories()
        await worker_of.run("Two entry points.")
        (second,) = await worker_of.memories()
        assert (second.id, second.content) == (first.id, "Two entry points.")
        await worker_of.run(None)
        assert [each.content for each in await worker_of.memories()] == ["Two entry points."]
        await worker_of.run("")
        assert await worker_of.memories() == []


async def test_one_that_a_person_edited_or_verified_is_left_alone(tmp_path: Path) -> None:
    async with remembering(tmp_path) as worker_of:
        writer = worker_of.engine.writer
        await worker_of.run("One entry point.")
        (memory,) = await worker_of.memories()
        await writer.update(memory.id, {"content": "One entry point, and I checked it."})
        await worker_of.run("Two entry points.")
        edited, mine = await worker_of.memories()
        assert edited.content == "One entry point, and I checked it."
        await writer.set_status(mine.id, Status.VERIFIED, VerifiedBy.HUMAN_APPROVAL, None)
        await worker_of.run("Three entry points.")
        contents = [each.content for each in await worker_of.memories()]
        assert contents == ["One entry point, and I checked it.", "Two entry points.", "Three entry points."]


async def test_one_that_a_person_deleted_is_not_written_again_by_the_next_run(tmp_path: Path) -> None:
    async with remembering(tmp_path) as worker_of:
        await worker_of.run("One entry point.")
        (memory,) = await worker_of.memories()
        await worker_of.engine.writer.delete(memory.id)
        await worker_of.run("One entry point.")
        assert await worker_of.memories() == []


async def test_it_never_replaces_what_a_person_said(tmp_path: Path) -> None:
    async with remembering(tmp_path) as worker_of:
        project = worker_of.workspace.project.id
        said = Draft(Layer.PROJECT, "The service listens on port 8080.", scope=Scope.PROJECT, project_id=project)
        await worker_of.engine.writer.add(said)
        await worker_of.run("The service no longer listens on port 8080; it listens on port 9090 instead.")
        told, _ = await worker_of.memories()
        assert told.origin is Origin.EXPLICIT
        assert told.superseded_by is None
