"""What is known about an OpenAI-compatible endpoint before the first request: its address and its key.

Owns how a base URL becomes the address of the embeddings method, what counts as this machine, and where a key may come
from. It sends nothing. Keys come from the environment or from the client, never from a file, and are never shown.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from urllib.parse import SplitResult, urlsplit, urlunsplit

from memserver.errors import EmbeddingFailed

OPENAI_BASE = "https://api.openai.com"
KEY_VARIABLE = "MEMSERVER_EMBEDDING_KEY"
OPENAI_KEY_VARIABLE = "OPENAI_API_KEY"
_LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})
_METHOD = "/embeddings"


def embeddings_url(base: str) -> str:
    """Return the address of the embeddings method; the base may end in `/v1`, in the method itself, or in neither."""
    parts = _split(base)
    path = parts.path.rstrip("/").removesuffix(_METHOD)
    path = path if path.endswith("/v1") else path + "/v1"
    return urlunsplit((parts.scheme, parts.netloc, path + _METHOD, "", ""))


def is_local(base: str) -> bool:
    """Say whether the endpoint is on this machine (where no key is needed)."""
    return _split(base).hostname in _LOCAL_HOSTS


def public_form(base: str) -> str:
    """Return the address without user name and password: fit for names, fingerprints and messages."""
    parts = urlsplit(embeddings_url(base))
    host = parts.hostname or ""
    host = f"[{host}]" if ":" in host else host
    return urlunsplit((parts.scheme, f"{host}:{parts.port}" if parts.port else host, parts.path, "", ""))


def find_key(base: str, given: str, environment: Mapping[str, str] = os.environ) -> str:
    """Return the key for an endpoint, empty when this machine needs none; raise EmbeddingFailed when one is missing.

    The variable OPENAI_API_KEY is for api.openai.com alone: another address must not get that key by a mere setting.
    """
    key = given or environment.get(KEY_VARIABLE, "")
    if not key and _split(base).hostname == urlsplit(OPENAI_BASE).hostname:
        key = environment.get(OPENAI_KEY_VARIABLE, "")
    if not key and not is_local(base):
        raise EmbeddingFailed(
            "The embedding endpoint needs a key and none was given.",
            hint=f"Set {KEY_VARIABLE} (or {OPENAI_KEY_VARIABLE} for OpenAI itself) in the environment of the server, "
            "or store the key in the editor.",
        )
    if not key.isprintable() or not key.isascii():
        raise EmbeddingFailed("The key of the embedding endpoint has characters that no key has.")
    return key


def _split(base: str) -> SplitResult:
    try:
        parts = urlsplit(base.strip())
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname)
        parts.port  # noqa: B018 - raises on a port that is not a number
    except ValueError:
        usable = False
    if not usable:
        raise EmbeddingFailed(
            "The address of the embedding endpoint is not a web address.",
            hint="Give it as https://host or http://localhost:11434.",
        )
    return parts
