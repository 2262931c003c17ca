"""The outline of Python source, by its own parser. Annotations, casts, overloads and formatting leave no token."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Sequence

from memserver.workspace.outline import MOST_STATEMENTS, Block, Outline, Statement, number_token, string_tokens

_SIGNS: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.LShift: "<<", ast.RShift: ">>", ast.BitOr: "|", ast.BitXor: "^", ast.BitAnd: "&", ast.MatMult: "@",
    ast.And: "and", ast.Or: "or", ast.Not: "not", ast.Invert: "~", ast.UAdd: "+", ast.USub: "-", ast.Eq: "==",
    ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Is: "is", ast.IsNot: "is-not",
    ast.In: "in", ast.NotIn: "not-in",
}  # fmt: skip
_UNSAID = frozenset({"annotation", "returns", "type_comment", "ctx", "kind", "type_params", "type_ignores"})
_WITH_BODY = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith)
_TYPES_ONLY = "TYPE_CHECKING"


def python_outline(text: str) -> Outline | None:
    """Return the outline of Python source; None when this Python cannot read it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
        reader = _Reader()
        reader.body(tree.body, "")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return Outline(reader.statements, reader.blocks)


class _Reader:
    def __init__(self) -> None:
        self.statements: list[Statement] = []
        self.blocks: list[Block] = []

    def body(self, nodes: Sequence[ast.stmt], prefix: str) -> None:
        for node in nodes:
            if len(self.statements) >= MOST_STATEMENTS:
                return
            self._statement(node, prefix)

    def _statement(self, node: ast.stmt, prefix: str) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            self._definition(node, prefix)
        elif isinstance(node, _WITH_BODY):
            self._compound(node, prefix)
        elif isinstance(node, ast.Try | ast.TryStar):
            self._try(node, prefix)
        elif isinstance(node, ast.Match):
            self._add(node.lineno, "match", *_tokens(node.subject))
            for case in node.cases:
                self._add(node.lineno, "case", *_tokens(case.pattern), *(_tokens(case.guard) if case.guard else ()))
                self.body(case.body, prefix)
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            self._assignment(node, prefix)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            if isinstance(node.value.value, str):
                self.statements.append(Statement(node.lineno, tuple(string_tokens(node.value.value)), doc=True))
        elif not isinstance(node, ast.Pass):
            self._add(node.lineno, *_tokens(node))

    def _add(self, line: int, *tokens: str) -> None:
        if tokens:
            self.statements.append(Statement(line, tokens))

    def _definition(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, prefix: str) -> None:
        if any(_last_name(each) == "overload" for each in node.decorator_list):
            return
        first, place = len(self.statements), len(self.blocks)
        for decorator in node.decorator_list:
            self._add(node.lineno, "@", *_tokens(decorator))
        hidden: frozenset[str] = frozenset()
        if isinstance(node, ast.ClassDef):
            self._add(node.lineno, "class", node.name, *(each for base in node.bases for each in _tokens(base)))
        else:
            self._add(node.lineno, "def", node.name, *_tokens(node.args))
            hidden = _own_names(node)
        self.body(node.body, f"{prefix}{node.name}.")
        self.blocks.insert(place, Block(prefix + node.name, first, len(self.statements), hidden))

    def _compound(
        self, node: ast.If | ast.For | ast.AsyncFor | ast.While | ast.With | ast.AsyncWith, prefix: str
    ) -> None:
        if isinstance(node, ast.If | ast.While):
            if _last_name(node.test) == _TYPES_ONLY:
                self.body(node.orelse, prefix)
                return
            self._add(node.lineno, "if" if isinstance(node, ast.If) else "while", *_tokens(node.test))
        elif isinstance(node, ast.For | ast.AsyncFor):
            self._add(node.lineno, "for", *_tokens(node.target), "in", *_tokens(node.iter))
        else:
            self._add(node.lineno, "with", *(each for item in node.items for each in _tokens(item)))
        self.body(node.body, prefix)
        orelse = [] if isinstance(node, ast.With | ast.AsyncWith) else node.orelse
        if orelse:
            self.body(orelse, prefix)

    def _try(self, node: ast.Try | ast.TryStar, prefix: str) -> None:
        self.body(node.body, prefix)
        for handler in node.handlers:
            self._add(handler.lineno, "except", *(_tokens(handler.type) if handler.type else ()))
            self.body(handler.body, prefix)
        self.body([*node.orelse, *node.finalbody], prefix)

    def _assignment(self, node: ast.Assign | ast.AnnAssign | ast.AugAssign, prefix: str) -> None:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        names = [name for target in targets if (name := _last_name(target))]
        first, place = len(self.statements), len(self.blocks)
        left = [each for target in targets for each in _tokens(target)]
        if isinstance(node, ast.AugAssign):
            left.append(_SIGNS.get(type(node.op), "?"))
        value = node.value
        if isinstance(value, ast.Dict) and len(value.keys) > 1:
            self._add(node.lineno, *left, "=")
            self._entries(value, f"{prefix}{names[0]}." if names else prefix)
        else:
            self._add(node.lineno, *left, *(("=", *_tokens(value)) if value is not None else ()))
        self.blocks[place:place] = [Block(prefix + name, first, len(self.statements)) for name in names]

    def _entries(self, node: ast.Dict, prefix: str) -> None:
        for key, value in zip(node.keys, node.values, strict=True):
            first = len(self.statements)
            self._add(value.lineno, *(_tokens(key) if key is not None else ("**",)), ":", *_tokens(value))
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                self.blocks.append(Block(prefix + key.value[:80], first, len(self.statements)))


