"""The label at the beginning of a text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.text.labels import label_of


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Mina: I moved to Busan", "mina"),
        ("**Mary Ann:** hello", "mary ann"),
        ("[10:32] Jonas: done", "jonas"),
        ("민수: 부산으로 이사했어", "민수"),
        ("O'Neil Jr.: yes", "o'neil jr."),
        ("Note: the key is rotated", "note"),
    ],
)
def test_who_speaks_is_read(text: str, label: str) -> None:
    assert label_of(text) == label


@pytest.mark.parametrize(
    "text",
    [
        "The release goes out on Friday: be ready",
        "https://example.org is down",
        "12:30 is lunch",
        "key:value",
        "No label at all",
        "def f(x): return x",
        "a line\nMina: hello",
        "user: how do I add a user?",
        "Assistant: like this",
        "사용자: 안녕",
        "",
    ],
)
def test_other_beginnings_are_no_labels(text: str) -> None:
    assert label_of(text) == ""


@given(st.text(max_size=60))
def test_a_label_is_short_and_stands_at_the_beginning(text: str) -> None:
    label = label_of(text)
    assert len(label.split()) <= 3
    assert label in text.casefold()
