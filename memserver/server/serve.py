"""`memserver serve`: the loop that reads frames until the input ends, the client says exit, or a signal comes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
from functools import partial
from typing import Any

from pygls.server import JsonRPCServer

from memserver.server.connection import Connection
from memserver.server.framing import FrameReader, FrameTooLarge
from memserver.server.lifespan import GRACE_SECONDS, Lifespan
from memserver.server.writing import FrameWriter


def serve(input_descriptor: int, output_descriptor: int) -> int:
    """Serve one client; returns the exit code of the process."""
    level = os.environ.get("MEMSERVER_LOG", "").upper()
    logging.basicConfig(
        stream=sys.stderr,
        level=level if level in {"DEBUG", "INFO", "WARNING", "ERROR"} else "WARNING",
        format="%(asctime)s %(levelname)s %(name)s: %(message)s",
    )
    # These log whole messages, statements and requests at INFO or DEBUG: memories must not land in a log.
    for name in ("pygls", "aiosqlite", "asyncio", "httpx", "httpcore"):
        logging.getLogger(name).setLevel(logging.ERROR)
    return asyncio.run(_run(input_descriptor, output_descriptor))


async def _run(input_descriptor: int, output_descriptor: int) -> int:
    loop = asyncio.get_running_loop()
    stopped = asyncio.Event()
    server = JsonRPCServer(protocol_cls=Connection, converter_factory=_no_converter)
    connection = server.protocol
    assert isinstance(connection, Connection)
    lifespan = Lifespan(connection, stopped)
    writer = FrameWriter(output_descriptor, on_broken=partial(loop.call_soon_threadsafe, stopped.set))
    connection.attach(writer, lifespan.request, lifespan.notification)
    signalled = _stop_on_signals(loop, stopped)
    reading = asyncio.create_task(_read(FrameReader(input_descriptor), connection, stopped))
    await stopped.wait()
    reading.cancel()
    if not lifespan.exited:
        # The input ended: whoever sent a few requests and closed it still reads the answers.
        waiting = (asyncio.create_task(connection.finish(GRACE_SECONDS)), asyncio.create_task(signalled.wait()))
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        waiting[1].cancel()
    await lifespan.close()
    writer.close()
    # An editor that goes away or sends a signal ends us in good order; only `exit` without `shutdown` does not.
    return lifespan.exit_code if lifespan.exited and not signalled.is_set() else 0


async def _read(frames: FrameReader, connection: Connection, stopped: asyncio.Event) -> None:
    async for body in frames.bodies():
        if isinstance(body, FrameTooLarge):
            connection.report_too_large()
        else:
            await connection.receive(body)
        if stopped.is_set():
            return
    stopped.set()


def _stop_on_signals(loop: asyncio.AbstractEventLoop, stopped: asyncio.Event) -> asyncio.Event:
    signalled = asyncio.Event()

    def stop() -> None:
        signalled.set()
        stopped.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # Windows has no loop signal handlers
            loop.add_signal_handler(number, stop)
    return signalled


def _no_converter() -> Any:
    """Messages stay plain dicts: nothing is structured."""
    return None
