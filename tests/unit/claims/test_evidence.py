"""What a link rests on survives being stored, and reads in both languages, also what an earlier version stored."""

from __future__ import annotations

import pytest

from memserver.claims.evidence import Evidence, spoken, taken_apart, written
from memserver.claims.verdict import Reason


def test_a_reason_is_stored_with_its_chance_and_taken_apart_again() -> None:
    stored = written(Reason("value", {"old": "30초", "new": "60초"}), 0.87654)
    assert taken_apart(stored) == Evidence("value", {"old": "30초", "new": "60초"}, 0.877)
    assert taken_apart(written(Reason("declared"))) == Evidence("declared")


@pytest.mark.parametrize("code", ["declared", "settled", "chain", "repeated"])
def test_every_reason_without_values_has_words_in_both_languages(code: str) -> None:
    english, korean = (spoken(written(Reason(code)), language) for language in ("en", "ko"))
    assert english
    assert korean
    assert english != korean


@pytest.mark.parametrize("stored", ["port: 5432 → 6432", "", "{", '{"code": "value"}', "{}", "[1]"])
def test_what_cannot_be_read_is_shown_as_it_is(stored: str) -> None:
    assert spoken(stored, "ko") == stored
    assert taken_apart(stored).values == {}
