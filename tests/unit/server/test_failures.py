"""Failures as errors on the wire: the field as the client wrote it."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from memserver.protocol.memory import AddManyParams, AddParams
from memserver.protocol.records import TrajectoryParams
from memserver.server.failures import invalid_params


def test_the_types_that_were_tried_are_no_part_of_the_field() -> None:
    with pytest.raises(ValidationError) as caught:
        TrajectoryParams.model_validate({"steps": [{"reward": 1}], "outcome": "success"})
    assert invalid_params(caught.value).field == "steps.0.action"
    with pytest.raises(ValidationError) as caught:
        AddManyParams.model_validate({"items": [], "workDoneToken": []})
    assert invalid_params(caught.value).field == "workDoneToken"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"content": "\ud800"}, "content: it contains half of a character"),
        ({"metadata": []}, "metadata: expected an object"),
        ({"timestamp": "2026-05-04T09:30:00"}, "timestamp: the zone is missing: expected an ISO 8601 time"),
        ({"timestamp": "yesterday"}, "timestamp: expected an ISO 8601 time"),
    ],
)
def test_complaints_are_written_for_whoever_sent_the_request(wrong: dict[str, object], message: str) -> None:
    with pytest.raises(ValidationError) as caught:
        AddParams.model_validate({"layer": "long-term", "content": "Doors stay shut.", **wrong})
    assert invalid_params(caught.value).message.startswith(message)
