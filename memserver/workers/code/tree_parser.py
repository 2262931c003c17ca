"""Reads the languages that a grammar describes: functions, classes, imports and names out of their syntax trees.

One walk for all of them; what the kinds of nodes are called stands in `grammars`. A damaged file gives what can be
read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from memserver.workers.code.docstrings import first_sentence, jsdoc_parameters
from memserver.workers.code.facts import ClassFacts, FileFacts, FunctionFacts
from memserver.workers.code.grammars import GRAMMARS, Grammar, grammar_name, parser_of
from memserver.workers.code.tree_imports import imports_of
from memserver.workers.code.tree_measure import NAMES, decisions, function_name, nesting, own_nodes

if TYPE_CHECKING:
    from tree_sitter import Node

NOT_INSTALLED = "no grammar is installed"

_NAMING_STRING = re.compile(r"^(?:--[a-z][\w-]*|\.{0,2}/?[\w@.-]+(?:/[\w.-]+)+|[A-Za-z_]\w*)$")
_DEFINING = frozenset(
    {"variable_declarator", "required_parameter", "optional_parameter", "export_specifier", "formal_parameter"}
)
_TYPES = frozenset({"type_annotation", "type_arguments", "type_parameters"})
_PARAMETER_NAMES = NAMES | {"rest_pattern"}
_MAX_STRINGS = 400
_MAX_DEPTH = 400
_STATEMENT = re.compile(r"_(?:statement|declaration)$")
_STARTED = re.compile(
    r"\bcreateServer\s*\(|\.listen\s*\(\s*(?:\d|process\.env|port|PORT)"
    r"|\bfunc main\s*\(\)|\bfn main\s*\(\)|public static void main"
)


def parse_tree(path: str, language: str, text: str) -> FileFacts:
    """Return what a file of a language with a grammar holds."""
    facts = FileFacts(language, lines=text.count("\n") + 1)
    name = grammar_name(path, language)
    parser = parser_of(name)
    if parser is None:
        facts.problem = NOT_INSTALLED
        return facts
    tree = parser.parse(text.encode("utf-8", "replace"))
    try:
        _Reader(facts, GRAMMARS[name]).read(tree.root_node)
    except RecursionError:
        facts.problem = "nested too deep"
    if found := _STARTED.search(text):
        facts.entry = "script" if "main" in found.group() else "server"
    elif text.startswith("#!"):
        facts.entry = "script"
    return facts


class _Reader:
    """Fills the facts of one file from its tree."""

    def __init__(self, facts: FileFacts, grammar: Grammar) -> None:
        self._facts = facts
        self._grammar = grammar
        self._strings: set[str] = set()
        self._exports: set[str] = set()

    def read(self, root: Node) -> None:
        facts = self._facts
        first = next(iter(root.children), None)
        if first is not None and "comment" in first.type and not _text(first).startswith("#!"):
            facts.summary = first_sentence(_text(first))
        names: set[str] = set()
        self._walk(root, "", 0, names, None)
        facts.references = _joined(names)
        facts.strings = sorted(self._strings)[:_MAX_STRINGS]
        facts.exports = sorted(self._exports)
        for function in facts.functions:
            if function.name.split(".")[0] in self._exports and not function.short_name.startswith("#"):
                function.public = "nested" not in function.flags
        for each in facts.classes:
            each.public = each.public or each.name in self._exports

    def _walk(self, node: Node, owner: str, depth: int, names: set[str], function: FunctionFacts | None) -> None:
        """Visit a node; `names` collects what is used in the innermost function, class or module."""
        if depth > _MAX_DEPTH:
            return
        kind, grammar = node.type, self._grammar
        if kind in grammar.functions and (name := function_name(node)):
            self._function(node, name, owner, depth, names, function)
            return
        if kind in grammar.classes and (named := node.child_by_field_name("name")):
            self._class(node, _text(named), owner, depth)
            return
        if kind in grammar.imports:
            found = list(imports_of(node, function is not None))
            self._facts.imports.extend(found)
            if kind == "export_statement":
                self._exports.update(_exported(node))
            if found and kind != "call_expression":
                return
        if kind in _TYPES and self._facts.language == "typescript":
            return
        self._leaf(node, kind, names)
        for child in node.children:
            self._walk(child, owner, depth + 1, names, function)

    def _leaf(self, node: Node, kind: str, names: set[str]) -> None:
        if (kind in self._grammar.members or kind in NAMES) and _is_defined_here(node, self._grammar):
            return
        if kind in self._grammar.members:
            names.add("." + _text(node))
        elif kind in NAMES:
            names.add(_text(node))
        elif kind in ("string_fragment", "string_content", "interpreted_string_literal_content"):
            value = _text(node)
            if len(value) <= 120 and _NAMING_STRING.match(value):
                self._strings.add(value)

    def _class(self, node: Node, name: str, owner: str, depth: int) -> None:
        full = f"{owner}.{name}" if owner else name
        own: set[str] = set()
        record = ClassFacts(
            full,
            node.start_point[0] + 1,
            node.end_point[0] + 1,
            _is_public(node, name, self._facts.language),
            bool(_comment_above(node)),
        )
        self._facts.classes.append(record)
        for child in node.children:
            if child.type in ("class_heritage", "extends_clause", "superclass", "base_class_clause"):
                record.bases = sorted({_text(each) for each in _descendants(child) if each.type in NAMES})
            self._walk(child, full, depth + 1, own, None)
        record.references = _joined(own - {name})

    def _function(
        self, node: Node, name: str, owner: str, depth: int, outer: set[str], holder: FunctionFacts | None
    ) -> None:
        full = f"{owner}.{name}" if owner else name
        comment = _comment_above(_statement_of(node))
        body = node.child_by_field_name("body")
        record = FunctionFacts(
            full,
            _statement_of(node).start_point[0] + 1,
            node.end_point[0] + 1,
            parameters=list(_parameters(node)),
            complexity=1 + decisions(node, self._grammar),
            nesting=nesting(body, self._grammar),
            statements=sum(1 for each in own_nodes(body, self._grammar) if _STATEMENT.search(each.type)),
            public=_is_public(node, name, self._facts.language) and holder is None,
            documented=bool(comment),
            documented_parameters=jsdoc_parameters(comment),
            flags=list(_flags(node, name, owner, holder, body)),
            body_line=(body or node).start_point[0] + 1,
        )
        self._facts.functions.append(record)
        names: set[str] = set()
        for child in node.children:
            self._walk(child, full, depth + 1, names, record)
        record.references = _joined(names)
        if holder is not None:
            outer |= names


def _is_defined_here(node: Node, grammar: Grammar) -> bool:
    """Say whether a name stands where something gets it: that is no use of it."""
    parent = node.parent
    if parent is None or not (parent.type in _DEFINING or parent.type in grammar.functions):
        return False
    return node in (parent.child_by_field_name("name"), parent.child_by_field_name("pattern"))


def _flags(node: Node, name: str, owner: str, holder: FunctionFacts | None, body: Node | None) -> Iterator[str]:
    if holder is not None:
        yield "nested"
    elif owner:
        yield "method"
    if name == "constructor" or node.type == "constructor_declaration":
        yield "constructor"
    kinds = {child.type for child in node.children}
    if kinds & {"get", "set"}:
        yield "property"
    if "override_modifier" in kinds or "marker_annotation" in {each.type for each in _modifiers(node)}:
        yield "override"
    if body is None:
        yield "abstract"
    if any(child.type == "decorator" for child in (node.parent.children if node.parent else ())):
        yield "decorated"


def _modifiers(node: Node) -> list[Node]:
    return [each for child in node.children if child.type == "modifiers" for each in child.children]


def _statement_of(node: Node) -> Node:
    """The whole statement that defines a function: a comment stands above it, not above the arrow."""
    while node.parent is not None and node.parent.type in (
        "variable_declarator", "lexical_declaration", "variable_declaration", "export_statement", "pair",
        "public_field_definition", "field_definition",
    ):  # fmt: skip
        node = node.parent
    return node


def _is_public(node: Node, name: str, language: str) -> bool:
    if name.startswith(("_", "#")):
        return False
    if language == "go":
        return name[:1].isupper()
    modifiers = " ".join(_text(child) for child in node.children if "modif" in child.type)
    if "private" in modifiers or "protected" in modifiers:
        return False
    if language in ("typescript", "javascript"):
        return _is_exported(node)
    return language in ("c", "cpp") or "pub" in modifiers


def _is_exported(node: Node) -> bool:
    outer: Node | None = node
    while outer is not None and outer.type != "export_statement":
        outer = outer.parent
    return outer is not None


def _exported(node: Node) -> Iterator[str]:
    for child in _descendants(node, 3):
        if child.type in ("export_specifier",) and (named := child.child_by_field_name("name")):
            yield _text(named)
        elif child.type == "identifier" and child.parent is not None and child.parent == node:
            yield _text(child)


def _comment_above(node: Node) -> str:
    """The documentation comment right above a definition."""
    if node.parent is not None and node.parent.type == "export_statement":
        node = node.parent
    before = node.prev_sibling
    while before is not None and before.type in ("decorator", "attribute_item", "marker_annotation"):
        before = before.prev_sibling
    if before is None or "comment" not in before.type or node.start_point[0] - before.end_point[0] > 1:
        return ""
    text = _text(before)
    return text if text.startswith(("/**", "///", "//", "/*!")) and len(text.strip("/*! \n")) > 2 else ""


def _parameters(node: Node) -> Iterator[str]:
    single = node.child_by_field_name("parameter")
    if single is not None:
        yield _text(single)
        return
    declared = node.child_by_field_name("parameters")
    declarator = node.child_by_field_name("declarator")
    if declared is None and declarator is not None:
        declared = declarator.child_by_field_name("parameters")
    for child in declared.named_children if declared is not None else ():
        if "comment" in child.type or child.type in ("self_parameter", "this"):
            continue
        named = _parameter_name(child)
        if named is None or named.type != "this":
            yield _text(named).lstrip(".") if named is not None and named.type in _PARAMETER_NAMES else "{}"


def _parameter_name(node: Node) -> Node | None:
    """The node that names a parameter: itself, or one of its fields, as deep as a pointer hides it."""
    if node.type == "identifier":
        return node
    fields = (node.child_by_field_name(name) for name in ("pattern", "name", "left", "declarator"))
    named = next((each for each in fields if each is not None), None)
    while named is not None and (inner := named.child_by_field_name("declarator")):
        named = inner
    return named


def _descendants(node: Node, depth: int = 60) -> Iterator[Node]:
    for child in node.children:
        yield child
        if depth > 0:
            yield from _descendants(child, depth - 1)


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")


def _joined(names: set[str]) -> str:
    return " ".join(sorted(name for name in names if name and " " not in name and "\n" not in name))
