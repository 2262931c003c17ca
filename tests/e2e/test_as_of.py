"""`asOf` over the wire: what held at a time or a commit, in a turn and in a search, and what is said of bad values."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.client import Client, ServerError
from tests.e2e.conftest import StartServer

Git = Callable[..., str]
QUESTION = "When do we deploy the shop?"
THURSDAY, MONDAY = "We deploy the shop on Thursday.", "We deploy the shop on Monday, after the stand-up."


def _add(server: Client, content: str, timestamp: str) -> str:
    memory_id: str = server.call(
        "memory/add", {"layer": "long-term", "content": content, "timestamp": timestamp}
    )["id"]  # fmt: skip
    return memory_id


def _turn(server: Client, as_of: str | None = None, prompt: str = QUESTION, **more: Any) -> dict[str, Any]:
    asked = {"prompt": prompt, "sessionId": "s", **({"asOf": as_of} if as_of is not None else {}), **more}
    turn: dict[str, Any] = server.call("context/build", asked)
    return turn


def _titles(turn: dict[str, Any]) -> set[str]:
    return {item["title"] for item in turn["items"]}


@pytest.fixture(scope="module")
def shop(start_shared: StartServer) -> Client:
    server = start_shared(options={"timezone": "Asia/Seoul"})
    _add(server, THURSDAY, "2026-01-10T09:00:00Z")
    _add(server, MONDAY, "2026-03-10T09:00:00Z")
    return server


def test_a_turn_tells_what_was_known_then_and_says_of_when(shop: Client) -> None:
    then, before, now = _turn(shop, "2026-02-01"), _turn(shop, "2026-01-09"), _turn(shop)
    assert _titles(then) == {THURSDAY}
    assert "(as of 2026-02-01)" in then["text"]
    assert (before["text"], before["items"]) == ("", [])
    assert _titles(now) == {THURSDAY, MONDAY}
    assert "as of" not in now["text"]
    korean = _turn(shop, "2026-02-01", "shop은 언제 deploy 하나요?")
    assert "(2026-02-01 기준)" in korean["text"]


@pytest.mark.parametrize(
    ("as_of", "known"),
    [
        ("2026-03-10T09:00:00Z", True),
        ("2026-03-10T08:59:59.999Z", False),
        ("2026-03-10T10:00:00+01:00", True),
        # Without a zone, as the user's own clock shows it: nine hours ahead in Seoul.
        ("2026-03-10T17:59", False),
        ("2026-03-10 18:00", True),
        ("2026-03-10", True),
        ("2026-03-09", False),
    ],
)
def test_times_and_days_are_read_on_the_users_clock(shop: Client, as_of: str, known: bool) -> None:
    assert (MONDAY in _titles(_turn(shop, as_of))) == known
    found = shop.call("memory/search", {"query": QUESTION, "asOf": as_of, "mode": "lexical"})["results"]
    assert ({hit["title"] for hit in found} >= {MONDAY}) == known


def test_a_period_is_counted_from_that_moment(shop: Client) -> None:
    last_week = _turn(shop, "2026-01-14", "What happened last week?")
    assert _titles(last_week) == {THURSDAY}
    assert _titles(_turn(shop, "2026-01-24", "What happened last week?")) == set()


def test_the_record_keeps_both_moments(shop: Client) -> None:
    turn = _turn(shop, "2026-02-01T12:00:00Z")
    story = shop.call("context/explain", {"turnId": turn["turnId"]})
    assert story["asOf"] == "2026-02-01T12:00:00.000Z"
    assert story["createdAt"] > "2026-03"
    assert "asOf" not in shop.call("context/explain", {"turnId": _turn(shop)["turnId"]})


@pytest.mark.parametrize(
    "as_of", ["", " ", "soon", "2026-13-01", "2026-02-30", "0000-01-01", "HEAD", "a\nb", "x" * 9_000]
)
@pytest.mark.parametrize("method", ["context/build", "memory/search"])
def test_a_bad_value_names_its_field(shop: Client, method: str, as_of: str) -> None:
    with pytest.raises(ServerError) as failure:
        shop.call(method, {"prompt": QUESTION, "query": QUESTION, "sessionId": "s", "asOf": as_of})
    assert (failure.value.kind, failure.value.field) == ("invalid-params", "asOf")
    assert len(failure.value.message) < 300


def _commit(git: Git, folder: Path, day: str, **files: str) -> str:
    for name, text in files.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    git(folder, "add", "-A")
    os.environ["GIT_COMMITTER_DATE"] = f"{day}T12:00:00Z"
    try:
        git(folder, "commit", "-q", "--allow-empty", "-m", "A step", "--date", f"{day}T12:00:00Z")
    finally:
        del os.environ["GIT_COMMITTER_DATE"]
    return git(folder, "rev-parse", "HEAD").strip()


def test_a_commit_stands_for_its_moment(start: StartServer, git: Git, tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    git(project, "init", "-q")
    first = _commit(git, project, "2026-02-01")
    git(project, "tag", "2026-02-01-release")
    _commit(git, project, "2026-04-01")
    server = start(workspace=project)
    _add(server, THURSDAY, "2026-01-10T09:00:00Z")
    _add(server, MONDAY, "2026-03-10T09:00:00Z")
    for name in (first, first[:8], "HEAD~1", "2026-02-01-release"):
        turn = _turn(server, name)
        assert _titles(turn) == {THURSDAY}, name
        assert f", commit {first[:10]})" in turn["text"]
    assert _titles(_turn(server, "HEAD")) == {THURSDAY, MONDAY}
    for name in ("0" * 40, "no-such-branch", "--all", "HEAD..HEAD~1", "2026-13-01"):
        with pytest.raises(ServerError, match="no such commit") as failure:
            _turn(server, name)
        assert (failure.value.kind, failure.value.field) == ("invalid-params", "asOf")


def test_notes_as_they_were_committed(start: StartServer, git: Git, tmp_path: Path) -> None:
    brain = tmp_path / "notes"
    brain.mkdir()
    git(brain, "init", "-q")
    _commit(
        git,
        brain,
        "2026-01-10",
        kiln="# Kiln\n\nThe kiln is fired at night.",
        glaze="# Glaze\n\nThe kiln glaze is ash.",
    )
    _commit(git, brain, "2026-03-10", glaze="# Glaze\n\nThe kiln glaze is salt.")
    server = start(options={"brainPath": str(brain)})

    def paths(as_of: str | None = None) -> set[str]:
        return {item["path"] for item in _turn(server, as_of, "How is the kiln fired, and with which glaze?")["items"]}

    server.poll(lambda: paths() == {"kiln.md", "glaze.md"}, "the notes")
    assert paths("2026-02-01") == {"kiln.md"}
    assert paths("2026-04-01") == {"kiln.md", "glaze.md"}
    dated = {item["path"]: item["timestamp"][:10] for item in _turn(server, None, "How is the kiln fired?")["items"]}
    assert dated["kiln.md"] == "2026-01-10"


def test_a_note_that_was_changed_later_is_marked(start: StartServer, tmp_path: Path) -> None:
    brain = tmp_path / "notes"
    brain.mkdir()
    note, new = brain / "kiln.md", brain / "new.md"
    note.write_text("---\ndate: 2026-01-05\n---\n# Kiln\n\nThe kiln is fired at night.\n", encoding="utf-8")
    new.write_text("# New kiln\n\nThe new kiln is fired at noon.\n", encoding="utf-8")
    later = datetime(2026, 3, 10, tzinfo=UTC).timestamp()
    for file in (note, new):
        os.utime(file, (later, later))
    server = start(options={"brainPath": str(brain)})
    prompt = "How is the kiln fired?"
    server.poll(lambda: len(_turn(server, None, prompt)["items"]) == 2, "the notes")
    turn = _turn(server, "2026-02-01", prompt)
    assert [(item["path"], item["stale"]) for item in turn["items"]] == [("kiln.md", True)]
    assert "changed after 2026-02-01" in turn["text"]
