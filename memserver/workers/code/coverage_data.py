"""Coverage that a test run left behind: `coverage.xml`, `lcov.info` or coverage.py's own file, whichever is newest.

Data that is older than a source file says nothing about it.
"""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from memserver.storage.coverage_file import covered_lines

_FILES = ("coverage.xml", "lcov.info", "coverage/lcov.info", "coverage/cobertura-coverage.xml", ".coverage")
_LARGEST = 64 * 1024 * 1024
_CLASS = re.compile(r'<class\b[^>]*\bfilename="([^"]+)"')
_LINE = re.compile(
    r'<line\b[^>]*?\bnumber="(\d+)"[^>]*?\bhits="(\d+)"|<line\b[^>]*?\bhits="(\d+)"[^>]*?\bnumber="(\d+)"'
)
_SOURCE = re.compile(r"<source>([^<]*)</source>")


@dataclass(slots=True)
class Coverage:
    """Lines that ran, by path relative to the workspace."""

    origin: str = ""
    made_ns: int = 0
    lines: dict[str, set[int]] = field(default_factory=dict)

    def ran(self, path: str, mtime_ns: int, first: int, last: int) -> bool | None:
        """Say whether any of some lines ran; None when the data does not tell."""
        if path not in self.lines or mtime_ns > self.made_ns:
            return None
        return any(number in self.lines[path] for number in range(first, last + 1))


def coverage_files(folder: Path) -> list[tuple[int, str]]:
    """Return the coverage data of a workspace, the newest first: when it was made, and its name."""
    found: list[tuple[int, str]] = []
    for name in _FILES:
        try:
            status = (folder / name).stat()
        except OSError:
            continue
        if 0 < status.st_size <= _LARGEST:
            found.append((status.st_mtime_ns, name))
    return sorted(found, reverse=True)


def read_coverage(folder: Path) -> Coverage:
    """Read the newest coverage data of a workspace; empty when there is none."""
    for made, name in coverage_files(folder):
        lines = _read(folder, name)
        if lines:
            return Coverage(name, made, lines)
    return Coverage()


def _read(folder: Path, name: str) -> dict[str, set[int]]:
    path = folder / name
    if name == ".coverage":
        return {_inside(each, folder): lines for each, lines in covered_lines(path).items()}
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return {}
    return cobertura(text, folder) if name.endswith(".xml") else lcov(text, folder)


def cobertura(text: str, folder: Path) -> dict[str, set[int]]:
    """Read Cobertura XML line by line: no parser, so that no document can make it expand anything."""
    roots = [_inside(source.strip(), folder) for source in _SOURCE.findall(text)] or [""]
    found: dict[str, set[int]] = defaultdict(set)
    starts = [(match.start(), match.group(1)) for match in _CLASS.finditer(text)]
    for number, (start, name) in enumerate(starts):
        end = starts[number + 1][0] if number + 1 < len(starts) else len(text)
        lines = {
            int(match[1] or match[4])
            for match in _LINE.finditer(text, start, end)
            if int(match[2] or match[3] or 0) > 0
        }
        for path in {_inside(posixpath.join(root, name), folder) for root in roots} | {name}:
            if (folder / path).is_file():
                found[path] |= lines
    return dict(found)


def lcov(text: str, folder: Path) -> dict[str, set[int]]:
    """Read a tracefile of lcov."""
    found: dict[str, set[int]] = {}
    lines: set[int] = set()
    for line in text.splitlines():
        if line.startswith("SF:"):
            lines = found.setdefault(_inside(line[3:].strip(), folder), set())
        elif line.startswith("DA:"):
            number, _, hits = line[3:].partition(",")
            if number.isdigit() and hits.partition(",")[0].isdigit() and int(hits.partition(",")[0]) > 0:
                lines.add(int(number))
    return found


def _inside(path: str, folder: Path) -> str:
    """The path relative to the workspace, as far as it lies in it."""
    plain = path.replace("\\", "/")
    for root in {str(folder), str(folder.resolve())}:
        if plain.rstrip("/") == root.replace("\\", "/"):
            return ""
        plain = plain.removeprefix(root.replace("\\", "/") + "/")
    return plain.removeprefix("./")
