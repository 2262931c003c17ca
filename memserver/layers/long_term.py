"""Layer 2, long-term: preferences, rules, decisions and goals that hold across sessions. Always asked."""

from __future__ import annotations

from memserver.config import Settings
from memserver.layers.layer import Language
from memserver.model import Category, Layer

LABEL = {"en": "Long-term memory", "ko": "장기 기억"}
LEADS = {
    Category.PREFERENCE: {"en": "Preference: ", "ko": "선호: "},
    Category.RULE: {"en": "Rule: ", "ko": "규칙: "},
    Category.DECISION: {"en": "Decision: ", "ko": "결정: "},
    Category.GOAL: {"en": "Goal: ", "ko": "목표: "},
    Category.EPISODE_DIGEST: {"en": "Earlier talk: ", "ko": "지난 대화: "},
}


class LongTermLayer:
    """What is known about the user and their ways."""

    layer = Layer.LONG_TERM

    def is_asked(self, settings: Settings) -> bool:
        """Say whether a turn asks this layer."""
        return settings.memory_enabled

    def label(self, language: Language) -> str:
        """Return the heading of its section."""
        return LABEL[language]

    def lead(self, category: str | None, language: Language) -> str:
        """Return the kind of statement."""
        return LEADS.get(Category(category), {}).get(language, "") if category else ""
