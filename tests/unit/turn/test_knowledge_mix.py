"""Knowledge Mix: who sets it, and what follows from it."""

from __future__ import annotations

import pytest

from memserver.config import Settings
from memserver.turn.knowledge_mix import brain_file_limit_of, resolve_mix, retrieval_ratio_of


@pytest.mark.parametrize(("weight", "ratio", "files"), [(0, 0.0, 0), (50, 0.4, 8), (100, 0.8, 16)])
def test_the_three_fixed_points(weight: int, ratio: float, files: int) -> None:
    assert retrieval_ratio_of(weight) == pytest.approx(ratio)
    assert brain_file_limit_of(weight, 8) == files


def test_the_agent_comes_before_the_user_and_the_user_before_the_default() -> None:
    settings = Settings.read({"knowledgeMix": 70, "knowledgeMixByAgent": {"coder": 10, "silent": 0}})[0]
    assert resolve_mix(settings, "coder").source == "agent"
    assert resolve_mix(settings, "silent").brain_file_limit == 0
    assert (resolve_mix(settings, "other").weight, resolve_mix(settings, "other").source) == (70, "global")
    assert resolve_mix(Settings(), None).source == "default"
