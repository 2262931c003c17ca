"""Servers for end-to-end tests: started by a test or shared by a module, always ended."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from tests.e2e.client import Client

FULL = os.environ.get("MEMSERVER_FULL") == "1"
"""The long forms of fuzzing and killing: `MEMSERVER_FULL=1 pytest -m slow`."""

WORDS_ONLY = {"embeddingProvider": "off"}
"""For tests that need no vectors: the model is not loaded."""


class StartServer(Protocol):
    """Starts a server on a data folder (a fresh one, if none is named)."""

    def __call__(self, data_dir: Path | None = None, **more: Any) -> Client: ...


def _starter(folder: Path, started: list[Client]) -> StartServer:
    def start(data_dir: Path | None = None, **more: Any) -> Client:
        if data_dir is None:
            data_dir = folder / f"data{len(started)}"
        more["options"] = {**WORDS_ONLY, **(more.get("options") or {})}
        client = Client(data_dir, **more)
        started.append(client)
        return client

    return start


@pytest.fixture
def start(tmp_path: Path) -> Iterator[StartServer]:
    """Start servers that end with the test. Without `embeddingProvider` they use words only."""
    started: list[Client] = []
    yield _starter(tmp_path, started)
    for client in started:
        client.close()


@pytest.fixture(scope="module")
def start_shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartServer]:
    """Start servers that end with the module."""
    started: list[Client] = []
    yield _starter(tmp_path_factory.mktemp("shared"), started)
    for client in started:
        client.close()


@pytest.fixture(scope="module")
def server(start_shared: StartServer) -> Client:
    """One server with words only, shared by the tests of a module."""
    return start_shared()


@pytest.fixture
def git() -> Callable[..., str]:
    """Run real git in a folder, as somebody."""

    def run(folder: Path, *arguments: str) -> str:
        identity = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org", "-c", "commit.gpgsign=false"]
        command = ["git", *identity, "-c", "init.defaultBranch=main", "-C", str(folder), *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    return run
