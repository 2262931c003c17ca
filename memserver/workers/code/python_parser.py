"""Reads a Python file with the language's own parser: functions, classes, imports, names. Never runs any of it."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterable, Iterator

from memserver.workers.code.docstrings import documented_parameters, first_sentence
from memserver.workers.code.facts import ClassFacts, FileFacts, FunctionFacts, ImportFacts
from memserver.workers.code.python_measure import complexity, nesting, statements

Function = ast.FunctionDef | ast.AsyncFunctionDef

_NAMING_STRING = re.compile(r"^(?:--[a-z][\w-]*|[A-Za-z_][\w.-]*(?:/[\w.-]+)+|[A-Za-z_]\w*(?:\.\w+)*(?::\w+|\.)?)$")
_LONGEST_STRING = 120
_MAX_STRINGS = 400
_MAX_DEPTH = 6
_OVERRIDES = frozenset({"override", "typing.override", "typing_extensions.override"})
_SERVERS = frozenset({"FastAPI", "Flask", "Starlette", "Typer", "LanguageServer", "FastMCP", "Celery"})


def parse_python(text: str) -> FileFacts:
    """Return what a Python file holds; a file that does not parse says so in `problem`."""
    facts = FileFacts("python", lines=text.count("\n") + 1)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
        facts.summary = first_sentence(ast.get_docstring(tree) or "")
        _Reader(facts).read(tree)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        facts.problem = f"not parsed: {type(error).__name__}"
    return facts


class _Reader:
    """Fills the facts of one file from its tree."""

    def __init__(self, facts: FileFacts) -> None:
        self._facts = facts

    def read(self, tree: ast.Module) -> None:
        facts = self._facts
        facts.exports = _exports(tree)
        self._definitions(tree.body, "", 0)
        facts.imports = list(_imports(tree))
        facts.references = _joined(_module_names(tree.body))
        facts.entry = _entry(tree)
        strings = (each.value for each in ast.walk(tree) if isinstance(each, ast.Constant))
        named = (each for each in strings if isinstance(each, str) and len(each) <= _LONGEST_STRING)
        facts.strings = sorted({each for each in named if _NAMING_STRING.match(each)})[:_MAX_STRINGS]

    def _definitions(self, body: Iterable[ast.stmt], owner: str, depth: int, in_class: bool = False) -> None:
        if depth > _MAX_DEPTH:
            return
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                self._facts.functions.append(self._function(node, owner, in_class))
                name = f"{owner}.{node.name}" if owner else node.name
                self._definitions(node.body, name, depth + 1)
            elif isinstance(node, ast.ClassDef):
                self._class(node, owner, depth)
            elif isinstance(node, ast.If | ast.Try | ast.With):
                inner = [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.stmt)]
                self._definitions(inner, owner, depth + 1, in_class)

    def _class(self, node: ast.ClassDef, owner: str, depth: int) -> None:
        name = f"{owner}.{node.name}" if owner else node.name
        bases = [tail for base in node.bases if (tail := _tail(base))]
        self._facts.classes.append(
            ClassFacts(
                name, node.lineno, node.end_lineno or node.lineno, _is_public(name),
                ast.get_docstring(node, clean=False) is not None, bases,
                _joined([*_module_names(node.body), *_names(*node.bases, *node.keywords, *node.decorator_list)]),
            )
        )  # fmt: skip
        self._definitions(node.body, name, depth + 1, in_class=True)

    def _function(self, node: Function, owner: str, in_class: bool) -> FunctionFacts:
        name = f"{owner}.{node.name}" if owner else node.name
        docstring = ast.get_docstring(node) or ""
        body = node.body[1:] if docstring and len(node.body) > 1 else node.body
        flags = list(_flags(node, body, owner, in_class))
        return FunctionFacts(
            name=name,
            line=node.lineno,
            end=node.end_lineno or node.lineno,
            parameters=_parameters(node, in_class),
            complexity=complexity(node),
            nesting=nesting(node),
            statements=statements(body),
            public=_is_public(name) and "nested" not in flags,
            documented=bool(docstring.strip()),
            documented_parameters=documented_parameters(docstring),
            flags=flags,
            references=_joined(_names(*node.body, *node.decorator_list, *_defaults(node))),
            body_line=body[0].lineno,
        )


def _flags(node: Function, body: list[ast.stmt], owner: str, in_class: bool) -> Iterator[str]:
    if in_class:
        yield "method"
        if node.name == "__init__":
            yield "constructor"
    elif owner:
        yield "nested"
    for decorator in node.decorator_list:
        name = _dotted(decorator.func if isinstance(decorator, ast.Call) else decorator)
        tail = name.rpartition(".")[2]
        if tail in ("property", "cached_property", "setter", "getter", "deleter"):
            yield "property"
        elif tail in ("abstractmethod", "overload"):
            yield "abstract" if tail == "abstractmethod" else "overload"
        elif name in _OVERRIDES:
            yield "override"
        elif tail == "fixture":
            yield "fixture"
        elif tail not in ("staticmethod", "classmethod", "cache", "lru_cache", "asynccontextmanager", "contextmanager"):
            yield "decorated"
    if all(_is_stub(each) for each in body):
        yield "abstract"


def _is_stub(node: ast.stmt) -> bool:
    if isinstance(node, ast.Raise):
        error = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        return error is not None and _dotted(error).endswith("NotImplementedError")
    constant = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return isinstance(node, ast.Pass) or constant


def _parameters(node: Function, in_class: bool) -> list[str]:
    arguments = node.args
    plain = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
    if in_class and plain and not any(_dotted(each) == "staticmethod" for each in node.decorator_list):
        plain = plain[1:]
    starred = [each.arg for each in (arguments.vararg, arguments.kwarg) if each]
    return [*plain, *(each.arg for each in arguments.kwonlyargs), *(f"*{each}" for each in starred)]


def _defaults(node: Function) -> list[ast.expr]:
    return [each for each in (*node.args.defaults, *node.args.kw_defaults) if each is not None]


def _is_public(name: str) -> bool:
    return not any(part.startswith("_") for part in name.split("."))


def _exports(tree: ast.Module) -> list[str]:
    """What `__all__` names."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(_dotted(target) == "__all__" for target in node.targets):
            values = node.value.elts if isinstance(node.value, ast.List | ast.Tuple) else []
            return [each.value for each in values if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    return []


def _imports(tree: ast.Module) -> Iterator[ImportFacts]:
    for node, deferred in _import_statements(tree.body, False):
        for alias in node.names:
            if isinstance(node, ast.Import):
                yield ImportFacts(node.lineno, alias.name, "", alias.asname or "", 0, deferred)
            else:
                yield ImportFacts(
                    node.lineno, node.module or "", alias.name, alias.asname or "", node.level, deferred
                )  # fmt: skip


def _import_statements(body: Iterable[ast.AST], deferred: bool) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    for node in body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node, deferred
            continue
        typing_only = isinstance(node, ast.If) and _dotted(node.test).endswith("TYPE_CHECKING")
        inside = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        yield from _import_statements(ast.iter_child_nodes(node), deferred or typing_only or inside)


def _module_names(body: Iterable[ast.stmt]) -> Iterator[str]:
    """Names used outside of functions and classes; decorators and defaults belong to the definition."""
    for node in body:
        if isinstance(node, ast.If | ast.Try | ast.With | ast.For | ast.While):
            yield from _module_names(each for each in ast.iter_child_nodes(node) if isinstance(each, ast.stmt))
            yield from _names(*(each for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr)))
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom):
            yield from _names(node)


