"""What a turn is asked, in the terms of the model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

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
    told: tuple[str, ...] = ()
    """Ids that this conversation was given already and need not be told again."""
    recent_sessions: tuple[dict[str, Any], ...] = ()
    as_of: str | None = None
    """A time or a commit, as it was given."""
