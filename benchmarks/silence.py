"""Does memserver know when to say nothing? Unrelated questions over stores of notes: how much of the budget they bring.

    python benchmarks/silence.py [--sets NAME …] [--budget 2000] [--keep FOLDER]

The unrelated questions (English and Korean, tests/data/silence) are about food, animals, history, music: nothing that
the notes of a team of developers speak of. Each goes to a real server filled with our own Korean and English notes, and
with each bench corpus that is there, and with a handful of its texts, as on the first days of use. Beside it stands
what related questions get, so that silence is not bought with deafness. Aim: less than 5 % of the budget.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.bench_data import ROOT, SETS, BenchSet, draft_of, read_set
from benchmarks.korean import rows
from tests.e2e.client import Client

Question = tuple[str, frozenset[str]]
AIM = 0.05
BATCH = 256
HANDFULS = 3
"""Small stores out of each set, so many texts that answer a question and so many that do not in each."""
ANSWERS = 4


def unrelated() -> list[tuple[str, str]]:
    """Return (language, question)."""
    lines = (ROOT / "tests" / "data" / "silence" / "unrelated.jsonl").read_text(encoding="utf-8").splitlines()
    return [(row["language"], row["text"]) for row in map(json.loads, lines)]


def fill(client: Client, items: Sequence[dict[str, Any]]) -> None:
    """Store texts, unless they are there already."""
    known = client.call("status")["counts"]["memories"]
    for start in range(0, len(items) if not known else 0, BATCH):
        part = items[start : start + BATCH]
        drafts = [draft_of(item) for item in part]
        client.call("memory/addMany", {"items": drafts}, timeout=600)
    client.wait_for_vectors(1_200)


def turn_of(client: Client, text: str, budget: int) -> dict[str, Any]:
    """Build one turn."""
    turn: dict[str, Any] = client.call("context/build", {"prompt": text, "sessionId": "bench", "maxTokens": budget})
    return turn


def measure(
    name: str, items: Sequence[dict[str, Any]], related: Sequence[Question], budget: int, keep: Path | None
) -> float:
    """Print one row; returns the share of the budget that unrelated questions bring."""
    with tempfile.TemporaryDirectory() as folder, Client(keep / name if keep else Path(folder) / "data") as client:
        fill(client, items)
        used: dict[str, list[int]] = {"en": [], "ko": []}
        for language, text in unrelated():
            used[language].append(turn_of(client, text, budget)["usage"]["used"])
        whole, inside = [], []
        for text, gold in related:
            turn = turn_of(client, text, budget)
            whole.append(turn["usage"]["used"])
            inside.append(gold <= {item.get("externalId") for item in turn["items"]})
    every = [*used["en"], *used["ko"]]
    share = statistics.mean(every) / budget
    silent = sum(tokens == 0 for tokens in every) / len(every)
    print(
        f"{name:<18}{len(items):>5}{share:>10.1%}{statistics.mean(used['en']) / budget:>8.1%}"
        f"{statistics.mean(used['ko']) / budget:>8.1%}{silent:>9.0%}{statistics.mean(whole) / budget:>11.1%}"
        f"{statistics.mean(inside):>10.3f}",
        flush=True,
    )
    return share


def handful(data: BenchSet, chance: random.Random) -> tuple[list[dict[str, Any]], list[Question]]:
    """Return a few texts of one corpus, and the questions that half of them answer."""
    corpus = chance.choice(sorted(data.corpora))
    items = {item["id"]: item for item in data.corpora[corpus]}
    asked = [query for query in data.queries if query["cid"] == corpus and len(query["gold"]) == 1]
    related = [(query["text"], frozenset(query["gold"])) for query in chance.sample(asked, min(ANSWERS, len(asked)))]
    chosen = {*(each for _, gold in related for each in gold), *chance.sample(sorted(items), ANSWERS)}
    return [items[each] for each in sorted(chosen)], related


def main() -> None:
    """Measure our own notes and the sets asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", nargs="*", default=list(SETS))
    parser.add_argument("--budget", type=int, default=2_000)
    parser.add_argument("--related", type=int, default=60, help="related questions per store")
    parser.add_argument("--keep", type=Path, help="keep the filled stores in this folder, and use them when there")
    arguments = parser.parse_args()
    print(f"{len(unrelated())} unrelated questions, budget {arguments.budget}: share of the budget that is used")
    print(
        f"{'store':<18}{'texts':>5}{'unrelated':>10}{'en':>8}{'ko':>8}{'silent':>9}{'related':>11}{'evidence':>10}",
        flush=True,
    )
    related = [(row["text"], frozenset(row["gold"])) for row in rows("questions.jsonl")]
    shares = [measure("own notes", rows("notes.jsonl"), related[: arguments.related], arguments.budget, arguments.keep)]
    for name in arguments.sets:
        data = read_set(name)
        if data is None:
            continue
        # One corpus of each set: several talks of one kind say no more.
        corpus, items = max(data.corpora.items(), key=lambda each: len(each[1]))
        asked = [query for query in data.queries if query["cid"] == corpus]
        questions = [(query["text"], frozenset(query["gold"])) for query in asked[:: max(len(asked) // 60, 1)]]
        shares.append(measure(name, items, questions[: arguments.related], arguments.budget, arguments.keep))
        for number in range(HANDFULS):
            few, answered = handful(data, random.Random(number))
            shares.append(measure(f"{name[:10]} few {number}", few, answered, arguments.budget, arguments.keep))
    kept, worst = sum(share < AIM for share in shares), max(shares)
    print(f"under {AIM:.0%} in {kept} of {len(shares)} stores; mean {statistics.mean(shares):.1%}, worst {worst:.1%}")


if __name__ == "__main__":
    main()
