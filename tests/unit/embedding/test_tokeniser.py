from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.embedding import tokeniser as module
from memserver.embedding.tokeniser import Tokeniser
from memserver.embedding.weights_file import Vocabulary, WeightsFile, locate

REAL = Tokeniser(WeightsFile(locate()).vocabulary)
MIXED = st.text(st.sampled_from("abcXYZ 019.,_-/가나다힣ㅎ漢字かな😀é\t\n\u3000\u200b"), max_size=60)


def test_gives_the_ids_that_the_model_was_trained_with(data: Path) -> None:
    for line in (data / "token_ids.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        assert REAL.encode(case["text"]) == case["ids"], case["text"]


@given(MIXED | st.text(max_size=60))
def test_every_text_gets_a_sequence_between_its_marks(text: str) -> None:
    ids = REAL.encode(text)
    assert (ids[0], ids[-1]) == (0, 2)
    assert 2 <= len(ids) <= module.MAXIMUM_TOKENS
    assert not {0, 1, 2} & set(ids[1:-1])


@given(MIXED)
def test_composed_and_decomposed_hangul_are_one_text(text: str) -> None:
    assert REAL.encode(unicodedata.normalize("NFD", text)) == REAL.encode(unicodedata.normalize("NFC", text))


@given(MIXED)
def test_what_is_remembered_is_what_was_computed(text: str) -> None:
    first = REAL.encode(text)
    REAL._cache.clear()
    assert REAL.encode(text) == first == REAL.encode(text)


@given(st.text(max_size=400), st.integers(2, 40))
def test_a_shorter_limit_gives_the_beginning_of_the_longer_sequence(text: str, maximum: int) -> None:
    short = REAL.encode(text, maximum)
    assert len(short) <= maximum
    assert short[:-1] == REAL.encode(text)[: len(short) - 1]


@pytest.mark.parametrize("text", ["a" * 2_000_000, "가나다 " * 500_000, "\n" * 1_000_000, "漢" * 1_000_000])
def test_long_texts_are_cut_not_laboured_over(text: str) -> None:
    assert len(REAL.encode(text)) <= module.MAXIMUM_TOKENS


def test_the_cache_stays_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CACHED_WORDS", 10)
    small = Tokeniser(toy_vocabulary())
    for number in range(100):
        small.encode(f"ab{number}")
        assert len(small._cache) <= 10


def toy_vocabulary() -> Vocabulary:
    pieces = ["<s>", "<pad>", "</s>", "<unk>", "▁", "▁a", "b", "ab", "▁ab", "c"]
    return Vocabulary(pieces, [0, 0, 0, 0, -3.0, -2.0, -2.0, -2.5, -3.5, -1.0], 0, 2, 1, 3, {ord("\n"): " "})


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("ab", [8]),
        ("a\nc", [5, 4, 9]),
        ("a  b", [5, 4, 6]),
        ("xyz", [4, 3]),
        ("cxxc", [4, 9, 3, 9]),
        ("", [4]),
    ],
)
def test_takes_the_best_path_and_joins_unknown_characters(text: str, ids: list[int]) -> None:
    assert Tokeniser(toy_vocabulary()).encode(text) == [0, *ids, 2]
