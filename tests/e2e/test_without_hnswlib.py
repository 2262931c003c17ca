"""Where no compiler is there is no hnswlib: the server serves all the same, and says what it uses instead."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.client import ROOT
from tests.e2e.conftest import StartServer


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An environment in which hnswlib cannot be found, whatever is installed."""
    folder = tmp_path / "without"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text("import sys\nsys.modules['hnswlib'] = None\n")
    return {"PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)])}


def test_the_server_finds_by_meaning_without_it(start: StartServer, environment: dict[str, str]) -> None:
    client = start(options={"embeddingProvider": "local"}, env=environment)
    client.call("memory/add", {"layer": "long-term", "content": "The release train leaves on Friday."})
    client.call("memory/add", {"layer": "long-term", "content": "좌석 선점 시간은 10분이다."})
    status = client.wait_for_vectors()
    if status["embedder"]["state"] != "ready":
        pytest.skip("no local model here")
    assert status["index"] == {"kind": "exact", "size": 2}
    found = client.call("memory/search", {"query": "On which day do we ship?"})
    assert found["mode"] == "hybrid"
    assert found["results"][0]["content"] == "The release train leaves on Friday."


def test_doctor_says_so_and_what_to_do(tmp_path: Path, environment: dict[str, str]) -> None:
    own = ["--data-dir", str(tmp_path / "data"), "--brain", str(tmp_path / "brain"), "--set", "embeddingProvider=off"]
    done = subprocess.run(
        [sys.executable, "-m", "memserver", "doctor", "--json", *own],
        env={**os.environ, **environment},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    finding = next(each for each in json.loads(done.stdout)["findings"] if each["name"] == "large index")
    assert finding["state"] == "note"
    assert "memserver[hnsw]" in finding["remedy"]
