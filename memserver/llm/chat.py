"""A minimal client for one chat endpoint that the user configured: Ollama's own API, or any OpenAI-compatible one.

One request, one answer, one time limit over the whole exchange. No streaming, no retries, no tools. Errors say what
happened and never the text that was sent. Who asks what is decided elsewhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict

DEFAULT_TIMEOUT_SECONDS = 8.0
# More than any verdict or ranking needs; an endpoint that sends more is broken or hostile.
MOST_ANSWER_BYTES = 1_000_000

Api = Literal["ollama", "openai"]


class Message(TypedDict):
    """One message of a chat."""

    role: Literal["system", "user", "assistant"]
    content: str


class ChatFailed(Exception):
    """The endpoint gave no usable answer. The message is fit for a log and for a warning."""


def api_of(base_url: str) -> Api:
    """Guess which API an address speaks: OpenAI-compatible servers are given with their version, Ollama without."""
    return "openai" if base_url.rstrip("/").endswith(("/v1", "/openai", "/chat/completions")) else "ollama"


@dataclass(frozen=True, slots=True)
class ChatClient:
    """A chat model at an address. `api_key` is sent as a bearer token and shown nowhere."""

    base_url: str
    model: str
    timeout: float = DEFAULT_TIMEOUT_SECONDS
    api_key: str = field(default="", repr=False)
    api: Api | None = None

    async def complete(self, messages: Sequence[Message], *, json: bool = False) -> str:
        """Return the model's answer to the messages; `json` asks the endpoint for a JSON object.

        Raises ChatFailed when the endpoint cannot be reached, refuses, answers nonsense or takes longer than the limit.
        """
        try:
            async with asyncio.timeout(self.timeout):
                return await self._complete(messages, json)
        except TimeoutError:
            raise ChatFailed(f"the chat endpoint did not answer within {self.timeout:g} s") from None

    async def _complete(self, messages: Sequence[Message], json: bool) -> str:
        import httpx  # noqa: PLC0415 - slow to import and seldom needed

        url, body = self._request(messages, json)
        headers = {"Authorization": f"Bearer {self.api_key}"} if self.api_key else {}
        try:
            # Redirects are not followed: the key and the text go where the user said, and nowhere else.
            async with (
                httpx.AsyncClient(timeout=self.timeout, headers=headers, follow_redirects=False) as client,
                client.stream("POST", url, json=body) as response,
            ):
                if response.status_code != httpx.codes.OK:
                    raise ChatFailed(f"the chat endpoint answered with status {response.status_code}")
                received = bytearray()
                async for piece in response.aiter_bytes():
                    received += piece
                    if len(received) > MOST_ANSWER_BYTES:
                        raise ChatFailed("the chat endpoint sent far too much")
        except httpx.TimeoutException:
            raise ChatFailed(f"the chat endpoint did not answer within {self.timeout:g} s") from None
        except (httpx.HTTPError, httpx.InvalidURL) as failure:
            raise ChatFailed(f"the chat endpoint cannot be reached ({type(failure).__name__})") from None
        return _content(bytes(received))

    def _request(self, messages: Sequence[Message], json: bool) -> tuple[str, dict[str, Any]]:
        base = self.base_url.rstrip("/")
        body: dict[str, Any] = {"model": self.model, "messages": list(messages), "stream": False}
        if (self.api or api_of(base)) == "openai":
            body["temperature"] = 0
            if json:
                body["response_format"] = {"type": "json_object"}
            return (base if base.endswith("/chat/completions") else f"{base}/chat/completions"), body
        # A fixed seed makes the same question give the same answer where the endpoint honours it.
        body["options"] = {"temperature": 0, "seed": 7}
        if json:
            body["format"] = "json"
        return f"{base.removesuffix('/api')}/api/chat", body


def _content(received: bytes) -> str:
    """Take the answer out of either API's reply."""
    from json import JSONDecodeError, loads  # noqa: PLC0415 - the name `json` is an argument above

    try:
        reply = loads(received)
        message = reply["choices"][0]["message"] if "choices" in reply else reply["message"]
        content = message["content"]
    except (JSONDecodeError, UnicodeDecodeError, KeyError, IndexError, TypeError):
        raise ChatFailed("the chat endpoint answered in a form that is not understood") from None
    if not isinstance(content, str) or not content.strip():
        raise ChatFailed("the chat endpoint gave an empty answer")
    return content
