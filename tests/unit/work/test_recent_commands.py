"""Commands used lately: newest first, each once, for a day, shared by restarts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from memserver.storage.store import open_store
from memserver.work.recent_commands import MOST, RecentCommands

NOW = datetime(2026, 11, 16, 9, tzinfo=UTC)


async def test_they_are_newest_first_and_survive_a_restart(tmp_path: Path) -> None:
    now = NOW
    async with open_store(tmp_path) as store:
        recent = RecentCommands(store, lambda: now)
        assert await recent.names() == ()
        for name in ("task", "runway", "task"):
            now += timedelta(seconds=1)
            await recent.add(name)
        assert await recent.names() == ("/task", "/runway")
        again = RecentCommands(store, lambda: now)
        assert await again.names() == ("/task", "/runway")
        now += timedelta(days=1)
        assert await again.names() == ("/task",), "after a day they are forgotten"
        for number in range(MOST + 5):
            await again.add(f"c{number}")
        assert len(await again.names()) == MOST
        async with store.database.write() as transaction:
            await again.forget(transaction)
        assert await again.names() == ()
