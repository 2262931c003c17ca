"""Where every passage stands: whose it is, what it is a part of, what it goes on from, how long it is, who says it.

In a few small arrays, so that a search looks at its own passages only, knows their neighbours, and ranks them before it
reads a row. Ids only grow, and nothing of this changes for a passage, so the arrays are brought up to date by reading
what is new. Ids of deleted passages stay: whoever reads rows finds out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from memserver.retrieval.lexical import Ids
from memserver.retrieval.neighbours import Layout, Mask
from memserver.retrieval.speakers import Speakers
from memserver.storage.passages import PassageRow
from memserver.storage.store import Store
from memserver.text.labels import label_of

PAGE = 20_000
# Sections of files are told apart from whole files and memories by numbers that none of those reach.
SECTIONS_FROM = 1 << 40


@dataclass(frozen=True, slots=True)
class View:
    """The passages of some holders among all; `allowed` says of each holder, by its code, whether it is one of them."""

    ids: Ids
    holders: npt.NDArray[np.int32]
    allowed: Mask
    share: float
    """Which part of all passages is in view."""
    single: Ids | None = None
    """Passages that are in view beside those of the holders, ascending."""

    def mask(self, ids: Ids) -> Mask:
        """Say which of the ids are in view."""
        if not len(self.ids):
            return np.zeros(len(ids), np.bool_)
        places = np.minimum(np.searchsorted(self.ids, ids), len(self.ids) - 1)
        mask: Mask = self.allowed[self.holders[places]] & (self.ids[places] == ids)
        return mask if self.single is None else mask | np.isin(ids, self.single)

    def members(self) -> Ids:
        """Return the ids that are in view."""
        members: Ids = self.ids[self.allowed[self.holders]]
        return members if self.single is None else np.union1d(members, self.single)


class PassageMap:
    """Knows of each passage its holder (a layer's memories of a project, or a brain), its owner and its neighbours."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.forget()

    def forget(self) -> None:
        """Start over: a holder has changed after all (two projects turned out to be one)."""
        self._ids: Ids = np.empty(0, np.int64)
        self._holders: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self._owners: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self._tokens: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self._goes_on: Mask = np.empty(0, np.bool_)
        self._same_heading: Mask = np.empty(0, np.bool_)
        self._codes: dict[str, int] = {}
        self._counts: Ids = np.empty(0, np.int64)
        self.speakers = Speakers()
        self._last: PassageRow | None = None

    async def refresh(self, newest: int) -> None:
        """Read the passages that are new; `newest` is the highest id there is."""
        last = int(self._ids[-1]) if len(self._ids) else 0
        if newest <= last:
            return
        while rows := await self._store.passages.rows_after(last, PAGE):
            self._take_in(rows)
            last = rows[-1].id

    def _take_in(self, rows: Sequence[PassageRow]) -> None:
        pairs = list(pairwise([self._last or rows[0]._replace(thread=None), *rows]))
        follows = [_goes_on(one, two) for one, two in pairs]
        codes = [self._codes.setdefault(row.holder, len(self._codes)) for row in rows]
        counts = np.bincount(codes, minlength=len(self._codes))
        counts[: len(self._counts)] += self._counts
        self._counts = counts
        self._ids = np.append(self._ids, np.array([row.id for row in rows], np.int64))
        self._holders = np.append(self._holders, np.array(codes, np.int32))
        self._owners = np.append(self._owners, np.array([row.owner for row in rows], np.int32))
        self._tokens = np.append(self._tokens, np.array([row.tokens for row in rows], np.int32))
        self._goes_on = np.append(self._goes_on, np.array(follows, np.bool_))
        self._same_heading = np.append(self._same_heading, [one.heading == two.heading for one, two in pairs])
        self.speakers.take_in([_speaker(row) for row in rows], follows, _speaker(pairs[0][0]))
        self._last = rows[-1]

    @property
    def count(self) -> int:
        """How many passages were ever seen: the size that makes a word rare or common."""
        return len(self._ids)

    def with_surroundings(self, ids: Ids, reach: int) -> Ids:
        """Return the ids together with those up to `reach` before and after them in the same thread, ascending."""
        last = len(self._ids) - 1
        if last < 0:
            return np.unique(ids)
        places = np.minimum(np.searchsorted(self._ids, ids), last)
        places = places[self._ids[places] == ids]
        around = [ids]
        after = before = places
        for _ in range(reach):
            after = np.minimum(after, last - 1) + 1
            after = after[self._goes_on[after]]
            before = before[self._goes_on[before]] - 1
            around += [self._ids[after], self._ids[before]]
        return np.unique(np.concatenate(around))

    def layout(self, ids: Ids, by_section: bool = False, speaker: int | None = None) -> Layout:
        """Return where those of the passages (ascending) stand that are known here.

        What is ranked as one has one owner: a memory, a file, or (by section) each passage of a file. `speaker` is the
        one whom the question names.
        """
        places = np.searchsorted(self._ids, ids)
        known = places < len(self._ids)
        known[known] = self._ids[places[known]] == ids[known]
        if not known.all():
            ids, places = ids[known], places[known]
        owners: Ids = self._owners[places].astype(np.int64)
        if by_section:
            owners = np.where(owners < 0, ids + SECTIONS_FROM, owners)
        # Of two that follow each other in the layout others may stand between them.
        follows = self._goes_on[places]
        follows[:1] = False
        follows[1:] &= ids[1:] - ids[:-1] == 1
        by_others = self.speakers.said_by_others(speaker, places) if speaker is not None else None
        return Layout(ids, owners, self._tokens[places], follows, self._same_heading[places], by_others)

    def view(self, holders: Iterable[str], single: Sequence[int] | None = None) -> View:
        """Return what belongs to one of the holders, and single passages of others (ascending) where given."""
        wanted = set(holders)
        allowed = np.array([holder in wanted for holder in self._codes], np.bool_)
        if allowed.all():
            return View(self._ids, self._holders, allowed, 1.0)
        share = (float(allowed @ self._counts) + len(single or ())) / self.count
        more = None if single is None else np.array(single, np.int64)
        return View(self._ids, self._holders, allowed, min(share, 1.0), more)


def _goes_on(one: PassageRow, two: PassageRow) -> bool:
    """Say whether a passage goes on from the one before it: in the same thread of the same project."""
    return two.id - one.id == 1 and two.thread is not None and (one.project, one.thread) == (two.project, two.thread)


def _speaker(row: PassageRow) -> str:
    """Return the label of a passage; outside of a thread nobody takes turns."""
    return label_of(row.opening) if row.thread is not None else ""
