"""map: modules, entry points, dependencies and owners of the workspace, as a page and as one memory."""

from __future__ import annotations

from memserver.workers.code_job import CodeJob


class MapJob(CodeJob):
    """Maps the workspace."""

    name = "map"
