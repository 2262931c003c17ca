"""What the parsers read out of source files."""

from __future__ import annotations

import pytest

from memserver.workers.code.docstrings import documented_parameters, jsdoc_parameters
from memserver.workers.code.facts import FileFacts, FunctionFacts
from memserver.workers.code.grammars import parser_of
from memserver.workers.code.python_parser import parse_python
from memserver.workers.code.tree_parser import NOT_INSTALLED, parse_tree

PYTHON = '''"""What it is. And more."""
from typing import TYPE_CHECKING

import a.b as ab
from . import near
from ..far import thing as other

if TYPE_CHECKING:
    from x import Only


class Shop(ab.Base[int]):
    """A shop."""

    rate = near.RATE

    def __init__(self, size, *rest, flag=False, **more):
        self.size = size

    @property
    def wide(self):
        return self.size > 3

    async def find(self, words):
        """Find.

        :param words: which
        """
        import late
        for word in words:
            if word and not late.known(word):
                yield word
            elif word:
                break
        else:
            pass

    @override
    def same(self): ...


def _hidden(x=other):
    def inner(y):
        return y
    return inner(x) if x else None


if __name__ == "__main__":
    Shop(1)
'''


def _by_name(facts: FileFacts) -> dict[str, FunctionFacts]:
    return {function.name: function for function in facts.functions}


def test_python_functions_have_names_parameters_and_flags() -> None:
    functions = _by_name(parse_python(PYTHON))
    assert list(functions) == [
        "Shop.__init__", "Shop.wide", "Shop.find", "Shop.same", "_hidden", "_hidden.inner",
    ]  # fmt: skip
    assert functions["Shop.__init__"].parameters == ["size", "flag", "*rest", "*more"]
    assert "constructor" in functions["Shop.__init__"].flags
    assert "property" in functions["Shop.wide"].flags
    assert {"override", "abstract"} <= set(functions["Shop.same"].flags)
    assert functions["_hidden.inner"].flags == ["nested"]
    assert not functions["_hidden"].public and functions["Shop.find"].public


def test_python_complexity_counts_decisions_and_nesting_counts_blocks() -> None:
    functions = _by_name(parse_python(PYTHON))
    # for, if, and, elif
    assert functions["Shop.find"].complexity == 5
    assert functions["Shop.find"].nesting == 2
    assert functions["_hidden"].complexity == 2


def test_python_imports_know_what_is_deferred() -> None:
    found = [(each.module, each.name, each.level, each.deferred) for each in parse_python(PYTHON).imports]
    assert ("a.b", "", 0, False) in found
    assert ("", "near", 1, False) in found
    assert ("far", "thing", 2, False) in found
    assert ("x", "Only", 0, True) in found
    assert ("late", "", 0, True) in found


def test_python_names_entry_and_summary() -> None:
    facts = parse_python(PYTHON)
    assert facts.summary == "What it is."
    assert facts.entry == "script"
    assert facts.references.split() == ["Shop", "TYPE_CHECKING", "__name__"]
    assert facts.classes[0].bases == ["Base"]
    assert ".RATE" in facts.classes[0].references.split()
    assert ".known" in _by_name(facts)["Shop.find"].references.split()


def test_a_file_that_does_not_parse_says_so() -> None:
    assert parse_python("def broken(:\n").problem == "not parsed: SyntaxError"


SCRIPT = """// What it is.
import { a, b as c } from "./x";
import D from 'y';
import * as E from "z";
import type { T } from "./t";
export { q } from "./q";

/**
 * Saves.
 * @param {string} one first
 * @param [two] second
 */
export const save = async (one: string, { three }: X, ...rest: string[]): Promise<void> => {
  if (one && c) {
    for (const x of rest) D.run(x);
  } else if (three) {
    await import("./lazy");
  }
};

function hidden(): void {}

export default class Foo extends Bar {
  private secret() {}
  get size() { return 1; }
  go(a = 1) { return new E.Q(() => this.secret()); }
}
export { hidden as shown };
"""


def test_typescript_functions_classes_and_imports() -> None:
    facts = parse_tree("a.ts", "typescript", SCRIPT)
    functions = _by_name(facts)
    assert list(functions) == ["save", "hidden", "Foo.secret", "Foo.size", "Foo.go"]
    save = functions["save"]
    assert save.parameters == ["one", "{}", "rest"]
    assert save.documented and save.documented_parameters == ["one", "two"]
    # if, &&, for, else if
    assert (save.complexity, save.nesting) == (5, 2)
    assert functions["hidden"].public and not functions["Foo.secret"].public
    assert "property" in functions["Foo.size"].flags
    assert set(functions["Foo.go"].references.split()) >= {"E", ".Q", ".secret"}
    assert facts.classes[0].bases == ["Bar"]
    assert facts.summary == "What it is."
    found = {(each.module, each.name, each.alias, each.deferred) for each in facts.imports}
    assert found == {
        ("./x", "a", "", False), ("./x", "b", "c", False), ("y", "default", "D", False), ("z", "", "E", False),
        ("./t", "T", "", True), ("./q", "q", "", False), ("./lazy", "", "", True),
    }  # fmt: skip


def test_javascript_and_jsx_are_read_by_the_same_grammar() -> None:
    facts = parse_tree(
        "a.jsx", "javascript", 'const x = require("left");\nexport function Card() { return <b>{x.y}</b>; }\n'
    )
    assert [each.module for each in facts.imports] == ["left"]
    assert _by_name(facts)["Card"].public


@pytest.mark.parametrize(
    ("language", "text", "name", "parameters", "ways"),
    [
        (
            "java",
            "class A { public int go(int a, String b) { if (a > 1) return 1; return 2; } }",
            "A.go",
            ["a", "b"],
            2,
        ),
        (
            "go",
            "package m\nfunc Go(a int, b string) int { if a > 1 && a < 2 { return 1 }; return 2 }",
            "Go",
            ["a", "b"],
            3,
        ),
        ("rust", "pub fn go(a: i32) -> i32 { if a > 1 { 1 } else { 2 } }", "go", ["a"], 2),
        ("c", "int go(int a, char *b) { while (a) a--; return a; }", "go", ["a", "b"], 2),
        ("cpp", "int A::go(int a) { return a ? 1 : 2; }", "A.go", ["a"], 2),
    ],
)
def test_other_languages(language: str, text: str, name: str, parameters: list[str], ways: int) -> None:
    if parser_of(language) is None:
        assert parse_tree("x", language, text).problem == NOT_INSTALLED
        pytest.skip("the grammar is not installed")
    function = _by_name(parse_tree("x", language, text))[name]
    assert (list(function.parameters), function.complexity) == (parameters, ways)


def test_docstring_parameters_in_every_form() -> None:
    assert documented_parameters("Do.\n\n:param int one: a\n:keyword two: b\n") == ["one", "two"]
    google = "Do.\n\nArgs:\n    one (int): a\n        more: no\n    *two: b\n\nReturns:\n    three: c\n"
    assert documented_parameters(google) == ["one", "two"]
    numpy = "Do.\n\nParameters\n----------\none, two : int\n    A.\n\nReturns\n-------\nthree : int\n"
    assert documented_parameters(numpy) == ["one", "two"]
    assert documented_parameters("한글 설명: 매개변수 없음") == []
    assert jsdoc_parameters("@param {Map<string, {a: b}>} one - x\n@param two\n@returns three") == ["one", "two"]
