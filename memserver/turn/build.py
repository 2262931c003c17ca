"""One chat turn from request to result: plan, gather, rank, fit, render, blocks. The order of the steps lives here.

A part that fails is left out and named in the warnings; a turn never fails because a part of it did.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from memserver.clock import Clock, to_iso
from memserver.config import Settings
from memserver.embedding.calibration import Calibration
from memserver.errors import MemserverError, place_of
from memserver.growth.ambiguity import Ambiguity, detect_ambiguity
from memserver.growth.reflection import recurrent_misses
from memserver.growth.requirements import TaskType, detect_task_type
from memserver.ids import new_id
from memserver.knowledge.scope import AgentScope, in_scope, resolve_scope
from memserver.layers.layer import Language, Section
from memserver.layers.manager import asked_layers
from memserver.layers.medium_term import recent_sessions
from memserver.model import Layer
from memserver.retrieval.budget import BRAIN_CHUNKS, retrieval_budget
from memserver.retrieval.plan import QueryPlan, plan_query
from memserver.retrieval.relevance import budget_share, floor_of
from memserver.retrieval.rescoring import Situation
from memserver.retrieval.search import Found, Searcher
from memserver.storage.passages import Visibility
from memserver.storage.store import Store
from memserver.text.language import language_of
from memserver.text.terms import query_terms
from memserver.text.token_count import TOKENISER_NAME, count_tokens
from memserver.turn.blocks.inputs import Block, BlockInputs, ConflictFinding
from memserver.turn.blocks.registry import build_blocks
from memserver.turn.brain_files import BrainFiles
from memserver.turn.candidates import Candidate, StaleCheck, candidates_of, vectors_of
from memserver.turn.complete import recent_reflections
from memserver.turn.conflicts import block_sources, find_conflicts
from memserver.turn.extras import conversation, question_of, session_candidates, skill_candidates
from memserver.turn.knowledge_mix import Mix, resolve_mix
from memserver.turn.report import Outcome, report
from memserver.turn.request import TurnRequest
from memserver.turn.rerank import LEAST_ITEMS, chat_for, rerank
from memserver.turn.result import PartWarning, TurnResult, TurnTrace
from memserver.turn.select import Page, Selection, in_order, select, with_variety

log = logging.getLogger(__name__)

# More than any budget holds of short texts; what lies beyond is never shown.
CONSIDERED = 120


@dataclass(slots=True)
class Turn:
    """The value that the steps of one turn pass along and fill in."""

    request: TurnRequest
    settings: Settings
    started: float
    language: Language
    mix: Mix
    budget: int
    scope: AgentScope
    project_id: str = ""
    ambiguity: Ambiguity = field(default_factory=lambda: Ambiguity(ambiguous=False))
    task: TaskType | None = None
    candidates: list[Candidate] = field(default_factory=list)
    unrelated: list[Candidate] = field(default_factory=list)
    found: Found | None = None
    selection: Selection = field(default_factory=lambda: Selection("", 0, [], [], []))
    blocks: list[Block] = field(default_factory=list)
    conflicts: int = 0
    conflict_severities: list[str] = field(default_factory=list)
    warnings: list[PartWarning] = field(default_factory=list)
    timings: dict[str, float] = field(default_factory=dict)
    log: list[str] = field(default_factory=list)

    def warn(self, part: str, message: str) -> None:
        """Name a part that was left out or is not ready."""
        self.warnings.append(PartWarning(part, message))

    def lap(self, name: str) -> None:
        """Note how much time had passed when a step ended."""
        self.timings[name] = round((time.perf_counter() - self.started) * 1000, 2)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where a turn takes place: the project, if any, and how to tell that something no longer holds."""

    project_id: str
    has_workspace: bool
    is_stale: StaleCheck


