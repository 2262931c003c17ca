"""The space of the default model: its name, its size and its fingerprint, known without loading anything."""

from __future__ import annotations

import hashlib
from functools import cache

from memserver.embedding import weights_file
from memserver.embedding.language import means_hash
from memserver.embedding.materialise import graph_hash

NAME = "multilingual-e5-small"
DIMENSIONS = 384


@cache
def local_fingerprint() -> str:
    """Name the space: it changes with the weights, the graph or the language means."""
    parts = "\n".join((weights_file.SHA256, graph_hash(), means_hash()))
    return f"{NAME}-{hashlib.sha256(parts.encode()).hexdigest()[:12]}"
