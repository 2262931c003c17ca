from __future__ import annotations

import pytest

from memserver.claims.documents import Place, contradiction, of_two_things
from memserver.claims.standing import standing_claims

HERE, THERE = Place("limits.md", "Limits"), Place("handbook.md", "Handbook")


def differ(old: str, new: str, place: Place = HERE, new_place: Place = THERE) -> bool:
    return contradiction(standing_claims(old), standing_claims(new), place, new_place) is not None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The public API allows 100 requests per minute.", "The public API allows 60 requests per minute."),
        ("Invoices are due within 14 days.", "Invoices are due within 30 days."),
        ("Feature flags are enabled in production.", "Feature flags are disabled in production."),
        ("The service is deployed to Frankfurt.", "The service is deployed to Dublin."),
        ("Our main database is Postgres.", "Our main database is MySQL."),
        ("Guests can check out of the hotel.", "Guests cannot check out of the hotel."),
        ("업로드 제한은 사진마다 10MB다.", "업로드 제한은 사진마다 25MB다."),
        ("main 브랜치에 직접 커밋하지 않는다.", "main 브랜치에 직접 커밋한다."),
    ],
)
def test_one_point_on_which_two_sentences_differ_is_seen(old: str, new: str) -> None:
    assert differ(old, new)
    assert differ(new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The public API allows 100 requests per minute.", "The public API allows 100 requests per minute."),
        ("The timeout is 30 seconds.", "The timeout is 90 seconds."),
        ("The staging API allows 100 requests per minute.", "The production API allows 60 requests per minute."),
        ("Sales of the doors segment are 14 % of all.", "Sales of the locks segment are 23 % of all."),
        ("Passwords need at least 12 characters.", "Passwords may have up to 128 characters."),
        ("Basic plans include 5 GB of storage.", "Team plans include 10 GB of storage."),
        ("Plans include 5 GB of storage.", "Plans on the gold tier include 10 GB of storage."),
        ("Invoices are due within 14 days.", "Reminders go out after 30 days and name the open invoices."),
        ("The API has 3 regions and 4 zones.", "The API has 2 regions and 5 zones."),
        ("Idle sessions end after 90 seconds.", "Idle sessions end after 1.5 minutes."),
        ("Retention: logs are kept for 30 days.", "Metrics retention: logs are kept for 90 days."),
    ],
)
def test_complements_and_other_subjects_are_silent(old: str, new: str) -> None:
    assert not differ(old, new)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Place("api-v1.md", "Limits"), Place("api-v2.md", "Limits")),
        (Place("a.md", "Report 2023"), Place("b.md", "Report 2024")),
        (Place("staging.md", "Staging"), Place("production.md", "Production")),
        (Place("projects/alpha/api.md", "API"), Place("projects/beta/limits.md", "Limits")),
        (Place("shop/README.md", "Limits"), Place("depot/README.md", "Limits")),
    ],
)
def test_places_of_two_things_are_never_compared(one: Place, other: Place) -> None:
    assert of_two_things(one, other)
    assert not differ("Invoices are due within 14 days.", "Invoices are due within 30 days.", one, other)


def test_notes_of_two_days_may_be_of_one_thing() -> None:
    assert not of_two_things(Place("2025-12-30.md", "Weekly"), Place("2026-01-15.md", "Weekly"))


def test_a_sentence_without_a_subject_of_its_own_takes_that_of_its_headings() -> None:
    gateway = Place("a.md", "Payment gateway"), Place("b.md", "The payment gateway in short")
    assert differ("The timeout is 30 seconds.", "The timeout is 90 seconds.", *gateway)


def test_the_clearest_point_is_told_as_it_was_written() -> None:
    old = standing_claims("Invoices are due within 14 days. The office is in Leeds.")
    found = contradiction(old, standing_claims("Invoices are due within 30 days."), HERE, THERE)
    assert found is not None
    assert (found.older, found.newer) == ("Invoices are due within 14 days.", "Invoices are due within 30 days.")
    assert found.verdict.reason.values == {"old": "14 days", "new": "30 days"}
