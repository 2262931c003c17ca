"""An episode as a memory: the text that is found again, and the details that its file shows. Stores nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from memserver.clock import to_iso
from memserver.layers.conversation import session_thread
from memserver.layers.drafts import MAX_TITLE_CHARS, Draft, Prepared
from memserver.layers.episode import Episode
from memserver.layers.episode_files import DETAILS_KEY, FILE_KEY, SESSION_KEY, file_name
from memserver.layers.placement import Placement
from memserver.model import Author, Layer, Memory, Origin, Provenance, SourceType
from memserver.text.language import language_of

_LABELS = {"en": {"decisions": "Decisions", "topics": "Topics"}, "ko": {"decisions": "결정", "topics": "주제"}}
# The summary names the first decisions itself.
DECISIONS_IN_SUMMARY = 3


def episode_draft(
    session_id: str, told: Episode, placement: Placement, title: str | None, ended: datetime, messages: int
) -> Draft:
    """Return the episode of a session as a draft."""
    first, last = told.first_timestamp or ended, told.last_timestamp or ended
    details: dict[str, Any] = {
        "summary": told.summary,
        "keyDecisions": list(told.key_decisions),
        "topics": list(told.topics),
        "firstTimestamp": to_iso(first),
        "lastTimestamp": to_iso(last),
        "messageCount": messages,
    }
    return Draft(
        layer=Layer.EPISODIC,
        content=episode_text(told),
        title=((title or "").strip() or told.title)[:MAX_TITLE_CHARS],
        timestamp=last,
        scope=placement.scope,
        project_id=placement.project_id,
        metadata={SESSION_KEY: session_id, FILE_KEY: file_name(session_id, first), DETAILS_KEY: details},
        thread=session_thread(session_id),
        provenance=Provenance(
            SourceType.USER_INTERACTION, session_id, Author.SYSTEM, placement.commit, placement.branch
        ),
        origin=Origin.EXTRACTED,
    )


def episode_text(told: Episode) -> str:
    """Return the text of an episode: its summary, what else was decided, what it was about."""
    labels = _LABELS[language_of(told.summary)]
    lines = [told.summary]
    if more := told.key_decisions[DECISIONS_IN_SUMMARY:]:
        lines.append(f"{labels['decisions']}: {' / '.join(more)}")
    if told.topics:
        lines.append(f"{labels['topics']}: {', '.join(told.topics)}")
    return "\n".join(lines)


def retold(memory: Memory, item: Prepared, now: datetime) -> Memory:
    """Return a stored episode as a later end of the same session tells it; it keeps its id and its file."""
    draft = item.draft
    metadata = {**draft.metadata, FILE_KEY: memory.metadata.get(FILE_KEY, draft.metadata[FILE_KEY])}
    return replace(
        memory,
        content=draft.content,
        title=item.title,
        metadata=metadata,
        thread=draft.thread,
        timestamp=draft.timestamp or memory.timestamp,
        provenance=draft.provenance,
        updated_at=now,
    )
