"""The retrieval step of a turn: gather from all layers and the brain, keep what is relevant, fit it into the budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from memserver.clock import to_iso
from memserver.embedding.protocol import Vector
from memserver.layers.manager import asked_layers
from memserver.layers.medium_term import recent_sessions
from memserver.learning.turn_lessons import LearnedLesson
from memserver.model import Layer
from memserver.retrieval.plan import QueryPlan, plan_query
from memserver.retrieval.ranking import passages_for
from memserver.retrieval.relevance import LARGE_STORE, LOOKED_AT, budget_share, floor_of
from memserver.retrieval.rescoring import Situation
from memserver.retrieval.search import Effort, Found, Searcher
from memserver.storage.passages import Visibility
from memserver.storage.store import Store
from memserver.text.language import language_of
from memserver.text.terms import query_terms
from memserver.text.time_expressions import Period, without_periods
from memserver.text.time_questions import names_no_subject
from memserver.turn.brain_files import BrainFiles
from memserver.turn.candidates import Candidate, candidates_of, recalled_candidates
from memserver.turn.extras import (
    conversation,
    lesson_candidates,
    question_of,
    session_candidates,
    skill_candidates,
)
from memserver.turn.rerank import LEAST_ITEMS, chat_for, rerank
from memserver.turn.select import Page, Selection, in_order, select, with_variety
from memserver.turn.value import Turn
from memserver.turn.warnings import CIRCULAR_FIX, words_only

LessonSource = Callable[[str, Vector | None, str, str], Sequence[LearnedLesson]]
"""Says what was learned about a prompt, from its text, its vector, the project and the language."""

# What lies beyond so many budgets' worth of text is not shown, however the rules may reorder it: with 1.3 turns hold
# 99.4 % of the items that they hold with 4. Where the question names a time or a file is open, a rule lifts by a third.
CONSIDERED_BUDGETS = 1.3
CONSIDERED_WHERE_LIFTED = 4
# A short memory with its number and its note; how much text there is to choose from is not known before it is read.
SHORT_ENTRY_TOKENS = 40
# A year has more than a turn can hold; what is newest is asked for most.
MOST_RECALLED = 40


class Retriever:
    """Fills in the candidates and the selection of turns."""

    def __init__(
        self, store: Store, searcher: Searcher, files: BrainFiles, brain: str, lessons: LessonSource | None = None
    ) -> None:
        self._store = store
        self._searcher = searcher
        self._files = files
        self._brain = brain
        self._lessons = lessons

    async def retrieve(self, turn: Turn) -> None:
        """Fill in what the turn says of what is known."""
        turn.candidates = await self._gather(turn)
        section = conversation(turn.request, turn.settings, turn.budget, turn.language)
        if turn.budget > 0 and (turn.candidates or section is not None):
            turn.selection = await self._select(turn, Page(turn.language, turn.created_at.date(), section))

    async def _gather(self, turn: Turn) -> list[Candidate]:
        settings = turn.settings
        layers = asked_layers(settings, turn.surroundings.has_workspace)
        plan = plan_query(question_of(turn.request), turn.created_at)
        visibility = self._visibility(turn, layers)
        situation = self._situation(turn, plan)
        budgets = CONSIDERED_WHERE_LIFTED if situation.period is not None or situation.acts else CONSIDERED_BUDGETS
        enough = turn.budget * budgets
        effort = Effort(settings.embedding_timeout_ms, passages_for(int(enough / SHORT_ENTRY_TOKENS)), tokens=enough)
        found = await self._searcher.search(plan, visibility, effort, settings.chunk_level_retrieval)
        turn.found = found
        turn.timings.update(found.timings)
        if found.without_meaning is not None:
            turn.warn("embedding", words_only(found.without_meaning, turn.language))
        candidates = candidates_of(found, situation, turn.surroundings.is_stale, turn.language)
        candidates = _relevant(turn, with_variety(candidates, found.vectors), found)
        extras = await self._extras(turn, Layer.PROCEDURAL in layers)
        if plan.period is not None and names_no_subject(without_periods(turn.request.prompt)):
            recalled = await self._recalled(turn, plan.period, visibility)
            ids = {each.id for each in recalled}
            candidates = [each for each in candidates if each.id not in ids]
            turn.unrelated = [each for each in turn.unrelated if each.id not in ids]
            extras += recalled
        if not extras:
            return candidates
        # A procedure is a note as well: what is shown with its steps is not quoted a second time.
        shown = {each.path for each in extras if each.path}
        others = [each for each in candidates if each.path not in shown]
        return sorted([*extras, *others], key=lambda each: (-each.score, each.id))

    async def _recalled(self, turn: Turn, period: Period, visibility: Visibility) -> list[Candidate]:
        """Return what there was in a period: a question of nothing but a time asks for all of it."""
        memories = await self._store.passages.of_period(
            to_iso(period.start), to_iso(period.end), visibility, MOST_RECALLED
        )
        if memories:
            turn.log.append(f"only a time was asked for: {len(memories)} memories of {period.phrase!r}")
        return recalled_candidates(memories, period, turn.surroundings.is_stale, turn.language)

    def _visibility(self, turn: Turn, layers: Sequence[Layer]) -> Visibility:
        project = turn.surroundings.project_id
        notes = turn.mix.brain_file_limit and not turn.scope.closed
        return Visibility(
            projects=("", project) if project else ("",),
            # A folder that was deleted or is not mounted keeps its index for later, and nobody is told what it holds.
            brain=self._brain if notes and Path(self._brain).is_dir() else None,
            now=to_iso(turn.created_at),
            folders=turn.scope.folders,
            layers=None if len(layers) == len(Layer) else tuple(layer.value for layer in layers),
        )

    def _situation(self, turn: Turn, plan: QueryPlan) -> Situation:
        settings, request = turn.settings, turn.request
        return Situation(
            now=turn.created_at,
            level=plan.level if settings.hierarchical_reweight_enabled else None,
            period=plan.period,
            active_file=request.active_file,
            recent_commands=request.recent_commands,
            actionability=settings.actionability_enabled,
            knowledge_mix=turn.mix.weight,
        )

    async def _extras(self, turn: Turn, procedures: bool) -> list[Candidate]:
        """Return what is not searched: procedures that the prompt calls for, and recent sessions."""
        now, request = turn.created_at, turn.request
        extras = []
        if procedures:
            skills = self._files.skills.skills()
            extras = skill_candidates(request.prompt, skills, lambda path: self._written(path, now))
        limit = turn.settings.memory_medium_term_sessions
        if limit > 0:
            sessions = await recent_sessions(
                self._store, request.recent_sessions, request.session_id, turn.surroundings.project_id, limit
            )
            extras += session_candidates(request.prompt, sessions, limit, now)
        if procedures and self._lessons is not None:
            extras += self._learned(turn, self._lessons)
        return [each._replace(moment=each.moment.astimezone(now.tzinfo)) for each in extras]

    def _learned(self, turn: Turn, source: LessonSource) -> list[Candidate]:
        """Return what was tried before and did not work; a circle is named in the warnings as well."""
        vector = turn.found.vector if turn.found is not None else None
        lessons = source(turn.request.prompt, vector, turn.surroundings.project_id, turn.language)
        if any(lesson.circular for lesson in lessons):
            turn.warn("circular-fix", CIRCULAR_FIX[turn.language])
        return lesson_candidates(lessons)

    def _written(self, path: str, otherwise: datetime) -> datetime:
        """Return when a file of the brain was last changed."""
        try:
            return datetime.fromtimestamp((Path(self._brain) / path).stat().st_mtime, UTC)
        except OSError:
            return otherwise

    async def _select(self, turn: Turn, page: Page) -> Selection:
        """Fit the candidates into the budget; where a chat model is set up, let it re-order what passed."""
        terms = frozenset(query_terms(turn.request.prompt))
        selection = select(turn.candidates, turn.budget, turn.mix.brain_file_limit, page, terms)
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


def _relevant(turn: Turn, candidates: list[Candidate], found: Found) -> list[Candidate]:
    """Leave out what has too little to do with the prompt; with weak evidence for anything, most of it."""
    share = budget_share(found.ranked, found.passages, found.closeness, _english(turn, found))
    floor = floor_of(max((each.score for each in candidates), default=0.0), found.passages)
    kept = [each for each in candidates if each.score >= floor]
    warranted = int(turn.budget * share)
    if warranted < turn.budget:
        turn.log.append(f"little here speaks to the prompt: {warranted} of {turn.budget} tokens may be used")
        kept = _within(kept, warranted)
    ids = {each.id for each in kept}
    turn.unrelated = [each for each in candidates if each.id not in ids]
    return kept


def _english(turn: Turn, found: Found) -> list[bool]:
    """Say of each of the best whether it is an English text for an English question; only small stores ask for that."""
    best = found.ranked[:LOOKED_AT]
    if turn.language != "en" or found.passages >= LARGE_STORE:
        return [False] * len(best)
    return [language_of(found.facts[each.passage].text) == "en" for each in best]


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
