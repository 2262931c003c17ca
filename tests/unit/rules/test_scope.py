from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.rules.languages import languages_of_path, languages_of_words, paths_in
from memserver.rules.scope import MARKS, pattern_of, plain_path, rule_scope, task_scope
from memserver.rules.work import work_of_paths, work_table, work_words


@pytest.mark.parametrize(
    ("text", "languages"),
    [
        ("Add type hints in Python.", {"py"}),
        ("자바스크립트에서 var를 쓰지 않는다", {"js"}),
        ("자바 코드에는 롬복을 쓰지 않는다", {"java"}),
        ("React components are functions", {"ts", "js"}),
        ("In Go, accept interfaces", {"go"}),
        ("Go on with the next step", set()),
        ("where do we go from here?", set()),
        ("Use C++ smart pointers", {"cpp"}),
    ],
)
def test_languages_are_read_from_names_of_languages_and_frameworks(text: str, languages: set[str]) -> None:
    assert languages_of_words(text) == languages


def test_files_tell_their_language() -> None:
    assert languages_of_path("src/app.PY") == {"py"}
    assert languages_of_path("requirements.txt") == {"py"}
    assert languages_of_path("web/package.json") == {"ts", "js"}
    assert languages_of_path("LICENSE") == set()


def test_paths_are_found_in_a_sentence_and_frameworks_are_not_taken_for_files() -> None:
    assert paths_in("fix utils.py에 있는 src/api/** 와 docs/adr.") == ("utils.py", "src/api/**", "docs/adr")[:2]
    assert paths_in("use node.js and/or next.js") == ()


def test_a_prompt_comes_before_the_open_file() -> None:
    assert task_scope("write it in Rust", "app/main.py").languages == {"rs"}
    assert task_scope("write a parser", "app/main.py").languages == {"py"}
    assert task_scope("write a parser", None, ["a.go", "README.md"]).languages == {"go"}
    assert task_scope("write a parser", None, ["a.go", "b.py", "c.rs"]).languages == set()


def test_a_rule_may_be_limited_to_paths() -> None:
    scope = rule_scope("Files under src/api/** never import from the UI.")
    assert scope.paths == ("src/api/**",)
    pattern = pattern_of(scope.paths[0])
    assert pattern.search(plain_path("file:///home/me/src/api/users/list.ts"))
    assert not pattern.search("src/ui/list.ts")
    assert pattern_of("*.test.{ts,tsx}").search("web/a.test.tsx")


def test_words_and_paths_point_to_kinds_of_work() -> None:
    kinds = work_table().kinds
    assert work_words("Pull requests need two approvals")[kinds.index("git")] > 0
    assert work_words("커밋 메시지를 써 줘")[kinds.index("git")] > 0
    assert work_of_paths(["web/cart.test.ts"])[kinds.index("test")] == 1
    assert work_of_paths(["db/migrations/3.sql"])[kinds.index("db")] == 1


def test_the_latest_command_counts_where_the_prompt_says_nothing() -> None:
    git = work_table().kinds.index("git")
    assert task_scope("go ahead", commands=["commit"]).row[git] > 0
    assert task_scope("fix the tests", commands=["commit"]).row[git] == 0


@given(st.text(max_size=2_000), st.text(max_size=50))
def test_any_text_has_a_scope_of_the_same_width(text: str, file: str) -> None:
    width = work_table().width + len(work_table().kinds) + len(MARKS)
    assert len(task_scope(text, file or None).row) == len(rule_scope(text).row) == width
