"""In-memory table of all passages: whose each is, what stands before and after it, how long it is, who says it.

Small arrays, so that a search ranks before it reads a row. Ids only grow and nothing of this changes for a passage, so
the table is brought up to date by reading what is new, and kept in a file between runs (`map_file`). Ids of deleted
passages stay: whoever reads rows finds out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path

import numpy as np
import numpy.typing as npt

from memserver.retrieval import map_file
from memserver.retrieval.lexical import Ids, Mask, Places, Scores
from memserver.retrieval.speakers import Speakers
from memserver.retrieval.tuning import LEXICAL
from memserver.storage.passages import PassageRow
from memserver.storage.store import Store
from memserver.text.labels import label_of

PAGE_SIZE = 20_000
NOWHERE = -1


@dataclass(frozen=True, slots=True)
class View:
    """The passages that a search may see."""

    mask: Mask
    count: int


@dataclass(slots=True)
class Columns:
    """One entry per passage, ids ascending. A thread, a holder and a speaker are codes of their names."""

    ids: Ids = field(default_factory=lambda: np.empty(0, np.int64))
    holders: npt.NDArray[np.int32] = field(default_factory=lambda: np.empty(0, np.int32))
    owners: Ids = field(default_factory=lambda: np.empty(0, np.int64))
    threads: npt.NDArray[np.int32] = field(default_factory=lambda: np.empty(0, np.int32))
    """`NOWHERE` where no thread was told."""
    positions: Ids = field(default_factory=lambda: np.empty(0, np.int64))
    ordinals: npt.NDArray[np.int32] = field(default_factory=lambda: np.empty(0, np.int32))
    tokens: npt.NDArray[np.int32] = field(default_factory=lambda: np.empty(0, np.int32))
    terms: npt.NDArray[np.int32] = field(default_factory=lambda: np.empty(0, np.int32))
    korean: Mask = field(default_factory=lambda: np.empty(0, np.bool_))
    labels: npt.NDArray[np.int32] = field(default_factory=lambda: np.empty(0, np.int32))
    before: npt.NDArray[np.int32] = field(default_factory=lambda: np.empty(0, np.int32))
    """The place of the passage before it, as told: in its memory, its file or its thread."""
    after: npt.NDArray[np.int32] = field(default_factory=lambda: np.empty(0, np.int32))

    def append(self, other: Columns) -> None:
        """Add the entries of another table."""
        for each in fields(self):
            setattr(self, each.name, np.concatenate([getattr(self, each.name), getattr(other, each.name)]))


class PassageMap:
    """The table, kept in step with the store."""

    def __init__(self, store: Store, folder: Path | None = None) -> None:
        self._store = store
        self._folder = folder
        self._lock = asyncio.Lock()
        self._saving: asyncio.Task[None] | None = None
        self._start()

    def forget(self) -> None:
        """Start over: a holder has changed after all (two projects turned out to be one)."""
        if self._folder is not None:
            map_file.remove(self._folder)
        self._start()

    def _start(self) -> None:
        self.columns = Columns()
        self._holders: dict[str, int] = {}
        self._threads: dict[str, int] = {}
        self.speakers = Speakers()
        self._terms_total = 0
        self._saved = 0

    async def refresh(self, newest: int) -> None:
        """Read the passages that are new; `newest` is the highest id there is."""
        if self._is_current(newest):
            return
        async with self._lock:
            if not self.count and self._folder is not None:
                kept = await asyncio.to_thread(map_file.load, self._folder)
                if kept is not None and kept.newest <= newest:
                    self._take_over(kept)
            while not self._is_current(newest):
                rows = await self._store.passages.rows_after(self._newest, PAGE_SIZE)
                if not rows:
                    return
                self._take_in(rows)
        if self.count - self._saved > max(map_file.SAVE_AFTER, self._saved * map_file.SAVE_AFTER_SHARE):
            self._saving = asyncio.create_task(self.save())

    async def save(self) -> None:
        """Keep the table for the next run."""
        if self._folder is None or self.count == self._saved:
            return
        self._saved = self.count
        columns = {each.name: getattr(self.columns, each.name).copy() for each in fields(Columns)}
        kept = map_file.Kept(columns, list(self._holders), list(self._threads), self.speakers.names())
        await asyncio.to_thread(map_file.save, self._folder, kept)

    async def close(self) -> None:
        """Keep what is worth it, and wait for what is under way."""
        if self._saving is not None:
            await self._saving
        if self.count - self._saved > map_file.SAVE_AFTER_SHARE * self.count:
            await self.save()

    @property
    def _newest(self) -> int:
        return int(self.columns.ids[-1]) if self.count else 0

    def _is_current(self, newest: int) -> bool:
        return newest <= self._newest

    def _take_over(self, kept: map_file.Kept) -> None:
        self.columns = Columns(**kept.columns)
        self._holders = {name: code for code, name in enumerate(kept.holders)}
        self._threads = {name: code for code, name in enumerate(kept.threads)}
        self.speakers = Speakers(kept.labels)
        self.speakers.learn(self.columns.labels, self.columns.before)
        self._terms_total = int(np.maximum(self.columns.terms, LEXICAL.shortest).sum())
        self._saved = self.count

    def _take_in(self, rows: Sequence[PassageRow]) -> None:
        first, count = self.count, len(rows)
        threads = [self._thread(row) for row in rows]
        new = Columns(
            ids=np.array([row.id for row in rows], np.int64),
            holders=np.array([self._holders.setdefault(row.holder, len(self._holders)) for row in rows], np.int32),
            owners=np.array([row.owner for row in rows], np.int64),
            threads=np.array(threads, np.int32),
            # Without a position what was added first stands first.
            positions=np.array([row.id if row.position is None else row.position for row in rows], np.int64),
            ordinals=np.array([row.ordinal for row in rows], np.int32),
            tokens=np.array([row.tokens for row in rows], np.int32),
            terms=np.array([row.terms for row in rows], np.int32),
            korean=np.array([row.korean for row in rows], np.bool_),
            labels=self.speakers.codes(["" if row.thread is None else label_of(row.opening) for row in rows]),
            before=np.full(count, NOWHERE, np.int32),
            after=np.full(count, NOWHERE, np.int32),
        )
        self.columns.append(new)
        self._terms_total += int(np.maximum(new.terms, LEXICAL.shortest).sum())
        self._link(np.arange(first, first + count), np.unique(new.threads))
        self.speakers.learn(self.columns.labels, self.columns.before)

    def _thread(self, row: PassageRow) -> int:
        if row.thread is None:
            return NOWHERE
        return self._threads.setdefault(f"{row.project}\0{row.thread}", len(self._threads))

    def _link(self, new: Places, threads: npt.NDArray[np.int32]) -> None:
        """Say what stands before and after the new passages: in their own text, and in the threads they belong to."""
        columns = self.columns
        told = threads[threads != NOWHERE]
        if len(told):
            new = np.union1d(new[columns.threads[new] == NOWHERE], np.flatnonzero(np.isin(columns.threads, told)))
        threads = columns.threads[new]
        apart = threads == NOWHERE
        # Passages of one text, and of one thread, lie side by side in this order.
        group = np.where(apart, columns.owners[new], threads.astype(np.int64))
        place_in = np.where(apart, 0, columns.positions[new])
        order = np.lexsort((columns.ordinals[new], columns.ids[new] - columns.ordinals[new], place_in, group, apart))
        chain, group, apart = new[order], group[order], apart[order]
        linked = (group[1:] == group[:-1]) & (apart[1:] == apart[:-1])
        # What was written anew stands behind what it replaced: an owner's own passages follow each other.
        columns.before[chain], columns.after[chain] = NOWHERE, NOWHERE
        columns.before[chain[1:][linked]] = chain[:-1][linked]
        columns.after[chain[:-1][linked]] = chain[1:][linked]

    @property
    def count(self) -> int:
        """How many passages were ever seen: the size that makes a word rare or common."""
        return len(self.columns.ids)

    @property
    def mean_terms(self) -> float:
        """How many terms they have on the mean, short ones counted as `LEXICAL.shortest`."""
        return self._terms_total / self.count if self.count else float(LEXICAL.shortest)

    def terms_of(self, ids: npt.NDArray[np.int32]) -> Scores:
        """Return how many terms each passage has, never fewer than `LEXICAL.shortest`."""
        if not self.count:
            return np.full(len(ids), float(LEXICAL.shortest))
        places = np.minimum(np.searchsorted(self.columns.ids, ids), self.count - 1)
        return np.maximum(self.columns.terms[places], LEXICAL.shortest).astype(np.float64)

    def places(self, ids: Ids) -> tuple[Places, Mask]:
        """Return where passages stand, and which of them are known at all."""
        if not self.count:
            return np.zeros(len(ids), np.intp), np.zeros(len(ids), np.bool_)
        places = np.minimum(np.searchsorted(self.columns.ids, ids), self.count - 1)
        return places, self.columns.ids[places] == ids

    def view(self, holders: Iterable[str], single: Sequence[int] | None = None) -> View:
        """Return what belongs to one of the holders, and single passages of others where given."""
        wanted = set(holders)
        allowed = np.array([holder in wanted for holder in self._holders], np.bool_)
        mask: Mask = allowed[self.columns.holders] if len(allowed) else np.zeros(0, np.bool_)
        if single:
            places, known = self.places(np.array(single, np.int64))
            mask[places[known]] = True
        return View(mask, int(np.count_nonzero(mask)))
