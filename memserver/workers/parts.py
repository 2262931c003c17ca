"""The parts of memserver that jobs tend: handed over as one value, so that a job asks for what it needs by name."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from memserver.embedding.loading import EmbedderHandle
from memserver.layers.distillation import Distiller
from memserver.layers.reconcile import Reconciler
from memserver.layers.sessions import SessionKeeper
from memserver.layers.writing import MemoryWriter
from memserver.learning.service import Learning
from memserver.retrieval.search import Searcher
from memserver.retrieval.vector_keeper import VectorKeeper
from memserver.workers.job import JobContext


@dataclass(frozen=True, slots=True)
class Parts:
    """What is open and running."""

    embedder: EmbedderHandle
    keeper: VectorKeeper
    searcher: Searcher
    writer: MemoryWriter
    reconciler: Reconciler
    distiller: Distiller
    sessions: SessionKeeper
    learning: Learning
    flush_turns: Callable[[], Awaitable[Any]]
    """Writes the records of the last turns, so that they can be read."""


def needed_parts(context: JobContext) -> Parts:
    """Return the parts of a run whose job tends them."""
    if context.parts is None:
        raise ValueError("this job tends memserver itself and needs its parts")
    return context.parts
