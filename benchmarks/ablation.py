"""What each step of retrieval brings, on the bench data, with the production modules and no server.

    python benchmarks/ablation.py [--cache FOLDER] [--sets NAME …] [--cutoff]

Prints one row per variant and set: recall@10, all evidence inside a 2,000-token turn, mean reciprocal rank. Vectors are
cached in FOLDER by text, so that a second run only ranks. `--cutoff` asks every corpus the questions of the others and
reports how many tokens an unrelated question would bring into a turn.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from memserver.embedding.local import LocalModel
from memserver.embedding.protocol import Kind
from memserver.index.exact import ExactIndex
from memserver.layers.drafts import cut
from memserver.retrieval import dense as dense_module
from memserver.retrieval import diversity, fusion, lexical, neighbours, ranking
from memserver.retrieval.backfill import embedded_text
from memserver.retrieval.dense import DenseQuery
from memserver.retrieval.diversity import repetition, variety_factors
from memserver.retrieval.lexical import Ids, Posting, match_words, postings_of
from memserver.retrieval.neighbours import REACH, Layout
from memserver.retrieval.plan import QueryPlan, plan_query, text_to_embed
from memserver.retrieval.ranking import DENSE_HITS, Ranked, lexical_hits, score_passages, wanted_passages
from memserver.retrieval.relevance import budget_share
from memserver.retrieval.speakers import Speakers
from memserver.text.labels import label_of
from memserver.text.terms import fts_query, query_terms
from memserver.text.token_count import count_tokens

SETS = ("locomo-dev", "codebase_chunks", "product_docs_qa", "chunk_eval")
BUDGET = 2_000
NOW = datetime(2024, 1, 1, tzinfo=UTC)
FRAME = 60
"""Tokens of a turn that are not items: the tag and the instruction above them."""
ITEM_OVERHEAD = 14
"""Tokens around each item: its number, source and date."""

Vectors = np.ndarray[Any, np.dtype[np.float32]]
Order = list[str]


@dataclass
class Question:
    """A question with the ids that answer it."""

    text: str
    gold: set[str]
    vector: Vectors
    """Of the text as a turn embeds it."""


class Corpus:
    """One corpus as a store would hold it: passages, text index, vector index."""

    def __init__(self, name: str, items: list[dict[str, str]], questions: list[dict[str, Any]], vectors: VectorCache):
        self.name = name
        self.owners: list[str] = []
        self.tokens: list[int] = []
        threads: list[str] = []
        headings: list[str] = []
        labels: list[str] = []
        terms, texts = [], []
        for item in items:
            thread = item.get("thread") or f"owner:{item['id']}"
            tags = (item.get("speaker") or "doc",)
            for passage in cut(item["text"], "", tags):
                self.owners.append(item["id"])
                labels.append(label_of(item["text"]))
                threads.append(thread)
                headings.append(passage.heading)
                self.tokens.append(passage.tokens)
                terms.append(passage.terms)
                texts.append(embedded_text(passage.heading, passage.text))
        self.count = len(texts)
        numbers = {owner: number for number, owner in enumerate(dict.fromkeys(self.owners))}
        self.numbers = np.array([numbers[owner] for owner in self.owners])
        self.follows = np.array([False, *(one == two for one, two in pairwise(threads))])
        self.speakers = Speakers()
        self.speakers.take_in(labels, self.follows.tolist(), "")
        self.lengths = np.array(self.tokens, np.int32)
        self.same_heading = np.array([False, *(one == two for one, two in pairwise(headings))])
        self.database = sqlite3.connect(":memory:")
        self.database.execute('CREATE VIRTUAL TABLE t USING fts5(x, tokenize = "unicode61 remove_diacritics 0")')
        self.database.execute("CREATE VIRTUAL TABLE v USING fts5vocab('t', 'instance')")
        self.database.executemany("INSERT INTO t(rowid, x) VALUES (?, ?)", enumerate(terms, 1))
        matrix = vectors.of(texts, Kind.PASSAGE)
        self.index = ExactIndex(matrix.shape[1])
        self.index.add(range(1, self.count + 1), matrix)
        self.mean = matrix.mean(axis=0)
        asked = vectors.of([self.embedded(question["text"]) for question in questions], Kind.QUERY)
        self.questions = [
            Question(question["text"], set(question["gold"]), vector)
            for question, vector in zip(questions, asked, strict=True)
        ]

    def embedded(self, text: str) -> str:
        """Return what a turn would embed of a question."""
        plan = plan_query(text, NOW)
        return text_to_embed(plan, self.postings(plan.terms), self.count)

    def postings(self, terms: list[str]) -> dict[str, Posting]:
        """Look terms up as storage does."""
        rows = self.database.execute(
            "SELECT j.value, (SELECT group_concat(doc) FROM v WHERE term = j.value) FROM json_each(?) j",
            (json.dumps(terms),),
        ).fetchall()
        return postings_of(rows)

    def rank(self, text: str, vector: Vectors | None) -> list[Ranked]:
        """Rank as a turn does."""
        plan = plan_query(text, NOW)
        match = match_words(plan.words, self.postings(plan.terms), self.count)
        dense = DenseQuery(self.index, vector, self.mean) if vector is not None else None
        pool, centred = lexical_hits(match), None
        if dense is not None:
            pool = np.union1d(pool, dense.nearest(DENSE_HITS))
            centred = self.index.similarities(dense.direction, pool).astype(float)
        ids = wanted_passages(match, pool, centred, self.around)
        if dense is None:
            scoring = score_passages(match, None, self.layout(ids, plan))
            return scoring.ranked(scoring.best(), None)
        centred = self.index.similarities(dense.direction, ids).astype(float)
        scoring = score_passages(match, centred, self.layout(ids, plan))
        rows = scoring.best()
        vectors = self.index.vectors(ids[rows])
        return varied(scoring.ranked(rows, dense.plain(vectors)), vectors)

    def layout(self, ids: Ids, plan: QueryPlan) -> Layout:
        """Return where passages stand, and who says them if the question names somebody."""
        places = ids - 1
        speaker = self.speakers.named_among([term for word in plan.words for term in word.terms])
        by_others = self.speakers.said_by_others(speaker, places) if speaker is not None else None
        follows = self.follows[places] & (np.diff(ids, prepend=ids[:1]) == 1)
        return Layout(
            ids, self.numbers[places], self.lengths[places], follows, self.same_heading[places], by_others
        )  # fmt: skip

    def share(self, question: Question) -> float:
        """Return which part of its budget a question gets."""
        closeness = float(question.vector @ self.mean)
        return budget_share(self.rank(question.text, question.vector), self.count, closeness)

    def around(self, ids: Ids) -> Ids:
        """Return passages with those that may follow or precede them."""
        near = np.unique(np.concatenate([ids + distance for distance in range(-REACH, REACH + 1)]))
        return near[(near > 0) & (near <= self.count)]

    def by_words(self, text: str) -> list[tuple[int, float]]:
        """Rank as FTS5 does by itself."""
        match = fts_query(query_terms(text))
        if not match:
            return []
        return self.database.execute(
            "SELECT rowid, -rank FROM t WHERE t MATCH ? ORDER BY rank LIMIT 200", (match,)
        ).fetchall()

    def owners_of(self, ranked: list[int]) -> Order:
        """Return the owners of passages, best first, each once."""
        return list(dict.fromkeys(self.owners[passage - 1] for passage in ranked))


def varied(ranked: list[Ranked], vectors: Vectors) -> list[Ranked]:
    """Move repetitions down, as a turn does with its candidates."""
    factors = variety_factors(repetition(vectors)).tolist()
    lowered = [each._replace(score=each.score * factor) for each, factor in zip(ranked, factors, strict=True)]
    return sorted(lowered, key=lambda each: -each.score)


class VectorCache:
    """Vectors of texts, kept in one file per text hash list."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._folder.mkdir(parents=True, exist_ok=True)
        self._model: LocalModel | None = None

    def of(self, texts: list[str], kind: Kind) -> Vectors:
        """Return one vector per text."""
        key = hashlib.sha256("\x00".join((kind.value, *texts)).encode()).hexdigest()[:24]
        path = self._folder / f"{key}.npy"
        if not path.exists():
            self._model = self._model or LocalModel(self._folder)
            vectors = np.stack([self._model.embed(text, kind) for text in texts])
            np.save(path, vectors.astype(np.float16))
        loaded: Vectors = np.load(path).astype(np.float32)
        return loaded


