"""Passages cover a text from end to end, at structure, within their limit."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memserver.text.passages import PASSAGE_SIZE, SHORT_MESSAGE, size, split_passages

GUIDE = "\n\n".join(
    f"## Step {number}\n\n" + " ".join(f"Sentence {each} of step {number} says what to do." for each in range(12))
    for number in range(1, 9)
)
KOREAN = "\n\n".join(
    f"# {number}장\n\n" + "서버를 배포하기 전에 반드시 백업을 확인한다. " * 14 for number in range(1, 6)
)


def test_a_short_text_is_one_passage() -> None:
    (passage,) = split_passages("Prefer tabs over spaces.")

    assert (passage.text, passage.heading) == ("Prefer tabs over spaces.", "")


def test_blank_text_has_no_passage() -> None:
    assert split_passages(" \n\t\n") == []


def test_a_guide_is_cut_before_its_headings_and_passages_know_them() -> None:
    passages = split_passages(GUIDE)

    assert [passage.text.split("\n")[0] for passage in passages] == [f"## Step {number}" for number in range(1, 9)]
    assert [passage.heading for passage in passages] == [f"Step {number}" for number in range(1, 9)]


def test_korean_is_cut_at_its_own_sentences() -> None:
    passages = split_passages(KOREAN, 200)

    assert len(passages) > 5
    assert all(passage.text.rstrip().endswith(("다.", "장")) for passage in passages)


def test_a_text_without_any_structure_is_still_cut() -> None:
    assert len(split_passages("x" * 20_000)) > 5


LINES = st.sampled_from(
    ["user: ", "assistant: 네. ", "[10:00] 사용자: ", "\n", "\n\n", "word. " * 30, "한국어 " * 40, "x" * 99]
)


@given(
    st.text(alphabet=st.sampled_from(list("ab한국어#. \n\t`{}")), max_size=600) | st.lists(LINES).map("".join),
    st.integers(min_value=8, max_value=400),
)
def test_passages_cover_the_text_in_order_within_the_limit(text: str, limit: int) -> None:
    passages = split_passages(text, limit)

    position = 0
    for passage in passages:
        assert passage.text == text[passage.start : passage.end]
        assert text[position : passage.start].strip() == ""
        assert passage.text.strip()
        position = passage.end
    assert text[position:].strip() == ""
    assert all(len(passage.text) <= limit for passage in passages)


def test_cuts_are_even_so_that_no_tiny_tail_is_left() -> None:
    sizes = [size(passage.text) for passage in split_passages("One more sentence here. " * 90)]

    assert len(sizes) > 1
    assert min(sizes) > PASSAGE_SIZE / 3


def test_a_passage_is_about_six_hundred_characters_and_half_as_many_in_korean() -> None:
    assert all(400 < len(each.text) <= PASSAGE_SIZE for each in split_passages("One more sentence here. " * 90))
    assert all(200 < len(each.text) <= 400 for each in split_passages("문장이 하나 더 있다. " * 90))


def test_long_messages_of_a_conversation_are_never_in_one_passage() -> None:
    said = [
        ("user", "The gate is stuck. " * 8),
        ("assistant", "Oil the hinge first. " * 8),
        ("user", "It works. " * 20),
    ]
    text = "\n".join(f"{role}: {words.strip()}" for role, words in said)
    assert [passage.text.split(":")[0] for passage in split_passages(text)] == [role for role, _ in said]


def test_short_messages_stand_with_those_beside_them() -> None:
    text = (
        "user: Is it open?\nassistant: Yes.\nuser: 고마워\nassistant: " + "The gate closes at nine in the evening. " * 6
    )
    [passage] = split_passages(text)
    assert passage.text == text
    later = text + "\nuser: " + "Then I come before nine and bring the ladder. " * 6
    first, second = split_passages(later)
    assert second.text.startswith("user: Then")
    assert first.text.startswith("user: Is it open?")


def test_a_long_message_is_cut_like_any_text_and_its_end_keeps_away_from_the_next() -> None:
    long = "assistant: " + "The gate closes at nine in the evening. " * 40
    passages = split_passages(f"user: When?\n{long}\nuser: " + "And when does it open again? " * 5)
    assert len(passages) == 4
    assert passages[-1].text.startswith("user: And")
    assert all(len(passage.text) > SHORT_MESSAGE for passage in passages)


def test_questions_with_answers_and_lists_of_values_are_no_conversation() -> None:
    for text in ("Q: Why?\nA: Because.", "host: one\nport: two", "user: deploy\nhost: one", "So said the user: no."):
        [passage] = split_passages(text)
        assert passage.text == text
