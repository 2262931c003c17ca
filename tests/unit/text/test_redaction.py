from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memserver.text.redaction import Finding, redact

LINES = Path(__file__).parents[2] / "data" / "redaction" / "lines.jsonl"
EXAMPLES = [json.loads(line.replace("~", "")) for line in LINES.read_text("utf-8").splitlines()]


def test_the_labelled_set_is_redacted_precisely() -> None:
    hits = misses = false_alarms = 0
    for example in EXAMPLES:
        result = redact(example["text"])
        gone = [secret for secret in example["secrets"] if secret not in result.text]
        hits += len(gone)
        misses += len(example["secrets"]) - len(gone)
        false_alarms += max(0, sum(finding.count for finding in result.findings) - len(gone))
    precision, recall = hits / (hits + false_alarms), hits / (hits + misses)
    print(f"redaction: precision {precision:.3f}, recall {recall:.3f} on {len(EXAMPLES)} lines")
    assert len(EXAMPLES) >= 80
    assert precision >= 0.97
    assert recall >= 0.97


def test_what_was_redacted_is_said_by_kind_and_count_and_never_kept() -> None:
    result = redact("password: hunter22\nbackup password: hunter33\nkey AKIAIOSFODNN7EXAMPLE")
    assert result.findings == (Finding("aws-key", 1), Finding("password", 2))
    assert "hunter" not in repr(result)
    assert "[redacted:aws-key]" in result.text


def test_text_around_a_secret_stays_as_it_was() -> None:
    assert redact("운영 DB 비밀번호는 Tiger2024# 입니다.").text == "운영 DB 비밀번호는 [redacted:password] 입니다."
    assert (
        redact("postgres://app:Tr0ub4dor&3@db:5432/orders").text
        == "postgres://app:[redacted:connection-password]@db:5432/orders"
    )


def test_a_private_key_goes_as_a_whole_even_when_its_end_is_missing() -> None:
    block = "-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIBx5\nabc=="
    assert redact(f"key:\n{block}").text == "key:\n[redacted:private-key]"


def test_a_secret_beyond_the_first_window_of_a_long_line_is_found() -> None:
    text = "word " * 1_500 + "AKIAIOSFODNN7EXAMPLE" + " word" * 1_500
    assert redact(text).findings == (Finding("aws-key", 1),)


@pytest.mark.parametrize(
    "text",
    [
        "9fceb02d0ae598e95dc970b74767f19372d61af8",
        "550e8400-e29b-41d4-a716-446655440000",
        "Kept for the second reading: [redacted:password]",
        "password = [redacted:password]",
    ],
)
def test_harmless_tokens_and_markers_stay(text: str) -> None:
    assert redact(text) == redact(redact(text).text)
    assert redact(text).text == text


FRAGMENTS = st.sampled_from(
    [
        *("password = ", "비밀번호: ", "token: ", "Bearer ", "://u:", "@h", "[redacted:", "]", "sk-", "xoxb-"),
        *("-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----", "AKIAIOSFODNN7EXAMPLE", "900101-1234567"),
        *("eyJhbGciOi.eyJzdWIi.", "hunter2!", "a8Fk2Lq9Zx7Bv3Nm5Kd1", "\n", " ", '"', "'", "`"),
    ]
)


@settings(max_examples=300)
@given(st.lists(st.one_of(FRAGMENTS, st.text(max_size=12)), max_size=14).map("".join))
def test_redaction_never_raises_and_is_idempotent(text: str) -> None:
    once = redact(text)
    again = redact(once.text)
    assert again.text == once.text
    assert again.findings == ()
