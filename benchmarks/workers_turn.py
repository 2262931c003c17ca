"""What a turn feels of the workers: the 95th percentile of turns while all of them run, against idle, in one run.

    python benchmarks/workers_turn.py [--files 5000] [--rounds 4] [--turns 80] [--memories 2000]

Rounds without and with workers follow each other; each round with workers dispatches all twelve on a workspace that
none of them has seen. Aim: at most 1.3 times. The resident size counts the server and every process it starts, sampled
ten times a second: aim: less than 150 MB more at any time, and back afterwards. Before that, the same pure-Python
analysis runs in a thread of the server and in a process of its own: the measurement behind docs/decisions/0011.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import psutil

from benchmarks.lifecycle_fill import fill_store, statements
from benchmarks.workers_workspace import make_workspace
from memserver.config import Settings
from memserver.embedding.default_model import DIMENSIONS
from memserver.embedding.local import local_fingerprint
from memserver.engine import Engine
from memserver.turn.request import TurnRequest
from memserver.workers.analysis import analyse_apart
from memserver.workers.job import analyse_here
from tests.e2e.client import Client

ANALYSIS = "benchmarks.workers_workspace:parse_everything"
PAUSE_SECONDS = 0.02
QUIET_SECONDS = 15.0
THREAD_ROUNDS = 3


def late(times: Sequence[float]) -> float:
    """Return the 95th percentile."""
    return sorted(times)[int(0.95 * (len(times) - 1))]


def questions(count: int, seed: int) -> list[str]:
    """Return different questions about the stored statements."""
    return [f"what about {text[:60]}?" for text in statements(seed * count, count)]


async def thread_or_process(data: Path, folder: Path, turns: int) -> None:
    """Print how much slower a turn is beside an analysis in a thread, and beside one in a process."""
    settings = Settings(data_dir=str(data / "data"), brain_path=str(data / "brain"), workers_enabled=False)
    async with Engine.open(settings) as engine:
        await engine.embedder.wait_ready()
        while engine.keeper.index is None or await engine.store.vectors.pending():  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.1)

        async def ask(seed: int) -> list[float]:
            times = []
            for question in questions(turns, seed):
                started = time.perf_counter()
                await engine.build_turn(TurnRequest(question, "bench", max_tokens=2_000))
                times.append(time.perf_counter() - started)
                await asyncio.sleep(PAUSE_SECONDS)
            return times

        async def beside(work: Callable[[], Awaitable[object]], seed: int) -> list[float]:
            async def again_and_again() -> None:
                while True:
                    await work()

            task = asyncio.create_task(again_and_again())
            await asyncio.sleep(0.5)
            times = await ask(seed)
            task.cancel()
            await asyncio.wait([task])
            return times

        arguments = {"folder": str(folder)}
        await ask(1)
        idle, apart, here = [], [], []
        for seed in range(2, 2 + 3 * THREAD_ROUNDS, 3):
            idle += await ask(seed)
            apart += await beside(lambda: analyse_apart(ANALYSIS, arguments, lambda *_: None), seed + 1)
            here += await beside(lambda: analyse_here(ANALYSIS, arguments), seed + 2)
    for name, times in (("in a thread", here), ("in a process", apart)):
        print(
            f"  analysis {name}: p95 of a turn {late(times) / late(idle):.2f} x idle,"
            f" median {statistics.median(times) / statistics.median(idle):.2f} x"
        )


class Sampler(threading.Thread):
    """Follows the resident size of a server and of the processes it starts."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._process = psutil.Process(pid)
        self._ended = threading.Event()
        self.before = self.server()
        self.most_server = self.most_children = self.most_together = 0

    def server(self) -> int:
        """Return the bytes of the server alone."""
        return int(self._process.memory_info().rss)

    def children(self) -> int:
        """Return the bytes that belong to what it has started alone.

        Between fork and exec a child shares everything with the server: its resident size would count that twice.
        """
        total = 0
        for each in self._process.children(recursive=True):
            try:
                total += each.memory_full_info().uss
            except psutil.Error:
                continue
        return total

    def run(self) -> None:
        """Sample until stopped."""
        while not self._ended.wait(0.1):
            server, children = self.server(), self.children()
            self.most_server = max(self.most_server, server)
            self.most_children = max(self.most_children, children)
            self.most_together = max(self.most_together, server + children)

    def stop(self) -> None:
        """End, and say what was seen."""
        self._ended.set()
        self.join()
        time.sleep(QUIET_SECONDS)
        more, server = self.most_together - self.before, self.most_server - self.before
        print(
            f"  resident: server {self.before / 1e6:.0f} MB before; at most {more / 1e6:+.0f} MB with everything it"
            f" starts (aim: 150): server {server / 1e6:+.0f}, others {self.most_children / 1e6:.0f}; afterwards server"
            f" {(self.server() - self.before) / 1e6:+.0f}, others {self.children() / 1e6:.0f}"
        )


