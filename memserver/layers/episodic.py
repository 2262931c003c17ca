"""Layer 5, episodic: past conversations and how decisions came about. Asked when its switch is on."""

from __future__ import annotations

from memserver.config import Settings
from memserver.layers.layer import Language
from memserver.model import Layer

LABEL = {"en": "Past conversations", "ko": "지난 대화"}


class EpisodicLayer:
    """What was said before."""

    layer = Layer.EPISODIC

    def is_asked(self, settings: Settings) -> bool:
        """Say whether a turn asks this layer."""
        return settings.episodic_memory_enabled

    def label(self, language: Language) -> str:
        """Return the heading of its section."""
        return LABEL[language]

    def lead(self, category: str | None, language: Language) -> str:  # noqa: ARG002 - all of one kind
        """Return nothing: the label says it."""
        return ""
