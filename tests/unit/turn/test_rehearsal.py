"""After the rehearsal no turn compiles a pattern of phrases."""

from __future__ import annotations

from pathlib import Path

import pytest

from memserver.growth.decay import GENERAL, domain_of
from memserver.growth.requirement_files import built_in_types
from memserver.layers.drafts import Draft
from memserver.model import Layer
from memserver.text import phrases
from memserver.turn.rehearsal import rehearse
from memserver.turn.request import TurnRequest
from tests.unit.kit import START
from tests.unit.workers.engine_kit import open_engine

PROMPTS = (
    "Prepare the release notes for 1.8",
    "다음 주 화요일에 회의를 잡아줘",
    "Write an ADR on the price of the server version",
    "How is the policy about the market doing?",
)


@pytest.mark.parametrize("prompt", PROMPTS)
async def test_a_turn_compiles_nothing_that_was_rehearsed(tmp_path: Path, prompt: str) -> None:
    phrases._compiled.cache_clear()
    rehearse(built_in_types(), START)
    async with open_engine(tmp_path) as engine:
        await engine.writer.add(
            Draft(Layer.LONG_TERM, "The release process takes 30 minutes, and the policy names the price.")
        )
        before = phrases._compiled.cache_info().misses
        await engine.build_turn(TurnRequest(prompt=prompt, session_id="s"))
        assert phrases._compiled.cache_info().misses == before


def test_the_domain_of_a_text_needs_no_new_pattern() -> None:
    phrases._compiled.cache_clear()
    rehearse((), START)
    before = phrases._compiled.cache_info().misses
    for text in ("revenue and pricing", "뉴스 속보", "docker and sqlite", "스프린트 회의", "our ethics"):
        assert domain_of(text) != GENERAL
    assert phrases._compiled.cache_info().misses == before
