"""How well contradictions are told from what is merely similar: on labelled pairs, and in the turns of real stores.

    python benchmarks/conflicts.py [--turns] [--notes] [--limit N] [--show] [SET …]

Without options: precision and recall of both judgements on the labelled pairs of this repository, as statements
(`claims.texts`, what is asked when a memory is written) and as documents (`claims.documents`, what is asked of notes).
`--turns` fills a real store with each set of MEMSERVER_BENCH_DATA, waits until its passages are compared, asks all of
its questions and counts the warnings; `--notes` stores every text as a note of its own, which compares far more than a
real store would. `--show` prints each pair that is kept, to be read.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.bench_data import Corpus, data_folder, read_corpora  # noqa: E402
from memserver.claims.documents import Place, contradiction  # noqa: E402
from memserver.claims.standing import standing_claims  # noqa: E402
from memserver.claims.texts import judge_texts  # noqa: E402
from memserver.claims.verdict import said  # noqa: E402
from memserver.config import Settings  # noqa: E402
from memserver.engine import Engine  # noqa: E402
from memserver.layers.drafts import Draft  # noqa: E402
from memserver.model import Layer  # noqa: E402
from memserver.turn.request import TurnRequest  # noqa: E402

DATA = ROOT / "tests" / "data"
DISAGREE = {"supersedes", "conflicts", "conflict", "replaces", "contradicts"}
SETS = (
    "locomo-dev", "codebase_chunks", "product_docs_qa", "chunk_eval", "ko-en-dev", "code-dev", "passages-dev",
    "supersession-dev",
)  # fmt: skip
LEAST_PRECISION = 0.8
BUDGET = 2_000
BLOCK = "conflict-warnings"
KEPT = """
SELECT c.chance, c.reason, coalesce(f.path, m.title), c.older_says, coalesce(g.path, n.title), c.newer_says
FROM passage_conflicts c JOIN passages p ON p.id = c.older JOIN passages q ON q.id = c.newer
LEFT JOIN files f ON f.number = p.file LEFT JOIN memories m ON m.number = p.memory
LEFT JOIN files g ON g.number = q.file LEFT JOIN memories n ON n.number = q.memory ORDER BY c.older_says
"""
NO_NAME = re.compile(r"[^\w.-]+")

Judge = Callable[[str, str], bool]


@dataclass(slots=True)
class Score:
    """Counts of one evaluation."""

    hits: int = 0
    misses: int = 0
    false_alarms: int = 0
    total: int = 0

    def add(self, gold: bool, found: bool) -> None:
        """Count one pair."""
        self.hits += gold and found
        self.misses += gold and not found
        self.false_alarms += found and not gold
        self.total += 1

    @property
    def precision(self) -> float:
        """Return the share of what was found that is right; of nothing, all is."""
        found = self.hits + self.false_alarms
        return self.hits / found if found else 1.0

    @property
    def recall(self) -> float:
        """Return the share of what is there that was found."""
        return self.hits / max(1, self.hits + self.misses)


def labelled_pairs() -> list[dict[str, Any]]:
    """Return the labelled pairs of this repository as (name of the set and split, old, new, disagree)."""
    files = sorted((DATA / "conflicts").glob("*.jsonl")) + sorted((DATA / "claims").glob("conflicts.jsonl"))
    return [
        {
            "set": f"{file.parent.name}/{file.stem}, {row['split']}",
            "old": row["old"] if "old" in row else row["a"],
            "new": row["new"] if "new" in row else row["b"],
            "disagree": (row["relation"] if "relation" in row else row["label"]) in DISAGREE,
        }
        for file in files
        for row in map(json.loads, file.read_text("utf-8").splitlines())
    ]


def as_statements(old: str, new: str) -> bool:
    """Judge two texts as statements that somebody made."""
    return judge_texts(old, new).disagrees


def as_documents(old: str, new: str) -> bool:
    """Judge two texts as passages of documents."""
    return contradiction(standing_claims(old, True), standing_claims(new, True), Place(), Place()) is not None


def score(pairs: Iterable[dict[str, Any]], judge: Judge) -> Score:
    """Judge pairs and count."""
    counts = Score()
    for pair in pairs:
        counts.add(pair["disagree"], judge(pair["old"], pair["new"]))
    return counts


class Counts(NamedTuple):
    """What came of a corpus: turns, those with the block, those that tell a contradiction, and all that is kept."""

    turns: int
    block: int
    told: int
    kept: Sequence[tuple[Any, ...]]


async def warnings_of(corpus: Corpus, as_notes: bool) -> Counts:
    """Fill a store, wait until its passages are compared, and ask its questions."""
    with tempfile.TemporaryDirectory() as folder:
        brain = Path(folder) / "brain"
        brain.mkdir()
        notes = dict(corpus.documents)
        if as_notes:
            notes |= {f"{NO_NAME.sub('-', item['id'])}.md": item["text"] for item in corpus.items}
        for name, text in notes.items():
            (brain / name).parent.mkdir(parents=True, exist_ok=True)
            (brain / name).write_text(text, encoding="utf-8")
        settings = Settings(data_dir=f"{folder}/data", brain_path=str(brain), workers_enabled=False)
        async with Engine.open(settings) as engine:
            await engine.embedder.wait_ready()
            await engine.brain_indexed.wait()
            for item in [] if as_notes else corpus.items:
                place = {name: item[name] for name in ("thread", "position") if name in item}
                await engine.writer.add(Draft(Layer.EPISODIC, item["text"], **place))
            while await engine.store.vectors.pending():  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.1)
            await engine.comparing.catch_up()
            turns = told = 0
            for number, question in enumerate(corpus.questions):
                request = TurnRequest(prompt=question.text, session_id=f"bench-{number}", max_tokens=BUDGET)
                result, turn = await engine.build_turn(request)
                turns += any(block.id == BLOCK for block in result.blocks)
                told += any(each.told_here for each in turn.selection.taken)
            return Counts(len(corpus.questions), turns, told, await engine.store.database.all(KEPT))


def count_turns(names: Sequence[str], as_notes: bool, limit: int, show: bool) -> None:
    """Print for each set how many of its turns warn, and of how many pairs."""
    folder = data_folder()
    if folder is None:
        print("set MEMSERVER_BENCH_DATA to the folder of the data sets")
        return
    for name in names:
        found = [asyncio.run(warnings_of(corpus, as_notes)) for corpus in read_corpora(folder, name, limit)]
        asked, block, told = (sum(each[place] for each in found) for place in range(3))
        pairs = [pair for each in found for pair in each.kept]
        print(
            f"{name:<18} turns {asked:>4}  with the block {block:>3}  that tell a contradiction {told:>3}"
            f"  pairs kept {len(pairs):>3}",
            flush=True,
        )
        for chance, reason, older, says, newer, other in pairs if show else []:
            print(f"  {said(reason, 'en')} ({chance:.2f})\n    {older}: {says}\n    {newer}: {other}")


def main() -> int:
    """Print the figures; fail where contradictions of documents are less precise than we promise."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", default=SETS, metavar="SET")
    parser.add_argument("--turns", action="store_true", help="count the warnings in turns over real stores")
    parser.add_argument("--notes", action="store_true", help="the same with every text as a note of its own")
    parser.add_argument("--limit", type=int, default=100_000, help="questions of each set")
    parser.add_argument("--show", action="store_true", help="print each pair that is kept")
    arguments = parser.parse_args()
    if arguments.turns or arguments.notes:
        count_turns(arguments.sets, arguments.notes, arguments.limit, arguments.show)
        return 0
    pairs = labelled_pairs()
    documents = []
    for name in dict.fromkeys(pair["set"] for pair in pairs):
        chosen = [pair for pair in pairs if pair["set"] == name]
        scores = {"statements": score(chosen, as_statements), "documents": score(chosen, as_documents)}
        documents.append(scores["documents"])
        for kind, found in scores.items():
            print(
                f"{name:<28} as {kind:<11} pairs {found.total:>3}  precision {found.precision:.2f}"
                f"  recall {found.recall:.2f}"
            )
    alarms, hits = sum(each.false_alarms for each in documents), sum(each.hits for each in documents)
    return 0 if hits >= LEAST_PRECISION * (hits + alarms) else 1


if __name__ == "__main__":
    raise SystemExit(main())
