from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.extraction import messages_of, score, snippets
from memserver.layers.conversation import SessionMessage
from memserver.layers.extraction import extract
from memserver.model import Category, FactType, Layer

MONDAY = datetime(2026, 11, 16, 9, tzinfo=UTC)


def said(*contents: str) -> list[SessionMessage]:
    """Messages of a user, or of the assistant where the text begins with "A: "."""
    return [
        SessionMessage("assistant" if text.startswith("A: ") else "user", text.removeprefix("A: "), MONDAY)
        for text in contents
    ]


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("split", ["held-out", None])
def test_the_labelled_snippets_are_read_precisely(language: str, split: str | None) -> None:
    result = score(snippets(language, split))
    print(f"{language} {split or 'all'}: precision {result.precision:.3f}, recall {result.recall:.3f}")
    assert result.precision >= 0.9
    assert result.recall >= 0.6


def test_the_labelled_set_is_large_and_full_of_traps() -> None:
    for language in ("en", "ko"):
        rows = snippets(language)
        assert len(rows) >= 60
        assert sum(not row["facts"] for row in rows) >= 50
        assert len(snippets(language, "held-out")) == 20


def test_a_fact_has_its_kind_layer_entities_and_source() -> None:
    (fact,) = extract(said("Hello!", "We've decided to use Postgres for billing, see docs/adr.md."))
    assert fact.content == "The team has decided to use Postgres for billing, see docs/adr.md."
    assert fact.fact_type is FactType.DECISION
    assert fact.category is Category.ARCHITECTURE
    assert fact.layer is Layer.PROJECT
    assert fact.source_index == 1
    assert fact.entities.files == ("docs/adr.md",)
    assert fact.entities.libraries == ("Postgres",)


def test_preferences_of_the_person_go_to_the_long_term_layer() -> None:
    (fact,) = extract(said("I prefer early returns."))
    assert (fact.content, fact.layer, fact.category) == (
        "The user prefers early returns.",
        Layer.LONG_TERM,
        Category.PREFERENCE,
    )


def test_relative_dates_become_absolute() -> None:
    (fact,) = extract(said("The demo is tomorrow at 3pm."))
    assert "2026-11-17" in fact.content
    assert "tomorrow" not in fact.content


def test_relative_dates_of_a_solution_become_absolute() -> None:
    (fact,) = extract(said("어제 캐시 문제를 TTL을 60초로 줄여서 해결했습니다."))
    assert fact.content == "2026-11-15 캐시 문제를 TTL을 60초로 줄여서 해결했습니다."


@pytest.mark.parametrize(
    ("sentence", "kept"),
    [
        ("Remember that releases need a signed tag.", ["Releases need a signed tag."]),
        ("Note that the staging server resets every night.", ["The staging server resets every night."]),
        ("Remember that time we broke prod.", []),
        ("I remember that we once used MySQL.", []),
        ("로그에 '배포하지 않기로 결정'이라고 찍히네.", []),
    ],
)
def test_what_a_person_asks_to_remember_is_kept_and_what_a_log_says_is_not(sentence: str, kept: list[str]) -> None:
    assert [fact.content for fact in extract(said(sentence))] == kept


def test_a_statement_that_hangs_on_an_unknown_day_is_dropped() -> None:
    assert extract([SessionMessage("user", "The demo is tomorrow at 3pm.")]) == []


def test_a_pronoun_takes_its_noun_from_the_sentence_before_or_the_sentence_is_dropped() -> None:
    facts = extract(said("The billing service runs on port 8080. It uses Postgres 15."))
    assert [fact.content for fact in facts][-1] == "The billing service uses Postgres 15."
    assert extract(said("It uses Postgres 15.")) == []


def test_the_assistants_own_words_are_no_facts_until_accepted() -> None:
    proposal = "A: I recommend pnpm for the workspace because it is faster."
    assert extract(said("What should we use?", proposal, "Hmm, let me think.")) == []
    (fact,) = extract(said("What should we use?", proposal, "Yes, do that."))
    assert "pnpm" in fact.content
    assert fact.fact_type is FactType.DECISION


def test_an_accepted_errand_is_no_decision() -> None:
    assert extract(said("Fix it.", "A: Should I run the tests now?", "Yes")) == []


def test_a_refusal_or_a_but_accepts_nothing() -> None:
    assert extract(said("Go.", "A: I suggest we use Kafka.", "No, leave it.")) == []
    assert extract(said("Go.", "A: I suggest we use Kafka.", "Yes, but not now")) == []


def test_a_later_statement_takes_the_place_of_an_earlier_one() -> None:
    facts = extract(said("We deploy on Fridays.", "Correction: we no longer deploy on Fridays."))
    assert len(facts) == 1
    assert "no longer" in facts[0].content
    korean = extract(said("배포는 금요일에 합니다.", "이제 금요일에는 배포하지 않습니다."))
    assert [fact.content for fact in korean] == ["이제 금요일에는 배포하지 않습니다."]


def test_repeating_a_fact_makes_it_stronger_not_double() -> None:
    once = extract(said("We use pnpm in this repo."))
    twice = extract(said("We use pnpm in this repo.", "We use pnpm in this repo."))
    assert len(twice) == 1
    assert twice[0].confidence > once[0].confidence


def test_an_unsolved_error_is_not_kept_and_a_solved_one_keeps_both_sides() -> None:
    error = "CI fails with ModuleNotFoundError: No module named 'yaml'"
    advice = "A: Add pyyaml to requirements.txt."
    assert extract(said(error, advice, "Still not working.")) == []
    kinds = [fact.fact_type for fact in extract(said(error, advice, "That fixed it!"))]
    assert kinds == [FactType.ERROR, FactType.SOLUTION]


@pytest.mark.parametrize("snippet", snippets(), ids=lambda snippet: snippet["id"])
def test_facts_can_be_read_alone(snippet: dict[str, object]) -> None:
    for fact in extract(messages_of(snippet)):
        opening = fact.content.split()[0].lower().strip(",.")
        assert opening not in {"it", "they", "this", "that", "he", "she", "i", "we", "그거", "이거", "걔", "저는"}
        assert 0.0 < fact.confidence <= 1.0


MESSAGES = st.lists(
    st.builds(
        SessionMessage,
        st.sampled_from(["user", "assistant", "system"]),
        st.one_of(
            st.text(max_size=120),
            st.sampled_from([message["content"] for row in snippets() for message in row["messages"]]),
        ),
        st.one_of(st.none(), st.just(MONDAY)),
    ),
    max_size=8,
)


@settings(max_examples=100)
@given(MESSAGES)
def test_extraction_never_raises_and_is_repeatable(messages: list[SessionMessage]) -> None:
    facts = extract(messages)
    assert facts == extract(messages)
    assert all(0 <= fact.source_index < len(messages) for fact in facts)


@pytest.mark.parametrize(
    "text", ["\n" * 100_000, "> " * 50_000, " " * 100_000, "a_" * 50_000, "1," * 50_000, "배포는 " * 30_000]
)
def test_huge_odd_messages_do_not_stall(text: str) -> None:
    assert extract([SessionMessage("user", text, MONDAY)]) == []
