from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.growth.requirement_files import built_in_types, read_types, with_user_types
from memserver.growth.requirements import TaskType, coverage, detect_task_type

MINUTES = """# Minutes, 2025-03-04
Attendees: Mina, Joon, Paul
Agenda: login page
Decisions: ship without SSO
Action items
- fix the login page — owner: Joon, due 14 March
"""


def found(prompt: str) -> str | None:
    task = detect_task_type(prompt, built_in_types())
    return task.id if task else None


def task(name: str) -> TaskType:
    return next(kind for kind in built_in_types() if kind.id == name)


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("Write the meeting minutes of today", "meeting-minutes"),
        ("오늘 주간회의록을 작성해줘", "meeting-minutes"),
        ("Do a market research on note-taking apps", "market-research"),
        ("국내 시장조사 해줘", "market-research"),
        ("경쟁사 세 곳의 가격을 비교해줘", "market-research"),
        ("Prepare a feasibility study for SSO", "work-research"),
        ("도입 사례를 조사해줘", "work-research"),
        ("Research how other teams handle their on-call weeks", "work-research"),
        ("다른 팀의 온콜 방식을 리서치해줘", "work-research"),
        ("출시 주간의 일정표를 만들어줘", "schedule"),
        ("Open the file src/schedule.py", None),
        ("Schedule a call with Sofia on Tuesday", "schedule"),
        ("다음 주 화요일에 회의를 잡아줘", "schedule"),
        ("File a bug report: export crashes", "bug-report"),
        ("버그 리포트 써줘", "bug-report"),
        ("Review PR #482", "code-review"),
        ("이 PR 좀 검토해줘", "code-review"),
        ("Prepare the release notes for 1.8", "release"),
        ("v1.8.0 릴리스 노트를 작성해줘", "release"),
        ("Can you draft the release notes?", "release"),
        ("What changed since 1.7? Write the release notes.", "release"),
        ("이번에 뭐가 바뀌었는지 릴리스 노트를 작성해 줄래?", "release"),
        ("Plan the data migration to Postgres", "migration"),
        ("데이터 이관 계획을 세워줘", "migration"),
        ("Write an ADR on SQLite", "design-decision"),
        ("설계 결정 문서를 작성해줘", "design-decision"),
    ],
)
def test_a_task_is_recognised(prompt: str, expected: str) -> None:
    assert found(prompt) == expected


@pytest.mark.parametrize(
    "prompt",
    [
        "Where are the meeting minutes of March?",
        "회의실은 어디야?",
        "How many minutes of downtime did we have?",
        "What changed in the last release?",
        "List the bugs that block the release",
        "Who reviewed this?",
        "What is a migration?",
        "Who signs off the rollback plan of a release?",
        "When do we prepare the release notes?",
        "릴리스 노트는 누가 작성해?",
        "rename foo to bar",
        "",
    ],
)
def test_naming_a_thing_is_not_asking_for_it(prompt: str) -> None:
    assert found(prompt) is None


def test_the_task_of_a_long_prompt_stands_at_its_ends() -> None:
    pasted = "lorem ipsum dolor sit amet\n" * 200
    assert found(pasted + "Write the meeting minutes of this talk") == "meeting-minutes"
    assert found("look:\n" + pasted + "write the meeting minutes\n" + pasted) is None


def test_a_full_answer_covers_everything() -> None:
    result = coverage(task("meeting-minutes"), MINUTES)
    assert (result.ran, result.task_id, result.missing, result.complete) == (True, "meeting-minutes", (), True)


def test_what_is_left_out_is_missing_in_the_order_of_the_type() -> None:
    result = coverage(task("meeting-minutes"), "Attendees: Mina. We decided to ship on 2025-03-04.")
    assert result.covered == ("attendees", "date", "decisions")
    assert result.missing == ("agenda", "action-items", "owner", "deadline")


@pytest.mark.parametrize(
    "line", ["Owner: TBD", "Owner: not stated", "**Owner**: n/a", "담당자: 미정", "## Owner\n\n## Next", "- owner:"]
)
def test_a_placeholder_does_not_fill_an_element(line: str) -> None:
    assert "owner" in coverage(task("meeting-minutes"), line).missing


