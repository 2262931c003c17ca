"""Which file an import leads to: by the rules of each language, within the workspace. What leads outside is a package.

Knows the files by name only and opens none of them.
"""

from __future__ import annotations

import posixpath
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from memserver.workers.code.facts import FileFacts, ImportFacts

_SCRIPT_ENDINGS = (".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".d.ts", "/index.ts", "/index.tsx",
                   "/index.js", "/index.jsx")  # fmt: skip
_SOURCE_ROOTS = ("", "src", "lib", "python", "app")
_MODULE = re.compile(r"^[A-Za-z_]\w*(?:\.\w+)*$")


@dataclass(frozen=True, slots=True)
class Target:
    """Where an import leads: a file of the workspace, or a package outside of it."""

    path: str = ""
    package: str = ""


class Resolver:
    """Resolves imports among the files of one workspace."""

    def __init__(self, files: Iterable[str], aliases: Mapping[str, str] | None = None) -> None:
        self._files = frozenset(files)
        self._aliases = dict(aliases or {})
        """What a prefix of a script import stands for: from compiler settings and the workspace's own packages."""
        self._roots = _python_roots(self._files)
        self._by_end: dict[str, list[str]] = defaultdict(list)
        for path in sorted(self._files):
            self._by_end[path.rpartition("/")[2]].append(path)

    def resolve(self, path: str, language: str, each: ImportFacts) -> Target:
        """Return where one import of a file leads."""
        if language == "python":
            return self._python(path, each)
        if language in ("typescript", "javascript"):
            return self._script(path, each.module)
        if language in ("c", "cpp"):
            return self._included(path, each.module)
        return self._by_suffix(path, language, each.module)

    def edges(self, facts: Mapping[str, FileFacts]) -> dict[str, dict[str, bool]]:
        """Return, for each file, the files it imports, and whether at load time."""
        found: dict[str, dict[str, bool]] = {}
        for path, file in facts.items():
            targets: dict[str, bool] = {}
            for each in file.imports:
                target = self.resolve(path, file.language, each).path
                if target and target != path:
                    targets[target] = targets.get(target, False) or not each.deferred
            found[path] = targets
        return found

    def module_file(self, dotted: str) -> str:
        """Return the file of a Python module by its full name, or an empty string."""
        if not _MODULE.match(dotted):
            return ""
        tail = dotted.replace(".", "/")
        for root in self._roots:
            for ending in (".py", "/__init__.py", ".pyi"):
                candidate = f"{root}/{tail}{ending}" if root else f"{tail}{ending}"
                if candidate in self._files:
                    return candidate
        return ""

    def _python(self, path: str, each: ImportFacts) -> Target:
        if each.level:
            folder = path.rpartition("/")[0]
            for _ in range(each.level - 1):
                folder = folder.rpartition("/")[0]
            base = "/".join(part for part in (folder, each.module.replace(".", "/")) if part)
            return Target(self._python_at(base, each.name))
        dotted = f"{each.module}.{each.name}" if each.name else each.module
        found = self.module_file(dotted) or self.module_file(each.module)
        if not found:
            # A script beside its helpers imports them by their bare names.
            folder = path.rpartition("/")[0]
            tail = each.module.replace(".", "/")
            found = self._python_at(f"{folder}/{tail}" if folder else tail, each.name)
        top = each.module.partition(".")[0]
        return Target(found) if found else Target(package="" if top in sys.stdlib_module_names else top)

    def _python_at(self, base: str, name: str) -> str:
        for candidate in (f"{base}/{name}.py", f"{base}/{name}/__init__.py", f"{base}.py", f"{base}/__init__.py"):
            if candidate.lstrip("/") in self._files:
                return candidate.lstrip("/")
        return ""

    def _script(self, path: str, module: str) -> Target:
        if module.startswith("."):
            base = posixpath.normpath(posixpath.join(path.rpartition("/")[0], module))
            return Target(self._script_at(base))
        for prefix, target in sorted(self._aliases.items(), key=lambda item: (-len(item[0]), item[0])):
            if module == prefix.rstrip("/") or (prefix.endswith("/") and module.startswith(prefix)):
                found = self._script_at(posixpath.normpath(target + module[len(prefix) :]))
                if found:
                    return Target(found)
        parts = module.split("/")
        package = "/".join(parts[:2]) if module.startswith("@") else parts[0]
        return Target(package="" if package.startswith("node:") else package)

    def _script_at(self, base: str) -> str:
        if base in self._files:
            return base
        # TypeScript is imported by the name that its compiled form will have.
        stem = re.sub(r"\.[mc]?jsx?$", "", base)
        return next(
            (base_ + end for base_ in (base, stem) for end in _SCRIPT_ENDINGS if base_ + end in self._files), ""
        )

    def _included(self, path: str, module: str) -> Target:
        near = posixpath.normpath(posixpath.join(path.rpartition("/")[0], module))
        if near in self._files:
            return Target(near)
        fitting = [
            each for each in self._by_end.get(module.rpartition("/")[2], ()) if f"/{each}".endswith(f"/{module}")
        ]
        return Target(fitting[0]) if len(fitting) == 1 else Target(package=module.partition("/")[0])

    def _by_suffix(self, path: str, language: str, module: str) -> Target:
        if language == "java":
            tail = module.replace(".", "/") + ".java"
            fitting = [each for each in self._by_end.get(tail.rpartition("/")[2], ()) if each.endswith(tail)]
            return Target(fitting[0]) if fitting else Target(package=".".join(module.split(".")[:2]))
        if language == "rust" and module.startswith(("self::", "crate::", "super::")):
            name = module.rpartition("::")[0 if "{" in module else 2]
            folder = path.rpartition("/")[0]
            for candidate in (f"{folder}/{name}.rs", f"{folder}/{name}/mod.rs"):
                if candidate.lstrip("/") in self._files:
                    return Target(candidate.lstrip("/"))
            return Target()
        return Target(package=module.partition("::")[0] if language == "rust" else module)


def _python_roots(files: Iterable[str]) -> list[str]:
    """Folders from which modules are named: the usual ones, and those above the topmost packages."""
    packages = {path.rpartition("/")[0] for path in files if path.endswith("/__init__.py")}
    above = {each.rpartition("/")[0] for each in packages if each.rpartition("/")[0] not in packages}
    return list(dict.fromkeys((*_SOURCE_ROOTS, *sorted(above, key=lambda each: (each.count("/"), each)))))
