"""How hard a function in a syntax tree is to follow, and what it is called."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from memserver.workers.code.grammars import Grammar

if TYPE_CHECKING:
    from tree_sitter import Node

NAMES = frozenset({"identifier", "type_identifier", "field_identifier", "property_identifier", "jsx_identifier"})
_JUMPS = frozenset({"&&", "||", "??", "and", "or"})


def function_name(node: Node) -> str:
    """Return the name that a function has or is given; empty for one without a name."""
    named = node.child_by_field_name("name")
    if named is not None:
        return _text(named)
    declarator = node.child_by_field_name("declarator")
    while declarator is not None and declarator.type not in ("identifier", "field_identifier", "qualified_identifier"):
        declarator = declarator.child_by_field_name("declarator")
    if declarator is not None:
        return _text(declarator).replace("::", ".")
    # `const save = async () => …`, `save: function () …`, `save = () => …` in a class.
    parent = node.parent
    if parent is not None and parent.type in (
        "variable_declarator",
        "pair",
        "public_field_definition",
        "field_definition",
    ):
        named = parent.child_by_field_name("name") or parent.child_by_field_name("key")
        return _text(named) if named is not None and named.type in (*NAMES, "private_property_identifier") else ""
    return ""


def decisions(node: Node, grammar: Grammar) -> int:
    """Return how many decisions a function takes; functions with a name of their own count for themselves."""
    count = 0
    for each in own_nodes(node.child_by_field_name("body"), grammar):
        if each.type in grammar.branches:
            count += 1
        elif each.type == "binary_expression" and (operator := each.child_by_field_name("operator")):
            count += _text(operator) in _JUMPS
    return count


def nesting(node: Node | None, grammar: Grammar) -> int:
    """Return how deep blocks lie in each other; `else if` is no deeper than its `if`."""
    if node is None or node.type in grammar.functions:
        return 0
    deepest = 0
    for child in node.children:
        continued = (
            child.type in grammar.blocks and node.type in (*grammar.blocks, "else_clause") and child.type == node.type
        )
        if node.type == "else_clause" and child.type in ("if_statement", "if_expression"):
            continued = True
        deepest = max(deepest, nesting(child, grammar) - (1 if continued else 0))
    return deepest + (1 if node.type in grammar.blocks else 0)


def own_nodes(node: Node | None, grammar: Grammar) -> Iterator[Node]:
    """Yield the nodes of a body, without those of functions that have a name of their own."""
    waiting = [node] if node is not None else []
    while waiting:
        each = waiting.pop()
        yield each
        waiting.extend(
            child for child in each.children if not (child.type in grammar.functions and function_name(child))
        )


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")
