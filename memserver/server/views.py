"""From the nouns of the model to the shapes of the wire."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from memserver.claims.evidence import spoken, taken_apart
from memserver.layers.deciding import Written
from memserver.model import Memory, Relation
from memserver.protocol import memory as wire
from memserver.storage.memories import RelationRecord
from memserver.workspace.staleness import StaleReason


def memory_view(
    memory: Memory, relations: Sequence[RelationRecord], stale: Sequence[StaleReason], project: str | None,
    language: str = "en",
) -> wire.MemoryView:  # fmt: skip
    """Return a memory as a person may see it."""
    provenance, validation = memory.provenance, memory.validation
    return wire.MemoryView(
        id=memory.id,
        layer=memory.layer.value,
        title=memory.title,
        content=memory.content,
        category=memory.category.value if memory.category else None,
        tags=list(memory.tags),
        confidence=memory.confidence,
        status=validation.status.value,
        verified_by=validation.verified_by.value if validation.verified_by else None,
        verification_id=validation.verification_id,
        scope=memory.scope.value,
        project_id=memory.project_id,
        project=project,
        origin=memory.origin.value,
        source=wire.SourceRef(
            type=provenance.source_type.value, id=provenance.source_id, author=provenance.author.value
        ),
        git_commit=provenance.git_commit,
        git_branch=provenance.git_branch,
        failure_hash=validation.failure_hash,
        related_files=[wire.RelatedFileView(path=file.path, sha1=file.sha1) for file in memory.related_files],
        timestamp=memory.timestamp,
        created_at=memory.created_at,
        updated_at=memory.updated_at,
        expires_at=memory.expires_at,
        external_id=memory.external_id,
        thread=memory.thread,
        position=memory.position,
        superseded_by=memory.superseded_by,
        reference_count=memory.reference_count,
        promoted=memory.promoted,
        relations=[_relation(memory.id, relation, language) for relation in relations],
        stale=bool(stale),
        stale_reasons=[f"{reason.kind}: {reason.told}" for reason in stale],
        metadata=dict(memory.metadata),
    )


def added(written: Written) -> wire.AddResult:
    """Return what became of one draft."""
    return wire.AddResult(
        id=written.id,
        status=written.status.value,
        duplicate_of=written.duplicate_of,
        supersedes=list(written.supersedes),
        conflicts_with=list(written.conflicts_with),
        superseded_by=written.superseded_by,
        redactions=redactions(written.redactions or {}),
    )


def redactions(counts: Mapping[str, int]) -> list[wire.Redaction]:
    """Return what was taken out, by kind."""
    return [wire.Redaction(kind=kind, count=count) for kind, count in sorted(counts.items())]


def _relation(memory_id: str, relation: RelationRecord, language: str) -> wire.RelationView:
    outgoing = relation.source_id == memory_id
    kind: Literal["supersedes", "superseded-by", "conflicts-with", "settled"]
    if relation.kind is Relation.SUPERSEDES:
        kind = "supersedes" if outgoing else "superseded-by"
    else:
        kind = "settled" if relation.kind is Relation.SETTLED else "conflicts-with"
    read = taken_apart(relation.evidence)
    return wire.RelationView(
        kind=kind,
        id=relation.target_id if outgoing else relation.source_id,
        evidence=spoken(relation.evidence, language),
        code=read.code,
        values=dict(read.values),
        chance=read.chance,
    )
