"""`memserver search` and `memserver list`: look memories up."""

from __future__ import annotations

from argparse import Namespace
from datetime import datetime
from typing import Any

from memserver.cli.inputs import text_of
from memserver.cli.session import open_session
from memserver.cli.terminal import Terminal
from memserver.cli.turn_view import age, score


async def search(options: Namespace, terminal: Terminal) -> int:
    """Find memories by meaning and words; exit code 1 when there are none."""
    async with open_session(options, terminal) as session:
        found = await session.call(
            "memory/search",
            query=text_of(options.query),
            limit=options.limit,
            layers=options.layer,
            tags=options.tag,
            includeSuperseded=options.replaced or None,
        )
        if options.json:
            terminal.json(found)
        else:
            _show(terminal, found["results"], session.engine.clock())
    return 0 if found["results"] else 1


async def list_newest(options: Namespace, terminal: Terminal) -> int:
    """List memories, newest first; exit code 1 when there are none."""
    async with open_session(options, terminal, settle=False) as session:
        page = await session.call("memory/list", limit=options.limit, layer=options.layer, tag=options.tag)
        if options.json:
            terminal.json(page)
        else:
            _show(terminal, page["items"], session.engine.clock())
    return 0 if page["items"] else 1


def _show(terminal: Terminal, memories: list[dict[str, Any]], now: datetime) -> None:
    if not memories:
        terminal.line(terminal.say("found.none"))
    for memory in memories:
        layer = terminal.say(f"layer.{memory['layer']}")
        when = age(terminal, memory.get("timestamp"), now)
        notes = [layer, when, memory["status"], *(f"#{tag}" for tag in memory["tags"])]
        lead = score(terminal, memory["score"]) + "  " if "score" in memory else ""
        head = lead + terminal.style(memory["id"], "dim") + "  " + " · ".join(note for note in notes if note)
        terminal.line(head)
        terminal.quoted(memory["content"])
        if memory.get("supersededBy"):
            note = terminal.say("replaced", id=memory["supersededBy"])
            terminal.line("  " + terminal.style(f"⚠ {note}", "yellow"))
        if memory.get("stale"):
            reasons = memory.get("staleReasons") or (memory.get("reasons") or {}).get("stale") or []
            note = "; ".join([terminal.say("stale"), *reasons])
            terminal.line("  " + terminal.style(f"⚠ {note}", "yellow"))
