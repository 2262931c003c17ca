"""What a project has looked at and accepted: comments beside the code, and the settings of its linters."""

from __future__ import annotations

import fnmatch
import re
import tomllib
from typing import Any

from memserver.knowledge.reading import read_text
from memserver.workers.code.codebase import Codebase

_NOQA = re.compile(r"#\s*noqa(?::\s*([A-Z]+\d+(?:[,\s]+[A-Z]+\d+)*))?", re.IGNORECASE)


class Accepted:
    """Says whether a finding of bandit is one that the project has decided about.

    Ruff writes bandit's rule B608 as S608; both spellings count.
    """

    def __init__(self, base: Codebase) -> None:
        self._base = base
        self._lines: tuple[str, list[str]] = ("", [])
        self._everywhere: set[str] = set()
        self._by_pattern: list[tuple[str, set[str]]] = []
        for path in sorted(base.sources):
            if path.rpartition("/")[2] in ("pyproject.toml", "ruff.toml", ".ruff.toml"):
                self._read(path)

    def covers(self, path: str, rule: str, line: int) -> bool:
        """Say whether a finding was accepted."""
        if not rule.startswith("B"):
            return False
        if _matches(rule, self._everywhere):
            return True
        if any(_matches(rule, rules) and _fits(path, pattern) for pattern, rules in self._by_pattern):
            return True
        return self._said_so(path, rule, line)

    def _said_so(self, path: str, rule: str, line: int) -> bool:
        if self._lines[0] != path:
            text = read_text(self._base.folder / self._base.sources[path].disk_path).text or ""
            self._lines = (path, text.split("\n"))
        lines = self._lines[1]
        found = _NOQA.search(lines[line - 1]) if 0 < line <= len(lines) else None
        return found is not None and (
            found.group(1) is None or _matches(rule, set(re.findall(r"[A-Z]+\d+", found.group(1))))
        )

    def _read(self, path: str) -> None:
        try:
            data = tomllib.loads(read_text(self._base.folder / path).text or "")
        except tomllib.TOMLDecodeError:
            return
        tool: dict[str, Any] = data.get("tool", {}) if path.endswith("pyproject.toml") else {"ruff": data}
        ruff = tool.get("ruff", {})
        lint = {**ruff, **ruff.get("lint", {})}
        selected = {*lint.get("select", ()), *lint.get("extend-select", ())}
        # Ignoring a rule is a decision only where the rule was switched on.
        if any(str(each).startswith("S") for each in selected):
            folder = path.rpartition("/")[0]
            if not folder:
                self._everywhere |= set(map(str, lint.get("ignore", ())))
            for pattern, rules in {
                **lint.get("per-file-ignores", {}),
                **lint.get("extend-per-file-ignores", {}),
            }.items():
                self._by_pattern.append((f"{folder}/{pattern}" if folder else pattern, set(map(str, rules))))
        self._everywhere |= set(map(str, tool.get("bandit", {}).get("skips", ())))


def _matches(rule: str, accepted: set[str]) -> bool:
    number = rule[1:]
    return any(
        each == "S"
        or each in (f"S{number}", rule)
        or (each[:1] in "SB" and len(each) > 1 and number.startswith(each[1:]))
        for each in accepted
    )


def _fits(path: str, pattern: str) -> bool:
    plain = pattern.lstrip("/")
    return fnmatch.fnmatch(path, plain) or fnmatch.fnmatch(path.rpartition("/")[2], plain)
