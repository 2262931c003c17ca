from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.growth.answer_substance import is_empty
from memserver.growth.answer_use import SourceUse, sources_used


@pytest.mark.parametrize(
    ("answer", "prompt"),
    [
        ("", "Who owns search?"),
        ("…", "Who owns search?"),
        ("I don't know.", "Who owns search?"),
        ("Sorry, I don't know which team owns search.", "Which team owns search?"),
        ("Great question! Search is an important topic. Let me know if you need anything else.", "Who owns search?"),
        ("확인해 보겠습니다.", "검색 담당이 누구야?"),
        ("글쎄요, 상황에 따라 다를 수 있어요.", "배포는 언제 해?"),
    ],
)
def test_politeness_and_promises_state_nothing(answer: str, prompt: str) -> None:
    assert is_empty(answer, prompt)


@pytest.mark.parametrize(
    ("answer", "prompt"),
    [
        ("Yes.", "May I?"),
        ("Tabs.", "Tabs or spaces?"),
        ("Mina.", "Who owns search?"),
        ("It is 5433.", "Which port?"),
        ("Sorry, it was moved to Thursday.", "When is it?"),
        ("`git reset --soft HEAD~1`", "How do I undo a commit?"),
        ("네, 됩니다.", "해도 돼?"),
        ("목요일이요", "배포는 언제 해?"),
    ],
)
def test_a_short_answer_is_an_answer(answer: str, prompt: str) -> None:
    assert not is_empty(answer, prompt)


@given(st.text(), st.text())
def test_any_text_can_be_asked(answer: str, prompt: str) -> None:
    is_empty(answer, prompt)
    sources_used(answer, [prompt], [1])


SOURCES = ["Deploys happen on Thursday after the smoke tests.", "버스는 여덟 시에 정문에서 출발한다."]


def test_a_source_is_used_that_says_what_the_answer_says() -> None:
    use = sources_used("On Thursday, after the smoke tests.", SOURCES, [])
    assert use == SourceUse(frozenset({1}), frozenset())


def test_citing_a_source_that_says_nothing_of_it_is_no_use() -> None:
    use = sources_used("TCP resends segments that were lost, UDP does not care [1].", SOURCES, [1])
    assert use == SourceUse(frozenset(), frozenset())


def test_across_languages_the_citation_is_believed() -> None:
    assert sources_used("출발은 아침입니다 [1].", ["The bus leaves in the morning."], [1]).cited == {1}
