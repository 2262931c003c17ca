"""Trains what decides which standing rules apply, and writes memserver/rules/data/weights.npz.

The sentences stand in scripts/rule_training/. `python scripts/train_rules.py [--more FILE] [--check]`: `--more` names a
file of rules and prompts with their scopes that is not in this repository; `--check` writes nothing and prints how well
rules and prompts that were left out are told, the share of pairs that apply beside the share of those that do not.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from collections.abc import Sequence
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
    shipped,
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
WORD_PENALTY, VECTOR_PENALTY, PAIR_PENALTY, BIAS_PENALTY = 0.1, 1.0, 1.0, 0.01
FOLDS = 4
THRESHOLDS = (0.2, 0.3, 0.5)
RATES = (0.01, 0.03, 0.05)


@dataclass(frozen=True)
class Example:
    """A rule or a prompt with what it is about, as a person sees it."""

    text: str
    kinds: frozenset[str]
    languages: frozenset[str]
    subject: str
    is_rule: bool
    scope: Scope
    vector: Floats
    other_vector: Floats
    """The vector that the text has in the other role: twice the examples for the tagger."""


def applies(rule: Example, prompt: Example) -> bool:
    """Say whether a rule applies, which follows from the two scopes."""
    if NOTHING in prompt.kinds:
        return False
    if ANY in rule.kinds:
        return True
    meet = bool(rule.kinds & prompt.kinds) and (not rule.languages or bool(rule.languages & prompt.languages))
    return meet and rule.subject in ("", prompt.subject)


def read(name: str) -> list[dict[str, Any]]:
    """Read the lines of a file: what the text is about, then the text."""
    is_rule = "rules" in name
    rows = []
    for line in (SENTENCES / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            parts = [part.strip() for part in line.split("|", 3 if is_rule else 4)]
            rows.append(_raw(parts[-1], parts[0], parts[1], parts[2], None if is_rule else parts[3]))
    return rows


def read_more(path: Path) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Read rules and prompts of a file in JSON."""
    names = {"commit": "git", "dep": "deps", "err": "error"}
    data = json.loads(path.read_text(encoding="utf-8"))

    def listed(of: Sequence[str]) -> str:
        return ",".join(names.get(each, each) for each in of)

    rules = [_raw(each["text"], listed(each["kinds"]), ",".join(each["languages"]), "", None) for each in data["rules"]]
    prompts = [
        _raw(each["prompt"], listed(each["kinds"]) or "-", each["language"], "", each["file"] or "")
        for each in data["prompts"]
    ]
    return rules, prompts


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
        found.append(Example(row["text"], row["kinds"], row["languages"], row["subject"], is_rule, scope, own, other))
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
    """Return whether each rule applies to each prompt, in the order of `pairs`."""
    return np.array([applies(rule, prompt) for prompt in prompts for rule in rules], np.float32)


def train(rules: Sequence[Example], prompts: Sequence[Example], with_vectors: bool) -> Weights:
    """Train everything. Pairs are judged by tags of texts that the tagger was not trained on."""
    everything = [*rules, *prompts]
    part = np.random.default_rng(0).integers(0, FOLDS, len(everything))
    tags = np.zeros((len(everything), len(heads())), np.float32)
    for fold in range(FOLDS):
        seen = [each for each, number in zip(everything, part, strict=True) if number != fold]
        left_out = [each for each, number in zip(everything, part, strict=True) if number == fold]
        tags[part == fold] = tags_of(left_out, train_tagger(seen, with_vectors))
    features = pairs(rules, prompts, tags[: len(rules)], tags[len(rules) :], with_vectors)
    wanted = truth(rules, prompts)[:, None]
    weights = fit(features, wanted, np.ones_like(wanted), np.full(features.shape[1], PAIR_PENALTY, np.float32))
    tagger = train_tagger(everything, with_vectors)
    return Weights(tagger.text, tagger.vector, weights[:, 0])


def judged(rules: Sequence[Example], prompts: Sequence[Example], weights: Weights) -> Floats:
    """Return how likely each rule applies to each prompt."""
    with_vectors = weights.vector is not None
    return probability(
        pairs(rules, prompts, tags_of(rules, weights), tags_of(prompts, weights), with_vectors) @ weights.pair
    )


