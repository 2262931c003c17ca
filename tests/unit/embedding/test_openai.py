"""The HTTP engine against a real server on this machine that stalls, drops and talks nonsense."""

from __future__ import annotations

import contextlib
import json
import logging
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from memserver.embedding import openai as module
from memserver.embedding.openai import OpenAiEmbedder
from memserver.embedding.protocol import Kind
from memserver.errors import Cancelled, EmbeddingFailed

Behaviour = Callable[[BaseHTTPRequestHandler, dict[str, Any]], None]
SECRET = "the launch code is 0000"


def answer(handler: BaseHTTPRequestHandler, status: int, content: bytes, **headers: str) -> None:
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.send_header("content-length", str(len(content)))
    handler.end_headers()
    handler.wfile.write(content)


def good(handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
    size = request.get("dimensions", 4)
    rows = [[float(len(text)), *range(1, size)] for text in request["input"]]
    items = [{"index": place, "embedding": row} for place, row in enumerate(rows)]
    answer(handler, 200, json.dumps({"data": items}).encode())


def status(code: int, **headers: str) -> Behaviour:
    return lambda handler, _: answer(handler, code, SECRET.encode(), **headers)


def text(content: str) -> Behaviour:
    return lambda handler, _: answer(handler, 200, content.encode())


def drop(handler: BaseHTTPRequestHandler, _: dict[str, Any]) -> None:
    handler.close_connection = True
    handler.connection.close()


def half(handler: BaseHTTPRequestHandler, _: dict[str, Any]) -> None:
    handler.send_response(200)
    handler.send_header("content-length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"data"')
    handler.close_connection = True


class Endpoint:
    """A server that behaves as told: each behaviour once, the last one for ever."""

    def __init__(self) -> None:
        self.behaviours: list[Behaviour] = [good]
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.released = threading.Event()
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                request = json.loads(self.rfile.read(int(self.headers["content-length"])))
                endpoint.requests.append({**request, "path": self.path})
                endpoint.headers.append({name.lower(): value for name, value in self.headers.items()})
                place = min(len(endpoint.requests), len(endpoint.behaviours)) - 1
                with contextlib.suppress(OSError):
                    endpoint.behaviours[place](self, request)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def stall(self, handler: BaseHTTPRequestHandler, _: dict[str, Any]) -> None:
        self.released.wait(20)

    def drip(self, handler: BaseHTTPRequestHandler, _: dict[str, Any]) -> None:
        handler.send_response(200)
        handler.send_header("content-length", "1000000")
        handler.end_headers()
        while not self.released.wait(0.02):
            handler.wfile.write(b" ")
            handler.wfile.flush()


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[Endpoint]:
    for name in ("MEMSERVER_EMBEDDING_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    # A proxy that leads nowhere: it must not be used for this machine.
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    result = Endpoint()
    thread = threading.Thread(target=result.server.serve_forever, args=(0.02,))
    thread.start()
    yield result
    result.released.set()
    result.server.shutdown()
    result.server.server_close()
    thread.join()


def engine(endpoint: Endpoint, **options: Any) -> OpenAiEmbedder:
    options = {"model": "test-model", "total_seconds": 5.0, "first_pause_seconds": 0.01, **options}
    return OpenAiEmbedder(endpoint.url, **options)


async def test_embeds_in_order_in_requests_of_at_most_32(endpoint: Endpoint) -> None:
    embedder = engine(endpoint, dimensions=4)
    vectors = await embedder.embed_batch(["x" * length for length in range(1, 71)], Kind.PASSAGE)
    assert [len(request["input"]) for request in endpoint.requests] == [32, 32, 6]
    assert {(request["path"], request["model"], request["dimensions"]) for request in endpoint.requests} == {
        ("/v1/embeddings", "test-model", 4)
    }
    expected = np.array([[length, 1, 2, 3] for length in range(1, 71)], np.float32)
    assert np.allclose(vectors, expected / np.linalg.norm(expected, axis=1, keepdims=True))
    assert (await embedder.embed_batch([], Kind.PASSAGE)).shape == (0, 4)
    await embedder.close()


async def test_learns_the_dimensions_of_a_model_it_does_not_know(endpoint: Endpoint) -> None:
    embedder = engine(endpoint)
    with pytest.raises(EmbeddingFailed):
        _ = embedder.dimensions
    await embedder.load()
    assert embedder.dimensions == 4
    assert "dimensions" not in endpoint.requests[0]
    assert embedder.fingerprint != engine(endpoint, dimensions=8).fingerprint
    await embedder.close()
    await embedder.close()


async def test_a_recent_question_is_not_asked_again(endpoint: Endpoint) -> None:
    embedder = engine(endpoint)
    first = await embedder.embed("when?", Kind.QUERY)
    assert await embedder.embed("when?", Kind.QUERY) is first
    assert len(endpoint.requests) == 1
    await embedder.close()


@pytest.mark.parametrize(
    ("model", "sent"),
    [("test-model", "when?"), ("nomic-embed-text", "search_query: when?"), ("intfloat/e5-base", "query: when?")],
)
async def test_models_get_the_prefixes_that_they_were_trained_with(endpoint: Endpoint, model: str, sent: str) -> None:
    embedder = engine(endpoint, model=model)
    await embedder.embed("when?", Kind.QUERY)
    assert endpoint.requests[0]["input"] == [sent]
    await embedder.close()


async def test_empty_broken_and_endless_texts_are_made_fit_to_send(endpoint: Endpoint) -> None:
    embedder = engine(endpoint)
    await embedder.embed_batch(["", " \n", "half \ud83d pair", "가" * 100_000], Kind.PASSAGE)
    sent = endpoint.requests[-1]["input"]
    assert sent[:3] == ["-", "-", "half ? pair"]
    assert len(sent[3]) == module.LONGEST_TEXT
    await embedder.close()


@pytest.mark.parametrize(
    "trouble", [status(429, retry_after="0"), status(503), drop, half], ids=["429", "503", "drop", "half"]
)
async def test_passing_trouble_is_waited_out(endpoint: Endpoint, trouble: Behaviour) -> None:
    endpoint.behaviours = [trouble, trouble, good]
    embedder = engine(endpoint)
    assert (await embedder.embed("text", Kind.PASSAGE)).shape == (4,)
    assert len(endpoint.requests) == 3
    await embedder.close()


@pytest.mark.parametrize(
    ("trouble", "attempts"),
    [
        (status(429), module.ATTEMPTS),
        (status(500), module.ATTEMPTS),
        (drop, module.ATTEMPTS),
        (status(400), 1),
        (status(401), 1),
        (status(404), 1),
        (status(302, location="http://127.0.0.1:9/steal"), 1),
        (text("<html>hello</html>"), 1),
        (text('{"data": [{"index": 0, "embedding": [1, NaN, 3, 4]}]}'), 1),
        (text('{"data": [{"index": 0, "embedding": [1, 2, 3]}]}'), 1),
        (text('{"data": []}'), 1),
    ],
    ids=["429", "500", "drop", "400", "401", "404", "redirect", "html", "nan", "short", "none"],
)
async def test_lasting_trouble_is_an_error_without_the_text(
    endpoint: Endpoint, trouble: Behaviour, attempts: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "memserver")
    endpoint.behaviours = [trouble]
    embedder = engine(endpoint, dimensions=4, api_key="sk-very-secret")
    with pytest.raises(EmbeddingFailed) as caught:
        await embedder.embed(SECRET, Kind.PASSAGE)
    assert len(endpoint.requests) == attempts
    shown = f"{caught.value} {caught.value.hint} {caplog.text} {embedder!r} {embedder.fingerprint}"
    assert SECRET not in shown
    assert "sk-very-secret" not in shown
    await embedder.close()


@pytest.mark.parametrize("way", ["stall", "drip"])
async def test_an_endpoint_that_never_finishes_is_given_up(endpoint: Endpoint, way: str) -> None:
    endpoint.behaviours = [getattr(endpoint, way)]
    embedder = engine(endpoint, total_seconds=0.3)
    with pytest.raises(EmbeddingFailed, match=r"within 0.3 seconds"):
        await embedder.embed("text", Kind.PASSAGE)
    await embedder.close()


async def test_an_answer_without_end_is_cut_off(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST_ANSWER", 100)
    endpoint.behaviours = [text("x" * 10_000)]
    embedder = engine(endpoint)
    with pytest.raises(EmbeddingFailed, match="far too much"):
        await embedder.embed("text", Kind.PASSAGE)
    await embedder.close()


async def test_nobody_listening_is_an_error(endpoint: Endpoint) -> None:
    embedder = OpenAiEmbedder("http://127.0.0.1:9", "m", first_pause_seconds=0.01, total_seconds=5)
    with pytest.raises(EmbeddingFailed, match="cannot be reached"):
        await embedder.embed("text", Kind.PASSAGE)
    await embedder.close()


async def test_a_stop_event_ends_a_batch_between_requests(endpoint: Endpoint) -> None:
    stop = threading.Event()

    def stop_meanwhile(handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
        stop.set()
        good(handler, request)

    endpoint.behaviours = [stop_meanwhile]
    embedder = engine(endpoint, dimensions=4)
    with pytest.raises(Cancelled):
        await embedder.embed_batch(["text"] * 100, Kind.PASSAGE, stop)
    assert len(endpoint.requests) == 1
    await embedder.close()


async def test_a_key_is_sent_when_there_is_one_and_none_is_needed_here(endpoint: Endpoint) -> None:
    for key in ("", "abc"):
        embedder = engine(endpoint, api_key=key)
        await embedder.embed("text", Kind.PASSAGE)
        await embedder.close()
    assert [headers.get("authorization") for headers in endpoint.headers] == [None, "Bearer abc"]


def test_a_missing_key_fails_before_anything_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MEMSERVER_EMBEDDING_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(EmbeddingFailed, match="needs a key"):
        OpenAiEmbedder()