def measures(
    order: Order, gold: set[str], corpus: Corpus, best: dict[str, int], budget: float = BUDGET - FRAME
) -> tuple[float, float, float]:
    """Return recall@10, all evidence within the budget, reciprocal rank."""
    used, inside = 0, set()
    for owner in order:
        cost = corpus.tokens[best[owner] - 1] + ITEM_OVERHEAD
        if used + cost <= budget:
            used += cost
            inside.add(owner)
    reciprocal = next((1 / place for place, owner in enumerate(order, 1) if owner in gold), 0.0)
    return len(gold & set(order[:10])) / len(gold), float(gold <= inside), reciprocal


Variant = Callable[[Corpus, Question], list[tuple[str, int]]]


def production(corpus: Corpus, question: Question) -> list[tuple[str, int]]:
    """Everything, as a turn ranks."""
    return [(corpus.owners[each.passage - 1], each.passage) for each in corpus.rank(question.text, question.vector)]


def words_only(corpus: Corpus, question: Question) -> list[tuple[str, int]]:
    """The production ranking without vectors."""
    return [(corpus.owners[each.passage - 1], each.passage) for each in corpus.rank(question.text, None)]


def _passages(corpus: Corpus, scores: dict[int, float]) -> list[tuple[str, int]]:
    ordered = sorted(scores, key=lambda passage: (-scores[passage], passage))
    best: dict[str, int] = {}
    for passage in ordered:
        best.setdefault(corpus.owners[passage - 1], passage)
    return list(best.items())


