"""Every reader of source text meets files that are broken, foreign or hostile: none of them may ever fail."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.workers.code.analyses.page import code, place
from memserver.workers.code.coverage_data import cobertura, lcov
from memserver.workers.code.dangers import pattern_rows
from memserver.workers.code.docstrings import documented_parameters, first_sentence, jsdoc_parameters
from memserver.workers.code.facts import FileFacts
from memserver.workers.code.fingerprints import fingerprints, unpack
from memserver.workers.code.history import commits_of, counted
from memserver.workers.code.languages import language_of_path, role_of
from memserver.workers.code.lexer import tokens
from memserver.workers.code.memory_audit import rows_of
from memserver.workers.code.mentions import mentions, options_in, program_of
from memserver.workers.code.python_parser import parse_python
from memserver.workers.code.secrets_scan import secrets_in
from memserver.workers.code.sources import is_generated
from memserver.workers.code.tree_parser import parse_tree

PIECES = st.sampled_from(
    ["def f(a, *b):", "class A:", "    ", "\n", "return x", "(", ")", "{", "}", '"""', "'", "`", "${", "=>", "import a",
     "if x:", "else", "function", "export", "password = 'x'", "AKIA", "--flag", "```", "한글", "\x00", "\ud7ff", "|",
     "@param {x} y", ":param x:", "eval(", "curl x | sh", "elif", "lambda", "match x:", "async", "\\", "#", "//", "/*"]
)  # fmt: skip
SOURCE = (
    st.text(max_size=300) | st.lists(PIECES, max_size=60).map(" ".join) | st.lists(PIECES, max_size=60).map("".join)
)
LANGUAGES = ("python", "typescript", "javascript", "java", "go", "rust", "c", "cpp", "shell", "yaml", "sql", "settings")


def _facts(text: str, language: str) -> FileFacts:
    return parse_python(text) if language == "python" else parse_tree(f"a.{language}", language, text)


@given(SOURCE, st.sampled_from(LANGUAGES[:8]))
def test_parsers_take_any_text_and_their_facts_survive_json(text: str, language: str) -> None:
    facts = _facts(text, language)
    again = FileFacts.from_data(json.loads(json.dumps(facts.to_data())))
    assert again.to_data() == facts.to_data()
    for function in facts.functions:
        assert 1 <= function.line <= function.end <= facts.lines + 1
        assert function.complexity >= 1 and function.nesting >= 0


@given(SOURCE, st.sampled_from(LANGUAGES[:8]))
def test_fingerprints_belong_to_functions(text: str, language: str) -> None:
    facts = _facts(text, language)
    for _, function, position in unpack(fingerprints(text, language, facts.functions)):
        assert function < len(facts.functions) and position >= 0


@given(SOURCE, st.sampled_from(LANGUAGES))
def test_tokens_keep_the_order_of_lines(text: str, language: str) -> None:
    lines = [token.line for token in tokens(text, language)]
    assert lines == sorted(lines)
    assert not lines or lines[-1] <= text.count("\n") + 1


@given(SOURCE, st.sampled_from(LANGUAGES))
def test_dangers_name_lines_that_exist(text: str, language: str) -> None:
    for row in pattern_rows(text, language):
        assert 1 <= row[2] <= text.count("\n") + 1
    for secret in secrets_in(text, language):
        assert 1 <= secret.line <= text.count("\n") + 1


@given(SOURCE)
def test_documents_and_docstrings_take_any_text(text: str) -> None:
    for mention in mentions(text):
        assert mention.line >= 1
        program_of(mention.value)
    options_in(text)
    documented_parameters(text)
    jsdoc_parameters(text)
    assert "\n" not in first_sentence(text)
    is_generated(text)


@given(SOURCE)
def test_memories_take_any_text(text: str) -> None:
    assert all(severity in ("low", "medium", "high") for _, severity in rows_of(text))


@given(SOURCE)
def test_coverage_and_history_take_any_text(text: str) -> None:
    folder = Path("/nowhere")
    assert all(number > 0 for lines in lcov(text, folder).values() for number in lines if number)
    assert cobertura(text, folder) == {}
    history = counted("", commits_of(text))
    assert history.commits >= 0


@given(st.text(max_size=80))
def test_any_path_has_a_role_and_can_be_shown(path: str) -> None:
    role_of(path)
    language_of_path(path)
    assert code(path).count("`") == 2
    assert "\n" not in place(path, 3)


@pytest.mark.parametrize("language", LANGUAGES[:8])
def test_deep_nesting_is_a_problem_of_the_file_not_of_the_job(language: str) -> None:
    facts = _facts("(" * 20_000, language)
    assert facts.functions == []
    _facts("if (a) { " * 3_000, language)
    _facts("[" * 500 + "]" * 500, language)
