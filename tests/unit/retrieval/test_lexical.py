"""Words of a query in passages: BM25 and coverage are what a plain reading of their formulas says."""

from __future__ import annotations

from collections import Counter
from math import log, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.retrieval.lexical import AlikeInLength, match_words, postings_of
from memserver.retrieval.tuning import LEXICAL
from memserver.text.terms import index_terms, query_words
from tests.unit.retrieval.small_store import match

NOTES = [
    "Deploy the billing service on Tuesdays",
    "The billing service writes invoices",
    "배포는 화요일에만 한다",
    "Tests run before every merge",
]
TEXTS = st.lists(st.text(alphabet="qz 배포", max_size=80), max_size=8)
QUESTIONS = st.text(alphabet="qz 배포", max_size=12)


def plain_scores(question: str, texts: list[str]) -> tuple[dict[int, float], dict[int, float]]:
    """Return BM25 and coverage of each text that holds a word, written down as the formulas are."""
    held = [Counter(index_terms(text)) for text in texts]
    lengths = [max(each.total(), LEXICAL.shortest) for each in held]
    mean = sum(lengths) / len(lengths) if lengths else 1.0
    units = [word.terms for word in query_words(question)]

    def rarity(term: str) -> float:
        holding = sum(term in each for each in held)
        return log(1 + (len(texts) - holding + LEXICAL.beside + 0.5) / (holding + 0.5))

    def mentions(unit: tuple[str, ...], text: Counter[str]) -> float:
        k = LEXICAL.saturation
        return sum(rarity(t) / sqrt(len(unit)) * text[t] * (k + 1) / (text[t] + k) for t in unit if text[t])

    weights = [sum(map(rarity, unit)) / sqrt(len(unit)) for unit in units]
    bm25, coverage = {}, {}
    for number, (text, length) in enumerate(zip(held, lengths, strict=True), 1):
        if not any(text[term] for unit in units for term in unit):
            continue
        slowing = LEXICAL.k1 * (1 - LEXICAL.length_share + LEXICAL.length_share * length / mean)
        bm25[number] = sum(
            rarity(t) / sqrt(len(unit)) * text[t] * (LEXICAL.k1 + 1) / (text[t] + slowing)
            for unit in units for t in unit if text[t]
        )  # fmt: skip
        covered = sum(min(weight, mentions(unit, text)) for weight, unit in zip(weights, units, strict=True))
        coverage[number] = covered / sum(weights)
    return bm25, coverage


@given(TEXTS, QUESTIONS)
def test_scores_are_those_of_a_plain_reference(texts: list[str], question: str) -> None:
    found = match(question, texts)
    bm25, coverage = plain_scores(question, texts)
    assert dict(zip(found.ids.tolist(), found.bm25.tolist(), strict=True)) == pytest.approx(bm25)
    assert dict(zip(found.ids.tolist(), found.coverage.tolist(), strict=True)) == pytest.approx(coverage)


@given(TEXTS, QUESTIONS)
def test_scores_are_finite_never_negative_and_coverage_is_a_share(texts: list[str], question: str) -> None:
    found = match(question, texts)
    for scores in (found.bm25, found.mentions, found.coverage):
        assert np.isfinite(scores).all()
        assert (scores >= 0).all()
    assert (found.coverage <= 1 + 1e-9).all()
    assert (np.diff(found.ids) > 0).all()


def test_postings_count_mentions() -> None:
    posting = postings_of([("deploy", "1,1,4"), ("gone", None)])
    assert posting["deploy"].ids.tolist() == [1, 4]
    assert posting["deploy"].counts.tolist() == [2, 1]
    assert "gone" not in posting


def test_a_rare_word_weighs_more_than_a_common_one() -> None:
    found = match("billing invoices", NOTES)
    assert found.weights[1] > found.weights[0]
    assert found.ids[found.bm25.argmax()] == 2


def test_in_a_store_of_a_few_a_word_that_one_of_them_holds_is_no_common_one() -> None:
    few, many = ("The search index is refreshed every five minutes",), ["Something else"] * 200
    question = "How do I change the search index period?"
    alone, among = (match(question, [*few, *others]).coverage[0] for others in ([], many))
    assert alone == pytest.approx(among, rel=0.4)


def test_a_long_passage_is_marked_down_and_a_tiny_one_is_not_lifted() -> None:
    short, usual, long = "quay", "quay " + "rope " * 20, "quay " + "rope " * 200
    found = match("quay", [short, usual, long])
    assert found.bm25[0] == found.bm25[1] > found.bm25[2]
    assert len(set(found.mentions[0].tolist())) == 1


def test_a_synonym_of_the_other_language_finds_and_ranks_below_the_word_itself() -> None:
    found = match("deploy", NOTES)
    assert found.ids.tolist() == [1, 3]
    assert found.bm25[0] > found.bm25[1] > 0


def test_a_rare_synonym_ranks_below_a_common_word_itself() -> None:
    found = match("When do we deploy?", [*NOTES, "A deploy that failed", "The deploy of March", "deploy by hand"])
    by_id = dict(zip(found.ids.tolist(), found.bm25.tolist(), strict=True))
    assert by_id.pop(3) < min(by_id.values())


def test_a_word_that_nobody_mentions_lowers_coverage_and_nothing_else() -> None:
    known, unknown = match("billing", NOTES), match("billing zeppelin", NOTES)
    assert unknown.bm25.tolist() == known.bm25.tolist()
    assert known.coverage.tolist() == [1, 1]
    assert (unknown.coverage < 1).all()


def test_a_question_without_words_matches_nothing() -> None:
    found = match("what was that?", NOTES)
    assert found.ids.size == 0
    assert found.coverage_of(np.array([1, 2])).tolist() == [0, 0]


def test_passages_without_a_match_are_covered_by_nothing() -> None:
    assert match("invoices", NOTES).coverage_of(np.array([1, 2, 99])).tolist() == [0, 1, 0]


def test_a_long_korean_word_does_not_weigh_as_much_as_its_grams_together() -> None:
    lengths = AlikeInLength(100)
    long, short = (match_words(query_words(word), {}, lengths).weights[0] for word in ("데이터베이스", "서버"))
    assert len(query_words("데이터베이스")[0].terms) == 5
    assert long == pytest.approx(short * 5 / np.sqrt(5))