def _own_names(node: ast.FunctionDef | ast.AsyncFunctionDef) -> frozenset[str]:
    kept: set[str] = set()
    stored = {each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg)}
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            stored.add(each.id)
        elif isinstance(each, ast.Global | ast.Nonlocal):
            kept.update(each.names)
        elif isinstance(each, ast.ExceptHandler) and each.name:
            stored.add(each.name)
    return frozenset(stored - kept)


def _last_name(node: ast.AST) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def _tokens(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Attribute):
        yield from _tokens(node.value)
        yield node.attr
    elif isinstance(node, ast.Constant):
        yield from _constant(node.value)
    elif isinstance(node, ast.JoinedStr):
        for part in node.values:
            yield from _tokens(part.value if isinstance(part, ast.FormattedValue) else part)
    elif isinstance(node, ast.Call):
        yield from _call(node)
    elif isinstance(node, ast.Compare | ast.BinOp | ast.BoolOp):
        yield from _operation(node)
    else:
        yield from _other(node)


def _operation(node: ast.Compare | ast.BinOp | ast.BoolOp) -> Iterator[str]:
    if isinstance(node, ast.Compare):
        yield from _tokens(node.left)
        for sign, right in zip(node.ops, node.comparators, strict=True):
            yield _SIGNS[type(sign)]
            yield from _tokens(right)
    elif isinstance(node, ast.BinOp):
        yield from _tokens(node.left)
        yield _SIGNS[type(node.op)]
        yield from _tokens(node.right)
    else:
        for place, value in enumerate(node.values):
            if place:
                yield _SIGNS[type(node.op)]
            yield from _tokens(value)


def _constant(value: object) -> Iterator[str]:
    if isinstance(value, str | bytes):
        yield from string_tokens(value if isinstance(value, str) else value.decode("latin-1"))
    elif isinstance(value, int | float | complex) and not isinstance(value, bool):
        # A number of a million digits is data, and Python would refuse to write it out.
        yield number_token(repr(value) if not isinstance(value, int) or value.bit_length() < 4_000 else "1e9999")
    else:
        yield str(value)


def _call(node: ast.Call) -> Iterator[str]:
    if _last_name(node.func) == "cast" and len(node.args) == 2:
        yield from _tokens(node.args[1])
        return
    if (
        isinstance(node.func, ast.Attribute)
        and node.func.attr == "format"
        and isinstance(node.func.value, ast.Constant)
    ):
        yield from _tokens(node.func.value)
        for each in node.args:
            yield from _tokens(each)
        for named in node.keywords:
            yield from _tokens(named.value)
        return
    yield from _tokens(node.func)
    yield "("
    for each in node.args:
        yield from _tokens(each)
    for named in node.keywords:
        yield named.arg or "**"
        yield "="
        yield from _tokens(named.value)
    yield ")"


def _other(node: ast.AST) -> Iterator[str]:
    sign = _SIGNS.get(type(node))
    if sign is not None:
        yield sign
    elif isinstance(node, ast.arg):
        yield node.arg
    elif not isinstance(node, ast.Expr | ast.arguments | ast.withitem | ast.comprehension | ast.Tuple | ast.UnaryOp):
        # The kind of a node is a sign, no word: a memory that says "dict" does not mean the braces of one.
        yield f"<{type(node).__name__}"
    for name, value in ast.iter_fields(node):
        if name in _UNSAID or isinstance(node, ast.arg):
            continue
        for each in value if isinstance(value, list) else (value,):
            if isinstance(each, ast.AST):
                yield from _tokens(each)
            elif isinstance(each, str):
                yield each
