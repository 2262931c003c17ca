"""The structure of source code: top-level definitions and, in large ones, the definitions inside.

Python is read with `ast`; every other language (and Python that does not parse) by its indentation and by the words
that begin a definition. A definition that is missed only makes a larger chunk: nothing here can fail or lose a line.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field

from memserver.knowledge.packing import Block, HeadingPath, Packer

SOURCE_SUFFIXES = frozenset(
    re.findall(
        r"\S+",
        ".py .pyi .js .jsx .mjs .cjs .ts .tsx .mts .cts .go .rs .java .kt .kts .scala .swift .c .h .cc .cpp .cxx .hpp"
        " .hh .m .mm .cs .fs .php .rb .lua .sh .bash .zsh .ps1 .sql .dart .ex .exs .erl .hs .ml .jl .r .pl .pm .zig"
        " .nim .groovy .gradle .proto .graphql .vue .svelte .sol .v .vb .pas .clj .elm",
    )
)

_MODIFIERS = (
    r"(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|pub(?:\([^)]*\))?|unsafe"
    r"|inline|override|open|sealed|data|virtual|partial|declare|local|mutating|suspend|readonly|const|extern)\s+)*"
)
_DEFINITION = re.compile(
    rf"^(?P<indent>[ \t]*){_MODIFIERS}"
    r"(?:function\*?|class|interface|struct|enum|trait|impl(?:<[^>]*>)?|fn|func|fun|def|defp|defmodule|module"
    r"|namespace|object|record|protocol|extension|type|union|sub|proc|procedure|message|service|contract|mod"
    r"|create\s+(?:or\s+replace\s+)?(?:table|view|function|procedure|trigger|index|type))\s+"
    r"(?:if\s+not\s+exists\s+)?(?:\([^)]*\)\s*)?(?P<name>[\w$.:~?!]+)",
    re.IGNORECASE,
)
_ASSIGNED = re.compile(r"^(?:export\s+)?(?:const|let|var|val)\s+(?P<name>[\w$]+)\s*(?::[^=]{0,80})?=\s*")
_CALLABLE_TAIL = re.compile(r"([\w$~]+(?:::[\w$~]+)*)$")
_ATTACHED = ("#", "//", "/*", "*", "--", "@", "///", ";;", "<!--", "[<")
_CONTROL = frozenset(
    re.findall(
        r"\w+",
        "if for while switch return else catch elif do try with match case foreach using lock when throw new await"
        " print assert yield and or not in",
    )
)
_LONGEST_LINE = 300
_MAX_DEPTH = 4


@dataclass(slots=True)
class _Definition:
    start: int
    end: int
    name: str
    inner: list[_Definition] = field(default_factory=list)


def outline_source(suffix: str, lines: Sequence[str], packer: Packer) -> list[Block]:
    """Return blocks along definitions; one that is larger than a chunk is opened up."""
    definitions = _python(lines) if suffix in (".py", ".pyi") else None
    if definitions is None:
        definitions = _by_indentation(lines)
    writer = _BlockWriter(lines, packer)
    writer.write(definitions, (1, len(lines)), ())
    return writer.blocks


class _BlockWriter:
    """Turns nested definitions into a flat list of blocks that covers every line once."""

    def __init__(self, lines: Sequence[str], packer: Packer) -> None:
        self._lines = lines
        self._packer = packer
        self.blocks: list[Block] = []

    def write(self, definitions: Sequence[_Definition], span: tuple[int, int], heading: HeadingPath) -> None:
        """Write the definitions within `span`, and what lies between them under `heading`."""
        start, end = span
        for definition in definitions:
            first = _with_attached(self._lines, definition.start, start)
            if start < first:
                self._plain(start, first - 1, heading)
            name = (*heading, definition.name)
            if self._packer.measure(first, definition.end) <= self._packer.target:
                self.blocks.append(Block(first, definition.end, name, whole=True))
            elif definition.inner and len(heading) < _MAX_DEPTH:
                self.write(definition.inner, (first, definition.end), name)
            else:
                self._plain(first, definition.end, name)
            start = definition.end + 1
        if start <= end:
            self._plain(start, end, heading)

    def _plain(self, start: int, end: int, heading: HeadingPath) -> None:
        """Add a block that may be cut after its empty lines."""
        parts = tuple(number + 1 for number in range(start, end) if not self._lines[number - 1].strip())
        self.blocks.append(Block(start, end, heading, parts=parts))


def _with_attached(lines: Sequence[str], number: int, floor: int) -> int:
    """Where a definition really begins: with the comments, decorators and attributes right above it."""
    while number > floor and lines[number - 2].strip().startswith(_ATTACHED):
        number -= 1
    return number


def _python(lines: Sequence[str]) -> list[_Definition] | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse("\n".join(lines))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return _python_definitions(tree.body, 0)


def _python_definitions(body: Sequence[ast.stmt], depth: int) -> list[_Definition]:
    definitions: list[_Definition] = []
    taken = 0
    for node in body:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            taken = node.end_lineno or node.lineno
            continue
        start = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        # Two definitions on one line (joined by a semicolon) stay with the first.
        if start <= taken:
            continue
        taken = node.end_lineno or node.lineno
        inner = _python_definitions(node.body, depth + 1) if depth < _MAX_DEPTH else []
        definitions.append(_Definition(start, taken, node.name, inner))
    return definitions


def _by_indentation(lines: Sequence[str]) -> list[_Definition]:
    top: list[_Definition] = []
    open_definitions: list[tuple[int, _Definition]] = []
    for number, line in enumerate(lines, start=1):
        if not line or len(line) > _LONGEST_LINE:
            continue
        indent = len(line) - len(line.lstrip())
        name = _defined(line, indent)
        if name is None:
            continue
        first = _with_attached(lines, number, 1)
        while open_definitions and open_definitions[-1][0] >= indent:
            open_definitions.pop()[1].end = first - 1
        definition = _Definition(number, len(lines), name)
        (open_definitions[-1][1].inner if open_definitions else top).append(definition)
        open_definitions.append((indent, definition))
    for _, definition in open_definitions:
        definition.end = len(lines)
    return _nested_ends(top, len(lines))


def _nested_ends(definitions: list[_Definition], end: int) -> list[_Definition]:
    """No definition reaches beyond the one that holds it."""
    for definition in definitions:
        definition.end = min(definition.end, end)
        _nested_ends(definition.inner, definition.end)
    return definitions


def _defined(line: str, indent: int) -> str | None:
    """The name that a line begins to define, if it does."""
    match = _DEFINITION.match(line)
    if match:
        return match.group("name").rstrip(":")
    if indent == 0 and (assigned := _ASSIGNED.match(line)):
        tail = line[assigned.end() :].rstrip()
        return assigned.group("name") if "=>" in tail or tail.startswith("function") or tail.endswith("{") else None
    return _callable_name(line, indent)


def _callable_name(line: str, indent: int) -> str | None:
    """`int parse(char *text) {`, `deploy() {`, `render(props) {`: a name, brackets, and an opening brace."""
    head, bracket, tail = line.partition("(")
    tail = tail.rstrip()
    if not bracket or not head.strip() or not tail.endswith(("{", ")", ",")) or "=" in head or "." in head:
        return None
    words = head.split()
    if words[0] in _CONTROL or words[0][0] in "\"'`#/*@}-<":
        return None
    # Without a brace a nested line is most likely a call; at the margin a type in front makes it a definition.
    if not tail.endswith("{") and (indent > 0 or len(words) < 2):
        return None
    name = _CALLABLE_TAIL.search(words[-1].lstrip("*&"))
    return name.group(1) if name and name.group(1) not in _CONTROL else None
