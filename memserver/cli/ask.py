"""`memserver ask`: one turn, as an agent would be given it, with where each piece came from."""

from __future__ import annotations

from argparse import Namespace

from memserver.cli.inputs import absolute, text_of
from memserver.cli.session import open_session
from memserver.cli.terminal import Terminal
from memserver.cli.turn_view import show_turn

SESSION_ID = "command-line"


async def ask(options: Namespace, terminal: Terminal) -> int:
    """Run one turn; exit code 1 when nothing that is stored has to do with it."""
    prompt = text_of(options.prompt)
    async with open_session(options, terminal) as session:
        turn = await session.call(
            "context/build",
            prompt=prompt,
            sessionId=SESSION_ID,
            agent=options.agent,
            maxTokens=options.max_tokens,
            mode="casual" if options.casual else "work",
            activeFile=absolute(options.file) if options.file else None,
        )
        if options.json:
            terminal.json(turn)
        else:
            show_turn(terminal, prompt.strip(), turn, session.engine.clock(), everything=options.all)
    return 0 if turn["items"] else 1
