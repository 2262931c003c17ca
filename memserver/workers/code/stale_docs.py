"""Documents that speak of what is no longer there: files, functions, options and commands. Careful: a document may
speak of other people's programs, so only what clearly means this workspace is doubted.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memserver.text.words import words
from memserver.workers.code.codebase import TEXTS, Codebase
from memserver.workers.code.languages import Role, tells_history
from memserver.workers.code.mentions import Mention, options_in, program_of
from memserver.workers.code.names import NameTable

_MADE = words("dist build out target coverage htmlcov node_modules .venv venv .git __pycache__ tmp temp logs cache")
"""Folders that are made by running something: a document may name what will be in them."""

_EXAMPLE_NAME = re.compile(r"^(?:path|your|my|some|foo|bar|baz|example|sample|demo|xxx|name|file|module)\b", re.I)
_COMPOUND = re.compile(r"_|[a-z][A-Z]")
_COMMON_OPTIONS = frozenset({"--help", "--version", "--verbose", "--quiet"})
_RUNNER = re.compile(r"^(?:python[\d.]*|node|bash|sh|tsx|ts-node)$")


@dataclass(frozen=True, slots=True)
class Stale:
    """A document's words about something that is not there. `kind` is path, function, option, command or link."""

    path: str
    line: int
    kind: str
    value: str
    removed: bool = False
    """Whether the history shows that it was there once."""


def stale_mentions(base: Codebase) -> list[Stale]:
    """Return what documents name in vain, in order of documents and lines."""
    checker = _Checker(base)
    found: list[Stale] = []
    for source, data, _ in base.section(TEXTS):
        if source.role is not Role.DOCUMENT or tells_history(source.path) or "mentions" not in data:
            continue
        for kind, value, line in data["mentions"]:
            found.extend(checker.check(source.path, Mention(kind, value, line)))
    unique = {(each.path, each.kind, each.value): each for each in reversed(found)}
    return sorted(unique.values(), key=lambda each: (each.path, each.line, each.kind, each.value))


