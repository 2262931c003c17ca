from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import pytest

from memserver.knowledge.indexer import IndexedFile
from memserver.knowledge.plan import KnownFile, Relocated


class BrainInMemory:
    """The smallest store that keeps the promises of `BrainStore`."""

    def __init__(self) -> None:
        self.files: dict[str, tuple[str, IndexedFile]] = {}
        self.calls: list[str] = []
        self.heads: Mapping[str, str] = {}
        self._next = 0

    async def known_files(self, paths: Collection[str] | None = None) -> Sequence[KnownFile]:
        return [
            KnownFile(key, f.path, f.size, f.mtime_ns, f.sha1, f.recipe, f.problem)
            for key, f in self.files.values()
            if paths is None or f.path in paths
        ]

    async def replace_files(self, files: Sequence[IndexedFile]) -> None:
        self.calls.append("replace")
        for file in files:
            self._next += 1
            key = self.files[file.path][0] if file.path in self.files else f"f{self._next}"
            self.files[file.path] = (key, file)

    async def relocate_files(self, files: Sequence[Relocated]) -> None:
        self.calls.append("relocate")
        for move in files:
            key, file = self.files.pop(move.known.path)
            assert key == move.known.id
            state = move.state
            self.files[state.path] = (key, replace(file, path=state.path, size=state.size, mtime_ns=state.mtime_ns))

    async def remove_files(self, ids: Sequence[str]) -> None:
        self.calls.append("remove")
        self.files = {path: entry for path, entry in self.files.items() if entry[0] not in ids}

    async def settle(self) -> None:
        """Nothing follows from several of these files."""

    async def known_heads(self) -> Mapping[str, str]:
        return self.heads

    async def date_files(self, dates: Mapping[str, int | None], heads: Mapping[str, str] | None) -> None:
        self.heads = heads if heads is not None else self.heads
        for path, moment in dates.items():
            key, file = self.files[path]
            self.files[path] = (key, replace(file, authored_ns=moment))

    def texts(self) -> dict[str, str]:
        return {path: "\n".join(chunk.text for chunk in file.chunks) for path, (_, file) in self.files.items()}


@pytest.fixture
def brain_store() -> BrainInMemory:
    return BrainInMemory()
