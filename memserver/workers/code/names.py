"""Which names a workspace knows and uses: for telling whether a document speaks of something that exists."""

from __future__ import annotations

import builtins
from collections import Counter, defaultdict
from collections.abc import Mapping

from memserver.workers.code.facts import FileFacts, FunctionFacts
from memserver.workers.code.imports import Resolver

_FAMILIES = {"javascript": "script", "typescript": "script", "c": "c", "cpp": "c"}


class NameTable:
    """Names of a whole workspace: where they are defined, and in how many files they are used."""

    def __init__(self, facts: Mapping[str, FileFacts], resolver: Resolver) -> None:
        self.methods: dict[str, set[str]] = defaultdict(set)
        """What each class holds, by its short name."""
        self.bases: dict[str, set[str]] = defaultdict(set)
        self.parameters: set[str] = set()
        self._imported: Counter[tuple[str, str]] = Counter()
        """In how many files a definition is imported by name, or used behind the name of its module."""
        self._members: Counter[tuple[str, str]] = Counter()
        """In how many files of a language family a name stands behind a dot."""
        self._holders: Counter[str] = Counter()
        """In how many classes a method of this name is defined."""
        self._known: set[str] = set(dir(builtins))
        for path, file in facts.items():
            self._define(file)
            self._use(path, file, resolver)

    def _define(self, file: FileFacts) -> None:
        for function in file.functions:
            self._known.add(function.short_name)
            self.parameters.update(function.parameters)
            if "method" in function.flags:
                self.methods[function.owner.rpartition(".")[2]].add(function.short_name)
                self._holders[function.short_name] += 1
        for each in file.classes:
            name = each.name.rpartition(".")[2]
            self._known.add(name)
            self.methods.setdefault(name, set())
            self.bases[name].update(each.bases)
        self._known |= set(file.exports) | set(file.strings)

    def _use(self, path: str, file: FileFacts, resolver: Resolver) -> None:
        used = {name for text in file.all_references() for name in text.split()}
        members = {name[1:] for name in used if name.startswith(".")}
        self._known |= {name.lstrip(".") for name in used}
        self._members.update((_family(file.language), name) for name in members)
        counted: set[tuple[str, str]] = set()
        for each in file.imports:
            self._known |= {each.name or each.module, each.alias}
            target = resolver.resolve(path, file.language, each).path
            if target and each.name and each.name != "*":
                counted.add((target, each.name))
            if target:
                counted |= {(target, name) for name in members}
        self._imported.update(counted)

    def uses(self, path: str, function: FunctionFacts | None, name: str, language: str) -> int:
        """Return in how many files a definition is used, as far as names can tell."""
        if function is None or "method" not in function.flags:
            return self._imported[path, name]
        # Methods of one name share its uses: nobody can tell them apart without types.
        return self._members[_family(language), name] // max(1, self._holders[name])

    def knows(self, name: str) -> bool:
        """Say whether a name occurs anywhere in the code."""
        return name in self._known

    def has_member(self, owner: str, name: str) -> bool | None:
        """Say whether a class of ours has a member; None when that cannot be told."""
        seen: set[str] = set()
        waiting = [owner]
        while waiting:
            each = waiting.pop()
            if each in seen:
                continue
            seen.add(each)
            if each not in self.methods:
                # A class from outside may hold anything.
                return None
            if name in self.methods[each]:
                return True
            waiting.extend(self.bases[each])
        return False


def _family(language: str) -> str:
    return _FAMILIES.get(language, language)
