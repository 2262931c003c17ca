"""What is tuned in ranking and in composing a turn, with each family of data left out in turn.

    python benchmarks/left_out.py DATA [--sets NAME …] [--limit 60] [--vectors FOLDER]

DATA is the folder of the data sets. First table, by memories and files, R@10 / nDCG@10: words alone (BM25), vectors
alone, a min-max blend of both, the ranking with the shipped weights, and with those that the other families choose from
a small grid. Then turns of 2,000 and 500 tokens: share of questions whose answer or evidence is in the turn / share of
its tokens that belong to the question, composed as shipped and as the other families choose. Silence is left out here:
every turn may use its whole budget.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from pathlib import Path
from statistics import mean
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.bench_data import TOP, Figures, Question, read_corpora
from benchmarks.left_out_stores import FLOORS, Filled, KeptVectors, Setting, filled, floors, tuned
from memserver.retrieval.plan import QueryPlan, plan_query
from memserver.retrieval.rescoring import Situation
from memserver.retrieval.search import Effort
from memserver.retrieval.tuning import LEXICAL
from memserver.text.terms import query_terms
from memserver.turn.candidates import Candidate, candidates_of
from memserver.turn.fit import Page, Warrant, fit
from memserver.turn.knowledge_mix import brain_file_limit_of
from memserver.turn.tuning import FIT

Table = dict[str, dict[Any, Figures]]
# What is chosen for a set may not have been chosen on one of its kind.
FAMILIES = {
    "locomo-dev": "talks", "codebase_chunks": "code", "code-dev": "code", "product_docs_qa": "product pages",
    "chunk_eval": "reports", "ko-en-dev": "two languages", "passages-dev": "notes", "supersession-dev": "notes",
    "coding-memory-dev": "coding memories", "sde-dev": "bug reports",
}  # fmt: skip
SHIPPED: Setting = ()
BUDGETS = (2_000, 500)
ANSWERS_LOST = 0.01
"""What a turn with fewer tokens may cost in answers, when the other families choose."""


def grid(**choices: Sequence[float]) -> list[Setting]:
    """Return every combination."""
    return [tuple(zip(choices, values, strict=True)) for values in product(*choices.values())]


# Only the order counts, so the weight of nearness is the unit that the others are measured in.
RANKINGS = [
    SHIPPED,
    *grid(words=(4.0, 5.7, 8.0), lent=(6.0, 12.2, 18.0), speaker=(0.5, 1.0, 2.0)),
    *(*grid(shortest=(10, 40)), *grid(short=(20.0, 80.0)), *grid(neighbour=(0.4, 0.7)), *grid(beyond=(0.3, 0.9))),
]
COMPOSINGS = [
    SHIPPED,
    *grid(source_weight=(0.25, 0.5, 1.0), stop_below=(0.35, 0.45, 0.55), stop_after_tokens=(150, 300, 450)),
    *grid(stop_after_doubt=(0, 250, 1_000)),
]


class Asked:
    """The questions of one store, and what becomes of them."""

    def __init__(self, store: Filled, questions: Sequence[Question]) -> None:
        self._store, self._engine, self._shortest = store, store.engine, LEXICAL.shortest
        self._asked = [(each, plan_query(each.text, store.now)) for each in questions]

    async def ranked(self, setting: Setting) -> list[Figures]:
        """Return the figures of the ranking with a setting."""
        figures = []
        with tuned(setting):
            if LEXICAL.shortest != self._shortest:
                self._shortest = LEXICAL.shortest
                self._engine.passages.forget()
            for question, plan in self._asked:
                effort = Effort(60_000, results=TOP, waits=True)
                found = await self._engine.searcher.search(plan, self._store.visibility, effort)
                best = sorted(found.ranked, key=lambda each: -each.score)
                owners = dict.fromkeys(found.facts[each.passage].owner_id() for each in best)
                figures.append(question.order([self._store.ids[each] for each in owners]))
        return figures

    async def composed(self, budget: int) -> list[tuple[Setting, Figures]]:
        """Return the figures of each question's turn with each setting."""
        known, figures = self._engine.settings, []
        files = brain_file_limit_of(known.knowledge_mix, known.memory_long_term_files)
        for question, plan in self._asked:
            page, terms = Page("en", self._store.now.date()), frozenset(query_terms(question.text))
            found: dict[float, tuple[list[Candidate], Warrant]] = {}
            for setting in COMPOSINGS:
                with tuned(setting):
                    if FIT.source_weight not in found:
                        found[FIT.source_weight] = await self._candidates(plan, budget)
                    candidates, warrant = found[FIT.source_weight]
                    turn = fit(candidates, budget, warrant, files, page, terms)
                shown = [(self._store.ids[each.id], each.tokens) for each in turn.taken]
                inside = {key for ids, _ in shown for key in ids}
                belongs = sum(tokens for ids, tokens in shown if ids & question.belonging)
                figures.append((setting, (float(question.is_answered(inside, turn.text)), belongs / max(turn.used, 1))))
        return figures

    async def _candidates(self, plan: QueryPlan, budget: int) -> tuple[list[Candidate], Warrant]:
        effort = Effort(60_000, tokens=2 * budget, source_weight=FIT.source_weight, waits=True)
        found = await self._engine.searcher.search(plan, self._store.visibility, effort)
        candidates = candidates_of(found, Situation(self._store.now, plan.level, plan.period), lambda *_: [])
        return candidates, Warrant(budget, found.chance)


