"""`memserver/patterns/…`, `memserver/route…`, `memserver/agents/…`, `memserver/sona/…` and `memserver/learning/…`."""

from __future__ import annotations

from memserver.protocol import learning as wire
from memserver.protocol.base import Empty
from memserver.server.dispatch import Call
from memserver.server.paths import local_path
from memserver.storage.patterns import PatternRow
from memserver.storage.routing import AgentRow
from memserver.text.redaction import redact
from memserver.text.sanitise import clean_text

MAX_STRATEGY_CHARS = 10_000
MAX_TASK_CHARS = 20_000
MAX_NAME_CHARS = 100


async def store_pattern(call: Call, params: wire.StorePatternParams) -> wire.StorePatternResult:
    """Keep a strategy, or strengthen the one that says the same."""
    workspace = await call.engine.workspace(params.workspace_uri) if params.workspace_uri else None
    stored = await call.engine.learning.store_pattern(
        redact(clean_text(params.strategy, "strategy", MAX_STRATEGY_CHARS)).text,
        clean_text(params.domain, "domain", MAX_NAME_CHARS),
        params.quality,
        workspace.project.id if workspace else "",
    )
    return wire.StorePatternResult(
        id=stored.pattern.id, strengthened=stored.strengthened, pattern=_pattern(stored.pattern)
    )


async def search_patterns(call: Call, params: wire.SearchPatternsParams) -> wire.SearchPatternsResult:
    """Find patterns by meaning, with who would get the query as a task."""
    query = clean_text(params.query, "query", MAX_TASK_CHARS)
    projects = await call.engine.visible_projects(params.workspace_uri)
    domain = (params.domain or "").strip() or None
    matches = await call.engine.learning.search_patterns(query, params.limit, domain, projects)
    route = await call.engine.learning.routes.route(query, projects[-1])
    return wire.SearchPatternsResult(
        matches=[
            wire.PatternMatchView(pattern=_pattern(match.pattern), similarity=round(match.similarity, 4))
            for match in matches
        ],
        suggestion=wire.RouteSuggestion(agent=route.agent, confidence=route.confidence),
    )


async def promote_pattern(call: Call, params: wire.PatternIdParams) -> wire.PromoteResult:
    """Make a pattern long-term if it has proved itself."""
    promoted, reason = await call.engine.learning.bank.promote(params.id)
    return wire.PromoteResult(promoted=promoted, reason=reason)


async def pattern_feedback(call: Call, params: wire.PatternFeedbackParams) -> wire.PatternView:
    """Count a use of a pattern."""
    return _pattern(await call.engine.learning.pattern_feedback(params.id, params.success))


async def route(call: Call, params: wire.RouteParams) -> wire.RouteResult:
    """Choose an agent for a task."""
    projects = await call.engine.visible_projects(params.workspace_uri)
    chosen = await call.engine.learning.routes.route(clean_text(params.task, "task", MAX_TASK_CHARS), projects[-1])
    return wire.RouteResult(
        agent=chosen.agent,
        confidence=chosen.confidence,
        reasoning=chosen.reasoning,
        alternatives=[
            wire.RouteSuggestion(agent=agent, confidence=confidence) for agent, confidence in chosen.alternatives
        ],
        decided_by=chosen.decided_by,
    )


async def route_feedback(call: Call, params: wire.RouteFeedbackParams) -> wire.RouteFeedbackResult:
    """Learn how a route ended."""
    if not call.engine.settings.memory_enabled:
        return wire.RouteFeedbackResult(recorded=False, reports=0)
    projects = await call.engine.visible_projects(params.workspace_uri)
    task = redact(clean_text(params.task, "task", MAX_TASK_CHARS)).text
    number = await call.engine.learning.routes.feedback(task, params.agent, params.success, projects[-1])
    return wire.RouteFeedbackResult(recorded=True, reports=number)


async def list_agents(call: Call, params: Empty) -> wire.AgentListResult:  # noqa: ARG001 - a request without params
    """List the agents."""
    return wire.AgentListResult(agents=[_agent(agent) for agent in await call.engine.learning.routes.agents()])


