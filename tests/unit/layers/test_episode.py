from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from memserver.layers.conversation import SessionMessage
from memserver.layers.episode import PREVIEW_CHARACTERS, TITLE_CHARACTERS, episode

START = datetime(2026, 11, 16, 9, tzinfo=UTC)


def talk(*lines: tuple[str, str]) -> list[SessionMessage]:
    return [
        SessionMessage(role, content, START + timedelta(minutes=index)) for index, (role, content) in enumerate(lines)
    ]


def test_one_question_is_no_episode() -> None:
    assert episode(talk(("user", "How do I sort a list?"), ("assistant", "Use sorted()."))) is None
    assert episode([]) is None


def test_an_episode_tells_what_was_asked_decided_and_when() -> None:
    told = episode(
        talk(
            ("user", "Hi! The login page of auth_service throws a TypeError after the deploy."),
            ("assistant", "Add a null check in SessionStore.get()."),
            ("user", "That fixed it. Let's use Redis for the SessionStore."),
            ("assistant", "Done."),
        )
    )
    assert told is not None
    assert told.title == "The login page of auth_service throws a TypeError after the deploy"
    assert told.key_decisions == ("The team decided to use Redis for the SessionStore.",)
    assert "SessionStore" in told.topics
    assert "null check" in told.summary
    assert (told.first_timestamp, told.last_timestamp) == (START, START + timedelta(minutes=3))


def test_a_korean_episode_is_told_in_korean() -> None:
    told = episode(
        talk(
            ("user", "안녕하세요. 결제 서비스 타임아웃이 자주 나요."),
            ("assistant", "게이트웨이 설정을 확인해 보세요."),
            ("user", "결제 서비스 타임아웃은 60초로 하기로 했어요."),
        )
    )
    assert told is not None
    assert told.title == "결제 서비스 타임아웃이 자주 나요"
    assert told.summary.startswith("처음 요청: ")
    assert told.key_decisions == ("결제 서비스 타임아웃은 60초로 하기로 했어요.",)
    assert told.topics[:2] == ("결제", "서비스")


@settings(max_examples=100)
@given(st.lists(st.tuples(st.sampled_from(["user", "assistant"]), st.text(max_size=300)), max_size=8))
def test_any_talk_gives_the_same_short_episode_twice(lines: list[tuple[str, str]]) -> None:
    told = episode(talk(*lines))
    assert told == episode(talk(*lines))
    if told is not None:
        assert 0 < len(told.title) <= TITLE_CHARACTERS
        assert all(len(line) <= PREVIEW_CHARACTERS * 4 for line in told.summary.splitlines())
