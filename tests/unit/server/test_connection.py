"""The connection answers every request exactly once, whatever its handler does."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from pydantic import BaseModel
from pygls.server import JsonRPCServer

from memserver.errors import Conflict
from memserver.protocol.memory import AddResult
from memserver.server import dispatch as dispatching
from memserver.server import routes
from memserver.server.connection import Connection
from memserver.server.dispatch import dispatch, encode

CANARY = "canary-of-a-memory"
Run = Callable[[str, Any], Awaitable[bytes]]


class Frames:
    """Keeps what would be written."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []

    def write(self, body: bytes) -> None:
        self.sent.append(json.loads(body))

    def close(self) -> None:
        return


def _connection(run: Run) -> tuple[Connection, Frames]:
    server = JsonRPCServer(protocol_cls=Connection, converter_factory=lambda: None)  # type: ignore[arg-type,return-value]
    connection = server.protocol
    assert isinstance(connection, Connection)
    frames = Frames()

    async def notified(method: str, params: Any) -> None:
        if method == "$/cancelRequest":
            connection.cancel(params["id"])

    connection.attach(frames, run, notified)  # type: ignore[arg-type]
    return connection, frames


def _request(method: str = "m", request_id: Any = 1, **more: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": request_id, "method": method, **more}).encode()


async def test_a_handler_that_fails_is_answered_without_its_words(caplog: pytest.LogCaptureFixture) -> None:
    async def run(method: str, params: Any) -> bytes:
        raise RuntimeError(CANARY)

    connection, frames = _connection(run)
    with caplog.at_level(logging.DEBUG):
        await connection.receive(_request())
        await connection.finish(5)
    assert len(frames.sent) == 1
    assert frames.sent[0]["error"]["code"] == -32603
    assert CANARY not in json.dumps(frames.sent)
    assert CANARY not in caplog.text
    assert "test_connection.py" in caplog.text


async def test_errors_of_ours_keep_their_code_kind_field_and_hint() -> None:
    async def run(method: str, params: Any) -> bytes:
        raise Conflict("Not now.", field="status", hint="Wait.")

    connection, frames = _connection(run)
    await connection.receive(_request())
    await connection.finish(5)
    assert frames.sent[0]["error"] == {
        "code": -32002, "message": "Not now.", "data": {"kind": "conflict", "field": "status", "hint": "Wait."},
    }  # fmt: skip


async def test_a_request_that_is_cancelled_before_it_ran_is_answered_once() -> None:
    async def run(method: str, params: Any) -> bytes:
        raise AssertionError("it never runs")

    connection, frames = _connection(run)
    await connection.receive(_request())
    await connection.receive(json.dumps({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 1}}).encode())
    await connection.finish(5)
    await asyncio.sleep(0)
    assert [each["error"]["code"] for each in frames.sent] == [-32800]


async def test_an_id_may_be_used_again_after_its_answer() -> None:
    async def run(method: str, params: Any) -> bytes:
        return b"7"

    connection, frames = _connection(run)
    for _ in range(2):
        await connection.receive(_request(request_id="same"))
        await connection.finish(5)
        await asyncio.sleep(0)
    assert [each["result"] for each in frames.sent] == [7, 7]


async def test_finishing_waits_for_what_runs_but_not_for_ever() -> None:
    gate = asyncio.Event()

    async def run(method: str, params: Any) -> bytes:
        if method == "slow":
            await gate.wait()
        return b"null"

    connection, frames = _connection(run)
    await connection.receive(_request("quick", 1))
    await connection.receive(_request("slow", 2))
    await connection.finish(0.01)
    assert [each["id"] for each in frames.sent] == [1]
    await connection.cancel_all()
    await asyncio.sleep(0)
    assert [each["id"] for each in frames.sent] == [1, 2]
    assert frames.sent[1]["error"]["code"] == -32800


class Strange:
    """Something that json cannot write."""


class Bad(BaseModel):
    """A wire model with something inside that json cannot write."""

    value: Any


@pytest.mark.parametrize("result", [Strange(), {"a": {1, 2}}, {"x": Strange()}, Bad(value=Strange())])
async def test_a_result_that_json_cannot_write_is_answered_as_an_error(
    result: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def handler(call: Any, params: Any) -> Any:
        return result

    monkeypatch.setattr(dispatching, "handler_of", lambda name: handler)

    async def run(method: str, params: Any) -> bytes:
        return await dispatch(None, connection, method, params)  # type: ignore[arg-type]

    connection, frames = _connection(run)
    await connection.receive(_request("memserver/status"))
    await connection.finish(5)
    assert len(frames.sent) == 1
    assert frames.sent[0]["error"]["data"]["kind"] == "internal-error"


def test_absent_values_are_left_out_and_names_are_camel_case() -> None:
    assert json.loads(encode(AddResult(id="x", status="hypothesis"))) == {
        "id": "x", "status": "hypothesis", "supersedes": [], "conflictsWith": [], "redactions": [],
    }  # fmt: skip
    assert encode(None) == b"null"


@pytest.mark.parametrize("name", sorted(routes.ROUTES))
def test_every_route_leads_to_a_handler(name: str) -> None:
    assert callable(routes.handler_of(name))
