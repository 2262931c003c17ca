"""A file's text in, its chunks out: chooses the way of chunking by the kind of file, and numbers the chunks.

Pure and deterministic: any string gives chunks, no file is touched, nothing is lost but blank lines. What stands on top
of a note as data about it is given as data, and is in no chunk.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from memserver.knowledge.chunk_markdown import outline_markdown
from memserver.knowledge.chunk_source import SOURCE_SUFFIXES, outline_source
from memserver.knowledge.chunk_text import outline_text
from memserver.knowledge.front_matter import FrontMatter, parse_front_matter, parse_headers
from memserver.knowledge.packing import Block, Packer, heading_text
from memserver.knowledge.successions import NO_SUCCESSION, Succession, read_succession
from memserver.text.passages import PASSAGE_SIZE

DEFAULT_TARGET_CHARS = PASSAGE_SIZE
"""As large as the passages of memories: one thought, and several of them fit beside each other in a small budget."""

CHUNKER_VERSION = 3
"""Raised when the same text would give other chunks or be read otherwise: files of an older one are done again."""

MARKDOWN_SUFFIXES = frozenset({".md", ".markdown", ".mdx", ".mdc", ".mdown", ".qmd", ".rmd"})

# Documents in the manner of the PEPs and RFCs begin with lines of data without any fence around them.
_HEADER_SUFFIXES = MARKDOWN_SUFFIXES | {".rst", ".txt"}

# A section below target / this number is joined with the next: a sentence or two, or a function of three lines, says
# too little alone.
_SMALLEST_SHARE = {"markdown": 3, "text": 2, "source": 2}


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
    front: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What else its front matter says: values by key, in lower case."""
    warnings: tuple[str, ...] = ()
    succession: Succession = NO_SUCCESSION
    """What it says of the notes that it replaces, or that replace it."""


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
    front = _front_matter(path, text)
    # A note that is nothing but data about itself is what there is to read of it.
    first = front.lines if any(line.strip() for line in lines[front.lines :]) else 0
    title = front.title
    if kind == "markdown":
        outline = outline_markdown(lines, title, first)
        blocks, title = outline.blocks, title or outline.title
    elif kind == "source":
        blocks = outline_source(PurePosixPath(path).suffix.lower(), lines, packer)
    else:
        blocks = outline_text(lines, first)
    if front.lines and not first:
        blocks = [Block(1, front.lines)]
    chunks = tuple(
        Chunk(heading_text(piece.heading), piece.text, piece.start, piece.end, ordinal)
        for ordinal, piece in enumerate(packer.pack(blocks))
    )
    warnings = (front.warning,) if front.warning else ()
    others = front.others()
    succession = read_succession(path, others, lines, front.lines)
    return ChunkedDocument(kind, title, chunks, front.tags, front.date, others if first else {}, warnings, succession)


def _front_matter(path: str, text: str) -> FrontMatter:
    suffix = PurePosixPath(path).suffix.lower()
    front = parse_front_matter(text) if suffix in MARKDOWN_SUFFIXES else FrontMatter()
    return parse_headers(text) if not front.lines and suffix in _HEADER_SUFFIXES else front
