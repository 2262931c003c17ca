"""Writes memserver/embedding/data/language_means.npy: the mean vector of each language.

The sentences stand in scripts/language_sentences/. Run it after a change of the graph or of the sentences:
`python scripts/build_language_means.py`. It changes the fingerprint, so every store embeds its passages again.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from memserver.embedding.language import LANGUAGES, MEANS_NAME
from memserver.embedding.local import LocalModel
from memserver.embedding.protocol import Kind

SENTENCES = Path(__file__).parent / "language_sentences"
TARGET = Path(__file__).parent.parent / "memserver" / "embedding" / "data" / MEANS_NAME
DECIMALS = 6
"""Means are rounded, so that kernels which differ in the last bit still write the same file."""


def main() -> None:
    """Embed every sentence and write the means."""
    with tempfile.TemporaryDirectory() as cache:
        model = LocalModel(Path(cache))
        rows = []
        for language in LANGUAGES:
            lines = (SENTENCES / f"{language}.txt").read_text(encoding="utf-8").split("\n")
            vectors = [model.embed_raw(line, Kind.PASSAGE) for line in lines if line]
            rows.append(np.mean(vectors, axis=0))
            print(f"{language}: mean of {len(vectors)} sentences")
    np.save(TARGET, np.round(np.array(rows), DECIMALS).astype(np.float32), allow_pickle=False)


if __name__ == "__main__":
    main()
