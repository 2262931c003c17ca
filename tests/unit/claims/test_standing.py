from __future__ import annotations

import pytest

from memserver.claims.standing import standing_claims


def said(text: str, spoken: bool = False) -> list[str]:
    return [each.claim.text for each in standing_claims(text, spoken)]


def test_prose_and_whole_sentences_of_lists_are_read_across_broken_lines() -> None:
    text = (
        "# Limits\n\nThe public API allows\n100 requests per minute.\n\n- Backups are kept\n  for 30 days.\n- Port 80\n"
    )
    assert said(text) == ["The public API allows 100 requests per minute.", "Backups are kept for 30 days."]


@pytest.mark.parametrize(
    "text",
    [
        "```\nThe timeout of the gateway is 30 seconds.\n```",
        "    The timeout of the gateway is 30 seconds.",
        "| timeout | The timeout of the gateway is 30 seconds. |",
        "> The timeout of the gateway is 30 seconds.",
        "create ( model = 'small' , max_tokens = 50 , messages = all ) is called.",
        "# The timeout of the gateway is 30 seconds.",
        "Is the timeout of the gateway 30 seconds?",
        "For example, the timeout of the gateway is 30 seconds.",
        "The timeout of the gateway is about 30 seconds.",
        "It has a gateway timeout of 30 seconds.",
        "This page says that the gateway has a timeout of 30 seconds.",
        "The timeout of the gateway was 30 seconds.",
        "The gateway timed out after 30 seconds and restarted.",
        "In 2024 the timeout of the gateway is 30 seconds.",
        "As of December 31, 2013, the gateway has 30 seconds.",
        "The timeout of the gateway might be 30 seconds.",
        "The timeout of the gateway: 30 seconds, of the proxy",
        "PMID: 129 Accession: 176 License: CC BY Updated: no.",
        "게이트웨이 타임아웃은 30초였다.",
        "예를 들어 게이트웨이 타임아웃은 30초다.",
        "게이트웨이 타임아웃은 30초일까?",
    ],
)
def test_what_leans_on_others_or_does_not_hold_now_is_left_out(text: str) -> None:
    assert said(text) == []


def test_a_statement_needs_no_full_stop() -> None:
    assert said("Guests can check out of the hotel", spoken=True) == ["Guests can check out of the hotel"]
    assert said("Guests can check out of the hotel") == []


def test_a_label_is_kept_apart() -> None:
    [claim] = standing_claims("Session timeout: users are logged out after 30 minutes.")
    assert claim.claim.text == "users are logged out after 30 minutes."
    assert claim.label == {"sess", "timeout"}
