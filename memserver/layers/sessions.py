"""The end of a session: extract what it taught, save it, then distil what has grown old (SPEC 17–20).

Extraction and distillation may fail without harm: what failed is logged, named in the answer, and can be done again by
ending the session once more. Ending a session twice doubles nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memserver.claims.reading import Reading
from memserver.clock import Clock
from memserver.config import Settings
from memserver.errors import MemserverError, StorageFailed
from memserver.layers.atomic_fact import AtomicFact
from memserver.layers.conversation import SessionMessage
from memserver.layers.deciding import Written
from memserver.layers.distillation import DistillationOptions, DistillationReport, Distiller
from memserver.layers.drafts import Draft, Prepared, prepare
from memserver.layers.episode import Episode, episode
from memserver.layers.episode_files import EpisodeFiles
from memserver.layers.episodes import episode_draft, retold
from memserver.layers.extraction import extract
from memserver.layers.facts import fact_draft
from memserver.layers.placement import Placement, Placer
from memserver.layers.session_record import (
    SessionRecord,
    fingerprint,
    read_record,
    readable_messages,
    shown_summary,
)
from memserver.layers.writing import MemoryWriter
from memserver.model import Layer, Memory, Scope, Status
from memserver.storage import upkeep
from memserver.storage.database import Transaction
from memserver.storage.memories import content_hash
from memserver.storage.store import Store
from memserver.workspace.workspaces import Workspace

log = logging.getLogger(__name__)


@dataclass(slots=True)
class SessionEnd:
    """What the end of a session brought; `warnings` are (part, message)."""

    long_term: int = 0
    project: int = 0
    duplicates: int = 0
    ids: list[str] = field(default_factory=list)
    episode_id: str | None = None
    distillation: DistillationReport | None = None
    warnings: list[tuple[str, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Facts:
    """What became of the facts of a session; `complete` is False when extraction failed."""

    ids: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    complete: bool = True


class SessionKeeper:
    """Ends sessions, one at a time."""

    def __init__(
        self, store: Store, writer: MemoryWriter, distiller: Distiller, placer: Placer, files: EpisodeFiles,
        clock: Clock, executor: Executor, reading: Reading, settings: Callable[[], Settings],
    ) -> None:  # fmt: skip
        self._reading = reading
        self._store = store
        self._writer = writer
        self._distiller = distiller
        self._placer = placer
        self._files = files
        self._clock = clock
        self._executor = executor
        self._settings = settings
        self._ending = asyncio.Lock()

    async def end(
        self, session_id: str, messages: Sequence[SessionMessage], workspace: Workspace | None, title: str | None = None
    ) -> SessionEnd:
        """Keep what a session taught; `messages` are those that the user saw. Does nothing while memory is off."""
        result = SessionEnd()
        if not self._settings().memory_enabled:
            return result
        async with self._ending:
            await self._keep(session_id, messages, workspace, title, result)
            result.distillation = await self._distill(result)
            await self.apply_caps()
        return result

    async def apply_caps(self) -> list[str]:
        """Archive what memserver wrote by itself beyond its caps; returns the ids."""
        settings, now = self._settings(), self._clock()
        async with self._store.database.write() as transaction:
            facts = await upkeep.archive_excess(transaction, Layer.LONG_TERM, settings.long_term_max_entries, now)
            evicted = await upkeep.archive_excess(transaction, Layer.EPISODIC, settings.episodic_max_episodes, now)
        for memory in (await self._store.memories.get_many(evicted)).values():
            await asyncio.to_thread(self._files.refresh, memory)
        return [*facts, *evicted]

    def distillation_options(self) -> DistillationOptions:
        """Return how distillation is set up now."""
        settings = self._settings()
        return DistillationOptions(
            settings.distillation_enabled,
            settings.distillation_age_days,
            settings.distillation_interval_days,
            settings.distillation_archive_mode,
        )

    async def _keep(
        self, session_id: str, messages: Sequence[SessionMessage], workspace: Workspace | None, title: str | None,
        result: SessionEnd,
    ) -> None:  # fmt: skip
        earlier = read_record(await self._store.sessions.get(session_id))
        said_at = earlier.ended_at if earlier else self._clock()
        spoken = await self._run(readable_messages, messages, said_at)
        placement = await self._place(workspace)
        mark = fingerprint(spoken, title)
        if not spoken:
            return
        if earlier and earlier.fingerprint == mark and earlier.project_id == placement.project_id:
            result.ids, result.duplicates = list(earlier.fact_ids), len(earlier.fact_ids)
            result.episode_id = earlier.episode_id
            return
        facts = await self._keep_facts(session_id, spoken, workspace, earlier, result)
        await self._save(session_id, spoken, placement, title, earlier, facts, mark if facts.complete else "", result)

    async def _place(self, workspace: Workspace | None) -> Placement:
        scope = Scope.PROJECT if workspace else Scope.GLOBAL
        return await self._placer.place(Layer.EPISODIC, scope, workspace, workspace is not None, ())

    async def _keep_facts(
        self, session_id: str, messages: Sequence[SessionMessage], workspace: Workspace | None,
        earlier: SessionRecord | None, result: SessionEnd,
    ) -> _Facts:  # fmt: skip
        known = dict(zip(earlier.fact_keys, earlier.fact_ids, strict=False)) if earlier else {}
        try:
            facts = await self._reading.run(lambda read: extract(messages, read))
            drafts = await self._drafts(session_id, facts, messages, workspace)
        except Exception as failure:  # noqa: BLE001 - SPEC 18: extraction never breaks the main flow
            log.error("extraction failed: %s", type(failure).__name__)
            result.warnings.append(("extraction", f"Nothing was extracted ({type(failure).__name__})."))
            return _Facts(tuple(known.values()), tuple(known), complete=False)
        new = {key: draft for draft in drafts if (key := _key(draft)) not in known}
        result.duplicates += len(drafts) - len(new)
        outcomes = await self._writer.add_many(list(new.values()))
        for (key, draft), outcome in zip(new.items(), outcomes, strict=True):
            if isinstance(outcome, MemserverError):
                result.warnings.append(("extraction", f"A fact was not stored: {outcome.message}"))
                continue
            known[key] = outcome.id
            _count(result, draft, outcome)
        result.ids = list(dict.fromkeys(known.values()))
        return _Facts(tuple(known.values()), tuple(known))

    async def _drafts(
        self, session_id: str, facts: Sequence[AtomicFact], messages: Sequence[SessionMessage],
        workspace: Workspace | None,
    ) -> list[Draft]:  # fmt: skip
        in_project = workspace is not None and self._settings().project_memory_enabled
        places = {
            Layer.LONG_TERM: await self._placer.place(Layer.LONG_TERM, Scope.GLOBAL, workspace, False, ()),
            Layer.PROJECT: await self._place(workspace),
        }
        drafts = []
        for fact in facts:
            layer = Layer.PROJECT if fact.layer is Layer.PROJECT and in_project else Layer.LONG_TERM
            files = await self._placer.files_named(fact.entities.files, workspace, fact.content)
            drafts.append(fact_draft(fact, layer, places[layer], session_id, messages[fact.source_index], files))
        return drafts

    async def _save(
        self, session_id: str, messages: Sequence[SessionMessage], placement: Placement, title: str | None,
        earlier: SessionRecord | None, facts: _Facts, mark: str, result: SessionEnd,
    ) -> None:  # fmt: skip
        """Write the session and its episode, together."""
        now = self._clock()
        ended = earlier.ended_at if earlier else now
        told = await self._tell(messages, result)
        item = None
        if told is not None:
            draft = episode_draft(session_id, told, placement, title, ended, len(messages))
            item = await self._run(prepare, draft, now)
        shown_title = title or (told.title if told else None)
        shown = await self._run(shown_summary, session_id, shown_title, messages, told.summary if told else "", ended)
        spoken = sum(message.role == "user" for message in messages)
        memory = None
        async with self._store.database.write() as transaction:
            if item is not None:
                memory = await self._put_episode(transaction, item, earlier, spoken, now)
            record = SessionRecord(
                session_id, placement.project_id, ended, mark, spoken,
                memory.id if memory else earlier.episode_id if earlier else None, facts.ids, facts.keys, shown,
            )  # fmt: skip
            await self._store.sessions.put(transaction, record.columns(), record.to_json())
        result.episode_id = record.episode_id
        if memory is not None:
            self._writer.tell()
            await self._write_file(memory, result)

    async def _tell(self, messages: Sequence[SessionMessage], result: SessionEnd) -> Episode | None:
        if not self._settings().episodic_memory_enabled:
            return None
        try:
            told = await self._reading.run(lambda read: episode(messages, read))
        except Exception as failure:  # noqa: BLE001 - SPEC 18: extraction never breaks the main flow
            log.error("an episode could not be told: %s", type(failure).__name__)
            result.warnings.append(("episode", f"No episode was made ({type(failure).__name__})."))
            return None
        return told

    async def _put_episode(
        self, transaction: Transaction, item: Prepared, earlier: SessionRecord | None, spoken: int, now: datetime
    ) -> Memory | None:
        present = await upkeep.episode_of_session(transaction, item.draft.provenance.source_id, item.draft.project_id)
        grown = earlier is None or spoken > earlier.user_messages
        if present is None or present.validation.status is Status.ARCHIVED:
            # Someone deleted or dismissed it: the same talk does not bring it back.
            told_before = earlier is not None and earlier.episode_id is not None
            return None if told_before and not grown else await self._writer.put(transaction, item)
        memory = retold(present, item, now)
        await self._writer.rewrite(transaction, memory)
        return memory

    async def _write_file(self, memory: Memory, result: SessionEnd) -> None:
        try:
            await asyncio.to_thread(self._files.write, memory)
        except StorageFailed as failure:
            result.warnings.append(("episode", failure.message))

    async def _distill(self, result: SessionEnd) -> DistillationReport | None:
        try:
            return await self._distiller.run_if_due(self.distillation_options())
        except Exception as failure:  # noqa: BLE001 - SPEC 18: distillation never breaks the main flow
            log.error("distillation failed: %s", type(failure).__name__)
            result.warnings.append(("distillation", f"Distillation did not finish ({type(failure).__name__})."))
            return None

    async def _run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._executor, function, *arguments)


def _key(draft: Draft) -> str:
    return content_hash(draft.layer, draft.project_id, draft.content)


def _count(result: SessionEnd, draft: Draft, outcome: Written) -> None:
    if outcome.duplicate_of is not None:
        result.duplicates += 1
    elif draft.layer is Layer.PROJECT:
        result.project += 1
    else:
        result.long_term += 1
