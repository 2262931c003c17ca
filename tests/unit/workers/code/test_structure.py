"""Imports, cycles, modules, copies, and what tests reach: what follows from many files together."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from memserver.workers.code.analyses.deepdive import Measured, hottest_folder
from memserver.workers.code.clones import Clone, Part, families, find_clones
from memserver.workers.code.cochange import changing_together
from memserver.workers.code.facts import FileFacts, ImportFacts
from memserver.workers.code.fingerprints import fingerprints, function_tokens
from memserver.workers.code.graph import cycles, modules_of
from memserver.workers.code.imports import Resolver, Target
from memserver.workers.code.lexer import Token, tokens
from memserver.workers.code.python_parser import parse_python
from memserver.workers.code.reach import Reach

COPY = """def one(rows, limit):
    found = []
    for row in rows:
        if row["kind"] == "open" and row["sum"] > limit:
            found.append((row["name"], round(row["sum"] * 1.1, 2)))
        elif row["kind"] == "late":
            found.append((row["name"], row["sum"] + 25))
    found.sort(key=lambda pair: (-pair[1], pair[0]))
    return dict(found[:10])
"""


def _clones(*texts: str) -> list[tuple[int, int, bool]]:
    facts = [parse_python(text) for text in texts]
    prints = {
        number: fingerprints(text, "python", each.functions)
        for number, (text, each) in enumerate(zip(texts, facts, strict=True))
    }

    def read(file: int, function: int) -> list[Token]:
        return dict(function_tokens(texts[file], "python", facts[file].functions))[function]

    return [(clone.one.file, clone.other.file, clone.renamed) for clone in find_clones(prints, read)]


def test_a_copy_is_found_also_under_other_names() -> None:
    renamed = COPY.replace("rows", "lines").replace("row", "line").replace("found", "kept").replace("limit", "least")
    assert _clones(COPY, COPY.replace("def one", "def other")) == [(0, 1, False)]
    assert _clones(COPY, renamed) == [(0, 1, True)]
    assert _clones(COPY, "x = 1\n\n\n" + COPY.replace('"""', "")) == [(0, 1, False)]


def test_a_short_function_that_was_copied_is_found() -> None:
    short = """def total(items):
    result = []
    for item in items:
        if item is None:
            continue
        price = item * 2
        if price > 100:
            price = price - 10
        tax = price * 0.1
        result.append(round(price + tax, 2))
    subtotal = sum(result)
    if subtotal > 1000:
        subtotal = subtotal * 0.95
    return subtotal
"""
    assert _clones(short, short.replace("total", "invoice")) == [(0, 1, True)]
    assert _clones(short, short.replace("def total", "def invoice")) == [(0, 1, False)]


def test_the_hottest_folder_is_no_cold_one_beside_it() -> None:
    def measured(path: str, complexity: int, changes: int) -> Measured:
        return Measured(path, 100, complexity, complexity, changes)

    flat = [measured(f"src/app/{name}.py", 20, 9) for name in "abcde"] + [measured("web/page.js", 1, 1)]
    assert hottest_folder(flat) == "src/app"
    assert hottest_folder([measured("a.py", 5, 5), measured("b.py", 5, 5)]) == ""
    divided = [measured(f"app/{part}/{name}.py", heat, 9) for part, heat in (("x", 2), ("y", 30)) for name in "abc"]
    assert hottest_folder([*divided, measured("app/main.py", 1, 1)]) == "app/y"
    assert hottest_folder([measured(".ci/run.py", 5, 5), measured("a.py", 1, 1), measured("b.py", 1, 1)]) == ".ci"


def test_the_same_form_over_other_things_is_no_copy() -> None:
    other = COPY.replace('"sum"', '"size"').replace('"name"', '"place"').replace('"kind"', '"state"')
    other = other.replace('"open"', '"new"').replace('"late"', '"old"').replace("1.1, 2", "3.5, 1").replace("25", "7")
    assert _clones(COPY, other.replace("10", "99").replace("-pair[1]", "-pair[3]").replace("pair[0]", "pair[4]")) == []
    mixed = COPY.replace('row["name"], round(row["sum"]', 'found["name"], round(limit["sum"]').replace(
        "in rows", "in limit"
    )
    assert _clones(COPY, mixed.replace('row["kind"] == "late"', 'rows["kind"] == "late"')) == []


def test_chains_of_cases_over_other_things_are_no_copies() -> None:
    def chain(*names: str) -> str:
        cases = "".join(f"    if tag == {name.upper()}:\n        return {name}.read(data)\n" for name in names)
        return f"def read(tag, data):\n    print(tag)\n{cases}    return [tag, data][0]\n"

    assert (
        _clones(
            chain("a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1"), chain("a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2")
        )
        == []
    )


def test_several_copies_of_one_piece_are_one_family() -> None:
    one, other, third = Part(0, 0, 10, 30), Part(1, 0, 5, 25), Part(2, 3, 1, 21)
    found = families(
        [
            Clone(one, other, 90, False),
            Clone(other, third, 90, True),
            Clone(Part(0, 0, 40, 60), Part(3, 0, 1, 21), 80, False),
        ]
    )
    assert [parts for _, parts in found] == [[one, other, third], [Part(0, 0, 40, 60), Part(3, 0, 1, 21)]]


def test_a_docstring_is_one_token() -> None:
    body = list(tokens('def f():\n    """One.\n\n    Two: three.\n    """\n    x = r"a"\n', "python"))
    assert [token.shape for token in body if token.shape == "literal"] == ["literal", "literal"]


