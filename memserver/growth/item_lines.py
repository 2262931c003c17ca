"""Cuts an answer into the lines of work in it: list items, plain lines and the rows of tables, by column.

Owns lists and tables. It knows nothing of people or days.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

MOST_LINES = 400
LINE_CHARACTERS = 600
_LEAD = re.compile(
    r"^[\s>]*(?:[-*•+–—·◦▪■□○●◆▶►※ㅇ✅➤→]\s*(?=\S)|\(?\d{1,2}[.)]\s+|[①-⑳]\s*|[a-z]\)\s+)?(?:\[[ xX✓]?\]\s*|☐\s*|☑\s*)?"
)
_RULE = re.compile(r"^[\s|:+-]+$")
# What people write where they know nothing.
_NOTHING = re.compile(
    r"\W*(?:tbd|tba|todo|n/?a|none|unknown|nobody|open|\?+|not (?:yet|known|stated|set|decided)\b[\w ]{0,12}"
    r"|to be (?:determined|decided|confirmed)|미정|없음|미상|추후|모름|-+)?\W*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ItemLine:
    """A line without its list sign; of a row in a table also its cells by the heading of their column."""

    text: str
    cells: Mapping[str, str] = field(default_factory=dict)


def item_lines(text: str) -> Iterator[ItemLine]:
    """Yield the lines of a text that say something."""
    headings: list[str] | None = None
    for raw in text.split("\n")[:MOST_LINES]:
        line = raw[:LINE_CHARACTERS].strip()
        if line.startswith("|") or (headings and line.count("|") >= 1):
            cells = [cell.strip(" *_`") for cell in line.strip("|").split("|")]
            if headings is None:
                headings = [cell.casefold() for cell in cells]
            elif not _RULE.match(line):
                yield ItemLine(" ", dict(zip(headings, cells, strict=False)))
            continue
        headings = None
        bare = _LEAD.sub("", line).replace("**", "").replace("__", "").strip()
        if bare:
            yield ItemLine(bare)


def says_nothing(text: str) -> bool:
    """Say whether a cell or what follows a label is only a placeholder."""
    return _NOTHING.fullmatch(text) is not None
