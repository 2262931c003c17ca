"""Writing a page for people: headings, lists that end somewhere, code and table cells that cannot break out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from memserver.workers.code.analyses.result import Request

LISTED = 25
"""Entries of one list; a person acts on the first few and looks again afterwards."""

KOREAN_LEVELS = {"info": "정보", "low": "낮음", "medium": "보통", "high": "높음", "critical": "치명적"}
"""How much a finding matters, from the least on, with the Korean word for it."""

_BREAKING = re.compile(r"[`|\r\n]")


def code(value: str) -> str:
    """Return a name or path as inline code."""
    return f"`{_BREAKING.sub(' ', value).strip()}`"


def place(path: str, line: int | None = None) -> str:
    """Return where something is, as inline code."""
    return code(f"{path}:{line}" if line else path)


def listed(entries: Sequence[str], request: Request, limit: int = LISTED) -> str:
    """Return entries as a list, cut with a line that says how many more there are."""
    shown = [f"- {entry}" for entry in entries[:limit]]
    if len(entries) > limit:
        shown.append(request.say("- … and {count} more", "- … 그 밖에 {count}건", count=len(entries) - limit))
    return "\n".join(shown)


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a markdown table."""
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    lines += [f"| {' | '.join(str(cell).replace('|', '¦') for cell in row)} |" for row in rows]
    return "\n".join(lines)


def sections(*parts: tuple[str, str]) -> str:
    """Return headed sections; one without content is left out."""
    return "\n\n".join(f"## {title}\n\n{content}" for title, content in parts if content.strip())


def level(severity: str, request: Request) -> str:
    """Return the word for a severity."""
    return request.say(severity, KOREAN_LEVELS[severity])


def entry_of(each: dict[str, Any], request: Request) -> str:
    """Return a finding as one line of a list."""
    where = f"{place(each['path'], each['line'])}: " if each["path"] else ""
    detail = f" — {each['detail']}" if each["detail"] else ""
    return f"**{level(each['severity'], request)}** {where}{each['title']}{detail}"
