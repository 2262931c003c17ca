"""`memserver/memory/export` and `memserver/memory/import`."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

from memserver.errors import MemserverError
from memserver.folders import path_of
from memserver.layers.deciding import Written
from memserver.layers.importing import OWN_FORMAT, Foreign, draft_of, format_of, import_source, read_foreign
from memserver.layers.placement import Placement
from memserver.layers.restoring import FailedLine, Restored, Restorer
from memserver.layers.transfer import export_everything, export_folder
from memserver.model import Layer
from memserver.protocol import transfer as wire
from memserver.protocol.memory import FailedItem
from memserver.server.dispatch import Call
from memserver.server.views import redactions


async def export_all(call: Call, params: wire.ExportParams) -> wire.ExportResult:
    """Write everything to a folder."""
    engine = call.engine
    data = engine.store.database.path.parent
    folder = await asyncio.to_thread(export_folder, path_of(params.path, "path"), engine.brain, data)
    exported = await export_everything(engine.store, folder, call.progress.report)
    return wire.ExportResult(path=exported.folder, memories=exported.memories, files=list(exported.files))


async def import_from(call: Call, params: wire.ImportParams) -> wire.ImportResult:
    """Read an export of ours back in, or what people already have."""
    source = await asyncio.to_thread(import_source, path_of(params.path, "path"))
    format_name = await asyncio.to_thread(format_of, source, params.format)
    if format_name == OWN_FORMAT:
        return await _restore(call, source)
    foreign = await asyncio.to_thread(read_foreign, source, format_name)
    return await _take(call, foreign, params.workspace_uri, source)


async def _restore(call: Call, source: Path) -> wire.ImportResult:
    engine = call.engine
    restorer = Restorer(engine.store, engine.clock, engine.executor, engine.episode_files)
    try:
        restored: Restored = await restorer.restore(source, call.progress.report)
    finally:
        engine.writer.tell()
        await engine.learning.routes.agents()
        engine.tiers.imported()
    return wire.ImportResult(
        format=OWN_FORMAT,
        added=restored.added,
        duplicates=restored.duplicates,
        failed=[_failed_line(line) for line in restored.failed],
        ids=restored.ids,
        redactions=redactions(restored.redactions),
    )


async def _take(call: Call, foreign: Foreign, workspace_uri: str | None, source: Path) -> wire.ImportResult:
    placement = await _placement(call, workspace_uri, source)
    drafts = [draft_of(item, foreign, placement) for item in foreign.items]
    outcomes = await call.engine.writer.add_many(drafts, call.progress.report)
    written = [each for each in outcomes if isinstance(each, Written)]
    found: Counter[str] = Counter()
    for each in written:
        found.update(each.redactions or {})
    failed = [
        FailedItem(
            index=index,
            kind=each.kind,
            message=f"{foreign.items[index].origin}, line {foreign.items[index].line}: {each.message}",
            field=each.field,
        )
        for index, each in enumerate(outcomes)
        if isinstance(each, MemserverError)
    ]
    return wire.ImportResult(
        format=foreign.format,
        added=sum(each.duplicate_of is None for each in written),
        duplicates=sum(each.duplicate_of is not None for each in written),
        failed=failed,
        ids=[each.id if isinstance(each, Written) else None for each in outcomes],
        redactions=redactions(found),
        warnings=list(foreign.warnings),
    )


async def _placement(call: Call, workspace_uri: str | None, source: Path) -> Placement:
    """Instructions belong to the project that was named, or in whose folder they lie; else they speak for all."""
    engine = call.engine
    workspace = await engine.workspace(workspace_uri)
    inside = workspace is not None and source.resolve().is_relative_to(Path(workspace.folder).resolve())  # noqa: ASYNC240
    in_project = workspace is not None and (workspace_uri is not None or inside)
    if workspace_uri is not None and workspace is None:
        in_project = True  # the engine says why it cannot be placed there
    scope = "project" if in_project else "global"
    return await engine.place(Layer.PROJECT if in_project else Layer.LONG_TERM, scope, workspace_uri, ())


def _failed_line(line: FailedLine) -> FailedItem:
    error = line.error
    return FailedItem(
        index=line.line - 1,
        kind=error.kind,
        message=f"{line.file}, line {line.line}: {error.message}",
        field=error.field,
    )
