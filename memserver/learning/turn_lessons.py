"""What learning has to say in a turn: what was tried about the same problem and did not work, circles, what worked.

Runs on every turn, so it looks only at what is in memory: one small product over the patterns (without vectors, the
words of warnings), and the words of known errors. No store, no embedding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
import numpy.typing as npt

from memserver.clock import from_iso
from memserver.embedding.calibration import Calibration
from memserver.learning.failures import Circle, circles, error_terms, speaks_of
from memserver.learning.pattern_index import PatternIndex
from memserver.learning.patterns import PART, WARNING
from memserver.storage.learned import FailedFix
from memserver.storage.patterns import PatternRow
from memserver.text.terms import index_terms

Floats = npt.NDArray[np.float32]

# A question is further from a warning than two statements about one thing are: this is "about the same problem".
ABOUT_THE_SAME = 0.45
MOST_WARNINGS = 3
# Of warnings without a vector the newest are enough: they wait for one, or there is no embedding at all.
MOST_COMPARED = 300
CIRCLE_SCORE = 0.95
# Proven strategies are about more than one problem: only one that is close is worth its tokens.
WORTH_SAYING = 0.6
MOST_PROVEN = 2
TRIED = {"en": "Tried, did not work: {text}", "ko": "시도했지만 해결되지 않음: {text}"}
WORKED = {
    "en": "Worked {successes} of {uses} times: {text}",
    "ko": "{uses}번 중 {successes}번 효과가 있었음: {text}",
}
CIRCLE = {
    "en": "Circular fix: this error was met {times} times by the same fix, in vain. Change the strategy. Error: {error}"
    " Fix: {fix}",
    "ko": "되풀이된 수정: 같은 오류에 같은 수정을 {times}번 시도했지만 해결되지 않았습니다. 전략을 바꾸세요."
    " 오류: {error} 수정: {fix}",
}


@dataclass(frozen=True, slots=True)
class LearnedLesson:
    """Something to say in a turn."""

    id: str
    text: str
    score: float
    moment: datetime
    note: str = "tried, did not work"
    """What it rests on, in words."""
    circular: bool = False


class TurnLessons:
    """Warnings and circles, kept ready."""

    def __init__(self, index: PatternIndex) -> None:
        self._index = index
        self._circles: list[tuple[frozenset[str], Circle, FailedFix]] = []

    def set_failures(self, fixes: Sequence[FailedFix]) -> None:
        """Take over the failed fixes, newest first."""
        projects = sorted({fix.project_id for fix in fixes})
        self._circles = []
        for project in projects:
            own = [fix for fix in fixes if fix.project_id == project]
            for circle in circles(own):
                newest = next(fix for fix in own if fix.fix == circle.fix and fix.error == circle.error)
                self._circles.append((error_terms(circle.error), circle, newest))

    def of(
        self, prompt: str, vector: Floats | None, project_id: str, language: str, calibration: Calibration | None
    ) -> list[LearnedLesson]:
        """Return what to say about a prompt, most important first."""
        by_meaning = vector is not None and calibration is not None and self._index.fits(vector)
        others = self._index.without_vector if by_meaning else tuple(self._index.patterns.values())
        terms = frozenset(index_terms(prompt)) if self._circles or others else frozenset()
        tried = self._tried(vector, project_id, language, calibration)
        if len(tried) < MOST_WARNINGS:
            tried += self._tried_by_words(terms, others, project_id, language)
        worked = self._worked(vector, project_id, language, calibration)
        return [*self._circular(terms, project_id, language), *tried[:MOST_WARNINGS], *worked]

    def _circular(self, terms: frozenset[str], project_id: str, language: str) -> list[LearnedLesson]:
        return [
            LearnedLesson(
                f"circle:{circle.failure_hash}",
                CIRCLE[language].format(times=circle.times, error=circle.error, fix=circle.fix),
                CIRCLE_SCORE,
                from_iso(newest.created_at),
                "circular fix",
                True,
            )
            for words, circle, newest in self._circles
            if newest.project_id in {"", project_id} and speaks_of(terms, words)
        ]

    def _tried(
        self, vector: Floats | None, project_id: str, language: str, calibration: Calibration | None
    ) -> list[LearnedLesson]:
        index = self._index
        if vector is None or calibration is None or not index.fits(vector):
            return []
        cosines = index.vectors[index.useful :] @ vector
        limit = calibration.cosine(ABOUT_THE_SAME)
        near = [
            row for row in np.argsort(-cosines, kind="stable")[: MOST_WARNINGS * 3].tolist() if cosines[row] >= limit
        ]
        found = []
        for row in near:
            pattern = index.rows[index.useful + row]
            if pattern.project_id not in {"", project_id}:
                continue
            similarity = calibration.similarity(float(cosines[row]))
            text = TRIED[language].format(text=pattern.strategy)
            found.append(LearnedLesson(pattern.id, text, similarity, pattern.updated_at))
        return found[:MOST_WARNINGS]

    def _tried_by_words(
        self, terms: frozenset[str], patterns: Sequence[PatternRow], project_id: str, language: str
    ) -> list[LearnedLesson]:
        """Compare warnings that cannot be compared by meaning: one of their parts is spoken of."""
        warnings = [each for each in patterns if each.kind == WARNING and each.project_id in {"", project_id}]
        warnings.sort(key=lambda each: (each.updated_at, each.id), reverse=True)
        return [
            LearnedLesson(each.id, TRIED[language].format(text=each.strategy), ABOUT_THE_SAME, each.updated_at)
            for each in warnings[:MOST_COMPARED]
            if any(speaks_of(terms, error_terms(part)) for part in each.strategy.split(PART))
        ]

    def _worked(
        self, vector: Floats | None, project_id: str, language: str, calibration: Calibration | None
    ) -> list[LearnedLesson]:
        """Return the strategies about the same that have proved themselves, nearest first."""
        index = self._index
        if vector is None or calibration is None or not index.useful or not index.fits(vector):
            return []
        least = np.full(index.useful, calibration.cosine(WORTH_SAYING), np.float32)
        rows, cosines = index.near.above(vector, least)
        near = [(index.rows[row], cosine) for row, cosine in zip(rows.tolist(), cosines.tolist(), strict=True)]
        proven = [each for each in near if each[0].long_term and each[0].project_id in {"", project_id}]
        return [
            LearnedLesson(
                pattern.id,
                WORKED[language].format(
                    successes=pattern.success_count, uses=pattern.usage_count, text=pattern.strategy
                ),
                calibration.similarity(cosine),
                pattern.updated_at,
                "a proven pattern",
            )
            for pattern, cosine in sorted(proven, key=lambda each: (-each[1], each[0].id))[:MOST_PROVEN]
        ]
