"""How well Korean questions find Korean and mixed notes, with vectors and by words alone, through the real server.

    python benchmarks/korean.py [--show]

The notes and questions are in tests/data/korean and were written before anything was measured on them.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.e2e.client import Client

DATA = Path(__file__).resolve().parent.parent / "tests" / "data" / "korean"


@dataclass(frozen=True, slots=True)
class Recall:
    """Mean recall and reciprocal rank over all questions, and the questions whose first five miss something."""

    at_1: float
    at_5: float
    at_10: float
    reciprocal_rank: float
    missed: list[str]


def rows(name: str) -> list[dict[str, Any]]:
    """Read one of the two files."""
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines() if line]


def fill(client: Client) -> None:
    """Store every note and wait until it can be found."""
    drafts = [
        {"layer": note["layer"], "content": note["text"], "externalId": note["id"], "scope": "global"}
        for note in rows("notes.jsonl")
    ]
    result = client.call("memory/addMany", {"items": drafts})
    assert not result["failed"], result["failed"]
    client.wait_for_vectors()


def measure(client: Client) -> Recall:
    """Ask every question."""
    recalls: dict[int, list[float]] = {1: [], 5: [], 10: []}
    ranks: list[float] = []
    missed: list[str] = []
    for question in rows("questions.jsonl"):
        gold = set(question["gold"])
        hits = client.call("memory/search", {"query": question["text"], "limit": 10})["results"]
        found = [hit.get("externalId") for hit in hits]
        for k, values in recalls.items():
            values.append(len(gold & set(found[:k])) / min(len(gold), k))
        ranks.append(next((1 / place for place, each in enumerate(found, 1) if each in gold), 0.0))
        if not gold <= set(found[:5]):
            missed.append(question["text"])
    means = {k: statistics.mean(values) for k, values in recalls.items()}
    return Recall(means[1], means[5], means[10], statistics.mean(ranks), missed)


def describe(name: str, recall: Recall) -> str:
    """Return one line for a person."""
    return (
        f"{name:<10} recall@1 {recall.at_1:.3f}  @5 {recall.at_5:.3f}  @10 {recall.at_10:.3f}"
        f"  MRR {recall.reciprocal_rank:.3f}"
    )


def main() -> None:
    """Measure both ways."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--show", action="store_true", help="print the questions that the first five miss")
    arguments = parser.parse_args()
    print(f"{len(rows('questions.jsonl'))} Korean questions over {len(rows('notes.jsonl'))} notes")
    for name, options in (("hybrid", {}), ("words only", {"embeddingProvider": "off"})):
        with tempfile.TemporaryDirectory() as folder, Client(Path(folder) / "data", options=options) as client:
            fill(client)
            recall = measure(client)
            print(describe(name, recall))
            if arguments.show:
                print("".join(f"    {question}\n" for question in recall.missed), end="")


if __name__ == "__main__":
    main()
