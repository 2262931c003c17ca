"""Whose a passage is (a layer's of a project, or a brain's), and whether it goes on where the one before it ended.

In a few small arrays, so that a search looks at its own passages only, and knows their neighbours before it reads a
row. Ids only grow, and neither owner nor thread of a passage changes, so the arrays are brought up to date by reading
what is new; ids of deleted passages do no harm.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from memserver.retrieval.lexical import Ids
from memserver.storage.store import Store

PAGE = 20_000

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class View:
    """The passages of some owners among all; `allowed` says of each owner, by its code, whether it is one of them."""

    ids: Ids
    owners: npt.NDArray[np.int32]
    allowed: Mask
    share: float
    """Which part of all passages is in view."""
    single: Ids | None = None
    """Passages that are in view beside those of the owners, ascending."""

    def mask(self, ids: Ids) -> Mask:
        """Say which of the ids are in view."""
        if not len(self.ids):
            return np.zeros(len(ids), np.bool_)
        places = np.minimum(np.searchsorted(self.ids, ids), len(self.ids) - 1)
        mask: Mask = self.allowed[self.owners[places]] & (self.ids[places] == ids)
        return mask if self.single is None else mask | np.isin(ids, self.single)

    def members(self) -> Ids:
        """Return the ids that are in view."""
        members: Ids = self.ids[self.allowed[self.owners]]
        return members if self.single is None else np.union1d(members, self.single)


class Ownership:
    """Maps passage ids to owners."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._ids: Ids = np.empty(0, np.int64)
        self._owners: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self._codes: dict[str, int] = {}
        self._counts: Ids = np.empty(0, np.int64)
        self._goes_on: Mask = np.empty(0, np.bool_)
        self._last_thread: str | None = None

    async def refresh(self, newest: int) -> None:
        """Read the owners of passages that are new; `newest` is the highest id there is."""
        last = int(self._ids[-1]) if len(self._ids) else 0
        if newest <= last:
            return
        while rows := await self._store.passages.owners_after(last, PAGE):
            codes = [self._codes.setdefault(owner, len(self._codes)) for _, owner, _ in rows]
            ids = np.array([passage for passage, _, _ in rows], np.int64)
            threads = [self._last_thread, *(thread for _, _, thread in rows)]
            same = [one is not None and one == next_one for one, next_one in pairwise(threads)]
            self._goes_on = np.concatenate([self._goes_on, (np.diff(ids, prepend=last) == 1) & same])
            self._ids = np.concatenate([self._ids, ids])
            self._owners = np.concatenate([self._owners, np.array(codes, np.int32)])
            counts = np.bincount(codes, minlength=len(self._codes))
            counts[: len(self._counts)] += self._counts
            self._counts = counts
            last, self._last_thread = rows[-1][0], threads[-1]

    def forget(self) -> None:
        """Start over: an owner has changed after all (two projects turned out to be one)."""
        self._ids, self._owners, self._codes = np.empty(0, np.int64), np.empty(0, np.int32), {}
        self._counts, self._goes_on, self._last_thread = np.empty(0, np.int64), np.empty(0, np.bool_), None

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

    def view(self, owners: Iterable[str], single: Sequence[int] | None = None) -> View:
        """Return what belongs to one of the owners, and single passages of others (ascending) where given."""
        wanted = set(owners)
        allowed = np.array([owner in wanted for owner in self._codes], np.bool_)
        if allowed.all():
            return View(self._ids, self._owners, allowed, 1.0)
        share = (float(allowed @ self._counts) + len(single or ())) / self.count
        more = None if single is None else np.array(single, np.int64)
        return View(self._ids, self._owners, allowed, min(share, 1.0), more)
