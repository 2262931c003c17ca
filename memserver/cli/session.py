"""An open engine for one command: settings from the options, methods by their names, waiting with progress.

A server never waits for a model or a scan. A person who types one command wants the full answer, so the command line
does wait, says for what, and goes on after a while in any case.
"""

from __future__ import annotations

import asyncio
import json
import time
from argparse import Namespace
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from memserver.cli.terminal import Terminal
from memserver.config import Settings
from memserver.errors import InvalidParams

if TYPE_CHECKING:
    from memserver.engine import Engine

POLL_SECONDS = 0.05


class ShownProgress:
    """Progress of a method, on the terminal."""

    def __init__(self, terminal: Terminal, title: str) -> None:
        self._terminal = terminal
        self._title = title

    def report(self, done: int, total: int, message: str = "") -> None:
        """Show how far it is."""
        self._terminal.progress(message or self._title, done, total)

    def close(self, message: str = "") -> None:  # noqa: ARG002 - the shape that methods expect
        """Take it away."""
        self._terminal.clear_progress()


class Session:
    """One engine and the terminal that its user looks at."""

    def __init__(self, engine: Engine, terminal: Terminal, patience_seconds: float) -> None:
        self.engine = engine
        self.terminal = terminal
        self._patience = patience_seconds

    async def call(self, method: str, /, **params: Any) -> Any:
        """Ask one of memserver's methods, as an editor would, and return the JSON of its answer."""
        from memserver.server.dispatch import encode, perform  # noqa: PLC0415 - with the engine, not before
        from memserver.server.failures import invalid_params  # noqa: PLC0415

        given = {key: value for key, value in params.items() if value is not None}
        try:
            result = await perform(
                self.engine, f"memserver/{method}", given, lambda _, title: ShownProgress(self.terminal, title)
            )
        except ValidationError as failure:
            raise invalid_params(failure) from failure
        return json.loads(encode(result))

    async def settle(self) -> None:
        """Wait until the model is loaded, the notes are read and everything has its vector; not longer than allowed."""
        terminal, end = self.terminal, time.monotonic() + self._patience
        try:
            terminal.progress(terminal.say("wait.model"))
            async with asyncio.timeout(self._patience):
                await self.engine.embedder.wait_ready()
                await self.engine.warm_up()
            terminal.progress(terminal.say("wait.notes"))
            async with asyncio.timeout(max(0.0, end - time.monotonic())):
                await self.engine.brain_indexed.wait()
        except TimeoutError:
            pass
        await self._vectors(end)
        terminal.clear_progress()

    async def _vectors(self, end: float) -> None:
        most = 0
        while pending := await self._pending():
            most = max(most, pending)
            if time.monotonic() > end or self.engine.backfill.failure:
                self.terminal.note(self.terminal.say("wait.over", count=pending))
                return
            self.terminal.progress(self.terminal.say("wait.vectors"), most - pending, most)
            await asyncio.sleep(POLL_SECONDS)

    async def _pending(self) -> int:
        """Return how many passages wait for a vector that can be had; 0 as soon as the index knows them all."""
        if self.engine.embedder.embedder is None:
            return 0
        pending = await self.engine.store.vectors.pending()
        return pending or int(self.engine.keeper.index is None)


def settings_of(options: Namespace) -> Settings:
    """Return the settings that the options of a command ask for."""
    raw: dict[str, Any] = {}
    for setting in options.set or ():
        name, found, value = setting.partition("=")
        if not found or not name:
            raise InvalidParams(f"--set {setting!r} is not of the form name=value.", hint="docs/configuration.md")
        raw[name] = _value_of(value)
    if options.data_dir:
        raw["dataDir"] = options.data_dir
    if options.brain:
        raw["brainPath"] = options.brain
    known = {field.alias for field in Settings.model_fields.values()}
    unknown = sorted(set(raw) - known)
    if unknown:
        raise InvalidParams(f"There is no setting {unknown[0]!r}.", hint="docs/configuration.md lists them")
    settings, complaints = Settings.read(raw)
    if complaints:
        raise InvalidParams(complaints[0].removesuffix("; the default is used"))
    return settings


@asynccontextmanager
async def open_session(options: Namespace, terminal: Terminal, *, settle: bool = True) -> AsyncIterator[Session]:
    """Open the engine for a command."""
    from memserver.engine import Engine  # noqa: PLC0415 - `--help` does not need it

    async with Engine.open(settings_of(options), workspace_path=options.workspace) as engine:
        session = Session(engine, terminal, options.wait)
        if settle:
            await session.settle()
        yield session


def _value_of(text: str) -> Any:
    """Read a value as JSON where it is JSON, else as it stands."""
    try:
        return json.loads(text)
    except ValueError:
        return text
