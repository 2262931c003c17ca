"""What the first turn after a start costs on a large store, and how many passages are read for it.

    python benchmarks/first_turn.py STORE

`STORE` is a folder that `benchmarks/turn.py --keep` filled; it is changed: each run adds a memory. Starts a process for
each case: after a clean stop, after a process that was killed, and without the file that keeps the table of passages.
The embedding model is loaded before the turn is asked for, since a turn does not wait for it.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.turn import ready, turn_for
from memserver.__main__ import prepare_process
from memserver.config import Settings
from memserver.engine import Engine
from memserver.layers.drafts import Draft
from memserver.model import Layer
from memserver.retrieval import map_file
from memserver.storage.passages import PassageRepository, PassageRow

QUESTION = "Who looks after the settings of the server, and when do releases go out?"
read: list[int] = []


async def rows_after(self: PassageRepository, passage_id: int, limit: int) -> list[PassageRow]:
    """Read as always, and count."""
    rows = await _rows_after(self, passage_id, limit)
    read.append(len(rows))
    return rows


_rows_after = PassageRepository.rows_after


async def one(folder: Path, *, killed: bool, at_once: bool, settle: bool) -> None:
    """Open the store, ask once (`at_once`: before the background has done anything), add a memory, and end."""
    settings = Settings(data_dir=str(folder / "data"), brain_path=str(folder / "brain"))
    async with Engine.open(settings) as engine:
        if settle:
            await ready(engine)
        if not at_once:
            await engine.embedder.wait_ready()
            await asyncio.sleep(1)
        before = sum(read)
        for name in ("first", "second"):
            started = time.perf_counter()
            result, turn = await engine.build_turn(turn_for(QUESTION))
            shown = ", ".join(warning.part for warning in result.warnings) or "none"
            print(
                f"  {name} turn {(time.perf_counter() - started) * 1_000:6.1f} ms, {len(result.items)} items,"
                f" {turn.found.passages if turn.found else 0} passages known, warnings: {shown}"
            )
            if at_once:
                await asyncio.sleep(3)
        print(f"  passages read before the turn {before}, from then on {sum(read) - before}")
        await engine.writer.add(Draft(Layer.LONG_TERM, f"Noted at {time.time_ns()}: the lamp in the hall flickers."))
        if killed:
            sys.stdout.flush()
            os.kill(os.getpid(), signal.SIGKILL)


def run(title: str, folder: Path, options: Sequence[str] = ()) -> None:
    """Run one case in a process of its own."""
    print(title, flush=True)
    subprocess.run([sys.executable, __file__, str(folder), "--one", *options], check=False)


def main() -> None:
    """Run all cases, or one of them."""
    folder, options = Path(sys.argv[1]), sys.argv[2:]
    if "--one" in options:
        prepare_process()
        case = one(folder, killed="--kill" in options, at_once="--at-once" in options, settle="--settle" in options)
        with mock.patch.object(PassageRepository, "rows_after", rows_after):
            asyncio.run(case)
        return
    run("to begin with", folder, ["--settle"])
    run("after a clean stop (then killed)", folder, ["--kill"])
    run("after kill -9", folder)
    run("at once after the start", folder, ["--at-once"])
    map_file.remove(folder / "data" / "index")
    run("at once after the start, without the file", folder, ["--at-once"])


if __name__ == "__main__":
    main()
