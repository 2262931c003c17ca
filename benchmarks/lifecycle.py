"""What writing costs: many memories at once, and one more at any size of the store.

    python benchmarks/lifecycle.py [--memories 10000] [--sizes 1000 10000 100000] [--writes 40]

The first part adds memories with `addMany` through the real server until every one of them can be found by meaning. A
plain loop (sqlite3, FTS5, the same embedding engine, the same texts) runs before and after it; the ratio of the two
speeds is what counts (aim: 0.8). The second part fills a store directly, starts the server on it, and times single
writes (aim: the largest store costs at most 1.5 times the smallest).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.lifecycle_fill import fill_store, statements
from memserver.config import Settings
from memserver.embedding.choosing import embedding_choice
from memserver.embedding.loading import make_engine
from memserver.embedding.protocol import Engine, Kind
from memserver.text.terms import fts_document
from tests.e2e.client import Client

BATCH = 256
LAYERS = ("episodic", "long-term")
WARM_UP = 10
# Long enough for the vector of one memory, even on a busy machine.
PAUSE_SECONDS = 0.15


def plain_loop(texts: Sequence[str], folder: Path) -> float:
    """Store texts as anyone would write it down: embed a batch, insert it, commit. Returns the seconds."""

    async def run() -> float:
        with ThreadPoolExecutor(1) as executor:
            engine = await _engine(executor)
            database = sqlite3.connect(folder / "plain.db")
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("CREATE TABLE items (id INTEGER PRIMARY KEY, text TEXT, vector BLOB)")
            database.execute("CREATE VIRTUAL TABLE words USING fts5(terms)")
            started = time.perf_counter()
            for start in range(0, len(texts), BATCH):
                batch = texts[start : start + BATCH]
                vectors = await engine.embed_batch(batch, Kind.PASSAGE)
                rows = [(start + i, text, vectors[i].tobytes()) for i, text in enumerate(batch)]
                database.executemany("INSERT INTO items VALUES (?, ?, ?)", rows)
                database.executemany(
                    "INSERT INTO words(rowid, terms) VALUES (?, ?)", [(row[0], fts_document(row[1])) for row in rows]
                )
                database.commit()
            elapsed = time.perf_counter() - started
            database.close()
            await engine.close()
            return elapsed

    return asyncio.run(run())


async def _engine(executor: ThreadPoolExecutor) -> Engine:
    engine = make_engine(embedding_choice(Settings()), executor)
    assert engine is not None
    await engine.load()
    return engine


def server_ingest(texts: Sequence[str], layer: str, folder: Path) -> tuple[float, float]:
    """Add texts through the server; returns the seconds until all were acknowledged and until all have vectors."""
    with Client(folder / "data") as client:
        client.wait_for_vectors()
        client.call("memory/add", {"layer": layer, "content": "Nothing is measured before the engine is warm."})
        client.wait_for_vectors()
        started = time.perf_counter()
        for start in range(0, len(texts), BATCH):
            items = [{"layer": layer, "content": text, "scope": "global"} for text in texts[start : start + BATCH]]
            result = client.call("memory/addMany", {"items": items}, timeout=600)
            if result["failed"]:
                raise SystemExit(f"items failed: {result['failed'][:3]}")
        acknowledged = time.perf_counter() - started
        client.poll(lambda: client.call("memory/stats")["pendingVectors"] == 0, "every vector", 3_600)
        elapsed = time.perf_counter() - started
        found = client.call("memory/search", {"query": texts[-1], "limit": 3})["results"]
        if not found or found[0]["content"] != texts[-1]:
            raise SystemExit("what was added is not found")
        return acknowledged, elapsed


def one_more_write(size: int, writes: int, folder: Path) -> dict[str, tuple[float, float]]:
    """Return (median wall, mean CPU) milliseconds of one write, by layer, in a store of a given size."""
    asyncio.run(_fill(folder / "data", size))
    texts = iter(statements(10_000_000 + size, writes * 4 + 40))
    with Client(folder / "data") as client:
        client.wait_for_vectors(600)
        _wait_until_idle(client.process.pid)
        return {layer: _write_cost(client, layer, texts, writes) for layer in LAYERS}


async def _fill(data: Path, size: int) -> None:
    with ThreadPoolExecutor(1) as executor:
        engine = await _engine(executor)
        fingerprint, dimensions = engine.fingerprint, engine.dimensions
        await engine.close()
    await fill_store(data, size, fingerprint, dimensions)


def _write_cost(client: Client, layer: str, texts: Iterator[str], writes: int) -> tuple[float, float]:
    """Time single writes. The background may finish between them: its CPU counts, its time does not."""
    times: list[float] = []
    cpu = 0.0
    for number in range(writes + WARM_UP):
        if number == WARM_UP:
            cpu = _cpu_seconds(client.process.pid)
        item = {"layer": layer, "content": next(texts), "scope": "global"}
        started = time.perf_counter()
        client.call("memory/add", item)
        times.append((time.perf_counter() - started) * 1000)
        time.sleep(PAUSE_SECONDS)
    cpu = (_cpu_seconds(client.process.pid) - cpu) * 1000 / writes
    return statistics.median(times[WARM_UP:]), cpu


def _wait_until_idle(pid: int) -> None:
    """Wait until the server has nothing left to do at its start, such as building the index of a large store."""
    before = -1.0
    for _ in range(600):
        now = _cpu_seconds(pid)
        if now - before < 0.05:
            return
        before = now
        time.sleep(1)


def _cpu_seconds(pid: int) -> float:
    """Return the CPU time of a process so far; 0 where the system does not tell."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    user, system = stat.read_text(encoding="ascii").rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def measure_ingest(count: int) -> None:
    """Print how fast memories come in, against the plain loop."""
    print(f"{count} memories, items per second")
    print(f"{'layer':<12} {'plain loop':>10} {'server':>8} {'ratio':>6} {'acknowledged':>13}")
    half = count // 2
    for layer in LAYERS:
        texts = list(statements(0, count))
        with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
            before = plain_loop(texts[:half], Path(first))
            acknowledged, elapsed = server_ingest(texts, layer, Path(second))
            with tempfile.TemporaryDirectory() as third:
                after = plain_loop(texts[half:], Path(third))
        plain, server = count / (before + after), count / elapsed
        print(f"{layer:<12} {plain:>10.1f} {server:>8.1f} {server / plain:>6.2f} {count / acknowledged:>13.1f}")


