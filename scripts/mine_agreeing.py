"""Pairs texts that agree with their nearest neighbours, and writes scripts/claim_training/neighbours.jsonl.

    python scripts/mine_agreeing.py

In a store nearly all texts that are alike agree: a model that has only seen pairs that people wrote takes far too many
for a change. The texts are those of `scripts/claim_training/agreeing` (a file for each store), the subjects of this
repository's commits, the sentences of its pages, and the statements of each author, those of one family left out.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from memserver.embedding.local import LocalModel
from memserver.embedding.protocol import Kind
from memserver.text.language import language_of
from memserver.text.sentences import split_sentences

ROOT = Path(__file__).parent.parent
OWN = ROOT / "scripts" / "claim_training"
TARGET = OWN / "neighbours.jsonl"
NEIGHBOURS = {"agreeing": 3, "commits": 2, "pages": 1, "authors": 1}
# What is nearer says the same.
SAME = 0.97
SHORTEST, LONGEST = 4, 45


def texts_of(path: Path) -> list[str]:
    """Return the lines of a file."""
    return [line.strip() for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def commits() -> list[str]:
    """Return the subjects of this repository's commits, the oldest first."""
    log = subprocess.run(
        ["git", "log", "--reverse", "--format=%s"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [line for line in log.stdout.splitlines() if not line.startswith("Merge")]


def pages() -> list[str]:
    """Return the sentences of the documentation."""
    found: list[str] = []
    for path in sorted((ROOT / "docs" / "guide").glob("*.md")):
        prose = [line for line in texts_of(path) if not line.startswith(("#", "|", "```", "    ", "<"))]
        found += [sentence for line in prose for sentence in split_sentences(line)]
    return found


def families(path: Path) -> list[list[str]]:
    """Return the statements of an author, each with what was written about it."""
    found: dict[str, list[str]] = {}
    for line in texts_of(path):
        row = json.loads(line)
        found.setdefault(row["a"], [row["a"]]).append(row["b"])
    return list(found.values())


def pairs(model: LocalModel, groups: Sequence[Sequence[str]], count: int) -> Iterable[tuple[str, str]]:
    """Yield each text with the nearest ones of other groups, in the order in which they came."""
    texts = [(text, number) for number, group in enumerate(groups) for text in group]
    texts = [each for each in texts if SHORTEST <= len(each[0].split()) <= LONGEST]
    vectors = np.stack([model.embed(text, Kind.PASSAGE) for text, _ in texts])
    group = np.array([number for _, number in texts])
    near = vectors @ vectors.T
    near[group[:, None] == group[None, :]] = -1
    near[near > SAME] = -1
    for place in range(len(texts)):
        for other in np.argsort(-near[place])[:count]:
            first, second = sorted((place, int(other)))
            yield texts[first][0], texts[second][0]


def main() -> None:
    """Write the pairs."""
    stores = [([[text] for text in texts_of(path)], "agreeing") for path in sorted((OWN / "agreeing").glob("*.txt"))]
    stores += [([[text] for text in commits()], "commits"), ([[text] for text in pages()], "pages")]
    authors = [path for path in sorted(OWN.glob("*.jsonl")) if path != TARGET]
    stores += [(families(path), "authors") for path in authors]
    with tempfile.TemporaryDirectory() as folder:
        model = LocalModel(Path(folder))
        found = dict.fromkeys(pair for groups, kind in stores for pair in pairs(model, groups, NEIGHBOURS[kind]))
    rows = [{"a": a, "b": b, "label": "other", "kind": "neighbour", "lang": language_of(b)} for a, b in found]
    TARGET.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    print(f"{len(rows)} pairs")


if __name__ == "__main__":
    main()
