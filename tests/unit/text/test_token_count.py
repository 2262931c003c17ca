from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from hypothesis import given
from hypothesis import strategies as st
from splintr import Tokenizer

from memserver.text.token_count import REMEMBERED_LENGTH, TOKENISER_NAME, count_tokens, estimate_tokens

MIXED = "결제 서비스는 PostgreSQL에 그대로 둡니다. The billing service stays where it is."


def test_counts_with_the_named_tokeniser() -> None:
    assert count_tokens("") == 0
    assert count_tokens("hello world") == 2
    assert count_tokens("안녕하세요 world") == 3
    assert count_tokens(MIXED) == len(Tokenizer.from_pretrained(TOKENISER_NAME).encode_ordinary(MIXED))


def test_control_marks_in_a_text_count_as_the_text_they_are() -> None:
    assert count_tokens("<|endoftext|>") > 1


def test_half_a_surrogate_pair_is_counted_not_refused() -> None:
    assert count_tokens("broken \ud83d pair") >= 3
    assert count_tokens("\ud83d" * (REMEMBERED_LENGTH + 1)) >= 1


@given(st.text(max_size=400))
def test_a_text_has_at_least_one_token_and_at_most_one_per_byte(text: str) -> None:
    assert min(len(text), 1) <= count_tokens(text) <= len(text.encode("utf-8", "replace"))


@given(st.text(max_size=300))
def test_the_same_text_has_the_same_count_from_every_thread(text: str) -> None:
    with ThreadPoolExecutor(4) as threads:
        assert len(set(threads.map(count_tokens, [text] * 8))) == 1


def test_the_estimate_follows_its_formula() -> None:
    assert estimate_tokens("") == 0
    assert estimate_tokens("abcde") == 2
    assert estimate_tokens("기억") == 3
    assert estimate_tokens("기억 server") == 5


def test_importing_the_module_does_not_load_the_tokeniser() -> None:
    code = "import sys, memserver.text.token_count; sys.exit('splintr' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
