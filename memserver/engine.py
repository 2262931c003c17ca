"""The engine: every part of memserver, put together. Used by the server's handlers and by the command line.

This is the composition root: it opens what the parts need, hands it to them, owns the background tasks, and closes
everything in order. What the parts do is in the parts.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import asdict, replace
from datetime import datetime
from random import Random
from typing import Any

from memserver.allocator import share_arenas
from memserver.background import BackgroundTasks
from memserver.claims.reading import Reading
from memserver.clock import Clock, system_clock, to_iso, wall_clock
from memserver.config import OPENED_ONCE, Settings
from memserver.embedding.calibration import calibration_for
from memserver.embedding.choosing import embedding_choice
from memserver.embedding.loading import EmbedderHandle
from memserver.embedding.protocol import Vector
from memserver.errors import UntrustedWorkspace
from memserver.events import Event, EventBus
from memserver.folders import brain_folder, data_folder, path_of
from memserver.growth.evaluation.service import Evaluation, evaluated_chat
from memserver.growth.service import Growth, GrowthParts
from memserver.growth.success_patterns import is_success
from memserver.health import Health
from memserver.knowledge.brain_store import StoredBrain
from memserver.knowledge.indexer import BrainIndexer, IndexReport
from memserver.knowledge.skills import find_skill_files
from memserver.knowledge.tracker_updates import TrackerUpdates
from memserver.layers.changes import is_vouched
from memserver.layers.distillation import Distiller
from memserver.layers.episode_files import EpisodeFiles
from memserver.layers.placement import Placement, Placer
from memserver.layers.reconcile import Reconciler
from memserver.layers.related_files import RelatedFiles
from memserver.layers.sessions import SessionKeeper
from memserver.layers.tfidf_migration import TfidfMigration
from memserver.layers.trajectories import record_trajectory
from memserver.layers.writing import MemoryWriter
from memserver.learning.service import Learning
from memserver.learning.trajectory_lessons import Recorded
from memserver.learning.turn_lessons import LearnedLesson
from memserver.model import Layer, Memory, RelatedFile, Scope, Status, VerifiedBy
from memserver.progress import Reporter
from memserver.retrieval.backfill import Backfill, TurnGate
from memserver.retrieval.comparing import Comparing
from memserver.retrieval.memory_search import Hit, MemoryQuery, search_memories
from memserver.retrieval.passage_map import PassageMap
from memserver.retrieval.plan import plan_query
from memserver.retrieval.search import Searcher
from memserver.retrieval.text_index import ensure_text_index
from memserver.retrieval.vector_keeper import VectorKeeper
from memserver.storage.code_facts import forget_everything
from memserver.storage.erasing import Eraser
from memserver.storage.passages import Visibility
from memserver.storage.store import Store, open_store
from memserver.text.language import Language
from memserver.tiers.service import Tiers
from memserver.turn.answers import AnswerJudge
from memserver.turn.as_of import moment_meant
from memserver.turn.brain_files import BrainFiles
from memserver.turn.build import TurnBuilder
from memserver.turn.complete import Completion
from memserver.turn.prompt_blocks import BlockStep
from memserver.turn.recorder import TurnRecorder
from memserver.turn.rehearsal import rehearse
from memserver.turn.request import TurnRequest
from memserver.turn.result import TurnResult
from memserver.turn.retrieve import Retriever
from memserver.turn.standing_rules import RuleStep
from memserver.turn.value import Surroundings, Turn
from memserver.work.calendar.service import Calendar
from memserver.work.recent_commands import RecentCommands
from memserver.work.tracker_items import TRACKER_PATHS, items_of
from memserver.workers.keeping import FindingMemory
from memserver.workers.machine import ThisMachine
from memserver.workers.manager import WorkerManager
from memserver.workers.parts import Parts
from memserver.workers.run import JobRunner
from memserver.workers.schedule import Schedule
from memserver.workspace.git import Git
from memserver.workspace.staleness import FileChecker, StaleReason
from memserver.workspace.workspaces import Workspace, Workspaces

CPU_WORKERS = 2


class Engine:
    """The parts, open and running."""

    def __init__(
        self, settings: Settings, store: Store, clock: Clock, workspace_path: str | None, locale: str | None = None
    ) -> None:
        self.settings = settings
        self.store = store
        self.clock = clock
        self.events = EventBus()
        self.executor = ThreadPoolExecutor(CPU_WORKERS, thread_name_prefix="memserver-cpu")
        self.background = BackgroundTasks()
        self.gate = TurnGate()
        self.files = FileChecker()
        self.brain = brain_folder(settings)
        self.brain_indexed = asyncio.Event()
        """Set once the brain was walked through for the first time."""
        self._workspace_path = workspace_path
        self._locale = locale or ""
        data = store.database.path.parent
        self.embedder = EmbedderHandle(embedding_choice(settings))
        self.keeper = VectorKeeper(store, self.embedder, self.executor, data / "index")
        self.comparing = Comparing(store, self.embedder, self.keeper, self.executor, self.gate)
        self.backfill = Backfill(store, self.embedder, self.keeper, self.gate, self.comparing.wake)
        self.trackers = TrackerUpdates(self.background, TRACKER_PATHS, self.brain_indexed, self.backfill.wake)
        self.git = Git()
        self.workspaces = Workspaces(store.projects, self._absorb, self.git)
        self.placer = Placer(self.files)
        self.related = RelatedFiles(self.files, store, self.git, self.background)
        self.episode_files = EpisodeFiles(self.brain)
        self.passages = PassageMap(store, data / "index")
        self.searcher = Searcher(store, self.embedder, self.keeper, self.passages)
        self.reading = Reading(self.embedder, self.executor)
        self.reconciler = Reconciler(store, self.keeper.nearest_vectors, self.reading)
        self.writer = MemoryWriter(store, self.reconciler, clock, self.executor, self.backfill.wake, self.episode_files)
        self.brain_files = BrainFiles(self.brain)
        self.learning = Learning(
            store, self.embedder, self.executor, clock, self.gate, self.events, lambda: self.settings.sona_mode, data
        )
        rules = self.rules = RuleStep(store, self.embedder, self.background)
        retriever = Retriever(store, self.searcher, self.brain_files, str(self.brain), self._learned_lessons, rules)
        blocks = BlockStep(store, self.brain_files, rules)
        self.turns = TurnBuilder(retriever, blocks, self.brain_files, str(self.brain), self.local_now)
        self.recorder = TurnRecorder(store, self.background)
        self.eraser = Eraser(store.database, self.background)
        self.answers = AnswerJudge(store, clock, self.brain_files)
        self.distiller = Distiller(store, self.writer, self.episode_files, clock, self.brain)
        self.sessions = SessionKeeper(
            store, self.writer, self.distiller, self.placer, self.episode_files, clock, self.executor, self.reading,
            lambda: self.settings,
        )  # fmt: skip
        self.workers, self.schedule = self._workers()
        self.tfidf = TfidfMigration(store, self.writer, self.backfill, data)
        self.tiers = Tiers(
            store, self.embedder, self.executor, clock, self.gate, data, lambda: self.settings, self._running_workers,
            self.backfill.wake,
        )  # fmt: skip
        self.growth = Growth(store, clock, self._growth_parts())
        self.evaluation = Evaluation(
            store, clock, self.brain, lambda: self.brain_files.task_types()[0], lambda: evaluated_chat(self.settings),
            self._context_of,
        )  # fmt: skip
        self.calendar = Calendar(store, clock, self.brain, lambda: self.settings)
        self.recent_commands = RecentCommands(store, clock)
        self.health = Health(
            store, self.embedder, self.keeper, self.backfill, self.brain, self._project_name_now,
            self.brain_indexed.is_set,
        )  # fmt: skip
        self.health.watched.append(lambda: self.learning.file.problem)

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        settings: Settings,
        *,
        workspace_path: str | None = None,
        locale: str | None = None,
        reporter: Reporter | None = None,
        clock: Clock = system_clock,
    ) -> AsyncIterator[Engine]:
        """Open everything; background work starts at once and nothing waits for it."""
        async with AsyncExitStack() as stack:
            share_arenas()
            store = await stack.enter_async_context(open_store(data_folder(settings)))
            engine = cls(settings, store, clock, workspace_path, locale)
            if reporter is not None:
                engine.events.subscribe(reporter.event)
            stack.callback(engine.executor.shutdown, wait=True, cancel_futures=True)
            for close in (
                engine.embedder.close, engine.keeper.close, engine.passages.close, engine.tiers.close,
                engine.workspaces.close, engine.learning.close, engine.eraser.finish, engine.recorder.flush,
                engine.background.close,
            ):  # fmt: skip
                stack.push_async_callback(close)
            engine.embedder.start(engine.executor)
            engine.background.start(engine.warm_up(), "warm-up")
            engine.background.start(engine._keep_text_index(), "text index")
            engine.background.start(engine.backfill.run(), "embedding")
            engine.background.start(engine.comparing.run(), "comparing")
            engine.background.start(engine.learning.run(), "learning")
            engine.background.start(engine.tiers.run(), "tiers")
            engine.background.start(engine.learning.learner.run(), "learned routes")
            engine.background.start(engine.keep_brain_current(reporter), "brain")
            engine.background.start(engine.schedule.run(), "workers")
            yield engine

    def configure(self, raw: Mapping[str, Any]) -> tuple[list[str], bool]:
        """Take over changed settings, from the next turn on.

        Returns what was wrong with them, and whether the engine has to be opened anew: for other folders or models.
        """
        before = self.settings
        self.settings, complaints = Settings.read({**before.model_dump(by_alias=True), **raw})
        return complaints, any(getattr(before, name) != getattr(self.settings, name) for name in OPENED_ONCE)

    async def language(self, wanted: str | None) -> Language:
        """Return the language to answer in: the one asked for, else that of the last turn, else the editor's."""
        return "ko" if await self.growth.language(wanted) == "ko" else "en"

    async def workspace(self, uri: str | None) -> Workspace | None:
        """Return the workspace of a request, else the one of the window; None without one or while untrusted."""
        folder = path_of(uri, "workspaceUri") if uri else self._workspace_path
        if not folder or not self.settings.workspace_trusted:
            return None
        return await self.workspaces.of(folder)

    async def place(
        self, layer: Layer, scope: str | None, uri: str | None, files: Sequence[str], text: str = ""
    ) -> Placement:
        """Return where a new memory belongs, and the state of its files in what `text` says of them."""
        if uri and not self.settings.workspace_trusted:
            raise UntrustedWorkspace("This workspace is not trusted: nothing in it is read.", field="workspaceUri")
        paths = [path_of(file, "relatedFiles") for file in files]
        wanted = Scope(scope) if scope else None
        return await self.placer.place(layer, wanted, await self.workspace(uri), uri is not None, paths, text)

    async def visible_projects(self, uri: str | None) -> tuple[str, ...]:
        """Return the project ids whose memories may be seen in a workspace: its own, and what belongs to none."""
        workspace = await self.workspace(uri)
        return ("", workspace.project.id) if workspace else ("",)

    def local_now(self) -> datetime:
        """Return the present moment as the user's own clock shows it, since "yesterday" is meant by it."""
        return wall_clock(self.clock(), self.calendar.zone)

    async def search_memories(self, query: MemoryQuery) -> tuple[list[Hit], str]:
        """Find memories by meaning and words."""
        workspace = await self.workspace(query.workspace_uri)
        as_of = await moment_meant(query.as_of, self.calendar.zone, self.git, workspace)
        now = as_of.moment if as_of is not None else self.local_now()
        visibility = Visibility(
            projects=("", workspace.project.id) if workspace else ("",),
            brain=None,
            now=to_iso(now),
            as_of=to_iso(now) if as_of is not None else None,
            layers=query.layers,
            tags=query.tags,
            include_superseded=query.include_superseded,
            include_expired=query.include_expired,
        )
        found = await search_memories(
            self.store,
            self.searcher,
            plan_query(query.text, now),
            visibility,
            query,
            self.settings.embedding_timeout_ms,
            # What has changed since says nothing of what held then.
            lambda facts: [] if as_of else self._stale(facts.files(), facts.git_commit, facts.project_id, workspace),
            self.settings.embedding_blend_alpha,
        )
        self.related.look_later()
        return found

    async def set_status(
        self, memory_id: str, status: Status, verified_by: VerifiedBy | None, verification_id: str | None
    ) -> Memory:
        """Say how far a memory is trusted; one that somebody vouches for holds for its files as they are now."""
        vouched = is_vouched(status, verified_by)
        renewed = await self.related.renewed(memory_id, await self.workspace(None)) if vouched else None
        return await self.writer.set_status(memory_id, status, verified_by, verification_id, renewed)

    async def stale_reasons(self, memory: Memory) -> list[StaleReason]:
        """Say why a memory may no longer hold, as seen from the window's workspace; no turn waits for this."""
        workspace = await self.workspace(None)
        files, commit, project = memory.related_files, memory.provenance.git_commit, memory.project_id
        return await self.related.settled(lambda: self._stale(files, commit, project, workspace))

    def _stale(
        self, files: Sequence[RelatedFile], commit: str | None, project_id: str, workspace: Workspace | None
    ) -> list[StaleReason]:
        """Say which files changed and whether the commit left the history; a commit counts in its own project only."""
        reasons = self.files.check(files, workspace.roots or (workspace.folder,) if workspace else ()) if files else []
        if workspace and project_id == workspace.project.id:
            left = self.workspaces.commit_reason(workspace, commit)
            reasons += [left] if left else []
        return reasons

    async def build_turn(self, request: TurnRequest) -> tuple[TurnResult, Turn]:
        """Answer one chat turn; background work waits meanwhile."""
        if not request.recent_commands:
            request = replace(request, recent_commands=await self.recent_commands.names())
        with self.gate:
            workspace = await self.workspace(request.workspace_uri)
            as_of = await moment_meant(request.as_of, self.calendar.zone, self.git, workspace)
            surroundings = Surroundings(
                project_id=workspace.project.id if workspace else "",
                is_stale=lambda files, commit, project: [] if as_of else self._stale(files, commit, project, workspace),
                as_of=as_of,
            )
            answered = await self.turns.build(request, self.settings, surroundings)
        self.related.look_later()
        return answered

    async def complete_turn(
        self, turn_id: str, answer: str, *, outcome: str | None, feedback: str | None, used: Sequence[str],
        high_impact: bool | None = None,
    ) -> Completion:  # fmt: skip
        """Judge an answer and keep what was learned from it."""
        record = await self.recorder.get(turn_id)
        completion = await self.answers.complete(
            record, answer, self.settings, outcome=outcome, feedback=feedback, high_impact=high_impact
        )
        given = {source["id"] for source in record["trace"]["sources"]}
        helped = [each for each in (*completion.citations.cited, *used) if each in given]
        if helped:
            async with self.store.database.write() as transaction:
                await self.store.memories.touch(transaction, dict.fromkeys(helped))
        if is_success(completion.confidence, completion.coverage, outcome, feedback):
            kept = self.growth.remember_success(
                record["trace"], completion.citations.cited, completion.confidence.score
            )
            self.background.start(kept, "success pattern")
        return completion

    def _growth_parts(self) -> GrowthParts:
        return GrowthParts(
            brain=self.brain,
            executor=self.executor,
            settings=lambda: self.settings,
            searcher=self.searcher,
            nearest=self.keeper.nearest_memories,
            task_types=lambda: self.brain_files.task_types()[0],
            stale_reasons=self.stale_reasons,
            learning_stats=self.learning.stats,
            remember_pattern=self.learning.store_pattern,
            pattern_feedback=self.learning.pattern_feedback,
            search_archive=self.tiers.archive.semantic_search,
            decisions=self.tiers.working.decisions,
            editor_language="ko" if self._locale.lower().startswith("ko") else "en",
        )

    async def delete_memory(self, memory_id: str) -> None:
        """Delete a memory, and its words in the records of turns and in the files."""
        if await self.store.memories.get(memory_id) is not None:
            await self.recorder.forget_memory(memory_id)
        await self.writer.delete(memory_id)
        self.eraser.deleted()

    async def delete_record(self, collection: str, record_id: str) -> None:
        """Delete a record of a tier, and its words in the records of turns and in the files."""
        await self.recorder.forget_memory(record_id)
        await self.tiers.delete(collection, record_id)
        self.eraser.deleted()

    async def delete_everything(self) -> int:
        """Delete every memory, and every record of what was said and done."""
        count = await self.writer.delete_all()
        self.recorder.forget_unwritten()
        async with self.store.database.write() as transaction:
            for records in (
                self.store.turns,
                self.store.reflections,
                self.store.sessions,
                self.store.trajectories,
                self.store.learning_queue,
                self.store.calendar,
                self.store.evaluations,
            ):
                await records.trim(transaction, keep=0)
            await self.store.workers.clear(transaction)
            await self.recent_commands.forget(transaction)
        await asyncio.to_thread(forget_everything, self.store.database.path.parent)
        await self.tiers.forget()
        await self.learning.forget()
        self.eraser.deleted()
        return count

    async def distill_now(self) -> Mapping[str, Any]:
        """Distil old episodes because a person asked for it; returns the report."""
        report = await self.distiller.run_by_hand(self.sessions.distillation_options(), force=True)
        await self.sessions.apply_caps()
        return asdict(report)

    async def memory_counts(self) -> Mapping[str, Any]:
        """Return how much is stored."""
        return await self.health.stats()

    def reload_brain_files(self) -> None:
        """Read the glossary and the other special files anew at the next turn."""
        self.brain_files.forget()

    async def record_trajectory(self, given: Mapping[str, Any], uri: str | None) -> Recorded:
        """Keep how a problem was solved, and learn from it."""
        workspace = await self.workspace(uri)
        scope = Scope.PROJECT if workspace else Scope.GLOBAL
        placement = await self.placer.place(Layer.PROJECT, scope, workspace, uri is not None, ())
        record = await record_trajectory(self.store, self.clock, given, placement)
        self.learning.publish(Event("TrajectoryRecorded", {"trajectoryId": record["id"], "outcome": record["outcome"]}))
        if not self.settings.memory_enabled:
            return Recorded(record["id"], record["outcome"])
        return await self.learning.learn_from_trajectory(record, placement.project_id)

    async def _context_of(self, prompt: str) -> str:
        """Return what an agent would be given for a prompt."""
        result, _ = await self.build_turn(TurnRequest(prompt, "evaluation"))
        return result.prompt

    async def _running_workers(self) -> list[str]:
        return await self.workers.running()

    def _learned_lessons(
        self, prompt: str, vector: Vector | None, project_id: str, language: str
    ) -> list[LearnedLesson]:
        """Return what learning has to say about a prompt."""
        embedder = self.embedder.embedder
        curve = calibration_for(embedder.name) if embedder else None
        return self.learning.lessons.of(prompt, vector, project_id, language, curve)

    def _workers(self) -> tuple[WorkerManager, Schedule]:
        """Make the workers out of the parts that they tend."""
        parts = Parts(
            self.embedder, self.keeper, self.searcher, self.writer, self.reconciler, self.distiller, self.sessions,
            self.learning, self.recorder.flush,
        )  # fmt: skip
        memory = FindingMemory(self.store, self.writer, self.clock)
        runner = JobRunner(self.store, self.clock, lambda: self.settings, self.brain, parts, memory, self.gate.idle)
        manager = WorkerManager(self.store, self.clock, self.events, runner, self.language)
        schedule = Schedule(
            manager, self.store, self.gate, self.clock, lambda: self.settings, lambda: self.workspace(None),
            ThisMachine(), Random(),  # noqa: S311 - spreads work in time
        )  # fmt: skip
        return manager, schedule

    async def _absorb(self, project_id: str, former_ids: Sequence[str]) -> None:
        """Move what was stored under former ids of a project to its present one."""
        await self.store.projects.absorb(project_id, former_ids)
        self.passages.forget()

    async def warm_up(self) -> None:
        """Load what the first turn would otherwise wait for: passages, tokens, patterns, the workspace's identity."""
        types, _ = self.brain_files.task_types()
        rehearsed = asyncio.get_running_loop().run_in_executor(self.executor, rehearse, types, self.local_now())
        await asyncio.gather(rehearsed, self.passages.catch_up())
        await self.rules.refresh()
        await self.workspace(None)

    async def _keep_text_index(self) -> None:
        """Write the text index anew where it is old; what was read from the passages along with it is read again."""
        if await ensure_text_index(self.store, self.executor):
            self.passages.forget()
            await self.passages.catch_up()

    async def keep_brain_current(self, reporter: Reporter | None) -> None:
        """Index the brain folder, then follow its changes until cancelled."""
        progress = await reporter.progress("Indexing notes") if reporter else None
        indexer = BrainIndexer(
            str(self.brain),
            StoredBrain(self.store, self.brain, self.clock, self.executor),
            executor=self.executor,
            target_chars=self.settings.chunk_target_chars,
            on_report=self._brain_indexed,
            read_items=lambda path, text: items_of(path, text, self.calendar.zone),
        )
        self.trackers.indexer = indexer

        def report(done: int, total: int, message: str = "") -> None:
            # Only the first run reports; an editor must not show it as under way while changes are followed.
            if progress and done < total:
                progress.report(done, total, message)
            elif progress:
                progress.close()

        try:
            await indexer.keep_current(asyncio.Event(), report)
        finally:
            indexer.stop()
            if progress:
                progress.close()

    def _brain_indexed(self, report: IndexReport) -> None:
        """Take note of what was indexed: wake the embedding, find the skills, name what is not searchable."""
        self.brain_indexed.set()
        self.backfill.wake()
        self.brain_files.skills.set_files(find_skill_files(str(self.brain)))
        # A brain that nobody has made yet is no fault: there is nothing to index.
        if report.skipped and self.brain.exists():
            self.health.notes["brain"] = report.unsearchable()
        else:
            self.health.notes.pop("brain", None)

    def _project_name_now(self) -> str | None:
        known = self.workspaces.known(self._workspace_path) if self._workspace_path else None
        return known.project.name if known else None
