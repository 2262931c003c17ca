"""The twelve workers: what each is for, how urgent it is, how often it runs, and where its job is (SPEC 161–173).

Jobs are named by their dotted path and loaded when they first run: a server that nobody asks for an audit never
imports one.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from memserver.errors import NotFound
from memserver.workers.job import Job

JOBS = "memserver.workers.jobs"


class Priority(IntEnum):
    """How urgent a worker is; the higher one goes first."""

    LOW = 1
    NORMAL = 2
    HIGH = 3
    CRITICAL = 4

    @property
    def slug(self) -> str:
        """Its name on the wire and in the store."""
        return self.name.lower()

    @classmethod
    def of(cls, slug: str) -> Priority:
        """Read a name."""
        return cls[slug.upper()]


@dataclass(frozen=True, slots=True)
class WorkerConfig:
    """How one worker runs. `job` is `module:Class`; a worker that reads code is not scheduled without a workspace."""

    name: str
    priority: Priority
    interval_ms: int
    purpose: str
    job: str
    enabled: bool = True
    reads_code: bool = False

    def load(self) -> Job:
        """Import the job and make it."""
        module, _, name = self.job.partition(":")
        try:
            job: Job = getattr(importlib.import_module(module), name)()
        except ModuleNotFoundError as failure:
            if failure.name != module:
                raise
            raise NotFound(f"The worker {self.name} has no job in this installation.", field="worker") from None
        return job


def _worker(
    name: str, priority: Priority, seconds: int, purpose: str, job: str, *, reads_code: bool = False
) -> WorkerConfig:
    return WorkerConfig(name, priority, seconds * 1000, purpose, f"{JOBS}.{name}:{job}", reads_code=reads_code)


CRITICAL, HIGH, NORMAL, LOW = Priority.CRITICAL, Priority.HIGH, Priority.NORMAL, Priority.LOW

_ALL = (
    _worker("ultralearn", NORMAL, 60, "distils patterns from recorded ways of solving problems", "UltralearnJob"),
    _worker(
        "audit", CRITICAL, 600, "finds secrets and dangerous code in the workspace and in memory", "AuditJob",
        reads_code=True,
    ),
    _worker("optimize", HIGH, 300, "finds slow turns and unhealthy indexes, and tidies the database", "OptimizeJob"),
    _worker("consolidate", LOW, 1800, "merges, retires and promotes memories", "ConsolidateJob"),
    _worker("predict", NORMAL, 300, "warms what the next turns will need", "PredictJob"),
    _worker("map", NORMAL, 600, "maps modules, entry points, dependencies and owners", "MapJob", reads_code=True),
    _worker("deepdive", NORMAL, 600, "finds hotspots of complexity and change", "DeepdiveJob", reads_code=True),
    _worker("document", NORMAL, 1800, "finds what lacks documentation or outgrew it", "DocumentJob", reads_code=True),
    _worker("refactor", NORMAL, 600, "finds duplication, long functions and cycles", "RefactorJob", reads_code=True),
    _worker("benchmark", NORMAL, 600, "measures the server itself and flags regressions", "BenchmarkJob"),
    _worker("testgaps", NORMAL, 600, "finds functions that no test reaches", "TestgapsJob", reads_code=True),
    _worker("learning", NORMAL, 900, "trains and validates the router, prunes patterns", "LearningJob"),
)  # fmt: skip

WORKERS: Mapping[str, WorkerConfig] = {each.name: each for each in _ALL}
"""The workers by name, with the configuration they come with."""
