from __future__ import annotations

from dataclasses import replace

import pytest

from memserver.growth.judge import Judgement
from memserver.turn.complete import Answered, Source, judge, with_judgement

SOURCE = Source("m1", "Retention", None, "", "Application logs are kept for 90 days.", 0.9)
RIGHT = Answered(
    turn_id="t",
    answer="Application logs are kept for 90 days [1].",
    prompt="How long are application logs kept?",
    language="en",
    task=None,
    sources=[SOURCE],
    signals={"chunk_count": 1, "top_score": 0.9},
)


def test_evidence_counts_as_far_as_the_answer_uses_it() -> None:
    other = replace(RIGHT, answer="Whales are mammals and breathe air [1].")
    assert {"evidence", "topScore", "citation"} <= judge(RIGHT).confidence.parts.keys()
    assert not {"evidence", "topScore", "citation"} & judge(other).confidence.parts.keys()
    assert judge(other).gaps.weak_grounding


def test_likely_sources_count_beside_one_that_is_used() -> None:
    more = [SOURCE, *(Source(f"m{number}", "Other", None, "", "Cats sleep a lot.", 0.8) for number in range(2, 6))]
    five = replace(RIGHT, sources=more, signals={"chunk_count": 5, "top_score": 0.9})
    assert judge(five).confidence.score >= 90


def test_a_record_of_an_earlier_version_is_judged_by_its_excerpt() -> None:
    old = Source("m1", "Retention", None, "Application logs are kept for 90 days.")
    wrong = replace(RIGHT, answer="Application logs are kept for 30 days [1].", sources=[old])
    assert judge(replace(RIGHT, sources=[old])).confidence.score >= 70
    assert judge(wrong).confidence.score < 50


@pytest.mark.parametrize(("field", "most"), [("contradiction", 49), ("grounded", 69)])
def test_the_self_check_caps_the_score(field: str, most: int) -> None:
    verdict = Judgement(ran=True, answered=True, grounded=field != "grounded", contradiction=field == "contradiction")
    completion = judge(RIGHT)
    checked = with_judgement(RIGHT, completion, verdict)
    assert completion.confidence.score > most >= checked.confidence.score
    assert checked.confidence.parts["selfCheck"] < 0
    assert checked.footer.index("self-check") < checked.footer.index("sources cited")


def test_a_self_check_that_finds_nothing_changes_no_score() -> None:
    completion = judge(RIGHT)
    verdict = Judgement(ran=True, answered=True, grounded=True, contradiction=False)
    assert with_judgement(RIGHT, completion, verdict).confidence == completion.confidence
    failed = Judgement(ran=False, error="timeout")
    assert with_judgement(RIGHT, completion, failed).confidence == completion.confidence
