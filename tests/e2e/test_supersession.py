"""Notes that say which one they replace, through the real server: the files of tests/data/supersession, and changes."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.client import Client
from tests.e2e.conftest import StartServer

DATA = Path(__file__).parent.parent / "data" / "supersession"
QUESTIONS: dict[str, list[dict[str, str]]] = json.loads((DATA / "questions.json").read_text(encoding="utf-8"))


def _turn(server: Client, prompt: str, **more: Any) -> dict[str, Any]:
    turn: dict[str, Any] = server.call("context/build", {"prompt": prompt, "sessionId": "s", **more})
    return turn


def _paths(turn: dict[str, Any]) -> list[str]:
    return [item["path"] for item in turn["items"]]


def _item(turn: dict[str, Any], path: str) -> dict[str, Any]:
    [item] = [each for each in turn["items"] if each["path"] == path]
    return item


@pytest.fixture(scope="module")
def notes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A server with vectors over the set."""
    folder = tmp_path_factory.mktemp("supersession")
    shutil.copytree(DATA / "notes", folder / "brain")
    with Client(folder / "data", options={"brainPath": str(folder / "brain")}) as client:
        client.wait_for_vectors()
        yield client


@pytest.mark.parametrize("case", QUESTIONS["replaced"], ids=lambda case: case["replaced"])
def test_the_note_that_holds_stands_in_the_place_of_the_one_it_replaces(notes: Client, case: dict[str, str]) -> None:
    turn = _turn(notes, case["question"])
    assert case["holds"] in _paths(turn)
    assert case["replaced"] not in _paths(turn)
    assert _item(turn, case["holds"])["reasons"]["replaces"]
    assert ("대체한 노트: " if case["holds"].startswith("ko/") else "replaces: ") in turn["text"]


@pytest.mark.parametrize("case", QUESTIONS["still"], ids=lambda case: case["holds"])
def test_a_note_that_nothing_replaces_stays(notes: Client, case: dict[str, str]) -> None:
    turn = _turn(notes, case["question"])
    assert "supersededBy" not in _item(turn, case["holds"])


@pytest.mark.parametrize("case", QUESTIONS["asked for"], ids=lambda case: case["replaced"])
def test_what_held_before_is_shown_and_marked_when_it_is_asked_for(notes: Client, case: dict[str, str]) -> None:
    turn = _turn(notes, case["question"])
    item = _item(turn, case["replaced"])
    assert item["supersededBy"].startswith("file_")
    mark = "로 대체됨: " if case["replaced"].startswith("ko/") else "superseded by "
    assert mark in turn["text"]


@pytest.mark.parametrize("prompt", ["What does ADR-0017 say?", "What does ADR-17 say?", "ADR-0017 뭐였지?"])
def test_a_note_is_found_by_a_number_that_no_text_mentions(notes: Client, prompt: str) -> None:
    assert _paths(_turn(notes, prompt))[0] == "madr/decisions/0017-retry.md"


OLD, NEW, NEWEST = "adr/0001-lamps.md", "adr/0002-lamps.md", "adr/0003-lamps.md"
QUESTION = "Which lamps light the greenhouse?"
OLD_TEXT = "# 1. Lamps\n\nThe greenhouse is lit by sodium lamps.\n"
NEW_TEXT = (
    "# 2. Diodes\n\n## Status\n\nAccepted\n\nSupersedes [1. Lamps](0001-lamps.md)\n\nThe greenhouse is lit by diodes.\n"
)
NEWEST_TEXT = "---\nreplaces: ADR-0002\n---\n# 3. Daylight\n\nNo lamps: the greenhouse is lit by daylight alone.\n"


class Greenhouse:
    """A brain folder that a test changes while a server watches it."""

    def __init__(self, start: StartServer, folder: Path) -> None:
        self.brain = folder / "greenhouse"
        self.brain.mkdir()
        self.write("soil.md", "# Soil\n\nTomatoes stand in coir, changed each spring.\n")
        self.write("water.md", "# Water\n\nRain is kept in two tanks of a thousand litres.\n")
        self.start = lambda: start(options={"brainPath": str(self.brain)})
        self.server: Client

    def write(self, path: str, text: str) -> None:
        place = self.brain / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")

    def shows(self, *paths: str, prompt: str = QUESTION) -> dict[str, Any]:
        """Wait until a turn shows these decisions, in any order, and no others; return it."""

        def turn() -> dict[str, Any] | None:
            asked = _turn(self.server, prompt)
            return asked if {path for path in _paths(asked) if path.startswith("adr/")} == set(paths) else None

        found: dict[str, Any] = self.server.poll(turn, f"a turn with {paths}")
        return found


