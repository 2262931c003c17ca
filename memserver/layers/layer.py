"""What a memory layer is to a turn: whether it is asked, what its section is called, and how its entries read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from memserver.config import Settings
from memserver.model import Layer

Language = Literal["en", "ko"]


@dataclass(frozen=True, slots=True)
class Section:
    """What a layer contributes to a turn: entries under a label. Sections are shown by falling relevance."""

    label: str
    content: str
    relevance: float


class MemoryLayer(Protocol):
    """One of the five layers."""

    layer: Layer

    def is_asked(self, settings: Settings) -> bool:
        """Say whether a turn asks this layer."""
        ...

    def label(self, language: Language) -> str:
        """Return the heading of its section."""
        ...

    def lead(self, category: str | None, language: Language) -> str:
        """Return what stands before the text of an entry: the kind of statement, where that matters."""
        ...
