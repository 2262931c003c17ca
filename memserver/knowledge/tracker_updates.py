"""Takes in what a command wrote to a tracker, so that the next turn knows it; the watcher sees what others write."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection

from memserver.background import BackgroundTasks
from memserver.knowledge.indexer import BrainIndexer

# A tracker of some thousand items is taken in within this time; after it the command answers, and the rest follows.
WITHIN_SECONDS = 0.5


class TrackerUpdates:
    """The trackers of a brain, as far as commands write them; `written` is told when passages have come."""

    def __init__(
        self, background: BackgroundTasks, paths: Collection[str], walked: asyncio.Event, written: Callable[[], None]
    ) -> None:
        self._background = background
        self._paths = paths
        self._walked = walked
        self._written = written
        self.indexer: BrainIndexer | None = None

    async def take_in(self) -> None:
        """Bring the trackers up to date; waits for a moment at most. The first walk through the brain finds them."""
        if self.indexer is not None and self._walked.is_set():
            task = self._background.start(self._update(self.indexer), "trackers")
            await asyncio.wait({task}, timeout=WITHIN_SECONDS)

    async def _update(self, indexer: BrainIndexer) -> None:
        report = await indexer.update(self._paths)
        if report.new or report.changed:
            self._written()
