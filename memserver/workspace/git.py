"""Runs git as a child process: bounded in time, without a shell, and never with code of the repository.

Owns nothing but the call. Hooks, pagers, prompts, file-system monitors and lazy fetches are switched off, so that
opening an unknown repository starts no program of its choosing. A missing git is an answer, not an error.
"""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass

log = logging.getLogger(__name__)

DEFAULT_TIMEOUT_SECONDS = 5.0
"""Every question asked here takes milliseconds; five seconds means a sleeping network drive."""

_SAFETY_OPTIONS = (
    "--no-pager",
    "-c",
    f"core.hooksPath={os.devnull}",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "log.showSignature=false",
)

# Switched off on Windows, where each child process would flash a console window.
_CREATION_FLAGS: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)


@dataclass(frozen=True, slots=True)
class GitAnswer:
    """What git said. `code` is None when it could not be asked, and `problem` then says why."""

    code: int | None
    output: str = ""
    problem: str = ""

    @property
    def ok(self) -> bool:
        """Whether git ran and succeeded."""
        return self.code == 0


class Git:
    """Asks git one question at a time; safe to share."""

    def __init__(self, executable: str | None = None, timeout: float = DEFAULT_TIMEOUT_SECONDS) -> None:
        self._executable = executable if executable is not None else shutil.which("git")
        self._timeout = timeout

    @property
    def available(self) -> bool:
        """Whether a git program was found."""
        return self._executable is not None

    async def ask(self, folder: str, *arguments: str, stdin: str | None = None) -> GitAnswer:
        """Run `git -C folder arguments`; never raises for what git or the machine does."""
        if self._executable is None:
            return GitAnswer(None, problem="git is not installed")
        try:
            process = await asyncio.create_subprocess_exec(
                self._executable,
                *_SAFETY_OPTIONS,
                "-C",
                folder,
                *arguments,
                # The server's own stdin is the protocol: a child must never read from it.
                stdin=asyncio.subprocess.DEVNULL if stdin is None else asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                env=_environment(os.environ),
                creationflags=_CREATION_FLAGS,
            )
        except (OSError, ValueError) as error:
            return GitAnswer(None, problem=f"git could not be started: {type(error).__name__}")
        data = None if stdin is None else stdin.encode("utf-8", "surrogateescape")
        try:
            async with asyncio.timeout(self._timeout):
                output, _ = await process.communicate(data)
        except TimeoutError:
            await _end(process)
            log.warning("git %s took longer than %.1f s and was ended", arguments[:1], self._timeout)
            return GitAnswer(None, problem="git took too long")
        except BaseException:
            await _end(process)
            raise
        return GitAnswer(process.returncode, output.decode("utf-8", "surrogateescape"))


async def _end(process: asyncio.subprocess.Process) -> None:
    """Stop a child and wait for it, so that no zombie stays behind."""
    if process.returncode is None:
        try:
            process.kill()
        except ProcessLookupError:
            return
        await asyncio.shield(process.wait())


def _environment(inherited: Mapping[str, str]) -> dict[str, str]:
    """The environment of the child: no GIT_* of a surrounding hook, no locks, no prompts, plain messages."""
    environment = {name: value for name, value in inherited.items() if not name.startswith("GIT_")}
    environment.update(
        GIT_OPTIONAL_LOCKS="0",
        GIT_TERMINAL_PROMPT="0",
        GIT_NO_LAZY_FETCH="1",
        GIT_NO_REPLACE_OBJECTS="1",
        LC_ALL="C",
    )
    return environment
