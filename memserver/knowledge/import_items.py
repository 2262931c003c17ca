"""Splits an instruction file into items that can be read alone: one per bullet, or one per paragraph of a section."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from memserver.knowledge.chunk_markdown import outline_markdown, plain_heading
from memserver.knowledge.front_matter import parse_front_matter
from memserver.knowledge.packing import Block, heading_text

_ITEM = re.compile(r"^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(.*)$")
_HEADING = re.compile(r"^ {0,3}#{1,6}(?:[ \t]|$)")
_UNDERLINE = re.compile(r"^ {0,3}(?:=+|-+)[ \t]*$")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_INCLUDE = re.compile(r"^@[\w./~-]+$")
_MAX_TITLE = 80
_MAX_CONTENT = 4000
_LEAD_IN = 160
"""A short line that ends in a colon introduces the list below it: its words go along with every item."""

_CATEGORIES = (
    ("preference", re.compile(r"\b(?:prefer|preference|style|tone)|선호|취향|말투", re.IGNORECASE)),
    ("architecture", re.compile(r"\b(?:architect|structure|layout|overview)|아키텍처|구조|개요", re.IGNORECASE)),
    ("stack", re.compile(r"\b(?:stack|tech|dependenc|tool)|기술|스택|의존성", re.IGNORECASE)),
    ("decision", re.compile(r"\b(?:decision|decided|adr)|결정", re.IGNORECASE)),
    ("convention", re.compile(r"\b(?:convention|naming|format|lint|commit)|규약|컨벤션|네이밍|커밋", re.IGNORECASE)),
    ("requirement", re.compile(r"\b(?:requirement|must have|brief|scope)|요구\s*사항|범위", re.IGNORECASE)),
    ("goal", re.compile(r"\b(?:goal|roadmap|objective)|목표|로드맵", re.IGNORECASE)),
)


@dataclass(frozen=True, slots=True)
class ImportedItem:
    """One thing read from elsewhere: its text, and where exactly it stood (`origin` is the file, `line` 1-based)."""

    title: str
    content: str
    tags: tuple[str, ...]
    category: str
    origin: str
    line: int
    ordered: bool = True
    """Whether the items of its file follow each other as the parts of a text do."""


def split_markdown(text: str, origin: str, *, title: str, tags: tuple[str, ...], category: str) -> list[ImportedItem]:
    """Split a file (its front matter left out) into items, in order; any text will do."""
    text = _COMMENT.sub(lambda match: "\n" * match.group().count("\n"), text)
    lines = text.split("\n")
    front = parse_front_matter(text)
    items: list[ImportedItem] = []
    lead = ""
    for block in outline_markdown(lines, front.title, front.lines).blocks:
        if _is_heading(lines, block):
            lead = ""
            continue
        heading = heading_text(block.heading) or title
        named = _category(heading, category)
        for line, content in _contents(lines, block):
            if _INCLUDE.match(content):
                continue
            if content.endswith((":", "：")) and len(content) <= _LEAD_IN and not block.parts:
                lead = content
                continue
            full = f"{lead}\n{content}" if lead else content
            items.append(ImportedItem(_title(heading, content), full[:_MAX_CONTENT], tags, named, origin, line))
        if block.parts or not lead:
            lead = ""
    return items


def _is_heading(lines: Sequence[str], block: Block) -> bool:
    first = lines[block.start - 1]
    underlined = block.end == block.start + 1 and bool(_UNDERLINE.match(lines[block.end - 1]))
    return bool(_HEADING.match(first) or _UNDERLINE.match(first)) or underlined


def _contents(lines: Sequence[str], block: Block) -> list[tuple[int, str]]:
    """The texts of a block with their lines: each outermost list item with what is nested in it, or the whole."""
    if not block.parts:
        text = "\n".join(lines[block.start - 1 : block.end]).strip()
        return [(block.start, text)] if text else []
    edges = [*block.parts, block.end + 1]
    contents: list[tuple[int, str]] = []
    for start, end in pairwise(edges):
        item = _ITEM.match(lines[start - 1])
        rest = [line.rstrip() for line in lines[start : end - 1] if line.strip()]
        text = "\n".join([item.group(2) if item else lines[start - 1], *rest]).strip()
        if text:
            contents.append((start, text))
    return contents


def _title(heading: str, content: str) -> str:
    first = plain_heading(content.split("\n", 1)[0])
    return f"{heading}: {first}"[:_MAX_TITLE].rstrip() if heading else first[:_MAX_TITLE]


def _category(heading: str, default: str) -> str:
    return next((name for name, pattern in _CATEGORIES if pattern.search(heading)), default)
