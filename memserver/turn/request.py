"""What a turn is asked, in the terms of the model."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, NamedTuple

from memserver.layers.short_term import VisibleMessage


@dataclass(frozen=True, slots=True)
class TurnRequest:
    """One chat turn, checked and without what the user never saw."""

    prompt: str
    session_id: str
    history: tuple[VisibleMessage, ...] = ()
    workspace_uri: str | None = None
    agent: str | None = None
    context_length: int | None = None
    max_tokens: int | None = None
    mode: Literal["work", "casual"] = "work"
    active_file: str | None = None
    open_files: tuple[str, ...] = ()
    recent_commands: tuple[str, ...] = ()
    recent_sessions: tuple[dict[str, Any], ...] = ()


class TurnItem(NamedTuple):
    """Something that was selected for a turn, ready to be shown.

    `number` is the n of its citation [n]. `stale` says in words why it may no longer hold; empty when it does.
    """

    number: int
    id: str
    source: str
    layer: str | None
    title: str
    heading: str
    text: str
    path: str | None
    score: float
    moment: datetime
    author: str
    scope: str
    category: str | None = None
    status: str | None = None
    origin: str | None = None
    stale: str = ""
    lesson: bool = False
    external_id: str | None = None
    shown_title: bool = False
