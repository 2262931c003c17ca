"""One line of an export: how a memory, link, project or record is written as JSON, and read back with every check.

The same models serve both ways, so that what is written can be read. Keys are sorted and text is UTF-8: equal content
gives equal bytes. Nothing is stored here.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, TypeVar

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, PlainSerializer, ValidationError
from pydantic.alias_generators import to_camel

from memserver.clock import to_iso
from memserver.errors import InvalidParams, TooLarge
from memserver.layers.drafts import title_of
from memserver.model import (
    Author,
    Category,
    Layer,
    Memory,
    Origin,
    Provenance,
    RelatedFile,
    Relation,
    Scope,
    SourceType,
    Status,
    Validation,
    VerifiedBy,
)
from memserver.storage.dump import ProjectRow, RecordRow, RelationRow
from memserver.storage.records import Table
from memserver.text.clean_values import ValueCleaner, clean_string
from memserver.text.redaction import redact
from memserver.text.sanitise import MAX_CHARS

# A marker may be longer than the secret it stands for: what was within the limit when it was stored stays importable.
MAX_STORED_CHARS = 2 * MAX_CHARS
MAX_LINE_BYTES = 4_000_000
# Before threads were told, they were read out of external ids and written down like this.
GUESSED_THREAD = "external:"

Identifier = Annotated[str, Field(min_length=1, max_length=200, pattern=r"^[\w.:\-]+$")]
Moment = Annotated[AwareDatetime, PlainSerializer(to_iso, return_type=str)]
# Names under which records hold ids, times and hashes: no prose, so no secrets to look for.
_PLAIN_KEYS = ("id", "ids", "at", "commit", "hash", "timestamp", "fingerprint", "keys")


class Line(BaseModel):
    """What all lines share: camelCase keys, nothing unknown."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True, allow_inf_nan=False
    )


class _FileLine(Line):
    path: str
    sha1: str
    size: int
    mtime_ns: int
    # Not in what earlier versions exported.
    places: str = ""


AnyLine = TypeVar("AnyLine", bound=Line)


class MemoryLine(Line):
    """A memory with everything that is known of it."""

    id: Identifier
    layer: Layer
    title: str
    content: str
    scope: Scope
    project_id: str
    created_at: Moment
    updated_at: Moment
    timestamp: Moment
    category: Category | None
    tags: tuple[str, ...]
    confidence: Annotated[float, Field(ge=0.0, le=1.0)]
    origin: Origin
    status: Status
    verified_by: VerifiedBy | None
    verification_id: str | None
    failure_hash: str | None
    source_type: SourceType
    source_id: str
    author: Author
    git_commit: str | None
    git_branch: str | None
    expires_at: Moment | None
    external_id: str | None
    thread: str | None
    # Not in what earlier versions exported.
    position: int | None = None
    superseded_by: Identifier | None
    reference_count: Annotated[int, Field(ge=0)]
    promoted: bool
    related_files: tuple[_FileLine, ...]
    metadata: dict[str, Any]


class RelationLine(Line):
    """A link between two memories."""

    source_id: Identifier
    target_id: Identifier
    kind: Relation
    evidence: str
    created_at: Moment


class ProjectLine(Line):
    """A project and the keys by which it is recognised."""

    id: Identifier
    name: str
    keys: tuple[str, ...]


class RecordLine(Line):
    """A record of what happened."""

    columns: dict[str, str | None]
    record: dict[str, Any]


def memory_line(memory: Memory) -> str:
    """Write a memory as one line."""
    provenance, validation = memory.provenance, memory.validation
    return written(
        MemoryLine(
            **{name: getattr(memory, name) for name in MemoryLine.model_fields if hasattr(memory, name)}
            | {"related_files": [_FileLine(**_fields(file)) for file in memory.related_files]}
            | {"metadata": dict(memory.metadata)},
            status=validation.status,
            verified_by=validation.verified_by,
            verification_id=validation.verification_id,
            failure_hash=validation.failure_hash,
            source_type=provenance.source_type,
            source_id=provenance.source_id,
            author=provenance.author,
            git_commit=provenance.git_commit,
            git_branch=provenance.git_branch,
        )
    )


def relation_line(row: RelationRow) -> str:
    """Write a link as one line."""
    return written(RelationLine.model_validate(_fields(row)))


def project_line(row: ProjectRow) -> str:
    """Write a project as one line."""
    return written(ProjectLine.model_validate(_fields(row)))


