"""Which embedding engine the settings ask for."""

from __future__ import annotations

from memserver.config import Settings
from memserver.embedding.loading import EmbeddingChoice
from memserver.folders import cache_folder


def embedding_choice(settings: Settings) -> EmbeddingChoice:
    """Return which embedding engine the settings ask for."""
    return EmbeddingChoice(
        cache=cache_folder(),
        provider=settings.embedding_provider,
        folder=settings.embedding_model_folder,
        url=settings.embedding_url or settings.ollama_url,
        model=settings.embedding_model,
        dimensions=settings.embedding_dimensions,
        key=settings.embedding_api_key.get_secret_value(),
    )
