"""`memserver/memory/search`."""

from __future__ import annotations

import json

from memserver.protocol import search as wire
from memserver.retrieval.memory_search import Hit, MemoryQuery
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
        as_of=params.as_of,
    )
    hits, mode = await call.engine.search_memories(query)
    return wire.SearchResult(results=[_view(hit) for hit in hits], mode=mode)


def _view(hit: Hit) -> wire.SearchHit:
    """Return a memory that was found as the wire shows it."""
    facts = hit.facts
    return wire.SearchHit.model_validate(
        {
            "id": facts.memory_id,
            "external_id": facts.external_id,
            "thread": facts.thread,
            "position": facts.position,
            "layer": facts.layer,
            "title": facts.title,
            "content": hit.content,
            "score": round(hit.score, 4),
            "reasons": hit.reasons,
            "stale": bool(hit.stale),
            "status": facts.status,
            "scope": facts.scope,
            "timestamp": facts.timestamp,
            "tags": json.loads(facts.tags),
        }
    )