@pytest.fixture
def greenhouse(start: StartServer, tmp_path: Path) -> Greenhouse:
    return Greenhouse(start, tmp_path)


def test_a_successor_that_comes_later_takes_the_place_and_gives_it_back_when_it_goes(greenhouse: Greenhouse) -> None:
    greenhouse.write(OLD, OLD_TEXT)
    greenhouse.server = greenhouse.start()
    assert "supersededBy" not in _item(greenhouse.shows(OLD), OLD)
    greenhouse.write(NEW, NEW_TEXT)
    turn = greenhouse.shows(NEW)
    assert f"replaces: {OLD}" in turn["text"]
    assert "another note replaces it" in {each["reason"] for each in turn["dropped"]}
    (greenhouse.brain / NEW).unlink()
    assert "superseded by" not in greenhouse.shows(OLD)["text"]


def test_a_predecessor_that_comes_later_stays_out(greenhouse: Greenhouse) -> None:
    greenhouse.write(NEW, NEW_TEXT)
    greenhouse.server = greenhouse.start()
    greenhouse.shows(NEW)
    greenhouse.write(OLD, OLD_TEXT)
    history = greenhouse.shows(OLD, NEW, prompt="Which lamps did we use in the greenhouse before?")
    assert _item(history, OLD)["supersededBy"] == _item(history, NEW)["id"]
    assert f"superseded by {NEW}: " in history["text"]
    greenhouse.shows(NEW)


def test_only_the_end_of_a_chain_is_shown(greenhouse: Greenhouse) -> None:
    for path, text in ((OLD, OLD_TEXT), (NEW, NEW_TEXT), (NEWEST, NEWEST_TEXT)):
        greenhouse.write(path, text)
    greenhouse.server = greenhouse.start()
    turn = greenhouse.shows(NEWEST)
    assert _item(turn, NEWEST)["reasons"]["replaces"] == [NEW, OLD]
    # The one in the middle no longer says what it replaced: the chain is broken, and both stand for themselves.
    greenhouse.write(NEW, "# 2. Diodes\n\nThe greenhouse is lit by diodes.\n")
    greenhouse.shows(OLD, NEWEST)


def test_a_renamed_note_is_followed(greenhouse: Greenhouse) -> None:
    greenhouse.write(NEW, NEW_TEXT)
    greenhouse.write(OLD, OLD_TEXT)
    greenhouse.server = greenhouse.start()
    greenhouse.shows(NEW)
    moved = "adr/0002-diodes.md"
    (greenhouse.brain / NEW).rename(greenhouse.brain / moved)
    assert f"replaces: {OLD}" in greenhouse.shows(moved)["text"]
    (greenhouse.brain / OLD).rename(greenhouse.brain / "adr/0001-sodium.md")
    # The link leads nowhere now, but the words of the link are still the title.
    history = greenhouse.shows("adr/0001-sodium.md", moved, prompt="What lamps lit the greenhouse previously?")
    assert f"superseded by {moved}: " in history["text"]


def test_notes_that_replace_each_other_both_stand(greenhouse: Greenhouse) -> None:
    greenhouse.write(OLD, OLD_TEXT + "\nSupersedes ADR 2\n")
    greenhouse.write(NEW, NEW_TEXT)
    greenhouse.write(NEWEST, "---\nreplaces: ADR-0003\n---\n" + NEWEST_TEXT.partition("---\n# ")[2])
    greenhouse.server = greenhouse.start()
    assert "supersed" not in greenhouse.shows(OLD, NEW, NEWEST)["text"].replace("Supersedes", "")


def test_before_its_successor_a_note_holds(greenhouse: Greenhouse) -> None:
    greenhouse.write(OLD, "---\ndate: 2023-01-10\n---\n" + OLD_TEXT)
    greenhouse.write(NEW, "---\ndate: 2024-06-01\n---\n" + NEW_TEXT)
    greenhouse.server = greenhouse.start()
    greenhouse.shows(NEW)
    for path in (OLD, NEW):
        os.utime(greenhouse.brain / path, (1_600_000_000, 1_600_000_000))
    then = _turn(greenhouse.server, QUESTION, asOf="2023-12-31")
    assert _paths(then) == [OLD]
    assert f"later superseded by {NEW}: " in then["text"]
    assert NEW in _paths(_turn(greenhouse.server, QUESTION, asOf="2024-12-31"))
    assert OLD not in _paths(_turn(greenhouse.server, QUESTION, asOf="2024-12-31"))
    korean = _turn(greenhouse.server, "greenhouse lamps는 예전에 무엇이었어?")
    assert f"{NEW}(으)로 대체됨: " in korean["text"]
    assert f"대체한 노트: {OLD}" in korean["text"]
