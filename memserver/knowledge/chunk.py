"""A file's text in, its chunks out: chooses the way of chunking by the kind of file, and numbers the chunks.

Pure and deterministic: any string gives chunks, no file is touched, nothing is lost but blank lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath

from memserver.knowledge.chunk_markdown import outline_markdown
from memserver.knowledge.chunk_source import SOURCE_SUFFIXES, outline_source
from memserver.knowledge.chunk_text import outline_text
from memserver.knowledge.packing import Packer, heading_text

DEFAULT_TARGET_CHARS = 1200
"""About 300 tokens of English: one thought, and five of them fit beside each other in a small budget."""

CHUNKER_VERSION = 1
"""Raised when the same text would give other chunks: files chunked by an older one are done again."""

MARKDOWN_SUFFIXES = frozenset({".md", ".markdown", ".mdx", ".mdc", ".mdown", ".qmd", ".rmd"})

# Notes are more precise in small sections; lone three-line functions say too little by themselves.
_SMALLEST_SHARE = {"markdown": 6, "text": 4, "source": 3}


@dataclass(frozen=True, slots=True)
class Chunk:
    """One stretch of a file (lines are 1-based and inclusive); `heading` says where in the file it stands."""

    heading: str
    text: str
    start_line: int
    end_line: int
    ordinal: int


@dataclass(frozen=True, slots=True)
class ChunkedDocument:
    """A file as the index sees it. `title` is empty when the text gives none: the file's name then stands for it."""

    kind: str
    title: str
    chunks: tuple[Chunk, ...]
    tags: tuple[str, ...] = ()
    date: str = ""
    warnings: tuple[str, ...] = ()


def recipe(target_chars: int) -> str:
    """Name the way of chunking, to be stored with a file and compared later."""
    return f"{CHUNKER_VERSION}:{target_chars}"


def display_title(title: str, path: str) -> str:
    """Return what to call a file: its own title, else its name (without the suffix, for a note)."""
    name = PurePosixPath(path)
    return title or (name.stem if kind_of(path) == "markdown" else name.name)


def kind_of(path: str) -> str:
    """Return `markdown`, `source` or `text` for a file name."""
    suffix = PurePosixPath(path).suffix.lower()
    if suffix in MARKDOWN_SUFFIXES:
        return "markdown"
    return "source" if suffix in SOURCE_SUFFIXES else "text"


def chunk_document(path: str, text: str, target_chars: int = DEFAULT_TARGET_CHARS) -> ChunkedDocument:
    """Cut a file's text along its structure into chunks of about `target_chars`."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    kind = kind_of(path)
    packer = Packer(lines, target_chars, target_chars // _SMALLEST_SHARE[kind])
    name = PurePosixPath(path)
    if kind == "markdown":
        outline = outline_markdown(text, lines)
        blocks, title = outline.blocks, outline.title
        tags, date, warnings = outline.tags, outline.date, outline.warnings
    else:
        blocks = outline_source(name.suffix.lower(), lines, packer) if kind == "source" else outline_text(lines)
        title, tags, date, warnings = "", (), "", ()
    pieces = packer.pack(blocks)
    chunks = tuple(
        Chunk(heading_text(piece.heading), piece.text, piece.start, piece.end, ordinal)
        for ordinal, piece in enumerate(pieces)
    )
    return ChunkedDocument(kind, title, chunks, tags, date, warnings)