def test_short_code_and_tables_are_no_copies() -> None:
    short = "def a(x):\n    y = x + 1\n    return y\n"
    table = "def t():\n    return [\n" + "".join(f'        ("{n}", {n}),\n' for n in range(40)) + "    ]\n"
    assert _clones(short, short) == []
    assert _clones(table, table.replace("def t", "def u")) == []


def test_cycles_are_shortest_and_each_once() -> None:
    graph = {"a": ["b"], "b": ["c"], "c": ["a", "b"], "d": ["a"], "e": ["e"]}
    assert cycles(graph) == [["e"], ["b", "c"]]
    chain = {str(number): [str(number + 1)] for number in range(3_000)}
    assert cycles(chain) == []


@given(st.dictionaries(st.sampled_from("abcdef"), st.sets(st.sampled_from("abcdef")), max_size=6))
def test_every_cycle_is_one(graph: dict[str, set[str]]) -> None:
    for cycle in cycles(graph):
        for one, other in zip(cycle, [*cycle[1:], cycle[0]], strict=True):
            assert other in graph[one]


@given(st.lists(st.from_regex(r"(?:[a-c]/){0,4}[a-z]{1,3}\.py", fullmatch=True), unique=True, max_size=80))
def test_every_file_has_one_module_and_there_are_not_too_many(paths: list[str]) -> None:
    modules = modules_of(paths, most=6)
    assert set(modules) == set(paths)
    assert len(set(modules.values())) <= 6


FILES = (
    "shop/__init__.py", "shop/a/__init__.py", "shop/a/one.py", "shop/a/two.py", "lib/tools/__init__.py",
    "lib/tools/x.py", "scripts/run.py", "scripts/helper.py", "web/src/index.ts", "web/src/util/index.ts",
    "web/src/part.tsx", "c/a.h", "c/deep/b.c", "j/org/shop/Cart.java",
)  # fmt: skip


def _leads(path: str, language: str, module: str, name: str = "", level: int = 0) -> Target:
    resolver = Resolver(FILES, {"@/": "web/src/"})
    return resolver.resolve(path, language, ImportFacts(1, module, name, "", level))


def test_imports_lead_to_files_or_packages() -> None:
    assert _leads("shop/a/one.py", "python", "shop.a", "two").path == "shop/a/two.py"
    assert _leads("shop/a/one.py", "python", "", "two", 1).path == "shop/a/two.py"
    assert _leads("shop/a/one.py", "python", "", "a", 2).path == "shop/a/__init__.py"
    assert _leads("shop/a/one.py", "python", "tools.x", "y").path == "lib/tools/x.py"
    assert _leads("scripts/run.py", "python", "helper").path == "scripts/helper.py"
    assert _leads("shop/a/one.py", "python", "numpy.linalg", "norm").package == "numpy"
    assert _leads("shop/a/one.py", "python", "json") == Target()
    assert _leads("web/src/index.ts", "typescript", "./util").path == "web/src/util/index.ts"
    assert _leads("web/src/util/index.ts", "typescript", "../part.js").path == "web/src/part.tsx"
    assert _leads("web/src/index.ts", "typescript", "@/part").path == "web/src/part.tsx"
    assert _leads("web/src/index.ts", "typescript", "@scope/pack/deep").package == "@scope/pack"
    assert _leads("c/deep/b.c", "c", "a.h").path == "c/a.h"
    assert _leads("x.java", "java", "org.shop.Cart").path == "j/org/shop/Cart.java"


def _reached(test: str, **files: str) -> set[str]:
    facts: dict[str, FileFacts] = {f"{name}.py": parse_python(text) for name, text in files.items()}
    facts["test_it.py"] = parse_python(test)
    reach = Reach(facts, Resolver(facts), {})
    return {name for path, name in reach.from_tests(["test_it.py"]) if path != "test_it.py"}


def test_tests_reach_through_calls_tables_and_methods() -> None:
    code = (
        "def a():\n    return b()\n\ndef b():\n    return 1\n\ndef c():\n    return 2\n\nTABLE = {'c': c}\n"
        "def d():\n    return 3\n\n"
        "class K:\n    def __init__(self):\n        self.x = 1\n    def m(self):\n        return self._n()\n"
        "    def _n(self):\n        return 1\n    def o(self):\n        return 2\n"
    )
    assert _reached("from code import a\ndef test():\n    a()\n", code=code) == {"a", "b", "c"}
    assert _reached("import code\ndef test():\n    code.K().m()\n", code=code) == {"c", "K.__init__", "K.m", "K._n"}
    assert _reached("def test():\n    a()\n", code=code) == set()


def test_a_name_that_is_handed_on_is_followed() -> None:
    files = {"front": "from back import deep as shown\n", "back": "def deep():\n    return 1\n"}
    assert _reached("from front import shown\ndef test():\n    shown()\n", **files) == {"deep"}


def test_files_that_change_together_need_support_and_confidence() -> None:
    churn = Counter({"a": 6, "b": 5, "c": 40, "d": 40})
    commits = [("a", "b")] * 5 + [("c", "d")] * 5
    pairs = changing_together(commits, churn, lambda *_: True, {"a": {"b": True}})
    assert [(pair.one, pair.other, pair.support, pair.confidence, pair.imported) for pair in pairs] == [
        ("a", "b", 5, 1.0, True)
    ]
