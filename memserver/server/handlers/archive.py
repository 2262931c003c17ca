"""`memserver/procedures/…`, `incidents/…`, `configHistory/…`, `knowledge/…` and `memserver/archive/search`."""

from __future__ import annotations

from memserver.protocol import archive as wire
from memserver.protocol.working import DeletedResult, TierIdParams, TierListParams
from memserver.server.dispatch import Call
from memserver.server.handlers.working import given, project
from memserver.storage.tier_records import Wanted
from memserver.tiers.kinds import CONFIG_CHANGE, INCIDENT, KNOWLEDGE, PROCEDURE


async def store_procedure(call: Call, params: wire.StoreProcedureParams) -> wire.ProcedureView:
    """Keep how something is done."""
    stored = await call.engine.tiers.archive.store_procedure(given(params), await project(call, params))
    return wire.ProcedureView.model_validate(stored)


async def list_procedures(call: Call, params: TierListParams) -> wire.ProceduresResult:
    """List procedures, newest first."""
    projects = await call.engine.visible_projects(params.workspace_uri)
    found = await call.engine.tiers.records.find(PROCEDURE, Wanted(projects, limit=params.limit))
    return wire.ProceduresResult(procedures=[wire.ProcedureView.model_validate(each) for each in found])


async def get_procedure(call: Call, params: TierIdParams) -> wire.ProcedureView:
    """Read one procedure."""
    return wire.ProcedureView.model_validate(await call.engine.tiers.records.get(PROCEDURE, params.id))


async def store_incident(call: Call, params: wire.StoreIncidentParams) -> wire.IncidentView:
    """Keep what went wrong."""
    stored = await call.engine.tiers.archive.store_incident(given(params), await project(call, params))
    return wire.IncidentView.model_validate(stored)


async def list_incidents(call: Call, params: TierListParams) -> wire.IncidentsResult:
    """List incidents, newest first."""
    projects = await call.engine.visible_projects(params.workspace_uri)
    found = await call.engine.tiers.records.find(INCIDENT, Wanted(projects, limit=params.limit))
    return wire.IncidentsResult(incidents=[wire.IncidentView.model_validate(each) for each in found])


async def get_incident(call: Call, params: TierIdParams) -> wire.IncidentView:
    """Read one incident."""
    return wire.IncidentView.model_validate(await call.engine.tiers.records.get(INCIDENT, params.id))


async def store_config_change(call: Call, params: wire.StoreConfigChangeParams) -> wire.ConfigChangeView:
    """Keep a change of configuration."""
    stored = await call.engine.tiers.archive.store_config_change(given(params), await project(call, params))
    return wire.ConfigChangeView.model_validate(stored)


async def list_config_history(call: Call, params: wire.ListConfigHistoryParams) -> wire.ConfigHistoryResult:
    """List changes of configuration, newest first."""
    projects = await call.engine.visible_projects(params.workspace_uri)
    equals = {"path": params.path} if params.path else {}
    found = await call.engine.tiers.records.find(CONFIG_CHANGE, Wanted(projects, equals, limit=params.limit))
    return wire.ConfigHistoryResult(changes=[wire.ConfigChangeView.model_validate(each) for each in found])


async def add_knowledge(call: Call, params: wire.AddKnowledgeParams) -> wire.KnowledgeView:
    """Keep something worth knowing."""
    stored = await call.engine.tiers.archive.add_knowledge(given(params), await project(call, params))
    return wire.KnowledgeView.model_validate(stored)


async def search_knowledge(call: Call, params: wire.SearchKnowledgeParams) -> wire.SearchKnowledgeResult:
    """Find knowledge by meaning and words."""
    projects = await call.engine.visible_projects(params.workspace_uri)
    hits = await call.engine.tiers.archive.semantic_search(params.query, projects, ["knowledge"], params.limit)
    return wire.SearchKnowledgeResult(
        results=[
            wire.KnowledgeHit(entry=wire.KnowledgeView.model_validate(hit.metadata), relevance=hit.relevance)
            for hit in hits
        ]
    )


async def list_knowledge(call: Call, params: TierListParams) -> wire.KnowledgeListResult:
    """List knowledge, newest first."""
    projects = await call.engine.visible_projects(params.workspace_uri)
    found = await call.engine.tiers.records.find(KNOWLEDGE, Wanted(projects, limit=params.limit))
    return wire.KnowledgeListResult(entries=[wire.KnowledgeView.model_validate(each) for each in found])


async def get_knowledge(call: Call, params: TierIdParams) -> wire.KnowledgeView:
    """Read one knowledge entry."""
    return wire.KnowledgeView.model_validate(await call.engine.tiers.records.get(KNOWLEDGE, params.id))


async def delete_knowledge(call: Call, params: TierIdParams) -> DeletedResult:
    """Delete a knowledge entry."""
    await call.engine.delete_record("knowledge", params.id)
    return DeletedResult(id=params.id)


async def search(call: Call, params: wire.ArchiveSearchParams) -> wire.ArchiveSearchResult:
    """Find in the archive by meaning and words."""
    projects = await call.engine.visible_projects(params.workspace_uri)
    hits = await call.engine.tiers.archive.semantic_search(params.query, projects, params.collections, params.limit)
    return wire.ArchiveSearchResult(
        results=[
            wire.ArchiveHitView.model_validate(
                {
                    "content": hit.content,
                    "metadata": hit.metadata,
                    "relevance": hit.relevance,
                    "collection": hit.collection,
                }
            )
            for hit in hits
        ]
    )
