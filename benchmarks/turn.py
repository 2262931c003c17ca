"""What a whole turn costs, against the least that any hybrid search needs.

    python benchmarks/turn.py [--memories 10000 100000] [--chunks 2000] [--real 16000] [--turns 200] [--many 1000]

For each size: CPU time of one warm `context/build` through the engine, and of its floor (one query embedding, one FTS5
query over the same terms, one vector query), both in this process on the same store. Prints the ratio (aim: 1.5 at
10,000 memories, 1.2 at 100,000), the resident size of a server beyond that of an empty one against vectors and text
(aim: 1.5), and how far that size grows over many turns in a row (aim: not at all).
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import gc
import math
import os
import pstats
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

# As the server does: a product of small matrices is not worth a second thread.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.bench_data import process_cpu
from benchmarks.turn_fill import Pool, fill, material
from memserver.__main__ import prepare_process
from memserver.config import Settings
from memserver.embedding.local import LocalEmbedder, LocalModel, local_fingerprint
from memserver.embedding.protocol import Kind
from memserver.engine import Engine
from memserver.folders import cache_folder
from memserver.text.terms import fts_query, query_terms
from memserver.turn.request import TurnRequest
from tests.e2e.client import Client

Result = TypeVar("Result")

WARM = 20
ROUND = 20
FLOOR_HITS = 100
LOOK_SECONDS, QUIET_SHARE = 1.0, 0.05


async def measure(folder: Path, questions: Sequence[str], turns: int, profile: bool) -> None:
    """Print the CPU of turns and of their floor on one store."""
    settings = Settings(data_dir=str(folder / "data"), brain_path=str(folder / "brain"))
    async with Engine.open(settings) as engine:
        await ready(engine)
        database = sqlite3.connect(folder / "data" / "memory.db")
        profiler = cProfile.Profile()
        floors: list[Floor] = []
        whole: list[float] = []
        wall: list[float] = []
        for question in questions[:WARM]:
            await engine.build_turn(turn_for(question))
        # In rounds, so that neither runs in what the other one left in the caches of the processor.
        for start in range(WARM, WARM + turns, ROUND):
            asked = questions[start : start + ROUND]
            floors += [floor_of(engine, database, question) for question in asked]
            for question in asked:
                if profile:
                    profiler.enable()
                started = time.perf_counter()
                _, spent = await cpu_of(lambda question=question: engine.build_turn(turn_for(question)))
                wall.append(time.perf_counter() - started)
                profiler.disable()
                whole.append(spent)
        database.close()
    print_ratio(floors, whole, wall)
    if profile:
        pstats.Stats(profiler).sort_stats("tottime").print_stats(35)


class Floor(NamedTuple):
    """Milliseconds of CPU of the least that a hybrid search needs."""

    embedding: float
    words: float
    vectors: float


def floor_of(engine: Engine, database: sqlite3.Connection, question: str) -> Floor:
    """Measure one query embedding, one FTS5 query and one vector query; the model and the index are the engine's."""
    model, index = engine.embedder.embedder, engine.keeper.index
    assert isinstance(model, LocalEmbedder)
    assert index is not None
    vector, embedding = cpu(lambda: model.loaded().embed(question, Kind.QUERY))
    match = fts_query(query_terms(question))
    _, words = cpu(lambda: full_text(database, match))
    _, vectors = cpu(lambda: index.search(vector, FLOOR_HITS))
    return Floor(embedding, words, vectors)


def turn_for(question: str) -> TurnRequest:
    """Return a turn with the usual budget of the benchmark."""
    return TurnRequest(prompt=question, session_id="bench", max_tokens=2_000)


async def ready(engine: Engine) -> None:
    """Wait until the model is loaded, every vector is in the index and the index has its final kind."""
    await engine.embedder.wait_ready()
    await engine.brain_indexed.wait()
    while engine.keeper.index is None or await engine.store.vectors.pending():  # noqa: ASYNC110 - nobody tells
        await asyncio.sleep(0.1)
    await engine.keeper.settle()
    while len(engine.keeper.index) > 25_000 and engine.keeper.index.kind == "exact":  # noqa: ASYNC110 - nobody tells
        await asyncio.sleep(0.5)
    await quiet()


async def quiet() -> None:
    """Wait until this process has nothing left to do: what it compiles at its start is not the questions' doing."""
    used = -math.inf
    while time.process_time() - used > QUIET_SHARE * LOOK_SECONDS:
        used = time.process_time()
        await asyncio.sleep(LOOK_SECONDS)


def full_text(database: sqlite3.Connection, match: str) -> list[tuple[int, float]]:
    """Ask FTS5 for its best rows."""
    return database.execute(
        "SELECT rowid, bm25(passage_terms) FROM passage_terms WHERE passage_terms MATCH ?"
        f" ORDER BY bm25(passage_terms) LIMIT {FLOOR_HITS}",
        (match,),
    ).fetchall()


def cpu(run: Callable[[], Result]) -> tuple[Result, float]:
    """Return a result and the milliseconds of CPU that it took in all threads."""
    start = time.process_time()
    result = run()
    return result, (time.process_time() - start) * 1_000


async def cpu_of(run: Callable[[], Awaitable[Result]]) -> tuple[Result, float]:
    """The same for what is awaited."""
    start = time.process_time()
    result = await run()
    return result, (time.process_time() - start) * 1_000


