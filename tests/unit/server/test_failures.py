"""Failures as errors on the wire: the field as the client wrote it."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from memserver.protocol.memory import AddManyParams
from memserver.protocol.records import TrajectoryParams
from memserver.server.failures import invalid_params


def test_the_types_that_were_tried_are_no_part_of_the_field() -> None:
    with pytest.raises(ValidationError) as caught:
        TrajectoryParams.model_validate({"steps": [{"reward": 1}], "outcome": "success"})
    assert invalid_params(caught.value).field == "steps.0.action"
    with pytest.raises(ValidationError) as caught:
        AddManyParams.model_validate({"items": [], "workDoneToken": []})
    assert invalid_params(caught.value).field == "workDoneToken"
