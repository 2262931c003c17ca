"""Entries of a legacy TF-IDF store: where the store is, what it holds, and each entry as a draft.

Reads only. The weights of the old index are not looked at: words and vectors are indexed anew from the text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from memserver.clock import from_iso
from memserver.errors import InvalidParams, NotFound
from memserver.layers.drafts import MAX_TAG_CHARS, MAX_TITLE_CHARS, Draft
from memserver.model import Author, Category, Layer, Origin, Provenance, Scope, SourceType
from memserver.storage.legacy_store import is_sqlite, read_entries

DEFAULT_NAMES = ("tfidf.json", "tfidf.jsonl", "tfidf.db")
EXTERNAL_PREFIX = "tfidf:"
LONGEST_ID = 900


@dataclass(frozen=True, slots=True)
class LegacyEntry:
    """One entry as it was found; `id` is how errors name it."""

    id: str
    fields: dict[str, Any]


def find_source(source: str | None, data: Path) -> Path:
    """Return the store that is meant: the named one, or the one that lies in the data folder."""
    if source is not None:
        path = Path(source).expanduser()
        if not path.is_absolute():
            raise InvalidParams("source must be an absolute path.", field="source")
        if not path.is_file():
            raise NotFound("There is no such file to migrate from.", field="source")
        return path
    found = [data / name for name in DEFAULT_NAMES if (data / name).is_file()]
    if not found:
        raise NotFound(
            f"There is no legacy store ({', '.join(DEFAULT_NAMES)}) in the data folder.",
            field="source",
            hint="Name the file in `source`.",
        )
    return found[0]


def read_legacy(path: Path) -> list[LegacyEntry]:
    """Return every entry of a store: SQLite, one JSON document, or JSON lines."""
    raw = read_entries(path) if is_sqlite(path) else _json_entries(path)
    return [_entry(each, place) for place, each in enumerate(raw, start=1)]


def external_id_of(entry: LegacyEntry) -> str:
    """Return the id by which a migrated memory is recognised in the next run."""
    return EXTERNAL_PREFIX + entry.id[:LONGEST_ID]


def draft_of_entry(entry: LegacyEntry) -> Draft:
    """Return an entry as a draft; raises InvalidParams for one that cannot be understood."""
    fields = entry.fields
    if not isinstance(fields.get("id"), (str, int)):
        raise InvalidParams("the entry has no id", field="id")
    if not isinstance(fields.get("content"), str):
        raise InvalidParams("the entry has no content", field="content")
    title, metadata = fields.get("title"), _json_field(fields.get("metadata"), {}, "metadata")
    return Draft(
        layer=_member(Layer, fields.get("layer")) or Layer.LONG_TERM,
        content=fields["content"],
        title=title[:MAX_TITLE_CHARS] if isinstance(title, str) and title.strip() else None,
        category=_member(Category, fields.get("category")),
        tags=tuple(str(tag)[:MAX_TAG_CHARS] for tag in _json_field(fields.get("tags"), [], "tags")),
        timestamp=_moment(fields.get("created_at")),
        external_id=external_id_of(entry),
        scope=Scope.GLOBAL,
        metadata={**metadata, "origin": {"format": "tfidf", "id": entry.id}},
        provenance=Provenance(SourceType.FILE_ANALYSIS, external_id_of(entry), Author.SYSTEM),
        origin=Origin.IMPORTED,
    )


def _json_entries(path: Path) -> Iterator[Any]:
    text = path.read_bytes().decode("utf-8", "surrogateescape")
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        yield from _lines(text)
        return
    entries = document.get("entries") if isinstance(document, dict) else document
    if isinstance(document, dict) and "content" in document:
        entries = [document]  # a file of JSON lines with one line
    if not isinstance(entries, list):
        raise InvalidParams("The file holds no list of entries.", field="source")
    yield from entries


def _lines(text: str) -> Iterator[Any]:
    lines = [line for line in text.splitlines() if line.strip()]
    read = [_line(line) for line in lines]
    if not any(isinstance(each, dict) for each in read):
        raise InvalidParams("The file is neither JSON, JSON lines nor a SQLite database.", field="source")
    yield from read


def _line(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _entry(raw: Any, place: int) -> LegacyEntry:
    fields = raw if isinstance(raw, dict) else {}
    known = fields.get("id")
    return LegacyEntry(str(known) if isinstance(known, (str, int)) and str(known).strip() else f"#{place}", fields)


def _json_field(value: Any, empty: Any, name: str) -> Any:
    """Return a list or object, which the SQLite form keeps as JSON text."""
    if isinstance(value, str):
        try:
            value = json.loads(value) if value.strip() else empty
        except (ValueError, RecursionError):
            raise InvalidParams(f"{name} is not JSON", field=name) from None
    if value is None:
        return empty
    if not isinstance(value, type(empty)):
        raise InvalidParams(f"{name} must be a {'list' if isinstance(empty, list) else 'object'}", field=name)
    return value


def _moment(value: Any) -> datetime | None:
    """Return a time that is written as ISO 8601 (without a zone: UTC) or as seconds since 1970."""
    if value is None or value == "":
        return None
    try:
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return datetime.fromtimestamp(value, UTC)
        moment = datetime.fromisoformat(str(value))
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else from_iso(str(value))
    except (ValueError, OverflowError, OSError):
        raise InvalidParams("created_at is no time", field="created_at") from None


def _member(kind: Any, value: Any) -> Any:
    """Return the member of an enumeration that a text names, or None."""
    return next((each for each in kind if each.value == value), None)
