"""The JSON-RPC connection: pygls' protocol with plain dicts instead of structured messages.

pygls leaves some requests without an answer (no params, unknown fields, a nested `jsonrpc` key, results that json
cannot encode) and renames keys of custom params. Here only the top level of a message is looked at, params stay dicts
until a pydantic model reads them, and every request gets exactly one answer.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from pygls.protocol import JsonRPCProtocol
from pygls.server import JsonRPCServer

from memserver.errors import Cancelled, place_of
from memserver.server import failures
from memserver.server.writing import FrameWriter

log = logging.getLogger(__name__)

RequestId = int | str
RunRequest = Callable[[str, Any], Awaitable[bytes]]
RunNotification = Callable[[str, Any], Awaitable[None]]


class Connection(JsonRPCProtocol):
    """Reads messages, runs requests as tasks, writes answers in the order in which they are ready."""

    def __init__(self, server: JsonRPCServer, converter: Any) -> None:
        super().__init__(server, converter)
        self._frames: FrameWriter | None = None
        self._tasks: dict[RequestId, asyncio.Task[None]] = {}
        self._run_request: RunRequest
        self._run_notification: RunNotification

    def attach(self, frames: FrameWriter, request: RunRequest, notification: RunNotification) -> None:
        """Say where answers go and who runs requests and notifications; called before the first message."""
        self._frames = frames
        self._run_request = request
        self._run_notification = notification

    async def receive(self, body: bytes) -> None:
        """Take one message; whatever it is, the connection goes on. Notifications run before the next message."""
        try:
            message = json.loads(body)
        except (ValueError, RecursionError):
            self._answer_error(None, failures.error_object(failures.PARSE_ERROR, "parse-error", "This is not JSON."))
            return
        if not isinstance(message, dict):
            self._invalid(None, "A message is one JSON object.")
            return
        request_id = message.get("id")
        if "method" not in message and ("result" in message or "error" in message):
            self._answered(request_id, message)
        elif "id" in message and not _is_id(request_id):
            self._invalid(None, "id must be a number or a string.")
        elif "method" in message:
            await self._called(message, request_id)
        else:
            self._invalid(request_id, "A message has a method, or the result or error of one.")

    async def _called(self, message: dict[str, Any], request_id: RequestId | None) -> None:
        method, params = message["method"], message.get("params")
        if not isinstance(method, str) or message.get("jsonrpc") != self.VERSION:
            self._invalid(request_id, 'A request has jsonrpc "2.0" and a method name.')
        elif request_id is None:
            await self._run_notification(method, params)
        elif request_id in self._tasks:
            self._invalid(request_id, "A request with this id is still running.")
        else:
            task = asyncio.create_task(self._answer(request_id, method, params), name=f"request {method}")
            self._tasks[request_id] = task
            task.add_done_callback(lambda done: self._finished(request_id, method, done))

    async def _answer(self, request_id: RequestId, method: str, params: Any) -> None:
        try:
            result = await self._run_request(method, params)
            self._send(b'{"jsonrpc":"2.0","id":%b,"result":%b}' % (json.dumps(request_id).encode(), result))
        except Exception as failure:  # noqa: BLE001 - every request is answered
            error = failures.from_exception(failure, method)
            if error["code"] == failures.INTERNAL_ERROR:
                log.error("%s failed: %s", method, place_of(failure))
            self._answer_error(request_id, error)

    def _finished(self, request_id: RequestId, method: str, task: asyncio.Task[None]) -> None:
        """Forget a request; one that was cancelled, perhaps before it ran at all, is answered here."""
        self._tasks.pop(request_id, None)
        if task.cancelled():
            cancelled = Cancelled("The request was cancelled.")
            self._answer_error(request_id, failures.from_exception(cancelled, method))

    def cancel(self, request_id: RequestId) -> None:
        """Stop a running request; it answers with the error for cancelled ones."""
        if task := self._tasks.get(request_id):
            task.cancel()

    def _others(self) -> list[asyncio.Task[None]]:
        """The running requests but the one that asks."""
        return [task for task in self._tasks.values() if task is not asyncio.current_task()]

    async def finish(self, patience: float) -> None:
        """Let the running requests come to their end, but wait no longer than that."""
        if tasks := self._others():
            await asyncio.wait(tasks, timeout=patience)

    async def cancel_all(self) -> None:
        """Stop every running request and wait until each has answered."""
        tasks = self._others()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _answered(self, request_id: Any, message: dict[str, Any]) -> None:
        """Hand the client's answer to whoever asked; answers to nothing are ignored, never answered."""
        future = self._request_futures.pop(request_id, None) if _is_id(request_id) else None
        if future is not None and not future.done():
            future.set_result(message.get("result"))

    def _invalid(self, request_id: RequestId | None, text: str) -> None:
        self._answer_error(request_id, failures.error_object(failures.INVALID_REQUEST, "invalid-request", text))

    def _answer_error(self, request_id: RequestId | None, error: Any) -> None:
        self._send(json.dumps({"jsonrpc": "2.0", "id": request_id, "error": error}).encode())

    def report_too_large(self) -> None:
        """Answer a frame that was too large to be read; its id is not known."""
        text = "The message is larger than 64 MiB. Send the items in several requests."
        self._answer_error(None, failures.error_object(failures.INVALID_REQUEST, "too-large", text))

    def _send_data(self, data: Any) -> None:
        """Write what pygls itself sends: our notifications and requests to the client."""
        parts = {name: getattr(data, name, None) for name in ("id", "method", "params")}
        body = {"jsonrpc": self.VERSION, **{name: value for name, value in parts.items() if value is not None}}
        self._send(json.dumps(body).encode())

    def _send(self, body: bytes) -> None:
        if self._frames is not None:
            self._frames.write(body)


def _is_id(value: Any) -> bool:
    return isinstance(value, (int, str)) and not isinstance(value, bool)