def show(name: str, scores: Floats, wanted: Floats) -> None:
    """Print the share that is told of what applies and of what does not."""
    right, wrong = scores[wanted > 0], scores[wanted == 0]
    at = " ".join(f"{level}: {(right > level).mean():.3f}/{(wrong > level).mean():.3f}" for level in THRESHOLDS)
    cuts = [np.quantile(wrong, 1 - rate) for rate in RATES]
    reach = " ".join(f"{rate}: {(right > cut).mean():.3f}" for rate, cut in zip(RATES, cuts, strict=True))
    print(f"{name}: told/wrongly told at {at} | told at wrongly told {reach} | {len(right)} apply, {len(wrong)} do not")


def check(own: Sequence[Example], more: Sequence[Example], held: Sequence[Example], fresh: Sequence[Example]) -> None:
    """Print how well texts that were left out are told, `fresh` of them by the weights in use."""

    def both(of: Sequence[Example]) -> tuple[list[Example], list[Example]]:
        return [each for each in of if each.is_rule], [each for each in of if not each.is_rule]

    for with_vectors in (True, False):
        rules, prompts = both(fresh)
        of_use = shipped()[with_vectors]
        show(f"{'vectors' if with_vectors else 'words'}, weights in use, fresh", judged(rules, prompts, of_use),
             truth(rules, prompts))  # fmt: skip
        how = "vectors" if with_vectors else "words"
        if more:
            show(f"{how}, trained on our own, more", judged(*both(more), train(*both(own), with_vectors)),
                 truth(*both(more)))  # fmt: skip
        weights = train(*both([*own, *more]), with_vectors)
        show(f"{how}, held out", judged(*both(held), weights), truth(*both(held)))
        for language in ("en", "ko"):
            of = [each for each in held if not each.is_rule and each.text.isascii() == (language == "en")]
            rules, _ = both(held)
            show(f"{how}, held out, prompts in {language}", judged(rules, of, weights), truth(rules, of))
        scores, wanted, is_more = [], [], []
        everything = [*own, *more]
        part = np.random.default_rng(1).integers(0, FOLDS, len(everything))
        outside = {each.text for each in more}
        for fold in range(FOLDS):
            seen = [each for each, number in zip(everything, part, strict=True) if number != fold]
            rules, prompts = both([each for each, number in zip(everything, part, strict=True) if number == fold])
            weights = train(*both(seen), with_vectors)
            scores.append(judged(rules, prompts, weights))
            wanted.append(truth(rules, prompts))
            is_more.append(np.array([rule.text in outside and prompt.text in outside
                                     for prompt in prompts for rule in rules]))  # fmt: skip
        score, want, among = np.concatenate(scores), np.concatenate(wanted), np.concatenate(is_more)
        show(f"{how}, rules and prompts left out", score, want)
        if more:
            show(f"{how}, of these the pairs of more", score[among], want[among])


def write(rules: Sequence[Example], prompts: Sequence[Example]) -> None:
    """Train on everything and write the weights."""
    full, alone = train(rules, prompts, True), train(rules, prompts, False)
    assert full.vector is not None
    scale = np.float32(np.abs(full.vector).max() / 127)
    np.savez_compressed(
        TARGET,
        text=full.text.astype(np.float16), vector=np.round(full.vector / scale).astype(np.int8), vector_scale=scale,
        pair=full.pair, text_alone=alone.text.astype(np.float16), pair_alone=alone.pair,
    )  # fmt: skip
    print(f"{TARGET.name}: {TARGET.stat().st_size} bytes, from {len(rules)} rules and {len(prompts)} prompts")


def main() -> None:
    """Train, and write or check."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--more", type=Path)
    arguments.add_argument("--check", action="store_true")
    given = arguments.parse_args()
    own = [*read("rules"), *read("prompts")]
    held = [*read("held_rules"), *read("held_prompts")]
    fresh = [*read("fresh_rules"), *read("fresh_prompts")]
    more_rules, more_prompts = read_more(given.more) if given.more else ([], [])
    more = [*more_rules, *more_prompts]
    vectors = asyncio.run(embed(list(dict.fromkeys(row["text"] for row in (*own, *more, *held, *fresh)))))
    of_own, of_more, of_held, of_fresh = (examples(rows, vectors) for rows in (own, more, held, fresh))
    if given.check:
        check(of_own, of_more, of_held, of_fresh)
        return
    everything = [*of_own, *of_more, *of_held]
    write([each for each in everything if each.is_rule], [each for each in everything if not each.is_rule])


if __name__ == "__main__":
    main()
