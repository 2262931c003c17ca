"""How hard a Python function is to follow: branches, depth, statements. Nested functions count for themselves."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

_BRANCHES = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.IfExp, ast.comprehension, ast.match_case)
_NESTING = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.With, ast.AsyncWith, ast.Match)
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def complexity(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the number of ways through a function: one, and one more for each decision."""
    count = 1
    for node in _own_nodes(function.body):
        if isinstance(node, ast.BoolOp):
            count += len(node.values) - 1
        elif isinstance(node, ast.comprehension):
            # A filter decides; the loop of a comprehension reads as one expression.
            count += len(node.ifs)
        elif isinstance(node, ast.match_case):
            wildcard = isinstance(node.pattern, ast.MatchAs) and node.pattern.pattern is None
            count += 0 if wildcard else 1
        elif isinstance(node, _BRANCHES):
            count += 1
    return count


def statements(body: Sequence[ast.stmt]) -> int:
    """Return how many statements a body holds, at every depth."""
    return sum(1 for node in _own_nodes(body) if isinstance(node, ast.stmt))


def nesting(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return how deep blocks lie in each other; `elif` is no deeper than its `if`."""
    return max((_depth(node) for node in function.body), default=0)


def _depth(node: ast.AST) -> int:
    if isinstance(node, _DEFINITIONS):
        return 0
    inner = 0
    for name, value in ast.iter_fields(node):
        children = value if isinstance(value, list) else [value]
        for child in children:
            if not isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
                continue
            continued = (
                name == "orelse" and isinstance(node, ast.If) and len(children) == 1 and isinstance(child, ast.If)
            )
            inner = max(inner, _depth(child) - (1 if continued else 0))
    return inner + (1 if isinstance(node, _NESTING) else 0)


def _own_nodes(body: Sequence[ast.stmt]) -> Iterator[ast.AST]:
    waiting: list[ast.AST] = list(body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, _DEFINITIONS):
            waiting.extend(ast.iter_child_nodes(node))
