"""Reads the data file of coverage.py: which lines of which files were run. Reads only; the file is somebody else's."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from urllib.parse import quote


def covered_lines(path: Path) -> dict[str, set[int]]:
    """Return the lines that ran, by absolute path; empty when the file is no coverage data."""
    try:
        connection = sqlite3.connect(f"file:{quote(str(path))}?mode=ro&immutable=1", uri=True)
    except sqlite3.Error:
        return {}
    try:
        names = dict(connection.execute("SELECT id, path FROM file"))
        lines: dict[str, set[int]] = {name: set() for name in names.values()}
        for file_id, numbits in connection.execute("SELECT file_id, numbits FROM line_bits"):
            if file_id in names:
                lines[names[file_id]].update(_numbers(numbits))
        for file_id, start, end in connection.execute("SELECT file_id, fromno, tono FROM arc"):
            if file_id in names:
                lines[names[file_id]].update(number for number in (start, end) if number > 0)
    except (sqlite3.Error, UnicodeDecodeError, TypeError):
        return {}
    finally:
        connection.close()
    return lines


def _numbers(bits: bytes) -> list[int]:
    """Read a bit for each line, the lowest first."""
    return [byte * 8 + bit for byte, value in enumerate(bits) for bit in range(8) if value >> bit & 1]
