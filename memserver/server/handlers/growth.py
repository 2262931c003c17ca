"""`memserver/growth/needs`, `skills`, `queue…` and `feedback`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from memserver.errors import UntrustedWorkspace
from memserver.growth.queue import QueueItem
from memserver.growth.report_words import words_of
from memserver.protocol import growth as wire
from memserver.protocol.base import WireModel
from memserver.server.dispatch import Call
from memserver.text.redaction import redact
from memserver.text.sanitise import clean_text

View = TypeVar("View", bound=WireModel)

MAX_QUESTION_CHARS = 1_000
MAX_NOTE_CHARS = 2_000
MAX_NAME_CHARS = 100


async def needs(call: Call, params: wire.GrowthParams) -> wire.NeedsResult:
    """Say what needs learning most."""
    language, project = await asked(call, params)
    found, turns = await call.engine.growth.needs(language, project)
    message = "" if found else words_of(language)["no-needs"]
    return wire.NeedsResult(needs=views(wire.Need, found), turns=turns, message=message)


async def skills(call: Call, params: wire.GrowthParams) -> wire.SkillsResult:
    """Say how well each kind of task is done."""
    language, project = await asked(call, params)
    found = await call.engine.growth.skills(language, project)
    return wire.SkillsResult(skills=views(wire.Skill, found), message="" if found else words_of(language)["no-skills"])


async def queue(call: Call, params: wire.QueueParams) -> wire.QueueResult:
    """List the learning queue, with what the records suggest by now."""
    language, _ = await asked(call, params)
    await call.engine.growth.merge_suggestions(language)
    items = await call.engine.growth.queue.items()
    counts = dict.fromkeys(("proposed", "approved", "drafted", "done", "rejected"), 0)
    for each in items:
        counts[each.state.value] += 1
    shown = [item for item in items if params.state in {None, item.state.value}]
    return wire.QueueResult(
        items=[item_view(each) for each in shown],
        counts=counts,
        message="" if items else words_of(language)["no-queue"],
    )


async def propose(call: Call, params: wire.ProposeParams) -> wire.ProposeResult:
    """Put a person's question into the queue."""
    question = redact(clean_text(params.question, "question", MAX_QUESTION_CHARS)).text
    task_id = clean_text(params.task_id, "taskId", MAX_NAME_CHARS) if params.task_id else None
    item, added = await call.engine.growth.queue.propose(question, name_of(params.by), task_id)
    return wire.ProposeResult(item=item_view(item), added=added)


async def approve(call: Call, params: wire.DecideParams) -> wire.QueueItem:
    """Let a question be researched, because a person says so."""
    return item_view(await call.engine.growth.queue.approve(params.id, name_of(params.by), note_of(params.note)))


async def reject(call: Call, params: wire.DecideParams) -> wire.QueueItem:
    """Close a question, because a person says so."""
    return item_view(await call.engine.growth.queue.reject(params.id, name_of(params.by), note_of(params.note)))


async def reopen(call: Call, params: wire.DecideParams) -> wire.QueueItem:
    """Put a question back to the proposed ones, because a person says so."""
    return item_view(await call.engine.growth.queue.reopen(params.id, name_of(params.by), note_of(params.note)))


async def feedback(call: Call, params: wire.FeedbackParams) -> wire.FeedbackResult:
    """Take in a thumb."""
    kept = await call.engine.growth.feedback(params.turn_id, params.feedback, note_of(params.note))
    return wire.FeedbackResult(reflection_id=kept.id, task_id=kept.task_id, feedback=params.feedback)


async def asked(call: Call, params: wire.GrowthParams) -> tuple[str, str | None]:
    """Return the language to answer in, and the project to look at (None for all)."""
    workspace = await call.engine.workspace(params.workspace_uri) if params.workspace_uri else None
    if params.workspace_uri and workspace is None:
        raise UntrustedWorkspace("This workspace is not trusted: nothing in it is read.", field="workspaceUri")
    return await call.engine.growth.language(params.language), workspace.project.id if workspace else None


def views(view: type[View], items: Iterable[object]) -> list[View]:
    """Return records as the wire shows them."""
    return [view.model_validate(item, from_attributes=True) for item in items]


def item_view(item: QueueItem) -> wire.QueueItem:
    """Return a question as the wire shows it."""
    return wire.QueueItem.model_validate(item, from_attributes=True)


def name_of(by: str) -> str:
    """Return the name of whoever decides; without one nothing is decided."""
    return clean_text(by, "by", MAX_NAME_CHARS)


def note_of(note: str) -> str:
    """Return a remark of a person as it may be kept."""
    return redact(clean_text(note, "note", MAX_NOTE_CHARS)).text if note.strip() else ""
