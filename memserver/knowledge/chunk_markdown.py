"""The structure of markdown: headings and the path they form, paragraphs, lists and code fences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from memserver.knowledge.packing import Block, HeadingPath

_ATX = re.compile(r"^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_SETEXT = re.compile(r"^ {0,3}(=+|-+)[ \t]*$")
_FENCE = re.compile(r"^[ \t>]*(`{3,}|~{3,})")
_ITEM = re.compile(r"^([ \t]*)(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)")
_LINK = re.compile(r"!?\[([^\]\[]*)\](?:\([^()\s]*(?:\s[^()]*)?\)|\[[^\]]*\])")
_WIKI_LINK = re.compile(r"\[\[(?:[^\]|]*\|)?([^\]|]*)\]\]")
_ANCHOR = re.compile(r"\s*\{#[^}]*\}\s*$")
_MARKS = re.compile(r"[*`]+|(?<!\w)_+|_+(?!\w)|</?[a-zA-Z][^<>]*>")
_MAX_HEADING_LENGTH = 80


@dataclass(frozen=True, slots=True)
class MarkdownOutline:
    """The blocks of a note, and the title that its first heading gives."""

    blocks: list[Block]
    title: str


def outline_markdown(lines: Sequence[str], title: str = "", skip: int = 0) -> MarkdownOutline:
    """Read the structure of a note: `title` is what its front matter of `skip` lines calls it."""
    reader = _Reader(lines, title)
    reader.read(skip)
    return MarkdownOutline(reader.blocks, reader.first_title)


def plain_heading(text: str) -> str:
    """A heading without its marks: links by their words, no emphasis, no anchors."""
    text = _ANCHOR.sub("", text)
    text = _LINK.sub(r"\1", _WIKI_LINK.sub(r"\1", text))
    return " ".join(_MARKS.sub("", text).split())[:_MAX_HEADING_LENGTH]


class _Reader:
    """Walks over the lines once, closing a block whenever the next begins."""

    def __init__(self, lines: Sequence[str], title: str) -> None:
        self._lines = lines
        self._title = title
        self._headings: list[tuple[int, str]] = []
        self.blocks: list[Block] = []
        self.first_title = ""

    @property
    def path(self) -> HeadingPath:
        """The headings above the present line; the note's title stands for a missing first heading."""
        names = [name for _, name in self._headings]
        if self._title and (not self._headings or self._headings[0][0] > 1):
            names.insert(0, self._title)
        return tuple(names)

    def read(self, index: int) -> None:
        """Read all blocks from the line at `index` (0-based) on."""
        while index < len(self._lines):
            line = self._lines[index]
            if not line.strip():
                index += 1
            elif heading := _ATX.match(line):
                self._enter(len(heading.group(1)), heading.group(2) or "", index, index)
                index += 1
            elif fence := _FENCE.match(line):
                end = self._fence_end(index, fence.group(1))
                self._add(index, end, whole=True)
                index = end + 1
            elif _ITEM.match(line):
                index = self._list(index)
            else:
                index = self._paragraph(index)

    def _enter(self, level: int, text: str, start: int, end: int) -> None:
        name = plain_heading(text)
        while self._headings and self._headings[-1][0] >= level:
            self._headings.pop()
        self._headings.append((level, name))
        if level == 1 and not self.first_title:
            self.first_title = name
        self._add(start, end)

    def _add(self, start: int, end: int, *, whole: bool = False, parts: tuple[int, ...] = ()) -> None:
        self.blocks.append(Block(start + 1, end + 1, self.path, whole, parts))

    def _fence_end(self, index: int, mark: str) -> int:
        closing = re.compile(rf"^[ \t>]*{re.escape(mark[0])}{{{len(mark)},}}[ \t]*$")
        for number in range(index + 1, len(self._lines)):
            if closing.match(self._lines[number]):
                return number
        return len(self._lines) - 1

    def _list(self, index: int) -> int:
        """Read a list with its nested lines; its outermost items are where it may be cut."""
        start = index
        indent = len(self._lines[index]) - len(self._lines[index].lstrip())
        parts: list[int] = []
        while index < len(self._lines):
            line = self._lines[index]
            item = _ITEM.match(line)
            if item and len(item.group(1)) <= indent:
                parts.append(index + 1)
            if fence := _FENCE.match(line):
                if not line[:1].isspace():
                    break
                index = self._fence_end(index, fence.group(1))
            elif _ATX.match(line) or (not line.strip() and not self._list_goes_on(index)):
                break
            index += 1
        self._add(start, index - 1, whole=True, parts=tuple(parts))
        return index

    def _list_goes_on(self, blank: int) -> bool:
        """Whether the list continues after an empty line: by another item or by an indented line."""
        for line in self._lines[blank : blank + 3]:
            if line.strip():
                return bool(_ITEM.match(line)) or line[:1].isspace()
        return False

    def _paragraph(self, index: int) -> int:
        start = index
        while index < len(self._lines) and self._lines[index].strip():
            line = self._lines[index]
            if index > start:
                underline = _SETEXT.match(line)
                if underline and index == start + 1:
                    self._enter(1 if underline.group(1)[0] == "=" else 2, self._lines[start], start, index)
                    return index + 1
                if _ATX.match(line) or _FENCE.match(line) or _ITEM.match(line):
                    break
            index += 1
        self._add(start, index - 1)
        return index
