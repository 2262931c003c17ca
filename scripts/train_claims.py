"""Trains what decides how two statements stand to each other, and writes memserver/claims/data/weights.npz.

    python scripts/train_claims.py PAIRS.jsonl [--check]

PAIRS is a file of generated pairs (`a`, `b`, `label`, `kind`, `split`); those of `scripts/claim_training/`, a file for
each author, come beside it. `--check` writes nothing and prints what the pairs of a split or an author are judged that
nothing was trained on: precision and recall of each kind at some thresholds.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from memserver.claims.claim import claim_of
from memserver.claims.model import KINDS, WEIGHTS_NAME, Floats, VectorPair, Weights, chances, rows_of
from memserver.embedding.local import LocalModel
from memserver.embedding.protocol import Kind
from memserver.learning.minimise import minimise

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

OWN = Path(__file__).parent / "claim_training"
TARGET = Path(__file__).parent.parent / "memserver" / "claims" / "data" / WEIGHTS_NAME
GENERATED = "generated"
# Texts that agree with their nearest neighbours: see scripts/mine_agreeing.py.
NEIGHBOURS = "neighbours"
# Averaging steadies the chances; more networks change nothing in the second digit.
NETWORKS = 5
HIDDEN = 32
PENALTY = 12.0
# Directions of the difference and of the product of two vectors.
DIFFERING, AGREEING = 24, 8
ITERATIONS = 150
# Of one author's pair as much is learnt as of so many generated ones, which repeat each other.
OWN_WEIGHT = 3.0
THRESHOLDS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


@dataclass(frozen=True)
class Pair:
    """A stored and a new statement, and how they stand to each other."""

    old: str
    new: str
    label: str
    author: str
    held_out: bool


def read_pairs(generated: Path) -> list[Pair]:
    """Read the generated pairs and those that people wrote."""
    pairs = [_pair(line, GENERATED) for line in generated.read_text(encoding="utf-8").splitlines()]
    for file in sorted(OWN.glob("*.jsonl")):
        pairs += [_pair(line, file.stem) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    return pairs


def _pair(line: str, author: str) -> Pair:
    row = json.loads(line)
    return Pair(row["a"], row["b"], row["label"], author, row.get("split") == "test")


def vectors_of(pairs: Sequence[Pair]) -> list[VectorPair]:
    """Return the vectors of each pair by the default model."""
    with tempfile.TemporaryDirectory() as folder:
        model = LocalModel(Path(folder))
        texts = sorted({text for pair in pairs for text in (pair.old, pair.new)})
        vectors = {text: model.embed(text, Kind.PASSAGE) for text in texts}
    return [(vectors[pair.old], vectors[pair.new]) for pair in pairs]


def directions(rows: Floats, count: int) -> Floats:
    """Return the directions along which rows vary most."""
    _, _, axes = np.linalg.svd(rows - rows.mean(0), full_matrices=False)
    return np.ascontiguousarray(axes[:count].T)


def train(rows: Floats, labels: Ints, weights: Floats, differing: Floats, agreeing: Floats) -> Weights:
    """Fit the networks."""
    mean, scale = rows.mean(0), rows.std(0) + np.float32(1e-2)
    scaled = (rows - mean) / scale
    networks = [_network(scaled, labels, weights, seed) for seed in range(NETWORKS)]
    hidden, hidden_bias, out, out_bias = (np.stack(parts) for parts in zip(*networks, strict=True))
    return Weights(mean, scale, differing, agreeing, hidden, hidden_bias, out, out_bias)


def _network(rows: Floats, labels: Ints, weights: Floats, seed: int) -> tuple[Floats, Floats, Floats, Floats]:
    width, kinds = rows.shape[1], len(KINDS)
    shapes = ((width, HIDDEN), (HIDDEN,), (HIDDEN, kinds), (kinds,))
    ends = np.cumsum([int(np.prod(shape)) for shape in shapes])
    random = np.random.default_rng(seed)
    start = np.concatenate(
        [(random.standard_normal(shape) * (1 / np.sqrt(shape[0]) if len(shape) > 1 else 0)).ravel() for shape in shapes]
    ).astype(np.float32)
    wanted = np.eye(kinds, dtype=np.float32)[labels]
    total = np.float32(weights.sum())

    def parts(point: Floats) -> list[Floats]:
        return [piece.reshape(shape) for piece, shape in zip(np.split(point, ends[:-1]), shapes, strict=True)]

    def objective(point: Floats) -> tuple[float, Floats]:
        first, first_bias, second, second_bias = parts(point)
        before = rows @ first + first_bias
        hidden = np.maximum(before, 0)
        logits = hidden @ second + second_bias
        logits -= logits.max(1, keepdims=True)
        powers = np.exp(logits)
        found = powers / powers.sum(1, keepdims=True)
        loss = -(weights * np.log((found * wanted).sum(1) + 1e-9)).sum() / total
        loss += PENALTY * float((first**2).sum() + (second**2).sum()) / (2 * total)
        error = (found - wanted) * (weights / total)[:, None]
        back = (error @ second.T) * (before > 0)
        gradient = [
            rows.T @ back + PENALTY * first / total,
            back.sum(0),
            hidden.T @ error + PENALTY * second / total,
            error.sum(0),
        ]
        return float(loss), np.concatenate([part.ravel() for part in gradient]).astype(np.float32)

    fitted = parts(minimise(objective, start, ITERATIONS, 1e-6))
    return fitted[0], fitted[1], fitted[2], fitted[3]


def report(name: str, found: Floats, labels: Ints) -> None:
    """Print precision and recall of what may be acted on."""
    print(f"{name}: {len(labels)} pairs, {(found.argmax(1) == labels).mean():.3f} right")
    for kind in KINDS[:3]:
        column, is_kind = found[:, KINDS.index(kind)], labels == KINDS.index(kind)
        cells = []
        for threshold in THRESHOLDS:
            said = column > threshold
            right = int((said & is_kind).sum())
            cells.append(f"{right / max(int(said.sum()), 1):.2f}/{right / max(int(is_kind.sum()), 1):.2f}")
        print(f"  {kind:<12}" + "  ".join(f"{t}: {cell}" for t, cell in zip(THRESHOLDS, cells, strict=True)))


def main() -> None:
    """Train on everything and write the weights, or check on what was left out."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", type=Path)
    parser.add_argument("--check", action="store_true", help="train with each part left out, write nothing")
    arguments = parser.parse_args()
    pairs = read_pairs(arguments.pairs)
    labels = np.array([KINDS.index(pair.label) for pair in pairs])
    vectors = vectors_of(pairs)
    differing = directions(np.stack([new - old for old, new in vectors]), DIFFERING)
    agreeing = directions(np.stack([old * new for old, new in vectors]), AGREEING)

    def seen(pairs_of_vectors: Sequence[VectorPair | None]) -> Floats:
        return np.concatenate(
            [
                rows_of([claim_of(pair.old)], claim_of(pair.new), [both], differing, agreeing)
                for pair, both in zip(pairs, pairs_of_vectors, strict=True)
            ]
        )

    # Each pair also as it is seen while there are no vectors.
    rows, bare = seen(vectors), seen([None] * len(pairs))
    authors = np.array([pair.author for pair in pairs])
    held_out = np.array([pair.held_out for pair in pairs])
    weights = np.where(np.isin(authors, [GENERATED, NEIGHBOURS]), 1.0, OWN_WEIGHT).astype(np.float32)

    def fit(kept: Bools) -> Weights:
        return train(
            np.concatenate([rows[kept], bare[kept]]),
            np.tile(labels[kept], 2),
            np.tile(weights[kept], 2),
            differing,
            agreeing,
        )

    if arguments.check:
        for author in sorted(set(authors)):
            left_out = (authors == author) & (held_out | (author != GENERATED))
            fitted = fit(~left_out & ~(held_out & (authors == GENERATED)))
            report(author, chances(rows[left_out], fitted), labels[left_out])
            report(f"{author}, without vectors", chances(bare[left_out], fitted), labels[left_out])
        return
    fitted = fit(np.ones(len(pairs), bool))
    np.savez_compressed(TARGET, **{name: getattr(fitted, name).astype(np.float16) for name in Weights.__slots__})


if __name__ == "__main__":
    main()
