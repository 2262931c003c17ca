"""From a draft to knowledge: a person accepts a proposal, and it becomes a note of the brain; or rejects it.

The note is written first, the queue is told next, and the proposal is removed last, so that being interrupted anywhere
loses nothing and accepting again finishes the work. Who decides must be named.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from memserver.clock import Clock
from memserver.errors import Conflict, InvalidParams, NotFound
from memserver.growth.draft_page import accepted_page, is_empty_draft, statements_of_draft
from memserver.growth.queue import LearningQueue, QueueItem, QueueState, decider
from memserver.growth.validation import KnowledgeGate, Validated
from memserver.knowledge.proposal_decisions import ProposalDecisions, ProposalFile
from memserver.text.language import language_of


@dataclass(frozen=True, slots=True)
class Accepted:
    """A proposal that became a note; `gate` is what the validation of its present text says."""

    note_path: str
    item: QueueItem | None
    gate: Validated
    proposal_removed: bool


class Acceptance:
    """Carries out what people decide about proposals."""

    def __init__(self, queue: LearningQueue, files: ProposalDecisions, gate: KnowledgeGate, clock: Clock) -> None:
        self._queue = queue
        self._files = files
        self._gate = gate
        self._clock = clock

    async def proposals(self) -> list[ProposalFile]:
        """Return the proposals that wait for a decision or were rejected."""
        return await asyncio.to_thread(self._files.all)

    async def accept(self, path: str | None, item_id: str | None, by: str, projects: tuple[str, ...]) -> Accepted:
        """Make a proposal knowledge."""
        name = decider(by)
        proposal, item = await self._find(path, item_id)
        if is_empty_draft(proposal.body):
            raise Conflict(
                "There is nothing in this draft yet.",
                field="path",
                hint="Put what you know in the place of the line in brackets, then accept it.",
            )
        if item is not None and item.state is QueueState.DONE:
            raise Conflict("This question is done already.", field="id", hint="Reopen it to learn more about it.")
        language = language_of(proposal.body)
        statements = statements_of_draft(proposal.body)
        gate = await self._gate.validate(statements, projects, language, own=proposal.evidence)
        day = self._clock().date().isoformat()
        body = accepted_page(proposal.body, name, day, language, edited=proposal.edited)
        note_path = await asyncio.to_thread(self._files.accept, proposal, name, body)
        if item is not None and item.state is QueueState.DRAFTED:
            item = await self._queue.accepted(item.id, name, note_path)
        removed = await asyncio.to_thread(self._files.remove, proposal)
        return Accepted(note_path, item, gate, removed)

    async def reject(
        self, path: str | None, item_id: str | None, by: str, note: str
    ) -> tuple[ProposalFile, QueueItem | None]:
        """Mark a proposal as rejected, and its question too."""
        name = decider(by)
        proposal, item = await self._find(path, item_id)
        rejected = await asyncio.to_thread(self._files.reject, proposal.path, name, note)
        if item is not None and item.state is QueueState.DRAFTED:
            item = await self._queue.reject(item.id, name, note)
        return rejected, item

    async def _find(self, path: str | None, item_id: str | None) -> tuple[ProposalFile, QueueItem | None]:
        """Return the proposal that is meant and the question it answers, if it answers one."""
        if path:
            proposal = await asyncio.to_thread(self._files.get, path)
            return proposal, await self._item_of(proposal)
        if not item_id:
            raise InvalidParams("Name the proposal by its path, or the question by its id.", field="path")
        item = await self._queue.get(item_id)
        if item.proposal_path is None:
            raise Conflict(
                f"There is no draft for this question: it is {item.state.value}.",
                field="id",
                hint="Approve it, then run growth/research.",
            )
        return await asyncio.to_thread(self._files.get, item.proposal_path), item

    async def _item_of(self, proposal: ProposalFile) -> QueueItem | None:
        if not proposal.item:
            return None
        try:
            return await self._queue.get(proposal.item)
        except NotFound:
            return None
