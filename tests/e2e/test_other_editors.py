"""The configurations of docs/guide work: run in Neovim and Emacs where those are installed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
GUIDE = ROOT / "docs" / "guide"
PATIENCE_SECONDS = 90


def _environment(home: Path) -> dict[str, str]:
    return {**os.environ, "HOME": str(home), "PYTHONPATH": str(ROOT), "XDG_CONFIG_HOME": str(home / "config")}


def _run(command: list[str], folder: Path) -> str:
    done = subprocess.run(
        command,
        cwd=folder,
        env=_environment(folder),
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    return done.stdout + done.stderr


@pytest.mark.skipif(shutil.which("nvim") is None, reason="Neovim is not installed")
def test_the_neovim_configuration_remembers_and_finds(tmp_path: Path) -> None:
    settings = f'{{ dataDir = "{tmp_path / "data"}", brainPath = "{tmp_path / "brain"}" }}'
    script = tmp_path / "drive.lua"
    script.write_text(
        f"""
        package.path = "{GUIDE / "neovim"}/?.lua;" .. package.path
        local memory = require("memserver")
        memory.setup({{ cmd = {{ "{sys.executable}", "-m", "memserver", "serve" }}, settings = {settings} }})
        vim.cmd("MemoryRemember The web shop is released on Thursdays.")
        local stored = false
        local function look()
          memory.ask("memory/stats", {{}}, function(stats)
            stored = stats.memories == 1
            if not stored then vim.defer_fn(look, 100) end
          end)
        end
        look()
        vim.wait(60000, function() return stored end, 50)
        vim.cmd("MemorySearch web shop released")
        vim.wait(30000, function() return vim.bo.filetype == "markdown" end, 50)
        io.stdout:write(vim.json and vim.json.encode(vim.api.nvim_buf_get_lines(0, 0, -1, false)) or "")
        vim.cmd("qall!")
        """,
        encoding="utf-8",
    )
    printed = _run(["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-S", str(script)], tmp_path)
    assert "The web shop is released on Thursdays" in printed, printed


@pytest.mark.skipif(shutil.which("emacs") is None, reason="Emacs is not installed")
def test_the_emacs_configuration_remembers_and_finds(tmp_path: Path) -> None:
    settings = f'(:dataDir "{tmp_path / "data"}" :brainPath "{tmp_path / "brain"}")'
    script = tmp_path / "drive.el"
    script.write_text(
        f"""
        (setq memserver-command '("{sys.executable}" "-m" "memserver" "serve") memserver-settings '{settings})
        (memserver-remember "The web shop is released on Thursdays.")
        (memserver-remember "배포는 목요일에 한다.")
        (princ (json-serialize (vconcat (mapcar (lambda (hit) (plist-get hit :title))
                                                (memserver-search "배포 목요일")))))
        """,
        encoding="utf-8",
    )
    printed = _run(["emacs", "--batch", "-Q", "-l", str(GUIDE / "emacs" / "memserver.el"), "-l", str(script)], tmp_path)
    titles = json.loads(printed[printed.index("[") : printed.rindex("]") + 1])
    assert "배포는 목요일에 한다." in titles
