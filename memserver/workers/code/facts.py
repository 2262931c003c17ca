"""What is known of one source file: plain data that can be written as JSON and read again.

Owns the shape only. Functions are written as short lists, because a large workspace has a hundred thousand of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

FACTS_VERSION = 2
"""Raised whenever the same text would give other facts: what was kept before is then read anew."""


@dataclass(slots=True)
class FunctionFacts:
    """A function or method. `name` is qualified (`Class.method`); `references` are the names used in its text."""

    name: str
    line: int
    end: int
    parameters: Sequence[str] = ()
    complexity: int = 1
    nesting: int = 0
    statements: int = 0
    public: bool = True
    documented: bool = False
    documented_parameters: Sequence[str] = ()
    flags: Sequence[str] = ()
    """Of `method`, `nested`, `decorated`, `property`, `abstract`, `override`, `overload`, `constructor`, `fixture`."""
    references: str = ""
    """Separated by blanks; a name behind a dot keeps the dot, so that `.run` is told from `run`."""
    body_line: int = 0
    """First line after signature and documentation."""

    @property
    def short_name(self) -> str:
        """The name without its class."""
        return self.name.rpartition(".")[2]

    @property
    def owner(self) -> str:
        """The class (or function) that holds it; empty at the top."""
        return self.name.rpartition(".")[0]

    @property
    def length(self) -> int:
        """Lines from the signature to the end."""
        return self.end - self.line + 1


@dataclass(slots=True)
class ClassFacts:
    """A class, interface or struct."""

    name: str
    line: int
    end: int
    public: bool = True
    documented: bool = False
    bases: Sequence[str] = ()
    references: str = ""
    """Names used in the body outside of its methods: fields, decorators, tables."""


@dataclass(slots=True)
class ImportFacts:
    """One imported name. `module` is written as in the source; `name` is empty when the module itself is meant."""

    line: int
    module: str
    name: str = ""
    alias: str = ""
    level: int = 0
    deferred: bool = False
    """Inside a function or only for the type checker: it cannot make a cycle at load time."""


@dataclass(slots=True)
class FileFacts:
    """Everything that the parsers read out of one file."""

    language: str
    lines: int = 0
    functions: list[FunctionFacts] = field(default_factory=list)
    classes: list[ClassFacts] = field(default_factory=list)
    imports: list[ImportFacts] = field(default_factory=list)
    references: str = ""
    """Names used at module level."""
    entry: str = ""
    """Why the file is one that people or machines start; empty when it is not."""
    strings: Sequence[str] = ()
    """Strings that may name a module, a file or an option."""
    exports: Sequence[str] = ()
    summary: str = ""
    """First sentence of what the file says of itself."""
    problem: str = ""

    def all_references(self) -> Iterator[str]:
        """Yield the names used at module level, in classes and in functions."""
        yield self.references
        for each in self.classes:
            yield each.references
        for function in self.functions:
            yield function.references

    def to_data(self) -> dict[str, Any]:
        """Write the facts as JSON-able data."""
        return {
            "language": self.language,
            "lines": self.lines,
            "functions": [_values(each) for each in self.functions],
            "classes": [_values(each) for each in self.classes],
            "imports": [_values(each) for each in self.imports],
            "references": self.references,
            "entry": self.entry,
            "strings": list(self.strings),
            "exports": list(self.exports),
            "summary": self.summary,
            "problem": self.problem,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Read what `to_data` wrote."""
        given = dict(data)
        given["functions"] = [FunctionFacts(*values) for values in given["functions"]]
        given["classes"] = [ClassFacts(*values) for values in given["classes"]]
        given["imports"] = [ImportFacts(*values) for values in given["imports"]]
        return cls(**given)


def _values(record: FunctionFacts | ClassFacts | ImportFacts) -> list[Any]:
    values = (getattr(record, name) for name in record.__slots__)
    return [list(value) if isinstance(value, tuple) else value for value in values]
