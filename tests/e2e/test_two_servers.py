"""Two servers on one data folder work side by side; a folder that cannot be used is said to be so, and left alone."""

from __future__ import annotations

import os
import shlex
import sqlite3
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.client import Client, ServerError
from tests.e2e.conftest import StartServer
from tests.e2e.store_file import check_agreement, memories

WRITES = 60


def _write_some(server: Client, name: str, ids: list[str], failures: list[Exception]) -> None:
    try:
        for number in range(WRITES):
            if number % 10 == 9:
                items = [{"layer": "episodic", "content": f"{name} batch {number} line {line}"} for line in range(20)]
                ids += server.call("memory/addMany", {"items": items})["ids"]
            else:
                ids.append(server.call("memory/add", {"layer": "long-term", "content": f"{name} 기록 {number}"})["id"])
            if number % 7 == 6:
                server.call("memory/delete", {"id": ids.pop(0)})
    except Exception as failure:  # noqa: BLE001 - told to the test thread
        failures.append(failure)


def test_two_windows_write_at_once_and_lose_nothing(start: StartServer) -> None:
    first = start()
    second = start(first.data_dir)
    kept: dict[str, list[str]] = {"alpha": [], "beta": []}
    failures: list[Exception] = []
    threads = [
        threading.Thread(target=_write_some, args=(server, name, kept[name], failures))
        for server, name in ((first, "alpha"), (second, "beta"))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert set(memories(first.data_dir)) == {*kept["alpha"], *kept["beta"]}
    check_agreement(first.data_dir)
    assert first.call("memory/stats")["memories"] == second.call("memory/stats")["memories"]
    assert "locked" not in first.stderr() + second.stderr()
    assert "Traceback" not in first.stderr() + second.stderr()


def test_two_windows_that_say_the_same_at_once_store_it_once(start: StartServer) -> None:
    first = start()
    servers = (first, start(first.data_dir))
    sentences = [f"The crane of dock {number} is greased every {number + 2} weeks." for number in range(40)]
    answers: dict[int, list[str]] = {0: [], 1: []}

    def tell(window: int) -> None:
        for sentence in sentences:
            answers[window].append(servers[window].call("memory/add", {"layer": "episodic", "content": sentence})["id"])

    threads = [threading.Thread(target=tell, args=(window,)) for window in answers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers[0] == answers[1]
    assert first.call("memory/stats")["memories"] == len(sentences)


def _found(server: Client, query: str, **more: Any) -> list[str]:
    return [hit["id"] for hit in server.call("memory/search", {"query": query, "limit": 10, **more})["results"]]


@pytest.mark.parametrize("provider", ["off", "local"])
def test_what_one_window_writes_changes_and_deletes_the_other_sees(start: StartServer, provider: str) -> None:
    first = start(options={"embeddingProvider": provider})
    second = start(first.data_dir, options={"embeddingProvider": provider})
    english = first.call("memory/add", {"layer": "long-term", "content": "The harbour crane is painted turquoise."})[
        "id"
    ]
    korean = second.call("memory/add", {"layer": "long-term", "content": "항구의 크레인은 월요일마다 점검합니다."})[
        "id"
    ]
    for server in (first, second):
        server.wait_for_vectors()
        assert server.call("memory/get", {"id": english})["content"].endswith("turquoise.")
        assert english in _found(server, "What colour is the harbour crane?")
        assert korean in _found(server, "크레인 점검은 언제 하나요?")
    second.call("memory/update", {"id": english, "content": "The lighthouse keeper collects marbles."})
    for server in (first, second):
        server.wait_for_vectors()
        assert english in _found(server, "lighthouse keeper marbles")
        hits = server.call("memory/search", {"query": "lighthouse keeper marbles"})["results"]
        assert [hit["content"] for hit in hits if hit["id"] == english] == ["The lighthouse keeper collects marbles."]
    first.call("memory/delete", {"id": korean})
    for server in (first, second):
        assert korean not in _found(server, "크레인 점검은 언제 하나요?")
        with pytest.raises(ServerError) as caught:
            server.call("memory/get", {"id": korean})
        assert caught.value.kind == "not-found"
    with pytest.raises(ServerError) as caught:
        second.call("memory/delete", {"id": korean})
    assert caught.value.kind == "not-found"


def test_one_window_ends_and_the_other_goes_on(start: StartServer) -> None:
    first = start()
    second = start(first.data_dir)
    kept = first.call("memory/add", {"layer": "long-term", "content": "Written before the window closed."})["id"]
    assert first.stop() == 0
    assert second.call("memory/get", {"id": kept})["id"] == kept
    added = second.call("memory/add", {"layer": "long-term", "content": "Written after the window closed."})["id"]
    second.kill()
    third = start(first.data_dir)
    assert third.call("memory/get", {"id": added})["id"] == added


def test_many_windows_may_open_a_fresh_folder_at_once(start: StartServer, tmp_path: Path) -> None:
    servers = [start(tmp_path / "fresh") for _ in range(3)]
    requests = [
        server.send("memserver/memory/add", {"layer": "episodic", "content": f"window {number}"})
        for number, server in enumerate(servers)
    ]
    ids = {server.result(request)["id"] for server, request in zip(servers, requests, strict=True)}
    assert set(memories(tmp_path / "fresh")) == ids


def test_a_database_of_a_newer_memserver_is_refused_and_left_untouched(start: StartServer) -> None:
    server = start()
    server.call("memory/add", {"layer": "long-term", "content": "Written before the future came."})
    server.stop()
    path = server.data_dir / "memory.db"
    connection = sqlite3.connect(path)
    connection.execute("INSERT INTO migrations(name) VALUES ('add_teleportation')")
    connection.commit()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    before = path.read_bytes()
    again = start(server.data_dir)
    for method, params in (("status", {}), ("memory/add", {"layer": "long-term", "content": "x"}), ("memory/list", {})):
        with pytest.raises(ServerError) as caught:
            again.call(method, params)
        assert caught.value.kind == "storage-failed"
        assert "newer" in caught.value.message
    assert again.stop() == 0
    assert path.read_bytes() == before


@pytest.mark.parametrize("damage", ["not a database", "", "header"])
def test_a_damaged_file_is_named_and_never_overwritten(start: StartServer, tmp_path: Path, damage: str) -> None:
    folder = tmp_path / "damaged"
    folder.mkdir()
    path = folder / "memory.db"
    if damage == "header":
        path.write_bytes(b"SQLite format 3\x00" + b"\x10\x00\x01\x01" + b"\xff" * 20_000)
    else:
        path.write_bytes(damage.encode() * 1_000)
    before = path.read_bytes()
    server = start(folder)
    if not before:
        # An empty file is what sqlite itself starts from.
        assert server.call("status")["ready"]["store"] is True
        return
    with pytest.raises(ServerError) as caught:
        server.call("memory/add", {"layer": "long-term", "content": "x"})
    assert caught.value.kind == "storage-failed"
    assert caught.value.data["hint"]
    turn = server.call("context/build", {"prompt": "When do we release?", "sessionId": "s"})
    assert turn["text"] == ""
    assert "damaged" in turn["warnings"][0]["message"]
    with pytest.raises(ServerError) as caught:
        server.call("context/build", {"sessionId": "s"})
    assert caught.value.field == "prompt"
    assert server.stop() == 0
    assert path.read_bytes() == before


def test_a_data_folder_that_is_a_file_is_named(start: StartServer, tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file, not a folder")
    server = start(blocked / "data")
    with pytest.raises(ServerError) as caught:
        server.call("status")
    assert caught.value.kind == "storage-failed"
    assert blocked.read_text() == "a file, not a folder"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may write anywhere")
def test_a_read_only_folder_is_named(start: StartServer, tmp_path: Path) -> None:
    folder = tmp_path / "readonly"
    folder.mkdir()
    folder.chmod(0o555)
    try:
        server = start(folder)
        with pytest.raises(ServerError) as caught:
            server.call("memory/add", {"layer": "long-term", "content": "x"})
        assert caught.value.kind == "storage-failed"
        assert "permission" in caught.value.message
    finally:
        folder.chmod(0o755)


def test_a_long_lock_of_another_program_is_waited_for(start: StartServer) -> None:
    server = start()
    server.call("status")
    other = sqlite3.connect(server.data_dir / "memory.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    request = server.send("memserver/memory/add", {"layer": "long-term", "content": "Waits its turn."})
    assert server.call("memory/list")["items"] == []
    assert server.answers(request) == []
    other.execute("COMMIT")
    other.close()
    assert server.result(request)["id"]


@pytest.mark.skipif(os.name == "nt", reason="limits of a shell")
def test_a_full_disk_is_named_and_nothing_is_half_written(start: StartServer, tmp_path: Path) -> None:
    serve = f"ulimit -f 1500; exec {shlex.quote(sys.executable)} -m memserver serve"
    server = start(tmp_path / "full", command=["bash", "-c", serve])
    kept: list[str] = []
    refused = None
    for number in range(400):
        content = f"Note {number} fills the disk. " + f"단어{number} " * 400
        try:
            kept.append(server.call("memory/add", {"layer": "episodic", "content": content})["id"])
        except ServerError as failure:
            refused = failure
            break
    assert refused is not None
    assert refused.kind == "storage-failed"
    assert "full" in refused.message
    assert server.call("memory/get", {"id": kept[-1]})["id"] == kept[-1]
    server.close_input()
    server.wait_for_exit()
    assert set(kept) <= set(memories(tmp_path / "full"))
    check_agreement(tmp_path / "full")
