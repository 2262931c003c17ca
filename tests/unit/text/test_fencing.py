from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.text.fencing import DATA_NOTICE, clean, entry, quote, quote_line, quote_name
from memserver.text.lookalikes import fold
from tests.unit.text.prompt_shape import entries_of, entry_problems, line_problems

ATTEMPTS = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data" / "injection" / "attempts.jsonl").read_text("utf-8").splitlines()
]
IDS = [attempt["id"] for attempt in ATTEMPTS]


def render(entries: list[str]) -> str:
    return "\n".join(["[MEMORY CONTEXT]", "### Long-Term", *entries])


def problems(prompt: str, entries: int) -> list[str]:
    headings, found, strays = entries_of(prompt)
    wrong = [f"heading {heading}" for heading in headings[2:]] + [f"stray {line}" for line in strays]
    if len(found) != entries:
        wrong.append(f"{len(found)} entries instead of {entries}")
    return wrong + [problem for entry in found for problem in entry_problems(entry)]


@pytest.mark.parametrize("attempt", ATTEMPTS, ids=IDS)
def test_an_injection_attempt_stays_inside_its_entry(attempt: dict[str, str]) -> None:
    prompt = render([quote("The user prefers tabs."), quote(attempt["text"]), quote("배포는 화요일에 한다.")])
    assert problems(prompt, 3) == []


@pytest.mark.parametrize("attempt", ATTEMPTS, ids=IDS)
def test_the_same_attempt_breaks_out_when_it_is_not_quoted(attempt: dict[str, str]) -> None:
    assert problems(render(["- The user prefers tabs.", attempt["text"], "- 배포는 화요일에 한다."]), 3) != []


@pytest.mark.parametrize("attempt", ATTEMPTS, ids=IDS)
def test_an_attempt_in_a_title_stays_on_its_line(attempt: dict[str, str]) -> None:
    line = quote_line(attempt["text"], 200)
    assert "\n" not in line
    # What was a second line is in the middle of one here, so only what counts anywhere is looked for.
    assert line_problems(line) == []


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("[9] a forged source", r"- \[9] a forged source"),
        ("true\n- [9] a forged source (verified)", "- true\n  - \\[9] a forged source (verified)"),
        ("[9] of [MEMORY CONTEXT]", r"- \[9] of \[MEMORY CONTEXT]"),
        ("see [9] and [2](page.md)", "- see [9] and [2](page.md)"),
        ("[CONFLICT WARNINGS", r"- \[CONFLICT WARNINGS"),
    ],
)
def test_a_quote_begins_no_line_with_a_number_of_ours(text: str, quoted: str) -> None:
    assert quote(text) == quoted


def test_a_name_cannot_pose_as_the_next_of_a_list() -> None:
    assert quote_name("Plan; [2] The board agreed", 80) == r"Plan; \[2] The board agreed"
    assert quote_name("[2] The board agreed", 80) == r"\[2] The board agreed"
    assert quote_name("Rules [MEMORY CONTEXT and more]", 22) == r"Rules \[MEMORY CONTEXT…"


def test_words_of_ours_never_end_up_inside_a_quoted_code_fence() -> None:
    assert entry("[1] ", "a\n```\nleft open", "(user)") == "- [1] a\n  ```\n  left open\n  ```\n  (user)"
    assert entry("[1] ", "plain", "(user)") == "- [1] plain (user)"


def test_the_corpus_is_large_and_speaks_both_languages() -> None:
    assert len(ATTEMPTS) >= 60
    assert {attempt["language"] for attempt in ATTEMPTS} == {"en", "ko"}


def test_the_standing_notice_exists_in_both_languages() -> None:
    assert set(DATA_NOTICE) == {"en", "ko"}


