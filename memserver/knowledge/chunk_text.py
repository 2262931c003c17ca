"""The structure of plain text: paragraphs, parted by empty lines."""

from __future__ import annotations

from collections.abc import Sequence

from memserver.knowledge.packing import Block


def outline_text(lines: Sequence[str], skip: int = 0) -> list[Block]:
    """Return one block per paragraph after the first `skip` lines."""
    blocks: list[Block] = []
    start = 0
    for number, line in enumerate((*lines[skip:], ""), start=skip + 1):
        if line.strip():
            start = start or number
        elif start:
            blocks.append(Block(start, number - 1))
            start = 0
    return blocks