def ask(client: Client, asked: Sequence[str], workspace: Path) -> list[float]:
    """Return the seconds of each turn."""
    times = []
    for question in asked:
        params = {"prompt": question, "sessionId": "bench", "maxTokens": 2_000, "workspaceUri": workspace.as_uri()}
        started = time.perf_counter()
        client.call("context/build", params)
        times.append(time.perf_counter() - started)
        time.sleep(PAUSE_SECONDS)
    return times


def all_workers(data: Path, folders: Sequence[Path], turns: int) -> None:
    """Print the ratio of turns with and without workers, and what the workers take of the memory."""
    options = {"brainPath": str(data / "brain"), "workersEnabled": False}
    with Client(data / "data", options=options, workspace=folders[0]) as client:
        client.wait_for_vectors(600)
        ask(client, questions(turns, 1), folders[0])
        sampler = Sampler(client.process.pid)
        sampler.start()
        idle, busy = [], []
        for number, folder in enumerate(folders):
            idle += ask(client, questions(turns, 10 + number), folders[0])
            sent = client.send("memserver/workers/dispatchAll", {"workspaceUri": folder.as_uri()})
            started, during = time.perf_counter(), []
            while not client.answers(sent):
                during += ask(client, questions(10, 1_000 + number * 100 + len(during)), folders[0])
            results = client.result(sent)["results"]
            busy += during
            failed = [f"{each['worker']}: {each['output']}" for each in results if not each["success"]]
            print(
                f"  round {number + 1}: all workers in {time.perf_counter() - started:.1f} s, {len(during)} turns",
                failed,
            )
        sampler.stop()
    print(f"  {len(idle)} turns idle: median {statistics.median(idle) * 1000:.1f} ms, p95 {late(idle) * 1000:.1f} ms")
    print(f"  {len(busy)} turns busy: median {statistics.median(busy) * 1000:.1f} ms, p95 {late(busy) * 1000:.1f} ms")
    print(f"  p95 of a turn while all workers run: {late(busy) / late(idle):.2f} x idle (aim: 1.3)")


def main() -> None:
    """Make workspaces and a store, and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=5_000)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--turns", type=int, default=80)
    parser.add_argument("--memories", type=int, default=2_000)
    parser.add_argument("--no-thread", action="store_true", help="leave thread against process out")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        spaces = [make_workspace(folder / f"space{seed}", arguments.files, seed) for seed in range(arguments.rounds)]
        asyncio.run(fill_store(folder / "store" / "data", arguments.memories, local_fingerprint(), DIMENSIONS))
        if not arguments.no_thread:
            print("thread or process")
            asyncio.run(thread_or_process(folder / "store", spaces[0], arguments.turns))
        print(f"all workers, {arguments.files} files")
        all_workers(folder / "store", spaces, arguments.turns)


if __name__ == "__main__":
    main()
