"""A real engine in a folder, for tests of workers: the jobs of a test are named by their dotted path, as real ones."""

from __future__ import annotations

import asyncio
import os
import subprocess
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, ClassVar

from memserver.config import Settings
from memserver.engine import Engine
from memserver.events import Event
from memserver.workers.job import Finding, JobContext, JobReport, Severity, Tell
from memserver.workers.registry import Priority, WorkerConfig
from memserver.workers.words import Text
from tests.unit.kit import StillClock


@asynccontextmanager
async def open_engine(
    folder: Path,
    *,
    clock: StillClock | None = None,
    workspace: Path | None = None,
    locale: str | None = None,
    **settings: Any,
) -> AsyncIterator[Engine]:
    """Open an engine on a data folder; words only, unless another provider is named."""
    given = {"embedding_provider": "off", "workers_enabled": False, **settings}
    made = Settings(data_dir=str(folder / "data"), brain_path=str(folder / "brain"), **given)
    path = str(workspace) if workspace else None
    async with Engine.open(made, clock=clock or StillClock(), workspace_path=path, locale=locale) as engine:
        yield engine


def heard(engine: Engine) -> list[Event]:
    """Return a list that fills with the events of an engine."""
    events: list[Event] = []
    engine.events.subscribe(events.append)
    return events


def make_workspace(folder: Path) -> Path:
    """Make a repository with one commit."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "main.py").write_text(f"print('hello from {folder.name}')\n", encoding="utf-8")
    identity = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org", "-c", "commit.gpgsign=false"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "first"]):
        subprocess.run(["git", *identity, "-C", str(folder), *command], check=True, capture_output=True)
    return folder


def worker(name: str, job: str, priority: Priority = Priority.NORMAL, interval_ms: int = 60_000) -> WorkerConfig:
    """Return a worker whose job is a class of this module."""
    return WorkerConfig(name, priority, interval_ms, "for tests", f"{__name__}:{job}")


class CountingJob:
    """Counts its runs in its state, and finds what it is told to find."""

    async def run(self, context: JobContext) -> tuple[JobReport, Mapping[str, Any]]:
        count = int(context.state.get("runs", 0)) + 1
        found = [
            Finding("planted", Severity(each), f"found {each}", path="a.py")
            for each in context.arguments.get("find", ())
        ]
        context.progress(1, 1, "done")
        return JobReport(f"run {count}", found, {"runs": count}, memory=context.arguments.get("memory")), {
            "runs": count
        }


class BilingualJob:
    """Finds the same thing again and again, and remembers it in the language of the run."""

    async def run(self, context: JobContext) -> tuple[JobReport, Mapping[str, Any]]:
        title: Text = {"en": "the door is open", "ko": "문이 열려 있습니다"}
        found = Finding("planted", Severity.HIGH, title, path="a.py")
        return JobReport({"en": "looked", "ko": "살펴보았습니다"}, [found], memory=title[context.language]), {}


class UnchangedJob:
    """Never has anything to do after its first run."""

    async def run(self, context: JobContext) -> tuple[JobReport, Mapping[str, Any]]:
        if context.state:
            return JobReport("nothing changed", unchanged=True), context.state
        return JobReport("looked", [Finding("planted", Severity.LOW, "a thing")]), {"seen": True}


class FailingJob:
    """Fails."""

    async def run(self, context: JobContext) -> tuple[JobReport, Mapping[str, Any]]:
        raise RuntimeError("a secret text")


class WaitingJob:
    """Waits until it is let go, and remembers how it was stopped."""

    let_go: ClassVar[asyncio.Event]
    started: ClassVar[asyncio.Event]
    most: ClassVar[int] = 0
    now: ClassVar[int] = 0
    stops: ClassVar[list[Any]] = []

    @classmethod
    def reset(cls) -> None:
        cls.let_go, cls.started, cls.most, cls.now, cls.stops = asyncio.Event(), asyncio.Event(), 0, 0, []

    async def run(self, context: JobContext) -> tuple[JobReport, Mapping[str, Any]]:
        cls = type(self)
        cls.stops.append(context.stop)
        cls.now += 1
        cls.most = max(cls.most, cls.now)
        cls.started.set()
        try:
            await cls.let_go.wait()
        finally:
            cls.now -= 1
        return JobReport("waited"), {}


class AnalysingJob:
    """Lets another process do its work."""

    async def run(self, context: JobContext) -> tuple[JobReport, Mapping[str, Any]]:
        result = await context.analyse(f"{__name__}:{context.arguments['function']}", {"number": 20})
        return JobReport(f"{result['answer']}", figures={"pid": result["pid"]}), {}


def double(arguments: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Double a number, noisily."""
    print("noise that must not be taken for an answer")
    tell(1, 1, "doubled")
    return {"answer": arguments["number"] * 2, "pid": os.getpid()}


def break_down(arguments: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Fail."""
    raise KeyError("private")


def sleep_long(arguments: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Take longer than anybody waits."""
    time.sleep(60)
    return {}


def echo(arguments: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Say it again."""
    return arguments


def say_and_sleep(arguments: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Tell how urgent this process is, then take long."""
    tell(os.getpriority(os.PRIO_PROCESS, 0) if hasattr(os, "getpriority") else 0, 1, "asleep")
    time.sleep(60)
    return {}
