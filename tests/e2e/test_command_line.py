"""The commands as a person or a script runs them: real processes, real folders, real exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from memserver import __version__
from tests.e2e.client import ROOT
from tests.e2e.conftest import FULL

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def memserver(tmp_path: Path) -> Run:
    """Run a command in an empty folder of its own, by words only unless the arguments say otherwise."""

    def run(
        command: str, *arguments: str, model: bool = False, given: str | None = None, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        own = ["--data-dir", str(tmp_path / "data"), "--brain", str(tmp_path / "brain")]
        folders = [] if command == "demo" else own
        words_only = [] if model else ["--set", "embeddingProvider=off"]
        return _run([command, *arguments, *folders, *words_only], tmp_path, given, environment)

    return run


def _run(
    arguments: list[str], folder: Path, given: str | None = None, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    inherited = {name: value for name, value in os.environ.items() if name not in {"LANG", "LC_ALL", "NO_COLOR"}}
    return subprocess.run(
        [sys.executable, "-m", "memserver", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        input=given,
        cwd=folder,
        check=False,
        timeout=110,
        env={**inherited, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "LANG": "C", **(environment or {})},
    )


def test_the_version_is_told(tmp_path: Path) -> None:
    assert _run(["--version"], tmp_path).stdout == f"memserver {__version__}\n"


def test_without_a_command_the_usage_is_shown_with_code_2(tmp_path: Path) -> None:
    done = _run([], tmp_path)
    assert done.returncode == 2
    assert "usage: memserver" in done.stderr


def test_what_is_remembered_is_found_asked_for_listed_and_forgotten(memserver: Run) -> None:
    added = memserver("remember", "The release train leaves on Friday", "--tag", "release", "--json")
    memory_id = json.loads(added.stdout)["id"]
    found = memserver("search", "release train")
    assert found.returncode == 0
    assert "leaves on Friday" in found.stdout
    assert "#release" in found.stdout
    asked = json.loads(memserver("ask", "When does the release train leave?", "--json").stdout)
    assert [item["id"] for item in asked["items"]] == [memory_id]
    assert memory_id in memserver("list").stdout
    assert memserver("forget", memory_id).returncode == 0
    assert memserver("search", "release train").returncode == 1


def test_the_list_says_what_no_longer_holds(memserver: Run) -> None:
    memserver("remember", "Releases go out on Friday")
    newer = json.loads(memserver("remember", "Releases no longer go out on Friday", "--json").stdout)
    assert f"no longer holds: replaced by {newer['id']}" in memserver("list").stdout


def test_a_question_that_nothing_answers_ends_with_code_1(memserver: Run) -> None:
    done = memserver("ask", "What is the weather?")
    assert done.returncode == 1
    assert "Nothing stored has to do with this." in done.stdout


def test_text_may_come_from_standard_input(memserver: Run) -> None:
    memserver("remember", "-", given="좌석 선점 시간은 10분이다\n")
    assert "좌석 선점" in memserver("search", "-", given="좌석 선점").stdout


def test_a_file_that_changed_marks_what_was_said_about_it(memserver: Run, tmp_path: Path) -> None:
    (tmp_path / "retry.toml").write_text("attempts = 3\n")
    memserver("remember", "Payments are tried three times", "--layer", "project", "--file", "retry.toml")
    (tmp_path / "retry.toml").write_text("attempts = 5 # more\n")
    assert "may be out of date" in memserver("search", "payments tried").stdout


def test_a_failure_is_one_line_with_a_hint_and_no_traceback(memserver: Run) -> None:
    gone = memserver("forget", "mem_nobody")
    wrong = memserver("ask", "question", "--set", "noSuchSetting=1")
    assert (gone.returncode, wrong.returncode) == (1, 2)
    for done in (gone, wrong):
        assert done.stderr.startswith("memserver: ")
        assert done.stderr.count("\n") == 1
        assert done.stdout == ""


def test_what_is_exported_can_be_imported_elsewhere(memserver: Run, tmp_path: Path) -> None:
    memserver("remember", "정산은 매일 새벽에 한다")
    assert memserver("export", "out").returncode == 0
    memserver("forget", "--everything")
    assert memserver("import", "out").returncode == 0
    assert "정산" in memserver("search", "정산").stdout
    assert memserver("import", str(tmp_path / "nothing")).returncode != 0


def test_a_pipe_gets_plain_text_and_korean_where_wanted(memserver: Run) -> None:
    memserver("remember", "배포는 금요일에 한다")
    done = memserver("ask", "배포는 언제 하나요?", LANG="ko_KR.UTF-8")
    assert "\x1b" not in done.stdout
    assert "출처" in done.stdout
    assert "\x1b[" in memserver("ask", "배포는 언제 하나요?", "--color", "always").stdout


def test_doctor_finds_nothing_broken_here_and_fails_on_a_folder_that_cannot_be(memserver: Run, tmp_path: Path) -> None:
    assert memserver("doctor").returncode == 0
    (tmp_path / "data").rename(tmp_path / "away")
    (tmp_path / "data").write_text("in the way")
    broken = memserver("doctor", "--json")
    assert broken.returncode == 1
    assert not json.loads(broken.stdout)["ok"]


def test_doctor_says_what_serves_where_hnswlib_is_missing(memserver: Run, tmp_path: Path) -> None:
    (tmp_path / "shim").mkdir()
    (tmp_path / "shim" / "sitecustomize.py").write_text("import sys\nsys.modules['hnswlib'] = None\n")
    done = memserver("doctor", "--json", PYTHONPATH=os.pathsep.join([str(tmp_path / "shim"), str(ROOT)]))
    assert done.returncode == 0, done.stderr
    finding = next(each for each in json.loads(done.stdout)["findings"] if each["name"] == "large index")
    assert finding["state"] == "note"
    assert "memserver[hnsw]" in finding["remedy"]


def test_the_demo_replaces_redacts_doubts_and_answers_in_two_languages(memserver: Run, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    done = memserver("demo", "--keep", str(kept), model=True)
    assert done.returncode == 0, done.stderr
    for part in (
        "takes the place of 1 older", "taken out before storing", "may be out of date: retry.toml의 attempts 값 변경됨",
        "[LESSONS]", "[MEMORY CONTEXT]", "[ORGANIZATION RULES]", "[TERMINOLOGY DICTIONARY]", "deploy/deploy-guide.md",
        "meetings/payments-weekly.md", "tokens", "Sources",
    ):  # fmt: skip
        assert part in done.stdout, part
    assert (kept / "brain" / ".astra" / "glossary.md").exists()
    again = memserver("demo", "--keep", str(kept), model=True)
    assert again.returncode == 2
    assert "not empty" in again.stderr


def test_an_editor_may_name_the_transport(tmp_path: Path) -> None:
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}})
    done = _run(["serve", "--stdio", "--clientProcessId=1"], tmp_path, f"Content-Length: {len(body)}\r\n\r\n{body}")
    assert '"serverInfo"' in done.stdout


@pytest.mark.slow
@pytest.mark.skipif(not FULL, reason="builds and installs the wheel: MEMSERVER_FULL=1")
@pytest.mark.timeout(600)
def test_the_wheel_installs_and_works_in_a_fresh_environment() -> None:
    done = subprocess.run(
        [sys.executable, "scripts/try_pythons.py"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