def fts5(corpus: Corpus, question: Question) -> list[tuple[str, int]]:
    """FTS5's own BM25 over our terms."""
    return _passages(corpus, dict(corpus.by_words(question.text)))


def cosine(corpus: Corpus, question: Question) -> list[tuple[str, int]]:
    """Vectors alone."""
    labels, values = corpus.index.search(question.vector, 200)
    return _passages(corpus, dict(zip(labels.tolist(), values.tolist(), strict=True)))


def reciprocal_rank(corpus: Corpus, question: Question) -> list[tuple[str, int]]:
    """FTS5 and vectors, reciprocal rank with k = 60."""
    scores: dict[int, float] = {}
    labels, _ = corpus.index.search(question.vector, 200)
    for ranked in ([each for each, _ in corpus.by_words(question.text)], labels.tolist()):
        for place, passage in enumerate(ranked, 1):
            scores[passage] = scores.get(passage, 0.0) + 1 / (60 + place)
    return _passages(corpus, scores)


def half_and_half(corpus: Corpus, question: Question) -> list[tuple[str, int]]:
    """FTS5 and vectors, each min–max scaled over the candidates, half and half."""
    words = dict(corpus.by_words(question.text))
    labels, _ = corpus.index.search(question.vector, 200)
    pool = sorted(set(words) | set(labels.tolist()))
    near = dict(zip(pool, corpus.index.similarities(question.vector, pool).tolist(), strict=True))
    low, high = min(near.values()), max(near.values())
    top = max(words.values(), default=1.0)
    return _passages(
        corpus, {each: 0.5 * words.get(each, 0.0) / top + 0.5 * (near[each] - low) / (high - low) for each in pool}
    )


