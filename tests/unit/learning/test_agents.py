"""The keyword table: whole words, Korean stems, the first row on a tie."""

from __future__ import annotations

import pytest

from memserver.learning.agents import INITIAL_AGENTS, KeywordTable, domain_agent
from memserver.storage.routing import AgentRow

TABLE = KeywordTable(INITIAL_AGENTS)


def test_the_initial_table_is_the_agreed_one() -> None:
    assert [(agent.name, agent.keywords) for agent in INITIAL_AGENTS] == [
        ("security-auditor", ("security", "auth", "password", "token")),
        ("tester", ("test", "spec", "mock", "coverage")),
        ("performance-engineer", ("perf", "optimize", "slow", "memory")),
        ("researcher", ("fix", "bug", "error", "debug")),
        ("system-architect", ("refactor", "architect", "design")),
        ("coder", ()),
    ]


@pytest.mark.parametrize(
    ("task", "agent"),
    [
        ("Rotate the password and the token", "security-auditor"),
        ("Add tests for the parser", "tester"),
        ("the page is slow", "performance-engineer"),
        ("Fixing a bug in the login", "researcher"),
        ("refactor the settings", "system-architect"),
        ("Write a letter to the team", "coder"),
        ("로그인 버그를 수정해줘", "researcher"),
        ("결제 모듈의 테스트를 추가해 주세요", "tester"),
        ("화면이 너무 느려요", "performance-engineer"),
        ("토큰을 갱신하는 보안 검사", "security-auditor"),
        ("페이지가 느립니다", "performance-engineer"),
        ("로딩이 느렸다", "performance-engineer"),
        ("이 부분을 고칩니다", "researcher"),
        ("어제 고쳤어요", "researcher"),
        ("설정을 리팩터한다", "system-architect"),
        ("", "coder"),
    ],
)
def test_who_gets_what(task: str, agent: str) -> None:
    assert TABLE.decide(task).agent == agent


@pytest.mark.parametrize(
    "task", ["a special case", "the latest specification", "prefix the name", "authors of the book"]
)
def test_parts_of_words_do_not_count(task: str) -> None:
    assert TABLE.decide(task).by_default


def test_a_tie_goes_to_the_first_row_and_confidence_grows_with_hits() -> None:
    choice = TABLE.decide("test the token")
    assert choice.agent == "security-auditor"
    assert choice.confidence("security-auditor") == 0.25
    assert TABLE.decide("fix the bug that shows as an error in debug").confidence("researcher") == 0.9


def test_keywords_of_several_words_are_phrases() -> None:
    table = KeywordTable([AgentRow("plumber", ("memory leak",), ()), AgentRow("coder", (), ())])
    assert table.decide("there is a memory leak").agent == "plumber"
    assert table.decide("a leak in the memory").agent == "coder"


def test_users_may_name_korean_keywords() -> None:
    table = KeywordTable([AgentRow("배포담당", ("배포",), ("운영",)), AgentRow("coder", (), ())])
    assert table.decide("내일 배포를 준비하자").agent == "배포담당"
    assert domain_agent("운영", [AgentRow("배포담당", ("배포",), ("운영",))]) == "배포담당"


def test_without_the_default_agent_the_last_one_takes_the_rest() -> None:
    assert KeywordTable([AgentRow("a", ("x",), ()), AgentRow("b", (), ())]).decide("nothing").agent == "b"
