"""Colours and progress are for people who look; pipes get plain text."""

from __future__ import annotations

import io
import json

import pytest

from memserver.cli.terminal import Terminal


class Screen(io.StringIO):
    """A stream that somebody looks at."""

    def isatty(self) -> bool:
        return True


def test_a_pipe_gets_no_colours() -> None:
    assert Terminal(io.StringIO(), io.StringIO(), environment={}).style("text", "red") == "text"


def test_a_terminal_gets_colours() -> None:
    assert Terminal(Screen(), Screen(), environment={}).style("text", "red") == "\x1b[31mtext\x1b[0m"


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_the_environment_can_switch_colours_off(environment: dict[str, str]) -> None:
    assert not Terminal(Screen(), Screen(), environment=environment).colours


def test_the_option_wins_over_the_environment() -> None:
    assert Terminal(io.StringIO(), io.StringIO(), colour="always", environment={"NO_COLOR": "1"}).colours
    assert not Terminal(Screen(), Screen(), colour="never", environment={}).colours


def test_progress_moves_on_a_terminal_and_is_taken_away_before_a_line() -> None:
    out, err = Screen(), Screen()
    terminal = Terminal(out, err, environment={})
    terminal.progress("reading", 3, 12)
    assert "reading" in err.getvalue()
    assert "3/12" in err.getvalue()
    terminal.line("done")
    assert err.getvalue().endswith("\r\x1b[K")
    assert out.getvalue() == "done\n"


def test_progress_is_silent_in_a_log() -> None:
    err = io.StringIO()
    Terminal(Screen(), err, environment={}).progress("reading", 3, 12)
    assert err.getvalue() == ""


def test_json_keeps_korean_readable() -> None:
    out = io.StringIO()
    Terminal(out, io.StringIO(), environment={}).json({"제목": "배포"})
    assert "배포" in out.getvalue()
    assert json.loads(out.getvalue()) == {"제목": "배포"}