@contextmanager
def changed(module: ModuleType, **constants: float) -> Iterator[None]:
    """Run with other constants."""
    before = {name: getattr(module, name) for name in constants}
    for name, value in constants.items():
        setattr(module, name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(module, name, value)


def without(module: ModuleType, **constants: float) -> Variant:
    """Return the production ranking with a step switched off."""

    def ranked(corpus: Corpus, question: Question) -> list[tuple[str, int]]:
        with changed(module, **constants):
            return production(corpus, question)

    return ranked


WITH_CUTOFF = "production: all steps, relevance cut-off"
VARIANTS: dict[str, Variant] = {
    "FTS5 alone": fts5,
    "vectors alone": cosine,
    "reciprocal rank, k = 60": reciprocal_rank,
    "min–max, half and half": half_and_half,
    "words alone, neighbours": words_only,
    "no neighbours": without(neighbours, WORD_SHARE=0.0, DENSE_SHARE=0.0),
    "no neighbours for words": without(neighbours, WORD_SHARE=0.0),
    "no neighbours for vectors": without(neighbours, DENSE_SHARE=0.0),
    "store mean left in": without(dense_module, MEAN_STEADY_FROM=1e12),
    "no synonyms": without(lexical, SYNONYM_WEIGHT=0.0),
    "repetitions stay": without(diversity, KEPT_BY_REPETITION=1.0),
    "headings do not matter": without(neighbours, ACROSS_HEADING=1.0),
    "speakers do not matter": without(ranking, SAID_BY_ANOTHER=1.0),
    "vectors weigh 0.6": without(fusion, DENSE_WEIGHT=0.6),
    "vectors weigh 0.9": without(fusion, DENSE_WEIGHT=0.9),
    "vectors weigh 1.6": without(fusion, DENSE_WEIGHT=1.6),
    "pool of 200 + 200": without(ranking, LEXICAL_HITS=200, DENSE_HITS=200, KEPT=200),
    "all steps, no cut-off": production,
    WITH_CUTOFF: production,
}


def load(names: list[str], data: Path, cache: Path) -> dict[str, list[Corpus]]:
    """Read the sets, each as its corpora."""
    vectors = VectorCache(cache)
    loaded: dict[str, list[Corpus]] = {}
    for name in names:
        content = json.loads((data / f"{name}.json").read_text(encoding="utf-8"))
        loaded[name] = [
            Corpus(cid, items, [each for each in content["queries"] if each["cid"] == cid], vectors)
            for cid, items in content["corpora"].items()
        ]
    return loaded


def print_table(sets: dict[str, list[Corpus]], variants: dict[str, Variant]) -> None:
    """Print the ablation as a Markdown table: R@10 / turn2k / MRR."""
    print("| variant | " + " | ".join(sets) + " | mean |")
    print("|---" * (len(sets) + 2) + "|")
    for name, variant in variants.items():
        cells, means = [], []
        for corpora in sets.values():
            rows = []
            for corpus in corpora:
                for question in corpus.questions:
                    found = variant(corpus, question)
                    budget = float(BUDGET - FRAME)
                    if name == WITH_CUTOFF:
                        budget *= corpus.share(question)
                    order = [owner for owner, _ in found]
                    rows.append(measures(order, question.gold, corpus, dict(found), budget))
            mean = [statistics.mean(column) for column in zip(*rows, strict=True)]
            cells.append(" / ".join(f"{value:.3f}" for value in mean))
            means.append(mean[0])
        print(f"| {name} | " + " | ".join(cells) + f" | {statistics.mean(means):.4f} |", flush=True)


def print_cutoff(sets: dict[str, list[Corpus]], every: int = 20) -> None:
    """Print what related and unrelated questions bring into a turn of 2,000 tokens."""
    corpora = [(name, corpus) for name, each in sets.items() for corpus in each]
    for name, corpus in corpora:
        groups: dict[str, list[Question]] = {"own": corpus.questions}
        for other_name, other in corpora:
            if other is not corpus:
                group = "same kind" if other_name == name else "unrelated"
                groups.setdefault(group, []).extend(other.questions[::every])
        for group, questions in groups.items():
            used, silent = [], 0
            for question in questions:
                found = corpus.rank(question.text, question.vector)
                allowed = (BUDGET - FRAME) * corpus.share(question)
                injected = 0
                for each in found:
                    cost = corpus.tokens[each.passage - 1] + ITEM_OVERHEAD
                    if injected + cost <= allowed:
                        injected += cost
                used.append(injected)
                silent += injected == 0
            print(
                f"{name:16} {corpus.name:8} {group:10} n={len(questions):4} mean tokens {statistics.mean(used):7.1f}"
                f" ({statistics.mean(used) / BUDGET:6.1%}), silent {silent / len(questions):6.1%}"
            )


def print_speed(sets: dict[str, list[Corpus]]) -> None:
    """Print the CPU time of ranking one question, words and vectors included, embedding not."""
    for name, corpora in sets.items():
        corpus = max(corpora, key=lambda each: each.count)
        start = time.process_time()
        for question in corpus.questions:
            corpus.rank(question.text, question.vector)
        spent = (time.process_time() - start) / len(corpus.questions)
        print(f"{name}: {corpus.count} passages, {spent * 1000:.2f} ms per question")


def main() -> int:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "memserver-ablation")
    parser.add_argument("--sets", nargs="+", default=list(SETS))
    parser.add_argument("--only", nargs="+", help="names of variants")
    parser.add_argument("--cutoff", action="store_true")
    arguments = parser.parse_args()
    default = Path(__file__).resolve().parents[1].parent / "shared" / "bench" / "data"
    data = Path(os.environ.get("MEMSERVER_BENCH_DATA", default))
    if not data.is_dir():
        print(f"No bench data at {data}: set MEMSERVER_BENCH_DATA.", file=sys.stderr)
        return 1
    count_tokens("warm")
    sets = load(arguments.sets, data, arguments.cache)
    if arguments.cutoff:
        print_cutoff(sets)
        return 0
    print_table(sets, {name: VARIANTS[name] for name in arguments.only or VARIANTS})
    print_speed(sets)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
