"""The end of a session, and the distillation of old ones."""

from __future__ import annotations

from pydantic import Field

from memserver.protocol.base import Moment, WireModel
from memserver.protocol.turn import Message, PartWarning


class SessionEndParams(WireModel):
    """Tell that a session is over, so that what it taught is kept."""

    session_id: str
    """The session."""
    messages: list[Message]
    """What was said in it, the oldest first."""
    workspace_uri: str | None = None
    """The workspace it belongs to. Default: the first one of `initialize`."""
    title: str | None = None
    """A short name for it."""


class Extracted(WireModel):
    """What was learned, by count and id."""

    long_term: int = 0
    """How many memories of the long term."""
    project: int = 0
    """How many memories of the project."""
    duplicates: int = 0
    """How many were known already."""
    ids: list[str] = Field(default_factory=list)
    """Their ids."""


class DistillationReport(WireModel):
    """What distillation did."""

    ran: bool
    """Whether anything was looked at."""
    reason: str = ""
    """Why not."""
    scanned: int = 0
    """How many episodes were looked at."""
    promoted: int = 0
    """How many digests were written."""
    archived: int = 0
    """How many episodes were archived."""
    digest_ids: list[str] = Field(default_factory=list)
    """The ids of the digests."""
    age_threshold_days: int
    """From which age on episodes are distilled."""
    archive_mode: str
    """What becomes of a distilled episode."""
    last_run: Moment | None = None
    """When it ran last."""


class SessionEndResult(WireModel):
    """What the end of a session brought."""

    extracted: Extracted
    """What was learned."""
    episode_id: str | None = None
    """The record of the conversation, when one was kept."""
    distillation: DistillationReport | None = None
    """Set when old episodes were distilled as well."""
    warnings: list[PartWarning] = Field(default_factory=list)
    """Parts that did not run."""


class DistillParams(WireModel):
    """Turn old episodes into long-term digests."""

    force: bool = False
    """Run even when the interval has not passed."""
    work_done_token: int | str | None = None
    """Progress is reported under this token."""
