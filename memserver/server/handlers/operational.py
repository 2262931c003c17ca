"""`memserver/operational/…` and `memserver/context/assemble`."""

from __future__ import annotations

from memserver.protocol import operational as wire
from memserver.protocol.decisions import AgentStateView
from memserver.protocol.working import GoalView, Placed
from memserver.server.dispatch import Call
from memserver.server.handlers.working import given, project


async def push(call: Call, params: wire.PushEventParams) -> wire.PushEventResult:
    """Take in an event."""
    event, kept = await call.engine.tiers.operational.push(given(params), await project(call, params))
    return wire.PushEventResult(id=event["id"], critical=event["critical"], kept=kept)


async def recent(call: Call, params: wire.RecentEventsParams) -> wire.RecentEventsResult:
    """List events, newest first."""
    projects = await call.engine.visible_projects(params.workspace_uri)
    found = await call.engine.tiers.operational.recent(
        params.count, params.category, params.source, projects, kept=params.kept
    )
    return wire.RecentEventsResult(events=[wire.OperationalEventView.model_validate(each) for each in found])


async def metric(call: Call, params: wire.MetricParams) -> wire.MetricResult:
    """Take in a measurement."""
    measured = call.engine.tiers.operational.update_metric(params.key, params.value)
    return wire.MetricResult(key=params.key, value=measured.value, at=measured.at)


async def snapshot(call: Call, params: Placed) -> wire.SnapshotResult:
    """Say what is so now."""
    taken = await call.engine.tiers.snapshots.take(await call.engine.visible_projects(params.workspace_uri))
    return wire.SnapshotResult.model_validate(
        {
            **taken.resources,
            "taken_at": taken.taken_at,
            "metrics": taken.metrics,
            "active_tasks": taken.active_tasks,
            "active_goals": [GoalView.model_validate(each) for each in taken.active_goals],
            "agents": [AgentStateView.model_validate(each) for each in taken.agents],
            "events": taken.events,
            "errors": taken.errors,
            "server": taken.server,
        }
    )


async def assemble(call: Call, params: wire.AssembleParams) -> wire.AssembleResult:
    """Put together what all tiers know about a task, within a budget."""
    engine = call.engine
    budget = params.max_tokens if params.max_tokens is not None else engine.settings.context_max_tokens
    projects = await engine.visible_projects(params.workspace_uri)
    assembled = await engine.tiers.assembly.assemble(params.task, budget, projects, params.tiers)
    return wire.AssembleResult(
        chunks=[
            wire.ChunkView.model_validate(
                {"source": each.source, "content": each.content, "relevance": each.relevance, "tokens": each.tokens}
            )
            for each in assembled.chunks
        ],
        total_tokens=assembled.total_tokens,
    )
