"""Every error that memserver reports to a user, as one tree.

    MemserverError
    ├── InvalidParams         the request is wrong; `field` names where
    ├── NotFound              no such memory, turn, agent, worker, …
    ├── Conflict              the present state forbids it (status moves, calendar, …)
    ├── TooLarge              more than the stated limit
    ├── EmbeddingFailed       no key, no weights, the endpoint failed
    ├── StorageFailed         the database cannot be read or written
    ├── UntrustedWorkspace    refused until the user trusts the workspace
    ├── Cancelled             the client asked to stop
    ├── ModelFailed           the configured chat endpoint gave no answer
    ├── WorkerBusy            already running
    └── WorkerDisabled        switched off by configuration

Messages say what happened and what to do. They never contain the text of a memory, a note or a secret.
"""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import ClassVar

PACKAGE = Path(__file__).resolve().parent


class MemserverError(Exception):
    """The root: a stable JSON-RPC `code`, a `kind` slug, a message a person can act on."""

    code: ClassVar[int] = -32000
    kind: ClassVar[str] = "failed"

    def __init__(self, message: str, *, field: str | None = None, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.field = field
        self.hint = hint


class InvalidParams(MemserverError):
    """The request is wrong; nothing was changed."""

    code = -32602
    kind = "invalid-params"


class NotFound(MemserverError):
    """The thing that was named does not exist."""

    code = -32001
    kind = "not-found"


class Conflict(MemserverError):
    """The present state forbids what was asked."""

    code = -32002
    kind = "conflict"


class TooLarge(MemserverError):
    """More than the stated limit."""

    code = -32003
    kind = "too-large"


class EmbeddingFailed(MemserverError):
    """Text could not be turned into a vector."""

    code = -32010
    kind = "embedding-failed"


class StorageFailed(MemserverError):
    """The database cannot be read or written."""

    code = -32011
    kind = "storage-failed"


class UntrustedWorkspace(MemserverError):
    """Refused until the user trusts the workspace."""

    code = -32012
    kind = "untrusted-workspace"


class Cancelled(MemserverError):
    """The client asked to stop (the code is LSP's RequestCancelled)."""

    code = -32800
    kind = "cancelled"


class ModelFailed(MemserverError):
    """The configured chat endpoint gave no answer."""

    code = -32013
    kind = "model-failed"


class WorkerBusy(MemserverError):
    """The worker is already running."""

    code = -32020
    kind = "worker-busy"


class WorkerDisabled(MemserverError):
    """The worker is switched off."""

    code = -32021
    kind = "worker-disabled"


def place_of(failure: BaseException) -> str:
    """Name where an exception came from, by file and line only: its message may quote what a user wrote."""
    frames = traceback.extract_tb(failure.__traceback__)
    places = [f"{_relative(frame.filename)}:{frame.lineno}" for frame in frames[-6:]]
    return f"{type(failure).__name__} at {' > '.join(places) or 'unknown place'}"


def _relative(filename: str) -> str:
    path = Path(filename)
    return path.relative_to(PACKAGE).as_posix() if path.is_relative_to(PACKAGE) else path.name
