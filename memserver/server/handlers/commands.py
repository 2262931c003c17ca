"""`memserver/commands/…`."""

from __future__ import annotations

from memserver.protocol import commands as wire
from memserver.protocol.base import Empty
from memserver.server.dispatch import Call
from memserver.work.registry import COMMANDS, run_line
from memserver.work_services import WorkServices


async def run(call: Call, params: wire.RunParams) -> wire.RunResult:
    """Run a command line."""
    services = WorkServices(call.engine, params.workspace_uri)
    command, output = await run_line(params.line, services, params.language)
    await call.engine.recent_commands.add(command.name)
    await call.engine.trackers.take_in()
    return wire.RunResult(markdown=output.markdown, data=dict(output.data))


async def list_all(call: Call, params: Empty) -> wire.CommandListResult:  # noqa: ARG001 - a request without params
    """List the commands."""
    return wire.CommandListResult(
        commands=[
            wire.CommandView(
                name=command.name,
                category=command.category,
                summary=command.summary["en"],
                summary_ko=command.summary["ko"],
                usage="\n".join(command.usage("en")),
                usage_ko="\n".join(command.usage("ko")),
                aliases=list(command.aliases),
            )
            for command in COMMANDS
        ]
    )