@pytest.mark.parametrize(
    "line", ["Owner: Joon", "담당자는 준호입니다", "## Owner\nJoon", "| Owner | Due |\n|---|---|\n| Joon | Fri |"]
)
def test_a_stated_element_is_covered(line: str) -> None:
    assert "owner" in coverage(task("meeting-minutes"), line).covered


def test_without_a_task_nothing_is_checked() -> None:
    assert not coverage(None, "anything").ran


def test_every_element_has_a_name_in_both_languages() -> None:
    assert len(built_in_types()) == 9
    for kind in built_in_types():
        assert {"en", "ko"} <= set(kind.labels)
        assert all({"en", "ko"} <= set(element.labels) for element in kind.elements)


OWN = """
types:
  - id: press-release
    label: {en: Press release, ko: 보도자료}
    highImpact: true
    objects: [press release, 보도자료]
    actions: ["@write"]
    elements:
      - id: headline
        label: {en: Headline, ko: 제목}
        covered: [headline, 제목]
      - embargo
  - id: schedule
    objects: [shift plan]
    elements: [who]
"""


def test_a_users_types_come_first_and_replace_ours() -> None:
    own, complaints = read_types(OWN)
    types = with_user_types(own)
    assert complaints == ()
    assert [kind.id for kind in types[:2]] == ["press-release", "schedule"]
    assert len(types) == 10
    press = detect_task_type("보도자료 써줘", types)
    assert press is not None
    assert press.high_impact
    assert coverage(press, "Headline: We ship").missing == ("embargo",)
    assert detect_task_type("make the shift plan", types) == own[1]


def test_json_is_read_as_well() -> None:
    own, complaints = read_types('{"types": [{"id": "x", "objects": ["ex"], "elements": ["a"]}]}')
    assert [kind.id for kind in own] == ["x"]
    assert complaints == ()


@pytest.mark.parametrize(
    "answer",
    [
        "민수와 지영이 SSO 없이 출시하기로 했고, 로그인은 3월 14일까지 고친다.",
        "It was agreed to ship without SSO; Joon fixes the login page by Friday.",
    ],
)
def test_decisions_and_deadlines_are_found_in_plain_sentences(answer: str) -> None:
    assert {"decisions", "deadline"} <= set(coverage(task("meeting-minutes"), answer).covered)


@pytest.mark.parametrize("answer", ["The page was rewritten by Joon in 2024.", "여기까지 논의했다."])
def test_who_did_it_and_how_far_is_no_deadline(answer: str) -> None:
    assert "deadline" in coverage(task("meeting-minutes"), answer).missing


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("types:\n  - objects: [a]\n", 2),
        ("types:\n  - id: a\n    objects: [b]\n", 2),
        ("types:\n  - id: a\n    objects: [b]\n    elements:\n      - {}\n      - ok\n", 5),
        ("types:\n  - id: a\n    objects: b: c\n", 3),
        ("types:\n  - id: a\n    objects: [b]\n    elements: [x]\n  - id: a\n    objects: [b]\n    elements: [x]\n", 5),
        ("types:\n  - id: a\n    objects: [b]\n    elements:\n      - id: e\n        covered: ['@nonsense']\n", 6),
        ("nothing: here\n", 1),
        ("- a\n- b\n", 1),
    ],
)
def test_what_does_not_fit_is_reported_with_its_line(text: str, line: int) -> None:
    _, complaints = read_types(text)
    assert complaints
    assert complaints[0].line == line
    assert str(complaints[0]) == f"line {line}: {complaints[0].message}"


def test_one_bad_type_fails_alone() -> None:
    own, complaints = read_types("types:\n  - nonsense\n  - id: a\n    objects: [b]\n    elements: [c]\n")
    assert [kind.id for kind in own] == ["a"]
    assert len(complaints) == 1


def test_an_empty_file_is_fine() -> None:
    assert read_types("") == ((), ())
    assert read_types("# only a comment\n") == ((), ())


def test_nested_aliases_do_not_explode() -> None:
    bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n"
        for before, name in zip("abcdefg", "bcdefgh", strict=True)
    )
    _, complaints = read_types(bomb + "types: []\n")
    assert complaints


@given(st.text(max_size=200))
def test_any_file_is_read_without_an_error(text: str) -> None:
    read_types(text)
    read_types("types:\n  - id: a\n    objects: " + text)
