"""What a prompt names exactly, how it is looked up, and whether the prompt speaks of anything else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.text.prompt_names import MOST_NAMES, names_in
from memserver.text.terms import index_terms


def named(prompt: str) -> list[tuple[str, str]]:
    return [(name.kind, name.text) for name in names_in(prompt).names]


@pytest.mark.parametrize(
    ("prompt", "names"),
    [
        ("What is the status of PAY-481?", [("ticket", "PAY-481")]),
        ("PAY-481의 상태는 어때?", [("ticket", "PAY-481")]),
        ("Is CVE-2024-12345 fixed?", [("ticket", "CVE-2024-12345")]),
        ("see #123 and GH-12, or PR 7", [("ticket", "#123"), ("ticket", "#12"), ("ticket", "#7")]),
        ("look at https://example.com/o/r/issues/45", [("ticket", "#45"), ("symbol", "example.com")]),
        ("PEP 484, RFC-7231 and adr 0007", [("ticket", "PEP 484"), ("ticket", "RFC-7231"), ("ticket", "adr 0007")]),
        ("what changed in 1a2b3c4?", [("commit", "1a2b3c4")]),
        ("open src/app/main.py:12 and .\\docs\\a.md", [("file", "src/app/main.py"), ("file", "docs\\a.md")]),
        ("회의록.md에서 뭐라고 했지?", [("file", "회의록.md")]),
        ("how does `retry` call build_index()?", [("symbol", "retry"), ("symbol", "build_index")]),
        ("parseLine and os.environ", [("file", "os.environ"), ("symbol", "parseLine")]),
        ("is HttpClient used?", [("symbol", "HttpClient")]),
        ("crate::io::read_all", [("symbol", "crate::io::read_all")]),
        ("mem_01m7r5s1t7ctd5jpwq4rqd", [("id", "mem_01m7r5s1t7ctd5jpwq4rqd")]),
        ("3f2504e0-4f89-11d3-9a0c-0305e82c3301", [("id", "3f2504e0-4f89-11d3-9a0c-0305e82c3301")]),
    ],
)  # fmt: skip
def test_names_are_found(prompt: str, names: list[tuple[str, str]]) -> None:
    assert named(prompt) == names


@pytest.mark.parametrize(
    "prompt",
    ["When do we deploy?", "배포는 언제 하나요?", "e.g. in the U.S. at 3.14 or 10:30", "on 2026-03-01, 1234567 times",
     "feedback, deadbeef, effaced", "and/or, TCP/IP, x-ray", "C# & F#", "…", ""],
)  # fmt: skip
def test_words_and_numbers_are_no_names(prompt: str) -> None:
    assert named(prompt) == []


@pytest.mark.parametrize(
    ("prompt", "text", "same"),
    [
        ("PAY-481", "Closed PAY-481.", True),
        ("PAY-481", "PAY481은 끝났다", True),
        ("PAY-481", "pay_481", True),
        ("PAY-481", "PAY-4810, XPAY-481, PAY 481", False),
        ("#12", "see #12", True),
        ("#12", "Issue 12 is open", True),
        ("GH-12", "merged in pull request #12", True),
        ("#12", "12 people, #120, a#12, 이슈 112", False),
        ("#12", "이슈 12", True),
        ("ADR 7", "as ADR-0007 says", True),
        ("ADR 7", "ADR 70", False),
        ("1a2b3c4", "in 1a2b3c4d5e6f", True),
        ("1a2b3c4d5e6f", "in 1a2b3c4", True),
        ("1a2b3c4d5e6f", "in 1a2b3c4ff", False),
        ("build_index", "call build_index()", True),
        ("build_index", "rebuild_index, build_index_fast, Build_Index", False),
        ("src/main.py", "in lib/src/main.py:4", True),
        ("src/main.py", "in src/main.pyc", False),
    ],
)
def test_the_same_name_in_a_text(prompt: str, text: str, same: bool) -> None:
    [name] = names_in(prompt).names
    assert name.stands_in(text) == same


@pytest.mark.parametrize(
    ("prompt", "more"),
    [
        ("What is the status of PAY-481?", False),
        ("PAY-481?", False),
        ("Who is assigned to PAY-481, and was it fixed last week?", False),
        ("tell me what we decided in PAY-481", False),
        ("PAY-481 진행 상황 알려줘", False),
        ("ABC-9 티켓은 누가 담당하고 있나요?", False),
        ("summarise commit 1a2b3c4 please", False),
        ("Which retry limit did we choose in PAY-481?", True),
        ("PAY-481: the login form crashes on an empty password", True),
        ("PAY-481에서 재시도 횟수를 몇 번으로 정했지?", True),
    ],
)
def test_a_prompt_speaks_of_nothing_but_names(prompt: str, more: bool) -> None:
    assert names_in(prompt).says_more == more


NAMES = st.one_of(
    st.from_regex(r"[A-Z]{2,5}-[1-9][0-9]{0,5}", fullmatch=True),
    st.from_regex(r"[a-z]{2,8}_[a-z]{2,8}", fullmatch=True),
    st.from_regex(r"[a-z]{2,6}/[a-z]{2,6}\.(py|md|ts)", fullmatch=True),
    st.from_regex(r"[A-Z][a-z]{2,6}[A-Z][a-z]{2,6}", fullmatch=True),
    st.from_regex(r"(?=[0-9a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{7,40}", fullmatch=True),
)


@given(
    name=NAMES,
    before=st.sampled_from(["", "What about ", "(", "그래서 "]),
    after=st.sampled_from(["", "?", ")", "는?"]),
)
def test_a_name_is_found_wherever_it_stands_and_its_terms_stand_in_its_text(name: str, before: str, after: str) -> None:
    found = [each for each in names_in(f"{before}{name}{after}").names if each.text == name]
    assert len(found) == 1
    text = f"In short: {name}, as said."
    assert found[0].stands_in(text)
    assert not found[0].stands_in(f"x{name}x")
    terms = index_terms(text)
    run = found[0].terms[0]
    assert any(tuple(terms[place : place + len(run)]) == run for place in range(len(terms)))


@given(st.text(max_size=300) | st.text("()[]`./_-#aA1 ", max_size=300))
def test_any_prompt_gives_few_names_that_stand_in_it(prompt: str) -> None:
    found = names_in(prompt)
    assert len(found.names) <= MOST_NAMES
    assert isinstance(found.says_more, bool)
    assert all(name.terms or name.kind == "ticket" for name in found.names)
