"""`memserver/facts/…` and `memserver/trajectories/…`."""

from __future__ import annotations

from memserver.model import Category, FactType, Layer
from memserver.protocol import memory as memory_wire
from memserver.protocol import records as wire
from memserver.server.dispatch import Call
from memserver.server.handlers.memory import draft_of
from memserver.server.views import added

CATEGORY_OF_FACT = {
    FactType.ERROR: Category.BUG,
    FactType.SOLUTION: Category.LESSON,
    FactType.OBSERVATION: Category.FACT,
    FactType.DECISION: Category.DECISION,
}


async def record_fact(call: Call, params: wire.FactParams) -> memory_wire.AddResult:
    """Record an atomic fact: in the project's memory where there is a project, else in the long term's."""
    workspace = await call.engine.workspace(params.workspace_uri)
    metadata = {
        **params.metadata,
        "factType": params.fact_type,
        "entities": params.entities.model_dump(mode="json", by_alias=True),
    }
    request = memory_wire.AddParams(
        layer=(Layer.PROJECT if workspace is not None else Layer.LONG_TERM).value,
        content=params.content,
        category=CATEGORY_OF_FACT[FactType(params.fact_type)].value,
        confidence=params.confidence,
        tags=params.tags,
        metadata=metadata,
        workspace_uri=params.workspace_uri,
        related_files=await call.engine.related.called(params.entities.files, workspace),
        source=memory_wire.SourceRef(type="agent_execution", author="claude-code"),
    )
    return added(await call.engine.writer.add(await draft_of(call, request)))


async def record_trajectory(call: Call, params: wire.TrajectoryParams) -> wire.RecordedResult:
    """Record how a problem was solved, or not."""
    given = params.model_dump(mode="json", by_alias=True, exclude_none=True)
    recorded = await call.engine.record_trajectory(given, params.workspace_uri)
    return wire.RecordedResult(id=recorded.id, outcome=recorded.outcome, circular_fix=recorded.circular_fix)