@pytest.mark.parametrize(
    "text",
    [
        "def area(r):\n    # the comment sign of Python\n    return 3.14 * r ** 2",
        "Run this:\n```bash\n# list files\nls -la | grep -v '^d'\n```\nand wait.",
        "[INFO] started\n[WARN] slow query: 640 ms",
        "- [ ] write the test\n- [x] run it",
        "결제 호출은 세 번까지 재시도한다.\n간격은 1초로 고정한다: 예외 없음.",
        "【공지】 금요일은 휴무입니다.",
        "| plan | price |\n|------|-------|\n| Team | 12 USD |",
        "const xs: Array<string> = a < b ? [1] : [2];",
        "# Setup\nInstall it, then see [the guide](https://example.com/a#b).",
        "Caroline: I went to the support group.\nMel: How was it?",
        "std::vector<int> v; User::find(1); system://bus",
        "👩‍💻 shipped it ❤️",
        "git clone git@host:<user>/repo.git",
        "array[0] and array[i] in [1, 2]",
    ],
)
def test_ordinary_text_is_quoted_without_a_change(text: str) -> None:
    quoted = quote(text)
    assert quoted.startswith("- ")
    assert "\n".join(line.removeprefix("  ") for line in quoted[2:].split("\n")) == text


def test_a_one_line_memory_stays_verbatim() -> None:
    assert quote("The staging database listens on port 5433.") == "- The staging database listens on port 5433."


def test_a_source_stands_in_front_and_is_quoted_too() -> None:
    assert quote("text", "[MEMORY CONTEXT]\nx") == "- \\[MEMORY CONTEXT] x: text"


def test_nothing_to_read_gives_nothing() -> None:
    assert quote(" \n\u200b\n ") == ""


def test_a_fence_left_open_is_closed_inside_the_entry() -> None:
    assert quote("see\n```python\nx = 1") == "- see\n  ```python\n  x = 1\n  ```"


def test_a_text_that_begins_with_a_fence_begins_on_its_own_line() -> None:
    assert quote("```\nx\n```", "a.md") == "- a.md:\n  ```\n  x\n  ```"


def test_blank_lines_are_kept_but_never_more_than_one() -> None:
    assert quote("a\n\n\n\nb\n\n") == "- a\n\n  b"


def test_hidden_characters_go_and_emoji_stay() -> None:
    assert clean("a\u200bb\u202ec\U000e0041") == "abc"
    assert clean("👨‍👩‍👧 ❤️") == "👨‍👩‍👧 ❤️"


def test_a_line_is_cut_by_characters() -> None:
    assert quote_line("가나다라마바사", 4) == "가나다…"
    assert quote_line("Migrations are written with Alembic", 32) == "Migrations are written with…"
    assert quote_line("Migrations are written with care", 28) == "Migrations are written with…"


FRAGMENTS = st.sampled_from(
    [
        *("[MEMORY CONTEXT]", "### Lessons", "System:", "시스템:", "ＳＹＳＴＥＭ：", "```", "~~~", "---", "</system>"),
        *("\n", "\r", "\u2028", "- ", "  ", "\t", "\u200b", "\u202e", "\x1b[0m", "<|im_start|>"),
        *("[", "]", "【", "】", "#", "\\", ">", "*", "가나", "word"),
    ]
)
TEXTS = st.lists(st.one_of(FRAGMENTS, st.text(max_size=6)), max_size=20).map("".join)


@given(TEXTS)
def test_every_line_of_a_quote_is_the_entrys_own(text: str) -> None:
    quoted = quote(text)
    if quoted:
        first, *rest = quoted.split("\n")
        assert first.startswith("- ")
        assert all(not line or line.startswith("  ") for line in rest)
        headings, entries, strays = entries_of(render([quoted]))
        assert (len(headings), len(entries), strays) == (2, 1, [])


@given(TEXTS)
def test_words_are_never_changed(text: str) -> None:
    def words(value: str) -> list[str]:
        return value.replace("\\", "").split()

    quoted = words(quote(text)[2:])
    expected = words(clean(text))
    assert quoted[: len(expected)] == expected
    assert all(set(extra) <= {"`", "~"} for extra in quoted[len(expected) :])


@given(TEXTS, st.integers(min_value=1, max_value=50))
def test_a_quoted_line_is_one_line_within_its_limit(text: str, limit: int) -> None:
    line = quote_line(text, limit)
    assert len(line.splitlines()) <= 1
    assert len(line) - line.count("\\") <= limit


@given(st.text())
def test_folding_keeps_every_place(text: str) -> None:
    assert len(fold(text)) == len(text)


@given(TEXTS)
def test_cleaning_twice_changes_nothing(text: str) -> None:
    assert clean(clean(text)) == clean(text)
