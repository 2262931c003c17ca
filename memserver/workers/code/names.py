"""Which names a workspace knows and uses: for telling whether a document speaks of something that exists."""

from __future__ import annotations

import builtins
from collections import Counter, defaultdict
from collections.abc import Mapping

from memserver.workers.code.facts import FileFacts


class NameTable:
    """Names of a whole workspace: where they are defined, and in how many files they are used."""

    def __init__(self, facts: Mapping[str, FileFacts]) -> None:
        self.uses: Counter[str] = Counter()
        """In how many files a name is used other than by being defined there."""
        self.methods: dict[str, set[str]] = defaultdict(set)
        """What each class holds, by its short name."""
        self.bases: dict[str, set[str]] = defaultdict(set)
        self.parameters: set[str] = set()
        self._known: set[str] = set(dir(builtins))
        for file in facts.values():
            self._add(file)

    def _add(self, file: FileFacts) -> None:
        used: set[str] = set(file.references.split())
        for function in file.functions:
            used.update(function.references.split())
            self._known.add(function.short_name)
            self.parameters.update(function.parameters)
            if "method" in function.flags:
                self.methods[function.owner.rpartition(".")[2]].add(function.short_name)
        for each in file.classes:
            name = each.name.rpartition(".")[2]
            used.update(each.references.split())
            self._known.add(name)
            self.methods.setdefault(name, set())
            self.bases[name].update(each.bases)
        names = {name.lstrip(".") for name in used}
        self.uses.update(names)
        self._known |= names | set(file.exports) | {each.name or each.module for each in file.imports}
        self._known |= {each.alias for each in file.imports if each.alias}
        self._known |= set(file.strings)

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
