"""An atomic fact as a draft: where it is kept, whose word it is, what it names."""

from __future__ import annotations

from dataclasses import asdict

from memserver.layers.atomic_fact import AtomicFact
from memserver.layers.conversation import SessionMessage, session_thread
from memserver.layers.drafts import Draft
from memserver.layers.placement import Placement
from memserver.model import Author, Layer, Origin, Provenance, RelatedFile, SourceType

_WIRE_NAMES = {"files": "files", "functions": "functions", "libraries": "libraries", "error_codes": "errorCodes"}


def fact_draft(
    fact: AtomicFact, layer: Layer, placement: Placement, session_id: str, message: SessionMessage,
    files: tuple[RelatedFile, ...] = (),
) -> Draft:  # fmt: skip
    """Return a fact that was extracted from a message; it enters as a hypothesis, tied to the files that it names."""
    named = asdict(fact.entities)
    spoken_by_user = message.role == "user"
    return Draft(
        layer=layer,
        content=fact.content,
        category=fact.category,
        confidence=fact.confidence,
        thread=session_thread(session_id),
        position=fact.source_index,
        timestamp=message.timestamp,
        scope=placement.scope,
        project_id=placement.project_id,
        metadata={
            "factType": fact.fact_type.value,
            "entities": {wire: list(named[name]) for name, wire in _WIRE_NAMES.items() if named[name]},
        },
        provenance=Provenance(
            SourceType.USER_INTERACTION if spoken_by_user else SourceType.AGENT_EXECUTION,
            session_id,
            Author.USER if spoken_by_user else Author.AGENT,
            placement.commit,
            placement.branch,
        ),
        related_files=files,
        origin=Origin.EXTRACTED,
    )
