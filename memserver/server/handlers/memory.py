"""`memserver/memory/…`: adding, reading, changing and deleting memories."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from pydantic import ValidationError

from memserver.errors import InvalidParams, MemserverError, NotFound
from memserver.layers.drafts import Draft
from memserver.model import Author, Category, Layer, Memory, Provenance, SourceType, Status, VerifiedBy
from memserver.protocol import memory as wire
from memserver.server.dispatch import Call
from memserver.server.failures import invalid_params
from memserver.server.views import added, memory_view, redactions
from memserver.storage.memories import ListFilter

# A row number, as `memory/list` hands it out.
CURSOR = re.compile("[0-9]{1,18}")
TAKEN_AWAY_BY_NULL = frozenset({"expires_at", "thread", "position"})


async def add(call: Call, params: wire.AddParams) -> wire.AddResult:
    """Remember something."""
    return added(await call.engine.writer.add(await draft_of(call, params)))


async def add_many(call: Call, params: wire.AddManyParams) -> wire.AddManyResult:
    """Remember many things; one bad item fails alone."""
    outcomes: list[Any] = [await _draft_or_failure(call, raw) for raw in params.items]
    drafts = [each for each in outcomes if isinstance(each, Draft)]
    written = iter(await call.engine.writer.add_many(drafts, call.progress.report))
    outcomes = [next(written) if isinstance(each, Draft) else each for each in outcomes]
    return summary_of(outcomes)


def summary_of(outcomes: list[Any]) -> wire.AddManyResult:
    """Count what became of many drafts."""
    found: Counter[str] = Counter()
    failed: list[wire.FailedItem] = []
    ids: list[str | None] = []
    duplicates = 0
    for index, outcome in enumerate(outcomes):
        if isinstance(outcome, MemserverError):
            failed.append(wire.FailedItem(index=index, kind=outcome.kind, message=outcome.message, field=outcome.field))
            ids.append(None)
        else:
            ids.append(outcome.id)
            duplicates += outcome.duplicate_of is not None
            found.update(outcome.redactions or {})
    return wire.AddManyResult(
        added=len(outcomes) - len(failed) - duplicates,
        duplicates=duplicates,
        failed=failed,
        ids=ids,
        redactions=redactions(found),
    )


async def get(call: Call, params: wire.IdParams) -> wire.MemoryView:
    """Read one memory."""
    memory = await call.engine.store.memories.get(params.id)
    if memory is None:
        raise NotFound(f"There is no memory {params.id[:80]!r}.", field="id")
    return await view_of(call, memory)


async def list_page(call: Call, params: wire.ListParams) -> wire.ListResult:
    """List memories, newest first."""
    if params.cursor is not None and not CURSOR.fullmatch(params.cursor):
        raise InvalidParams("cursor is not one that memory/list gave.", field="cursor")
    projects = None
    if params.workspace_uri is not None:
        projects = await call.engine.visible_projects(params.workspace_uri)
    if params.project_id is not None:
        projects = tuple(each for each in projects or (params.project_id,) if each == params.project_id)
    wanted = ListFilter(
        layer=Layer(params.layer) if params.layer else None,
        status=Status(params.status) if params.status else None,
        category=Category(params.category) if params.category else None,
        tag=params.tag,
        projects=projects,
    )
    before = int(params.cursor) if params.cursor else None
    memories, cursor = await call.engine.store.memories.page(wanted, params.limit, before)
    return wire.ListResult(items=await _views(call, memories), cursor=None if cursor is None else str(cursor))


async def update(call: Call, params: wire.UpdateParams) -> wire.MemoryView:
    """Change a memory."""
    changes: dict[str, Any] = {
        name: getattr(params, name)
        for name in params.model_fields_set - {"id"}
        if getattr(params, name) is not None or name in TAKEN_AWAY_BY_NULL
    }
    if "category" in changes:
        changes["category"] = Category(changes["category"])
    if "tags" in changes:
        changes["tags"] = tuple(changes["tags"])
    changed = await call.engine.related.reworded(params.id, changes, await call.engine.workspace(None))
    return await view_of(call, await call.engine.writer.update(params.id, changed))


async def set_status(call: Call, params: wire.SetStatusParams) -> wire.MemoryView:
    """Say how far a memory is trusted."""
    verified_by = VerifiedBy(params.verified_by) if params.verified_by else None
    changed = await call.engine.set_status(params.id, Status(params.status), verified_by, params.verification_id)
    return await view_of(call, changed)


async def delete(call: Call, params: wire.IdParams) -> wire.DeleteResult:
    """Delete a memory everywhere."""
    await call.engine.delete_memory(params.id)
    return wire.DeleteResult(id=params.id)


async def delete_all(call: Call, params: wire.DeleteAllParams) -> wire.DeleteAllResult:  # noqa: ARG001 - the guard is in the type
    """Delete everything that is stored."""
    return wire.DeleteAllResult(memories=await call.engine.delete_everything())


async def draft_of(call: Call, params: wire.AddParams) -> Draft:
    """Return the draft that a request describes, placed in its scope and project."""
    said = f"{params.title or ''}\n{params.content}"
    placed = await call.engine.place(
        Layer(params.layer), params.scope, params.workspace_uri, params.related_files, said
    )
    return Draft(
        layer=Layer(params.layer),
        content=params.content,
        title=params.title,
        category=Category(params.category) if params.category else None,
        tags=tuple(params.tags),
        confidence=params.confidence,
        expires_at=params.expires_at,
        external_id=params.external_id,
        thread=params.thread,
        position=params.position,
        timestamp=params.timestamp,
        scope=placed.scope,
        project_id=placed.project_id,
        metadata=params.metadata,
        provenance=Provenance(
            SourceType(params.source.type), params.source.id, Author(params.source.author), placed.commit, placed.branch
        ),
        related_files=placed.related_files,
        failure_hash=params.failure_hash,
        supersedes=tuple(params.supersedes),
    )


async def _draft_or_failure(call: Call, raw: Any) -> Draft | MemserverError:
    try:
        return await draft_of(call, wire.AddParams.model_validate(raw))
    except ValidationError as failure:
        return invalid_params(failure)
    except MemserverError as failure:
        return failure


async def view_of(call: Call, memory: Memory) -> wire.MemoryView:
    """Return a memory as a person may see it, in the language of the client."""
    return (await _views(call, [memory]))[0]


async def _views(call: Call, memories: list[Memory]) -> list[wire.MemoryView]:
    relations = await call.engine.store.memories.relations_of(memory.id for memory in memories)
    names = await call.engine.store.projects.names()
    language = await call.engine.language(None) if relations else "en"
    return [
        memory_view(
            memory,
            [each for each in relations if memory.id in (each.source_id, each.target_id)],
            await call.engine.stale_reasons(memory),
            names.get(memory.project_id),
            language,
        )
        for memory in memories
    ]
