"""Ways out: shutdown, exit, closed input, signals. Each ends the process cleanly, and nothing acknowledged is lost."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.e2e.client import Client, ServerError, ServerGone, frame
from tests.e2e.conftest import StartServer


def _stored(data_dir: Path) -> set[str]:
    connection = sqlite3.connect(data_dir / "memory.db")
    try:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return {memory_id for (memory_id,) in connection.execute("SELECT id FROM memories")}
    finally:
        connection.close()


def _long_items(count: int) -> list[dict[str, str]]:
    return [
        {"layer": "episodic", "content": f"줄 {number}: a line of a long talk, number {number}"}
        for number in range(count)
    ]


def test_shutdown_then_exit_ends_with_zero(start: StartServer) -> None:
    server = start()
    added = server.call("memory/add", {"layer": "long-term", "content": "Kept over the end."})
    assert server.stop() == 0
    assert added["id"] in _stored(server.data_dir)


def test_exit_without_shutdown_ends_with_one(start: StartServer) -> None:
    server = start()
    server.call("status")
    server.notify("exit")
    assert server.wait_for_exit() == 1


def test_shutdown_right_after_initialize_is_answered(start: StartServer) -> None:
    server = start(initialize=False)
    server.initialize()
    assert server.stop() == 0


def test_requests_that_were_sent_before_shutdown_are_answered_first(start: StartServer) -> None:
    server = start()
    server.call("status")
    server.send("memserver/memory/add", {"layer": "long-term", "content": "Sent in one go."}, "a")
    server.send("shutdown", None, "s")
    server.notify("exit")
    assert server.wait_for_exit() == 0
    assert server.result("s") is None
    assert server.result("a")["id"] in _stored(server.data_dir)


def test_input_that_ends_behind_the_requests_still_gets_them_answered(start: StartServer) -> None:
    server = start()
    server.call("status")
    server.send("memserver/memory/add", {"layer": "long-term", "content": "Then the pipe closed."}, "a")
    server.close_input()
    assert server.wait_for_exit() == 0
    assert server.result("a")["id"] in _stored(server.data_dir)


@pytest.mark.parametrize("initialized", [True, False])
def test_closed_input_ends_the_process(start: StartServer, initialized: bool) -> None:
    server = start(initialize=initialized)
    if initialized:
        server.call("status")
    server.close_input()
    assert server.wait_for_exit() == 0


@pytest.mark.parametrize("initialized", [True, False])
def test_a_signal_ends_the_process(start: StartServer, initialized: bool) -> None:
    server = start(initialize=initialized)
    if initialized:
        server.call("status")
    else:
        with pytest.raises(ServerError):
            server.call("status")
    server.terminate()
    assert server.wait_for_exit() == 0
    assert "Traceback" not in server.stderr()


def test_a_client_that_stops_reading_does_not_keep_the_process(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "memserver", "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, cwd=Path(__file__).parent.parent.parent,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    options = {"dataDir": str(tmp_path / "data"), "brainPath": str(tmp_path / "brain"), "embeddingProvider": "off"}
    initialize = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"initializationOptions": options}}
    process.stdin.write(frame(json.dumps(initialize).encode()))
    process.stdin.flush()
    assert process.stdout.readline()
    process.stdout.close()
    status = frame(json.dumps({"jsonrpc": "2.0", "id": 2, "method": "memserver/status"}).encode())
    try:
        for _ in range(5):
            process.stdin.write(status)
            process.stdin.flush()
    except BrokenPipeError:
        pass
    assert process.wait(60) == 0
    process.stdin = None
    process.stderr.close()


@pytest.mark.parametrize("way", ["signal", "input", "exit", "shutdown"])
def test_leaving_in_the_middle_of_a_long_write_keeps_whole_batches_and_ends(start: StartServer, way: str) -> None:
    server = start()
    before = server.call("memory/add", {"layer": "long-term", "content": "Acknowledged before the end."})["id"]
    long = server.send("memserver/memory/addMany", {"items": _long_items(8_000), "workDoneToken": "t"})
    server.wait_until(lambda: any(each["method"] == "$/progress" for each in server.notifications), "progress")
    if way == "signal":
        server.terminate()
    elif way == "input":
        server.close_input()
    elif way == "exit":
        server.notify("exit")
    else:
        server.request("shutdown")
        server.notify("exit")
    assert server.wait_for_exit() in ({1} if way == "exit" else {0})
    stored = _stored(server.data_dir)
    assert before in stored
    answers = server.answers(long)
    assert len(answers) == 1
    if "error" in answers[0]:
        assert answers[0]["error"]["data"]["kind"] == "cancelled"
        assert (len(stored) - 1) % 128 == 0
    else:
        assert set(answers[0]["result"]["ids"]) <= stored
    assert "Traceback" not in server.stderr()


def test_nothing_that_was_acknowledged_is_lost_by_a_signal(start: StartServer) -> None:
    server = start()
    acknowledged: list[str] = []
    started = threading.Event()

    def write() -> None:
        try:
            for number in range(2_000):
                item = {"layer": "episodic", "content": f"memory number {number}"}
                acknowledged.append(server.call("memory/add", item)["id"])
                if number == 20:
                    started.set()
        except (ServerError, ServerGone):
            return

    writer = threading.Thread(target=write)
    writer.start()
    assert started.wait(60)
    server.terminate()
    assert server.wait_for_exit() == 0
    writer.join()
    assert set(acknowledged) <= _stored(server.data_dir)


def test_no_process_or_thread_stays_behind(start: StartServer, tmp_path: Path) -> None:
    workspace = tmp_path / "folder"
    workspace.mkdir()
    server = start(workspace=workspace)
    server.call("memory/add", {"layer": "project", "content": "Uses a workspace, and so asks git."})
    group = server.process.pid
    server.close_input()
    server.wait_for_exit()
    children = Path(f"/proc/{group}")
    assert not children.exists()
    if Path("/proc/self/stat").exists():
        parents = set()
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    parents.add(int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1]))
                except OSError:
                    continue
        assert group not in parents


def test_stray_output_never_reaches_the_protocol(start: StartServer, tmp_path: Path) -> None:
    shim = tmp_path / "shim"
    shim.mkdir()
    (shim / "sitecustomize.py").write_text(
        "import atexit, os, sys\n"
        "def shout(*_):\n    print('a stray print'); os.write(1, b'and a native one\\n')\n"
        "import importlib.abc\n"
        "class Finder(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'memserver.engine': shout()\n"
        "        return None\n"
        "sys.meta_path.insert(0, Finder())\n"
    )
    server = start(env={"PYTHONPATH": str(shim)})
    assert server.call("status")["ready"]["store"]
    assert server.stop() == 0
    assert "a stray print" in server.stderr()
    assert "and a native one" in server.stderr()


def test_uptime_and_memory_are_told(server: Client) -> None:
    first = server.call("status")
    time.sleep(0.01)
    second = server.call("status")
    assert second["uptimeMs"] > first["uptimeMs"] >= 0
    assert second["rssBytes"] > 10_000_000
    assert second["dataDir"] == str(server.data_dir)
    assert Path(second["brainPath"]).is_absolute()
