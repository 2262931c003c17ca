"""What the tests of a workspace reach: a walk over names from the tests through the code, without running anything.

Generous on purpose: a method counts as reached when its name is called somewhere in reached code and its class is made
or named there. What is reported as not reached is then hardly ever wrong.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from memserver.workers.code.facts import ClassFacts, FileFacts, FunctionFacts
from memserver.workers.code.imports import Resolver

Key = tuple[str, str]
"""A file and a qualified name in it."""

_PLAIN_BASES = frozenset(
    {"object", "Protocol", "ABC", "Generic", "NamedTuple", "Enum", "StrEnum", "IntEnum", "Exception"}
)
HOSTS = frozenset({"vscode", "@vscode/test-electron", "@vscode/test-web", "@vscode/test-cli"})
_SCRIPTS = frozenset({"typescript", "javascript"})
_BY_NAME_ONLY = frozenset({"java", "go", "rust", "c", "cpp"})


class Reach:
    """Walks from tests to everything that they name, call or load."""

    def __init__(self, facts: Mapping[str, FileFacts], resolver: Resolver, commands: Mapping[str, str]) -> None:
        self._facts = facts
        self._resolver = resolver
        self._commands = commands
        self._functions: dict[Key, FunctionFacts] = {}
        self._classes: dict[Key, ClassFacts] = {}
        self._methods: dict[Key, list[FunctionFacts]] = defaultdict(list)
        self._top: dict[str, list[Key]] = defaultdict(list)
        self._subject: dict[str, list[Key]] = defaultdict(list)
        self._bindings: dict[str, dict[str, list[tuple[str, str]]]] = {}
        self.reached: set[Key] = set()
        self._alive: set[Key] = set()
        self._touched: set[str] = set()
        self._called: set[str] = set()
        self._waiting: list[tuple[str, str]] = []
        for path, file in facts.items():
            self._index(path, file)

    def _index(self, path: str, file: FileFacts) -> None:
        for function in file.functions:
            key = (path, function.name)
            self._functions[key] = function
            self._top[function.short_name].append(key)
            if "method" in function.flags:
                self._methods[path, function.owner].append(function)
        for each in file.classes:
            self._classes[path, each.name] = each
            self._subject[each.name.rpartition(".")[2]].append((path, each.name))

    def from_tests(self, tests: Iterable[str], hosted: Iterable[str] = ()) -> set[Key]:
        """Return the functions that the test files reach.

        `hosted` are the beginnings of packages that an editor loads: tests that run in the editor reach them.
        """
        tests = sorted(tests)
        for path in tests:
            self._touch(path)
            for function in self._facts[path].functions:
                self._reach((path, function.name))
            for each in self._facts[path].classes:
                self._enliven((path, each.name))
            self._started_by(self._facts[path].strings)
        if any(each.module in HOSTS for path in tests for each in self._facts[path].imports):
            for path in hosted:
                for name in ("activate", "deactivate"):
                    self._reach((path, name))
        self._work_off()
        return self.reached

    def _work_off(self) -> None:
        while self._waiting:
            path, references = self._waiting.pop()
            for name in references.split():
                if name.startswith("."):
                    self._member(path, name[1:])
                else:
                    self._name(path, name)

    def _touch(self, path: str) -> None:
        """A loaded file runs its top level and loads what it imports."""
        waiting = [path]
        while waiting:
            each = waiting.pop()
            if each in self._touched or each not in self._facts:
                continue
            self._touched.add(each)
            file = self._facts[each]
            self._waiting.append((each, file.references))
            for function in file.functions:
                # What a decorator registers is called by whoever it was registered with.
                if "decorated" in function.flags or "fixture" in function.flags:
                    self._reach((each, function.name))
            self._named_targets(file.strings)
            waiting += [
                target.path
                for found in file.imports
                if not found.deferred and (target := self._resolver.resolve(each, file.language, found)).path
            ]

    def _reach(self, key: Key) -> None:
        if key in self.reached or key not in self._functions:
            return
        self.reached.add(key)
        self._touch(key[0])
        self._waiting.append((key[0], self._functions[key].references))
        owner = self._functions[key].owner
        if (key[0], owner) in self._classes:
            self._enliven((key[0], owner))
        prefix = f"{key[1]}."
        for function in self._facts[key[0]].functions:
            if function.name.startswith(prefix):
                self._reach((key[0], function.name))

    def _enliven(self, key: Key) -> None:
        """A class that is named in reached code may be made there: its constructor and called methods are reached."""
        if key in self._alive or key not in self._classes:
            return
        self._alive.add(key)
        self._touch(key[0])
        each = self._classes[key]
        self._waiting.append((key[0], each.references))
        foreign = self._foreign_base(key)
        for method in self._methods[key]:
            name = method.short_name
            hook = foreign and not self._is_called_anywhere(name)
            if name.startswith("__") or "constructor" in method.flags or name in self._called or hook:
                self._reach((key[0], method.name))
        for base in each.bases:
            for candidate in self._subject.get(base, ()):
                self._enliven(candidate)

    def _foreign_base(self, key: Key) -> bool:
        return any(base not in self._subject and base not in _PLAIN_BASES for base in self._classes[key].bases)

    def _is_called_anywhere(self, name: str) -> bool:
        if not hasattr(self, "_every_member"):
            self._every_member = {
                word for file in self._facts.values() for text in file.all_references() for word in text.split()
            }
        return f".{name}" in self._every_member

    def _member(self, path: str, name: str) -> None:
        if name not in self._called:
            self._called.add(name)
            for key in self._top.get(name, ()):
                function = self._functions[key]
                if "method" in function.flags and (key[0], function.owner) in self._alive:
                    self._reach(key)
        for module in self._bound(path).get("*modules", ()):
            self._in_module(module[0], name)
        if self._facts[path].language in _BY_NAME_ONLY:
            self._anywhere(path, name)

    def _name(self, path: str, name: str) -> None:
        for module, original in self._bound(path).get(name, ()):
            if original:
                self._in_module(module, original)
            else:
                self._touch(module)
        for module, _ in self._bound(path).get("*lazy", ()):
            self._in_module(module, name)
        self._in_module(path, name, follow=False)
        if self._facts[path].language in _BY_NAME_ONLY:
            self._anywhere(path, name)

    def _anywhere(self, path: str, name: str) -> None:
        language = self._facts[path].language
        for key in (*self._top.get(name, ()), *self._subject.get(name, ())):
            if self._facts[key[0]].language == language:
                self._reach(key)
                self._enliven(key)

    def _in_module(self, module: str, name: str, follow: bool = True, depth: int = 0) -> None:
        """Reach a name of a module, also one that the module only hands on."""
        self._reach((module, name))
        self._enliven((module, name))
        if not follow or depth > 5 or (module, name) in self._functions or (module, name) in self._classes:
            return
        bound = self._bound(module)
        for target, original in (*bound.get(name, ()), *((each, name) for each, _ in bound.get("*all", ()))):
            if target != module:
                self._in_module(target, original or name, True, depth + 1)
        if name == "default":
            for function in self._facts[module].functions if module in self._facts else ():
                if function.public and "method" not in function.flags:
                    self._reach((module, function.name))
            for each in self._facts[module].classes if module in self._facts else ():
                self._enliven((module, each.name))

    def _bound(self, path: str) -> dict[str, list[tuple[str, str]]]:
        """What the names of a file stand for: a module and a name in it, or a module alone."""
        if path not in self._bindings:
            bound: dict[str, list[tuple[str, str]]] = defaultdict(list)
            file = self._facts.get(path)
            for each in file.imports if file else ():
                target = self._resolver.resolve(path, file.language, each).path if file else ""
                if not target:
                    continue
                if each.name == "*":
                    bound["*all"].append((target, ""))
                elif each.name:
                    bound[each.alias or each.name].append((target, each.name))
                    bound["*modules"].append((target, ""))
                else:
                    bound[each.alias or each.module.partition(".")[0]].append((target, ""))
                    bound["*modules"].append((target, ""))
                    if file and file.language in _SCRIPTS and not each.alias:
                        # `const { save } = await import("./store")`: the names come later.
                        bound["*lazy"].append((target, ""))
            self._bindings[path] = bound
        return self._bindings[path]

    def _named_targets(self, strings: Iterable[str]) -> None:
        """`"module:function"` or the name of a class in a table is loaded by name."""
        for string in strings:
            module, colon, name = string.partition(":")
            if not colon:
                # A class that is named in a table is made from it, if only one is called so.
                named = self._subject.get(string, ())
                if len(named) == 1 and string[:1].isupper():
                    self._enliven(named[0])
                continue
            stem = module.rpartition(".")[2]
            for key in self._top.get(name, ()):
                if key[0].rpartition("/")[2].rpartition(".")[0] == stem:
                    self._reach(key)

    def _started_by(self, strings: Iterable[str]) -> None:
        """A test that starts a program of ours by its name, its module or its path runs its main function."""
        for string in strings:
            target = self._commands.get(string, string).partition(":")[0]
            found = {self._resolver.module_file(target), self._resolver.module_file(f"{target}.__main__"), target}
            for path in found & self._facts.keys():
                self._touch(path)
                self._reach((path, "main"))
