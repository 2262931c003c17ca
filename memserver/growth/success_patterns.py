"""Success patterns: what an answer that met every requirement rested on, kept in the reasoning bank (SPEC 293).

Their one home is the reasoning bank, under a domain of their own for each task; the inventory counts them there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memserver.growth.confidence import HIGH, Confidence
from memserver.growth.requirements import Coverage, TaskType
from memserver.text.fencing import quote_line

MOST_SOURCES = 3
TITLE_CHARACTERS = 60
_PREFIX = "task:"

_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {"cover": "{label}: cover {elements}.", "sources": " What helped: {titles}."},
    "ko": {"cover": "{label}: {elements} 항목을 모두 다룹니다.", "sources": " 도움이 된 출처: {titles}."},
}


def pattern_domain(task_id: str) -> str:
    """Return the domain under which the success patterns of a task are kept."""
    return _PREFIX + task_id


def is_success(confidence: Confidence, coverage: Coverage, outcome: str | None, feedback: str | None) -> bool:
    """Say whether a turn is worth keeping as an example: all elements met, confidence high, nobody disagrees."""
    complete = coverage.ran and coverage.complete and bool(coverage.covered)
    return complete and confidence.score >= HIGH and outcome not in {"failure", "partial"} and feedback != "down"


def success_strategy(task: TaskType, cited_titles: Sequence[str], language: str) -> str:
    """Return what to do again: the elements to cover, and the sources that the answer cited."""
    words = _WORDS.get(language, _WORDS["en"])
    elements = ", ".join(element.label(language) for element in task.elements)
    text = words["cover"].format(label=task.label(language), elements=elements)
    titles = [quote_line(title, TITLE_CHARACTERS) for title in cited_titles if title.strip()][:MOST_SOURCES]
    return text + (words["sources"].format(titles=", ".join(titles)) if titles else "")
