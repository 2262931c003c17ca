from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.growth.ambiguity import DIMENSIONS, detect_ambiguity

PROMPTS = Path(__file__).parents[2] / "data" / "prompts"


def prompts(name: str) -> list[str]:
    return [json.loads(line)["text"] for line in (PROMPTS / f"{name}.jsonl").read_text("utf-8").splitlines()]


def share(texts: list[str]) -> float:
    return sum(detect_ambiguity(text).ambiguous for text in texts) / len(texts)


def test_at_most_one_clear_prompt_in_twenty_is_asked_back() -> None:
    clear = prompts("clear")
    assert len(clear) >= 200
    assert share(clear) <= 0.05
    assert share(prompts("clear-more")) <= 0.05


def test_most_vague_prompts_are_caught() -> None:
    vague = prompts("vague")
    assert len(vague) >= 100
    assert share(vague) >= 0.85
    assert share(prompts("vague-more")) >= 0.85


@pytest.mark.parametrize(
    ("prompt", "missing"),
    [
        ("fix the NPE in parser.py line 40", ()),
        ("schedule it", ("target", "time")),
        ("이거 고쳐줘", ("target", "criteria")),
        ("write a report", ("target", "format", "criteria")),
        ("run the tests", ("target",)),
        ("explain closures", ()),
    ],
)
def test_only_what_the_kind_of_work_needs_can_be_missing(prompt: str, missing: tuple[str, ...]) -> None:
    assert detect_ambiguity(prompt).missing == missing


@pytest.mark.parametrize(
    "prompt",
    [
        "그거 개선해줄 수 있어?",
        "문제 좀 봐줄래?",
        "이거 정리해 주실 수 있나요?",
        "보고서 써주시겠어요?",
        "It doesn't work",
        "FIX IT NOW",
    ],
)
def test_a_favour_asked_for_as_a_question_and_a_shout_are_orders(prompt: str) -> None:
    assert detect_ambiguity(prompt).ambiguous


@pytest.mark.parametrize(
    "prompt",
    [
        "로그인 화면의 저장 버튼을 파란색으로 바꿔줄래?",
        "Add Sofia to the mailing list",
        "List my tasks",
        "Show me the server logs",
        "배포 일정 알려줘",
    ],
)
def test_what_is_named_is_looked_up_without_asking_back(prompt: str) -> None:
    assert not detect_ambiguity(prompt).ambiguous


@pytest.mark.parametrize("prompt", ["Show me something", "Tell me more", "방법 좀 알려줘", "그거 보여줘"])
def test_what_has_no_name_cannot_be_looked_up(prompt: str) -> None:
    assert detect_ambiguity(prompt).ambiguous


def test_a_known_task_says_what_form_its_result_has() -> None:
    assert detect_ambiguity("오늘 회의록 작성해줘").missing == ("format", "criteria")
    assert not detect_ambiguity("오늘 회의록 작성해줘", task_known=True).ambiguous
    about_nothing = detect_ambiguity("Write a bug report", task_known=True)
    assert about_nothing.ambiguous
    assert about_nothing.missing == ("target",)


def test_strictness_says_how_many_open_dimensions_it_takes() -> None:
    flagged = {level: detect_ambiguity("schedule it", level).ambiguous for level in ("low", "medium", "high")}
    assert flagged == {"low": False, "medium": True, "high": True}
    assert detect_ambiguity("fix the login bug", "high").ambiguous
    assert not detect_ambiguity("fix the login bug", "medium").ambiguous


def test_a_conversation_tells_what_it_is() -> None:
    assert detect_ambiguity("translate it").ambiguous
    assert not detect_ambiguity("translate it", referent_known=True).ambiguous


@pytest.mark.parametrize(
    "talk", ["", "hi", "thanks!", "네 계속해줘", "ok", "Postgres", "I like tabs over spaces", "좋아요"]
)
def test_small_talk_and_remarks_are_never_asked_back(talk: str) -> None:
    assert not detect_ambiguity(talk, "high").ambiguous


def test_pasted_material_does_not_make_a_request_vague() -> None:
    assert not detect_ambiguity("fix it\n" + "def foo(x):\n    return bar(x)\n" * 50).ambiguous


@given(st.text(max_size=200), st.sampled_from(["low", "medium", "high", "nonsense"]), st.booleans())
def test_any_text_gets_a_sound_verdict(text: str, strictness: str, known: bool) -> None:
    verdict = detect_ambiguity(text, strictness, referent_known=known)
    assert list(verdict.missing) == [dimension for dimension in DIMENSIONS if dimension in verdict.missing]
    assert verdict == detect_ambiguity(text, strictness, referent_known=known)
    if verdict.ambiguous:
        assert verdict.missing
