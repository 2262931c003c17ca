"""Running an analysis in a process of its own: started for one call, never urgent, killed when nobody wants it.

A thread would compete with every turn for the interpreter's lock, and memory that it once took would stay. The
measurement is in docs/decisions. Owns the process and its pipes; what is analysed is the job's business.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from memserver.errors import MemserverError
from memserver.workers.job import Json, Tell, analyse_here

log = logging.getLogger(__name__)

# The answer is one line: the map of a large workspace takes a few megabytes.
LONGEST_LINE = 64 * 1024 * 1024
PACKAGE_PARENT = Path(__file__).resolve().parent.parent.parent
KILL_PATIENCE_SECONDS = 5.0


class AnalysisFailed(MemserverError):
    """The process ended without a result."""

    kind = "analysis-failed"


async def analyse_apart(function: str, arguments: Mapping[str, Any], tell: Tell) -> Json:
    """Run `module:function` in a process of its own; cancelling kills it."""
    if not sys.executable:
        return await analyse_here(function, arguments)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-P", "-m", "memserver.workers.child",
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, limit=LONGEST_LINE,
        env=_environment(), creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),
    )  # fmt: skip
    try:
        assert process.stdin is not None
        request = json.dumps({"function": function, "arguments": dict(arguments)}, ensure_ascii=False)
        with contextlib.suppress(ConnectionError):  # one that ended already is noticed below
            process.stdin.write(request.encode() + b"\n")
            await process.stdin.drain()
        return await _result(process, function, tell)
    finally:
        await _end(process)


async def _result(process: asyncio.subprocess.Process, function: str, tell: Tell) -> Json:
    assert process.stdout is not None
    while line := await process.stdout.readline():
        said = json.loads(line)
        if "progress" in said:
            done, total, message = said["progress"]
            tell(done, total, message)
        elif "failed" in said:
            log.warning("the analysis %s failed: %s", function, said["failed"])
            raise AnalysisFailed(f"The analysis failed ({said['failed'].split(' ')[0]}).", hint="See the log.")
        else:
            result: Json = said["result"]
            return result
    raise AnalysisFailed("The process of the analysis ended without a result.", hint="Is there enough free memory?")


async def _end(process: asyncio.subprocess.Process) -> None:
    """Kill the process if it still runs, and wait for its end."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
    waiting = asyncio.ensure_future(process.wait())
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(KILL_PATIENCE_SECONDS):
            await asyncio.shield(waiting)


def _environment() -> dict[str, str]:
    """Return an environment in which the child finds this very package, and takes one core at most."""
    path = os.pathsep.join(part for part in (str(PACKAGE_PARENT), os.environ.get("PYTHONPATH", "")) if part)
    return {**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1", "OMP_NUM_THREADS": "1"}
