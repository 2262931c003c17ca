from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from memserver.config import Settings
from memserver.growth.ambiguity import detect_ambiguity
from memserver.growth.requirements import Element, TaskType
from memserver.turn.blocks.inputs import BlockInputs, ConflictFinding, GlossaryTerm, GlossaryText
from memserver.turn.blocks.registry import BLOCKS, BlockEntry, build_blocks
from tests.unit.text.prompt_shape import line_problems
from tests.unit.turn.blocks.turns import QUESTION, inputs, source, sources, task

ORDER = [
    "intent-clarification", "epistemic-guard", "requirement-graph", "org-memory", "terminology", "conflict-warnings",
    "cove-checklist", "citation-trace",
]  # fmt: skip
ATTEMPTS = [
    json.loads(line)
    for line in (Path(__file__).parents[3] / "data" / "injection" / "attempts.jsonl").read_text("utf-8").splitlines()
]


def everything(**changes: object) -> BlockInputs:
    first, second = source(1), source(2, days=300, severity="HIGH")
    values: dict[str, object] = {
        "prompt": "explain it, the ARR",
        "ambiguity": detect_ambiguity("explain it"),
        "task": task("meeting-minutes"),
        "sources": (first, second),
        "glossary": GlossaryText("- ARR: revenue", (GlossaryTerm("ARR", "revenue"),)),
        "organisation": "- Be brief.",
        "conflicts": (ConflictFinding(first, second, "5 ↔ 3"),),
    }
    return inputs(**{**values, **changes})  # type: ignore[arg-type]


def test_all_eight_come_in_their_order() -> None:
    blocks, warnings = build_blocks(everything())
    assert [block.id for block in blocks] == ORDER == [entry.id for entry in BLOCKS]
    assert warnings == []


def test_casual_talk_has_no_blocks() -> None:
    assert build_blocks(everything(mode="casual")) == ([], [])


@pytest.mark.parametrize("kind", ["acknowledgement", "errand"])
def test_acknowledgements_and_errands_have_no_blocks(kind: str) -> None:
    assert build_blocks(everything(kind=kind)) == ([], [])


@pytest.mark.parametrize("entry", BLOCKS, ids=[entry.id for entry in BLOCKS])
def test_each_block_has_its_switch(entry: BlockEntry) -> None:
    blocks, _ = build_blocks(everything(settings={entry.switch: False}))
    assert [block.id for block in blocks] == [name for name in ORDER if name != entry.id]


def test_a_clear_request_without_anything_stored_has_no_blocks() -> None:
    assert build_blocks(inputs()) == ([], [])


def test_a_failing_block_is_left_out_named_and_logged_without_its_text(caplog: pytest.LogCaptureFixture) -> None:
    def fail(_: BlockInputs) -> str:
        raise RuntimeError("secret words of a memory")

    entries = (BlockEntry("broken", "cove_enabled", fail), BLOCKS[-1])
    with caplog.at_level(logging.ERROR):
        blocks, warnings = build_blocks(inputs(QUESTION, sources=sources(1)), entries)
    assert [block.id for block in blocks] == ["citation-trace"]
    assert [warning.part for warning in warnings] == ["broken"]
    assert "broken" in caplog.text
    assert "secret words" not in caplog.text + warnings[0].message


def test_same_inputs_give_the_same_text() -> None:
    assert build_blocks(everything()) == build_blocks(everything())


def test_korean_prompts_get_korean_text_under_the_same_headers() -> None:
    english, _ = build_blocks(everything())
    korean, _ = build_blocks(everything(language="ko"))
    for one, other in zip(english, korean, strict=True):
        assert one.text.split("\n")[0] == other.text.split("\n")[0]
        assert any("가" <= sign <= "힣" for sign in other.text)


@pytest.mark.parametrize("attempt", ATTEMPTS, ids=[attempt["id"] for attempt in ATTEMPTS])
def test_quoted_text_never_makes_a_block(attempt: dict[str, str]) -> None:
    bad = attempt["text"]
    first = source(1, title=bad, text=bad, path=bad, stale=True, stale_reason=bad)
    second = source(2, title=bad, text=bad, severity="HIGH", status=bad)
    hostile = everything(
        sources=(first, second),
        conflicts=(ConflictFinding(first, second, bad),),
        glossary=GlossaryText(bad, (GlossaryTerm(bad, bad, (bad,)),)),
        organisation=bad,
        task=TaskType("x", {"en": bad}, ("x",), ("y",), (Element("e", {"en": bad}, ()),)),
    )
    for variant in (hostile, everything(glossary=GlossaryText(bad))):
        blocks, warnings = build_blocks(variant)
        assert warnings == []
        for block in blocks:
            header, *lines = block.text.split("\n")
            assert header.startswith("[")
            assert [problem for line in lines for problem in line_problems(line)] == []


def test_the_settings_of_memserver_fit() -> None:
    assert all(isinstance(getattr(Settings(), entry.switch), bool) for entry in BLOCKS)
