"""One chat turn from request to result: plan, retrieve, blocks, report. The order of the steps lives here.

A part that fails is left out and named in the warnings; a turn never fails because a part of it did.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable

from memserver.clock import Clock
from memserver.config import Settings
from memserver.errors import MemserverError, place_of
from memserver.growth.ambiguity import detect_ambiguity
from memserver.growth.requirements import detect_task_type
from memserver.ids import new_id
from memserver.knowledge.scope import AgentScope, resolve_scope
from memserver.retrieval.budget import retrieval_budget
from memserver.text.language import language_of
from memserver.turn.brain_files import BrainFiles
from memserver.turn.errands import errand_model, read_prompt
from memserver.turn.knowledge_mix import resolve_mix
from memserver.turn.prompt_blocks import BlockStep
from memserver.turn.report import report
from memserver.turn.request import TurnRequest
from memserver.turn.result import TurnResult
from memserver.turn.retrieve import Retriever
from memserver.turn.value import Surroundings, Turn

log = logging.getLogger(__name__)


class TurnBuilder:
    """Builds turns from the steps that it is given."""

    def __init__(self, retriever: Retriever, blocks: BlockStep, files: BrainFiles, brain: str, clock: Clock) -> None:
        self._retriever = retriever
        self._blocks = blocks
        self._files = files
        self._brain = brain
        self._clock = clock
        errand_model()  # read before the first turn

    async def build(
        self, request: TurnRequest, settings: Settings, surroundings: Surroundings
    ) -> tuple[TurnResult, Turn]:
        """Answer one turn; the turn itself is handed back for its record."""
        turn = self._plan(request, settings, surroundings)
        # Nothing is looked up for a prompt that asks for nothing, and no block stands in front of it.
        if settings.memory_enabled and turn.reading.kind != "acknowledgement":
            await _part(turn, "retrieval", self._retriever.retrieve)
            turn.lap("retrievalMs")
            if request.mode != "casual":
                await _part(turn, "blocks", self._blocks.add)
                turn.lap("blocksMs")
        turn.lap("totalMs")
        return report(turn), turn

    def _plan(self, request: TurnRequest, settings: Settings, surroundings: Surroundings) -> Turn:
        mix = resolve_mix(settings, request.agent)
        whole = retrieval_budget(request.context_length or settings.context_length)
        now = self._clock()
        turn = Turn(
            id=new_id("turn", now),
            created_at=surroundings.as_of.moment if surroundings.as_of is not None else now,
            asked_at=now,
            request=request,
            settings=settings,
            surroundings=surroundings,
            started=time.perf_counter(),
            language=language_of(request.prompt),
            mix=mix,
            budget=request.max_tokens if request.max_tokens is not None else int(whole * mix.retrieval_ratio),
            scope=AgentScope(request.agent),
        )
        turn.scope = self._scope(turn)
        turn.reading = read_prompt(request.prompt)
        types, complaints = self._files.task_types()
        turn.task = detect_task_type(request.prompt, types)
        # Always computed: the confidence signals need it even where the block is off (SPEC 89).
        turn.ambiguity = detect_ambiguity(
            request.prompt,
            settings.intent_clarification_strictness,
            referent_known=bool(request.history or request.active_file),
            task_known=turn.task is not None and settings.requirement_graph_enabled,
        )
        for complaint in complaints:
            turn.warn("requirements", complaint)
        return turn

    def _scope(self, turn: Turn) -> AgentScope:
        """Return the folders of the agent: from the settings, else from its own skill file, else everything."""
        agent = turn.request.agent
        if agent is None:
            return turn.scope
        own = next((each for each in self._files.skills.skills() if each.name.casefold() == agent.casefold()), None)
        scope = resolve_scope(agent, turn.settings.agent_folders, self._brain, own.knowledge if own else ())
        for complaint in scope.warnings:
            turn.warn("scope", complaint)
        return scope


async def _part(turn: Turn, name: str, step: Callable[[Turn], Awaitable[None]]) -> None:
    """Run a step; its failure leaves the part out and is named."""
    try:
        await step(turn)
    except MemserverError as failure:
        turn.warn(name, failure.message)
    except Exception as failure:  # noqa: BLE001 - a part of the turn that may be left out
        log.error("the %s of a turn failed: %s", name, place_of(failure))
        turn.warn(name, f"This part was left out ({type(failure).__name__}).")
