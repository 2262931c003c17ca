"""Trajectories: how a problem was worked on and what became of it, checked, redacted and kept as one record."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from memserver.clock import Clock, to_iso
from memserver.errors import InvalidParams
from memserver.ids import new_id
from memserver.layers.outcomes import evidence_of, outcome_from
from memserver.layers.placement import Placement
from memserver.storage.store import Store
from memserver.text.redaction import redact
from memserver.text.sanitise import clean_text

# Between these a way was neither right nor wrong.
SUCCESS_FROM = 0.75
FAILURE_BELOW = 0.25
MAX_STEP_CHARS = 50_000


async def record_trajectory(
    store: Store, clock: Clock, given: Mapping[str, Any], placement: Placement
) -> dict[str, Any]:
    """Store a trajectory and return its record. Metadata that was left out is filled in.

    What really happened (exit codes, undo, revert …) outweighs the outcome that was claimed.
    """
    now = clock()
    reward, outcome = given.get("finalReward"), given.get("outcome")
    happened = given.get("metadata") or {}
    shown = outcome_from(happened)
    if shown is None and outcome is None and reward is None:
        raise InvalidParams(
            "The evidence in metadata says nothing about the end.",
            field="metadata",
            hint="Exit codes and counts are numbers, the others true or false; or give finalReward or outcome.",
        )
    if shown is not None and outcome_of(float(reward if reward is not None else -1.0)) != shown:
        reward = None
    outcome = shown or outcome or outcome_of(float(reward or 0.0))
    record: dict[str, Any] = {
        "id": new_id("trj", now),
        "steps": [_clean_step(step, index) for index, step in enumerate(given["steps"])],
        "outcome": outcome,
        "finalReward": reward if reward is not None else {"success": 1.0, "partial": 0.5, "failure": 0.0}[outcome],
        "domain": clean_text(given["domain"], "domain", 100),
        "durationMs": given.get("durationMs") or sum(step.get("durationMs", 0.0) for step in given["steps"]),
        "createdAt": to_iso(now),
        "metadata": _metadata(happened, placement, now),
    }
    columns = {
        "id": record["id"], "domain": record["domain"], "outcome": outcome, "project_id": placement.project_id,
        "created_at": record["createdAt"],
    }  # fmt: skip
    async with store.database.write() as transaction:
        await store.trajectories.put(transaction, columns, record)
    return record


def outcome_of(reward: float) -> str:
    """Return the outcome that a final reward stands for."""
    if reward >= SUCCESS_FROM:
        return "success"
    return "failure" if reward < FAILURE_BELOW else "partial"


def _clean_step(step: Mapping[str, Any], index: int) -> dict[str, Any]:
    return {
        name: redact(clean_text(value, f"steps.{index}.{name}", MAX_STEP_CHARS)).text
        if isinstance(value, str) and value.strip()
        else value
        for name, value in step.items()
        if value is not None
    }


def _metadata(given: Mapping[str, Any], placement: Placement, now: datetime) -> dict[str, Any]:
    filled: dict[str, Any] = {
        "timestamp": to_iso(now),
        "projectId": placement.project_id,
        "gitCommit": placement.commit,
        "gitBranch": placement.branch,
        "sourceType": "agent_execution",
        "author": "claude-code",
        "status": "hypothesis",
        "tags": [],
    }
    clean = {key: redact(value).text if isinstance(value, str) else value for key, value in given.items()}
    if evidence := [words for words, _ in evidence_of(given)]:
        filled["evidence"] = evidence
    return {key: value for key, value in {**filled, **clean}.items() if value is not None}
