"""The generated files are those that the Python models ask for."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

from memserver.config import Settings

ROOT = Path(__file__).parent.parent.parent
CLIENT = ROOT / "vscode-client"


def test_generated_files_are_up_to_date() -> None:
    check = subprocess.run(
        [sys.executable, "scripts/generate.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert check.returncode == 0, f"\n{check.stdout}{check.stderr}"


def test_the_check_names_the_file_and_the_command_that_mends_it(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    for name in ("scripts/generate.py", "scripts/generation", "vscode-client/package.json"):
        target = copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        source = ROOT / name
        if source.is_dir():
            target.mkdir()
            for file in source.iterdir():
                if file.is_file():
                    (target / file.name).write_bytes(file.read_bytes())
        else:
            target.write_bytes(source.read_bytes())
    check = subprocess.run(
        [sys.executable, "scripts/generate.py", "--check"],
        cwd=copy,
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
    )
    assert check.returncode == 1
    assert "docs/protocol.md is out of date" in check.stdout
    assert "run: python scripts/generate.py" in check.stdout


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


def _package() -> dict:  # type: ignore[type-arg]
    return json.loads((CLIENT / "package.json").read_text(encoding="utf-8"))
