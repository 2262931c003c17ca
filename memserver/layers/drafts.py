"""Drafts: a memory that someone wants to store, checked, redacted and cut into passages, but not yet written.

Preparing is pure and may take a while for long text: it runs in the executor, never on the loop.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from memserver.errors import InvalidParams
from memserver.model import Category, Layer, Origin, Provenance, RelatedFile, Scope, Status, VerifiedBy
from memserver.retrieval.levels import level_of_text
from memserver.storage.passages import NewPassage
from memserver.text.clean_values import ValueCleaner, clean_string
from memserver.text.indexed_words import memory_terms
from memserver.text.language import has_korean
from memserver.text.passages import split_passages
from memserver.text.token_count import count_tokens

MAX_TITLE_CHARS = 200
MAX_TAG_CHARS = 100
TITLE_FROM_CONTENT_CHARS = 80


@dataclass(frozen=True, slots=True)
class Draft:
    """What a caller wants remembered."""

    layer: Layer
    content: str
    title: str | None = None
    category: Category | None = None
    tags: tuple[str, ...] = ()
    confidence: float | None = None
    expires_at: datetime | None = None
    external_id: str | None = None
    thread: str | None = None
    """The conversation or page that it is a part of, if it is one; it is kept as it is."""
    position: int | None = None
    """Its place there."""
    timestamp: datetime | None = None
    scope: Scope = Scope.GLOBAL
    project_id: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    provenance: Provenance = field(default_factory=Provenance)
    related_files: tuple[RelatedFile, ...] = ()
    failure_hash: str | None = None
    origin: Origin = Origin.EXPLICIT
    status: Status = Status.HYPOTHESIS
    verified_by: VerifiedBy | None = None
    supersedes: tuple[str, ...] = ()
    """The memories that it takes the place of, as the client declares."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A draft that may be stored: clean, without secrets, with its passages."""

    draft: Draft
    title: str
    passages: tuple[NewPassage, ...]
    redactions: Mapping[str, int]


def prepare(draft: Draft, now: datetime) -> Prepared:
    """Check and redact a draft and cut it into passages; raises InvalidParams or TooLarge naming the field."""
    found: Counter[str] = Counter()
    content = clean_string(draft.content, "content", found)
    title = clean_string(draft.title, "title", found, MAX_TITLE_CHARS) if draft.title else None
    tags = tuple(dict.fromkeys(clean_string(tag.strip(), "tags", found, MAX_TAG_CHARS) for tag in draft.tags))
    if draft.expires_at is not None and draft.expires_at <= now:
        raise InvalidParams("expiresAt lies in the past.", field="expiresAt", hint="leave it out to keep it for good")
    metadata = ValueCleaner("metadata", found).clean(dict(draft.metadata))
    clean = replace(draft, content=content, title=title, tags=tags, metadata=metadata)
    return Prepared(
        draft=clean,
        title=title or title_of(content),
        passages=tuple(cut(content, title or "", tags)),
        redactions=dict(found),
    )


def cut(content: str, title: str, tags: tuple[str, ...]) -> list[NewPassage]:
    """Cut the text of a memory into passages; its title stands above each, without one its first line above the
    further ones."""
    passages = []
    for ordinal, part in enumerate(split_passages(content)):
        heading = _joined_heading(title or (title_of(content) if ordinal else ""), part.heading)
        passages.append(
            NewPassage(
                ordinal=ordinal,
                heading=heading,
                text=part.text,
                terms=memory_terms(heading, tags, ordinal, part.text),
                tokens=count_tokens(part.text),
                korean=has_korean(part.text),
                level=level_of_text(part.text),
            )
        )
    return passages


def _joined_heading(title: str, heading: str) -> str:
    if not title or not heading or heading in title:
        return title or heading
    return f"{title} › {heading}"[:MAX_TITLE_CHARS]


def title_of(content: str) -> str:
    """Return a title for a text that has none: its first line, cut at a word."""
    line = next(line.strip("#*->` \t") for line in content.splitlines() if line.strip())
    if len(line) <= TITLE_FROM_CONTENT_CHARS:
        return line or "Untitled"
    cut_at = line.rfind(" ", 40, TITLE_FROM_CONTENT_CHARS)
    return line[: cut_at if cut_at > 0 else TITLE_FROM_CONTENT_CHARS].rstrip() + "…"
