"""What the records of a turn are called: kinds of records of the tiers, and trackers."""

from __future__ import annotations

from memserver.text.language import Language

RECORD_LABELS: dict[str, dict[Language, str]] = {
    "decisions": {"en": "Decisions", "ko": "결정"},
    "incidents": {"en": "Incidents", "ko": "장애"},
    "procedures": {"en": "Procedures", "ko": "절차"},
    "knowledge": {"en": "Knowledge", "ko": "지식"},
    "goals": {"en": "Goals", "ko": "목표"},
    "tasks": {"en": "Tasks", "ko": "할 일"},
    "customers": {"en": "Customers", "ko": "고객"},
    "feedback": {"en": "Feedback", "ko": "피드백"},
    "hire": {"en": "Hiring", "ko": "채용"},
    "runway": {"en": "Money", "ko": "자금"},
}
"""The heading of each kind. Tasks of the tiers and of the tracker stand under one: people know them as one."""

RECORD_KINDS = tuple(RECORD_LABELS)
"""What a turn may see of records."""
