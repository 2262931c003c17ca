"""An embedding endpoint on this machine that can be told to hang, drop, refuse or answer nonsense."""

from __future__ import annotations

import hashlib
import json
import struct
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal

DIMENSIONS = 32
Mood = Literal["good", "hangs", "drops", "nonsense", "html", "wrong-length", "nan", "error", "forbidden", "drips"]


def vector_of(text: str) -> list[float]:
    """Return the sum of a fixed vector per word: texts that share words are near each other."""
    total = [0.0] * DIMENSIONS
    for word in text.lower().split():
        digest = hashlib.sha512(word.encode()).digest()
        numbers = struct.unpack(f"<{DIMENSIONS}H", digest)
        total = [old + number / 32_768 - 1 for old, number in zip(total, numbers, strict=True)]
    return total


class Endpoint:
    """The running endpoint; `mood` may change at any time."""

    def __init__(self) -> None:
        self.mood: Mood = "good"
        self.requests = 0
        self._ending = threading.Event()
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                endpoint.requests += 1
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                endpoint._answer(self, body["input"])

            def log_message(self, *arguments: Any) -> None:
                return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def close(self) -> None:
        """End it, and whoever hangs in it."""
        self._ending.set()
        self._server.shutdown()
        self._server.server_close()

    def _answer(self, handler: BaseHTTPRequestHandler, texts: list[str]) -> None:
        mood = self.mood
        if mood == "hangs":
            self._ending.wait(300)
        if mood in {"hangs", "drops"}:
            handler.close_connection = True
            handler.connection.close()
            return
        vectors = [vector_of(text) for text in texts]
        status, body = 200, json.dumps({"data": [{"index": n, "embedding": v} for n, v in enumerate(vectors)]}).encode()
        if mood == "nonsense":
            body = b'{"data": "soon"}'
        elif mood == "html":
            body = b"<html>It works!</html>"
        elif mood == "wrong-length":
            body = json.dumps({"data": [{"index": 0, "embedding": [1.0, 2.0]}]}).encode()
        elif mood == "nan":
            body = body.replace(b"[", b"[NaN, ", 2)
        elif mood in {"error", "forbidden"}:
            status, body = (500 if mood == "error" else 403), b"no"
        handler.send_response(status)
        handler.send_header("content-length", str(len(body) + (1_000_000 if mood == "drips" else 0)))
        handler.end_headers()
        handler.wfile.write(body)
        if mood == "drips":
            self._ending.wait(300)
