"""What became of a piece of work, read from what really happened rather than from what somebody says about it.

Clients report evidence in a trajectory's metadata: exit codes of tests, diagnostics before and after, whether the
change was accepted or undone, committed or reverted. Hard evidence outweighs a claimed outcome. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SUCCESS, PARTIAL, FAILURE = "success", "partial", "failure"


def evidence_of(metadata: Mapping[str, Any]) -> list[tuple[str, bool]]:
    """Return each piece of evidence in words, with whether it speaks for success; strongest first."""
    found: list[tuple[str, bool]] = []
    if metadata.get("reverted") is True:
        found.append(("the commit was reverted", False))
    if metadata.get("undone") is True or metadata.get("accepted") is False:
        found.append(("the change was undone", False))
    code = metadata.get("testExitCode", metadata.get("exitCode"))
    if isinstance(code, int) and not isinstance(code, bool):
        found.append((f"the tests ended with {code}", code == 0))
    after = _count(metadata.get("diagnosticsAfter"))
    if after is not None:
        before = _count(metadata.get("diagnosticsBefore"))
        found.append((f"{after} diagnostics are left", after == 0 or (before is not None and after < before)))
    if metadata.get("committed") is True and metadata.get("reverted") is not True:
        found.append(("the change was committed", True))
    if metadata.get("accepted") is True and metadata.get("undone") is not True:
        found.append(("the change was accepted", True))
    return found


def outcome_from(metadata: Mapping[str, Any]) -> str | None:
    """Return the outcome that the evidence shows: all for it, all against it, or mixed; None without any."""
    evidence = [speaks_for for _, speaks_for in evidence_of(metadata)]
    if not evidence:
        return None
    # What a person took back did not work, whatever else went well.
    if metadata.get("reverted") is True or metadata.get("undone") is True or metadata.get("accepted") is False:
        return FAILURE
    if all(evidence):
        return SUCCESS
    return PARTIAL if any(evidence) else FAILURE


def _count(value: Any) -> int | None:
    if isinstance(value, list):
        return len(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
