"""The portable learning file: an image of what the store has learned, written whole, read with care.

SQLite stays canonical. The file is written when something changed, in one step. A file that somebody put in its place
is read once and merged; one that cannot be read is left untouched, is not written over, and is named in the status.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memserver.clock import Clock
from memserver.errors import InvalidParams, NotFound, StorageFailed
from memserver.files_atomic import StagedFile
from memserver.learning.rvf import DEFAULT_EWC, EWC, NotRvf, RvfStore, parse, serialise
from memserver.learning.rvf_records import pattern_record, pattern_row, stored_trajectory, trajectory_record
from memserver.storage.store import Store

log = logging.getLogger(__name__)

FILE_NAME = "learning.rvf"
WRITTEN = "learning.rvf.written"
STATE = "learning.rvf.state"
NOTHING = "0 0 0 0 0"
MOST_TRAJECTORIES = 5_000
MOST_BYTES = 500_000_000

TaskWeights = Callable[[], Mapping[str, Any] | None]
"""Returns the present state of consolidation as an ewc record: empty without any, None while it was not read back."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import brought."""

    patterns: int
    trajectories: int
    others: int
    unchanged: int
    skipped_lines: int


class PortableFile:
    """The file of one data folder."""

    def __init__(self, store: Store, clock: Clock, path: Path, ewc: TaskWeights) -> None:
        self._store = store
        self._clock = clock
        self._ewc = ewc
        self._written: str | None = None
        self.path = path
        self.problem: str | None = None
        self.skipped_lines = 0
        """Lines of the file that could not be read when it was opened."""

    async def open(self) -> None:
        """Merge a file that is not our own last image; a damaged one is left as it is."""
        try:
            data = await asyncio.to_thread(_read, self.path)
        except FileNotFoundError:
            return
        except OSError as failure:
            self.problem = f"{FILE_NAME} cannot be read ({type(failure).__name__}); it is not written over."
            return
        if await self._store.properties.get(WRITTEN) == _digest(data):
            # A process that was killed may have stored more than its last image shows.
            self._written = await self._store.properties.get(STATE)
            return
        try:
            self.skipped_lines = (await self._merge(await asyncio.to_thread(parse, data))).skipped_lines
            if self.skipped_lines:
                log.warning("%d lines of %s could not be read and were skipped", self.skipped_lines, FILE_NAME)
        except NotRvf as wrong:
            self.problem = f"{FILE_NAME} was left as it is: {wrong}. Move it away and it will be written anew."
            log.warning("%s", self.problem)

    async def persist(self) -> bool:
        """Write the file if something changed; says whether it did."""
        state = await self._state()
        if state == (self._written or NOTHING) or (self.problem is not None and self.path.exists()):
            return False
        if self._ewc() is None and await self._store.routing.learned_from():
            return False
        data = await self._image()
        await asyncio.to_thread(_write, self.path, data)
        self._written, self.problem = state, None
        async with self._store.database.write() as transaction:
            await self._store.properties.set(transaction, WRITTEN, _digest(data))
            await self._store.properties.set(transaction, STATE, state)
        return True

    async def dirty(self) -> bool:
        """Say whether something was learned that the file does not show yet."""
        return await self._state() != (self._written or NOTHING)

    async def export(self, path: Path) -> dict[str, int]:
        """Write an image to another place."""
        data = await self._image()
        try:
            await asyncio.to_thread(_write, path, data)
        except OSError as failure:
            raise StorageFailed(f"The file could not be written ({type(failure).__name__}).", field="path") from failure
        return {**parse(data).counts(), "bytes": len(data)}

    async def import_from(self, path: Path) -> Imported:
        """Merge a file from elsewhere; what is newer here stays."""
        try:
            data = await asyncio.to_thread(_read, path)
            return await self._merge(await asyncio.to_thread(parse, data))
        except FileNotFoundError:
            raise NotFound("There is no such file.", field="path") from None
        except OSError as failure:
            raise InvalidParams(f"The file cannot be read ({type(failure).__name__}).", field="path") from failure
        except NotRvf as wrong:
            raise InvalidParams(f"This is no learning file: {wrong}.", field="path") from wrong

    async def _merge(self, content: RvfStore) -> Imported:
        now = self._clock()
        added = {"pattern": 0, "trajectory": 0, "other": 0}
        unchanged = 0
        async with self._store.database.write() as transaction:
            for record in content.patterns.values():
                row = pattern_row(record, now)
                present = await self._store.patterns.current(transaction, row.id)
                if present is not None and present.updated_at >= row.updated_at:
                    unchanged += 1
                    continue
                await self._store.patterns.put(transaction, row)
                added["pattern"] += 1
            for record in content.trajectories.values():
                if await self._store.trajectories.get(str(record["id"])) is not None:
                    unchanged += 1
                    continue
                stored = stored_trajectory(record, now)
                columns = {
                    "id": stored["id"], "domain": stored["domain"], "outcome": stored["outcome"], "project_id": "",
                    "created_at": stored["createdAt"],
                }  # fmt: skip
                await self._store.trajectories.put(transaction, columns, stored)
                added["trajectory"] += 1
            for kind, data in content.others:
                name = str(data.get("id") or _digest(repr(sorted(data.items(), key=str)).encode())[:16])
                await self._store.learned.put_portable(transaction, kind, name, data)
                added["other"] += 1
            if content.ewc.get("task_weights") or content.ewc.get("tasks_learned"):
                await self._store.learned.put_portable(transaction, EWC, "imported", content.ewc)
        return Imported(added["pattern"], added["trajectory"], added["other"], unchanged, content.skipped)

    async def _image(self) -> bytes:
        patterns = await self._store.patterns.all()
        trajectories = await self._store.trajectories.newest(MOST_TRAJECTORIES)
        content = RvfStore(
            patterns={each.id: pattern_record(each) for each in patterns},
            trajectories={each["id"]: trajectory_record(each) for each in reversed(trajectories)},
        )
        imported: Mapping[str, Any] = {}
        for kind, _, data in await self._store.learned.portable():
            if kind == EWC:
                imported = data
            else:
                content.others.append((kind, data))
        content.ewc = merged_ewc(imported, self._ewc() or {})
        return await asyncio.to_thread(serialise, content)

    async def _state(self) -> str:
        """Return a text that changes whenever the image would."""
        newest = await self._store.trajectories.newest(1)
        others = await self._store.learned.portable()
        parts = (
            await self._store.patterns.last_change(),
            await self._store.trajectories.count(),
            newest[0]["id"] if newest else 0,
            _digest(json.dumps(others).encode()) if others else 0,
            await self._store.routing.learned_from(),
        )
        return " ".join(map(str, parts))


def merged_ewc(imported: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return the state that came from elsewhere, as it came, with our own tasks added."""
    before, ours = imported.get("task_weights", {}), own.get("task_weights", {})
    weights = {**before, **ours}
    learned = max(imported.get("tasks_learned", 0) + len(ours.keys() - before.keys()), len(weights))
    return {**DEFAULT_EWC, **imported, **own, "task_weights": weights, "tasks_learned": learned}


def _read(path: Path) -> bytes:
    if path.stat().st_size > MOST_BYTES:
        raise OSError("too large")
    return path.read_bytes()


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with StagedFile(path) as staged:
        staged.write(data.decode("utf-8"))
        staged.publish()


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
