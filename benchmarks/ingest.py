"""How fast short texts come in, against the speed of the embedding engine itself.

    python benchmarks/ingest.py [--count 10000]

Texts go through `memory/addMany` of the real server until every one of them has its vector. Before and after it, the
embedding engine alone embeds half of the same texts each, in this process and on one core; the ratio of the two speeds
is what counts (aim: 0.9). Storing and embedding share the machine, so the ratio also says what storing costs.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.bench_data import process_cpu
from benchmarks.lifecycle_fill import statements
from memserver.embedding.local import LocalModel
from memserver.embedding.protocol import Kind
from memserver.folders import cache_folder
from tests.e2e.client import Client

BATCH = 256


def engine_alone(model: LocalModel, texts: Sequence[str]) -> tuple[float, float]:
    """Embed texts one after the other; returns seconds by the clock and of CPU."""
    started, cpu = time.perf_counter(), time.process_time()
    for text in texts:
        model.embed(text, Kind.PASSAGE)
    return time.perf_counter() - started, time.process_time() - cpu


def through_the_server(texts: Sequence[str]) -> tuple[float, float, float]:
    """Add texts; returns the seconds until acknowledged, until all have vectors, and the server's CPU seconds."""
    with tempfile.TemporaryDirectory() as folder, Client(Path(folder) / "data") as client:
        client.wait_for_vectors()
        client.call("memory/add", {"layer": "episodic", "content": "Nothing is measured before the engine is warm."})
        client.wait_for_vectors()
        used = process_cpu(client.process.pid)
        started = time.perf_counter()
        for start in range(0, len(texts), BATCH):
            items = [{"layer": "episodic", "content": text, "scope": "global"} for text in texts[start : start + BATCH]]
            result = client.call("memory/addMany", {"items": items}, timeout=900)
            if result["failed"] or result["duplicates"]:
                raise SystemExit(f"not all were added: {result['failed'][:3]}, {result['duplicates']} duplicates")
        acknowledged = time.perf_counter() - started
        # Asked seldom: answering takes CPU as well.
        while not client.call("status")["ready"]["vectors"]:
            time.sleep(1.0)
        return acknowledged, time.perf_counter() - started, process_cpu(client.process.pid) - used


def main() -> None:
    """Measure both and print the ratio."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000)
    arguments = parser.parse_args()
    texts = list(statements(0, arguments.count))
    half = len(texts) // 2
    model = LocalModel(cache_folder())
    engine_alone(model, texts[:20])
    before = engine_alone(model, texts[:half])
    acknowledged, ready, cpu = through_the_server(texts)
    after = engine_alone(model, texts[half:])
    alone, alone_cpu = before[0] + after[0], before[1] + after[1]
    count = len(texts)
    print(f"{count} short texts, a third of them Korean")
    print(f"  engine alone      {count / alone:8.1f} texts/s   CPU {alone_cpu / count * 1_000:.2f} ms a text")
    print(f"  through the server{count / ready:8.1f} texts/s   CPU {cpu / count * 1_000:.2f} ms a text")
    print(f"  acknowledged      {count / acknowledged:8.1f} texts/s")
    print(f"  ratio {alone / ready:.2f} by the clock, {alone_cpu / cpu if cpu else 0:.2f} by CPU (aim 0.9)")


if __name__ == "__main__":
    main()
