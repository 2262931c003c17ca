"""What a change makes of a memory: new text, a title that follows it, a step along the statuses. Writes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from memserver.errors import Conflict, InvalidParams
from memserver.layers.drafts import Draft, Prepared, cut, title_of
from memserver.layers.episode_files import DETAILS_KEY, FILE_KEY, SESSION_KEY
from memserver.model import STATUS_MOVES, Memory, Status, Validation, VerifiedBy
from memserver.storage.passages import NewPassage

# Without these the file of an episode would no longer be found when the memory is deleted.
KEPT_METADATA = (FILE_KEY, DETAILS_KEY, SESSION_KEY)


def changed_draft(memory: Memory, changes: Mapping[str, Any]) -> Draft:
    """Return a changed memory as a draft, to be checked and redacted like a new one."""
    metadata = dict(changes.get("metadata", memory.metadata))
    metadata |= {key: memory.metadata[key] for key in KEPT_METADATA if key in memory.metadata}
    return Draft(
        layer=memory.layer,
        content=changes.get("content", memory.content),
        title=changes.get("title", memory.title),
        tags=changes.get("tags", memory.tags),
        expires_at=changes.get("expires_at"),
        metadata=metadata,
    )


def said_by(memory: Memory, changes: Mapping[str, Any] | None = None) -> str:
    """Return what a memory says, with its changes; a title that was made from the text says nothing of its own."""
    content = (changes or {}).get("content", memory.content)
    title = (changes or {}).get("title", "" if memory.title == title_of(memory.content) else memory.title)
    return f"{title or ''}\n{content}"


def same_text(one: Memory, other: Memory) -> bool:
    """Say whether two states of a memory read the same, in the same place of a thread, and carry the same metadata."""
    return (one.content, one.title, one.tags, one.metadata, one.thread, one.position) == (
        other.content, other.title, other.tags, other.metadata, other.thread, other.position,
    )  # fmt: skip


def with_changes(memory: Memory, item: Prepared, changes: Mapping[str, Any], now: datetime) -> Memory:
    """Return a memory with its changes; a title that was made from the text follows the text."""
    title = item.title
    if "title" not in changes and memory.title == title_of(memory.content):
        title = title_of(item.draft.content)
    return replace(
        memory,
        content=item.draft.content,
        title=title,
        tags=item.draft.tags,
        metadata=item.draft.metadata,
        category=changes.get("category", memory.category),
        confidence=changes.get("confidence", memory.confidence),
        expires_at=changes.get("expires_at", memory.expires_at),
        thread=changes.get("thread", memory.thread),
        position=changes.get("position", memory.position),
        related_files=changes.get("related_files", memory.related_files),
        updated_at=now,
    )


def passages_of(memory: Memory) -> list[NewPassage]:
    """Cut the text of a stored memory into passages, as it was when it was new."""
    explicit_title = "" if memory.title == title_of(memory.content) else memory.title
    return cut(memory.content, explicit_title, memory.tags)


def is_vouched(status: Status, verified_by: VerifiedBy | None) -> bool:
    """Say whether somebody stands for it that a memory holds now."""
    return verified_by is not None and status in {Status.VERIFIED, Status.PUBLISHED}


def moved(
    validation: Validation, status: Status, verified_by: VerifiedBy | None, verification_id: str | None
) -> Validation:
    """Return a validation moved along its allowed statuses."""
    present = validation.status
    if status not in STATUS_MOVES[present] and status is not present:
        allowed = ", ".join(sorted(STATUS_MOVES[present])) or "none: archived is final"
        raise Conflict(f"A memory cannot go from {present} to {status}. Allowed: {allowed}.", field="status")
    if status is Status.VERIFIED and verified_by is None:
        raise InvalidParams(
            "verifiedBy is required for verified: test_runner, human_approval or compiler.", field="verifiedBy"
        )
    return replace(
        validation,
        status=status,
        verified_by=verified_by or validation.verified_by,
        verification_id=verification_id or validation.verification_id,
    )
