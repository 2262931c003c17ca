"""How well and how fast memserver finds things, on real data, beside other systems with the same weights.

    python benchmarks/retrieval.py [--sets NAME …] [--peers fts5 chromadb mem0] [--limit N]

Each corpus goes into a fresh server through its wire, every question is asked by `memory/search` (top 20), by the same
with words alone, and by `context/build` with 2,000 tokens. Prints recall@5/10/20, nDCG@10, MRR, the share of questions
with all their evidence inside the turn (`turn2k`; for peers: inside the first 2,000 tokens of their ranking), texts
stored per second, and the milliseconds of a question: by the clock through the wire, and of CPU inside this process,
where the peers run as well. Then how many times longer the peers take, also at equal recall: beside words alone where
those find at least as much. Peers need `benchmarks/requirements.txt`.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

# As the server does, and for the peers as well: threads that wait for each other would count as theirs or ours.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.bench_data import SETS, BenchSet, draft_of, read_set
from benchmarks.peers import PEERS, Peer, Weights, installed
from benchmarks.turn import ready
from memserver.__main__ import prepare_process
from memserver.config import Settings
from memserver.embedding.local import LocalModel
from memserver.engine import Engine
from memserver.folders import cache_folder
from memserver.retrieval.memory_search import MemoryQuery
from memserver.text.token_count import count_tokens
from tests.e2e.client import Client

ASKED = 20
DEEPER = (30, 50, 100)
"""How far down a peer is looked at for what our first ten hold."""
BATCH = 256
BUDGET = 2_000
TARGETS = {
    "locomo-dev": {"R@10": 0.75, "turn2k": 0.80}, "codebase_chunks": {"R@10": 0.91},
    "product_docs_qa": {"R@10": 0.92}, "chunk_eval": {"R@10": 0.95, "turn2k": 0.90},
}  # fmt: skip
OURS, WORDS = "memserver", "by words"
COLUMNS = ("R@5", "R@10", "R@20", "nDCG", "MRR", "turn2k")


@dataclass
class Score:
    """What one system reached on one set."""

    rows: list[dict[str, float]] = field(default_factory=list)
    embeds: bool = True
    """Whether `seconds` count the embedding of the texts."""
    milliseconds: list[float] = field(default_factory=list)
    turn_milliseconds: list[float] = field(default_factory=list)
    stored: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    deep_cpu_seconds: float = 0.0
    """Of a peer: what its first 100 took."""

    @property
    def cpu_milliseconds(self) -> float:
        """Return the CPU of one question: what is left when other work on the machine is taken out."""
        return self.cpu_seconds / len(self.rows) * 1_000

    def mean(self, column: str) -> float:
        """Return the mean of one measure."""
        return statistics.mean(row[column] for row in self.rows)


def ranking(found: Sequence[str], gold: Sequence[str]) -> dict[str, float]:
    """Return the measures of one ranked list."""
    wanted = set(gold)
    row = {f"R@{k}": len(wanted & set(found[:k])) / len(wanted) for k in (5, 10, 20)}
    gain = sum(1 / math.log2(place + 2) for place, each in enumerate(found[:10]) if each in wanted)
    row["nDCG"] = gain / sum(1 / math.log2(place + 2) for place in range(min(10, len(wanted))))
    row["MRR"] = next((1 / (place + 1) for place, each in enumerate(found) if each in wanted), 0.0)
    return row


def ask_memserver(
    items: Sequence[dict[str, Any]], questions: Sequence[dict[str, Any]], score: Score, words: Score, kept: Path | None
) -> None:
    """Ask everything of a server with one corpus, and once more of the engine itself for the CPU that it takes."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = kept or Path(temporary) / "data"
        ask_server(items, questions, score, words, folder)
        asyncio.run(ask_engine(questions, score, words, folder))


