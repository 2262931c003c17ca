"""Keeps the store in step with the brain folder: walk, plan, read, chunk, store; then watch and do what changed.

Works in small batches, each one transaction of the store, so that it can be stopped anywhere and go on later. What is
wrong with a single file is collected and named. The thread that reads and chunks is the executor it is given.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import unicodedata
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Protocol, TypeVar

from memserver.knowledge.chunk import DEFAULT_TARGET_CHARS, Chunk, chunk_document, recipe
from memserver.knowledge.ignore import IGNORE_FILES
from memserver.knowledge.note_dates import NoteDates
from memserver.knowledge.plan import IndexPlan, KnownFile, Relocated, make_plan
from memserver.knowledge.reading import FileText, read_text
from memserver.knowledge.scan import BrainScan, FileState, Skipped
from memserver.knowledge.successions import NO_SUCCESSION, Succession
from memserver.knowledge.tracker_file import MAX_TRACKER_BYTES, ReadItems, TrackerItem, is_tracker, no_items
from memserver.knowledge.watch import watch_brain

log = logging.getLogger(__name__)

BATCH_FILES = 32
BATCH_BYTES = 512 * 1024
_MANY_PATHS = 200
"""Beyond this many changed paths, one walk over everything is cheaper and simpler."""

_MOST_NAMED = 8
_RETRY_SECONDS = 10.0
_NEVER = -1

Progress = Callable[[int, int, str], None]
_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class IndexedFile:
    """A file ready to be stored. With a `problem` it has no chunks, and is stored so as not to be read again."""

    path: str
    size: int
    mtime_ns: int
    sha1: str
    recipe: str
    kind: str = "text"
    title: str = ""
    tags: tuple[str, ...] = ()
    date: str = ""
    front: Mapping[str, Sequence[str]] = field(default_factory=dict)
    chunks: tuple[Chunk, ...] = ()
    items: tuple[TrackerItem, ...] | None = None
    """The items of a tracker; None for a note."""
    problem: str | None = None
    succession: Succession = NO_SUCCESSION
    authored_ns: int | None = None
    """When its author last committed it; None for a file that no commit has as it is."""


class BrainStore(Protocol):
    """Where the brain's files and chunks are kept. Each call is one transaction, and doing it twice does no harm."""

    async def known_files(self, paths: Collection[str] | None = None) -> Sequence[KnownFile]:
        """Return the files that are stored: all of them, or those among `paths`."""
        ...

    async def replace_files(self, files: Sequence[IndexedFile]) -> None:
        """Store files by path, replacing what was there; a file keeps its id, equal chunks may keep their vectors."""
        ...

    async def relocate_files(self, files: Sequence[Relocated]) -> None:
        """Give files (by id) a new path, size and time; their chunks stay as they are."""
        ...

    async def remove_files(self, ids: Sequence[str]) -> None:
        """Remove files with their chunks, from the rows and from every index."""
        ...

    async def settle(self) -> None:
        """Derive what follows from several files together, where some of them changed."""
        ...

    async def known_heads(self) -> Mapping[str, str]:
        """Return the commits by which the files were dated last: by the folder of their repository."""
        ...

    async def date_files(self, dates: Mapping[str, int | None], heads: Mapping[str, str] | None) -> None:
        """Set when files, by path, were last committed, in nanoseconds; and by which commits, where those are new."""
        ...


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What one run did. `skipped` names every file that is not searchable, and why."""

    new: int = 0
    changed: int = 0
    renamed: int = 0
    removed: int = 0
    unchanged: int = 0
    chunks: int = 0
    skipped: tuple[Skipped, ...] = ()
    stopped: bool = False

    def unsearchable(self) -> str:
        """Name what is not searchable in one line, the first few with their reasons."""
        count = len(self.skipped)
        named = "; ".join(f"{each.path} ({each.reason})" for each in self.skipped[:_MOST_NAMED])
        rest = f"; and {count - _MOST_NAMED} more" if count > _MOST_NAMED else ""
        return f"{count} {'note is' if count == 1 else 'notes are'} not searchable: {named}{rest}"


class BrainIndexer:
    """The background job of one brain folder."""

    def __init__(
        self,
        brain: str,
        store: BrainStore,
        *,
        executor: Executor | None = None,
        target_chars: int = DEFAULT_TARGET_CHARS,
        on_report: Callable[[IndexReport], None] | None = None,
        read_items: ReadItems = no_items,
        dates: NoteDates | None = None,
    ) -> None:
        self._brain = brain
        self._store = store
        self._executor = executor
        self._target = target_chars
        self._on_report = on_report
        self._read_items = read_items
        self._dates = dates if dates is not None else NoteDates(brain)
        self._stop = threading.Event()
        self._one_at_a_time = asyncio.Lock()
        self._folders: set[str] = set()
        self._skipped: dict[str, Skipped] = {}

    def stop(self) -> None:
        """End the present work after its batch; what was stored stays, the rest is done by the next run."""
        self._stop.set()

    async def run(self, progress: Progress | None = None) -> IndexReport:
        """Bring everything up to date."""
        async with self._one_at_a_time:
            self._stop.clear()
            known = await self._store.known_files()
            plan, skipped, states = await self._in_thread(lambda: self._full_plan(known))
            still = {file.path for file in plan.removed} | {state.path for state in plan.changed}
            skipped += [Skipped(f.path, f.problem) for f in known if f.problem and f.path not in still]
            self._skipped = {}
            heads = await self._dates.heads(states)
            moved = heads != await self._store.known_heads()
            dates = await self._dates.of(states if moved else _of_new_content(plan))
            return await self._carry_out(plan, skipped, progress, dates, heads if moved else None)

    async def update(self, paths: Collection[str]) -> IndexReport:
        """Bring the files at these paths up to date (relative, as the disk spells them; folders mean everything)."""
        if await self._in_thread(lambda: self._needs_full_run(paths)):
            return await self.run()
        async with self._one_at_a_time:
            self._stop.clear()
            names = {unicodedata.normalize("NFC", path) for path in paths}
            known = await self._store.known_files(names)
            # What was not looked at again is as it was.
            self._skipped = {path: each for path, each in self._skipped.items() if path not in names}
            plan, skipped = await self._in_thread(lambda: self._plan_for(paths, known))
            states = _of_new_content(plan)
            heads, before = await self._dates.heads(states), await self._store.known_heads()
            if all(before.get(folder) == commit for folder, commit in heads.items()):
                return await self._carry_out(plan, skipped, None, await self._dates.of(states))
        # Another commit is checked out: the dates of the others may have changed as well.
        return await self.run()

    async def keep_current(self, stop: asyncio.Event, progress: Progress | None = None) -> None:
        """Run once, then follow every change until `stop` is set; a failing store is tried again later."""
        changes: asyncio.Queue[frozenset[str] | None] = asyncio.Queue()
        # Watching starts before the first walk, so that no change falls between the two.
        watcher = asyncio.create_task(self._watch(stop, changes), name="memserver-brain-watch")
        try:
            await self._insist(lambda: self.run(progress), stop)
            while (paths := await changes.get()) is not None:
                await self._insist(partial(self.update, paths), stop)
        finally:
            watcher.cancel()
            await asyncio.gather(watcher, return_exceptions=True)

    async def _watch(self, stop: asyncio.Event, changes: asyncio.Queue[frozenset[str] | None]) -> None:
        try:
            async for paths in watch_brain(self._brain, stop):
                changes.put_nowait(paths)
        except Exception:
            log.exception("watching the brain ended; changes are seen at the next start")
        finally:
            changes.put_nowait(None)

    async def _insist(self, work: Callable[[], Awaitable[IndexReport]], stop: asyncio.Event) -> None:
        """Do the work, again and again if it fails, with a pause between."""
        while not stop.is_set():
            try:
                report = await work()
            except Exception:
                log.exception("indexing the brain failed; it is tried again")
                with suppress(TimeoutError):
                    async with asyncio.timeout(_RETRY_SECONDS):
                        await stop.wait()
            else:
                if self._on_report is not None:
                    self._on_report(report)
                return

    async def _carry_out(
        self,
        plan: IndexPlan,
        skipped: list[Skipped],
        progress: Progress | None,
        dates: Mapping[str, int | None],
        heads: Mapping[str, str] | None = None,
    ) -> IndexReport:
        """Do what a plan says; `heads` are the commits that tell the dates, where they are others than before."""
        if plan.renamed or plan.touched:
            await self._store.relocate_files([*plan.renamed, *plan.touched])
        if plan.removed:
            await self._store.remove_files([file.id for file in plan.removed])
        states = [*plan.new, *plan.changed]
        done = chunks = 0
        for batch in _batches(states):
            if self._stop.is_set():
                break
            if progress is not None:
                progress(done, len(states), batch[0].path)
            files = await self._in_thread(partial(self._indexed_all, batch, dates))
            await self._store.replace_files(files)
            skipped += [Skipped(file.path, file.problem) for file in files if file.problem]
            chunks += sum(len(file.chunks) + len(file.items or ()) for file in files)
            done += len(batch)
        written = {state.path for state in states}
        others = {path: moment for path, moment in dates.items() if path not in written}
        if (others or heads is not None) and not self._stop.is_set():
            await self._store.date_files(others, heads)
        await self._store.settle()
        if progress is not None:
            progress(done, len(states), "")
        self._skipped |= {each.path: each for each in skipped}
        return IndexReport(
            new=min(done, len(plan.new)),
            changed=max(0, done - len(plan.new)),
            renamed=len(plan.renamed),
            removed=len(plan.removed),
            unchanged=plan.unchanged + len(plan.touched),
            chunks=chunks,
            skipped=tuple(sorted(self._skipped.values(), key=lambda entry: entry.path)),
            stopped=self._stop.is_set(),
        )

    async def _in_thread(self, work: Callable[[], _Result]) -> _Result:
        """Run in the executor; when the caller is cancelled, the thread is told to stop as well."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._executor, work)
        except asyncio.CancelledError:
            self._stop.set()
            raise

    def _full_plan(self, known: Sequence[KnownFile]) -> tuple[IndexPlan, list[Skipped], list[FileState]]:
        scan = BrainScan(self._brain, stop=self._stop)
        entries = list(scan)
        skipped = [entry for entry in entries if isinstance(entry, Skipped)]
        states = [entry for entry in entries if isinstance(entry, FileState)]
        self._folders = {str(folder) for state in states for folder in PurePosixPath(state.path).parents}
        plan = make_plan(known, states, self._hash, recipe=recipe(self._target), unseen=skipped, complete=scan.complete)
        return plan, skipped, states

    def _plan_for(self, paths: Collection[str], known: Sequence[KnownFile]) -> tuple[IndexPlan, list[Skipped]]:
        scan = BrainScan(self._brain)
        entries = [scan.state_of(path) for path in sorted(paths)]
        skipped = [entry for entry in entries if isinstance(entry, Skipped)]
        states = [entry for entry in entries if isinstance(entry, FileState)]
        return make_plan(known, states, self._hash, recipe=recipe(self._target)), skipped

    def _needs_full_run(self, paths: Collection[str]) -> bool:
        root = Path(self._brain)
        if len(paths) > _MANY_PATHS or not root.is_dir():
            return True
        for path in paths:
            name = path.rpartition("/")[2]
            location = root / path
            was_folder = unicodedata.normalize("NFC", path) in self._folders
            if path == "." or name in IGNORE_FILES or was_folder or location.is_symlink() or location.is_dir():
                return True
        return False

    def _hash(self, state: FileState) -> str | None:
        return self._read(state).sha1 or None

    def _read(self, state: FileState) -> FileText:
        path = Path(self._brain) / state.disk_path
        return read_text(path, MAX_TRACKER_BYTES) if is_tracker(state.path) else read_text(path)

    def _indexed_all(self, batch: Sequence[FileState], dates: Mapping[str, int | None]) -> list[IndexedFile]:
        return [replace(self._indexed(state), authored_ns=dates.get(state.path)) for state in batch]

    def _indexed(self, state: FileState) -> IndexedFile:
        read = self._read(state)
        # What could not be read is tried again next time: no file has this time.
        mtime_ns = state.mtime_ns if read.sha1 else _NEVER
        base = (state.path, state.size, mtime_ns, read.sha1, recipe(self._target))
        if read.text is None:
            return IndexedFile(*base, problem=read.problem)
        try:
            if is_tracker(state.path):
                return IndexedFile(*base, kind="tracker", items=tuple(self._read_items(state.path, read.text)))
            document = chunk_document(state.path, read.text, self._target)
        except Exception:
            log.exception("chunking %s failed", state.path)
            return IndexedFile(*base, problem="could not be chunked")
        return IndexedFile(
            *base,
            kind=document.kind,
            title=document.title,
            tags=document.tags,
            date=document.date,
            front=document.front,
            chunks=document.chunks,
            succession=document.succession,
        )


def _of_new_content(plan: IndexPlan) -> list[FileState]:
    """Return the files whose date may be another one although no other commit is checked out."""
    return [*plan.new, *plan.changed, *(each.state for each in (*plan.touched, *plan.renamed))]


def _batches(states: Sequence[FileState]) -> list[list[FileState]]:
    batches: list[list[FileState]] = []
    room = 0
    for state in states:
        if not batches or len(batches[-1]) >= BATCH_FILES or state.size > room:
            batches.append([])
            room = BATCH_BYTES
        batches[-1].append(state)
        room -= state.size
    return batches
