"""What was planted into the fixture repository: what a job must report, and how it is recognised among its findings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, field


@dataclass
class Truth:
    """Expected findings by job, as keys that the scoring builds from findings as well. Decoys are simply not in it."""

    expected: dict[str, set[Hashable]] = field(default_factory=lambda: defaultdict(set))
    entries: set[str] = field(default_factory=set)
    packages: set[str] = field(default_factory=set)
    edges: set[tuple[str, str]] = field(default_factory=set)
    """Imports between files."""
    owners: dict[str, str] = field(default_factory=dict)
    """Who changed most in a folder."""

    def expect(self, job: str, *key: Hashable) -> None:
        """A finding that must be there."""
        self.expected[job].add(key)


@dataclass
class Draft:
    """The repository while it is made: files, what is true about them, and what happens to them later."""

    files: dict[str, str] = field(default_factory=dict)
    truth: Truth = field(default_factory=Truth)
    churn: dict[str, int] = field(default_factory=dict)
    """How often a file is touched after it was made."""
    together: list[tuple[str, ...]] = field(default_factory=list)
    removed: dict[str, str] = field(default_factory=dict)
    """Files that were there in the first commit only."""

    def add(self, path: str, text: str) -> None:
        """Add a file; each path once."""
        assert path not in self.files, path
        self.files[path] = text.lstrip("\n")

    def line(self, path: str, part: str) -> int:
        """The line in which a text stands."""
        lines = self.files[path].split("\n")
        found = [number for number, line in enumerate(lines, start=1) if part in line]
        assert len(found) == 1, (path, part, found)
        return found[0]
