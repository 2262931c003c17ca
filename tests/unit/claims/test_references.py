"""What a text is called, and what it says that it replaces."""

from __future__ import annotations

import pytest

from memserver.claims.references import (
    Reference,
    means,
    names_of,
    replaces,
    replaces_in_front,
)

ADR_7 = Reference("adr", "7")


@pytest.mark.parametrize(
    "text",
    [
        "Supersedes ADR 7.",
        "ADR 12: use MySQL. Supersedes ADR-0007.",
        "This decision replaces ADR-7: sessions live in Redis.",
        "We keep sessions in Redis, superseding our earlier decision ADR #7",
        "# ADR 12\n\n## Status\n\nAccepted\n\nSupersedes [ADR-0007](0007-use-postgres.md)",
        "**Supersedes:** ADR-7",
        "Status: accepted\nSupersedes: ADR-0007",
        "이 결정은 ADR-7을 대체합니다.",
        "ADR-0007을 대체한다. 세션은 Redis에 둔다.",
        "obsoletes adr_7",
    ],
)
def test_a_text_says_what_it_replaces(text: str) -> None:
    assert replaces(text) == (ADR_7,)


@pytest.mark.parametrize(
    "text",
    [
        "This does not supersede ADR 7.",
        "It never replaces ADR 7.",
        "If this replaces ADR 7, sessions move.",
        "Does this mean it replaces ADR 7?",
        "Partly replaces ADR 7.",
        "It replaces ADR 7's section on sessions.",
        "ADR 7 is superseded by ADR 12.",
        "The new pump replaces part 7.",
        "TLS 1.3 replaces TLS 1.2.",
        "Python 3 replaces Python 2.",
        "ADR-7을 대체하지 않습니다.",
        "ADR-7의 일부를 대체합니다.",
        "See ADR 7.",
        "We replace ADR 7.2 firmware.",
    ],
)
def test_what_is_not_plainly_said_replaces_nothing(text: str) -> None:
    assert replaces(text) == ()


def test_several_may_be_named() -> None:
    assert replaces("Supersedes ADR 7, 8 and RFC-12.") == (ADR_7, Reference("adr", "8"), Reference("rfc", "12"))
    assert replaces("이 결정은 ADR-7과 ADR-8을 대체합니다") == (ADR_7, Reference("adr", "8"))
    assert replaces("PEP: 1000\nTitle: X\nReplaces: 345, 0346") == (Reference("", "345"), Reference("", "346"))
    assert replaces('Replaces "Sessions live in Postgres".') == (Reference("title", "sessions live in postgres"),)
    assert replaces("Supersedes [[Use Postgres]]") == (Reference("title", "use postgres"),)


def test_a_text_is_called_by_the_number_it_begins_with() -> None:
    assert ADR_7 in names_of("ADR-0007: sessions", "Sessions live in Postgres.")
    assert ADR_7 in names_of("", "# ADR 7: sessions live in Postgres")
    assert Reference("pep", "512") in names_of("PEP 512 – Migrating", "…")
    assert Reference("pep", "512") in names_of("", "PEP: 512\nTitle: Migrating from hg")
    assert Reference("결정", "7") in names_of("결정 7: 세션", "")
    assert Reference("", "7") in names_of("", "# 7. Use Postgres")
    assert ADR_7 not in names_of("", "Supersedes ADR 7. Sessions live in Redis.")
    assert ADR_7 not in names_of("", "We read ADR 7 in the meeting.")
    assert Reference("title", "use postgres") in names_of("Use Postgres", "")


def test_front_matter_says_it() -> None:
    assert replaces_in_front({"Supersedes": "ADR-7"}) == (ADR_7,)
    assert replaces_in_front({"replaces": ["ADR-0007", 8]}) == (ADR_7, Reference("", "8"))
    assert replaces_in_front({"Obsoletes": [["Use Postgres"]]}) == (Reference("title", "use postgres"),)
    assert replaces_in_front({"supersedes": None, "title": "ADR-7"}) == ()


def test_a_bare_number_is_of_the_kind_of_its_text() -> None:
    names = names_of("PEP 345", "")
    assert means(Reference("", "345"), names, own=names_of("PEP 566", ""))
    assert not means(Reference("", "345"), names, own=names_of("RFC 566", ""))
    assert means(ADR_7, names_of("7. Use Postgres", ""), own=names_of("12. Use MySQL", ""))
    assert not means(ADR_7, names_of("ADR 70", ""), own=names_of("ADR 12", ""))


def test_a_reference_reads_as_it_is_written() -> None:
    assert [str(each) for each in (ADR_7, Reference("결정", "7"), Reference("title", "x y"))] == [
        "ADR 7",
        "결정 7",
        "“x y”",
    ]
