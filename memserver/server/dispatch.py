"""Dispatch: a method name and raw params in, the result out; or an error that `failures` can put into words.

`dispatch` answers a connection. `perform` is the same without one: the command line asks by the same names and gets the
same answers.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from memserver.errors import InvalidParams, MemserverError
from memserver.server.progress import Progress as ConnectionProgress
from memserver.server.routes import handler_of

if TYPE_CHECKING:
    from memserver.engine import Engine
    from memserver.progress import Progress
    from memserver.server.connection import Connection

    OpenProgress = Callable[[int | str | None, str], Progress]
    """Opens progress for a work-done token (None: the caller gave none) and a title."""


class UnknownMethod(MemserverError):
    """No such method (the code is JSON-RPC's own)."""

    code = -32601
    kind = "unknown-method"


@dataclass(frozen=True, slots=True)
class Call:
    """What a handler is given beside its params."""

    engine: Engine
    progress: Progress


async def dispatch(engine: Engine, connection: Connection, method: str, raw: Any) -> bytes:
    """Answer a request: validate the params, run the handler, encode the result."""
    return encode(await perform(engine, method, raw, lambda token, title: ConnectionProgress(connection, token, title)))


async def perform(engine: Engine, method: str, raw: Any, open_progress: OpenProgress) -> Any:
    """Validate the params and run the handler; returns the wire model (or plain JSON value) of the result."""
    from memserver.protocol.methods import BY_NAME, PREFIX  # noqa: PLC0415 - the table is not needed to initialize

    known = BY_NAME.get(method)
    if known is None:
        raise UnknownMethod(f"There is no method {method[:100]!r}.", hint="docs/protocol.md lists the methods.")
    if raw is None:
        raw = {}
    if not isinstance(raw, dict):
        raise InvalidParams("params must be an object.", field="params")
    params = known.params.model_validate(raw)
    progress = open_progress(getattr(params, "work_done_token", None), known.summary)
    try:
        return await handler_of(method.removeprefix(PREFIX))(Call(engine, progress), params)
    finally:
        progress.close()


def encode(result: Any) -> bytes:
    """Return a wire model (or plain JSON value) as JSON; absent values are left out."""
    if hasattr(result, "model_dump_json"):
        return bytes(result.model_dump_json(by_alias=True, exclude_none=True).encode())
    return json.dumps(result).encode()
