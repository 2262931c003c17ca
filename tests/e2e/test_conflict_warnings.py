"""Notes that contradict each other, through the real server: found in the background, told in turns, gone with them."""

from __future__ import annotations

import random
import sqlite3
import time
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.client import Client
from tests.e2e.conftest import FULL, StartServer

KILLS = 12 if FULL else 3
PAIRS = 40
LIMITS = "# Rate limits\n\nThe public API allows 100 requests per minute for each key.\n"
HANDBOOK = "# Handbook\n\nThe public API allows 60 requests per minute for each key.\n"
QUESTION = "How many requests per minute does the public API allow?"


def brain(folder: Path, **notes: str) -> Path:
    made = folder / "brain"
    made.mkdir(exist_ok=True)
    for name, text in notes.items():
        (made / f"{name}.md").write_text(text, encoding="utf-8")
    return made


def turn(server: Client) -> dict[str, Any]:
    result: dict[str, Any] = server.call("context/build", {"prompt": QUESTION, "sessionId": "s", "maxTokens": 1_000})
    return result


def warned(server: Client) -> bool:
    return any(block["id"] == "conflict-warnings" for block in turn(server)["blocks"])


def compared(server: Client) -> int:
    """Wait until all passages are compared; return how many pairs contradict each other."""
    status = server.wait_for_vectors()
    assert status

    def reached() -> bool:
        database = sqlite3.connect(f"file:{server.data_dir / 'memory.db'}?mode=ro", uri=True)
        try:
            (all_of_them,) = database.execute("SELECT coalesce(max(id), 0) FROM passages").fetchone()
            row = database.execute(
                "SELECT json_extract(value, '$.passage'), json_extract(value, '$.until') FROM properties"
                " WHERE key = 'compared-passages'"
            ).fetchone()
        finally:
            database.close()
        return bool(all_of_them) and row is not None and row[0] >= all_of_them and row[1] == 0

    server.poll(reached, "all passages compared")
    database = sqlite3.connect(f"file:{server.data_dir / 'memory.db'}?mode=ro", uri=True)
    (count,) = database.execute("SELECT count(*) FROM passage_conflicts").fetchone()
    database.close()
    return int(count)


def test_two_notes_that_contradict_are_warned_of_until_one_of_them_goes(start: StartServer, tmp_path: Path) -> None:
    folder = brain(tmp_path, limits=LIMITS, handbook=HANDBOOK)
    server = start(tmp_path / "data", options={"brainPath": str(folder)})
    server.poll(lambda: warned(server), "the warning")
    told = turn(server)
    [block] = [each["text"] for each in told["blocks"] if each["id"] == "conflict-warnings"]
    assert "100 requests" in block
    assert "60 requests" in block
    assert told["text"].count("disagrees with [") == 2
    first, second = told["items"]
    assert [each["id"] for each in first["conflictsWith"]] == [second["id"]]
    assert [each["path"] for each in second["conflictsWith"]] == [first["path"]]
    assert "replaces" not in first
    assert told["confidenceSignals"]["conflictCount"] == 1
    assert server.stop() == 0
    again = start(server.data_dir, options={"brainPath": str(folder)})
    again.poll(lambda: warned(again), "the warning after a restart")
    (folder / "handbook.md").unlink()
    again.poll(lambda: not warned(again), "the end of the warning")
    assert "conflictsWith" not in turn(again)["items"][0]


def test_notes_of_two_years_are_no_conflict(start: StartServer, tmp_path: Path) -> None:
    one = LIMITS.replace("# Rate limits", "# Rate limits 2024")
    other = HANDBOOK.replace("# Handbook", "# Handbook 2025")
    server = start(tmp_path / "data", options={"brainPath": str(brain(tmp_path, limits=one, handbook=other))})
    assert compared(server) == 0
    assert not warned(server)


@pytest.mark.slow
def test_killed_while_comparing_loses_and_doubles_nothing(start: StartServer, tmp_path: Path) -> None:
    names = ["harbour", "crane", "orchard", "kettle", "lantern", "meadow", "pier", "quarry", "saddle", "thimble"]
    things = [f"{one} {other}" for one, other in combinations(names, 2)][:PAIRS]
    notes = {}
    for number, thing in enumerate(things):
        for side, days in (("left", 14), ("right", 30)):
            words = " ".join(names[(number + each) % 10] for each in range(60))
            notes[f"{side}-{thing.replace(' ', '-')}"] = (
                f"# The {thing}\n\nThe {thing} is inspected every {days} days by its keeper.\n\n## More\n\n{words}\n"
            )
    folder = brain(tmp_path, **notes)
    chance = random.Random(3)
    data = tmp_path / "data"
    for _ in range(KILLS):
        server = start(data, options={"brainPath": str(folder)})
        time.sleep(chance.uniform(0.5, 3))
        server.kill()
    # A claim of the one that died lapses.
    assert compared(start(data, options={"brainPath": str(folder)})) == PAIRS