def ask_server(
    items: Sequence[dict[str, Any]], questions: Sequence[dict[str, Any]], score: Score, words: Score, folder: Path
) -> None:
    """Fill a server with one corpus, unless its folder was kept from an earlier run, and ask it through its wire."""
    with Client(folder) as client:
        known = client.wait_for_vectors()["counts"]["memories"]
        started = time.perf_counter()
        for start in range(0, len(items) if not known else 0, BATCH):
            part = items[start : start + BATCH]
            drafts = [{**draft_of(item), "tags": [item.get("speaker") or "doc"]} for item in part]
            client.call("memory/addMany", {"items": drafts}, timeout=600)
        client.wait_for_vectors(1_200)
        score.seconds += time.perf_counter() - started
        score.stored += len(items)
        client.poll(lambda: search(client, questions[0]["text"], "hybrid")["mode"] == "hybrid" or None, "the index")
        search_all(client, questions, score, "hybrid")
        search_all(client, questions, words, "lexical")
        for question, row in zip(questions, score.rows[-len(questions) :], strict=True):
            request = {"prompt": question["text"], "sessionId": "bench", "maxTokens": BUDGET}
            started = time.perf_counter()
            turn = client.call("context/build", request)
            score.turn_milliseconds.append((time.perf_counter() - started) * 1_000)
            if turn["usage"]["used"] > BUDGET:
                raise SystemExit(f"a turn of {turn['usage']['used']} tokens: {question['text']}")
            row["turn2k"] = float(set(question["gold"]) <= {item.get("externalId") for item in turn["items"]})
            row["warned"] = float(any(block["id"] == "conflict-warnings" for block in turn["blocks"]))


def search(client: Client, question: str, mode: str) -> dict[str, Any]:
    """Ask for the first results."""
    return client.call("memory/search", {"query": question, "limit": ASKED, "mode": mode})


def search_all(client: Client, questions: Sequence[dict[str, Any]], score: Score, mode: str) -> None:
    """Ask everything by `memory/search`."""
    for question in questions:
        started = time.perf_counter()
        found = search(client, question["text"], mode)["results"]
        score.milliseconds.append((time.perf_counter() - started) * 1_000)
        score.rows.append(ranking([each["externalId"] for each in found], question["gold"]))


async def ask_engine(questions: Sequence[dict[str, Any]], score: Score, words: Score, folder: Path) -> None:
    """Count the CPU of the same questions inside this process."""
    async with Engine.open(Settings(data_dir=str(folder), brain_path=str(folder.parent / "brain"))) as engine:
        await ready(engine)
        for counted, by_words_only in ((words, True), (score, False)):
            await engine.search_memories(MemoryQuery("Where does it begin?", ASKED, by_words_only=by_words_only))
            for question in questions:
                query = MemoryQuery(question["text"], ASKED, by_words_only=by_words_only)
                used = time.process_time()
                await engine.search_memories(query)
                counted.cpu_seconds += time.process_time() - used


def ask_peer(
    peer: Peer, items: Sequence[dict[str, Any]], questions: Sequence[dict[str, Any]], score: Score, weights: Weights
) -> None:
    """Fill a peer with one corpus and ask it everything."""
    texts = {item["id"]: item["text"] for item in items}
    for text in texts.values():
        weights.passage(text)
    started = time.perf_counter()
    peer.add(list(texts), list(texts.values()))
    score.seconds += time.perf_counter() - started
    score.stored += len(items)
    for question in questions:
        started, used = time.perf_counter(), time.process_time()
        found = peer.search(question["text"], ASKED)
        score.milliseconds.append((time.perf_counter() - started) * 1_000)
        score.cpu_seconds += time.process_time() - used
        row = ranking(found, question["gold"])
        started_cpu = time.process_time()
        deep = peer.search(question["text"], 100)
        score.deep_cpu_seconds += time.process_time() - started_cpu
        row |= {f"R@{k}": len(set(question["gold"]) & set(deep[:k])) / len(question["gold"]) for k in DEEPER}
        taken, inside = 0, set()
        for each in deep:
            taken += count_tokens(texts[each])
            if taken > BUDGET:
                break
            inside.add(each)
        row["turn2k"] = float(set(question["gold"]) <= inside)
        score.rows.append(row)


def percentile(values: Sequence[float], share: float) -> float:
    """Return a percentile."""
    ordered = sorted(values)
    return ordered[round(share * (len(ordered) - 1))]


def print_score(name: str, score: Score) -> None:
    """Print one row."""
    known = score.rows[0]
    cells = "".join(f"{score.mean(column):>8.3f}" if column in known else " " * 8 for column in COLUMNS)
    speed = f"{score.stored / score.seconds:>9.0f}" + ("" if score.embeds else "*") if score.seconds else ""
    times = f"{percentile(score.milliseconds, 0.5):>8.1f} / {percentile(score.milliseconds, 0.95):.1f}"
    turns = score.turn_milliseconds
    times += f"{score.cpu_milliseconds:>9.1f}"
    shown = f"   turn {percentile(turns, 0.5):.1f} / {percentile(turns, 0.95):.1f}" if turns else ""
    print(f"  {name:<10}{cells}{speed:<11}{times}{shown}", flush=True)


