from __future__ import annotations

import os
from pathlib import Path

import pytest

from benchmarks.conflicts import bench_data, score_bench
from memserver.retrieval.divergence import divergent
from memserver.retrieval.severity import severity

LONG_STORY = "Boats came down the river with bread and blankets, and everybody helped to carry them. " * 6


def test_long_messages_of_the_bench_are_told_apart() -> None:
    folder = bench_data()
    if folder is None:
        pytest.skip("the bench data is not there: set MEMSERVER_BENCH_DATA to its folder")
    score = score_bench(folder)
    print(f"conflict-pairs-dev: precision {score.precision:.3f}, recall {score.recall:.3f}")
    assert score.precision >= 0.8
    assert score.recall >= 0.5


def test_the_bench_folder_is_taken_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMSERVER_BENCH_DATA", os.fspath(tmp_path))
    assert bench_data() is None


def test_a_moved_date_inside_long_notes_is_found_with_both_passages() -> None:
    first = (
        "Notes from planning. The beta launch for the mobile client is set for March 3, and Dana prepares the "
        "announcement. We also talked about hiring."
    )
    second = (
        "Status update: the beta launch of the mobile client was postponed to March 17 because of the store review."
    )
    found = divergent(first, second)
    assert found is not None
    assert "March 3" in found.first
    assert "March 17" in found.second


def test_korean_notes_that_disagree_are_found() -> None:
    first = "회의록. 결제 서비스 타임아웃은 30초로 합의했다. 다음 회의는 나중에 정한다."
    second = "운영 가이드 초안. 결제 서비스 타임아웃은 60초로 합의했다."
    assert divergent(first.replace("회의록. ", ""), second.replace("운영 가이드 초안. ", "")) is not None
    assert divergent(first, "점심 메뉴는 김치찌개였다. 다들 만족했다.") is None


def test_documents_of_one_title_with_different_bodies_are_a_weak_divergence() -> None:
    found = divergent(
        "Use the blue button to start the export of all invoices.",
        "Call the finance desk before noon and ask for approval.",
        title_a="Invoice export guide",
        title_b="Invoice export guide",
    )
    assert found is not None
    assert found.confidence < 0.5


@pytest.mark.parametrize(
    ("one", "another"),
    [
        ("Jon: Hey Gina! How are you?", "Gina: Oh no, Jon! That is sad."),
        ("Mina: Hey Jon, long time no see! Things are fine.", "Jon: Hey Mina, it has been a long time."),
        ("It's awesome to see it all coming together!", "Can't wait to see it all come together!"),
        ("Have faith in yourself, Jon.", "It's hard to run a business when you don't have faith in yourself."),
        ("Use XML tags.", "There are no canonical XML tags that the model has been trained with in particular."),
    ],
)
def test_talk_that_shares_some_words_does_not_disagree(one: str, another: str) -> None:
    assert divergent(one, another) is None
    assert divergent(another, one) is None


@pytest.mark.parametrize(
    ("one", "another"),
    [
        ("The admin panel requires a VPN. Ask Sora for access.", "Good news. The admin panel does not require a VPN."),
        ("Kickoff notes. We use tabs for indentation in this repository.", "We use spaces for indentation here."),
        ("I've never met Bryan at any film festival.", "I got good advice from Bryan at the film festival in March."),
    ],
)
def test_what_says_nearly_the_same_and_one_thing_else_disagrees(one: str, another: str) -> None:
    assert divergent(one, another) is not None
    assert divergent(another, one) is not None


def test_amounts_of_very_different_size_are_not_of_one_thing() -> None:
    text = "The yearly budget of the design team was raised to ${} after the review."
    assert divergent(text.format("4,000"), "The yearly budget of the design team is $3,000 in total.") is not None
    assert divergent(text.format("4,000"), "The yearly budget of the design team is $30 in total.") is None


def test_descriptions_of_pictures_and_data_are_not_compared() -> None:
    picture = "[shares photo: a photo of {} turtles sitting on a rock in a pond]"
    assert divergent(picture.format("three"), picture.format("two")) is None
    data = 'data: {{"type": "content_block_delta", "index": {}, "delta": {{"type": "text_delta"}}}}'
    assert divergent(data.format(0), data.format(1)) is None
    assert divergent("net sales | $8347 | $8161 | $8268", "net sales | $9105 | $9202 | $9288") is None


def test_different_things_of_different_years_may_all_hold() -> None:
    one = "Net sales of the shop increased by $186 million in 2012."
    another = "Net sales of the shop increased by $97 million in 2015."
    assert divergent(one, another) is None
    assert divergent(one, another.replace("2015", "2012")) is not None
    assert divergent("The lease of the warehouse ends in 2026.", "The lease of the warehouse ends in 2027.") is not None
    assert divergent("The tower was built in 1840 for the garrison.", "In 1917 the town built a fire station.") is None
    earlier, later = (
        "Sales for 2012 rose by $186 million against 2011.",
        "Sales for 2011 rose by $97 million against 2010.",
    )
    assert divergent(earlier, later) is None
    assert (
        divergent("The 2021 notes have a discount of $4 million.", "The 2022 notes have a discount of $5 million.")
        is None
    )


def test_a_line_break_that_is_written_out_does_not_make_a_negation() -> None:
    told = "One of the steps is to open the page of the theme."
    assert divergent(f"Steps:\\n{told}", told) is None


def test_code_is_never_compared() -> None:
    assert divergent("```\nport = 5432\n```", "```\nport = 6432\n```") is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The plan is fine.", "NONE"),
        ("There was some controversy.", "LOW"),
        ("Team A disagrees with team B about tabs versus spaces.", "MEDIUM"),
        ("They disagree, the two reports contradict each other, a dispute; the debate goes on.", "HIGH"),
        ("Resolve the merge conflict in VS Code and run the tests against Postgres.", "NONE"),
        ("두 보고서의 수치가 상충하고 의견이 엇갈린다.", "MEDIUM"),
        ("머지 충돌을 해결했다.", "NONE"),
        ("Design A versus design B: the team is against the first.", "MEDIUM"),
        (f"They fought against the flood. {LONG_STORY} Then they stood against the wind.", "LOW"),
        (f"They fought against the flood. {LONG_STORY} What it cost is disputed.", "MEDIUM"),
    ],
)
def test_self_flagged_opposition_is_counted_by_whole_words(text: str, expected: str) -> None:
    assert severity(text) == expected


@pytest.mark.parametrize(
    ("one", "another"),
    [
        ("사용자 세션은 45분 뒤에 끝난다.", "관리자 세션은 10분 뒤에 끝난다."),
        ("서울 사무실은 좌석이 40개다.", "베를린 사무실은 좌석이 25개다."),
        ("Seoul: the office has 40 seats in total.", "Berlin: the office has 25 seats in total."),
        ("The upload limit for invoices is 10 MB.", "The upload limit for photos is 20 MB."),
        (
            "Sales made up 18% of the sales of the locks segment.",
            "Sales made up 14% of the sales of the doors segment.",
        ),
    ],
)
def test_values_of_two_things_that_each_name_their_own_do_not_diverge(one: str, another: str) -> None:
    assert divergent(one, another) is None
