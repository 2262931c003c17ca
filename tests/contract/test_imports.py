"""Imports go one way: each floor of the house knows only itself and the floors below."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent.parent / "memserver"

# From the ground up. A module may import from its own floor and from lower ones.
FLOORS: tuple[set[str], ...] = (
    {
        "model",
        "errors",
        "config",
        "clock",
        "events",
        "ids",
        "background",
        "files_atomic",
        "folders",
        "progress",
        "allocator",
        "processor",
    },
    {"storage", "index", "embedding", "text", "llm"},
    {"claims"},
    {"layers", "knowledge", "retrieval", "rules", "workspace"},
    {"turn", "learning", "growth", "tiers", "workers", "work"},
    {"engine", "health", "work_services"},
    {"server", "cli", "__main__"},
)
# The wire stands beside the house: it knows nothing of it, and only the server reads it.
WIRE = "protocol"
READS_THE_WIRE = {"server", "protocol"}

FLOOR_OF = {room: height for height, rooms in enumerate(FLOORS) for room in rooms}


def _rooms() -> dict[str, list[Path]]:
    rooms: dict[str, list[Path]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        if room != "__init__":
            rooms.setdefault(room, []).append(path)
    return rooms


def _imported(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and the room of each import of ours, wherever in the file it stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} imports relatively"
            module = node.module or ""
            names = [f"memserver.{alias.name}" for alias in node.names] if module == "memserver" else [module]
        for name in names:
            parts = name.split(".")
            if parts[0] == "memserver" and len(parts) > 1 and parts[1] != "__version__":
                yield node.lineno, parts[1]


ROOMS = _rooms()


@pytest.mark.parametrize("room", sorted(ROOMS))
def test_a_room_has_its_floor(room: str) -> None:
    assert room == WIRE or room in FLOOR_OF, f"say in FLOORS on which floor memserver/{room} stands"


@pytest.mark.parametrize("room", sorted(ROOMS))
def test_imports_go_down_only(room: str) -> None:
    wrong = []
    for path in ROOMS[room]:
        for line, imported in _imported(path):
            place = f"{path.relative_to(PACKAGE.parent)}:{line}"
            if imported == WIRE:
                if room not in READS_THE_WIRE:
                    wrong.append(f"{place} reads the wire: only the server does")
            elif room == WIRE:
                wrong.append(f"{place} imports {imported}: the wire imports nothing of ours")
            elif FLOOR_OF.get(imported, 0) > FLOOR_OF.get(room, 0):
                wrong.append(f"{place} imports {imported}, which stands above it")
    assert not wrong, "\n" + "\n".join(wrong)


def test_only_storage_speaks_sql() -> None:
    outside = [
        str(path.relative_to(PACKAGE.parent))
        for room, paths in ROOMS.items()
        if room != "storage"
        for path in paths
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, (ast.Import, ast.ImportFrom))
        and any(name.split(".")[0] in ("sqlite3", "aiosqlite") for name in _names(node))
    ]
    assert not outside


def _names(node: ast.Import | ast.ImportFrom) -> list[str]:
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
