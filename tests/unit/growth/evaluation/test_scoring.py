"""The scorer is valid: less is worse, other words are as good, particles do not matter, invention costs."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.growth.evaluation.facts import read_text, states, ungrounded
from memserver.growth.evaluation.golden import Case, Fact, GoldenSet, built_in_sets
from memserver.growth.evaluation.scoring import score_answer
from memserver.growth.requirement_files import built_in_types

TYPES = {task.id: task for task in built_in_types()}
ALL = [(golden, case) for golden in built_in_sets() for case in golden.cases]


def fact(*wordings: str) -> Fact:
    return Fact(any=list(wordings))


def together(*parts: str) -> Fact:
    return Fact(together=[fact(part) for part in parts])


def says(text: str, wanted: Fact) -> bool:
    return states(read_text(text), wanted) == 1.0


@pytest.mark.parametrize(
    ("wording", "texts"),
    [
        ("12 June", ["by June 12", "due 12th of June", "12 June 2026", "2026-06-12", "until **June 12**"]),
        ("6월 12일", ["6월 12일까지", "2026년 6월 12일에", "6월12일", "2026-06-12", "기한: 6월 12일(금)"]),
        ("2 hours", ["takes 2 hours", "2h", "120 minutes", "2시간 걸린다"]),
        (
            "김민아",
            ["김민아가 맡는다", "김민아 님이", "담당: 김민아", "김민아와", "김민아(팀장)", "**김민아**는"],
        ),
        ("부하 테스트", ["부하 테스트를 한다", "부하테스트 완료", "부하 테스트까지"]),
        ("load test", ["the load tests", "load-test", "Load test: done", "testing under load"]),
        ("0.5%", ["below 0.5 %", "0.5% 아래로", "0.5 percent"]),
    ],
)
def test_a_fact_is_found_in_other_words(wording: str, texts: list[str]) -> None:
    assert [text for text in texts if not says(text, fact(wording))] == []


@pytest.mark.parametrize(
    ("wording", "texts"),
    [
        ("12 June", ["12 July", "June 2", "on the 12th"]),
        ("6월 12일", ["6월 2일", "7월 12일", "12일"]),
        ("김민아", ["김민", "김민아름", "민아"]),
        ("load test", ["load", "a test", "the load is high.\n\nWe test tomorrow."]),
        ("0.5%", ["0.5 seconds", "5%", "10.5%"]),
    ],
)
def test_a_fact_is_not_found_in_something_else(wording: str, texts: list[str]) -> None:
    assert [text for text in texts if says(text, fact(wording))] == []


@pytest.mark.parametrize(
    "text",
    [
        "- Jonas: load test by 12 June",
        "| load test | Jonas | 12 June |",
        "1. Load test\n   - Owner: Jonas\n   - Due: June 12",
        "### Load test\nOwner: Jonas\nDue: 2026-06-12",
        "Jonas will finish\nthe load test by June 12.",
    ],
)
def test_what_belongs_together_may_stand_in_a_line_a_row_an_item_or_a_paragraph(text: str) -> None:
    assert says(text, together("Jonas", "load test", "12 June"))


def test_the_owner_of_another_item_is_not_the_owner_of_this_one() -> None:
    text = "## Action items\n- Priya: load test by June 12\n- Jonas: release notes by June 15"
    assert not says(text, together("Jonas", "load test", "June 12"))
    assert 0 < states(read_text(text), together("Jonas", "load test", "June 12")) < 0.5


def test_values_that_nobody_gave_are_inventions_and_counts_are_not() -> None:
    source = "Ship on June 19. Error rate 0.8 %, 14:00, $18,000."
    grounded = "3 decisions:\n1. ships 2026-06-19\n2. the rate is 0.8%\n3. 14:00, $18,000"
    assert ungrounded(read_text(grounded), [source]) == []
    assert ungrounded(read_text("ships June 20 at 15:00, 0.9 %, $19,000"), [source]) == [
        "June 20", "15:00", "0.9 %", "$19,000",
    ]  # fmt: skip


@pytest.mark.parametrize("golden", built_in_sets(), ids=lambda golden: golden.id)
def test_taking_out_the_lines_of_a_fact_never_raises_the_score(golden: GoldenSet) -> None:
    for case in golden.cases:
        task = TYPES[golden.task]
        whole = score_answer(case, task, case.reference, "en").score
        for wanted in case.facts:
            lines = [line for line in case.reference.splitlines() if not _touches(line, wanted)]
            less = score_answer(case, task, "\n".join(lines), "en")
            assert less.score < whole, (case.id, wanted.label)
            assert wanted.label in (*less.missed_facts, *less.partial_facts)


def _touches(line: str, wanted: Fact) -> bool:
    return states(read_text(line), wanted) > 0 or any(says(line, part) for part in wanted.together)


@given(st.sampled_from(ALL), st.data())
def test_every_removed_line_costs_or_changes_nothing(pair: tuple[GoldenSet, Case], data: st.DataObject) -> None:
    golden, case = pair
    task = TYPES[golden.task]
    lines = case.reference.splitlines()
    kept = data.draw(st.lists(st.sampled_from(range(len(lines))), unique=True).map(sorted))
    fewer = data.draw(st.lists(st.sampled_from(kept), unique=True).map(sorted)) if kept else []
    more_score = score_answer(case, task, "\n".join(lines[number] for number in kept), "ko")
    less_score = score_answer(case, task, "\n".join(lines[number] for number in fewer), "ko")
    assert 0 <= less_score.score <= 100
    assert less_score.found_facts <= more_score.found_facts or _joined(case, kept, fewer)


def _joined(case: Case, kept: list[int], fewer: list[int]) -> bool:
    """Say whether lines came together that did not stand together before: then they may state more."""
    return any(second - first > 1 for first, second in pairwise(fewer)) and kept != fewer


@given(st.text(max_size=3_000))
def test_any_text_gets_a_score(text: str) -> None:
    golden, case = ALL[0]
    assert 0 <= score_answer(case, TYPES[golden.task], text, "en").score <= 60


def test_particles_do_not_matter() -> None:
    case = Case(
        id="x",
        prompt="회의록을 작성해 줘",
        facts=[fact("이지호"), together("이지호", "부하 테스트", "6월 12일")],
        reference="x",
    )
    plain = score_answer(case, None, "- 이지호: 부하 테스트, 6월 12일", "ko")
    spoken = score_answer(case, None, "- 이지호가 부하 테스트를 6월 12일까지 끝내기로 했다", "ko")
    assert plain.score == spoken.score == 100


def test_an_empty_answer_is_worth_nothing() -> None:
    golden, case = ALL[0]
    assert score_answer(case, TYPES[golden.task], "", "en").score == 0
    assert score_answer(case, TYPES[golden.task], " \n ", "en").score == 0


def test_a_long_answer_is_scored_in_time() -> None:
    golden, case = ALL[0]
    score_answer(case, TYPES[golden.task], case.reference + "word 12 June - item\n" * 3_000, "en")
