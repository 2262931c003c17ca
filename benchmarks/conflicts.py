"""How well disagreeing statements are told from merely similar ones: precision and recall on labelled pairs."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import combinations
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from memserver.retrieval.divergence import divergent  # noqa: E402

from memserver.retrieval.contradiction import compare  # noqa: E402

LABELLED = ROOT / "tests" / "data" / "conflicts"
DISAGREE = {"supersedes", "conflicts"}
EARLIER = datetime(2026, 1, 5, tzinfo=UTC)
LATER = EARLIER + timedelta(days=30)


@dataclass
class Score:
    """Counts of one evaluation."""

    hits: int = 0
    misses: int = 0
    false_alarms: int = 0
    exact: int = 0
    total: int = 0

    def add(self, gold: bool, found: bool) -> None:
        """Count one pair."""
        self.hits += gold and found
        self.misses += gold and not found
        self.false_alarms += found and not gold
        self.total += 1

    @property
    def precision(self) -> float:
        """Return the share of what was found that is right."""
        return self.hits / max(1, self.hits + self.false_alarms)

    @property
    def recall(self) -> float:
        """Return the share of what is there that was found."""
        return self.hits / max(1, self.hits + self.misses)


def bench_data() -> Path | None:
    """Return the folder with the shared bench data, if it is there."""
    folder = Path(os.environ.get("MEMSERVER_BENCH_DATA", ROOT.parent / "shared" / "bench" / "data"))
    return folder if (folder / "conflict-pairs-dev.json").is_file() else None


def labelled_pairs() -> list[dict[str, Any]]:
    """Return the pairs labelled in this repository, in file order."""
    return [
        json.loads(line) for file in sorted(LABELLED.glob("*.jsonl")) for line in file.read_text("utf-8").splitlines()
    ]


def score_labelled(pairs: Iterable[dict[str, Any]], *, verbose: bool = False) -> Score:
    """Compare each pair, the new statement being a month younger, and count."""
    score = Score()
    for pair in pairs:
        verdict = compare(pair["new"], pair["old"], None, LATER, EARLIER)
        score.add(pair["relation"] in DISAGREE, verdict.kind in DISAGREE)
        score.exact += verdict.kind == pair["relation"]
        if verbose and verdict.kind != pair["relation"]:
            print(f"  {pair['id']}: {pair['relation']} judged {verdict.kind}: {pair['old']} | {pair['new']}")
    return score


def bench_pairs(folder: Path) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return disagreeing pairs, and pairs that were not written to disagree.

    The data has only the former. The latter are statements of the same person that belong to different questions (the
    hard ones: same life, same words) and some of different people.
    """
    pairs = json.loads((folder / "conflict-pairs-dev.json").read_text("utf-8"))["pairs"]
    positive = [(pair["a"], pair["b"]) for pair in pairs]
    known = {frozenset(pair) for pair in positive}
    people: dict[str, list[tuple[str, str]]] = {}
    for pair in pairs:
        people.setdefault(pair["cid"], []).append((pair["a"], pair["b"]))
    negative: dict[tuple[str, str], None] = {}
    for own in people.values():
        for one, other in combinations(own, 2):
            for first in one:
                for second in other:
                    if first != second and frozenset((first, second)) not in known:
                        negative[first, second] = None
    everyone = list(people.values())
    for index, own in enumerate(everyone):
        stranger = everyone[(index + 7) % len(everyone)]
        negative[own[0][0], stranger[0][1]] = None
        negative[own[-1][0], stranger[-1][1]] = None
    return positive, list(negative)


def score_bench(folder: Path) -> Score:
    """Score `divergent` on the long messages of the bench data."""
    positive, negative = bench_pairs(folder)
    score = Score()
    for gold, pairs in ((True, positive), (False, negative)):
        for first, second in pairs:
            score.add(gold, divergent(first, second) is not None)
    return score


def _print(name: str, score: Score) -> None:
    print(f"{name:<34} pairs {score.total:>4}  precision {score.precision:.3f}  recall {score.recall:.3f}")


def main() -> int:
    """Print the figures; fail when they are below what we promise."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--verbose", action="store_true", help="print the pairs that were judged wrongly")
    arguments = parser.parse_args()
    pairs = labelled_pairs()
    scores = []
    for language in ("en", "ko"):
        for split in ("dev", "held-out", "varied"):
            chosen = [pair for pair in pairs if pair["id"].startswith(language) and pair["split"] == split]
            score = score_labelled(chosen, verbose=arguments.verbose)
            _print(f"labelled, {language}, {split}", score)
            print(f"{'':<34} exact relation {score.exact / max(1, score.total):.3f}")
            scores.append(score)
    folder = bench_data()
    if folder is None:
        print("conflict-pairs-dev: skipped, set MEMSERVER_BENCH_DATA to the folder of the bench data")
    else:
        scores.append(score_bench(folder))
        _print("conflict-pairs-dev, long messages", scores[-1])
    started = time.perf_counter()
    for pair in pairs:
        compare(pair["new"], pair["old"], None, LATER, EARLIER)
    print(f"one comparison, analysis cached: {(time.perf_counter() - started) / len(pairs) * 1e6:.0f} µs")
    return 0 if all(score.precision >= 0.8 and score.recall >= 0.5 for score in scores) else 1


if __name__ == "__main__":
    raise SystemExit(main())
