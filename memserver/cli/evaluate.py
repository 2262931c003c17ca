"""`memserver evaluate`: score answers against golden sets, or show how scores moved."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from memserver.cli.inputs import absolute
from memserver.cli.session import open_session
from memserver.cli.terminal import Terminal

BARS = "▁▂▃▄▅▆▇█"


async def evaluate(options: Namespace, terminal: Terminal) -> int:
    """Run sets; exit code 1 when a score stays below what was asked for, or a set does not tell good from bad."""
    needs_context = not (options.answers or options.history or options.check)
    async with open_session(options, terminal, settle=needs_context) as session:
        if options.history:
            return _history(options, terminal, await session.call("evaluation/history", set=options.set_id))
        done = await session.call(
            "evaluation/run",
            set=options.set_id,
            language=options.language,
            path=absolute(options.answers) if options.answers else None,
            source="self-check" if options.check else None,
        )
    if options.json:
        terminal.json(done)
    else:
        terminal.line(done["markdown"])
    for problem in done["problems"]:
        terminal.note(f"! {problem}")
    low = options.at_least is not None and any(run["score"] < options.at_least for run in done["runs"])
    return 1 if low or any(run["problems"] for run in done["runs"]) else 0


def _history(options: Namespace, terminal: Terminal, shown: dict[str, Any]) -> int:
    if options.json:
        terminal.json(shown)
        return 0
    for trend in shown["trends"]:
        scores = trend["scores"]
        bars = "".join(BARS[min(len(BARS) - 1, int(score / 100 * len(BARS)))] for score in scores)
        last = terminal.style(f"{scores[-1]:g}", "bold")
        terminal.line(
            f"{trend['set']}  {bars}  {last}  {trend['change']:+g}  ({terminal.say('runs', count=len(scores))})"
        )
    if not shown["trends"]:
        terminal.line(terminal.say("runs.none"))
    return 0 if shown["trends"] else 1
