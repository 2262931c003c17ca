"""The record of turns: readable at once, written soon, and not lost while the store can't be written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memserver.engine import Engine
from memserver.errors import NotFound, StorageFailed
from memserver.turn.recorder import MOST_UNWRITTEN, WRITE_AFTER_TURNS
from memserver.turn.request import TurnRequest
from tests.unit.workers.engine_kit import open_engine


async def ask(engine: Engine, prompt: str = "When do we release?") -> str:
    _, turn = await engine.build_turn(TurnRequest(prompt=prompt, session_id="s"))
    engine.recorder.keep(turn, lambda: {"text": prompt})
    return turn.id


async def written(engine: Engine, turn_id: str) -> dict[str, Any] | None:
    return await engine.store.turns.get(turn_id)


async def test_a_turn_can_be_explained_before_and_after_it_is_written(tmp_path: Path) -> None:
    async with open_engine(tmp_path) as engine:
        turn_id = await ask(engine)
        before = await engine.recorder.get(turn_id)
        assert before["trace"]["prompt"] == "When do we release?"
        assert await written(engine, turn_id) is None
        await engine.recorder.flush()
        assert await written(engine, turn_id) == before == await engine.recorder.get(turn_id)


async def test_what_is_found_about_the_answer_is_added(tmp_path: Path) -> None:
    async with open_engine(tmp_path) as engine:
        early, late = await ask(engine), await ask(engine)
        await engine.recorder.complete(early, {"score": 0.5})
        await engine.recorder.flush()
        await engine.recorder.complete(late, {"score": 0.9})
        await engine.recorder.flush()
        assert (await engine.recorder.get(early))["completion"] == {"score": 0.5}
        assert (await engine.recorder.get(late))["completion"] == {"score": 0.9}


async def test_a_completion_during_a_write_is_written_by_the_next_one(tmp_path: Path) -> None:
    async with open_engine(tmp_path) as engine:
        turn_id = await ask(engine)
        async with engine.store.database.write():
            writing = engine.background.start(engine.recorder.flush(), "test")
            await engine.recorder.complete(turn_id, {"score": 0.7})
        await writing
        await engine.recorder.flush()
        record = await written(engine, turn_id)
        assert record is not None
        assert record["completion"] == {"score": 0.7}


async def test_many_turns_in_a_row_do_not_wait_for_a_pause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memserver.turn.recorder.WRITE_AFTER_SECONDS", 3_600)
    async with open_engine(tmp_path) as engine:
        ids = [await ask(engine) for _ in range(WRITE_AFTER_TURNS)]
        while await written(engine, ids[-1]) is None:
            pass
        assert all([await written(engine, each) for each in ids])


async def test_while_the_store_cannot_be_written_the_newest_turns_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_engine(tmp_path) as engine:
        with monkeypatch.context() as broken:

            async def full(*_: object) -> None:
                raise StorageFailed("The disk is full.")

            broken.setattr(engine.store.turns, "put", full)
            ids = [await ask(engine) for _ in range(MOST_UNWRITTEN + 2)]
            with pytest.raises(StorageFailed):
                await engine.recorder.flush()
            with pytest.raises(NotFound):
                await engine.recorder.get(ids[0])
            assert (await engine.recorder.get(ids[-1]))["trace"]["prompt"]
        await engine.recorder.flush()
        assert await written(engine, ids[2]) is not None
        assert await written(engine, ids[-1]) is not None
