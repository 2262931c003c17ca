"""Failures: an error's hash, what was tried in vain, and whether somebody is going round in circles.

Two errors are the same when their hashes are (numbers, paths and addresses aside) or when their words mostly agree.
Two fixes are the same when their words do. The same error met by the same fix twice is a circle. Pure.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from memserver.learning.pattern_search import overlap
from memserver.storage.learned import FailedFix
from memserver.text.terms import index_terms

# SPEC 256 names 0.3 for errors; between whole messages that is too eager, so it takes half of the words.
SAME_ERROR = 0.5
SAME_FIX = 0.6
CIRCLE_FROM = 2
MOST_CHARS = 400
# A prompt that quotes an error holds at least this share of the error's own words.
QUOTED_SHARE = 0.6
LEAST_QUOTED_WORDS = 3

_VARIABLE = re.compile(r"0x[0-9a-f]+|(?:[a-z]:)?(?:[\\/][\w.@-]+)+|\b[0-9a-f]{7,40}\b|\d+|[\"'`“”‘’]", re.IGNORECASE)
_ERROR = re.compile(
    r"error|exception|fail|traceback|panic|undefined|cannot|not found|denied|refused|timed? ?out|"
    r"오류|에러|실패|예외|거부|시간 초과",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Circle:
    """The same error met by the same fix, in vain, this often."""

    failure_hash: str
    error: str
    fix: str
    times: int


def failure_hash(error: str) -> str:
    """Return the hash of an error message, blind to numbers, paths, addresses and quotes."""
    plain = " ".join(_VARIABLE.sub(" ", error.casefold()).split())
    return hashlib.sha256(plain.encode()).hexdigest()[:16]


def failed_steps(record: dict[str, Any]) -> list[tuple[str, str]]:
    """Return (error, fix) for each step of a trajectory that ended in an error, and for the end of a failed one."""
    found: list[tuple[str, str]] = []
    steps = record["steps"]
    for place, step in enumerate(steps):
        fix = str(step.get("action") or step.get("input") or "").strip()
        error = str(step.get("observation") or step.get("output") or "").strip()
        last = place == len(steps) - 1
        bad = step.get("reward", 1.0) <= 0.0 and _ERROR.search(error) is not None
        if fix and error and (bad or (last and record["outcome"] == "failure")):
            found.append((error[:MOST_CHARS], fix[:MOST_CHARS]))
    given = str(record["metadata"].get("error") or "").strip()
    if given and found:
        return [(given[:MOST_CHARS], fix) for _, fix in found]
    return found


def same_error(left: FailedFix, right: FailedFix) -> bool:
    """Say whether two failures are of the same error."""
    return left.failure_hash == right.failure_hash or overlap(_terms(left.error), _terms(right.error)) >= SAME_ERROR


def same_fix(left: FailedFix, right: FailedFix) -> bool:
    """Say whether the same was tried."""
    return left.fix == right.fix or overlap(_terms(left.fix), _terms(right.fix)) >= SAME_FIX


def circles(fixes: Sequence[FailedFix]) -> list[Circle]:
    """Return every error that was met by the same fix at least twice; `fixes` newest first."""
    groups: list[list[FailedFix]] = []
    for fix in fixes:
        group = next((each for each in groups if same_error(each[0], fix) and same_fix(each[0], fix)), None)
        if group is None:
            groups.append([fix])
        else:
            group.append(fix)
    return [
        Circle(group[0].failure_hash, group[0].error, group[0].fix, len(group))
        for group in groups
        if len(group) >= CIRCLE_FROM
    ]


def speaks_of(terms: frozenset[str], error_terms: frozenset[str]) -> bool:
    """Say whether a prompt quotes an error or tells it in its own words."""
    common = len(terms & error_terms)
    return common >= LEAST_QUOTED_WORDS and common >= QUOTED_SHARE * min(len(error_terms), 12)


@lru_cache(maxsize=2_048)
def _terms(text: str) -> frozenset[str]:
    return frozenset(index_terms(_VARIABLE.sub(" ", text)))


def error_terms(error: str) -> frozenset[str]:
    """Return the words of an error that tell it from others."""
    return _terms(error)
