from __future__ import annotations

import pytest

from memserver.text.phrases import contains_phrase, phrase_pattern


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("run CI now", "ci"),
        ("CI를 돌려줘", "ci"),
        ("the APIs are old", "API"),
        ("a code-review please", "code review"),
        ("회의를 잡아줘", "회의"),
        ("회의하자", "회의"),
        ("시장조사해줘", "시장 조사"),
        ("주간회의록을 써줘", "*회의록"),
        ("we are migrating", "migrat*"),
        ("결정사항입니다", "결정사항"),
    ],
)
def test_a_phrase_is_found_as_words(text: str, phrase: str) -> None:
    assert contains_phrase(text, phrase)


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("special", "ci"),
        ("회의실 예약", "회의"),
        ("정산서", "정산"),
        ("주간회의록", "회의록"),
        ("preview", "review"),
        ("", "x"),
    ],
)
def test_a_phrase_is_not_found_inside_another_word(text: str, phrase: str) -> None:
    assert not contains_phrase(text, phrase)


def test_no_phrases_match_nothing() -> None:
    assert phrase_pattern(()).search("anything") is None
    assert not contains_phrase("anything", "**")


def test_signs_in_a_phrase_are_taken_literally() -> None:
    assert contains_phrase("C++ code", "C++")
    assert not contains_phrase("CCC", "C.C")
