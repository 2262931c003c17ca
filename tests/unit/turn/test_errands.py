from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.embedding.local import local_fingerprint
from memserver.turn.errands import LONGEST_ERRAND, errand_model, read_prompt
from scripts.build_errand_weights import SILENT, held_out_prompts, shipped_questions


@pytest.mark.parametrize("prompt", ["yes", "Go on", "고마워", "looks good", "continue", "ok thanks!", "네 그렇게 해줘"])
def test_an_acknowledgement_is_known(prompt: str) -> None:
    assert read_prompt(prompt).kind == "acknowledgement"


@pytest.mark.parametrize(
    "prompt", ["write a commit message", "run the tests again", "커밋해줘", "fix the typo above", "make it shorter"]
)
def test_an_errand_is_known(prompt: str) -> None:
    assert read_prompt(prompt).kind == "errand"


@pytest.mark.parametrize(
    "prompt",
    [
        "write a commit message for the retry change in billing",
        "yes, but why did we drop Redis?",
        "go on with the export of invoices, what did we decide about the format?",
        "where were we?",
        "고마워, 이제 큐를 카프카로 바꿔줘",
        "결제 재시도 변경 커밋 메시지 써줘",
        "Redis?",
        "어디까지 했더라?",
    ],
)
def test_what_names_a_subject_or_asks_for_the_past_is_a_task(prompt: str) -> None:
    assert read_prompt(prompt).kind == "task"


@pytest.mark.parametrize("prompt", ["fix it", "make it better", "write a report", "그거 좀 고쳐줘"])
def test_work_that_is_left_open_is_a_task_so_that_it_can_be_asked_back(prompt: str) -> None:
    reading = read_prompt(prompt)
    assert reading.kind == "task"
    assert reading.open > 0.3


def test_whoever_says_much_names_something() -> None:
    assert read_prompt("yes " * LONGEST_ERRAND).task == 1.0
    assert read_prompt("").kind != "errand"


def test_the_errors_on_prompts_of_other_phrasings_stay_as_measured() -> None:
    """Words alone; with vectors both are lower (docs/decisions/0021-errands.md)."""
    held_out = [prompt for part in ("first", "second", "third") for prompt in held_out_prompts(part)]
    silenced = [each.text for each in held_out if each.kind == "task" and read_prompt(each.text).kind != "task"]
    spoken = [each.text for each in held_out if each.kind in SILENT and read_prompt(each.text).kind == "task"]
    tasks = sum(each.kind == "task" for each in held_out)
    assert len(silenced) <= 0.04 * tasks, silenced
    assert len(spoken) <= 0.09 * (len(held_out) - tasks), spoken


def test_of_real_questions_hardly_any_is_silenced() -> None:
    questions = shipped_questions()
    silenced = [each.text for each in questions if read_prompt(each.text).kind != "task"]
    # Two of them are errands by our reading: "Run the linter", in both languages.
    assert len(silenced) <= 0.01 * len(questions) + 2, silenced


def test_a_vector_of_another_space_is_not_looked_at() -> None:
    vector = np.full(384, 0.05, np.float32)
    assert errand_model().space == local_fingerprint(), "run `python scripts/build_errand_weights.py`"
    assert read_prompt("commit it", vector, "other") == read_prompt("commit it")
    assert read_prompt("commit it", vector, local_fingerprint()) != read_prompt("commit it")


@given(st.text(max_size=200))
def test_any_text_has_three_chances_that_add_up(text: str) -> None:
    reading = read_prompt(text)
    assert reading.acknowledgement + reading.errand + reading.task == pytest.approx(1, abs=1e-5)
    assert 0 <= reading.open <= reading.task + 1e-6
    assert read_prompt(text) == reading
