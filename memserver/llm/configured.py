"""The chat model that the user configured, if any: nothing is ever sent anywhere else."""

from __future__ import annotations

from memserver.config import Settings
from memserver.llm.chat import ChatClient


def configured_chat(settings: Settings, model: str = "") -> ChatClient | None:
    """Return a client for the user's endpoint with the named model or the default one; None without either."""
    name = model or settings.default_model
    if not settings.ollama_url or not name:
        return None
    key = settings.embedding_api_key.get_secret_value()
    return ChatClient(settings.ollama_url, name, settings.semantic_rerank_timeout_sec, key)
