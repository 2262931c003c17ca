"""Packs the blocks of a document into chunks near a target size. Knows lines and sizes, nothing about formats.

Every non-blank line of the document ends up in exactly one chunk, in order; only a line that is longer than a whole
chunk is cut, at a sentence or a space. Sizes count a Hangul syllable twice, because it costs about twice the tokens.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from memserver.text.passages import size

HeadingPath = tuple[str, ...]

MIN_TARGET = 100
WHOLE_LIMIT = 2
"""Code and lists that belong together may grow to this many targets before they are cut."""

MAX_HEADING = 160
_EVEN_SLACK = 1.15
_SENTENCE_END = re.compile(r"[.!?。！？…][\"')\]”’]?\s")


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that belong together (1-based, inclusive). `parts` are lines at which it may be cut if it must be."""

    start: int
    end: int
    heading: HeadingPath = ()
    whole: bool = False
    parts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """A finished stretch of text with its place in the file."""

    heading: HeadingPath
    text: str
    start: int
    end: int


class Packer:
    """Fills chunks with blocks of one document."""

    def __init__(self, lines: Sequence[str], target: int, smallest: int) -> None:
        self._lines = lines
        self.target = max(MIN_TARGET, target)
        self._smallest = smallest
        self._sums = [0, *accumulate(size(line) + 1 for line in lines)]

    def pack(self, blocks: Sequence[Block]) -> list[Piece]:
        """Turn blocks (in order, without overlap) into pieces; small neighbours of one family are joined."""
        ranges: list[Block] = []
        for block in blocks:
            if self._is_blank(block):
                continue
            if ranges and ranges[-1].heading == block.heading and self._joins(ranges[-1], block):
                ranges[-1] = _joined(ranges[-1], block, block.heading)
            else:
                ranges.append(block)
        pieces = [piece for block in self._gathered(ranges) for piece in self._pieces(block)]
        return [piece for piece in pieces if piece.text]

    def measure(self, start: int, end: int) -> int:
        """Size of a range of lines."""
        return self._sums[end] - self._sums[start - 1]

    def _joins(self, before: Block, block: Block) -> bool:
        total = self.measure(before.start, block.end)
        if total <= self.target:
            return True
        # A heading (or another crumb) never stands alone in front of what it introduces.
        return self.measure(before.start, before.end) < self._smallest and not before.whole

    def _gathered(self, ranges: list[Block]) -> list[Block]:
        """Join neighbours of different headings while one of them is too small to stand for itself."""
        gathered: list[Block] = []
        for block in ranges:
            if gathered:
                heading = _common_heading(gathered[-1].heading, block.heading)
                crumb = self._smallest > min(
                    self.measure(gathered[-1].start, gathered[-1].end), self.measure(block.start, block.end)
                )
                fits = self.measure(gathered[-1].start, block.end) <= self.target
                if heading is not None and crumb and fits:
                    gathered[-1] = _joined(gathered[-1], block, heading)
                    continue
            gathered.append(block)
        return gathered

    def _pieces(self, block: Block) -> list[Piece]:
        total = self.measure(block.start, block.end)
        if total <= self.target or (block.whole and total <= WHOLE_LIMIT * self.target):
            return [self._piece(block.heading, block.start, block.end)]
        pieces: list[Piece] = []
        start = block.start
        while start <= block.end:
            end = self._reach(start, block)
            crumb = self.measure(start, end) < self._smallest if end >= start else True
            if crumb and end < block.end and self.measure(end + 1, end + 1) > self.target:
                pieces.extend(self._cut_line(block.heading, start, end + 1))
                end += 1
            else:
                pieces.append(self._piece(block.heading, start, end))
            start = end + 1
        return pieces

    def _reach(self, start: int, block: Block) -> int:
        """The last line that still fits when a piece starts at `start`; before `start` when not even one does."""
        remaining = self.measure(start, block.end)
        # Pieces of about one size: a block just over the target becomes two halves, not a whole and a crumb.
        even = remaining / math.ceil(remaining / self.target)
        limit = self._sums[start - 1] + min(self.target, int(even * _EVEN_SLACK))
        end = start - 1
        while end < block.end and self._sums[end + 1] <= limit:
            end += 1
        if end < start and self._sums[start] <= self._sums[start - 1] + self.target:
            return start
        if start <= end < block.end:
            # Prefer to stop before a part or an empty line, if that leaves the piece at least half full.
            half = self._sums[start - 1] + self.target // 2
            preferred = [part - 1 for part in block.parts if start < part <= end + 1]
            if preferred and self._sums[preferred[-1]] >= half:
                return preferred[-1]
            for candidate in range(end, start, -1):
                if self._sums[candidate] < half:
                    break
                if not self._lines[candidate - 1].strip():
                    return candidate
        return end

    def _cut_line(self, heading: HeadingPath, first: int, number: int) -> list[Piece]:
        """Cut line `number`; the few lines from `first` on that stand before it go with its first piece."""
        line = self._lines[number - 1]
        width = self.target if line.isascii() else self.target // 2
        texts: list[str] = []
        start = 0
        while start < len(line):
            end = _cut(line, start, start + width)
            texts.append(line[start:end].strip())
            start = end
        pieces = [Piece(heading, text, number, number) for text in texts if text]
        before = self._piece(heading, first, number - 1) if first < number else None
        if before is not None and before.text and not pieces:
            return [before]
        if before is not None and before.text:
            pieces[0] = Piece(heading, f"{before.text}\n{pieces[0].text}", before.start, number)
        return pieces

    def _piece(self, heading: HeadingPath, start: int, end: int) -> Piece:
        while start < end and not self._lines[start - 1].strip():
            start += 1
        while end > start and not self._lines[end - 1].strip():
            end -= 1
        text = "\n".join(self._lines[start - 1 : end])
        return Piece(heading, text if text.strip() else "", start, end)

    def _is_blank(self, block: Block) -> bool:
        return not any(line.strip() for line in self._lines[block.start - 1 : block.end])


def heading_text(heading: HeadingPath) -> str:
    """Write a heading path as people read it."""
    return " › ".join(part for part in heading if part)[:MAX_HEADING]


def _joined(before: Block, block: Block, heading: HeadingPath) -> Block:
    parts = (*before.parts, block.start, *block.parts)
    return Block(before.start, block.end, heading, whole=block.whole, parts=parts)


def _common_heading(before: HeadingPath, after: HeadingPath) -> HeadingPath | None:
    """The heading of two neighbours together; None when they do not belong to one family."""
    if after[: len(before)] == before:
        return after
    if len(before) == len(after) and before[:-1] == after[:-1]:
        names = before[-1].split(", ")
        label = before[-1] if after[-1] in names else f"{before[-1]}, {after[-1]}"
        return (*before[:-1], label) if len(label) <= MAX_HEADING // 2 else None
    return None


def _cut(line: str, start: int, end: int) -> int:
    """Where to cut a long line: after the last sentence, else the last space, else before a whole character."""
    if end >= len(line):
        return len(line)
    middle = start + (end - start) // 2
    sentences = [match.end() for match in _SENTENCE_END.finditer(line, middle, end)]
    if sentences:
        return sentences[-1]
    space = line.rfind(" ", middle, end)
    if space > start:
        return space + 1
    while end > middle and (unicodedata.combining(line[end]) or line[end] in "\u200d\ufe0f"):
        end -= 1
    return end
