"""Whatever is done in whatever order: memories, passages, text index, vectors and queue agree, and nothing is lost."""

from __future__ import annotations

import asyncio
import json
import shutil
import tempfile
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from memserver.errors import Conflict
from memserver.layers.deciding import Written
from memserver.layers.drafts import Draft
from memserver.model import Layer, Status, VerifiedBy
from tests.unit.kit import Kit, StillClock, disagreements, open_kit

LAYERS = st.sampled_from([Layer.LONG_TERM, Layer.PROJECT, Layer.EPISODIC, Layer.PROCEDURAL])
SUBJECTS = st.sampled_from(["The API timeout", "The upload limit", "결제 재시도 한도", "배포 대기 시간"])
STATEMENTS = st.sampled_from(
    [
        "The team uses Slack",
        "We deploy on Fridays",
        "We no longer deploy on Fridays",
        "우리는 탭 들여쓰기를 쓴다",
        "우리는 더 이상 탭 들여쓰기를 쓰지 않는다",
        "# Notes\n\n" + "\n\n".join(f"Paragraph {n} is about service {n} and its port {8000 + n}." for n in range(60)),
        "Ümläut, ZWJ 👩‍💻 and a line\u2028separator",
    ]
)


class Lifecycle(RuleBasedStateMachine):
    """A store and, beside it, what it has acknowledged: id → text."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="agreement-"))
        self.runner = asyncio.Runner()
        self.stack = AsyncExitStack()
        self.clock = StillClock()
        self.stores = 0
        self.known: dict[str, str] = {}
        self.exports: list[Path] = []
        self.kit: Kit

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(work)

    @initialize()
    def begin(self) -> None:
        self.kit = self.run(self._open())

    async def _open(self) -> Kit:
        self.stores += 1
        return await self.stack.enter_async_context(open_kit(self.folder / f"store-{self.stores}", self.clock))

    def teardown(self) -> None:
        self.run(self.stack.aclose())
        self.runner.close()
        shutil.rmtree(self.folder)

    def some_id(self, position: int) -> str:
        return sorted(self.known)[position % len(self.known)]

    @rule(content=STATEMENTS, layer=LAYERS, external=st.none() | st.integers(1, 3), days=st.none() | st.integers(1, 3))
    def add(self, content: str, layer: Layer, external: int | None, days: int | None) -> None:
        draft = Draft(
            layer,
            content,
            tags=("told", f"layer-{layer}"),
            external_id=f"D1:{external}" if external else None,
            expires_at=self.clock.now + timedelta(days=days) if days else None,
        )
        self.acknowledge([self.run(self.kit.writer.add(draft))], [content])

    @rule(contents=st.lists(STATEMENTS, min_size=2, max_size=4), layer=LAYERS)
    def add_many(self, contents: list[str], layer: Layer) -> None:
        self.acknowledge(self.run(self.kit.writer.add_many([Draft(layer, each) for each in contents])), contents)

    @rule(subject=SUBJECTS, number=st.integers(1, 4), layer=LAYERS)
    def supersede(self, subject: str, number: int, layer: Layer) -> None:
        self.clock.advance(minutes=1)
        content = f"{subject}: {number * 10} seconds"
        self.acknowledge([self.run(self.kit.writer.add(Draft(layer, content, timestamp=self.clock.now)))], [content])

    def acknowledge(self, outcomes: list[Written], contents: list[str]) -> None:
        for outcome, content in zip(outcomes, contents, strict=True):
            if outcome.duplicate_of is None:
                self.known[outcome.id] = content
            assert outcome.id in self.known

    @precondition(lambda self: self.known)
    @rule(position=st.integers(0, 50), content=STATEMENTS)
    def update(self, position: int, content: str) -> None:
        memory_id = self.some_id(position)
        self.run(self.kit.writer.update(memory_id, {"content": content, "tags": ("changed",)}))
        self.known[memory_id] = content

    @precondition(lambda self: self.known)
    @rule(position=st.integers(0, 50))
    def delete(self, position: int) -> None:
        memory_id = self.some_id(position)
        self.run(self.kit.writer.delete(memory_id))
        del self.known[memory_id]

    @precondition(lambda self: self.known)
    @rule(position=st.integers(0, 50), status=st.sampled_from(list(Status)))
    def set_status(self, position: int, status: Status) -> None:
        try:
            self.run(self.kit.writer.set_status(self.some_id(position), status, VerifiedBy.HUMAN_APPROVAL, None))
        except Conflict:
            return

    @rule(days=st.integers(1, 4))
    def expire(self, days: int) -> None:
        self.clock.advance(days=days)

    @rule()
    def embed(self) -> None:
        self.run(self.kit.embed_pending())

    @rule()
    def export(self) -> None:
        folder = self.folder / f"export-{len(self.exports)}"
        assert self.run(self.kit.export(folder)).memories == len(self.known)
        self.exports.append(folder)

    @precondition(lambda self: self.exports)
    @rule(position=st.integers(0, 9))
    def import_back(self, position: int) -> None:
        folder = self.exports[position % len(self.exports)]
        lines = [json.loads(line) for line in (folder / "memories.jsonl").read_text("utf-8").split("\n") if line]
        restored = self.run(self.kit.restore(folder))
        assert restored.failed == []
        for line, memory_id in zip(lines, restored.ids, strict=True):
            if memory_id == line["id"]:
                self.known.setdefault(memory_id, line["content"])
            assert memory_id in self.known

    @rule()
    def move_to_an_empty_store(self) -> None:
        here, there = self.folder / f"from-{self.stores}", self.folder / f"to-{self.stores}"
        self.run(self.kit.export(here))
        self.kit = self.run(self._open())
        self.run(self.kit.restore(here))
        self.run(self.kit.export(there))
        for path in here.iterdir():
            assert (there / path.name).read_bytes() == path.read_bytes(), path.name

    @invariant()
    def everything_agrees(self) -> None:
        if hasattr(self, "kit"):
            assert self.run(disagreements(self.kit)) == []

    @invariant()
    def nothing_acknowledged_is_lost(self) -> None:
        if hasattr(self, "kit"):
            stored = dict(self.run(self.kit.rows("SELECT id, content FROM memories")))
            assert stored == self.known


TestLifecycle = pytest.mark.timeout(120)(Lifecycle.TestCase)
TestLifecycle.settings = settings(max_examples=12, stateful_step_count=25, suppress_health_check=list(HealthCheck))
