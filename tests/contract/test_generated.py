"""The generated files are those that the Python models ask for."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from memserver.config import Settings

ROOT = Path(__file__).parent.parent.parent
CLIENT = ROOT / "vscode-client"
SOURCES = "vscode-client/src/generated"
MARK = re.compile(r"// Written by scripts/generate\.py from .+\. Do not edit: run `python scripts/generate\.py`\.\n")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of what the generator reads, without the files that it writes whole."""
    for name in ("scripts", "scripts/generation", "vscode-client"):
        (tmp_path / name).mkdir()
    for name in ("scripts/generate.py", "vscode-client/package.json"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    for file in (ROOT / "scripts" / "generation").iterdir():
        if file.is_file():
            (tmp_path / "scripts" / "generation" / file.name).write_bytes(file.read_bytes())
    return tmp_path


def test_generated_files_are_up_to_date() -> None:
    check = _generate(ROOT, "--check")
    assert check.returncode == 0, f"\n{check.stdout}{check.stderr}"


def test_the_check_names_the_file_and_the_command_that_mends_it(copy: Path) -> None:
    check = _generate(copy, "--check")
    assert check.returncode == 1
    assert "docs/protocol.md is out of date" in check.stdout
    assert "run: python scripts/generate.py" in check.stdout
    assert not _sources(copy)


def test_generated_sources_are_the_same_wherever_they_are_written(copy: Path) -> None:
    assert _generate(copy).returncode == 0
    assert _sources(copy) == _sources(ROOT)
    assert _generate(copy).stdout == ""


def test_a_generated_source_that_nothing_asks_for_is_found_and_removed(copy: Path) -> None:
    _generate(copy)
    wanted = _sources(copy)
    left_over = copy / SOURCES / "protocol" / "formerModule.ts"
    left_over.write_text("export type Former = string;\n", encoding="utf-8")
    check = _generate(copy, "--check")
    assert check.returncode == 1
    assert f"{SOURCES}/protocol/formerModule.ts is stale" in check.stdout
    assert left_over.exists()
    assert _generate(copy).stdout == f"removed {SOURCES}/protocol/formerModule.ts\n"
    assert _sources(copy) == wanted


def test_every_generated_source_says_that_nobody_edits_it() -> None:
    sources = _sources(ROOT)
    assert sources
    unmarked = [name for name, text in sources.items() if not MARK.match(text)]
    assert unmarked == []


def test_settings_of_the_extension_hold_no_reference() -> None:
    assert "$ref" not in json.dumps(_package()["contributes"])


def test_every_setting_of_the_server_can_be_set_in_the_editor_but_secrets() -> None:
    shown = {
        name.removeprefix("memserver.")
        for section in _package()["contributes"]["configuration"]
        for name in section["properties"]
    }
    names = {field.alias for field in Settings.model_fields.values()}
    assert names - shown == {"workspaceTrusted", "embeddingApiKey"}


def test_every_text_of_the_manifest_exists_in_english_and_korean() -> None:
    wanted = set(re.findall(r"%([\w.]+)%", (CLIENT / "package.json").read_text(encoding="utf-8")))
    english = json.loads((CLIENT / "package.nls.json").read_text(encoding="utf-8"))
    korean = json.loads((CLIENT / "package.nls.ko.json").read_text(encoding="utf-8"))
    assert wanted <= set(english)
    missing = sorted(wanted - set(korean))
    assert not missing, f"add Korean texts to scripts/generation/korean.json or package.nls.ko.json for {missing}"


def _generate(root: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "scripts/generate.py", *options],
        cwd=root,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
    )


def _sources(root: Path) -> dict[str, str]:
    folder = root / SOURCES
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*.ts")}


def _package() -> dict:  # type: ignore[type-arg]
    return json.loads((CLIENT / "package.json").read_text(encoding="utf-8"))
