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
from memserver.workers.words import Text

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
    purpose: Text
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
    name: str, priority: Priority, seconds: int, job: str, english: str, korean: str, *, reads_code: bool = False
) -> WorkerConfig:
    purpose: Text = {"en": english, "ko": korean}
    return WorkerConfig(name, priority, seconds * 1000, purpose, f"{JOBS}.{name}:{job}", reads_code=reads_code)


CRITICAL, HIGH, NORMAL, LOW = Priority.CRITICAL, Priority.HIGH, Priority.NORMAL, Priority.LOW

_ALL = (
    _worker(
        "ultralearn", NORMAL, 60, "UltralearnJob",
        "distils patterns from recorded ways of solving problems", "기록된 문제 해결 과정에서 패턴을 뽑아냅니다",
    ),
    _worker(
        "audit", CRITICAL, 600, "AuditJob",
        "finds secrets and dangerous code in the workspace and in memory",
        "작업 공간과 기억에서 비밀 값과 위험한 코드를 찾습니다", reads_code=True,
    ),
    _worker(
        "optimize", HIGH, 300, "OptimizeJob",
        "finds slow turns and unhealthy indexes, and tidies the database",
        "느린 턴과 어긋난 색인을 찾고 데이터베이스를 정리합니다",
    ),
    _worker(
        "consolidate", LOW, 1800, "ConsolidateJob",
        "merges, retires and promotes memories", "기억을 합치고, 물리고, 승격합니다",
    ),
    _worker(
        "predict", NORMAL, 300, "PredictJob",
        "warms what the next turns will need", "다음 턴에 필요할 것을 미리 준비합니다",
    ),
    _worker(
        "map", NORMAL, 600, "MapJob",
        "maps modules, entry points, dependencies and owners", "모듈, 진입점, 의존 관계, 담당자를 지도로 그립니다",
        reads_code=True,
    ),
    _worker(
        "deepdive", NORMAL, 600, "DeepdiveJob",
        "finds hotspots of complexity and change", "복잡하고 자주 바뀌는 곳을 찾습니다", reads_code=True,
    ),
    _worker(
        "document", NORMAL, 1800, "DocumentJob",
        "finds what lacks documentation or outgrew it", "설명이 없거나 더는 맞지 않는 곳을 찾습니다", reads_code=True,
    ),
    _worker(
        "refactor", NORMAL, 600, "RefactorJob",
        "finds duplication, long functions and cycles", "중복 코드, 긴 함수, 순환 참조를 찾습니다", reads_code=True,
    ),
    _worker(
        "benchmark", NORMAL, 600, "BenchmarkJob",
        "measures the server itself and flags regressions", "서버 자체를 측정하고 느려진 곳을 알립니다",
    ),
    _worker(
        "testgaps", NORMAL, 600, "TestgapsJob",
        "finds functions that no test reaches", "어떤 테스트도 닿지 않는 함수를 찾습니다", reads_code=True,
    ),
    _worker(
        "learning", NORMAL, 900, "LearningJob",
        "trains and validates the router, prunes patterns", "라우터를 학습·검증하고 패턴을 정리합니다",
    ),
)  # fmt: skip

WORKERS: Mapping[str, WorkerConfig] = {each.name: each for each in _ALL}
"""The workers by name, with the configuration they come with."""
