"""The retrieval step of a turn: gather from all layers and the brain, keep what is relevant, fit it into the budget."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from memserver.clock import to_iso
from memserver.embedding.protocol import Vector
from memserver.layers.manager import asked_layers
from memserver.layers.medium_term import recent_sessions
from memserver.learning.turn_lessons import LearnedLesson
from memserver.model import Layer
from memserver.retrieval.plan import QueryPlan, plan_query
from memserver.retrieval.relevance import budget_share
from memserver.retrieval.rescoring import Situation
from memserver.retrieval.search import Effort, Found, Searcher
from memserver.storage.passages import PassageFacts, Visibility
from memserver.storage.relations import KnownRelation
from memserver.storage.store import Store
from memserver.text.terms import query_terms
from memserver.text.time_expressions import Period, without_periods
from memserver.text.time_questions import names_no_subject
from memserver.turn.as_of import known_then, mark_changed_later
from memserver.turn.brain_files import BrainFiles
from memserver.turn.candidates import Candidate, candidates_of, recalled_candidates
from memserver.turn.errands import A_TASK, read_prompt
from memserver.turn.extras import (
    conversation,
    lesson_candidates,
    question_of,
    session_candidates,
    skill_candidates,
)
from memserver.turn.fit import Page, Selection, Warrant, fit, in_order, warranted
from memserver.turn.labels import RECORD_KINDS
from memserver.turn.relations import told_of
from memserver.turn.rerank import LEAST_ITEMS, chat_for, rerank
from memserver.turn.standing_rules import RuleStep, found_in_passing, tokens_of, with_rules
from memserver.turn.tuning import FIT
from memserver.turn.value import Turn
from memserver.turn.warnings import CIRCULAR_FIX, STILL_READING, words_only

LessonSource = Callable[[str, Vector | None, str, str], Sequence[LearnedLesson]]
"""Says what was learned about a prompt, from its text, its vector, the project and the language."""

# Text is read for this many budgets: passages are skipped where they do not fit, and rules reorder what is near.
CONSIDERED_BUDGETS = 2
# A year has more than a turn can hold; what is newest is asked for most.
MAX_RECALLED = 40
# Share of the words of a prompt that a recent session must hold to be shown.
SESSION_SHARE = 0.5


class Retriever:
    """Fills in the candidates and the selection of turns."""

    def __init__(
        self,
        store: Store,
        searcher: Searcher,
        files: BrainFiles,
        brain: str,
        lessons: LessonSource | None = None,
        rules: RuleStep | None = None,
    ) -> None:
        self._store = store
        self._searcher = searcher
        self._files = files
        self._brain = brain
        self._lessons = lessons
        self._rules = rules

    async def retrieve(self, turn: Turn) -> None:
        """Fill in what the turn says of what is known."""
        turn.candidates = await self._gather(turn)
        if turn.reading.kind != "task":
            _leave_out(turn)
        if self._rules is not None and turn.reading.kind != "acknowledgement":
            await self._rules.choose(turn)
            # A rule that the prompt asks about is shown with its date and whether it still holds, like any other.
            asked = {each.id for each in turn.candidates if each.chance >= FIT.asked_from}
            turn.rules = [rule for rule in turn.rules if rule.row.id not in asked]
            told = {rule.row.id for rule in turn.rules}
            turn.candidates = [each for each in turn.candidates if each.id not in told]
            turn.unrelated = [each for each in turn.unrelated if each.id not in told]
            passing = [each for each in turn.candidates if each.id not in asked and found_in_passing(turn, each)]
            turn.candidates = [each for each in turn.candidates if each not in passing]
            turn.unrelated += passing
        section = None
        if turn.reading.kind == "task":
            section = conversation(turn.request, turn.settings, turn.budget, turn.language)
        if turn.budget > 0 and (turn.candidates or section is not None):
            as_of = turn.as_of.spoken(turn.language) if turn.as_of is not None else ""
            page = Page(turn.language, turn.created_at.date(), section, as_of)
            turn.selection = await self._select(turn, page)
        turn.selection = with_rules(turn.selection, turn.rules, turn.language)

    async def _gather(self, turn: Turn) -> list[Candidate]:
        settings = turn.settings
        layers = asked_layers(settings)
        plan = plan_query(question_of(turn.request), turn.created_at)
        visibility = self._visibility(turn, layers)
        effort = Effort(
            settings.embedding_timeout_ms,
            tokens=turn.budget * CONSIDERED_BUDGETS,
            balance=settings.embedding_blend_alpha,
            source_weight=FIT.source_weight,
        )
        found = await self._searcher.search(plan, visibility, effort)
        turn.found = found
        turn.timings.update(found.timings)
        if not found.complete:
            turn.warn("passages", STILL_READING[turn.language])
        if found.without_meaning is not None:
            turn.warn("embedding", words_only(found.without_meaning, turn.language))
        if found.vector is not None and plan.prompt == turn.request.prompt:
            turn.reading = read_prompt(turn.request.prompt, found.vector, found.space)
        situation = self._situation(turn, plan)
        by_section = settings.chunk_level_retrieval
        known = await self._known(found.facts, visibility)
        is_stale = turn.surroundings.is_stale
        candidates = candidates_of(found, situation, is_stale, turn.language, by_section, known)
        if found.superseded:
            gone = replace(found, ranked=list(found.superseded))
            turn.superseded = candidates_of(gone, situation, is_stale, turn.language, by_section, known)
        mark_changed_later(candidates, turn.as_of, turn.language)
        top = candidates[0].score if candidates else 0.0
        candidates = self._relevant(turn, candidates, found)
        extras = await self._extras(turn, Layer.PROCEDURAL in layers, top)
        if plan.period is not None and names_no_subject(without_periods(turn.request.prompt)):
            extras += await self._recalled(turn, plan.period, visibility, top)
        if not extras:
            return candidates
        # A procedure is a note as well: what is shown with its steps is not quoted a second time.
        shown = {each.path for each in extras if each.path} | {each.id for each in extras}
        turn.unrelated = [each for each in turn.unrelated if each.id not in shown]
        return [*extras, *(each for each in candidates if each.path not in shown and each.id not in shown)]

    async def _known(self, facts: Mapping[int, PassageFacts], visibility: Visibility) -> list[KnownRelation]:
        """Return what is known of passages and their memories: what they replaced and what they disagree with."""
        memories = {each.memory_id: None for each in facts.values() if each.memory_id is not None}
        return await self._store.relations.known(facts, memories, visibility)

    def _relevant(self, turn: Turn, candidates: list[Candidate], found: Found) -> list[Candidate]:
        """Leave everything out where the best is unlikely to help, and allow a part of the budget where it may."""
        if found.named.only_names:
            turn.log.append(f"nothing stored mentions {', '.join(found.named.missing)}")
            turn.unrelated = candidates
            return []
        best = max((part.value for each in candidates for part in each.parts), default=0.0)
        candidates = self._untold(turn, candidates)
        share = budget_share(found.chance, turn.settings.relevance_threshold)
        turn.warrant = Warrant(warranted(turn.budget, share), found.chance, best)
        if share < 1:
            turn.log.append(
                f"the best helps with a chance of {found.chance:.2f}: {turn.warrant.tokens} tokens may be used"
            )
        if share > 0:
            return candidates
        turn.unrelated = [each for each in candidates if not each.forced]
        return [each for each in candidates if each.forced]

    def _untold(self, turn: Turn, candidates: list[Candidate]) -> list[Candidate]:
        """Leave out what this conversation was given already."""
        told = set(turn.request.told)
        turn.told = [each for each in candidates if each.id in told]
        return [each for each in candidates if each.id not in told]

    async def _recalled(self, turn: Turn, period: Period, visibility: Visibility, top: float) -> list[Candidate]:
        """Return what there was in a period: a question of nothing but a time asks for all of it."""
        memories = await self._store.passages.of_period(
            to_iso(period.start), to_iso(period.end), visibility, MAX_RECALLED
        )
        if memories:
            turn.log.append(f"only a time was asked for: {len(memories)} memories of {period.phrase!r}")
        candidates = recalled_candidates(memories, period, turn.surroundings.is_stale, turn.language, max(top, 1.0))
        facts = {each.id: each for each in memories}
        told = told_of(await self._known(facts, visibility), facts, False, turn.created_at.tzinfo)
        for each in candidates:
            each.told = told.get(each.id, ())
        return candidates

    def _visibility(self, turn: Turn, layers: Sequence[Layer]) -> Visibility:
        project = turn.surroundings.project_id
        notes = turn.mix.brain_file_limit and not turn.scope.closed
        return Visibility(
            projects=("", project) if project else ("",),
            # A folder that was deleted or is not mounted keeps its index for later, and nobody is told what it holds.
            brain=self._brain if notes and Path(self._brain).is_dir() else None,
            now=to_iso(turn.created_at),
            folders=turn.scope.folders,
            records=RECORD_KINDS,
            as_of=to_iso(turn.created_at) if turn.as_of is not None else None,
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

    async def _extras(self, turn: Turn, procedures: bool, top: float) -> list[Candidate]:
        """Return what is not searched: procedures that the prompt calls for, and recent sessions."""
        now, request = turn.created_at, turn.request
        extras: list[Candidate] = []
        if procedures:
            skills = self._files.skills.skills()
            extras = skill_candidates(request.prompt, skills, lambda path: self._written(path, now), top)
            await self._date(extras)
        limit = turn.settings.memory_medium_term_sessions
        if limit > 0:
            sessions = await recent_sessions(
                self._store, request.recent_sessions, request.session_id, turn.surroundings.project_id, limit
            )
            found = session_candidates(request.prompt, sessions, limit, now)
            extras += [each for each in found if each.chance >= SESSION_SHARE]
        if procedures and self._lessons is not None:
            extras += self._learned(turn, self._lessons, top)
        for each in extras:
            each.moment = each.moment.astimezone(now.tzinfo)
        return known_then(extras, turn.as_of)

    def _learned(self, turn: Turn, source: LessonSource, top: float) -> list[Candidate]:
        """Return what was tried before and did not work; a circle is named in the warnings as well."""
        vector = turn.found.vector if turn.found is not None else None
        lessons = source(turn.request.prompt, vector, turn.surroundings.project_id, turn.language)
        if any(lesson.circular for lesson in lessons):
            turn.warn("circular-fix", CIRCULAR_FIX[turn.language])
        return lesson_candidates(lessons, top)

    async def _date(self, procedures: list[Candidate]) -> None:
        """Give procedures the date of their last commit, where the index knows it."""
        if procedures:
            changed = await self._store.files.changed(self._brain, [each.path for each in procedures if each.path])
            for each in procedures:
                if each.path in changed:
                    each.moment = datetime.fromtimestamp(changed[each.path] / 1e9, UTC)

    def _written(self, path: str, otherwise: datetime) -> datetime:
        """Return when a file of the brain was last changed."""
        try:
            return datetime.fromtimestamp((Path(self._brain) / path).stat().st_mtime, UTC)
        except OSError:
            return otherwise

    async def _select(self, turn: Turn, page: Page) -> Selection:
        """Fit the candidates into the budget; where a chat model is set up, let it re-order what passed."""
        terms = frozenset(query_terms(turn.request.prompt))
        budget = turn.budget - tokens_of(turn.rules, turn.language)
        selection = fit(turn.candidates, budget, turn.warrant, turn.mix.brain_file_limit, page, terms)
        chat = chat_for(turn.settings)
        if chat is None or len(selection.taken) < LEAST_ITEMS:
            return selection
        reranked = await rerank(chat, turn.request.prompt, selection.taken, turn.settings)
        turn.log.append(f"{reranked.note} ({reranked.milliseconds} ms)")
        turn.lap("rerankMs")
        if not reranked.succeeded:
            turn.warn("rerank", reranked.note)
            return selection
        return in_order(selection, reranked.items, budget, page)


def _leave_out(turn: Turn) -> None:
    """Leave out what was found for an errand, but for what its prompt names and procedures whose trigger it says."""
    if any(each.forced and each.match is not None for each in turn.candidates):
        turn.reading = A_TASK
        return
    turn.log.append(f"the prompt is an errand that names no subject: {turn.reading.kind}")
    left_out = [each for each in turn.candidates if "trigger" not in each.notes]
    turn.candidates = [each for each in turn.candidates if "trigger" in each.notes]
    turn.unrelated = [*left_out, *turn.unrelated]