class _Checker:
    def __init__(self, base: Codebase) -> None:
        self._base = base
        self._names = NameTable(base.facts, base.resolver)
        self._ends: dict[str, list[str]] = {}
        for path in base.sources:
            self._ends.setdefault(path.rpartition("/")[2], []).append(path)
        self._past_ends: dict[str, list[str]] = {}
        for path in base.history.past_paths:
            self._past_ends.setdefault(path.rpartition("/")[2], []).append(path)
        self._options = {option for _, data, _ in base.section(TEXTS) for option in data.get("options", ())}
        self._options |= {each for facts in base.facts.values() for each in facts.strings if each.startswith("--")}
        self._options |= {f"--{name.replace('_', '-')}" for name in self._names.parameters}

    def check(self, document: str, mention: Mention) -> Iterator[Stale]:
        if mention.kind == "path":
            yield from self._path(document, mention)
        elif mention.kind == "link":
            near = posixpath.normpath(posixpath.join(document.rpartition("/")[0], mention.value.lstrip("/")))
            if not self._exists(near) and not self._exists(mention.value.lstrip("/")):
                yield Stale(document, mention.line, "link", mention.value, near in self._base.history.past_paths)
        elif mention.kind == "call":
            yield from self._call(document, mention)
        else:
            yield from self._command(document, mention)

    def _exists(self, path: str) -> bool:
        if path.startswith("..") or path in self._base.sources:
            return True  # what lies outside of the workspace cannot be judged
        try:
            return (self._base.folder / path).exists()
        except (OSError, ValueError):
            return True

    def _path(self, document: str, mention: Mention) -> Iterator[Stale]:
        value = mention.value.removeprefix("./").rstrip("/")
        if value.startswith(("/", "~", "..", ".")) or _EXAMPLE_NAME.match(value) or not value:
            return
        near = posixpath.normpath(posixpath.join(document.rpartition("/")[0], value))
        if self._exists(value) or self._exists(near) or self._ends_with(self._ends, value):
            return
        removed = self._ends_with(self._past_ends, value)
        first = value.partition("/")[0]
        ours = "/" in value and first not in _MADE and (self._base.folder / first).is_dir()
        if removed or (ours and not mention.value.endswith("/")):
            yield Stale(document, mention.line, "path", mention.value, removed)

    def _ends_with(self, table: dict[str, list[str]], value: str) -> bool:
        return any(f"/{path}".endswith(f"/{value}") for path in table.get(value.rpartition("/")[2], ()))

    def _call(self, document: str, mention: Mention) -> Iterator[Stale]:
        owner, _, name = mention.value.rpartition(".")
        holder = owner.rpartition(".")[2]
        if holder and holder in self._names.methods:
            if self._names.has_member(holder, name) is False:
                yield Stale(document, mention.line, "function", mention.value)
        elif _EXAMPLE_NAME.match(name) or not _COMPOUND.search(name.strip("_")):
            return
        elif not self._names.knows(name) and not self._is_foreign(owner):
            yield Stale(document, mention.line, "function", mention.value)

    def _is_foreign(self, owner: str) -> bool:
        """Whether a name stands behind a module that is not of this workspace."""
        first = owner.partition(".")[0]
        return bool(owner) and not self._base.resolver.module_file(first) and f"{first}.py" not in self._ends

    def _command(self, document: str, mention: Mention) -> Iterator[Stale]:
        for part in re.split(r"\s*(?:&&|\|\||;|\|)\s*", mention.value):
            program, rest = program_of(part)
            missing = self._missing_target(document, program, rest)
            if missing:
                yield Stale(document, mention.line, "command", missing)
            elif self._is_ours(program, rest):
                for option in options_in(part):
                    if option not in self._options and option not in _COMMON_OPTIONS:
                        yield Stale(document, mention.line, "option", f"{program} {option}")

    def _is_ours(self, program: str, rest: Sequence[str]) -> bool:
        """Whether a command starts a program of this workspace."""
        if program in self._base.manifests.commands:
            return True
        script = next((word for word in rest if not word.startswith("-")), "")
        if program.startswith(("python", "node", "tsx", "bash", "sh")):
            return script in self._base.sources or ("-m" in rest and bool(self._base.resolver.module_file(script)))
        return program.removeprefix("./") in self._base.sources

    def _missing_target(self, document: str, program: str, rest: Sequence[str]) -> str:
        """The script, module or target that a command would start in vain; empty when there is none."""
        plain = [word for word in rest if not word.startswith("-")]
        if program in ("npm", "pnpm", "yarn"):
            return self._missing_npm(program, plain) if "-g" not in rest else ""
        if program == "make":
            return self._missing_make(plain[0]) if plain else ""
        if _RUNNER.match(program) and plain:
            return self._missing_run(document, plain[0], rest)
        return self._missing_script(document, program) if program.startswith("./") else ""

    def _missing_npm(self, program: str, plain: Sequence[str]) -> str:
        manifests = self._base.manifests
        if not manifests.has_scripts or len(plain) < 2 or plain[0] != "run" or not self._plain(plain[1]):
            return ""
        return "" if plain[1] in manifests.scripts else f"{program} run {plain[1]}"

    def _missing_make(self, target: str) -> str:
        manifests = self._base.manifests
        known = not manifests.has_targets or target in manifests.targets or not self._plain(target)
        return "" if known else f"make {target}"

    def _missing_run(self, document: str, first: str, rest: Sequence[str]) -> str:
        if "-m" in rest:
            place = rest.index("-m") + 1
            return self._missing_module(rest[place]) if place < len(rest) else ""
        return "" if "-c" in rest else self._missing_script(document, first)

    def _plain(self, word: str) -> bool:
        return bool(re.match(r"^[\w:.-]+$", word)) and "=" not in word

    def _missing_module(self, module: str) -> str:
        resolver = self._base.resolver
        top = module.partition(".")[0]
        if not resolver.module_file(top) or resolver.module_file(module):
            return ""
        return f"python -m {module}"

    def _missing_script(self, document: str, script: str) -> str:
        value = script.removeprefix("./")
        if not re.search(r"^[\w@./-]+\.(?:py|js|ts|mjs|cjs|sh)$", value) or value.startswith(("/", "..")):
            return ""
        near = posixpath.normpath(posixpath.join(document.rpartition("/")[0], value))
        if (
            self._exists(value)
            or self._exists(near)
            or self._ends_with(self._ends, value)
            or _EXAMPLE_NAME.match(value)
        ):
            return ""
        known = self._ends_with(self._past_ends, value) or (self._base.folder / value.partition("/")[0]).is_dir()
        return script if known else ""
