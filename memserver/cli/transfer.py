"""`memserver export` and `memserver import`: carry memories out and in."""

from __future__ import annotations

from argparse import Namespace

from memserver.cli.inputs import absolute
from memserver.cli.session import open_session
from memserver.cli.terminal import Terminal

SHOWN_FAILURES = 10


async def export_all(options: Namespace, terminal: Terminal) -> int:
    """Write everything to a folder."""
    async with open_session(options, terminal, settle=False) as session:
        written = await session.call("memory/export", path=absolute(options.folder))
    if options.json:
        terminal.json(written)
    else:
        terminal.line(terminal.say("exported", count=written["memories"], folder=written["path"]))
    return 0


async def import_from(options: Namespace, terminal: Terminal) -> int:
    """Read memories from a file or folder; exit code 1 when one of them failed or there were none."""
    async with open_session(options, terminal) as session:
        read = await session.call("memory/import", path=absolute(options.path), format=options.format)
        await session.settle()
    failed = read["failed"]
    if options.json:
        terminal.json(read)
    else:
        counts = {"added": read["added"], "duplicates": read["duplicates"], "failed": len(failed)}
        terminal.line(terminal.say("imported", format=read["format"], **counts))
        for warning in read.get("warnings", ()):
            terminal.note(f"! {warning}")
        for failure in failed[:SHOWN_FAILURES]:
            terminal.note(f"! {failure['message']}")
    return 1 if failed or not (read["added"] or read["duplicates"]) else 0
