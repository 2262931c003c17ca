"""How workers are configured: out of one snapshot in a stable order, and back in where nothing else was decided."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

from memserver.storage.database import Snapshot, Transaction
from memserver.storage.workers import WorkerSettings


@dataclass(frozen=True, slots=True)
class ConfiguredWorker:
    """What a person changed about one worker."""

    name: str
    settings: WorkerSettings


async def all_configured(snapshot: Snapshot) -> AsyncIterator[list[ConfiguredWorker]]:
    """Yield the workers about which something was changed, by name."""
    query = (
        "SELECT name, enabled, priority, interval_ms FROM workers"
        " WHERE coalesce(enabled, priority, interval_ms) IS NOT NULL ORDER BY name"
    )
    async for rows in snapshot.pages(query):
        yield [
            ConfiguredWorker(name, WorkerSettings(None if enabled is None else bool(enabled), priority, interval))
            for name, enabled, priority, interval in rows
        ]


async def restore_configured(transaction: Transaction, worker: ConfiguredWorker) -> None:
    """Configure a worker as it was; what was decided here stays."""
    settings = worker.settings
    await transaction.run(
        "INSERT INTO workers(name, enabled, priority, interval_ms) VALUES (?1, ?2, ?3, ?4)"
        " ON CONFLICT(name) DO UPDATE SET enabled = coalesce(enabled, ?2), priority = coalesce(priority, ?3),"
        " interval_ms = coalesce(interval_ms, ?4)",
        (worker.name, settings.enabled, settings.priority, settings.interval_ms),
    )
