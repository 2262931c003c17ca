"""Exporting: everything that is stored, to one folder, out of one moment of the store.

JSON lines restore it byte for byte (see `restoring`); markdown beside them is for people. Every file is written under
another name first, and all are put in place when all are complete: a failed or cancelled export changes nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memserver.errors import InvalidParams, StorageFailed
from memserver.files_atomic import StagedFile
from memserver.layers.transfer_lines import memory_line, project_line, record_line, relation_line
from memserver.layers.transfer_markdown import PageWriter, page_foot, page_head
from memserver.layers.transfer_routes import AGENTS_FILE, ROUTES_FILE, agent_line, route_line
from memserver.layers.transfer_workers import WORKERS_FILE, worker_line
from memserver.model import Layer, Memory
from memserver.storage import dump, dump_routes, dump_workers, tier_records
from memserver.storage.calendar import CALENDAR
from memserver.storage.database import Snapshot
from memserver.storage.learning_queue import LEARNING_QUEUE
from memserver.storage.records import EVALUATIONS, REFLECTIONS, SESSIONS, TRAJECTORIES, Table
from memserver.storage.store import Store

MEMORIES_FILE = "memories.jsonl"
RELATIONS_FILE = "relations.jsonl"
PROJECTS_FILE = "projects.jsonl"
RECORD_FILES: dict[str, Table] = {
    "sessions.jsonl": SESSIONS,
    "trajectories.jsonl": TRAJECTORIES,
    "reflections.jsonl": REFLECTIONS,
    "learning-queue.jsonl": LEARNING_QUEUE,
    "calendar.jsonl": CALENDAR,
    "evaluations.jsonl": EVALUATIONS,
    "goals.jsonl": tier_records.GOALS,
    "tasks.jsonl": tier_records.TASKS,
    "tool-calls.jsonl": tier_records.TOOL_CALLS,
    "decisions.jsonl": tier_records.DECISIONS,
    "working-patterns.jsonl": tier_records.WORKING_PATTERNS,
    "agent-states.jsonl": tier_records.AGENT_STATES,
    "events.jsonl": tier_records.KEPT_EVENTS,
    "procedures.jsonl": tier_records.PROCEDURES,
    "incidents.jsonl": tier_records.INCIDENTS,
    "config-history.jsonl": tier_records.CONFIG_HISTORY,
    "knowledge.jsonl": tier_records.KNOWLEDGE,
}

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written; the files are named relative to the folder."""

    folder: str
    memories: int
    files: tuple[str, ...]


def export_folder(path: str, brain: Path, data: Path) -> Path:
    """Check where an export may go: an absolute path that is a folder or nothing yet."""
    folder = Path(path)
    if not path.strip() or not folder.is_absolute():
        raise InvalidParams("path must be an absolute path of a folder.", field="path")
    resolved = folder.resolve()
    if resolved.exists() and not resolved.is_dir():
        raise InvalidParams("path is a file; an export needs a folder.", field="path")
    for own, name in ((brain, "brain"), (data, "data folder")):
        if resolved == own.resolve() or resolved.is_relative_to(own.resolve()):
            # In the brain the pages would be read as notes: everything would be known twice.
            raise InvalidParams(f"path lies in the {name}: choose a folder outside of it.", field="path")
    return resolved


async def export_everything(store: Store, folder: Path, progress: Progress | None = None) -> Exported:
    """Write everything to a folder, which is made when there is none."""
    try:
        await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
        async with store.database.snapshot() as snapshot:
            return await _Export(snapshot, folder, progress).run()
    except OSError as failure:
        raise StorageFailed(
            f"The export could not be written ({type(failure).__name__}); the folder was left as it was.",
            hint="Check that the folder can be written and that there is space.",
        ) from failure


class _Export:
    def __init__(self, snapshot: Snapshot, folder: Path, progress: Progress | None) -> None:
        self._snapshot = snapshot
        self._folder = folder
        self._progress = progress or (lambda _done, _total: None)
        self._staged: list[StagedFile] = []
        self._done = 0
        self._total = 0

    async def run(self) -> Exported:
        # Each memory is written twice: as a line, and on a page.
        count = await dump.count_memories(self._snapshot)
        self._total = 2 * count
        with ExitStack() as stack:
            self._stack = stack
            await self._lines(PROJECTS_FILE, dump.all_projects(self._snapshot), project_line)
            await self._lines(MEMORIES_FILE, dump.all_memories(self._snapshot), memory_line, counted=True)
            await self._lines(RELATIONS_FILE, dump.all_relations(self._snapshot), relation_line)
            await self._lines(AGENTS_FILE, dump_routes.all_agents(self._snapshot), agent_line)
            await self._lines(ROUTES_FILE, dump_routes.all_reports(self._snapshot), route_line)
            await self._lines(WORKERS_FILE, dump_workers.all_configured(self._snapshot), worker_line)
            for name, table in RECORD_FILES.items():
                await self._lines(name, dump.all_records(self._snapshot, table), record_line)
            names = {row.id: row.name async for rows in dump.all_projects(self._snapshot) for row in rows}
            for layer in Layer:
                await self._page(layer, names)
            await asyncio.to_thread(self._publish)
        return Exported(str(self._folder), count, tuple(sorted(staged.path.name for staged in self._staged)))

    async def _lines(
        self, name: str, pages: AsyncIterator[list[Any]], line: Callable[[Any], str], *, counted: bool = False
    ) -> None:
        staged = await self._stage(name)
        async for page in pages:
            await asyncio.to_thread(_append, staged, page, line)
            if counted:
                self._count(len(page))
        await asyncio.to_thread(staged.finish)

    async def _page(self, layer: Layer, names: dict[str, str]) -> None:
        staged = await self._stage(f"{layer.value}.md")
        staged.write(page_head(layer))
        writer = PageWriter(names)
        empty = True
        async for memories in dump.memories_of_layer(self._snapshot, layer):
            empty = False
            await asyncio.to_thread(_append_page, staged, writer, memories)
            self._count(len(memories))
        staged.write(page_foot(empty))
        await asyncio.to_thread(staged.finish)

    async def _stage(self, name: str) -> StagedFile:
        staged = self._stack.enter_context(await asyncio.to_thread(StagedFile, self._folder / name))
        self._staged.append(staged)
        return staged

    def _publish(self) -> None:
        for staged in self._staged:
            staged.publish()

    def _count(self, memories: int) -> None:
        self._done += memories
        self._progress(self._done, self._total)


def _append(staged: StagedFile, rows: Iterable[Any], line: Callable[[Any], str]) -> None:
    staged.write("".join(line(row) for row in rows))


def _append_page(staged: StagedFile, writer: PageWriter, memories: list[Memory]) -> None:
    staged.write(writer.entries(memories))