def by_order(rows: Sequence[Mapping[Setting, Figures]]) -> Setting:
    """Return the setting with the best order over some sets."""
    return max(RANKINGS, key=lambda setting: mean(sum(row[setting]) for row in rows))


def by_answers(rows: Sequence[Mapping[Setting, Figures]]) -> Setting:
    """Return the setting that shows most of what belongs, of those that lose hardly an answer."""
    answers = {setting: mean(row[setting][0] for row in rows) for setting in COMPOSINGS}
    enough = [each for each in COMPOSINGS if answers[each] >= max(answers.values()) - ANSWERS_LOST]
    return max(enough, key=lambda setting: mean(row[setting][1] for row in rows))


def chosen_by_others(
    table: Table, choose: Callable[[Sequence[Mapping[Setting, Figures]]], Setting]
) -> dict[str, Setting]:
    """Return for each set what all families but its own choose."""
    return {
        name: choose([row for other, row in table.items() if FAMILIES[other] != FAMILIES[name]] or [table[name]])
        for name in table
    }


def show(title: str, table: Table, columns: Sequence[Any], chosen: Mapping[str, Setting]) -> None:
    """Print one table as Markdown, with the mean of the sets below."""
    heads = [*(each or "shipped" for each in columns), "chosen by the others", "namely"]
    print(f"\n{title}\n\n| set | {' | '.join(heads)} |\n|{'---|' * (len(heads) + 1)}")
    rows = {name: [*(row[each] for each in columns), row[chosen[name]]] for name, row in table.items()}
    rows["mean"] = [averaged(cells) for cells in zip(*rows.values(), strict=True)]
    for name, cells in rows.items():
        told = ", ".join(f"{key} {value:g}" for key, value in chosen.get(name, ())) or "–"
        print(f"| {name} | {' | '.join(f'{one:.3f} / {two:.3f}' for one, two in cells)} | {told} |", flush=True)


def averaged(figures: Sequence[Figures]) -> Figures:
    """Return the mean of both figures."""
    return mean(one for one, _ in figures), mean(two for _, two in figures)


async def main() -> None:
    """Measure every set, then let the families choose for each other."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--sets", nargs="*", default=list(FAMILIES), choices=list(FAMILIES))
    parser.add_argument("--limit", type=int, default=60, help="questions of each set")
    parser.add_argument("--vectors", type=Path, default=Path(tempfile.gettempdir()) / "memserver-left-out")
    arguments = parser.parse_args()
    vectors, rankings = KeptVectors(arguments.vectors), Table()
    turns: dict[int, Table] = {budget: {} for budget in BUDGETS}
    for name in arguments.sets:
        figures: dict[Any, list[Figures]] = defaultdict(list)
        for corpus in read_corpora(arguments.data, name, arguments.limit):
            async with filled(corpus, vectors) as store:
                asked = Asked(store, corpus.questions)
                for setting in RANKINGS:
                    figures[setting] += await asked.ranked(setting)
                for key, found in (await floors(store, corpus.questions)).items():
                    figures[key] += found
                for budget in BUDGETS:
                    for setting, figure in await asked.composed(budget):
                        figures[budget, setting].append(figure)
        row = {key: averaged(each) for key, each in figures.items()}
        rankings[name] = row
        for budget in BUDGETS:
            turns[budget][name] = {setting: row[budget, setting] for setting in COMPOSINGS}
        print(f"{name}: {len(figures[SHIPPED])} questions", flush=True)
    show("Ranking, R@10 / nDCG@10", rankings, [*FLOORS, SHIPPED], chosen_by_others(rankings, by_order))
    both = {
        name: {each: averaged([turns[budget][name][each] for budget in BUDGETS]) for each in COMPOSINGS}
        for name in rankings
    }
    chosen = chosen_by_others(both, by_answers)
    for budget, table in turns.items():
        show(f"Turn of {budget:,} tokens, answers / share of its tokens", table, [SHIPPED], chosen)


if __name__ == "__main__":
    asyncio.run(main())
