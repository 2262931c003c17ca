"""`memserver/decisions/…`, `memserver/workingPatterns/…` and `memserver/agentStates/…`."""

from __future__ import annotations

from memserver.errors import NotFound
from memserver.protocol import decisions as wire
from memserver.protocol.working import TierIdParams, TierListParams
from memserver.server.dispatch import Call
from memserver.server.handlers.working import given, project
from memserver.tiers.kinds import DECISION


async def store_decision(call: Call, params: wire.StoreDecisionParams) -> wire.DecisionView:
    """Keep a decision."""
    stored = await call.engine.tiers.working.log_decision(given(params), await project(call, params))
    return wire.DecisionView.model_validate(stored)


async def set_outcome(call: Call, params: wire.OutcomeParams) -> wire.DecisionView:
    """Say how a decision turned out."""
    changed = await call.engine.tiers.working.set_outcome(params.id, params.outcome, params.success)
    return wire.DecisionView.model_validate(changed)


async def get_decision(call: Call, params: TierIdParams) -> wire.DecisionView:
    """Read one decision."""
    return wire.DecisionView.model_validate(await call.engine.tiers.records.get(DECISION, params.id))


async def similar_decisions(call: Call, params: wire.SimilarDecisionsParams) -> wire.SimilarDecisionsResult:
    """Find decisions about something like this."""
    projects = await call.engine.visible_projects(params.workspace_uri)
    found = await call.engine.tiers.working.similar_decisions(params.context, projects, params.limit)
    return wire.SimilarDecisionsResult(
        decisions=[
            wire.SimilarDecision(decision=wire.DecisionView.model_validate(each.record), relevance=each.relevance)
            for each in found
        ]
    )


async def list_decisions(call: Call, params: TierListParams) -> wire.DecisionsResult:
    """List decisions, newest first."""
    projects = await call.engine.visible_projects(params.workspace_uri)
    found = await call.engine.tiers.working.decisions(projects, params.limit)
    return wire.DecisionsResult(decisions=[wire.DecisionView.model_validate(each) for each in found])


async def store_pattern(call: Call, params: wire.StoreWorkingPatternParams) -> wire.WorkingPatternView:
    """Keep what to do when something happens."""
    stored = await call.engine.tiers.working.store_pattern(given(params), await project(call, params))
    return wire.WorkingPatternView.model_validate(stored)


async def find_patterns(call: Call, params: wire.FindWorkingPatternsParams) -> wire.WorkingPatternsResult:
    """Find what to do when something happens."""
    projects = await call.engine.visible_projects(params.workspace_uri)
    found = await call.engine.tiers.working.find_pattern(
        params.trigger, projects, params.min_success_rate, params.limit
    )
    return wire.WorkingPatternsResult(patterns=[wire.WorkingPatternView.model_validate(each) for each in found])


async def pattern_feedback(call: Call, params: wire.WorkingPatternFeedbackParams) -> wire.WorkingPatternView:
    """Count a use of a pattern."""
    changed = await call.engine.tiers.working.pattern_feedback(params.id, params.success)
    return wire.WorkingPatternView.model_validate(changed)


async def store_agent_state(call: Call, params: wire.StoreAgentStateParams) -> wire.AgentStateView:
    """Keep the state of an agent."""
    stored = await call.engine.tiers.working.store_agent_state(given(params), await project(call, params))
    return wire.AgentStateView.model_validate(stored)


async def get_agent_state(call: Call, params: wire.AgentStateParams) -> wire.AgentStateView:
    """Read the state of an agent."""
    projects = await call.engine.visible_projects(params.workspace_uri)
    found = await call.engine.tiers.working.agent_state(params.name, projects)
    if found is None:
        raise NotFound(f"There is no state of an agent {params.name[:80]!r}.", field="name")
    return wire.AgentStateView.model_validate(found)


async def list_agent_states(call: Call, params: TierListParams) -> wire.AgentStatesResult:
    """List the states of agents, newest first."""
    projects = await call.engine.visible_projects(params.workspace_uri)
    found = await call.engine.tiers.working.agent_states(projects, params.limit)
    return wire.AgentStatesResult(agents=[wire.AgentStateView.model_validate(each) for each in found])
