"""The research agent: takes questions that a person approved and drafts an answer to each as a proposal (SPEC 291).

Local sources first, the user's chat model if one is configured, then the validation gate; at most three per run. The
draft is an estimate in `proposals/`: it becomes knowledge when a person accepts it, and not before.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from memserver.errors import Conflict
from memserver.growth.brief import Brief, brief_messages, local_brief, read_brief
from memserver.growth.draft_page import draft_page
from memserver.growth.judge import Chat
from memserver.growth.queue import LearningQueue, QueueItem, QueueState
from memserver.growth.sources import KnownSource, LocalSources
from memserver.growth.validation import KnowledgeGate, Validated
from memserver.knowledge.proposals import Proposal, Proposals
from memserver.llm.chat import ChatFailed
from memserver.text.language import language_of

log = logging.getLogger(__name__)

MOST_PER_RUN = 3
MOST_SOURCES = 6
ORIGIN = "research"
_UNSAFE = re.compile(r"[^\w가-힣]+")
NAME_CHARACTERS = 60


@dataclass(frozen=True, slots=True)
class Drafted:
    """A question that was researched."""

    item: QueueItem
    brief: Brief
    sources: tuple[KnownSource, ...]
    gate: Validated


class ResearchAgent:
    """Works on approved questions."""

    def __init__(
        self, queue: LearningQueue, sources: LocalSources, gate: KnowledgeGate, proposals: Proposals, brain: Path
    ) -> None:
        self._queue = queue
        self._sources = sources
        self._gate = gate
        self._proposals = proposals
        self._brain = brain

    async def run(
        self, chat: Chat | None, projects: tuple[str, ...], limit: int = MOST_PER_RUN, item_id: str | None = None
    ) -> list[Drafted]:
        """Draft the most pressing approved questions, or the one that is named; returns what was drafted."""
        if item_id is not None:
            named = await self._queue.get(item_id)
            if named.state is not QueueState.APPROVED:
                raise Conflict(
                    f"Only an approved question is researched; this one is {named.state.value}.",
                    field="id",
                    hint="A person approves it with growth/queue/approve.",
                )
            return [await self._draft(named, chat, projects)]
        approved = [item for item in await self._queue.items() if item.state is QueueState.APPROVED]
        return [await self._draft(item, chat, projects) for item in approved[: min(limit, MOST_PER_RUN)]]

    async def _draft(self, item: QueueItem, chat: Chat | None, projects: tuple[str, ...]) -> Drafted:
        language = language_of(item.question)
        sources = await self._sources.speaking_to(item.topic or item.question, projects, MOST_SOURCES)
        brief = await self._brief(item, sources, chat, language)
        gate = await self._judged(brief, projects, language)
        if brief.made_by == "model" and gate.verdict == "duplicate":
            # The model had nothing to add: what is stored already, put together, is all there is to propose.
            brief = local_brief(item.topic or item.question, sources, language)
            gate = await self._judged(brief, projects, language)
        path = await asyncio.to_thread(
            self._proposals.write,
            Proposal(
                origin=ORIGIN,
                name=_file_name(item.question),
                title=item.question,
                body=draft_page(brief, sources, gate, language),
                evidence=[source.reference for source in sources],
                item=item.id,
            ),
        )
        moved = await self._queue.drafted(item.id, path.relative_to(self._brain).as_posix())
        return Drafted(moved, brief, tuple(sources), gate)

    async def _judged(self, brief: Brief, projects: tuple[str, ...], language: str) -> Validated:
        """Pass a brief through the gate. That the sources' own sentences are stored already says nothing."""
        gate = await self._gate.validate("\n".join(each.statement for each in brief.findings), projects, language)
        if brief.made_by == "local" and gate.verdict == "duplicate":
            return replace(gate, verdict="accept", recommendation="add", evidence=())
        return gate

    async def _brief(self, item: QueueItem, sources: Sequence[KnownSource], chat: Chat | None, language: str) -> Brief:
        """Ask the chat model, and fall back on the sources' own sentences when it fails or there is none."""
        if chat is None:
            return local_brief(item.topic or item.question, sources, language)
        try:
            reply = await chat.complete(brief_messages(item.question, sources, language), json=True)
            return read_brief(reply, len(sources))
        except (ChatFailed, ValueError) as failure:
            log.info("the brief is made of local sources: %s", failure)
            return local_brief(item.topic or item.question, sources, language, str(failure))


def _file_name(question: str) -> str:
    """Return a question as the name of a file: its first words, as many as fit."""
    name = _UNSAFE.sub("-", question).strip("-")
    whole = name[: NAME_CHARACTERS + 1].rpartition("-")[0]
    return name if len(name) <= NAME_CHARACTERS else whole or name[:NAME_CHARACTERS]
