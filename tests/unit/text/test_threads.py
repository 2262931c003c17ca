"""What an external id tells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.text.threads import context_of_external_id, thread_of_external_id


@pytest.mark.parametrize(
    ("external_id", "thread"),
    [
        ("D1:3", "D1"),
        ("report_chunk_12", "report_chunk"),
        ("guide.md#set-up-a-proxy", "guide.md"),
        ("https://example.org/docs/search#voyage-http", "https://example.org/docs/search"),
        ("회의/2024-05/3", "회의/2024-05"),
        ("standup", None),
        ("7f9c24e8-3b12-4e6a-9d1f-0a5b6c7d8e9f", None),
    ],
)
def test_the_whole_that_an_id_is_a_part_of(external_id: str, thread: str | None) -> None:
    assert thread_of_external_id(external_id) == thread


@pytest.mark.parametrize(
    ("external_id", "context"),
    [
        ("https://example.org/en/guides/search-tuning.md#slow-queries", "guides › search tuning › slow queries"),
        ("notes/배포-절차.md", "notes › 배포 절차"),
        ("D1:3", ""),
        ("report_chunk_12", ""),
        ("a/7f9c24e83b124e6a9d1f", ""),
    ],
)
def test_the_words_of_a_path_are_its_context(external_id: str, context: str) -> None:
    assert context_of_external_id(external_id) == context


@given(st.text(max_size=80))
def test_any_id_is_read_without_failing(external_id: str) -> None:
    thread = thread_of_external_id(external_id)

    assert thread is None or external_id.startswith(thread)
    assert len(context_of_external_id(external_id)) <= 120