def _names(*nodes: ast.AST) -> Iterator[str]:
    """Names read in the nodes; one behind a dot keeps its dot. Annotations of parameters are no use of a name."""
    waiting: list[ast.AST] = list(nodes)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name):
            if not isinstance(node.ctx, ast.Store):
                yield node.id
        elif isinstance(node, ast.Attribute):
            yield f".{node.attr}"
            waiting.append(node.value)
        elif isinstance(node, ast.arg):
            continue
        else:
            if isinstance(node, ast.Call) and _dotted(node.func) in ("getattr", "hasattr", "setattr"):
                yield from (
                    f".{each.value}"
                    for each in node.args
                    if isinstance(each, ast.Constant) and isinstance(each.value, str)
                )
            waiting.extend(ast.iter_child_nodes(node))


def _joined(names: Iterable[str]) -> str:
    return " ".join(sorted({name for name in names if " " not in name}))


def _entry(tree: ast.Module) -> str:
    for node in tree.body:
        if isinstance(node, ast.If) and isinstance(node.test, ast.Compare) and _dotted(node.test.left) == "__name__":
            return "script"
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and (tail := _dotted(call.func).rpartition(".")[2]) in _SERVERS:
            return f"server ({tail})" if tail not in ("Typer", "Celery") else tail.lower()
    return ""


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def _tail(node: ast.expr) -> str:
    if isinstance(node, ast.Subscript):
        return _tail(node.value)
    return _dotted(node).rpartition(".")[2]
