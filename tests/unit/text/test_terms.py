"""The terms of the lexical index: the same for what is stored and for what is asked."""

from __future__ import annotations

import sqlite3
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.text.terms import (
    LONGEST_TERM,
    QueryWord,
    fts_document,
    fts_query,
    index_terms,
    query_terms,
    query_words,
    terms_of,
)

MIXED = st.text(alphabet=st.sampled_from(list("abcXYZ배포테스트서버를에서 _-'’.0123é\n\"*()")), max_size=60)


def test_stop_words_are_left_out_and_the_rest_is_stemmed() -> None:
    assert index_terms("When did the deployments of the servers happen?") == ["deploy", "serv", "happen"]


@pytest.mark.parametrize(
    "identifier",
    ["buildMemoryContext", "build_memory_context", "BuildMemoryContext", "build-memory-context"],
)
def test_an_identifier_is_kept_whole_and_split(identifier: str) -> None:
    terms = index_terms(identifier)

    assert terms[:3] == ["build", "memori", "context"]
    assert "buildmemorycontext" in terms


def test_spellings_with_and_without_a_hyphen_meet() -> None:
    assert set(index_terms("email rollout")) <= set(index_terms("e-mail roll-out"))


def test_possessive_forms_and_accents_do_not_matter() -> None:
    assert index_terms("Caroline's café") == index_terms("Caroline cafe")


@pytest.mark.parametrize("asked", ["배포", "배포를", "배포했습니다", "배포는", "배포하면", "배포에서"])
def test_korean_words_meet_whatever_particle_or_ending_they_carry(asked: str) -> None:
    assert "배포" in index_terms(asked)


def test_a_korean_word_is_found_inside_a_compound() -> None:
    assert set(index_terms("배포")) <= set(index_terms("배포스크립트"))


@pytest.mark.parametrize(("text", "kept"), [("API를", "api"), ("GitHub에서", "github"), ("Redis의", "redis")])
def test_a_particle_behind_a_latin_word_is_no_term(text: str, kept: str) -> None:
    terms = index_terms(text)

    assert kept in terms
    assert all(term.isascii() for term in terms)


def test_one_syllable_nouns_survive_their_particle() -> None:
    assert index_terms("집에서") == index_terms("집까지") == ["집"]


def test_decomposed_hangul_gives_the_same_terms() -> None:
    text = "회의록을 정리했다"

    assert index_terms(unicodedata.normalize("NFD", text)) == index_terms(text)


def test_a_korean_word_is_one_word_of_a_question() -> None:
    (word,) = query_words("테스트")

    assert word.terms == ("테스", "스트")


@pytest.mark.parametrize(
    ("asked", "meant"), [("배포", "deploy"), ("deploy", "배포"), ("db", "databas"), ("버그", "bug")]
)
def test_synonyms_work_in_both_directions(asked: str, meant: str) -> None:
    (word,) = query_words(asked)

    assert (meant,) in word.synonyms


def test_a_synonym_that_was_asked_for_itself_is_not_asked_twice() -> None:
    words = query_words("deploy 배포")

    assert [word.terms for word in words] == [("deploy",), ("배포",)]
    assert all(("배포",) not in word.synonyms and ("deploy",) not in word.synonyms for word in words)


def test_terms_to_look_up_hold_every_synonym_once() -> None:
    words = [QueryWord(("a",), (("b", "c"),)), QueryWord(("b",))]

    assert terms_of(words) == ["a", "b", "c"]


def test_nothing_is_asked_for_when_a_question_has_only_stop_words() -> None:
    assert query_words("What was that?") == []
    assert fts_query(query_terms("그건 뭐였지?")) == "" or query_terms("그건 뭐였지?")


@given(st.text(max_size=200))
def test_any_text_gives_terms_that_the_database_keeps_as_they_are(text: str) -> None:
    terms = index_terms(text)

    assert all(term and " " not in term and len(term) <= LONGEST_TERM + 20 for term in terms)
    assert fts_document(text) == " ".join(terms)


@given(MIXED)
def test_every_text_is_found_by_its_own_words(text: str) -> None:
    terms = query_terms(text)
    database = sqlite3.connect(":memory:")
    database.execute(
        "CREATE VIRTUAL TABLE t USING fts5(x, tokenize = \"unicode61 remove_diacritics 0 tokenchars '_'\")"
    )
    database.execute("INSERT INTO t(rowid, x) VALUES (1, ?)", (fts_document(text),))
    try:
        for term in terms:
            rows = database.execute("SELECT rowid FROM t WHERE t MATCH ?", (fts_query([term]),)).fetchall()
            assert rows == [(1,)], term
    finally:
        database.close()


@pytest.mark.parametrize("asked", ["배포하지", "배포했었지", "배포되나", "배포할지도"])
def test_a_korean_verb_has_the_synonyms_of_its_noun(asked: str) -> None:
    assert any(("deploy",) in word.synonyms for word in query_words(asked))


@pytest.mark.parametrize("asked", ["하지만", "해변", "배포처", "회의실"])
def test_what_only_begins_like_a_noun_has_none(asked: str) -> None:
    assert not any(word.synonyms for word in query_words(asked))
