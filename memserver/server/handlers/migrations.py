"""`memserver/tiers/migrate`, `memserver/tiers/delete` and `memserver/migrate/tfidf`."""

from __future__ import annotations

from memserver.folders import path_of
from memserver.protocol import migrations as wire
from memserver.protocol.working import DeletedResult
from memserver.server.dispatch import Call


async def migrate_tiers(call: Call, params: wire.MigrateTiersParams) -> wire.MigrateTiersResult:
    """Move what is finished and old to the archive, or say what would move."""
    moved = await call.engine.tiers.migration.run(dry_run=params.dry_run, progress=call.progress.report)
    return wire.MigrateTiersResult(
        dry_run=moved.dry_run,
        moved=dict(sorted(moved.counts.items())),
        units=[
            wire.MovedUnit(kind=unit.kind, id=unit.id, to=unit.to, count=max(1, len(unit.members)))
            for unit in moved.units
        ],
        errors=[wire.MigrationError(id=each, message=message) for each, message in moved.errors],
        duration_ms=moved.duration_ms,
    )


async def delete_record(call: Call, params: wire.DeleteRecordParams) -> DeletedResult:
    """Delete one record, whichever tier it stands in."""
    await call.engine.delete_record(params.collection, params.id)
    return DeletedResult(id=params.id)


async def migrate_tfidf(call: Call, params: wire.MigrateTfidfParams) -> wire.MigrateTfidfResult:
    """Take over a legacy TF-IDF store."""
    source = path_of(params.source, "source") if params.source is not None else None
    report = await call.engine.tfidf.migrate(source, call.progress.report)
    return wire.MigrateTfidfResult(
        source=report.source,
        total=report.total,
        migrated=report.migrated,
        failed=report.failed,
        skipped=report.skipped,
        embedded=report.embedded,
        errors=[wire.MigrationError(id=each, message=message) for each, message in report.errors],
        duration_ms=report.duration_ms,
        success_rate=round(report.success_rate, 6),
    )
