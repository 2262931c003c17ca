from __future__ import annotations

import numpy as np

from memserver.embedding.query_cache import QueryCache


def test_forgets_what_was_used_longest_ago() -> None:
    cache = QueryCache(2)
    for text in ("a", "b"):
        cache.put(text, np.zeros(1, np.float32))
    cache.get("a")
    cache.put("c", np.zeros(1, np.float32))
    assert cache.get("b") is None
    assert cache.get("a") is not None and cache.get("c") is not None
