"""Every number that shapes the vector indexes, with its reason. Measured with 384 dimensions on one core."""

from __future__ import annotations

HNSW_FROM = 25_000
"""Vectors from which the approximate index takes over. The exact one needs 0.7 ms at 12,000 vectors, 3 ms at 25,000 and
8 ms at 50,000; below, it is exact, filters cost nothing and there is no file to keep."""

LINKS = 16
"""Neighbours per vector (hnswlib's M)."""

BUILD_BREADTH = 200
"""Candidates looked at when a vector is added (ef_construction)."""

SEARCH_BREADTH = 200
"""Candidates looked at in a search (ef): recall@10 of 0.985 at 100,000 vectors in 0.3 ms."""

SEED = 100
"""Fixed, so that the same vectors added in the same order give the same graph."""

HNSW_GROWTH = 1.3
HNSW_FIRST_CAPACITY = 1_024

DEAD_SHARE = 0.25
"""A removed vector stays in the graph as a signpost. Above this share of them, searches slow down: rebuild."""

ADD_SLICE = 16
"""Vectors added before a waiting search gets its turn: about 6 ms."""

SCAN_ALLOWED = 2_000
"""A filter that lets this few through is answered exactly, by looking at each of them."""

OVER_FETCH = 1.5
"""With a wider filter, so many times more are fetched than would be needed if the filter hit evenly."""

SAVE_AFTER_SHARE = 0.1
"""The file is written again when this share of the vectors has changed: less is quickly caught up from the store."""
