"""Reading an export back in: what is missing is added as it was, what is there is left as it is.

A line that cannot be read fails alone. Memories come in batches, each durable when it is done, so that an import that
was stopped can be run again. Passages, text index and vectors are made anew.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from memserver.clock import Clock
from memserver.errors import InvalidParams, MemserverError
from memserver.layers.changes import passages_of
from memserver.layers.episode_files import EpisodeFiles
from memserver.layers.transfer import MEMORIES_FILE, PROJECTS_FILE, RECORD_FILES, RELATIONS_FILE
from memserver.layers.transfer_lines import read_memory, read_project, read_record, read_relation
from memserver.layers.transfer_routes import AGENTS_FILE, ROUTES_FILE, read_agent, read_route
from memserver.layers.transfer_workers import WORKERS_FILE, read_worker
from memserver.model import Layer, Memory, Status
from memserver.storage import dump, dump_routes, dump_workers
from memserver.storage.database import Transaction
from memserver.storage.memories import content_hash
from memserver.storage.passages import NewPassage
from memserver.storage.records import Table
from memserver.storage.store import Store

BATCH = 256

Progress = Callable[[int, int], None]
Lines = Sequence[tuple[int, bytes]]


@dataclass(frozen=True, slots=True)
class FailedLine:
    """A line that was not taken, by its number from 1."""

    file: str
    line: int
    error: MemserverError


@dataclass(slots=True)
class Restored:
    """What became of an import; `ids` has one entry per memory line, in order: None for one that failed."""

    added: int = 0
    duplicates: int = 0
    ids: list[str | None] = field(default_factory=list)
    failed: list[FailedLine] = field(default_factory=list)
    redactions: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class _Item:
    memory: Memory
    passages: Sequence[NewPassage]
    redactions: dict[str, int]


@dataclass(frozen=True, slots=True)
class _Batch:
    """Lines with their numbers, and how far into the file they reach."""

    lines: Lines
    position: int
    size: int


class Restorer:
    """Reads the files of one export."""

    def __init__(self, store: Store, clock: Clock, executor: Executor, files: EpisodeFiles) -> None:
        self._store = store
        self._clock = clock
        self._executor = executor
        self._files = files
        # Ids of the export whose text was known here under another id.
        self._kept: dict[str, str] = {}
        self._own: set[str] = set()

    async def restore(self, source: Path, progress: Progress | None = None) -> Restored:
        """Read an export: its folder, or a file of memories alone."""
        found = await self._run(_files_of, source)
        if MEMORIES_FILE not in found:
            raise InvalidParams(f"there is no {MEMORIES_FILE} in this folder", field="path")
        result = Restored()
        await self._others(found.get(PROJECTS_FILE), read_project, dump.restore_project, result)
        await self._memories(found[MEMORIES_FILE], result, progress)
        await self._others(found.get(RELATIONS_FILE), self._read_relation, dump.restore_relation, result)
        await self._others(found.get(AGENTS_FILE), read_agent, dump_routes.restore_agent, result)
        await self._others(found.get(ROUTES_FILE), read_route, dump_routes.restore_report, result)
        await self._others(found.get(WORKERS_FILE), read_worker, dump_workers.restore_configured, result)
        for name, table in RECORD_FILES.items():
            await self._others(found.get(name), partial(read_record, table), partial(_put_record, table), result)
        return result

    async def _memories(self, path: Path, result: Restored, progress: Progress | None) -> None:
        async for batch in self._batches(path):
            outcomes = await self._run(_read_rows, batch.lines, _item)
            await self._store_batch(path.name, batch.lines, outcomes, result)
            if progress:
                progress(batch.position, batch.size)
        async with self._store.database.write() as transaction:
            await dump.mend_supersession(transaction, sorted(self._own))

    async def _store_batch(
        self, name: str, lines: Lines, outcomes: Sequence[_Item | MemserverError], result: Restored
    ) -> None:
        now = self._clock()
        items = [item for item in outcomes if isinstance(item, _Item)]
        new: list[_Item] = []
        async with self._store.database.write() as transaction:
            present = await dump.present_memories(transaction, [item.memory.id for item in items])
            known = await self._known(items, now)
            for (number, _), outcome in zip(lines, outcomes, strict=True):
                if isinstance(outcome, MemserverError):
                    result.failed.append(FailedLine(name, number, outcome))
                    result.ids.append(None)
                    continue
                memory_id = outcome.memory.id
                kept = memory_id if memory_id in present else _said_already(outcome.memory, known, now)
                result.ids.append(kept or memory_id)
                if kept:
                    result.duplicates += 1
                    self._kept[memory_id] = kept
                    continue
                present.add(memory_id)
                new.append(outcome)
            await self._insert(transaction, new)
        self._own.update(item.memory.id for item in new)
        result.added += len(new)
        for item in new:
            result.redactions.update(item.redactions)
        await self._run(self._restore_files, [item.memory for item in new])

    async def _insert(self, transaction: Transaction, items: Sequence[_Item]) -> None:
        owners = []
        for item in items:
            successor = item.memory.superseded_by
            memory = replace(item.memory, superseded_by=self._kept.get(successor, successor) if successor else None)
            number = await self._store.memories.insert(transaction, memory)
            owners.append((number, None, item.passages))
        if owners:
            await self._store.passages.add(transaction, owners)

    async def _known(self, items: Sequence[_Item], now: datetime) -> dict[str, list[tuple[str, str | None]]]:
        """Return what is said already by memories of this store; those of the export itself do not count."""
        hashes = {_hash(item.memory) for item in items}
        found = await self._store.memories.with_hash(sorted(hashes), now)
        return {key: [each for each in saying if each[0] not in self._own] for key, saying in found.items()}

    def _restore_files(self, memories: Sequence[Memory]) -> None:
        for memory in memories:
            if memory.layer is Layer.EPISODIC:
                self._files.restore(memory)

    def _read_relation(self, raw: bytes) -> dump.RelationRow:
        row = read_relation(raw)
        return replace(
            row,
            source_id=self._kept.get(row.source_id, row.source_id),
            target_id=self._kept.get(row.target_id, row.target_id),
        )

    async def _others(
        self,
        path: Path | None,
        read: Callable[[bytes], Any],
        put: Callable[[Transaction, Any], Awaitable[None]],
        result: Restored,
    ) -> None:
        """Add what one of the other files holds; a file that is not there is no error."""
        if path is None:
            return
        async for batch in self._batches(path):
            rows = await self._run(_read_rows, batch.lines, read)
            async with self._store.database.write() as transaction:
                for (number, _raw), row in zip(batch.lines, rows, strict=True):
                    if isinstance(row, MemserverError):
                        result.failed.append(FailedLine(path.name, number, row))
                    else:
                        await put(transaction, row)

    async def _batches(self, path: Path) -> AsyncIterator[_Batch]:
        batches = _batches(path)
        while (batch := await self._run(next, batches, None)) is not None:
            yield batch

    async def _run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._executor, function, *arguments)


def _files_of(source: Path) -> dict[str, Path]:
    """Return the files of an export that there are, by their names; a single file holds memories."""
    if not source.is_dir():
        return {MEMORIES_FILE: source} if source.is_file() else {}
    names = (PROJECTS_FILE, MEMORIES_FILE, RELATIONS_FILE, AGENTS_FILE, ROUTES_FILE, WORKERS_FILE, *RECORD_FILES)
    return {name: source / name for name in names if (source / name).is_file()}


def _batches(path: Path) -> Iterator[_Batch]:
    """Yield the lines that hold something, some at a time."""
    lines: list[tuple[int, bytes]] = []
    position, size = 0, path.stat().st_size
    with path.open("rb") as file:
        for number, raw in enumerate(file, start=1):
            position += len(raw)
            if raw.strip():
                lines.append((number, raw.strip()))
            if len(lines) == BATCH:
                yield _Batch(lines, position, size)
                lines = []
    if lines:
        yield _Batch(lines, position, size)


def _read_rows(lines: Lines, read: Callable[[bytes], Any]) -> list[Any]:
    rows: list[Any] = []
    for _, raw in lines:
        try:
            rows.append(read(raw))
        except MemserverError as failure:
            rows.append(failure)
    return rows


def _item(raw: bytes) -> _Item:
    memory, redactions = read_memory(raw)
    return _Item(memory, passages_of(memory), dict(redactions))


async def _put_record(table: Table, transaction: Transaction, row: dump.RecordRow) -> None:
    await dump.restore_record(transaction, table, row)


def _hash(memory: Memory) -> str:
    return content_hash(memory.layer, memory.project_id, memory.content)


def _said_already(memory: Memory, known: dict[str, list[tuple[str, str | None]]], now: datetime) -> str | None:
    """Return the memory of this store that says the same, for one that would be live beside it."""
    live = (
        memory.validation.status is not Status.ARCHIVED
        and memory.superseded_by is None
        and (memory.expires_at is None or memory.expires_at > now)
    )
    if not live:
        return None
    return next(
        (
            kept
            for kept, external_id in known.get(_hash(memory), ())
            if memory.external_id is None or memory.external_id == external_id
        ),
        None,
    )
