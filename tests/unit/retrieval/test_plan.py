"""What a question asks for."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from memserver.retrieval.lexical import postings_of
from memserver.retrieval.plan import MOST_WORDS, plan_query, text_to_embed

NOW = datetime(2024, 5, 15, tzinfo=UTC)


def test_words_their_synonyms_and_the_period_are_planned() -> None:
    plan = plan_query("지난주에 배포한 버전은?", NOW)

    assert plan.period is not None
    assert "deploy" in plan.terms
    assert plan.untimed == "배포한 버전은?"


def test_a_time_is_embedded_only_where_texts_speak_of_times() -> None:
    plan = plan_query("What did the revenue do in 2011?", NOW)

    assert plan.time_terms == ("2011",)
    assert text_to_embed(plan, {}, 100) == "What did the revenue do?"
    assert text_to_embed(plan, postings_of([("2011", "3,8,9")]), 100) == plan.asked


def test_a_question_without_a_time_is_embedded_as_it_is() -> None:
    plan = plan_query("Which cache do we use?", NOW)

    assert plan.time_terms == ()
    assert text_to_embed(plan, {}, 0) == "Which cache do we use?"


def test_a_pasted_log_does_not_drown_the_question() -> None:
    log = "\n".join(f"line{number} value{number * 7}" for number in range(3_000))
    plan = plan_query(f"Why does the payment fail?\n{log}\nfix the timeout", NOW)

    assert len(plan.words) == MOST_WORDS
    assert {("pay",), ("timeout",)} <= {word.terms for word in plan.words}
    assert len(plan.asked) < 2_000


@given(st.text(max_size=300))
def test_any_prompt_is_planned(prompt: str) -> None:
    plan = plan_query(prompt, NOW)

    assert set(plan.time_terms) <= set(plan.terms) | set(plan.time_terms)
    assert len(plan.words) <= MOST_WORDS
