"""A deleted memory is gone from the records of turns, and from the files that they are kept in."""

from __future__ import annotations

from pathlib import Path

from memserver.layers.drafts import Draft
from memserver.model import Layer
from memserver.turn.forgetting import FORGOTTEN_TITLE
from memserver.turn.request import TurnRequest
from tests.unit.storage.test_erasing import traces
from tests.unit.workers.engine_kit import open_engine


async def test_a_deleted_memory_leaves_the_records_of_turns(tmp_path: Path) -> None:
    async with open_engine(tmp_path) as engine:
        kept = await engine.writer.add(Draft(Layer.LONG_TERM, "The release train leaves on Mondays."))
        gone = await engine.writer.add(Draft(Layer.LONG_TERM, "The release train is driven by Quillonberg."))
        _, turn = await engine.build_turn(TurnRequest(prompt="Who drives the release train, and when?", session_id="s"))
        result = {"text": "driven by Quillonberg", "items": [{"id": gone.id, "title": "Quillonberg"}]}
        engine.recorder.keep(turn, lambda: result)
        await engine.delete_memory(gone.id)
        record = await engine.recorder.get(turn.id)
        assert "Quillonberg" not in str(record)
        assert record["trace"]["prompt"] == turn.request.prompt
        titles = {each["id"]: each["title"] for each in record["trace"]["candidates"]}
        assert titles[gone.id] == FORGOTTEN_TITLE
        assert titles[kept.id] == "The release train leaves on Mondays."
        assert record["trace"]["disagreeing"] == []
    assert traces(tmp_path, "quillonberg") == []


async def test_a_turn_that_waits_to_be_written_is_deleted_with_everything(tmp_path: Path) -> None:
    async with open_engine(tmp_path) as engine:
        _, turn = await engine.build_turn(TurnRequest(prompt="Who is Quillonberg?", session_id="s"))
        engine.recorder.keep(turn, lambda: {"text": ""})
        await engine.delete_everything()
    assert traces(tmp_path, "quillonberg") == []
