"""A turn while the store can't be opened: it says so, and keeps nobody from asking the model.

Everything that needs the store is left out and named in the warnings, as any part of a turn that fails.
"""

from __future__ import annotations

from typing import Any

from memserver.clock import Clock, system_clock
from memserver.config import Settings
from memserver.errors import MemserverError
from memserver.folders import brain_folder
from memserver.turn.brain_files import BrainFiles
from memserver.turn.build import TurnBuilder
from memserver.turn.request import TurnRequest
from memserver.turn.result import TurnResult
from memserver.turn.value import Surroundings, Turn


async def build_without_store(
    request: TurnRequest, settings: Settings, failure: MemserverError, clock: Clock = system_clock
) -> TurnResult:
    """Answer a turn; `failure` says why there is no store."""
    brain = brain_folder(settings)
    missing: Any = _MissingParts(failure)
    surroundings = Surroundings(project_id="", is_stale=lambda *_: [])
    result, _ = await TurnBuilder(missing, missing, BrainFiles(brain), str(brain), clock).build(
        request, settings, surroundings
    )
    return result


class _MissingParts:
    """Stands in for the steps of a turn that read the store."""

    def __init__(self, failure: MemserverError) -> None:
        self._failure = failure

    async def retrieve(self, turn: Turn) -> None:  # noqa: ARG002 - the shape of a step
        raise self._failure

    async def add(self, turn: Turn) -> None:  # noqa: ARG002 - the shape of a step
        raise self._failure
