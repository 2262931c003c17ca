"""Health: what works, what does not and what to do about it, and how much there is."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memserver import __version__

if TYPE_CHECKING:
    from memserver.embedding.loading import EmbedderHandle
    from memserver.retrieval.backfill import Backfill
    from memserver.retrieval.vector_keeper import VectorKeeper
    from memserver.storage.store import Store

# Linux only: the present size; elsewhere the largest one so far is all that can be had cheaply.
STATM = Path("/proc/self/statm")


class Health:
    """Reads the state of the parts; changes nothing."""

    def __init__(
        self, store: Store, embedder: EmbedderHandle, keeper: VectorKeeper, backfill: Backfill, brain: Path,
        project: Callable[[], str | None], walked: Callable[[], bool],
    ) -> None:  # fmt: skip
        self._store = store
        self._embedder = embedder
        self._keeper = keeper
        self._backfill = backfill
        self._brain = brain
        self._project = project
        self._walked = walked
        self._started = time.monotonic()
        self.notes: dict[str, str] = {}
        """Standing warnings of other parts, by part."""
        self.watched: list[Callable[[], str | None]] = []
        """What to ask for warnings each time."""

    async def status(self) -> dict[str, Any]:
        """Return the answer to `memserver/status`."""
        pending = await self._store.vectors.pending()
        embedder, index = self._embedder, self._keeper.index
        # Where no vectors can be had, none are awaited.
        loaded = embedder.state == "ready" and index is not None
        settled = embedder.state in {"off", "failed"} or (loaded and pending == 0)
        counts = await self._store.memories.counts()
        files = await self._store.files.count(str(self._brain))
        return {
            "version": __version__,
            "ready": {
                "store": True,
                "lexical": True,
                "vectors": settled,
                "embedder": embedder.state in {"ready", "off", "failed"},
                "brain": self._walked(),
            },
            "counts": {
                "memories": sum(counts["layer"].values()),
                "passages": await self._store.passages.count(),
                "files": files,
                "pendingVectors": pending,
                **{f"memories.{layer}": count for layer, count in counts["layer"].items()},
            },
            "embedder": {
                "name": embedder.embedder.name if embedder.embedder else "",
                "dimensions": embedder.embedder.dimensions if embedder.embedder else 0,
                "state": embedder.state.value,
                "message": embedder.error,
            },
            "index": {
                "kind": index.kind if index is not None else "none",
                "size": len(index) if index is not None else 0,
                "message": index.note if index is not None else None,
            },
            "dataDir": str(self._store.database.path.parent),
            "brainPath": str(self._brain),
            "project": self._project(),
            "uptimeMs": int((time.monotonic() - self._started) * 1000),
            "rssBytes": resident_bytes(),
            "warnings": self._warnings(files),
        }

    async def stats(self) -> dict[str, Any]:
        """Return the answer to `memserver/memory/stats`."""
        counts = await self._store.memories.counts()
        path = self._store.database.path
        return {
            "memories": sum(counts["layer"].values()),
            "byLayer": counts["layer"],
            "byStatus": counts["status"],
            "byOrigin": counts["origin"],
            "byProject": [
                {"id": each, "name": name, "memories": count}
                for each, name, count in await self._store.memories.count_by_project()
            ],
            "passages": await self._store.passages.count(),
            "vectors": len(self._keeper.index) if self._keeper.index is not None else 0,
            "pendingVectors": await self._store.vectors.pending(),
            "files": await self._store.files.count(str(self._brain)),
            "turns": await self._store.turns.count(),
            "sessions": await self._store.sessions.count(),
            "trajectories": await self._store.trajectories.count(),
            "tiers": await self._store.tiers.counts(),
            "databaseBytes": sum(part.stat().st_size for part in path.parent.glob(path.name + "*")),
        }

    def _warnings(self, files: int) -> list[str]:
        found = [note for _, note in sorted(self.notes.items())]
        if files and not self._brain.is_dir():
            found.append("The brain folder is not there: its notes are left out of turns until it is back.")
        found += [problem for ask in self.watched if (problem := ask())]
        if self._embedder.state == "failed":
            found.append(f"Search uses words only: {self._embedder.error}")
        if self._backfill.failure:
            found.append(f"New memories wait for their vectors: {self._backfill.failure}")
        return found


def resident_bytes() -> int:
    """Return the resident memory of this process; 0 where it cannot be read."""
    try:
        if STATM.exists():
            pages = int(STATM.read_text(encoding="ascii").split()[1])
            return pages * os.sysconf("SC_PAGE_SIZE")
        import resource  # noqa: PLC0415 - not on Windows

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    except (ImportError, OSError, ValueError):
        return 0