def measure(
    data: BenchSet, peers: Sequence[str], limit: int | None, weights: Weights | None, keep: Path | None
) -> dict[str, Score]:
    """Ask every system every question of one set, corpus by corpus."""
    scores = {OURS: Score(), WORDS: Score(), **{name: Score(embeds=False) for name in peers}}
    for corpus, items in data.corpora.items():
        questions = [query for query in data.queries if query["cid"] == corpus][:limit]
        kept = keep / f"{data.name}-{corpus}" if keep else None
        ask_memserver(items, questions, scores[OURS], scores[WORDS], kept)
        for name in peers:
            assert weights is not None
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
                peer = PEERS[name][1](weights, Path(folder))
                ask_peer(peer, items, questions, scores[name], weights)
    return scores


def print_set(name: str, scores: dict[str, Score]) -> None:
    """Print the table of one set, what it aimed at, and the times of the peers over ours."""
    own, words = scores[OURS], scores[WORDS]
    print(f"\n{name}, {len(own.rows)} questions over {own.stored} texts")
    print("  " + " " * 10 + "".join(f"{column:>8}" for column in COLUMNS) + f"{'items/s':>9}     p50 / p95 ms   CPU ms")
    for system, score in scores.items():
        print_score(system, score)
    print(f"  turns that warn of a conflict: {own.mean('warned'):.1%}")
    for column, least in TARGETS.get(name, {}).items():
        verdict = "reached" if own.mean(column) >= least else "MISSED"
        print(f"  {column} {own.mean(column):.3f}, aim {least}: {verdict}")
    for system, score in scores.items():
        if system not in (OURS, WORDS):
            ratio = statistics.median(score.milliseconds) / statistics.median(own.milliseconds)
            by_cpu = score.cpu_milliseconds / max(own.cpu_milliseconds, 1e-9)
            recalls = f"recall@10 {score.mean('R@10'):.3f} (ours {own.mean('R@10'):.3f})"
            print(f"  {system}: {ratio:.1f} times our question time ({by_cpu:.1f} by CPU) at {recalls}")
            print(f"    at our recall: {at_our_recall(score, own)}")
            print(f"    at its recall: {at_its_recall(score, words)}")


def at_its_recall(score: Score, words: Score) -> str:
    """Say what a peer costs beside words alone, where those find as much as it does."""
    ours, its = words.mean("R@10"), score.mean("R@10")
    if ours < its:
        return f"words alone find less (recall@10 {ours:.3f}, its {its:.3f})"
    by_cpu = score.cpu_milliseconds / max(words.cpu_milliseconds, 1e-9)
    return f"it takes {by_cpu:.1f} times the CPU of words alone, which find {ours:.3f} (it {its:.3f})"


def at_our_recall(score: Score, own: Score) -> str:
    """Say how many results of a peer hold as much of the evidence as our first ten, and what they cost."""
    enough = next((k for k in (20, *DEEPER) if score.mean(f"R@{k}") >= own.mean("R@10")), None)
    if enough is None:
        return f"our recall@10 is not reached by its first {DEEPER[-1]} (recall {score.mean(f'R@{DEEPER[-1]}'):.3f})"
    by_cpu = score.deep_cpu_seconds / max(own.cpu_seconds, 1e-9)
    return f"its first {enough} hold what our first 10 hold; its first 100 take {by_cpu:.1f} times our CPU"


def main() -> None:
    """Run the sets asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", nargs="*", default=list(SETS))
    parser.add_argument("--peers", nargs="*", default=[], choices=list(PEERS))
    parser.add_argument("--limit", type=int, help="questions per corpus")
    parser.add_argument("--keep", type=Path, help="keep filled stores and vectors in this folder, and use them")
    arguments = parser.parse_args()
    prepare_process()
    peers = [name for name in arguments.peers if installed(name)]
    for name in set(arguments.peers) - set(peers):
        print(f"{name} is not installed and is left out: pip install -r benchmarks/requirements.txt")
    kept = arguments.keep
    weights = Weights(LocalModel(cache_folder()), kept / "peers.npz" if kept else None) if peers else None
    for name in arguments.sets:
        data = read_set(name)
        if data is not None:
            print_set(name, measure(data, peers, arguments.limit, weights, kept))
            if weights is not None:
                weights.save()
    if peers:
        print("\n* texts of peers were embedded beforehand")


if __name__ == "__main__":
    main()
