"""Importing: finds out what a file or folder is, and turns what people already have into drafts.

Imported text is data with its origin: it enters as a hypothesis, under the name of the file and the line it stood in,
and instructs nobody. Our own exports are read by `restoring`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from memserver.errors import InvalidParams, NotFound
from memserver.knowledge.import_items import ImportedItem
from memserver.knowledge.instructions_import import ImportResult, guess_format, import_from
from memserver.layers.drafts import MAX_TAG_CHARS, MAX_TITLE_CHARS, Draft
from memserver.layers.placement import Placement
from memserver.layers.transfer import MEMORIES_FILE
from memserver.model import Author, Category, Layer, Origin, Provenance, Scope, SourceType

OWN_FORMAT = "memserver"
INSTRUCTIONS = frozenset({"claude", "agents", "cursor", "copilot"})
# How far the first line is looked at to tell one kind of JSON lines from another.
PEEK_BYTES = 65_536


@dataclass(frozen=True, slots=True)
class Foreign:
    """What was read from elsewhere; `folder` is where the origins of the items are to be found."""

    format: str
    folder: Path
    items: Sequence[ImportedItem]
    warnings: Sequence[str]


def import_source(path: str) -> Path:
    """Check what is to be imported: an absolute path of something that is there."""
    source = Path(path)
    if not path.strip() or not source.is_absolute():
        raise InvalidParams("path must be an absolute path of a file or folder.", field="path")
    if not source.exists():
        raise NotFound("There is no such file or folder to import.", field="path")
    return source


def format_of(source: Path, asked: str) -> str:
    """Return the format to read a source as; `auto` is told from what is there."""
    if asked != "auto":
        return asked
    if source.is_dir():
        return OWN_FORMAT if (source / MEMORIES_FILE).is_file() else "auto"
    return OWN_FORMAT if source.suffix == ".jsonl" and _is_own_line(source) else "auto"


def read_foreign(source: Path, format_name: str) -> Foreign:
    """Read what people have: instruction files, a memory bank, the graph of the MCP memory server."""
    folder = source if source.is_dir() else source.parent
    if format_name == "instructions":
        result = _instructions(source)
    else:
        result = import_from(str(source), None if format_name == "auto" else format_name)
    return Foreign(_format_name(result, format_name), folder, result.items, result.warnings)


def draft_of(item: ImportedItem, foreign: Foreign, placement: Placement) -> Draft:
    """Return an item as a draft with its origin."""
    origin = str(foreign.folder / item.origin)
    return Draft(
        layer=Layer.PROJECT if placement.scope is Scope.PROJECT else Layer.LONG_TERM,
        content=item.content,
        title=item.title[:MAX_TITLE_CHARS] or None,
        category=Category(item.category),
        tags=tuple(tag[:MAX_TAG_CHARS] for tag in item.tags),
        thread=f"file:{origin}" if item.ordered else None,
        position=item.line if item.ordered else None,
        scope=placement.scope,
        project_id=placement.project_id,
        metadata={"origin": {"path": origin, "line": item.line, "format": foreign.format}},
        provenance=Provenance(
            SourceType.FILE_ANALYSIS, f"{item.origin}:{item.line}", Author.SYSTEM, placement.commit, placement.branch
        ),
        origin=Origin.IMPORTED,
    )


def _instructions(source: Path) -> ImportResult:
    if source.is_file():
        known = guess_format(source)
        # Whoever names a file and says that it holds instructions is believed.
        return import_from(str(source), known if known in INSTRUCTIONS else "agents")
    result = import_from(str(source))
    items = [item for item in result.items if item.tags and item.tags[0] in INSTRUCTIONS]
    if not items:
        raise InvalidParams("There are no instruction files in this folder.", field="path")
    return ImportResult(items, result.warnings, result.files)


def _format_name(result: ImportResult, asked: str) -> str:
    if asked != "auto":
        return asked
    kinds = {item.tags[0] for item in result.items if item.tags}
    if kinds and kinds <= INSTRUCTIONS:
        return "instructions"
    return kinds.pop() if len(kinds) == 1 else "auto"


def _is_own_line(source: Path) -> bool:
    """Say whether the first line of a file is a memory of ours."""
    with source.open("rb") as file:
        first = file.readline(PEEK_BYTES)
    try:
        value = json.loads(first)
    except (ValueError, RecursionError):
        # A memory may be longer than what was looked at; its keys come sorted.
        return first.startswith(b'{"author":')
    return isinstance(value, dict) and {"id", "layer", "content", "origin"} <= value.keys()
