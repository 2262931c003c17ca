"""`memserver/memory/search`."""

from __future__ import annotations

from memserver.protocol import search as wire
from memserver.retrieval.memory_search import MemoryQuery
from memserver.server.dispatch import Call
from memserver.text.sanitise import clean_text


async def search(call: Call, params: wire.SearchParams) -> wire.SearchResult:
    """Find memories by meaning and words."""
    query = MemoryQuery(
        text=clean_text(params.query, "query"),
        limit=params.limit,
        layers=tuple(params.layers) if params.layers is not None else None,
        tags=tuple(params.tags) if params.tags is not None else None,
        include_stale=params.include_stale,
        include_expired=params.include_expired,
        include_superseded=params.include_superseded,
        workspace_uri=params.workspace_uri,
        by_words_only=params.mode == "lexical",
    )
    hits, mode = await call.engine.search_memories(query)
    return wire.SearchResult(
        results=[
            wire.SearchHit(
                id=hit.memory.id,
                external_id=hit.memory.external_id,
                layer=hit.memory.layer.value,
                title=hit.memory.title,
                content=hit.memory.content,
                score=round(hit.score, 4),
                reasons=hit.reasons,
                stale=bool(hit.stale),
                status=hit.memory.validation.status.value,
                scope=hit.memory.scope.value,
                timestamp=hit.memory.timestamp,
                tags=list(hit.memory.tags),
            )
            for hit in hits
        ],
        mode=mode,
    )
