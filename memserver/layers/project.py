"""Layer 3, project: what is known of one repository. Asked when its switch is on.

Without a workspace that leaves what was told for all projects (`scope` global): no other may be seen then.
"""

from __future__ import annotations

from memserver.config import Settings
from memserver.layers.layer import Language
from memserver.model import Category, Layer

LABEL = {"en": "Project memory", "ko": "프로젝트 기억"}
LEADS = {
    Category.ARCHITECTURE: {"en": "Architecture: ", "ko": "아키텍처: "},
    Category.DECISION: {"en": "Decision: ", "ko": "결정: "},
    Category.BUG: {"en": "Bug: ", "ko": "버그: "},
    Category.REQUIREMENT: {"en": "Requirement: ", "ko": "요구사항: "},
    Category.STACK: {"en": "Stack: ", "ko": "기술 스택: "},
    Category.CONVENTION: {"en": "Convention: ", "ko": "관례: "},
    Category.RULE: {"en": "Rule: ", "ko": "규칙: "},
}


class ProjectLayer:
    """What is known of the open project."""

    layer = Layer.PROJECT

    def is_asked(self, settings: Settings) -> bool:
        """Say whether a turn asks this layer."""
        return settings.project_memory_enabled

    def label(self, language: Language) -> str:
        """Return the heading of its section."""
        return LABEL[language]

    def lead(self, category: str | None, language: Language) -> str:
        """Return the kind of statement."""
        return LEADS.get(Category(category), {}).get(language, "") if category else ""
