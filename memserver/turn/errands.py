"""Reads what a prompt is: an acknowledgement ("yes"), an errand ("write a commit message"), or a task with a subject.

An acknowledgement asks for nothing; an errand asks for work on what lies in front of the agent anyway. Neither names a
subject that a memory could speak of, so a turn says nothing to them, but for the standing rules of that kind of work.
An open request ("make it better") names no subject either, but leaves the work open, so that asking back helps: it is a
task. They are told apart by a small logistic regression over the prompt's words, their parts, its shape, and, where it
is known, the vector of the prompt itself. It looks at the prompt alone and knows no history.

The weights are made by scripts/build_errand_weights.py as bytes; what was measured stands in
docs/decisions/0021-errands.md.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache, lru_cache
from math import exp
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from memserver.embedding.protocol import Vector
from memserver.text.stems import english_stem

Floats = npt.NDArray[np.float32]
PromptKind = Literal["acknowledgement", "errand", "task"]
CLASSES = ("acknowledgement", "errand", "open", "task")
"""What the regression tells apart; the last one is the class of reference, whose score is 0."""

WEIGHTS = Path(__file__).parent / "data" / "errands.npy"
BUCKETS = 2_048
"""Words and parts of words are hashed into so many features."""
FAMILIAR_BITS = 1 << 14
"""Marks of the words that errands are made of: about 700 of them, so one foreign word in 25 is taken for familiar."""
LONGEST_ERRAND = 160
"""Characters. The longest errand of the training prompts has 62; whoever says more than this names something."""
REMEMBERED_WORDS = 4_096
"""The words of some hundred prompts, with what they are hashed into: 3 MB at most."""
SILENT_FROM = 0.6
"""How sure it must be that a prompt is no task. Measured: docs/decisions/0021-errands.md."""
ACKNOWLEDGED_FROM = 0.3
"""An errand that is an acknowledgement as likely as this is told no rule. Measured likewise."""

WORD = re.compile(r"[^\W_]+(?:['’][a-z]+)?")
_HANGUL = re.compile("[\uac00-\ud7a3\u3131-\u3163]")
_NAME = re.compile(r"\w[._/:#@\\-]\w|\w\(|[a-z][A-Z]|[A-Z]{2}|`")
_MOST_UNFAMILIAR = 3
_SHAPES = 14
WIDTH = BUCKETS + _SHAPES


class PromptReading(NamedTuple):
    """How likely a prompt is an acknowledgement, an errand, or a task; the three add up to 1.

    `open` is the part of `task` that asks for work and names nothing that it could be about.
    """

    acknowledgement: float
    errand: float
    task: float
    open: float = 0.0

    @property
    def kind(self) -> PromptKind:
        """Return what the prompt is taken for; in doubt, a task: to silence a question is the worse error."""
        if self.acknowledgement + self.errand < SILENT_FROM:
            return "task"
        return "acknowledgement" if self.acknowledgement >= self.errand else "errand"


A_TASK = PromptReading(0.0, 0.0, 1.0)


@dataclass(frozen=True, slots=True)
class Features:
    """What a prompt looks like: the buckets of its words and their parts, and its shape."""

    buckets: tuple[int, ...]
    shape: Floats


@dataclass(frozen=True, slots=True)
class ErrandModel:
    """Weights of two regressions, without and with the vector of the prompt; one row for each class but a task."""

    familiar: frozenset[int]
    words: Floats
    words_beside_vector: Floats
    vector: Floats
    space: str

    def read(self, prompt: str, vector: Vector | None = None, space: str = "") -> PromptReading:
        """Read a prompt; `vector` is its own, as a question, in the space of that name, and no history's."""
        text = prompt.strip()
        if len(text) > LONGEST_ERRAND:
            return A_TASK
        features = _features_of_prompt(text, self.familiar)
        if vector is not None and space == self.space:
            scores = _scores(self.words_beside_vector, features) + self.vector @ vector
        else:
            scores = _scores(self.words, features)
        odds = [*map(exp, scores.tolist()), 1.0]
        acknowledgement, errand, open_request, task = (each / sum(odds) for each in odds)
        return PromptReading(acknowledgement, errand, task + open_request, open_request)


