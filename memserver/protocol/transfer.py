"""Carrying memories out and in."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from memserver.protocol.base import WireModel
from memserver.protocol.memory import FailedItem, Redaction


class ExportParams(WireModel):
    """Write everything to a folder: JSON lines to be read back, markdown to be read."""

    path: str
    """The folder; it is made if it is not there."""
    work_done_token: int | str | None = None
    """Progress is reported under this token."""


class ExportResult(WireModel):
    """What was written."""

    path: str
    """The folder."""
    memories: int
    """How many memories."""
    files: list[str]
    """The files in it."""


class ImportParams(WireModel):
    """Read memories from a file or folder."""

    path: str
    """The file or folder."""
    format: Literal["memserver", "instructions", "memory-bank", "mcp-memory", "auto"] = "auto"
    """What it is; `auto` finds out."""
    workspace_uri: str | None = None
    """The project that memories of a project belong to."""
    work_done_token: int | str | None = None
    """Progress is reported under this token."""


class ImportResult(WireModel):
    """What was read."""

    format: str
    """What it was."""
    added: int
    """How many are new."""
    duplicates: int
    """How many were known already."""
    failed: list[FailedItem]
    """Those that were not stored, and why."""
    ids: list[str | None]
    """One entry for each item, in order."""
    redactions: list[Redaction] = Field(default_factory=list)
    """Secrets that were taken out."""
    warnings: list[str] = Field(default_factory=list)
    """What could not be read, by file and line."""
