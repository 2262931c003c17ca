"""Both errors of silence, and what the other kinds of data would choose for the numbers of the query itself.

    python benchmarks/silence_left_out.py DATA [--sets NAME …] [--limit 60] [--vectors FOLDER]

DATA is the folder of the data sets. Besides them stand one-line memories of a team in two languages
(benchmarks/data/one-liners, written for this; the mixed store that a turn is measured on is not read) and our own
Korean notes. `missing`: the chance that the best help lies below the threshold although the answer is stored.
`silent`: it does for questions of other sets, for unrelated ones, and for those that the data itself calls
unanswerable. Every row is told without what the query tells (`before`), as shipped, and with what all other families
choose from a grid: the most silent of those that miss hardly more than `before` does.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from statistics import mean

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.bench_data import Corpus, Question, read_corpora
from benchmarks.korean import rows
from benchmarks.left_out import FAMILIES
from benchmarks.left_out_stores import KeptVectors, change, filled
from benchmarks.silence import unrelated
from memserver.clock import to_iso
from memserver.config import Settings
from memserver.retrieval import search
from memserver.retrieval.plan import plan_query
from memserver.retrieval.ranking import Ranked
from memserver.retrieval.relevance import CHANCE, Asked, chance_of_help
from memserver.retrieval.search import Effort
from memserver.storage.passages import Visibility

ONE_LINERS = Path(__file__).resolve().parent / "data" / "one-liners"
NAMES = ("stranger", "korean", "english_over_korean")
SHIPPED = tuple(float(getattr(CHANCE, name)) for name in NAMES)
BEFORE = (0.0, 0.0, 0.0)
GRID = list(product((0.0, 0.5, 0.7, 0.9, 1.1, 1.3), (0.0, 0.4), (0.0, 0.3, 0.5, 0.7)))
THRESHOLD = Settings().relevance_threshold
MISSED = 0.005
"""What more silence may cost in answers, when the other families choose."""
FOREIGN = 30
"""Questions of other rows that each store is asked."""

Evidence = tuple[list[Ranked], int, Asked]  # what `chance_of_help` is given
Errors = tuple[float, float]
Setting = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of data: its stores, each with questions that nothing in it answers."""

    name: str
    family: str
    corpora: list[tuple[Corpus, list[str]]]


def one_liners() -> Iterator[Row]:
    """Return the one-line memories, asked in their own and in quite other words, and the Korean notes."""
    items: list[dict[str, str]] = []
    other_words = []
    for line in _lines("memories"):
        if line.startswith("m "):
            items.append({"id": str(len(items)), "layer": "long-term", "text": line[2:]})
        else:
            other_words.append(Question(line[2:], [[items[-1]["id"]]], []))
    plain = []
    for part, text in (line.split(" | ") for line in _lines("plain")):
        (gold,) = [item["id"] for item in items if part in item["text"]]
        plain.append(Question(text, [[gold]], []))
    absent = [line[2:] for line in _lines("unanswerable") if line.startswith("x ")]
    yield Row("one-liners", "one-liners", [(Corpus(items, {}, plain), absent)])
    yield Row("one-liners, in quite other words", "one-liners", [(Corpus(items, {}, other_words), absent)])
    asked = [Question(row["text"], [list(row["gold"])], []) for row in rows("questions.jsonl") if row["gold"]]
    yield Row("Korean notes", "Korean notes", [(Corpus(rows("notes.jsonl"), {}, asked), absent)])


def _lines(name: str) -> list[str]:
    return (ONE_LINERS / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def bench_row(folder: Path, name: str, limit: int) -> Row:
    """Return one of the data sets, with the questions that it calls unanswerable, near misses left out."""
    data = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    asked = data.get("queries") or data["questions"]
    absent = [row["text"] for row in asked if row.get("gold") == [] and not row.get("near")]
    corpora = read_corpora(folder, name, limit)
    return Row(name, FAMILIES[name], [(corpus, absent[place :: len(corpora)]) for place, corpus in enumerate(corpora)])


async def measured(row: Row, others: Sequence[str], vectors: KeptVectors) -> dict[Setting, Errors]:
    """Return both errors with each setting."""
    answered: list[Evidence] = []
    beside: list[Evidence] = []
    random, heard = Random(1), list[Evidence]()

    def listen(ranked: list[Ranked], passages: int, asked: Asked) -> float:
        heard.append((ranked, passages, asked))
        return chance_of_help(ranked, passages, asked)

    vars(search)["chance_of_help"] = listen
    for corpus, absent in row.corpora:
        async with filled(corpus, vectors) as store:
            seen = Visibility(("",), str(store.engine.brain), to_iso(store.now))
            foreign = random.sample(others, FOREIGN) + [text for _, text in random.sample(unrelated(), FOREIGN // 2)]
            for into, texts in ((answered, [q.text for q in corpus.questions]), (beside, [*absent, *foreign])):
                for text in texts:
                    effort = Effort(60_000, waits=True, source_weight=0.5)
                    await store.engine.searcher.search(plan_query(text, store.now), seen, effort)
                into.extend(heard)
                heard.clear()
    errors = {}
    for setting in {*GRID, SHIPPED}:
        change((CHANCE, name, value) for name, value in zip(NAMES, setting, strict=True))
        shares = [mean(chance_of_help(*each) < THRESHOLD for each in part) for part in (answered, beside)]
        errors[setting] = shares[0], shares[1]
    change((CHANCE, name, value) for name, value in zip(NAMES, SHIPPED, strict=True))
    return errors


def chosen(table: Sequence[Sequence[Mapping[Setting, Errors]]]) -> Setting:
    """Return what some families choose, each of whom counts once: the most silent of what misses hardly more."""
    both = {each: [mean(mean(row[each][error] for row in rows) for rows in table) for error in (0, 1)] for each in GRID}
    enough = [each for each in GRID if both[each][0] <= both[BEFORE][0] + MISSED]
    return max(enough, key=lambda each: both[each][1])


async def main() -> None:
    """Measure every row, then let the families choose for each other."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--sets", nargs="*", default=list(FAMILIES), choices=list(FAMILIES))
    parser.add_argument("--limit", type=int, default=60, help="questions of each set")
    parser.add_argument("--vectors", type=Path, default=Path(tempfile.gettempdir()) / "memserver-left-out")
    arguments = parser.parse_args()
    vectors = KeptVectors(arguments.vectors)
    all_rows = [*one_liners(), *(bench_row(arguments.data, name, arguments.limit) for name in arguments.sets)]
    asked = defaultdict[str, list[str]](list)
    for row in all_rows:
        asked[row.family] += [question.text for corpus, _ in row.corpora for question in corpus.questions][:40]
    table = {}
    for row in all_rows:
        others = [text for family, texts in asked.items() if family != row.family for text in texts]
        table[row.name] = await measured(row, others, vectors)
    by_family = defaultdict(list)
    for row in all_rows:
        by_family[row.family].append(table[row.name])
    print(f"missing / silent\n\n| set | before | shipped | chosen by the others | {', '.join(NAMES)} |\n|{'---|' * 5}")
    for row in all_rows:
        best = chosen([rows for family, rows in by_family.items() if family != row.family] or [[table[row.name]]])
        cells = [f"{one:.3f} / {two:.2f}" for one, two in (table[row.name][each] for each in (BEFORE, SHIPPED, best))]
        print(f"| {row.name} | {' | '.join(cells)} | {', '.join(f'{value:g}' for value in best)} |", flush=True)


if __name__ == "__main__":
    asyncio.run(main())
