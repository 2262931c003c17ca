"""In-memory table of all passages: whose each is, what stands before and after it, how long it is, who says it.

Small arrays, so that a search ranks before it reads a row. Ids only grow and nothing of this changes for a passage. A
table is a snapshot: what comes later makes another one, so a search that has to wait goes on with the one it began
with. Reads nothing: `memserver.retrieval.passage_map` does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from memserver.retrieval.lexical import Ids, Mask, Places, Scores
from memserver.retrieval.map_file import Kept
from memserver.retrieval.speakers import Speakers
from memserver.retrieval.tuning import LEXICAL
from memserver.storage.passages import PassageRow
from memserver.text.labels import label_of

NOWHERE = -1
GROWTH = 1.125
"""Room for an eighth more: a table of 100,000 passages has 0.7 MB to spare."""


@dataclass(frozen=True, slots=True)
class View:
    """The passages that a search may see."""

    mask: Mask
    count: int


@dataclass(frozen=True, slots=True)
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


COLUMNS = tuple(each.name for each in fields(Columns))
OWNER_CODES = "owner_codes"
LINKS = ("before", "after")
"""The columns that change for a passage when others come."""


@dataclass(frozen=True, slots=True)
class PassageTable:
    """All passages that are known at one moment."""

    columns: Columns
    speakers: Speakers
    holders: Mapping[str, int]
    owner_codes: npt.NDArray[np.int32]
    """The owner of each passage, numbered from 0 on."""
    owners: int = 0
    """How many owners there are."""
    terms_total: int = 0

    @property
    def count(self) -> int:
        """How many passages were ever seen: the size that makes a word rare or common."""
        return len(self.columns.ids)

    @property
    def newest(self) -> int:
        """The highest id, 0 where there is none."""
        return int(self.columns.ids[-1]) if self.count else 0

    @property
    def mean_terms(self) -> float:
        """How many terms they have on the mean, short ones counted as `LEXICAL.shortest`."""
        return self.terms_total / self.count if self.count else float(LEXICAL.shortest)

    def terms_of(self, ids: npt.NDArray[np.int32]) -> Scores:
        """Return how many terms each passage has, never fewer than `LEXICAL.shortest`."""
        if not self.count:
            return np.full(len(ids), float(LEXICAL.shortest))
        return np.maximum(self.columns.terms[self._near(ids)], LEXICAL.shortest).astype(np.float64)

    def places(self, ids: Ids) -> tuple[Places, Mask]:
        """Return where passages stand, and which of them are known at all."""
        if not self.count:
            return np.zeros(len(ids), np.intp), np.zeros(len(ids), np.bool_)
        places = self._near(ids)
        return places, self.columns.ids[places] == ids

    def _near(self, ids: npt.NDArray[np.integer[Any]]) -> Places:
        """Return where passages stand; somewhere for those that are not known."""
        first = int(self.columns.ids[0])
        if self.newest - first + 1 == self.count:
            # No number is left out: a place is a subtraction away.
            places: Places = np.clip(ids - first, 0, self.count - 1).astype(np.intp, copy=False)
            return places
        return np.minimum(np.searchsorted(self.columns.ids, ids), self.count - 1)

    def of_owners(self, places: Places) -> Places:
        """Return all passages of the owners of some passages."""
        wanted = np.zeros(self.owners, np.bool_)
        wanted[self.owner_codes[places]] = True
        return np.flatnonzero(wanted.take(self.owner_codes, mode="clip"))

    def view(self, holders: Iterable[str], single: Sequence[int] | None = None) -> View:
        """Return what belongs to one of the holders, and single passages of others where given."""
        wanted = set(holders)
        allowed = np.array([holder in wanted for holder in list(self.holders)], np.bool_)
        # `take` is three times as fast as an index in brackets, which copies the codes as wider numbers first.
        mask: Mask = allowed.take(self.columns.holders, mode="clip") if len(allowed) else np.zeros(0, np.bool_)
        if single:
            places, known = self.places(np.array(single, np.int64))
            mask[places[known]] = True
        return View(mask, int(np.count_nonzero(mask)))


class TableBuilder:
    """Makes one table after the other as passages come in; each shares what it can with the one before."""

    def __init__(self, kept: Kept | None = None) -> None:
        """Begin with nothing, or with what was kept in a file."""
        self._holders = {name: code for code, name in enumerate(kept.holders)} if kept else {}
        self._threads = {name: code for code, name in enumerate(kept.threads)} if kept else {}
        self._speakers = Speakers(kept.labels) if kept else Speakers()
        columns = Columns(**kept.columns) if kept else Columns()
        numbers, inverse = np.unique(columns.owners, return_inverse=True)
        self._owners = {number: code for code, number in enumerate(numbers.tolist())}
        codes: npt.NDArray[np.int32] = inverse.astype(np.int32)
        self._buffers: dict[str, npt.NDArray[Any]] = {name: getattr(columns, name) for name in COLUMNS}
        self._buffers[OWNER_CODES] = codes
        following = np.flatnonzero(columns.before != NOWHERE)
        self._speakers.learn(columns.labels[following], columns.labels[columns.before[following]])
        total = int(np.maximum(columns.terms, LEXICAL.shortest).sum())
        self.table = PassageTable(columns, self._speakers, self._holders, codes, len(self._owners), total)

    def kept(self) -> Kept:
        """Return the table as a file keeps it."""
        columns = {name: getattr(self.table.columns, name).copy() for name in COLUMNS}
        return Kept(columns, list(self._holders), list(self._threads), self._speakers.names())

    def take_in(self, rows: Sequence[PassageRow]) -> None:
        """Add passages, all newer than those that are known."""
        first, count = self.table.count, len(rows)
        new = Columns(
            ids=np.array([row.id for row in rows], np.int64),
            holders=np.array([self._holders.setdefault(row.holder, len(self._holders)) for row in rows], np.int32),
            owners=np.array([row.owner for row in rows], np.int64),
            threads=np.array([self._thread(row) for row in rows], np.int32),
            # Without a position what was added first stands first.
            positions=np.array([row.id if row.position is None else row.position for row in rows], np.int64),
            ordinals=np.array([row.ordinal for row in rows], np.int32),
            tokens=np.array([row.tokens for row in rows], np.int32),
            terms=np.array([row.terms for row in rows], np.int32),
            korean=np.array([row.korean for row in rows], np.bool_),
            labels=self._speakers.codes(["" if row.thread is None else label_of(row.opening) for row in rows]),
            before=np.full(count, NOWHERE, np.int32),
            after=np.full(count, NOWHERE, np.int32),
        )
        columns = Columns(**{name: self._appended(name, getattr(new, name)) for name in COLUMNS})
        following = _link(columns, np.arange(first, first + count), np.unique(new.threads))
        self._speakers.learn(columns.labels[following], columns.labels[columns.before[following]])
        owners = [self._owners.setdefault(row.owner, len(self._owners)) for row in rows]
        codes = self._appended(OWNER_CODES, np.array(owners, np.int32))
        total = self.table.terms_total + int(np.maximum(new.terms, LEXICAL.shortest).sum())
        self.table = PassageTable(columns, self._speakers, self._holders, codes, len(self._owners), total)

    def _thread(self, row: PassageRow) -> int:
        if row.thread is None:
            return NOWHERE
        return self._threads.setdefault(f"{row.project}\0{row.thread}", len(self._threads))

    def _appended(self, name: str, new: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return a column with more entries; what earlier tables show of it stays as it is."""
        first, needed = self.table.count, self.table.count + len(new)
        former = self._buffers[name]
        if needed > len(former) or name in LINKS:
            buffer = np.empty(max(needed, int(first * GROWTH)), new.dtype)
            buffer[:first] = former[:first]
            self._buffers[name] = buffer
        column = self._buffers[name][:needed]
        column[first:] = new
        return column


def _link(columns: Columns, new: Places, threads: npt.NDArray[np.int32]) -> Places:
    """Say what stands before and after new passages: in their own text, and in the threads they belong to.

    Returns those that have one before them now.
    """
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
    following: Places = chain[1:][linked]
    return following
