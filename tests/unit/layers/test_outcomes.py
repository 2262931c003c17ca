"""What became of a piece of work, by what really happened."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memserver.errors import InvalidParams
from memserver.layers.outcomes import evidence_of, outcome_from
from memserver.layers.placement import Placement
from memserver.layers.trajectories import record_trajectory
from memserver.model import Scope
from tests.unit.kit import open_kit


@pytest.mark.parametrize(
    ("metadata", "outcome"),
    [
        ({}, None),
        ({"testExitCode": 0}, "success"),
        ({"testExitCode": 2}, "failure"),
        ({"exitCode": 0, "committed": True}, "success"),
        ({"testExitCode": 0, "diagnosticsBefore": 3, "diagnosticsAfter": 3}, "partial"),
        ({"diagnosticsBefore": 3, "diagnosticsAfter": ["unused import"]}, "success"),
        ({"accepted": True}, "success"),
        ({"testExitCode": 0, "accepted": False}, "failure"),
        ({"committed": True, "reverted": True, "testExitCode": 0}, "failure"),
        ({"undone": True}, "failure"),
        ({"testExitCode": "0", "accepted": "yes"}, None),
    ],
)
def test_evidence_decides(metadata: dict[str, Any], outcome: str | None) -> None:
    assert outcome_from(metadata) == outcome
    assert bool(evidence_of(metadata)) == (outcome is not None)


async def test_evidence_outweighs_what_was_claimed(tmp_path: Path) -> None:
    steps = [{"action": "raise the limit", "observation": "ok", "reward": 1.0}]
    given = {"steps": steps, "domain": "general", "outcome": "success", "metadata": {"testExitCode": 1}}
    async with open_kit(tmp_path) as kit:
        record = await record_trajectory(kit.store, kit.clock, given, Placement(Scope.GLOBAL, ""))
        assert (record["outcome"], record["finalReward"]) == ("failure", 0.0)
        assert record["metadata"]["evidence"] == ["the tests ended with 1"]


async def test_evidence_that_says_nothing_is_refused(tmp_path: Path) -> None:
    steps = [{"action": "raise the limit", "observation": "ok", "reward": 1.0}]
    given = {"steps": steps, "domain": "general", "metadata": {"testExitCode": "1", "accepted": None}}
    async with open_kit(tmp_path) as kit:
        with pytest.raises(InvalidParams):
            await record_trajectory(kit.store, kit.clock, given, Placement(Scope.GLOBAL, ""))
        assert await kit.store.trajectories.count() == 0
