"""Whose a passage is: project or brain by passage id, in two small arrays, so that a search looks at its own only.

Passages of other projects must not crowd out those that may be seen. Ids only grow and an owner does not change, so
the arrays are brought up to date by reading what is new; ids of deleted passages do no harm.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from memserver.retrieval.lexical import Ids
from memserver.storage.store import Store

PAGE = 20_000


class Ownership:
    """Maps passage ids to owners."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._ids: Ids = np.empty(0, np.int64)
        self._owners: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self._codes: dict[str, int] = {}

    async def refresh(self, newest: int) -> None:
        """Read the owners of passages that are new; `newest` is the highest id there is."""
        last = int(self._ids[-1]) if len(self._ids) else 0
        if newest <= last:
            return
        while rows := await self._store.passages.owners_after(last, PAGE):
            last = rows[-1][0]
            codes = [self._codes.setdefault(owner, len(self._codes)) for _, owner in rows]
            self._ids = np.concatenate([self._ids, np.array([passage for passage, _ in rows], np.int64)])
            self._owners = np.concatenate([self._owners, np.array(codes, np.int32)])

    def forget(self) -> None:
        """Start over: an owner has changed after all (two projects turned out to be one)."""
        self._ids, self._owners, self._codes = np.empty(0, np.int64), np.empty(0, np.int32), {}

    @property
    def count(self) -> int:
        """How many passages were ever seen: the size that makes a word rare or common."""
        return len(self._ids)

    def visible(self, ids: Ids, owners: Iterable[str]) -> npt.NDArray[np.bool_] | None:
        """Say which of the ids belong to one of the owners; None when all in the store do."""
        allowed = [self._codes[owner] for owner in set(owners) if owner in self._codes]
        if len(allowed) == len(self._codes):
            return None
        places = np.minimum(np.searchsorted(self._ids, ids), max(len(self._ids) - 1, 0))
        if not len(self._ids):
            return np.zeros(len(ids), np.bool_)
        known: npt.NDArray[np.bool_] = np.isin(self._owners[places], allowed) & (self._ids[places] == ids)
        return known
