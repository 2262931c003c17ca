"""What the map of a workspace shows, as plain data."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass(slots=True)
class Survey:
    """Modules with their files, sizes, owners and dependencies; entry points; packages from outside."""

    files: int = 0
    tests: int = 0
    modules: dict[str, list[str]] = field(default_factory=dict)
    summaries: dict[str, str] = field(default_factory=dict)
    lines: Counter[str] = field(default_factory=Counter)
    languages: Counter[str] = field(default_factory=Counter)
    owners: dict[str, Counter[str]] = field(default_factory=dict)
    edges: dict[tuple[str, str], int] = field(default_factory=dict)
    entries: dict[str, str] = field(default_factory=dict)
    packages: Counter[str] = field(default_factory=Counter)

    def uses(self, module: str) -> list[str]:
        """Return the modules that one depends on, the most used first."""
        found = [(-count, other) for (one, other), count in self.edges.items() if one == module]
        return [other for _, other in sorted(found)]

    def users(self, module: str) -> int:
        """Return how many modules depend on one."""
        return sum(1 for _, other in self.edges if other == module)
