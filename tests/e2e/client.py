"""A small blocking JSON-RPC client that drives the real server over stdio.

A thread reads frames; the test thread waits on a condition. Every answer is kept by id, so that a test can say that
there was exactly one. Requests that the server sends (progress, configuration) are answered at once.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

ROOT = Path(__file__).resolve().parent.parent.parent
# A busy machine may be slow; a hang is still found.
PATIENCE_SECONDS = float(os.environ.get("MEMSERVER_TEST_PATIENCE", "90"))
OMIT: Any = object()

Json = dict[str, Any]


class ServerError(Exception):
    """The server answered with an error."""

    def __init__(self, error: Json) -> None:
        super().__init__(f"{error.get('code')} {error.get('data', {}).get('kind')}: {error.get('message')}")
        self.code: int = error["code"]
        self.message: str = error["message"]
        self.data: Json = error.get("data") or {}
        self.kind: str | None = self.data.get("kind")
        self.field: str | None = self.data.get("field")


class ServerGone(Exception):
    """The server ended before it answered."""


def frame(body: bytes) -> bytes:
    """Return a body with its header."""
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


class Client:
    """One server process and the conversation with it."""

    def __init__(
        self,
        data_dir: Path,
        *,
        options: Mapping[str, Any] | None = None,
        workspace: Path | None = None,
        capabilities: Json | None = None,
        env: Mapping[str, str] | None = None,
        initialize: bool = True,
        command: list[str] | None = None,
    ) -> None:
        self.data_dir = data_dir
        self.options: Json = {
            "dataDir": str(data_dir),
            "brainPath": str(data_dir.parent / f"{data_dir.name}-brain"),
            **(options or {}),
        }
        self.workspace = workspace
        self.capabilities = capabilities or {}
        self.notifications: list[Json] = []
        self.configuration: Any = None
        """What the server is told when it asks for its configuration."""
        self._answers: dict[Any, list[Json]] = {}
        self._changed = threading.Condition()
        self._ended = False
        self._next_id = 0
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the client
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", **(env or {})}
        paths = [part for part in ((env or {}).get("PYTHONPATH"), str(ROOT), os.environ.get("PYTHONPATH")) if part]
        environment["PYTHONPATH"] = os.pathsep.join(paths)
        self.process = subprocess.Popen(
            command or [sys.executable, "-m", "memserver", "serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            env=environment,
            cwd=tempfile.gettempdir(),
        )
        self._reader = threading.Thread(target=self._read, name="client-reader", daemon=True)
        self._reader.start()
        if initialize:
            self.initialize()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def initialize(self, **more: Any) -> Json:
        """Shake hands; keyword arguments replace parts of the params."""
        folders = [{"uri": self.workspace.as_uri(), "name": self.workspace.name}] if self.workspace else None
        params = {
            "processId": os.getpid(),
            "rootUri": None,
            "capabilities": self.capabilities,
            "initializationOptions": self.options,
            "workspaceFolders": folders,
            **more,
        }
        result: Json = self.request("initialize", params)
        self.notify("initialized", {})
        return result

    def call(self, method: str, params: Any = OMIT, timeout: float = PATIENCE_SECONDS) -> Any:
        """Call one of memserver's own methods, by its name without the prefix."""
        return self.request(f"memserver/{method}", params, timeout)

    def request(self, method: str, params: Any = OMIT, timeout: float = PATIENCE_SECONDS) -> Any:
        """Send a request and return its result; raises ServerError."""
        return self.result(self.send(method, params), timeout)

    def send(self, method: str, params: Any = OMIT, request_id: Any = None) -> Any:
        """Send a request and return its id at once."""
        if request_id is None:
            self._next_id += 1
            request_id = f"client-{self._next_id}"
        message = {"jsonrpc": "2.0", "id": request_id, "method": method}
        if params is not OMIT:
            message["params"] = params
        self.raw(frame(json.dumps(message).encode()))
        return request_id

    def notify(self, method: str, params: Any = OMIT) -> None:
        """Send a notification."""
        message = {"jsonrpc": "2.0", "method": method}
        if params is not OMIT:
            message["params"] = params
        self.raw(frame(json.dumps(message).encode()))

    def raw(self, data: bytes) -> None:
        """Send bytes as they are."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except (BrokenPipeError, ValueError) as failure:
            raise ServerGone(self.stderr()) from failure

    def answer(self, request_id: Any, timeout: float = PATIENCE_SECONDS) -> Json:
        """Wait for the first answer with this id (None for those without one) and return the whole message."""
        self.wait_until(lambda: bool(self._answers.get(request_id)), f"the answer {request_id!r}", timeout)
        return self._answers[request_id][0]

    def result(self, request_id: Any, timeout: float = PATIENCE_SECONDS) -> Any:
        """Wait for an answer; return its result or raise its error."""
        message = self.answer(request_id, timeout)
        if "error" in message:
            raise ServerError(message["error"])
        return message["result"]

    def answers(self, request_id: Any) -> list[Json]:
        """Return every answer with this id that has come so far."""
        with self._changed:
            return list(self._answers.get(request_id, ()))

    def wait_until(self, condition: Callable[[], bool], what: str, timeout: float = PATIENCE_SECONDS) -> None:
        """Wait until something that the reader thread brings about is so."""
        with self._changed:
            if self._changed.wait_for(lambda: condition() or self._ended, timeout) and condition():
                return
        if self._ended:
            raise ServerGone(f"the server ended while {what} was awaited: {self.stderr()[-2_000:]}")
        raise AssertionError(f"{what} did not come within {timeout:g} s")

    def told(self, method: str) -> list[Json]:
        """Return the params of the notifications of one method that have come so far."""
        with self._changed:
            return [each["params"] for each in self.notifications if each["method"] == method]

    def poll(self, condition: Callable[[], Any], what: str, timeout: float = PATIENCE_SECONDS) -> Any:
        """Ask again and again until the answer is truthy; return it."""
        end = time.monotonic() + timeout
        while not (answer := condition()):
            if time.monotonic() > end:
                raise AssertionError(
                    f"{what} did not come about within {timeout:g} s; stderr: {self.stderr()[-2_000:]}"
                )
            time.sleep(0.05)
        return answer

    def wait_for_vectors(self, timeout: float = 240.0) -> Json:
        """Wait until every passage has its vector; return the status."""

        def settled() -> Json | None:
            status: Json = self.call("status")
            return status if status["ready"]["vectors"] else None

        ready: Json = self.poll(settled, "every vector", timeout)
        return ready

    def configure(self, **settings: Any) -> None:
        """Change settings."""
        self.notify("workspace/didChangeConfiguration", {"settings": {"memserver": settings}})

    def stderr(self) -> str:
        """Return what the server has logged so far."""
        descriptor = self._stderr.fileno()
        return os.pread(descriptor, os.fstat(descriptor).st_size, 0).decode("utf-8", "replace")

    def stop(self, timeout: float = PATIENCE_SECONDS) -> int:
        """Shut down as LSP asks; return the exit code."""
        self.request("shutdown", timeout=timeout)
        self.notify("exit")
        return self.wait_for_exit(timeout)

    def close_input(self) -> None:
        """Close the server's standard input."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    def terminate(self) -> None:
        """Send SIGTERM."""
        self.process.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Kill the server where it stands."""
        self.process.kill()
        self.process.wait()
        self._reader.join()

    def wait_for_exit(self, timeout: float = PATIENCE_SECONDS) -> int:
        """Wait for the end of the process and of its output; return the exit code."""
        code = self.process.wait(timeout)
        self._reader.join(timeout)
        return code

    def close(self) -> None:
        """End the server in whatever state it is."""
        if self.process.poll() is None:
            try:
                self.close_input()
                self.process.wait(20)
            except (OSError, subprocess.TimeoutExpired):
                self.process.kill()
                self.process.wait()
        self._reader.join(5)
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:
                    continue
        self._stderr.close()

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        try:
            while line := stream.readline():
                length = 0
                while line.strip():
                    name, _, value = line.partition(b":")
                    if name.lower() == b"content-length":
                        length = int(value)
                    line = stream.readline()
                self._received(json.loads(stream.read(length)))
        except ValueError:
            if not stream.closed:
                raise
        finally:
            with self._changed:
                self._ended = True
                self._changed.notify_all()

    def _received(self, message: Json) -> None:
        if "method" in message and "id" in message:
            known = message["method"] == "workspace/configuration"
            body = {"jsonrpc": "2.0", "id": message["id"], "result": [self.configuration] if known else None}
            self.raw(frame(json.dumps(body).encode()))
        with self._changed:
            if "method" in message:
                self.notifications.append(message)
            else:
                self._answers.setdefault(message.get("id"), []).append(message)
            self._changed.notify_all()