def print_ratio(floors: Sequence[Floor], whole: Sequence[float], wall: Sequence[float]) -> None:
    """Print medians and means, and the ratio that counts: all turns over all floors."""
    sums = [sum(floor) for floor in floors]
    columns = {**dict(zip(Floor._fields, zip(*floors, strict=True), strict=True)), "floor": sums, "turn": whole}
    for name, values in columns.items():
        ordered = sorted(values)
        print(
            f"  {name:<10} CPU ms: median {statistics.median(ordered):6.2f}  mean {statistics.mean(ordered):6.2f}"
            f"  p95 {ordered[int(0.95 * (len(ordered) - 1))]:6.2f}"
        )
    print(f"  turn, wall clock ms: median {statistics.median(wall) * 1000:.2f}")
    print(
        f"  ratio turn / floor: {sum(whole) / sum(sums):.2f} of all,"
        f" {statistics.median(whole) / statistics.median(sums):.2f} of the medians"
    )


def settle(client: Client) -> None:
    """Wait until a server has nothing left to do."""
    used = process_cpu(client.process.pid)
    while True:
        time.sleep(2)
        now = process_cpu(client.process.pid)
        if now - used < 0.1:
            return
        used = now


def resident(client: Client) -> int:
    """Return the resident bytes of a server."""
    return int(client.call("status")["rssBytes"])


def measure_size(folder: Path, questions: Sequence[str], many: int) -> None:
    """Print what a store adds to a server's resident size, and whether turns make it grow."""
    with tempfile.TemporaryDirectory() as empty, Client(Path(empty) / "data") as client:
        client.wait_for_vectors()
        # The same questions: each new word touches another page of the model's table of words.
        ask(client, questions)
        base = resident(client)
    with Client(folder / "data", options={"brainPath": str(folder / "brain")}) as client:
        client.wait_for_vectors(600)
        ask(client, questions[:WARM])
        # Vectors are there before the index is: loading it must not be charged to the turns.
        settle(client)
        used, asked = process_cpu(client.process.pid), questions[WARM:]
        ask(client, asked)
        spent = (process_cpu(client.process.pid) - used) / len(asked) * 1_000
        print(f"  through the wire, the record of the turn included: {spent:.1f} ms of the server's CPU a turn")
        full = resident(client)
        stored = vectors_and_text(folder / "data" / "memory.db")
        print(
            f"  resident: empty {base / 1e6:.0f} MB, full {full / 1e6:.0f} MB; vectors and text {stored / 1e6:.0f} MB;"
            f" ratio {(full - base) / stored:.2f}"
        )
        if many:
            sizes = []
            for start in range(0, many, 100):
                ask(client, [questions[(start + each) % len(questions)] for each in range(100)])
                sizes.append(resident(client))
            shown = ", ".join(f"{(size - full) / 1e6:+.1f}" for size in sizes)
            print(f"  growth over {many} turns, MB after each 100: {shown}")


def ask(client: Client, questions: Sequence[str]) -> None:
    """Build one turn for each question."""
    for question in questions:
        client.call("context/build", {"prompt": question, "sessionId": "bench", "maxTokens": 2_000})


def vectors_and_text(path: Path) -> int:
    """Return the bytes of all vectors as the index holds them (four bytes a number) and of all texts."""
    database = sqlite3.connect(path)
    (vectors,) = database.execute("SELECT sum(length(vector)) * 2 FROM vectors").fetchone()
    (text,) = database.execute("SELECT sum(length(CAST(text AS BLOB))) FROM passages").fetchone()
    database.close()
    return int(vectors + text)


def main() -> None:
    """Fill stores of the sizes asked for and measure turns on each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--memories", type=int, nargs="*", default=[10_000, 100_000])
    parser.add_argument("--chunks", type=int, default=2_000)
    parser.add_argument(
        "--real", type=int, default=16_000, help="sentences that texts are made of; with 2,000 each stands in 19 texts"
    )
    parser.add_argument("--turns", type=int, default=200)
    parser.add_argument("--many", type=int, default=1_000, help="turns in a row, for growth; 0 leaves it out")
    parser.add_argument("--no-size", action="store_true", help="leave the resident size out")
    parser.add_argument("--keep", type=Path, help="keep the filled stores in this folder, and use them when there")
    parser.add_argument("--profile", action="store_true")
    arguments = parser.parse_args()
    prepare_process()
    sentences, questions = material(arguments.real)
    for memories in arguments.memories:
        with tempfile.TemporaryDirectory() as temporary:
            folder = (arguments.keep or Path(temporary)) / f"{memories}-{arguments.chunks}"
            if not folder.exists():
                model = LocalModel(cache_folder())
                pool = Pool(sentences, lambda text, model=model: model.embed(text, Kind.PASSAGE))
                asyncio.run(fill(folder, memories, arguments.chunks, pool, local_fingerprint()))
                del model, pool
                gc.collect()
            print(f"{memories} memories, {arguments.chunks} chunks of notes")
            asyncio.run(measure(folder, questions, arguments.turns, arguments.profile))
            if not arguments.no_size:
                measure_size(folder, questions, arguments.many)


if __name__ == "__main__":
    main()