class TurnBuilder:
    """Builds turns from the parts that it is given."""

    def __init__(
        self, store: Store, searcher: Searcher, files: BrainFiles, brain: str, clock: Clock,
        calibration: Callable[[], Calibration | None],
    ) -> None:  # fmt: skip
        self._store = store
        self._searcher = searcher
        self._files = files
        self._brain = brain
        self._clock = clock
        self._calibration = calibration

    async def build(
        self, request: TurnRequest, settings: Settings, surroundings: Surroundings
    ) -> tuple[TurnResult, TurnTrace]:
        """Answer one turn."""
        turn = self._plan(request, settings, surroundings)
        turn_id = new_id("turn", self._clock())
        if settings.memory_enabled:
            await self._retrieve(turn, surroundings)
            turn.lap("retrievalMs")
            if request.mode != "casual":
                await self._add_blocks(turn)
            turn.lap("blocksMs")
        turn.lap("totalMs")
        return report(_outcome(turn, turn_id), self._clock())

    def _plan(self, request: TurnRequest, settings: Settings, surroundings: Surroundings) -> Turn:
        mix = resolve_mix(settings, request.agent)
        whole = retrieval_budget(request.context_length or settings.context_length)
        budget = request.max_tokens if request.max_tokens is not None else int(whole * mix.retrieval_ratio)
        turn = Turn(
            request=request,
            settings=settings,
            started=time.perf_counter(),
            language=language_of(request.prompt),
            mix=mix,
            budget=budget,
            scope=AgentScope(request.agent),
            project_id=surroundings.project_id,
        )
        try:
            turn.scope = resolve_scope(request.agent, settings.agent_folders, self._brain)
        except MemserverError as failure:
            turn.warn("scope", failure.message)
        # Always computed: the confidence signals need it even where the block is off (SPEC 89).
        turn.ambiguity = detect_ambiguity(
            request.prompt,
            settings.intent_clarification_strictness,
            referent_known=bool(request.history or request.active_file),
        )
        types, complaints = self._files.task_types()
        turn.task = detect_task_type(request.prompt, types)
        for complaint in complaints:
            turn.warn("requirements", complaint)
        return turn

    async def _retrieve(self, turn: Turn, surroundings: Surroundings) -> None:
        """Fill in candidates and selection; a failure leaves the turn without memories."""
        try:
            turn.candidates = await self._gather(turn, surroundings)
            section = self._conversation(turn)
            if turn.budget > 0 and (turn.candidates or section is not None):
                page = Page(turn.language, self._clock().date(), section)
                turn.selection = await self._select(turn, page)
        except MemserverError as failure:
            turn.warn("retrieval", failure.message)
        except Exception as failure:  # noqa: BLE001 - a part of the turn that may be left out
            log.error("retrieval failed: %s", place_of(failure))
            turn.warn("retrieval", f"Memories could not be looked up ({type(failure).__name__}).")

    async def _select(self, turn: Turn, page: Page) -> Selection:
        """Fit the candidates into the budget; where a chat model is set up, let it re-order what passed."""
        terms = frozenset(query_terms(turn.request.prompt))
        files = turn.mix.brain_file_limit
        selection = select(turn.candidates, turn.budget, files, page, terms)
        chat = chat_for(turn.settings)
        if chat is None or len(selection.taken) < LEAST_ITEMS:
            return selection
        reranked = await rerank(chat, turn.request.prompt, selection.taken, turn.settings)
        turn.log.append(f"{reranked.note} ({reranked.milliseconds} ms)")
        turn.lap("rerankMs")
        if not reranked.succeeded:
            turn.warn("rerank", reranked.note)
            return selection
        return in_order(selection, reranked.items, turn.budget, page)

    async def _gather(self, turn: Turn, surroundings: Surroundings) -> list[Candidate]:
        settings, now = turn.settings, self._clock()
        layers = asked_layers(settings, surroundings.has_workspace)
        visibility = Visibility(
            projects=("", surroundings.project_id) if surroundings.project_id else ("",),
            brain=self._brain if turn.mix.brain_file_limit else None,
            now=to_iso(now),
            layers=None if len(layers) == len(Layer) else tuple(layer.value for layer in layers),
        )
        plan = plan_query(question_of(turn.request), now)
        found = await self._searcher.search(plan, visibility, settings.embedding_timeout_ms)
        turn.found = found
        turn.timings.update(found.timings)
        for part, message in found.warnings.items():
            turn.warn(part, message)
        candidates = candidates_of(found, self._situation(turn, plan), surroundings.is_stale, CONSIDERED)
        candidates = [each for each in candidates if each.path is None or in_scope(each.path, turn.scope.folders)]
        candidates = self._relevant(turn, with_variety(candidates, found.vectors), found)
        extras = await self._extras(turn, surroundings, Layer.PROCEDURAL in layers)
        return sorted([*extras, *candidates], key=lambda each: (-each.score, each.id)) if extras else candidates

    def _relevant(self, turn: Turn, candidates: list[Candidate], found: Found) -> list[Candidate]:
        """Leave out what has too little to do with the prompt; with weak evidence for anything, most of it."""
        floor = floor_of(max((each.score for each in candidates), default=0.0))
        kept = [each for each in candidates if each.score > floor]
        warranted = int(turn.budget * budget_share(found.ranked, found.passages))
        if warranted < turn.budget:
            turn.log.append(f"little here speaks to the prompt: {warranted} of {turn.budget} tokens may be used")
            kept = _within(kept, warranted)
        ids = {each.id for each in kept}
        turn.unrelated = [each for each in candidates if each.id not in ids]
        return kept

    async def _extras(self, turn: Turn, surroundings: Surroundings, procedures: bool) -> list[Candidate]:
        """Return what is not searched: procedures that the prompt calls for, and recent sessions."""
        now, request = self._clock(), turn.request
        extras = skill_candidates(request.prompt, self._files.skills.skills(), now) if procedures else []
        limit = turn.settings.memory_medium_term_sessions
        if limit > 0:
            sessions = await recent_sessions(
                self._store, request.recent_sessions, request.session_id, surroundings.project_id, limit
            )
            extras += session_candidates(request.prompt, sessions, limit, now)
        return extras

    def _situation(self, turn: Turn, plan: QueryPlan) -> Situation:
        settings, request = turn.settings, turn.request
        return Situation(
            now=self._clock(),
            level=plan.level if settings.hierarchical_reweight_enabled else None,
            period=plan.period,
            active_file=request.active_file,
            recent_commands=request.recent_commands,
            actionability=settings.actionability_enabled,
            knowledge_mix=turn.mix.weight,
        )

    def _conversation(self, turn: Turn) -> Section | None:
        return conversation(turn.request, turn.settings, turn.budget, turn.language)

    async def _add_blocks(self, turn: Turn) -> None:
        """Fill in the dynamic blocks."""
        try:
            turn.blocks = await self._blocks(turn)
        except MemserverError as failure:
            turn.warn("blocks", failure.message)
        except Exception as failure:  # noqa: BLE001 - a part of the turn that may be left out
            log.error("the blocks failed: %s", place_of(failure))
            turn.warn("blocks", f"The prompt blocks were left out ({type(failure).__name__}).")

    async def _blocks(self, turn: Turn) -> list[Block]:
        settings = turn.settings
        taken = turn.selection.taken
        sources = block_sources(taken)
        relations = await self._store.memories.relations_of(each.id for each in taken if each.layer) if taken else []
        searched = [each for each in taken if each.row is not None]
        aligned = len(searched) == len(taken)
        vectors = vectors_of(taken, turn.found.vectors) if turn.found and aligned else None
        conflicts: tuple[ConflictFinding, ...] = ()
        if settings.conflict_highlighting_enabled:
            conflicts = find_conflicts(sources, relations, vectors, self._calibration())
        turn.conflicts = len(conflicts) + sum(source.severity != "NONE" for source in sources)
        turn.conflict_severities = [source.severity for source in sources if source.severity != "NONE"]
        glossary, complaints = self._files.glossary(settings.glossary_path) if settings.glossary_enabled else (None, [])
        for complaint in complaints:
            turn.warn("terminology", complaint)
        misses = await self._misses(turn)
        blocks, warnings = build_blocks(
            BlockInputs(
                prompt=turn.request.prompt,
                language=turn.language,
                mode=turn.request.mode,
                settings=settings,
                now=self._clock(),
                ambiguity=turn.ambiguity,
                task=turn.task,
                sources=sources,
                glossary=glossary,
                organisation=self._files.organisation() if settings.org_memory_enabled else None,
                recurrent_misses=misses,
                conflicts=conflicts,
            )
        )
        for warning in warnings:
            turn.warn(warning.part, warning.message)
        return blocks

    async def _misses(self, turn: Turn) -> tuple[str, ...]:
        """Return what answers to this task kept missing; failing to look that up never blocks a turn (SPEC 285)."""
        if turn.task is None or not turn.settings.reflection_enabled:
            return ()
        try:
            return recurrent_misses(await recent_reflections(self._store, turn.task.id), turn.task.id)
        except Exception as failure:  # noqa: BLE001 - a part of the turn that may be left out
            log.error("reflections could not be read: %s", place_of(failure))
            turn.warn("reflections", "Earlier reflections could not be read.")
            return ()


def _within(candidates: Sequence[Candidate], tokens: int) -> list[Candidate]:
    """Return the first candidates that fit into some tokens."""
    kept: list[Candidate] = []
    used = 0
    for candidate in candidates:
        used += candidate.tokens
        if used > tokens:
            break
        kept.append(candidate)
    return kept


def _outcome(turn: Turn, turn_id: str) -> Outcome:
    return Outcome(
        turn_id=turn_id,
        request=turn.request,
        settings=turn.settings,
        language=turn.language,
        mix=turn.mix,
        budget=turn.budget,
        scope=turn.scope,
        project_id=turn.project_id,
        task=turn.task,
        ambiguous=turn.ambiguity.ambiguous,
        found=turn.found,
        candidates=turn.candidates,
        unrelated=turn.unrelated,
        selection=turn.selection,
        blocks=turn.blocks,
        block_tokens=count_tokens("\n\n".join(block.text for block in turn.blocks)) if turn.blocks else 0,
        conflicts=turn.conflicts,
        conflict_severities=turn.conflict_severities,
        warnings=turn.warnings,
        timings=turn.timings,
        log=turn.log,
        tokeniser=TOKENISER_NAME,
        brain_source=BRAIN_CHUNKS,
    )
