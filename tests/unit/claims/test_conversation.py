from __future__ import annotations

import pytest
from hypothesis import given

from memserver.claims.conversation import spoken, taken_back_by
from memserver.claims.reader import PairReader
from memserver.claims.texts import SHORT_WORDS
from tests.unit.claims.texts import ANY_TEXT, LONG_TEXTS

FRIDAYS, RETRIES, KOREAN = "We deploy on Fridays.", "Retries are capped at 3.", "재시도는 3번까지다."


@pytest.mark.parametrize(
    ("said", "later"),
    [
        (FRIDAYS, "Scrap that, we do not deploy on Fridays."),
        (RETRIES, "Forget the retries cap."),
        (KOREAN, "재시도 얘기는 취소합니다."),
    ],
)
def test_what_is_taken_back_later_is_known_with_and_without_a_reader(said: str, later: str, reader: PairReader) -> None:
    assert taken_back_by(said, ["Thanks.", later], None) == 1
    assert taken_back_by(said, ["Thanks.", later], reader.read) == 1


@pytest.mark.parametrize(
    ("said", "later"),
    [
        (FRIDAYS, "Thanks, that helps."),
        (FRIDAYS, "The office is in Leeds."),
        (RETRIES, "네, 알겠습니다."),
        (KOREAN, "사무실은 서울에 있다."),
    ],
)
def test_whatever_else_is_said_takes_nothing_back(said: str, later: str, reader: PairReader) -> None:
    assert taken_back_by(said, [later], None) is None
    assert taken_back_by(said, [later], reader.read) is None


def test_without_a_reader_something_else_or_a_question_takes_nothing_back() -> None:
    assert taken_back_by(FRIDAYS, ["Forget the retries cap.", "Did you cancel the Friday deploy?"], None) is None


def test_the_first_that_takes_it_back_is_named() -> None:
    assert taken_back_by(FRIDAYS, ["Cancel the Friday deploy.", "Cancel the Friday deploy."], None) == 0
    assert taken_back_by(FRIDAYS, [], None) is None


def test_code_takes_nothing_back() -> None:
    assert spoken("Look:\n```\ncancel the Friday deploy\n```\nfine") == "Look: fine"
    assert spoken("```\nnever closed: cancel the Friday deploy") == ""
    assert taken_back_by(FRIDAYS, ["```\nforget the Friday deploy\n```"], None) is None


def test_of_a_long_message_the_beginning_is_heard() -> None:
    assert len(spoken("word " * 1_000).split()) == SHORT_WORDS


@given(ANY_TEXT, ANY_TEXT)
def test_any_message_may_follow_any_statement(said: str, later: str) -> None:
    assert taken_back_by(said, [later], None) in {None, 0}


@pytest.mark.parametrize("text", LONG_TEXTS, ids=lambda text: repr(text[:10]))
def test_long_messages_are_heard_once(text: str) -> None:
    assert taken_back_by(text, [text], None) in {None, 0}
