"""What a file of a language with a grammar imports, read from single nodes of its tree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from memserver.workers.code.facts import ImportFacts

if TYPE_CHECKING:
    from tree_sitter import Node

_CALLED = re.compile(r"^(?:require|import|jest\.mock|vi\.mock)$")
_FROM_TYPE = re.compile(r"^(?:import|export)\s+type\b")


def imports_of(node: Node, deferred: bool) -> Iterator[ImportFacts]:
    """Yield what one statement or call imports; nothing when it imports nothing."""
    line = node.start_point[0] + 1
    kind = node.type
    if kind in ("import_statement", "export_statement"):
        yield from _script(node, line, deferred)
    elif kind == "call_expression":
        yield from _called(node, line, deferred)
    elif kind == "import_declaration":
        yield ImportFacts(line, re.sub(r"^import\s+(?:static\s+)?|[;\s]", "", _text(node)), deferred=deferred)
    elif kind in ("import_spec", "preproc_include"):
        path = node.child_by_field_name("path")
        if path is not None:
            yield ImportFacts(line, _text(path).strip("\"'<>`"), deferred=deferred)
    elif kind == "use_declaration":
        yield ImportFacts(line, re.sub(r"^(?:pub(?:\([^)]*\))?\s+)?use\s+|[;\s]", "", _text(node)), deferred=deferred)
    elif kind == "mod_item" and node.child_by_field_name("body") is None:
        name = node.child_by_field_name("name")
        yield ImportFacts(line, f"self::{_text(name)}" if name is not None else "", deferred=deferred)


def _script(node: Node, line: int, deferred: bool) -> Iterator[ImportFacts]:
    source = node.child_by_field_name("source")
    if source is None:
        return
    module = _text(source).strip("\"'`")
    deferred = deferred or bool(_FROM_TYPE.match(_text(node)[:40]))
    found = False
    for each in _specifiers(node):
        found = True
        name = each.child_by_field_name("name")
        alias = each.child_by_field_name("alias")
        yield ImportFacts(line, module, _text(name), _text(alias) if alias is not None else "", 0, deferred)
    clause = next((child for child in node.children if child.type == "import_clause"), None)
    for child in clause.children if clause is not None else ():
        if child.type == "identifier":
            found = True
            yield ImportFacts(line, module, "default", _text(child), 0, deferred)
        elif child.type == "namespace_import":
            found = True
            yield ImportFacts(
                line, module, "", _text(child).removeprefix("*").strip().removeprefix("as").strip(), 0, deferred
            )
    if not found:
        yield ImportFacts(line, module, "*" if node.type == "export_statement" else "", "", 0, deferred)


def _specifiers(node: Node) -> Iterator[Node]:
    for child in node.children:
        if child.type in ("import_specifier", "export_specifier"):
            yield child
        elif child.type in ("import_clause", "named_imports", "export_clause"):
            yield from _specifiers(child)


def _called(node: Node, line: int, deferred: bool) -> Iterator[ImportFacts]:
    called, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if called is None or arguments is None or not _CALLED.match(_text(called)):
        return
    first = next(iter(arguments.named_children), None)
    if first is not None and first.type == "string":
        # `import()` waits until it is called.
        yield ImportFacts(line, _text(first).strip("\"'`"), deferred=deferred or _text(called) == "import")


def _text(node: Node | None) -> str:
    return (node.text or b"").decode("utf-8", "replace") if node is not None else ""
