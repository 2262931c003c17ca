"""`memserver forget`: delete memories from the store, the indexes and the files."""

from __future__ import annotations

from argparse import Namespace

from memserver.cli.session import open_session
from memserver.cli.terminal import Terminal
from memserver.errors import InvalidParams


async def forget(options: Namespace, terminal: Terminal) -> int:
    """Delete what was named."""
    if bool(options.id) == options.everything:
        raise InvalidParams("Name the ids to forget, or say --everything.", hint="memserver search shows ids")
    async with open_session(options, terminal, settle=False) as session:
        if options.everything:
            count = (await session.call("memory/deleteAll", confirm="delete everything"))["memories"]
        else:
            for memory_id in options.id:
                await session.call("memory/delete", id=memory_id)
            count = len(options.id)
    if options.json:
        terminal.json({"forgotten": count})
    else:
        terminal.line(terminal.say("forgotten", count=count))
    return 0
