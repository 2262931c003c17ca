from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from memserver.engine import Engine
from memserver.layers.drafts import Draft
from memserver.model import Layer
from memserver.retrieval.comparing import STATEMENT_LAYERS, VERSION
from memserver.storage.conflicts import FoundConflict
from tests.unit.workers.engine_kit import open_engine

ONE, TWO = "# Limits\n\nInvoices are due within 14 days.\n", "# Handbook\n\nInvoices are due within 30 days.\n"


def write(folder: Path, **notes: str) -> None:
    for name, text in notes.items():
        note = folder / "brain" / f"{name}.md"
        note.parent.mkdir(exist_ok=True)
        note.write_text(text, encoding="utf-8")


async def rows(engine: Engine) -> list[tuple[str, str]]:
    await engine.brain_indexed.wait()
    await engine.comparing.catch_up()
    found = await engine.store.database.all("SELECT older_says, newer_says FROM passage_conflicts")
    return [(min(older, newer), max(older, newer)) for older, newer in found]


async def test_two_notes_are_compared_once_and_the_row_outlives_a_restart(tmp_path: Path) -> None:
    write(tmp_path, one=ONE, two=TWO)
    expected = [("Invoices are due within 14 days.", "Invoices are due within 30 days.")]
    async with open_engine(tmp_path) as engine:
        assert await rows(engine) == expected
        reached = await engine.store.conflicts.progress()
        assert reached == await engine.store.passages.newest_ever()
        assert not await engine.comparing.one_batch()
    async with open_engine(tmp_path) as engine:
        assert await rows(engine) == expected
        assert await engine.store.conflicts.progress() == reached


async def test_a_row_goes_with_either_of_its_passages(tmp_path: Path) -> None:
    write(tmp_path, one=ONE, two=TWO)
    async with open_engine(tmp_path) as engine:
        assert len(await rows(engine)) == 1
    write(tmp_path, two="# Handbook\n\nThe office is in Leeds.\n")
    async with open_engine(tmp_path) as engine:
        assert await rows(engine) == []


async def test_a_statement_is_compared_with_notes_whichever_came_first(tmp_path: Path) -> None:
    async with open_engine(tmp_path) as engine:
        early = (await engine.writer.add(Draft(Layer.LONG_TERM, "Invoices are due within 14 days"))).id
        await engine.writer.add(Draft(Layer.EPISODIC, "Invoices are due within 7 days"))
    write(tmp_path, two=TWO)
    async with open_engine(tmp_path) as engine:
        assert len(await rows(engine)) == 1
        await engine.writer.add(Draft(Layer.PROJECT, "Invoices are due within 60 days"))
        # Two statements were compared when they were written.
        assert len(await rows(engine)) == 2
        await engine.writer.delete(early)
        assert len(await rows(engine)) == 1


async def test_without_a_note_nothing_is_compared_or_written(tmp_path: Path) -> None:
    async with open_engine(tmp_path) as engine:
        await engine.writer.add(Draft(Layer.LONG_TERM, "Invoices are due within 14 days"))
        assert await rows(engine) == []
        assert await engine.store.conflicts.progress() == 0


async def test_what_another_window_compares_is_left_to_it_until_its_claim_lapses(tmp_path: Path) -> None:
    write(tmp_path, one=ONE, two=TWO)
    async with open_engine(tmp_path) as engine:
        await rows(engine)
        store, now = engine.store, time.time()
        async with store.database.write() as transaction:
            # As if the judgement had changed: all is compared anew.
            claimed = await store.conflicts.claim(transaction, "another", STATEMENT_LAYERS, False, 8, now, now + 60)
            assert claimed is not None
            assert len(claimed[1]) == 2
            assert (
                await store.conflicts.claim(transaction, "another", STATEMENT_LAYERS, False, 8, now, now + 60) is None
            )
            again = await store.conflicts.claim(transaction, "another", STATEMENT_LAYERS, False, 8, now + 61, now + 99)
            assert again == claimed
        found = FoundConflict(claimed[1][0].id, claimed[1][1].id, "contradicts", 0.9, "{}", "a", "b")
        gone = FoundConflict(claimed[1][0].id, 999, "contradicts", 0.9, "{}", "a", "b")
        for _ in range(2):
            async with store.database.write() as transaction:
                await store.conflicts.settle(transaction, "2", claimed[0], [found, gone])
        assert await store.conflicts.count() == 1


async def test_a_batch_that_fails_is_given_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, one=ONE, two=TWO)
    async with open_engine(tmp_path) as engine:
        await engine.brain_indexed.wait()
        await engine.comparing.catch_up()
        async with engine.store.database.write() as transaction:
            await engine.store.properties.set(transaction, "compared-passages", '{"version": "0", "passage": 9}')

        async def fail(*_: object) -> list[FoundConflict]:
            raise asyncio.CancelledError

        with monkeypatch.context() as patch:
            patch.setattr(engine.comparing, "_compare", fail)
            with pytest.raises(asyncio.CancelledError):
                await engine.comparing.one_batch()
        assert await engine.store.conflicts.count() == 0
        assert await engine.comparing.one_batch()
        assert await engine.store.conflicts.count() == 1
        assert VERSION != "0"
