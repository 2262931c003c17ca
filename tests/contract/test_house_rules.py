"""House rules that a machine can hold: sizes, the table of methods, and words that have no place here."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest

from memserver.protocol.methods import METHODS
from memserver.server.routes import ROUTES

ROOT = Path(__file__).parent.parent.parent
LONGEST_FILE = 500
SOURCE_SUFFIXES = {".py", ".ts", ".mjs", ".js", ".sh", ".css"}

# Paths of one machine, and leftovers. Written apart, so that this file does not accuse itself.
FORBIDDEN = {
    "a path of one machine": re.compile(r"/(?:" + "work|root" + r")/\w|/tmp/(?:w|venv)\b|/home/\w+/"),
    "an unfinished thought": re.compile(r"\b(?:" + "TO" + "DO|FIX" + "ME|XX" + "X)\b"),
    "separator art": re.compile(r"^\s*(?:#|//)\s*[-=*#~]{4,}", re.MULTILINE),
}
MAY_SPEAK_OF_THEM = {"tests/data", "benchmarks/data", "tests/unit", "tests/e2e", "scripts/language_sentences"}


def _tracked(suffixes: set[str]) -> list[str]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    names = [name for name in listed.stdout.splitlines() if Path(name).suffix in suffixes]
    return [name for name in names if (ROOT / name).is_file()]


def test_no_file_is_too_long_to_read() -> None:
    lengths = {name: len((ROOT / name).read_text(encoding="utf-8").splitlines()) for name in _tracked(SOURCE_SUFFIXES)}
    assert {name: length for name, length in lengths.items() if length > LONGEST_FILE} == {}


def test_every_python_module_says_what_it_owns() -> None:
    silent = [
        name
        for name in _tracked({".py"})
        if name.startswith(("memserver/", "scripts/"))
        and not ast.get_docstring(ast.parse((ROOT / name).read_text("utf-8")))
    ]
    assert silent == []


def test_every_route_has_a_method_and_every_method_a_route() -> None:
    assert sorted(ROUTES) == sorted(method.name for method in METHODS)


def test_every_route_has_a_handler() -> None:
    handlers = ROOT / "memserver" / "server" / "handlers"
    missing = []
    for name, place in ROUTES.items():
        module, _, function = place.partition(":")
        path = handlers / f"{module}.py"
        tree = ast.parse(path.read_text(encoding="utf-8")) if path.exists() else ast.Module([], [])
        if function not in {node.name for node in tree.body if isinstance(node, ast.AsyncFunctionDef)}:
            missing.append(f"{name} → {place}")
    assert missing == []


@pytest.mark.parametrize("what", sorted(FORBIDDEN))
def test_words_that_have_no_place_here(what: str) -> None:
    found = []
    for name in _tracked(SOURCE_SUFFIXES | {".md", ".json", ".toml", ".yml"}):
        if name.startswith(tuple(MAY_SPEAK_OF_THEM)):
            continue
        for match in FORBIDDEN[what].finditer((ROOT / name).read_text(encoding="utf-8")):
            found.append(f"{name}: {match.group().strip()!r}")
    assert found == []
