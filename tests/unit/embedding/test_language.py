from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.embedding.language import _means, korean_share, without_language
from memserver.embedding.local import LocalModel
from memserver.embedding.protocol import Kind


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("The release is on Tuesday.", 0, 0),
        ("릴리스는 화요일입니다.", 1, 1),
        ("12345 !?", 0, 0),
        ("", 0, 0),
        ("日本語のテキスト", 0, 0),
        ("pytest 설정은 pyproject.toml에 둔다", 0.2, 0.7),
    ],
)
def test_the_script_tells_the_language(text: str, low: float, high: float) -> None:
    assert low <= korean_share(text) <= high


@given(st.text(max_size=200))
def test_the_share_is_a_share(text: str) -> None:
    assert 0 <= korean_share(text) <= 1


@given(st.text(st.sampled_from("ab 가나"), max_size=30), st.integers(0, 383))
def test_results_have_length_one(text: str, axis: int) -> None:
    vector = np.zeros(384, np.float32)
    vector[axis] = 1
    assert np.isclose(np.linalg.norm(without_language(vector, text)), 1, atol=1e-5)


def test_a_vector_equal_to_the_mean_does_not_become_nan() -> None:
    assert np.isfinite(without_language(_means()[0].copy(), "plain English")).all()


def test_unrelated_text_of_one_language_no_longer_beats_a_translation(model: LocalModel) -> None:
    question = "데이터베이스 백업은 언제 하나요?"
    right, wrong = "When is the database backed up?", "고양이가 화분을 넘어뜨렸어요."
    query = model.embed(question, Kind.QUERY)
    assert query @ model.embed(right, Kind.PASSAGE) > query @ model.embed(wrong, Kind.PASSAGE) + 0.2