@cache
def errand_model() -> ErrandModel:
    """Return the shipped model, read once."""
    stored: npt.NDArray[np.int8] = np.load(WEIGHTS, allow_pickle=False)
    facts = json.loads(WEIGHTS.with_suffix(".json").read_text(encoding="utf-8"))
    marks = np.flatnonzero(np.unpackbits(stored[: FAMILIAR_BITS // 8].view(np.uint8)))
    weights, start, scored = [], FAMILIAR_BITS // 8, len(CLASSES) - 1
    for scale, width in zip(facts["scales"], (WIDTH, WIDTH, facts["dimensions"]), strict=True):
        part = stored[start : start + scored * width].reshape(scored, width)
        weights.append(part.astype(np.float32) * np.float32(scale))
        start += scored * width
    words, words_beside_vector, vector = weights
    return ErrandModel(frozenset(marks.tolist()), words, words_beside_vector, vector, facts["space"])


def read_prompt(prompt: str, vector: Vector | None = None, space: str = "") -> PromptReading:
    """Read a prompt with the shipped model; see `ErrandModel.read`."""
    return errand_model().read(prompt, vector, space)


def features_of(text: str, familiar: Collection[int]) -> Features:
    """Return the features of a prompt; `familiar` are the marks of the words that errands are made of."""
    words = WORD.findall(text.lower())
    buckets = {_bucket(f"p{left} {right}") for left, right in zip(["^", *words], [*words, "$"], strict=True)}
    for word in words:
        buckets.update(_buckets_of_word(word))
    return Features(
        tuple(sorted(buckets)),
        _shape(text, words, sum(mark_of(word) not in familiar for word in set(words))),
    )


# A turn reads its prompt twice: before it is known whether to search, and again beside its vector.
_features_of_prompt = lru_cache(maxsize=1)(features_of)


def _bucket(name: str) -> int:
    return zlib.crc32(name.encode()) % BUCKETS


@lru_cache(maxsize=REMEMBERED_WORDS)
def _buckets_of_word(word: str) -> tuple[int, ...]:
    return tuple(map(_bucket, (f"w{word}", *_parts(word))))


@lru_cache(maxsize=REMEMBERED_WORDS)
def mark_of(word: str) -> int:
    """Return the mark of a word: of its stem, or of the first two syllables, since Korean verbs have many endings."""
    stem = word[:2] if _HANGUL.match(word) else english_stem(word)
    return zlib.crc32(stem.encode()) % FAMILIAR_BITS


def _parts(word: str) -> set[str]:
    """Return the parts of a word: runs of two and three syllables, or of three and four letters, with its ends."""
    framed = f"^{word}$"
    shortest = 2 if _HANGUL.match(word) else 3
    return {
        f"c{framed[start : start + length]}"
        for length in (shortest, shortest + 1)
        for start in range(len(framed) - length + 1)
    }


def _shape(text: str, words: list[str], unfamiliar: int) -> Floats:
    count = len(words)
    shape = np.zeros(_SHAPES, np.float32)
    shape[0] = 1.0
    shape[1] = min(count, 12) / 12
    shape[2] = min(len(text), LONGEST_ERRAND) / LONGEST_ERRAND
    shape[3] = unfamiliar / max(count, 1)
    shape[4 + min(unfamiliar, _MOST_UNFAMILIAR)] = 1.0
    shape[8] = count == 0
    shape[9] = "?" in text
    shape[10] = any(character.isdigit() for character in text)
    shape[11] = _NAME.search(text) is not None
    shape[12] = any(word[:1].isupper() for word in text.split()[1:])
    shape[13] = _HANGUL.search(text) is not None
    return shape


def _scores(weights: Floats, features: Features) -> Floats:
    """Return the score of each class against a task; parts of a long prompt count for less, as in training."""
    scores: Floats = weights[:, BUCKETS:] @ features.shape
    if features.buckets:
        scores = scores + weights[:, list(features.buckets)].sum(axis=1) / np.float32(len(features.buckets) ** 0.5)
    return scores
