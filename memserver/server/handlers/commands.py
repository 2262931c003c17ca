"""`memserver/commands/…`."""

from __future__ import annotations

from memserver.protocol import commands as wire
from memserver.protocol.base import Empty
from memserver.server.dispatch import Call
from memserver.work.registry import COMMANDS, run_line


async def run(call: Call, params: wire.RunParams) -> wire.RunResult:
    """Run a command line."""
    output = await run_line(params.line, call.engine)
    return wire.RunResult(markdown=output.markdown, data=dict(output.data))


async def list_all(call: Call, params: Empty) -> wire.CommandListResult:  # noqa: ARG001 - a request without params
    """List the commands."""
    return wire.CommandListResult(
        commands=[
            wire.CommandView(
                name=command.name,
                category=command.category,
                summary=command.summary["en"],
                usage="\n".join(command.usage),
                aliases=list(command.aliases),
            )
            for command in COMMANDS
        ]
    )
