"""Trains what decides which standing rules apply, and writes memserver/rules/data/weights.npz.

The sentences stand in scripts/rule_training/, a file of rules and one of prompts for each (imagined) author.
`python scripts/train_rules.py [--check]`: `--check` writes nothing and prints how well the lines of each author are
told by what was trained on the others, the share of pairs that apply beside the share of those that do not.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import tempfile
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from memserver.embedding.loading import EmbedderHandle, EmbeddingChoice
from memserver.embedding.protocol import Kind
from memserver.learning.minimise import minimise
from memserver.rules.model import (
    ASKED,
    EVERYTHING,
    NARROW,
    VECTOR_SCALE,
    WEIGHTS_NAME,
    Weights,
    heads,
    kinds,
    language_bits,
    pair_features,
    probability,
    tag,
)
from memserver.rules.scope import Scope, rule_scope, task_scope
from memserver.rules.table import table_of
from memserver.rules.work import Floats

SENTENCES = Path(__file__).parent / "rule_training"
TARGET = Path(__file__).parent.parent / "memserver" / "rules" / "data" / WEIGHTS_NAME
NOTHING = "no"
"""The kind of a prompt that asks for nothing; `-` is a question about none of the kinds."""
ANY = "any"
# Chosen by the likelihood of tags that were left out; the neighbours of each value differ by 3 % of it.
WORD_PENALTY, VECTOR_PENALTY, PAIR_PENALTY, BIAS_PENALTY = 0.3, 2.0, 1.0, 0.01
FOLDS = 4
FIRST = "first"
"""The author of a quarter of all lines: left out in parts for training, never in the table."""
GROUPS = 8
"""The other authors are left out by groups, each with a few that have little in common."""
# Of each author: more would let the first author outweigh the others.
MOST_PAIRS = 8_000
THRESHOLDS = (0.2, 0.25, 0.3, 0.35, 0.4, 0.5)


@dataclass(frozen=True)
class Example:
    """A rule or a prompt with what it is about, as a person sees it."""

    text: str
    kinds: frozenset[str]
    languages: frozenset[str]
    subject: str
    is_rule: bool
    author: str
    scope: Scope
    vector: Floats
    other_vector: Floats
    """The vector that the text has in the other role: twice the examples for the tagger."""


def applies(rule: Example, prompt: Example) -> float:
    """Say whether a rule applies, which follows from the two scopes: 1 or 0, NaN where that is not clear.

    A rule of several kinds governs what is of all of them; of what is of some, people judge differently.
    """
    if NOTHING in prompt.kinds:
        return 0.0
    if ANY in rule.kinds:
        return 1.0
    fits = not rule.languages or bool(rule.languages & prompt.languages)
    if not fits or not rule.kinds & prompt.kinds or rule.subject not in ("", prompt.subject):
        return 0.0
    return 1.0 if rule.subject or rule.kinds - {"code"} <= prompt.kinds else math.nan


def read(author: str) -> list[dict[str, Any]]:
    """Read the lines of an author: what the text is about, then the text."""
    rows = []
    for name in ("rules", "prompts"):
        is_rule = name == "rules"
        for line in (SENTENCES / f"{author}_{name}.txt").read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                parts = [part.strip() for part in line.split("|", 3 if is_rule else 4)]
                rows.append(_raw(parts[-1], parts[0], parts[1], parts[2], None if is_rule else parts[3]))
    return [row | {"author": author} for row in rows]


def _raw(text: str, of_kinds: str, languages: str, subject: str, file: str | None) -> dict[str, Any]:
    sets = {name: frozenset(filter(None, value.split(","))) for name, value in
            (("kinds", of_kinds), ("languages", languages))}  # fmt: skip
    return {"text": text, **sets, "subject": subject, "file": file}


async def embed(texts: Sequence[str]) -> dict[str, tuple[Floats, Floats]]:
    """Return the vectors of texts, as question and as passage."""
    with tempfile.TemporaryDirectory() as cache, ThreadPoolExecutor(1) as executor:
        handle = EmbedderHandle(EmbeddingChoice(cache=Path(cache)))
        handle.start(executor)
        embedder = await handle.wait_for_good()
        if embedder is None:
            raise SystemExit("the default model could not be loaded")
        questions = await embedder.embed_batch(texts, Kind.QUERY)
        passages = await embedder.embed_batch(texts, Kind.PASSAGE)
        await handle.close()
    return {text: (question, passage) for text, question, passage in zip(texts, questions, passages, strict=True)}


def examples(rows: Sequence[dict[str, Any]], vectors: dict[str, tuple[Floats, Floats]]) -> list[Example]:
    """Return rows with their scopes and vectors."""
    found = []
    for row in rows:
        is_rule = row["file"] is None
        question, passage = vectors[row["text"]]
        scope = rule_scope(row["text"]) if is_rule else task_scope(row["text"], row["file"] or None)
        own, other = (passage, question) if is_rule else (question, passage)
        found.append(
            Example(
                row["text"], row["kinds"], row["languages"], row["subject"], is_rule, row["author"], scope, own, other
            )
        )
    return found


def fit(inputs: Floats, wanted: Floats, counts: Floats, penalty: Floats) -> Floats:
    """Fit logistic regressions side by side, one per column of `wanted`; `counts` is 0 where a label is unknown."""
    shape = (inputs.shape[1], wanted.shape[1])

    def objective(flat: Floats) -> tuple[float, Floats]:
        weights = flat.reshape(shape)
        logits = inputs @ weights
        loss = ((np.logaddexp(0, logits) - wanted * logits) * counts).sum() + 0.5 * (
            penalty[:, None] * weights**2
        ).sum()
        gradient = inputs.T @ ((probability(logits) - wanted) * counts) + penalty[:, None] * weights
        return float(loss), gradient.astype(np.float32).ravel()

    return minimise(objective, np.zeros(shape[0] * shape[1], np.float32), 300, 1e-6).reshape(shape)


def labels_of(example: Example) -> tuple[Floats, Floats]:
    """Return what the tagger should say, and which of it is known: rules and prompts have heads of their own."""
    wanted, known = np.zeros(len(heads()), np.float32), np.ones(len(heads()), np.float32)
    for number, name in enumerate(kinds()):
        wanted[number] = name in example.kinds
    place = {name: heads().index(name) for name in (EVERYTHING, NARROW, ASKED)}
    if example.is_rule:
        wanted[place[EVERYTHING]], wanted[place[NARROW]] = ANY in example.kinds, bool(example.subject)
        known[place[ASKED]] = 0
    else:
        wanted[place[ASKED]] = NOTHING not in example.kinds
        known[place[EVERYTHING]] = known[place[NARROW]] = 0
    return wanted, known


def train_tagger(of: Sequence[Example], with_vectors: bool) -> Weights:
    """Train what says which kinds of work a text is about."""
    rows = np.stack([each.scope.row for each in of])
    wanted, known = (np.stack(each) for each in zip(*map(labels_of, of), strict=True))
    penalty = np.full(rows.shape[1], WORD_PENALTY, np.float32)
    penalty[-1] = BIAS_PENALTY
    nothing = np.zeros(0, np.float32)
    if not with_vectors:
        return Weights(fit(rows, wanted, known, penalty), None, nothing)
    own, other = (np.stack([getattr(each, name) for each in of]) for name in ("vector", "other_vector"))
    inputs: Floats = np.concatenate([np.hstack([rows, VECTOR_SCALE * side]) for side in (own, other)])
    penalty = np.concatenate([penalty, np.full(own.shape[1], VECTOR_PENALTY, np.float32)])
    weights = fit(inputs, np.concatenate([wanted, wanted]), np.float32(0.5) * np.concatenate([known, known]), penalty)
    return Weights(weights[: rows.shape[1]], weights[rows.shape[1] :], nothing)


def tags_of(of: Sequence[Example], weights: Weights) -> Floats:
    """Return the tags of examples."""
    return tag(np.stack([each.scope.row for each in of]), np.stack([each.vector for each in of]), weights)


def pairs(rules: Sequence[Example], prompts: Sequence[Example], of_rules: Floats, of_prompts: Floats,
          with_vectors: bool) -> Floats:  # fmt: skip
    """Return the features of every rule with every prompt."""
    bits = language_bits()
    vectors = np.stack([rule.vector for rule in rules])
    languages = [sum(bits[each] for each in rule.scope.languages) for rule in rules]
    table = table_of([rule.scope for rule in rules], vectors, languages)
    return np.concatenate([
        pair_features(table, of_rules, prompt.scope, of_prompts[row], vectors @ prompt.vector if with_vectors else None)
        for row, prompt in enumerate(prompts)
    ])  # fmt: skip


def truth(rules: Sequence[Example], prompts: Sequence[Example]) -> Floats:
    """Return whether each rule applies to each prompt (NaN: not clear), in the order of `pairs`."""
    return np.array([applies(rule, prompt) for prompt in prompts for rule in rules], np.float32)


def left_out_tags(of: Sequence[Example], with_vectors: bool) -> Floats:
    """Return the tags that each text has by a tagger that saw nothing of its author; of `FIRST`, nothing of a part."""
    parts = np.random.default_rng(0).integers(0, FOLDS, len(of))
    group = {author: number % GROUPS for number, author in enumerate(authors())}
    names = [
        f"{FIRST} {part}" if each.author == FIRST else str(group[each.author])
        for each, part in zip(of, parts, strict=True)
    ]
    tags = np.zeros((len(of), len(heads())), np.float32)
    for name in sorted(set(names)):
        mine = np.array([each == name for each in names])
        seen = [each for each, left_out in zip(of, mine, strict=True) if not left_out]
        tags[mine] = tags_of([each for each, left_out in zip(of, mine, strict=True) if left_out],
                             train_tagger(seen, with_vectors))  # fmt: skip
    return tags


def halves(of: Sequence[Example], tags: Floats) -> tuple[list[Example], list[Example], Floats, Floats]:
    """Return the rules and the prompts of some examples, and the tags of both."""
    is_rule = np.array([each.is_rule for each in of])
    return (
        [each for each in of if each.is_rule],
        [each for each in of if not each.is_rule],
        tags[is_rule],
        tags[~is_rule],
    )


def train_pairs(of: Sequence[Example], tags: Floats, with_vectors: bool) -> Floats:
    """Train what judges a pair, by tags of texts that the tagger was not trained on."""
    features, wanted = [], []
    for author in authors():
        mine = np.array([each.author == author for each in of])
        if mine.any():
            rules, prompts, of_rules, of_prompts = halves([each for each in of if each.author == author], tags[mine])
            x, y = pairs(rules, prompts, of_rules, of_prompts, with_vectors), truth(rules, prompts)
            some = np.random.default_rng(0).permutation(np.flatnonzero(~np.isnan(y)))[:MOST_PAIRS]
            features.append(x[some])
            wanted.append(y[some])
    inputs, labels = np.concatenate(features), np.concatenate(wanted)[:, None]
    return fit(inputs, labels, np.ones_like(labels), np.full(inputs.shape[1], PAIR_PENALTY, np.float32))[:, 0]


def train(of: Sequence[Example], with_vectors: bool) -> Weights:
    """Train everything."""
    tagger = train_tagger(of, with_vectors)
    return Weights(tagger.text, tagger.vector, train_pairs(of, left_out_tags(of, with_vectors), with_vectors))


def check(of: Sequence[Example], with_vectors: bool) -> None:
    """Print how well the lines of each author are told by weights that know nothing of that author."""
    tags = left_out_tags(of, with_vectors)
    names = np.array([each.author for each in of])
    table = []
    print("with vectors" if with_vectors else "by words", *THRESHOLDS, sep="\t")
    for author in authors():
        mine = names == author
        if author == FIRST:
            continue
        weights = train_pairs([each for each in of if each.author != author], tags[~mine], with_vectors)
        rules, prompts, of_rules, of_prompts = halves([each for each in of if each.author == author], tags[mine])
        scores = probability(pairs(rules, prompts, of_rules, of_prompts, with_vectors) @ weights)
        wanted = truth(rules, prompts)
        table.append([
            ((scores[wanted > 0] >= level).mean(), (scores[wanted == 0] >= level).mean()) for level in THRESHOLDS
        ])  # fmt: skip
        _print_row(author, table[-1])
    _print_row("mean", np.mean(table, 0))


def _print_row(name: str, row: Iterable[Sequence[float]]) -> None:
    print(f"{name:<12}", *(f"{told:.2f}/{wrongly:.3f}" for told, wrongly in row), sep="\t")


def write(of: Sequence[Example]) -> None:
    """Train on everything and write the weights."""
    full, alone = train(of, True), train(of, False)
    assert full.vector is not None
    scale = np.float32(np.abs(full.vector).max() / 127)
    np.savez_compressed(
        TARGET,
        text=full.text.astype(np.float16), vector=np.round(full.vector / scale).astype(np.int8), vector_scale=scale,
        pair=full.pair, text_alone=alone.text.astype(np.float16), pair_alone=alone.pair,
    )  # fmt: skip
    print(f"{TARGET.name}: {TARGET.stat().st_size} bytes, from {len(of)} rules and prompts")


def authors() -> list[str]:
    """Return whose lines there are."""
    return sorted(path.name.removesuffix("_rules.txt") for path in SENTENCES.glob("*_rules.txt"))


def main() -> None:
    """Train, and write or check."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--check", action="store_true")
    given = arguments.parse_args()
    rows = [row for author in authors() for row in read(author)]
    of = examples(rows, asyncio.run(embed(list(dict.fromkeys(row["text"] for row in rows)))))
    if given.check:
        check(of, True)
        check(of, False)
    else:
        write(of)


if __name__ == "__main__":
    main()
