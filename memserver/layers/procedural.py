"""Layer 4, procedural: how repeated work is done. Asked when its switch is on.

Procedures come from `skill.md` files of the brain, found by their trigger patterns, and from the store.
"""

from __future__ import annotations

from memserver.config import Settings
from memserver.layers.layer import Language
from memserver.model import Layer

LABEL = {"en": "Procedures", "ko": "작업 절차"}


class ProceduralLayer:
    """How things are done here."""

    layer = Layer.PROCEDURAL

    def is_asked(self, settings: Settings) -> bool:
        """Say whether a turn asks this layer."""
        return settings.procedural_memory_enabled

    def label(self, language: Language) -> str:
        """Return the heading of its section."""
        return LABEL[language]

    def lead(self, category: str | None, language: Language) -> str:  # noqa: ARG002 - all of one kind
        """Return nothing: the label says it."""
        return ""
