"""`memserver demo`: a small team's notes, a few remembered facts, and two turns over them, with the real engine.

What is told comes from the package's `demo` folder: the notes in `brain`, the project in `workspace`, and `story.json`.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import tempfile
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from importlib import resources
from pathlib import Path
from typing import Any

from memserver.cli.ask import SESSION_ID
from memserver.cli.inputs import absolute
from memserver.cli.layout import shorten, wrap
from memserver.cli.remember import show_added
from memserver.cli.session import Session, open_session
from memserver.cli.terminal import Terminal
from memserver.cli.turn_view import age, show_turn
from memserver.clock import system_clock, to_iso
from memserver.errors import InvalidParams

DAY_SECONDS = 86_400
WARM_UP_QUESTION = "What is this about?"
# Put together here, so that no file of ours holds anything that looks like a password.
DEMO_SECRET = "".join(["h4rb0ur", "-", "L1ght", "9"])


async def demo(options: Namespace, terminal: Terminal) -> int:
    """Tell the story from the beginning."""
    story = read_story()
    with _folder(options.keep) as folder:
        await asyncio.to_thread(lay_out, folder, story)
        options.data_dir, options.brain = str(folder / "data"), str(folder / "brain")
        options.workspace = str(folder / "workspace")
        async with open_session(options, terminal) as session:
            if options.json:
                terminal.json(await _as_json(session, folder, story))
            else:
                await _told(session, folder, story)
        if not options.json:
            _farewell(terminal, folder if options.keep else None)
    return 0


def read_story() -> dict[str, Any]:
    """Return what is remembered, changed and asked."""
    story: dict[str, Any] = json.loads(_data().joinpath("story.json").read_text(encoding="utf-8"))
    return story


def lay_out(folder: Path, story: dict[str, Any]) -> None:
    """Write the notes and the project, as old as the story says."""
    for part in ("brain", "workspace"):
        with resources.as_file(_data().joinpath(part)) as source:
            shutil.copytree(source, folder / part, dirs_exist_ok=True)
    now = system_clock().timestamp()
    for path, days in story["notes"].items():
        moment = now - days * DAY_SECONDS
        os.utime(folder / "brain" / path, (moment, moment))


async def _told(session: Session, folder: Path, story: dict[str, Any]) -> None:
    terminal = session.terminal
    terminal.line(terminal.style(terminal.say("demo.title"), "bold"))
    for line in wrap(terminal.say("demo.lead"), terminal.width):
        terminal.line(line)
    now = session.engine.clock()
    terminal.heading(terminal.say("demo.notes"), str(folder / "brain"))
    for path, days in story["notes"].items():
        terminal.line(f"  {path}  {terminal.style(age(terminal, to_iso(now - timedelta(days=days)), now), 'dim')}")
    terminal.heading(terminal.say("demo.remember"), terminal.say("demo.remember.detail"))
    for memory in story["memories"]:
        added = await _remember(session, folder, memory)
        await show_added(session, added, shorten(_shown_content(memory), terminal.width - 36))
    terminal.heading(terminal.say("demo.change", file=story["change"]["file"]), terminal.say("demo.change.detail"))
    await _prepare_questions(session, folder, story)
    for question in story["questions"]:
        show_turn(terminal, question, await _ask(session, question), session.engine.clock(), everything=False)


async def _as_json(session: Session, folder: Path, story: dict[str, Any]) -> dict[str, Any]:
    added = [await _remember(session, folder, memory) for memory in story["memories"]]
    await _prepare_questions(session, folder, story)
    return {"remembered": added, "turns": [await _ask(session, question) for question in story["questions"]]}


async def _remember(session: Session, folder: Path, memory: dict[str, Any]) -> dict[str, Any]:
    files = [str(folder / "workspace" / path) for path in memory.get("files", ())]
    added: dict[str, Any] = await session.call(
        "memory/add",
        layer=memory["layer"],
        category=memory["category"],
        content=memory["content"].replace("{secret}", DEMO_SECRET),
        tags=memory.get("tags"),
        relatedFiles=files or None,
        timestamp=to_iso(session.engine.clock() - timedelta(days=memory["daysAgo"])),
    )
    # Each fact is compared with those before it by meaning too, so they have to be in the index.
    await session.settle()
    return added


async def _prepare_questions(session: Session, folder: Path, story: dict[str, Any]) -> None:
    change = story["change"]
    await asyncio.to_thread((folder / "workspace" / change["file"]).write_text, change["text"], "utf-8")
    # The very first turn loads what every later one finds loaded; its times would mislead.
    await _ask(session, WARM_UP_QUESTION)


async def _ask(session: Session, question: str) -> dict[str, Any]:
    turn: dict[str, Any] = await session.call("context/build", prompt=question, sessionId=SESSION_ID)
    return turn


def _shown_content(memory: dict[str, Any]) -> str:
    content: str = memory["content"].replace("{secret}", DEMO_SECRET[:2] + "…")
    return content


def _farewell(terminal: Terminal, kept: Path | None) -> None:
    terminal.heading(terminal.say("demo.next"))
    if kept is not None:
        folders = f"--data-dir {kept / 'data'} --brain {kept / 'brain'} --workspace {kept / 'workspace'}"
        terminal.line(f'  memserver ask "긴급 수정은 어떻게 하나요?" {folders}')
    else:
        terminal.line(f"  {terminal.say('demo.gone')}")
        terminal.line("  memserver demo --keep DIR")
    terminal.line('  memserver remember "…"   memserver ask "…"   memserver doctor   memserver --help')


@contextmanager
def _folder(keep: str | None) -> Iterator[Path]:
    """Yield the folder that was named, or one that is gone afterwards."""
    if keep is None:
        with tempfile.TemporaryDirectory(prefix="memserver-demo-", ignore_cleanup_errors=True) as name:
            yield Path(name).resolve()
        return
    folder = Path(absolute(keep))
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InvalidParams(f"{folder} is not empty.", hint="name a folder that does not exist yet")
    folder.mkdir(parents=True, exist_ok=True)
    yield folder


def _data() -> Any:
    return resources.files("memserver").joinpath("demo")
