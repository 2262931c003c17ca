"""Passages cover a text from end to end, at structure, within their limit."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memserver.text.passages import PASSAGE_TOKENS, estimate_model_tokens, split_passages

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
    passages = split_passages(KOREAN, 60)

    assert len(passages) > 5
    assert all(passage.text.rstrip().endswith(("다.", "장")) for passage in passages)


def test_a_text_without_any_structure_is_still_cut() -> None:
    assert len(split_passages("x" * 20_000)) > 5


@given(
    st.text(alphabet=st.sampled_from(list("ab한국어#. \n\t`{}")), max_size=600), st.floats(min_value=2, max_value=80)
)
def test_passages_cover_the_text_in_order_within_the_limit(text: str, limit: float) -> None:
    passages = split_passages(text, limit)

    position = 0
    for passage in passages:
        assert passage.text == text[passage.start : passage.end]
        assert text[position : passage.start].strip() == ""
        assert passage.text.strip()
        position = passage.end
    assert text[position:].strip() == ""
    assert all(estimate_model_tokens(passage.text) <= limit + 1 for passage in passages)


def test_cuts_are_even_so_that_no_tiny_tail_is_left() -> None:
    sizes = [estimate_model_tokens(passage.text) for passage in split_passages("One more sentence here. " * 90)]

    assert len(sizes) > 1
    assert min(sizes) > PASSAGE_TOKENS / 3
