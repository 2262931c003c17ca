"""What workers remember: one short memory for each worker and project, written anew when it changes.

It is a hypothesis of the system, compared with nothing: it can neither replace nor contradict what a person said. One
that a person edited, verified, archived or deleted is theirs and is left alone.
"""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import replace

from memserver.clock import Clock
from memserver.layers.drafts import Draft, Prepared, prepare
from memserver.layers.writing import MemoryWriter
from memserver.model import (
    Author,
    Layer,
    Memory,
    Origin,
    Provenance,
    Scope,
    SourceType,
    Status,
)
from memserver.storage.store import Store
from memserver.workspace.workspaces import Workspace

TAG = "worker"
DIGEST = "digest"
WORKER = "worker"
CONFIDENCE = 0.5
LONGEST_MEMORY = 1_500


class FindingMemory:
    """Writes what workers remember."""

    def __init__(self, store: Store, writer: MemoryWriter, clock: Clock) -> None:
        self._store = store
        self._writer = writer
        self._clock = clock

    async def write(self, worker: str, text: str, workspace: Workspace, memory_id: str | None) -> str | None:
        """Keep a text as the worker's memory of a project; returns its id, or None when there is none."""
        memory = await self._store.memories.get(memory_id) if memory_id else None
        ours = memory is not None and _is_ours(memory)
        if not text.strip():
            if memory is not None and ours:
                await self._writer.delete(memory.id)
                return None
            return memory_id
        if memory_id and memory is None:
            # Somebody deleted it: it stays deleted until there is something else to say, which the job decides by
            # reporting a change. The id is forgotten so that the next change is written.
            return None
        item = await asyncio.to_thread(prepare, _draft(worker, text[:LONGEST_MEMORY], workspace), self._clock())
        if memory is not None and ours:
            return await self._renew(memory, item)
        if memory is not None and memory.content == item.draft.content:
            return memory.id
        async with self._store.database.write() as transaction:
            written = await self._writer.put(transaction, item)
        self._writer.tell()
        return written.id

    async def _renew(self, memory: Memory, item: Prepared) -> str:
        draft = item.draft
        if memory.content != draft.content:
            await self._writer.update(
                memory.id, {"content": draft.content, "title": draft.title, "metadata": dict(draft.metadata)}
            )
        return memory.id


def _draft(worker: str, text: str, workspace: Workspace) -> Draft:
    head = workspace.head
    draft = Draft(
        layer=Layer.PROJECT,
        content=text.strip(),
        tags=(TAG, worker),
        confidence=CONFIDENCE,
        scope=Scope.PROJECT,
        project_id=workspace.project.id,
        provenance=Provenance(
            SourceType.FILE_ANALYSIS, f"worker {worker}", Author.SYSTEM,
            head.commit if head else None, head.branch if head else None,
        ),
        origin=Origin.DISTILLED,
    )  # fmt: skip
    return replace(draft, metadata={WORKER: worker, DIGEST: _digest(draft.content)})


def _is_ours(memory: Memory) -> bool:
    """Say whether nobody has touched it since it was written."""
    return memory.validation.status is Status.HYPOTHESIS and memory.metadata.get(DIGEST) == _digest(memory.content)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
