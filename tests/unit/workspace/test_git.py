from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from memserver.workspace.git import Git

from .conftest import GitCall


async def test_missing_git_is_an_answer(tmp_path: Path) -> None:
    answer = await Git(executable=str(tmp_path / "no-git")).ask(str(tmp_path), "status")
    assert not answer.ok
    assert answer.code is None
    assert answer.problem


async def test_a_slow_git_is_ended(tmp_path: Path) -> None:
    slow = tmp_path / "slow-git"
    slow.write_text("#!/bin/sh\nexec sleep 30\n")
    slow.chmod(0o755)
    answer = await Git(executable=str(slow), timeout=0.1).ask(str(tmp_path), "status")
    assert answer.problem == "git took too long"


async def test_cancelling_ends_the_child(tmp_path: Path) -> None:
    slow = tmp_path / "slow-git"
    pid_file = tmp_path / "pid"
    slow.write_text(f"#!/bin/sh\necho $$ > {pid_file}\nexec sleep 30\n")
    slow.chmod(0o755)
    task = asyncio.create_task(Git(executable=str(slow)).ask(str(tmp_path), "status"))
    while not (pid_file.exists() and pid_file.read_text().strip()):  # noqa: ASYNC110 - the child is another program
        await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid_file.read_text()), 0)


async def test_neither_hooks_nor_monitors_of_the_repository_run(
    make_repository: Callable[..., Path], git_in: GitCall, tmp_path: Path
) -> None:
    folder = make_repository("trap")
    witness = tmp_path / "ran"
    script = tmp_path / "evil.sh"
    script.write_text(f"#!/bin/sh\ntouch {witness}\n")
    script.chmod(0o755)
    git_in(folder, "config", "core.fsmonitor", str(script))
    hook = folder / ".git" / "hooks" / "post-checkout"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(script.read_text())
    hook.chmod(0o755)
    git = Git()
    assert (await git.ask(str(folder), "status", "--porcelain")).ok
    assert (await git.ask(str(folder), "checkout", "-q", "-b", "new")).ok
    assert not witness.exists()


async def test_the_environment_of_a_surrounding_hook_does_not_mislead(
    make_repository: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = make_repository("first"), make_repository("second")
    monkeypatch.setenv("GIT_DIR", str(first / ".git"))
    answer = await Git().ask(str(second), "rev-parse", "--show-toplevel")
    assert answer.output.strip() == str(second)
