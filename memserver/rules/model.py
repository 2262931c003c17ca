"""The model of standing rules: which kinds of work a text is about, and whether a rule applies to a task.

Two steps of logistic regression. A tagger says of a rule and of a task alike how likely it is about each kind of work;
of a rule besides whether it holds for everything and whether it is narrow, of a task whether anything is asked at all.
Then a pair of both is judged by the kinds that they share, their languages and their words. There are two sets of
weights: with the vectors of the default model, and by words and files alone. `scripts/train_rules.py` makes the file;
docs/decisions/0020-standing-rules.md says from what, and how well it does.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np

from memserver.embedding.protocol import Vector
from memserver.rules.languages import language_table
from memserver.rules.scope import Scope
from memserver.rules.table import RuleTable
from memserver.rules.work import Floats, work_table

WEIGHTS_NAME = "weights.npz"
EVERYTHING, NARROW, ASKED = "everything", "narrow", "asked"
# Vectors have length one; the words of a text count one each.
VECTOR_SCALE = np.float32(3.0)
# Beyond this a probability is 0 or 1 in the precision used.
STEEPEST = 30.0
LEAST_CHANCE = np.float32(0.001)


def kinds() -> tuple[str, ...]:
    """Return the kinds of work that are told apart."""
    return work_table().kinds[:-1]


def heads() -> tuple[str, ...]:
    """Return what the tagger says of a text, in the order of its columns."""
    return (*kinds(), EVERYTHING, NARROW, ASKED)


@dataclass(frozen=True, slots=True)
class Weights:
    """One set of weights: of the tagger by rows of text and by vectors, and of pairs."""

    text: Floats
    vector: Floats | None
    pair: Floats


@cache
def shipped() -> Mapping[bool, Weights]:
    """Return the weights in use: with vectors (True) and without."""
    data = resources.files("memserver.rules").joinpath("data", WEIGHTS_NAME).read_bytes()
    with np.load(io.BytesIO(data), allow_pickle=False) as file:
        vector = file["vector"].astype(np.float32) * file["vector_scale"].astype(np.float32)
        return {
            True: Weights(file["text"].astype(np.float32), vector, file["pair"].astype(np.float32)),
            False: Weights(file["text_alone"].astype(np.float32), None, file["pair_alone"].astype(np.float32)),
        }


def tag(rows: Floats, vectors: Floats | None, weights: Weights) -> Floats:
    """Return how likely each text is about each kind of work, one row per text."""
    logits: Floats = rows @ weights.text
    if weights.vector is not None and vectors is not None:
        by_vector: Floats = VECTOR_SCALE * (vectors @ weights.vector)
        logits += by_vector
    return probability(logits)


def probability(logits: Floats) -> Floats:
    """Return logits as probabilities."""
    result: Floats = (1 / (1 + np.exp(-np.clip(logits, -STEEPEST, STEEPEST)))).astype(np.float32, copy=False)
    return result


def logit(chances: Floats) -> Floats:
    """Return probabilities as logits, none steeper than one in a thousand."""
    within = np.clip(chances, LEAST_CHANCE, 1 - LEAST_CHANCE)
    result: Floats = np.log(within / (1 - within))
    return result


def pair_features(table: RuleTable, rules: Floats, scope: Scope, task: Floats, cosines: Floats | None) -> Floats:
    """Return what speaks for and against each rule: one row per rule, `rules` and `task` being their tags."""
    count = len(kinds())
    shares = rules[:, :count] * task[:count]
    one = np.ones(len(rules), np.float32)
    overlap, either = shares.max(1), 1 - np.prod(1 - shares, 1)
    everything, narrow = rules[:, count], rules[:, count + 1]
    known = np.float32(bool(scope.languages))
    has = (table.languages != 0).astype(np.float32)
    match = ((table.languages & mask_of(scope)) != 0).astype(np.float32)
    miss, unknown = has * known * (1 - match), has * (1 - known)
    shared = table.shared_terms(scope.terms)
    log_either = np.log(either + 0.01)
    # A rule of several kinds governs what is of all of them; whether code is written besides is judged by itself.
    covered = np.prod(1 - rules[:, 1:count] + shares[:, 1:], 1)
    # Far out a probability moves little where its logit still tells something.
    always = logit(everything)
    columns = [
        overlap,
        either,
        shares.sum(1) / (rules[:, :count].sum(1) + 0.1),
        rules[:, :count].max(1),
        everything,
        everything * task[count + 2],
        narrow,
        narrow * either,
        one * task[count + 2],
        match,
        miss,
        unknown,
        match * either,
        miss * either,
        unknown * either,
        (1 - has) * either,
        log_either,
        np.log(overlap + 0.01),
        match * log_either,
        everything * log_either,
        shared,
        shared * either,
        shared * narrow,
        shares[:, 0],
        rules[:, 0],
        one * task[0],
        one,
        covered,
        covered * either,
        np.log(covered + 0.01),
        always,
        always * task[count + 2],
        one * task[:count].max(),
        one * task[:count].sum(),
    ]
    if cosines is not None:
        near = 4 * cosines
        columns += [near, near * either, near * narrow, near * (1 - everything)]
    features: Floats = np.stack(columns, 1).astype(np.float32, copy=False)
    return features


def mask_of(scope: Scope) -> np.int64:
    """Return the languages of a scope as bits."""
    bits = language_bits()
    return np.int64(sum(bits[language] for language in scope.languages))


@cache
def language_bits() -> Mapping[str, int]:
    """Return one bit per language."""
    table = language_table()
    names = sorted(frozenset[str]().union(*table.suffixes.values(), *table.words.values(), *table.names.values()))
    return {name: 1 << number for number, name in enumerate(names)}


def task_tags(scope: Scope, vector: Vector | None, weights: Weights) -> Floats:
    """Return what a task is about."""
    of_task: Floats = tag(scope.row[None, :], None if vector is None else vector[None, :], weights)[0]
    return of_task
