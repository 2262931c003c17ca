"""Errors, what was tried in vain, and circles."""

from __future__ import annotations

from typing import Any

from memserver.learning.failures import circles, error_terms, failed_steps, failure_hash, speaks_of
from memserver.storage.learned import FailedFix
from memserver.text.terms import index_terms


def fix(error: str, what: str, number: int = 0) -> FailedFix:
    return FailedFix(failure_hash(error), error, what, f"trj_{number}", "", "2026-05-04T09:30:00.000Z")


def test_the_hash_is_blind_to_what_varies() -> None:
    one = failure_hash("Error: connection refused by 10.0.0.7:5432 in /srv/app/db.py line 12")
    other = failure_hash("error: Connection refused by 10.0.0.9:5432 in /home/app/db.py line 40")
    assert one == other
    assert one != failure_hash("Error: permission denied")
    assert failure_hash("오류: 포트 8080 사용 중") == failure_hash("오류: 포트 9090 사용 중")


def test_the_same_error_met_twice_by_the_same_fix_is_a_circle() -> None:
    error = "TypeError: cannot read properties of undefined (reading 'id')"
    found = circles([fix(error, "add optional chaining to user.id"), fix(error, "Add optional chaining to user id")])
    assert [(circle.times, circle.error) for circle in found] == [(2, error)]


def test_another_fix_or_another_error_is_none() -> None:
    error = "TypeError: cannot read properties of undefined"
    assert circles([fix(error, "add optional chaining"), fix(error, "load the user before rendering")]) == []
    assert circles([fix(error, "restart the server"), fix("disk full", "restart the server")]) == []


def test_failed_steps_are_read_from_both_shapes() -> None:
    record: dict[str, Any] = {
        "steps": [
            {"action": "raise the limit", "observation": "Error: quota exceeded", "reward": 0.0},
            {"input": "try again", "output": "시간 초과", "durationMs": 1.0, "confidence": 0.4},
        ],
        "outcome": "failure",
        "metadata": {},
    }
    assert failed_steps(record) == [("Error: quota exceeded", "raise the limit"), ("시간 초과", "try again")]
    assert len(failed_steps({**record, "steps": [record["steps"][0]] * 2})) == 2
    assert failed_steps({**record, "metadata": {"error": "E42"}})[0][0] == "E42"
    assert failed_steps({**record, "outcome": "success"}) == [("Error: quota exceeded", "raise the limit")]


def test_a_prompt_that_quotes_the_error_speaks_of_it() -> None:
    words = error_terms("Error: connection refused by postgres at 10.0.0.1:5432")
    assert speaks_of(frozenset(index_terms("why is the connection refused by postgres?")), words)
    assert not speaks_of(frozenset(index_terms("what colour is the logo?")), words)
