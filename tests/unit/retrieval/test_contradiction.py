from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memserver.retrieval.contradiction import compare

DATA = Path(__file__).parents[2] / "data" / "conflicts"
PAIRS = [json.loads(line) for file in sorted(DATA.glob("*.jsonl")) for line in file.read_text("utf-8").splitlines()]
EARLIER = datetime(2026, 3, 1, tzinfo=UTC)
LATER = EARLIER + timedelta(days=3)
DISAGREE = {"supersedes", "conflicts"}


def test_labelled_pairs_are_judged_precisely_in_both_languages() -> None:
    for language in ("en", "ko"):
        pairs = [pair for pair in PAIRS if pair["id"].startswith(language)]
        judged = [(p["relation"] in DISAGREE, compare(p["new"], p["old"]).kind in DISAGREE) for p in pairs]
        hits = sum(gold and found for gold, found in judged)
        found = sum(found for _, found in judged)
        gold = sum(gold for gold, _ in judged)
        print(f"{language}: precision {hits / found:.3f}, recall {hits / gold:.3f} on {len(pairs)} pairs")
        assert len(pairs) >= 60
        assert hits / found >= 0.9
        assert hits / gold >= 0.8


def test_most_relations_are_named_exactly() -> None:
    """That a later statement replaces an earlier one is said only where it says so; else both are kept, in conflict."""
    kinds = [(p["relation"], compare(p["new"], p["old"], None, LATER, EARLIER).kind) for p in PAIRS]
    right = sum(kind == gold or (gold, kind) == ("supersedes", "conflicts") for gold, kind in kinds)
    assert right / len(PAIRS) >= 0.85
    assert {gold for gold, kind in kinds if kind == "supersedes"} == {"supersedes"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("We deploy on Fridays.", "We no longer deploy on Fridays."),
        ("배포는 금요일에 한다.", "이제 금요일에는 배포하지 않는다."),
        ("The staging database listens on port 5432.", "The staging database now listens on port 6432."),
    ],
)
def test_a_stated_change_supersedes_even_when_times_are_unknown(old: str, new: str) -> None:
    assert compare(new, old).kind == "supersedes"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The staging port is 5432.", "The production port is 6432."),
        ("스테이징 포트는 5432이다.", "운영 포트는 6432이다."),
        ("Alice owns the billing service.", "Alice owns the search service."),
        ("Version 3 of the schema has 12 tables.", "Version 4 of the schema has 15 tables."),
    ],
)
def test_similar_wording_about_different_subjects_is_compatible(one: str, other: str) -> None:
    assert compare(other, one, 0.97, LATER, EARLIER).kind == "compatible"


def test_evidence_names_what_changed() -> None:
    verdict = compare("The port is 6432.", "The port is 5432.", None, LATER, EARLIER)
    assert verdict.evidence == ("port: 5432 → 6432",)
    assert "no longer" in compare("We no longer deploy on Fridays.", "We deploy on Fridays.").evidence[0]


def test_evidence_is_in_the_words_of_the_texts_and_not_in_stems() -> None:
    verdict = compare("Releases need one approval.", "Releases need two approvals.", None, LATER, EARLIER)
    assert verdict.evidence[0] == "releases: two approvals → one approval"
    verdict = compare(
        "The databases are stored in Frankfurt.", "The databases are stored in Dublin.", None, LATER, EARLIER
    )
    assert verdict.evidence[0] == "Dublin → Frankfurt"
    verdict = compare("배포는 금요일에 한다.", "배포는 목요일에 한다.", None, LATER, EARLIER)
    assert verdict.evidence[0] == "배포: 목요일 → 금요일"


def test_without_a_change_word_a_difference_is_a_conflict_whichever_is_newer() -> None:
    one, other = "The request timeout is 10 seconds.", "The request timeout is 30 seconds."
    assert compare(one, other).kind == "conflicts"
    assert compare(one, other, None, LATER, EARLIER).kind == "conflicts"
    assert compare(one, other, None, EARLIER, LATER).kind == "conflicts"


def test_a_hedged_statement_never_replaces_a_plain_one() -> None:
    assert compare("Maybe the cache TTL is 5 minutes.", "The cache TTL is 10 minutes.", None, LATER, EARLIER).kind == (
        "conflicts"
    )


def test_high_similarity_is_no_duplicate_when_a_name_or_number_differs() -> None:
    assert compare("Bob owns the billing service.", "Alice owns the billing service.", 0.99).kind == "conflicts"
    assert compare("Retry 4 times.", "Retry 3 times.", 0.99).kind != "duplicate"
    assert compare("Seconds are fine.", "Use seconds here.", 0.99).kind in ("duplicate", "compatible")


def test_units_are_compared_by_size() -> None:
    assert compare("The timeout is 1 minute.", "The timeout is 60 seconds.", None, LATER, EARLIER).kind == "duplicate"


STATEMENTS = st.one_of(
    st.text(max_size=80),
    st.sampled_from([pair[side] for pair in PAIRS for side in ("old", "new")]),
)


@settings(max_examples=200)
@given(STATEMENTS, STATEMENTS)
def test_comparing_never_raises_and_confidence_stays_in_range(one: str, other: str) -> None:
    verdict = compare(one, other, 0.5, LATER, EARLIER)
    assert 0.0 <= verdict.confidence <= 1.0


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair["id"])
def test_a_statement_never_disagrees_with_itself(pair: dict[str, str]) -> None:
    assert compare(pair["old"], pair["old"], None, LATER, EARLIER).kind == "duplicate"


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Service 2 listens on port 8002.", "Service 1 listens on port 8001."),
        ("The server web-02 has 32 GB of memory.", "The server web-01 has 16 GB of memory."),
        ("Room 12 holds 40 people.", "Room 11 holds 30 people."),
        ("Sprint 14 ends on June 12.", "Sprint 13 ends on May 29."),
        ("Ticket #812 is assigned to Kim.", "Ticket #811 is assigned to Lee."),
        ("2번 서비스는 8002 포트를 쓴다.", "1번 서비스는 8001 포트를 쓴다."),
        ("회의실 12호는 40명이 들어간다.", "회의실 11호는 30명이 들어간다."),
        ("2월 매출은 4억이었다.", "1월 매출은 3억이었다."),
    ],
)
def test_things_told_apart_by_a_number_do_not_replace_each_other(new: str, old: str) -> None:
    assert compare(new, old, 0.95, LATER, EARLIER).kind == "compatible"
