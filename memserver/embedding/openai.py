"""The HTTP engine: any endpoint that speaks OpenAI's embeddings method, Ollama's included.

Owns requests, retries and time-outs. It logs neither texts nor keys, follows no redirect (a redirect would carry the
key elsewhere) and gives up after a total time, however slowly the endpoint drips. Used from one event loop.
"""

from __future__ import annotations

import asyncio
import hashlib
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from memserver.embedding.endpoint import OPENAI_BASE, embeddings_url, find_key, is_local, public_form
from memserver.embedding.http_answer import read_vectors
from memserver.embedding.prefixes import prefixes_for
from memserver.embedding.protocol import Kind, Matrix, Vector
from memserver.embedding.query_cache import QueryCache
from memserver.errors import Cancelled, EmbeddingFailed

if TYPE_CHECKING:
    import httpx

DEFAULT_MODEL = "text-embedding-3-small"
KNOWN_DIMENSIONS = {
    "text-embedding-3-small": 1536,
    "text-embedding-3-large": 3072,
    "text-embedding-ada-002": 1536,
}
BATCH = 32
ATTEMPTS = 4
FIRST_PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 8.0
TOTAL_SECONDS = 30.0
"""For one request with all its retries. A turn has its own, shorter patience."""

LONGEST_TEXT = 12_000
"""Characters. Endpoints refuse more than 8,191 tokens, which Korean reaches at about 13,000 characters."""

LARGEST_ANSWER = 32_000_000
"""Bytes. 32 vectors of 3,072 numbers take about 2 MB."""

_TRY_AGAIN = frozenset({408, 425, 429, 500, 502, 503, 504, 529})


class OpenAiEmbedder:
    """An endpoint behind the `Embedder` protocol."""

    def __init__(
        self,
        base_url: str = OPENAI_BASE,
        model: str = DEFAULT_MODEL,
        dimensions: int = 0,
        api_key: str = "",
        *,
        total_seconds: float = TOTAL_SECONDS,
        first_pause_seconds: float = FIRST_PAUSE_SECONDS,
    ) -> None:
        """Check address and key at once; `dimensions` 0 means what the model gives by itself."""
        self._url = embeddings_url(base_url)
        self._public_url = public_form(base_url)
        self._is_local = is_local(base_url)
        self._key = find_key(base_url, api_key)
        self._model = model
        self._asked_dimensions = dimensions
        self._dimensions = dimensions or KNOWN_DIMENSIONS.get(model)
        self._total_seconds = total_seconds
        self._first_pause_seconds = first_pause_seconds
        self._prefixes = prefixes_for(model)
        self._queries = QueryCache()
        self._client: httpx.AsyncClient | None = None

    @property
    def name(self) -> str:
        """Return the model's name at the endpoint."""
        return self._model

    @property
    def dimensions(self) -> int:
        """Return how many numbers a vector has; for a model not known by name only after `load`."""
        if self._dimensions is None:
            raise EmbeddingFailed("The embedding endpoint has not been asked yet how long its vectors are.")
        return self._dimensions

    @property
    def fingerprint(self) -> str:
        """Return the name of the space: the same model name elsewhere may be another model, so the address counts."""
        parts = "\n".join((self._public_url, self._model, str(self.dimensions)))
        return f"{self._model}-{hashlib.sha256(parts.encode()).hexdigest()[:12]}"

    async def load(self) -> None:
        """Ask the endpoint for one vector when nothing else says how long they are."""
        if self._dimensions is None:
            self._dimensions = (await self._request(["dimensions"])).shape[1]

    async def embed(self, text: str, kind: Kind) -> Vector:
        """Embed one text; a question that was asked lately costs nothing."""
        known = self._queries.get(text) if kind is Kind.QUERY else None
        if known is not None:
            return known
        vector: Vector = (await self._request([self._prepared(text, kind)]))[0]
        if kind is Kind.QUERY:
            self._queries.put(text, vector)
        return vector

    async def embed_batch(self, texts: Sequence[str], kind: Kind, stop: threading.Event | None = None) -> Matrix:
        """Embed many texts, 32 to a request."""
        await self.load()
        parts: list[Matrix] = [np.empty((0, self.dimensions), np.float32)]
        for start in range(0, len(texts), BATCH):
            if stop is not None and stop.is_set():
                raise Cancelled("Embedding was stopped.")
            batch = [self._prepared(text, kind) for text in texts[start : start + BATCH]]
            parts.append(await self._request(batch))
        return np.concatenate(parts)

    async def close(self) -> None:
        """Close the connections."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    def _prepared(self, text: str, kind: Kind) -> str:
        # Endpoints refuse the empty string; a lone surrogate can't be written as UTF-8.
        whole = (self._prefixes[kind] + text[:LONGEST_TEXT]).encode("utf-8", "replace").decode("utf-8")
        return whole if whole.strip() else "-"

    async def _request(self, texts: list[str]) -> Matrix:
        try:
            async with asyncio.timeout(self._total_seconds):
                return await self._with_retries(texts)
        except TimeoutError:
            raise EmbeddingFailed(
                f"The embedding endpoint did not answer within {self._total_seconds:g} seconds."
            ) from None

    async def _with_retries(self, texts: list[str]) -> Matrix:
        pause = self._first_pause_seconds
        for attempt in range(1, ATTEMPTS + 1):
            status, retry_after, body = await self._post(texts)
            if status == 200:
                return read_vectors(body, len(texts), self._dimensions)
            if status not in _TRY_AGAIN and status != 0:
                break
            if attempt < ATTEMPTS:
                await asyncio.sleep(min(max(pause, retry_after), LONGEST_PAUSE_SECONDS))
                pause *= 2
        raise _refused(status)

    async def _post(self, texts: list[str]) -> tuple[int, float, bytes]:
        """Send one request; status 0 means that no answer came through."""
        import httpx  # noqa: PLC0415 - heavy, only needed once an endpoint is configured

        if self._client is None:
            # A proxy named in the environment has no business between us and this machine.
            self._client = httpx.AsyncClient(timeout=self._total_seconds, trust_env=not self._is_local)
        body: dict[str, object] = {"model": self._model, "input": texts}
        if self._asked_dimensions:
            body["dimensions"] = self._asked_dimensions
        headers = {"authorization": f"Bearer {self._key}"} if self._key else {}
        try:
            async with self._client.stream("POST", self._url, json=body, headers=headers) as answer:
                received = bytearray()
                async for part in answer.aiter_bytes():
                    received += part
                    if len(received) > LARGEST_ANSWER:
                        raise EmbeddingFailed("The embedding endpoint answered with far too much.")
                return answer.status_code, _seconds(answer.headers.get("retry-after", "")), bytes(received)
        except httpx.TimeoutException:
            raise TimeoutError from None
        except (httpx.HTTPError, httpx.InvalidURL):
            return 0, 0.0, b""


def _seconds(retry_after: str) -> float:
    return float(retry_after) if retry_after.isascii() and retry_after.isdigit() else 0.0


def _refused(status: int) -> EmbeddingFailed:
    if status == 0:
        return EmbeddingFailed("The embedding endpoint cannot be reached.", hint="Check that it runs, and its address.")
    hints = {
        401: "Check the key.",
        403: "Check the key and what it may be used for.",
        404: "Check the address and whether the endpoint has the model.",
        429: "The endpoint limits how much it answers: try again later.",
    }
    return EmbeddingFailed(f"The embedding endpoint answered with status {status}.", hint=hints.get(status))
