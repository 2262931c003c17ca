"""`memserver remember`: keep something, and say what became of it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from memserver.cli.inputs import absolute, text_of
from memserver.cli.layout import shorten
from memserver.cli.session import Session, open_session
from memserver.cli.terminal import Terminal

TITLE_COLUMNS = 60


async def remember(options: Namespace, terminal: Terminal) -> int:
    """Store one memory."""
    async with open_session(options, terminal) as session:
        added = await session.call(
            "memory/add",
            layer=options.layer,
            content=text_of(options.content),
            title=options.title,
            category=options.category,
            tags=options.tag,
            relatedFiles=[absolute(path) for path in options.file] if options.file else None,
        )
        # The next command finds it by its meaning, without having to wait.
        await session.settle()
        if options.json:
            terminal.json(added)
        else:
            await show_added(session, added)
    return 0


async def show_added(session: Session, added: dict[str, Any], text: str = "") -> None:
    """Write what became of a memory: stored, known, replacing, contradicting, redacted."""
    terminal = session.terminal
    known = added.get("duplicateOf")
    mark = terminal.style("=", "yellow") if known else terminal.style("✓", "green", "bold")
    head = text or terminal.say("known" if known else "remembered")
    terminal.line(f"  {mark} {head}  {terminal.style(added['id'], 'dim')}")
    for key, ids in (("replaces", added.get("supersedes")), ("contradicts", added.get("conflictsWith"))):
        if ids:
            titles = "; ".join([f"“{title}”" for title in await _titles(session, ids)])
            terminal.line(f"    {terminal.style('↳ ' + terminal.say(key, count=len(ids), titles=titles), 'yellow')}")
    if added.get("redactions"):
        what = ", ".join(f"{each['count']} × {each['kind']}" for each in added["redactions"])
        terminal.line(f"    {terminal.style('↳ ' + terminal.say('redacted', what=what), 'magenta')}")


async def _titles(session: Session, ids: Sequence[str]) -> list[str]:
    memories = [await session.call("memory/get", id=memory_id) for memory_id in ids]
    return [shorten(memory["title"], TITLE_COLUMNS) for memory in memories]
