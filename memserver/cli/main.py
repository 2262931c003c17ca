"""From arguments to an exit code: which function runs which command, and how failures are told in one line."""

from __future__ import annotations

import asyncio
import importlib
import logging
import os
import sys
from argparse import Namespace
from collections.abc import Awaitable, Callable, Sequence

from memserver.cli.messages import language_of
from memserver.cli.parser import make_parser
from memserver.cli.terminal import Terminal, standard_terminal
from memserver.errors import InvalidParams, MemserverError

OK, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130

Command = Callable[[Namespace, Terminal], Awaitable[int]]

COMMANDS: dict[str, str] = {
    "demo": "demo:demo",
    "ask": "ask:ask",
    "remember": "remember:remember",
    "search": "search:search",
    "list": "search:list_newest",
    "forget": "forget:forget",
    "export": "transfer:export_all",
    "import": "transfer:import_from",
    "evaluate": "evaluate:evaluate",
    "doctor": "doctor:doctor",
    "install-model": "install_model:install_model",
}


def run(arguments: Sequence[str]) -> int:
    """Run a command line; returns the exit code of the process."""
    parser = make_parser()
    try:
        options = parser.parse_args(list(arguments))
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else USAGE
    if options.command == "serve":
        from memserver.__main__ import serve_standard_streams  # noqa: PLC0415 - the other commands never serve

        return serve_standard_streams()
    # The library's own warnings are for the log of a server; a command says what matters itself.
    logging.basicConfig(stream=sys.stderr, level=os.environ.get("MEMSERVER_LOG", "CRITICAL").upper())
    return _run(options, standard_terminal(options.color, language_of()))


def command_of(name: str) -> Command:
    """Return the function of a command; it is imported when it is first needed."""
    module, _, function = COMMANDS[name].partition(":")
    command: Command = getattr(importlib.import_module(f"memserver.cli.{module}"), function)
    return command


def _run(options: Namespace, terminal: Terminal) -> int:
    try:
        command = command_of(options.command)
        code = asyncio.run(_awaited(command(options, terminal)))
        terminal.flush()
        return code
    except MemserverError as failure:
        terminal.note(one_line(failure, terminal))
        return USAGE if isinstance(failure, InvalidParams) else FAILED
    except KeyboardInterrupt:
        terminal.note(terminal.say("interrupted"))
        return INTERRUPTED
    except BrokenPipeError:
        # The reader had enough (`memserver ask … | head`): no more output, and no complaint at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except Exception as failure:
        # The dispatch of the command line: a person gets one line, the log the rest.
        logging.getLogger(__name__).debug("the command failed", exc_info=True)
        terminal.note(f"memserver: {terminal.say('unexpected', kind=type(failure).__name__)}")
        return FAILED


async def _awaited(work: Awaitable[int]) -> int:
    return await work


def one_line(failure: MemserverError, terminal: Terminal) -> str:
    """Return a failure and what to do about it, on one line."""
    parts = [failure.message]
    if failure.hint and failure.hint not in failure.message:
        parts.append(f"({failure.hint})")
    return f"{terminal.style('memserver:', 'red', 'bold')} {' '.join(' '.join(parts).split())}"
