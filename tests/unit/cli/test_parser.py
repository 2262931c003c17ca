"""Every command explains itself with examples that it would itself accept."""

from __future__ import annotations

import re
import shlex

import pytest

from memserver.cli.main import COMMANDS, command_of
from memserver.cli.parser import make_parser


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_command_has_a_function(name: str) -> None:
    assert callable(command_of(name))


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_command_shows_examples_that_parse(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    parser = make_parser()
    with pytest.raises(SystemExit) as stop:
        parser.parse_args([name, "--help"])
    assert stop.value.code == 0
    shown = capsys.readouterr().out.partition("examples:")[2]
    examples = re.findall(r"memserver (.+)", shown)
    assert examples
    for example in examples:
        arguments = shlex.split(example.partition(" |")[0].partition("  #")[0])
        assert parser.parse_args(arguments).command == name


def test_wrong_usage_is_told_with_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        make_parser().parse_args(["remember", "x", "--layer", "eternal"])
    assert stop.value.code == 2
    assert "long-term" in capsys.readouterr().err
