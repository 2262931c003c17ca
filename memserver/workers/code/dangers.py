"""What is dangerous in one file: secrets, patterns of the table, and for Python what bandit says.

Returns plain rows that are kept with the file.
Whether it matters, by where the file lies and what the project decided, is judged later.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from memserver.workers.code.bandit_scan import bandit_rows
from memserver.workers.code.danger_table import TABLES, Danger
from memserver.workers.code.secrets_scan import secrets_in
from memserver.workers.code.sources import SourceFile

DANGERS_VERSION = 3
"""Raised whenever the same text would give other rows."""

Row = list[Any]
"""Kind, severity, line, what may be shown, and the rule."""

_ACCEPTED = re.compile(
    r"\bnosec\b|\bnosemgrep\b"
    r"|eslint-disable(?:-next-line|-line)?\b.*(?:no-eval|no-implied-eval|no-new-func|security|no-unsanitized)"
)
_COMMENT = {
    "shell": re.compile(r"^\s*#"),
    "yaml": re.compile(r"^\s*#"),
    "sql": re.compile(r"^\s*--"),
    "ruby": re.compile(r"^\s*#"),
}
_SLASHED = re.compile(r"^\s*(?://|\*|/\*)|^\s*<!--")
_LONGEST_LINE = 2_000


def read_dangers(folder: Path, source: SourceFile, text: str) -> tuple[Mapping[str, Any], bytes] | None:
    """Return the dangerous places of a file, or None when there are none."""
    rows: list[Row] = [
        [f"secret-{each.kind}", each.severity, each.line, each.masked, "secret"]
        for each in secrets_in(text, source.language)
    ]
    rows += pattern_rows(text, source.language)
    if source.language == "python":
        rows += bandit_rows(folder / source.disk_path, text)
    return ({"rows": rows}, b"") if rows else None


def pattern_rows(text: str, language: str) -> Iterator[Row]:
    """Yield what the table finds in a text, one row for each line and kind."""
    table = [danger for danger in TABLES.get(language, ()) if not danger.needs or danger.needs in text]
    if not table:
        return
    comment = _COMMENT.get(language, _SLASHED)
    before = ""
    for number, line in enumerate(text.split("\n"), start=1):
        accepted = _ACCEPTED.search(line) or ("next-line" in before and _ACCEPTED.search(before))
        before = line
        if accepted or len(line) > _LONGEST_LINE or comment.match(line):
            continue
        yield from _line_rows(line, number, table)


def _line_rows(line: str, number: int, table: list[Danger]) -> Iterator[Row]:
    seen: set[str] = set()
    for danger in table:
        match = danger.pattern.search(line)
        if match and danger.kind not in seen and not _in_string(line, match.start(), danger):
            seen.add(danger.kind)
            yield [danger.kind, danger.severity, number, "", "table"]


def _in_string(line: str, place: int, danger: Danger) -> bool:
    """Whether a call stands inside a quoted text: a message about eval is no eval."""
    if danger.kind not in ("eval", "html-injection", "weak-cipher"):
        return False
    before = line[:place]
    return any((before.count(quote) - before.count(f"\\{quote}")) % 2 for quote in "\"'`")
