"""A chat endpoint on the local machine, for tests: real HTTP, canned replies, every request kept."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class ChatServer:
    """What the endpoint answers, and what it was asked."""

    reply: bytes = b"{}"
    status: int = 200
    delay: float = 0.0
    location: str = ""
    url: str = ""
    requests: list[dict[str, Any]] = field(default_factory=list)

    def say(self, content: Any, *, api: str = "ollama") -> None:
        """Answer with a message from now on."""
        message = {"message": {"role": "assistant", "content": content}}
        self.reply = json.dumps(message if api == "ollama" else {"choices": [message]}).encode()


@contextmanager
def chat_server() -> Iterator[ChatServer]:
    """Run the endpoint for the length of a test."""
    state = ChatServer()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            state.requests.append({"path": self.path, "headers": headers, "body": json.loads(body)})
            time.sleep(state.delay)
            self.send_response(state.status)
            if state.location:
                self.send_header("Location", state.location)
            self.send_header("Content-Length", str(len(state.reply)))
            self.end_headers()
            self.wfile.write(state.reply)

        def log_message(self, *_: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    state.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
