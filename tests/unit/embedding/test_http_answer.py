from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.embedding.http_answer import read_vectors
from memserver.errors import EmbeddingFailed

JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["data", "embedding", "index", "x"]), inner, max_size=3)
    ),
    max_leaves=12,
)


def body(*rows: object, numbered: bool = True) -> bytes:
    items = [{"embedding": row, **({"index": place} if numbered else {})} for place, row in enumerate(rows)]
    return json.dumps({"data": items}).encode()


def test_vectors_come_back_in_order_and_at_length_one() -> None:
    shuffled = {"data": [{"index": 1, "embedding": [0, 2]}, {"index": 0, "embedding": [3, 4]}]}
    vectors = read_vectors(json.dumps(shuffled).encode(), 2, 2)
    assert np.allclose(vectors, [[0.6, 0.8], [0, 1]])
    assert vectors.dtype == np.float32
    assert read_vectors(body([1, 0], [0, 1], numbered=False), 2, None).shape == (2, 2)


@pytest.mark.parametrize(
    "nonsense",
    [
        b"",
        b"<html>502</html>",
        b"[]",
        b"null",
        b'{"data": null}',
        b'{"data": [{"embedding": "no"}]}',
        b'{"data": [{"embedding": [NaN, 1]}]}',
        b'{"data": [{"embedding": [1e999, 1]}]}',
        b'{"data": [{"embedding": [1e300, 1e300]}]}',
        body([]),
        body([0, 0]),
        body([1, 2, 3]),
        body([[1, 2]]),
        body([1, "2x"]),
        body([1, 2], [3, 4]),
        b'{"data": [{"index": 3, "embedding": [1, 2]}]}',
        b"[" * 100_000,
    ],
)
def test_nonsense_is_an_error_that_does_not_quote_it(nonsense: bytes) -> None:
    with pytest.raises(EmbeddingFailed) as caught:
        read_vectors(nonsense, 1, 2)
    assert "html" not in str(caught.value)


@given(JSON)
def test_any_json_at_all_is_vectors_or_an_error(value: object) -> None:
    try:
        vectors = read_vectors(json.dumps(value).encode(), 1, None)
    except EmbeddingFailed:
        return
    assert vectors.ndim == 2 and np.isfinite(vectors).all()
