"""Layer 1, short-term: the current conversation as a first-in-first-out window of its last visible messages.

The caller hands in how a message is shortened; nothing is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from memserver.config import Settings
from memserver.layers.layer import Language
from memserver.model import Layer
from memserver.text.terms import query_terms

LABEL = {"en": "Current conversation", "ko": "현재 대화"}
SPEAKERS = {
    "user": {"en": "User", "ko": "사용자"},
    "assistant": {"en": "Assistant", "ko": "어시스턴트"},
}
# What was just said matters a little in any case, and more when the prompt takes it up.
BASE_RELEVANCE = 0.3

Summarise = Callable[[str, int], str]


@dataclass(frozen=True, slots=True)
class VisibleMessage:
    """A message that the user saw."""

    role: str
    content: str


class ShortTermLayer:
    """What was just said."""

    layer = Layer.SHORT_TERM

    def is_asked(self, settings: Settings) -> bool:
        """Say whether a turn asks this layer."""
        return settings.memory_enabled

    def label(self, language: Language) -> str:
        """Return the heading of its section."""
        return LABEL[language]

    def lead(self, category: str | None, language: Language) -> str:  # noqa: ARG002 - all of one kind
        """Return nothing: each entry names its speaker."""
        return ""

    def window(
        self, messages: Sequence[VisibleMessage], limit: int, summarise: Summarise, max_chars: int, language: Language
    ) -> list[tuple[str, str]]:
        """Return (speaker, what they said) of the last messages, oldest first, each shortened to `max_chars`."""
        spoken = [message for message in messages if message.content.strip()]
        return [
            (SPEAKERS.get(message.role, {}).get(language, message.role), summarise(message.content, max_chars))
            for message in (spoken[-limit:] if limit > 0 else [])
        ]

    def relevance(self, prompt: str, messages: Sequence[str]) -> float:
        """Return how far the prompt takes up what was said, 0 to 1."""
        asked = set(query_terms(prompt))
        said = {term for message in messages for term in query_terms(message)}
        return BASE_RELEVANCE + (1 - BASE_RELEVANCE) * len(asked & said) / len(asked) if asked else BASE_RELEVANCE