def record_line(row: RecordRow) -> str:
    """Write a record as one line."""
    return written(RecordLine(columns=row.columns, record=row.record))


def read_memory(raw: bytes) -> tuple[Memory, Mapping[str, int]]:
    """Read a memory from a line, checked and without secrets; returns it with what was taken out."""
    line = read_line(MemoryLine, raw)
    if "position" not in line.model_fields_set and (line.thread or "").startswith(GUESSED_THREAD):
        line = line.model_copy(update={"thread": None})
    if line.status in {Status.VERIFIED, Status.PUBLISHED} and line.verified_by is None:
        raise InvalidParams("a memory that is verified says by whom", field="verifiedBy")
    found: Counter[str] = Counter()
    memory = Memory(
        **{name: getattr(line, name) for name in MemoryLine.model_fields if name in Memory.__dataclass_fields__},
        provenance=Provenance(line.source_type, line.source_id, line.author, line.git_commit, line.git_branch),
        validation=Validation(line.status, line.verified_by, line.verification_id, line.failure_hash),
    )
    content = _clean(memory.content, "content", found)
    # A title that was cut from the text was never redacted by itself; the text it comes from is.
    derived = memory.title == title_of(content)
    return replace(
        memory,
        content=content,
        title=memory.title if derived else _clean(memory.title, "title", found),
        tags=tuple(_clean(tag, "tags", found) for tag in memory.tags),
        metadata=_clean_values(memory.metadata, "metadata", found),
        related_files=tuple(RelatedFile(**file.model_dump()) for file in line.related_files),
    ), dict(found)


def read_relation(raw: bytes) -> RelationRow:
    """Read a link from a line."""
    line = read_line(RelationLine, raw)
    evidence = redact(line.evidence).text
    return RelationRow(line.source_id, line.target_id, line.kind.value, evidence, to_iso(line.created_at))


def read_project(raw: bytes) -> ProjectRow:
    """Read a project from a line."""
    line = read_line(ProjectLine, raw)
    return ProjectRow(line.id, line.name, tuple(sorted(set(line.keys))))


def read_record(table: Table, raw: bytes) -> RecordRow:
    """Read a record of a table from a line."""
    line = read_line(RecordLine, raw)
    if set(line.columns) != set(table.columns) or not line.columns.get("id") or not line.columns.get(table.time):
        raise InvalidParams(f"columns must be {', '.join(table.columns)}", field="columns")
    for key, kind in table.needs.items():
        if not isinstance(line.record.get(key), kind):
            raise InvalidParams(f"record.{key} must be a {kind.__name__}", field=f"record.{key}")
    if table.needs and line.record["id"] != line.columns["id"]:
        raise InvalidParams("record.id must be the id of the line", field="record.id")
    return RecordRow(line.columns, _clean_values(line.record, "record", Counter()))


def written(line: Line) -> str:
    """Write a line."""
    value = line.model_dump(mode="json", by_alias=True)
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"


def read_line(model: type[AnyLine], raw: bytes) -> AnyLine:
    """Read a line, or say what is wrong with it."""
    if len(raw) > MAX_LINE_BYTES:
        raise TooLarge(f"the line has {len(raw)} bytes; the limit is {MAX_LINE_BYTES}")
    try:
        value = json.loads(raw.decode("utf-8"))
    except UnicodeDecodeError:
        raise InvalidParams("the line is not UTF-8") from None
    except (ValueError, RecursionError):
        raise InvalidParams("the line is not JSON") from None
    try:
        return model.model_validate(value)
    except ValidationError as failure:
        error = failure.errors(include_input=False, include_url=False, include_context=False)[0]
        field = ".".join(str(part) for part in error["loc"]) or None
        raise InvalidParams(f"{field}: {error['msg']}" if field else str(error["msg"]), field=field) from None


def _clean(text: str, field: str, found: Counter[str]) -> str:
    return clean_string(text, field, found, MAX_STORED_CHARS)


def _clean_values(value: Any, field: str, found: Counter[str]) -> Any:
    """Check and redact every string below a value, except those that are ids, times and hashes by their name."""
    return ValueCleaner(field, found, MAX_STORED_CHARS, None, _is_plain, clean_keys=False).clean(value)


def _is_plain(key: str) -> bool:
    words = re.findall(r"[A-Z]?[a-z]+", key)
    return bool(words) and words[-1].lower() in _PLAIN_KEYS


def _fields(row: Any) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__dataclass_fields__}