def measure_writes(sizes: Sequence[int], writes: int) -> None:
    """Print what one more write costs in stores of growing size."""
    print(f"\none more write: median of {writes} in ms, and mean CPU ms with the work it leaves to the background")
    print(f"{'memories':<10}" + "".join(f"{layer:>12} {'ratio':>6} {'CPU':>7} {'ratio':>6}" for layer in LAYERS))
    smallest: dict[str, tuple[float, float]] = {}
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            costs = one_more_write(size, writes, Path(folder))
        smallest = smallest or costs
        cells = ""
        for layer in LAYERS:
            (wall, cpu), (first_wall, first_cpu) = costs[layer], smallest[layer]
            cells += f"{wall:>12.2f} {wall / first_wall:>6.2f} {cpu:>7.1f} {cpu / (first_cpu or 1):>6.2f}"
        print(f"{size:<10}{cells}")


def main() -> None:
    """Run both parts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--memories", type=int, default=10_000, help="0 leaves the first part out")
    parser.add_argument("--sizes", type=int, nargs="*", default=[1_000, 10_000, 100_000])
    parser.add_argument("--writes", type=int, default=40)
    arguments = parser.parse_args()
    if arguments.memories:
        measure_ingest(arguments.memories)
    if arguments.sizes:
        measure_writes(arguments.sizes, arguments.writes)


if __name__ == "__main__":
    main()