async def register_agent(call: Call, params: wire.AgentView) -> wire.AgentView:
    """Add an agent, or replace the one of that name."""
    agent = AgentRow(
        clean_text(params.name, "name", MAX_NAME_CHARS).strip(),
        tuple(clean_text(each, "keywords", MAX_NAME_CHARS).strip() for each in params.keywords),
        tuple(clean_text(each, "domains", MAX_NAME_CHARS).strip() for each in params.domains),
        clean_text(params.description, "description") if params.description.strip() else "",
    )
    return _agent(await call.engine.learning.routes.register(agent))


async def remove_agent(call: Call, params: wire.AgentNameParams) -> wire.RemovedResult:
    """Remove an agent."""
    await call.engine.learning.routes.remove(params.name)
    return wire.RemovedResult(removed=True)


async def adapt(call: Call, params: wire.AdaptParams) -> wire.AdaptResult:
    """Find the learned pattern nearest to a problem."""
    learning = call.engine.learning
    projects = await call.engine.visible_projects(None)
    found = await learning.adapt(clean_text(params.query, "query", MAX_TASK_CHARS), projects)
    if found is None:
        return wire.AdaptResult(lookup_ms=learning.last_adaptation_ms)
    return wire.AdaptResult(
        pattern=_pattern(found.pattern),
        similarity=round(found.similarity, 4),
        confidence=round(found.confidence, 4),
        lookup_ms=learning.last_adaptation_ms,
    )


async def distill(call: Call, params: Empty) -> wire.DistillPatternsResult:  # noqa: ARG001 - a request without params
    """Turn what successful trajectories share into patterns."""
    stored = await call.engine.learning.distill()
    return wire.DistillPatternsResult(patterns=[_pattern(each.pattern) for each in stored])


async def consolidate(call: Call, params: Empty) -> wire.ConsolidateResult:  # noqa: ARG001 - a request without params
    """Promote, merge and drop patterns now."""
    done = await call.engine.learning.consolidate()
    return wire.ConsolidateResult(
        promoted=[each.id for each in done.promoted], merged=[gone for _, gone in done.merged], dropped=done.dropped
    )


async def stats(call: Call, params: Empty) -> wire.LearningStatsResult:  # noqa: ARG001 - a request without params
    """Say what was learned."""
    workers = call.engine.workers
    active = {
        "enabled": sum(each.enabled for each in await workers.configs()),
        "running": await workers.running(),
    }
    return wire.LearningStatsResult.model_validate({**await call.engine.learning.stats(), "workers": active})


async def export_file(call: Call, params: wire.LearningPathParams) -> wire.LearningExportResult:
    """Write the portable learning file to another place."""
    path = local_path(params.path)
    counts = await call.engine.learning.file.export(path)
    return wire.LearningExportResult(
        path=str(path), patterns=counts["patterns"], trajectories=counts["trajectories"], bytes=counts["bytes"]
    )


async def import_file(call: Call, params: wire.LearningPathParams) -> wire.LearningImportResult:
    """Merge a portable learning file from elsewhere."""
    done = await call.engine.learning.import_file(local_path(params.path))
    return wire.LearningImportResult(
        patterns=done.patterns,
        trajectories=done.trajectories,
        others=done.others,
        unchanged=done.unchanged,
        skipped_lines=done.skipped_lines,
    )


def _agent(agent: AgentRow) -> wire.AgentView:
    return wire.AgentView(
        name=agent.name,
        keywords=list(agent.keywords),
        domains=list(agent.domains),
        description=agent.description,
    )


def _pattern(pattern: PatternRow) -> wire.PatternView:
    return wire.PatternView.model_validate(
        {
            "id": pattern.id,
            "strategy": pattern.strategy,
            "domain": pattern.domain,
            "kind": pattern.kind,
            "quality": pattern.quality,
            "usage_count": pattern.usage_count,
            "success_count": pattern.success_count,
            "is_long_term": pattern.long_term,
            "created_at": pattern.created_at,
            "updated_at": pattern.updated_at,
            "sources": list(pattern.sources),
            "metadata": pattern.metadata,
        }
    )
