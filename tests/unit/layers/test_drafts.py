"""Preparing a memory: checked, without secrets, cut into passages."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.errors import InvalidParams, TooLarge
from memserver.layers.drafts import Draft, prepare, title_of
from memserver.model import Layer
from tests.unit.kit import START


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"content": ""}, "content"),
        ({"content": " \n\t"}, "content"),
        ({"content": "a\x00b"}, "content"),
        ({"content": "\ud83d"}, "content"),
        ({"content": "ok", "title": "a\x1bb"}, "title"),
        ({"content": "ok", "tags": ("fine", "")}, "tags"),
        ({"content": "ok", "metadata": {"note": "\x07"}}, "metadata"),
        ({"content": "ok", "metadata": {"ratio": float("nan")}}, "metadata"),
        ({"content": "ok", "expires_at": START}, "expiresAt"),
        ({"content": "ok", "expires_at": START - timedelta(days=1)}, "expiresAt"),
    ],
)
def test_bad_input_is_refused_with_its_field(fields: dict[str, object], field: str) -> None:
    with pytest.raises(InvalidParams) as raised:
        prepare(Draft(Layer.LONG_TERM, **fields), START)  # type: ignore[arg-type]
    assert raised.value.field == field


@pytest.mark.parametrize(
    ("field", "value"),
    [("content", "가" * 10_000_000), ("title", "가" * 10_000_000), ("metadata", {"long": "x" * 60_000})],
)
def test_too_much_text_is_refused(field: str, value: Any) -> None:
    with pytest.raises(TooLarge) as raised:
        prepare(replace(Draft(Layer.LONG_TERM, "ok"), **{field: value}), START)
    assert raised.value.field == field


def test_secrets_are_taken_out_everywhere_and_named() -> None:
    key = "AKIA" + "IOSFODNN7EXAMPLE"
    item = prepare(
        Draft(Layer.LONG_TERM, f"The key is {key}", title=f"Key {key}", metadata={"deep": [{"env": f"KEY={key}"}]}),
        START,
    )
    stored = f"{item.draft} {item.title} {item.passages}"
    assert key not in stored
    assert sum(item.redactions.values()) >= 3


def test_spaces_around_a_tag_are_no_part_of_it() -> None:
    draft = Draft(Layer.LONG_TERM, "Doors stay shut.", tags=(" ops ", "ops", "배포\n"))
    assert prepare(draft, START).draft.tags == ("ops", "배포")


def test_text_is_normalised_so_that_decomposed_hangul_is_found() -> None:
    item = prepare(Draft(Layer.LONG_TERM, "\u1112\u1161\u11ab\u1100\u1173\u11af 문서"), START)
    assert item.draft.content == "한글 문서"


def test_a_long_text_becomes_several_passages_in_order() -> None:
    text = "\n\n".join(
        f"Paragraph {number} says that service {number} owns port {8000 + number}." for number in range(120)
    )
    item = prepare(Draft(Layer.LONG_TERM, text, tags=("ports",)), START)
    assert len(item.passages) > 2
    assert [passage.ordinal for passage in item.passages] == list(range(len(item.passages)))
    assert "port" in item.passages[0].terms


def test_a_title_is_made_from_the_first_line() -> None:
    assert title_of("\n# Deployment rules\n\nNever on Fridays") == "Deployment rules"
    long = title_of("word " * 60)
    assert len(long) <= 81
    assert long.endswith("…")
    assert title_of("---") == "Untitled"


@given(st.text(min_size=1, max_size=300))
def test_any_text_is_either_refused_or_prepared_with_everything_in_it(text: str) -> None:
    try:
        item = prepare(Draft(Layer.EPISODIC, text), START)
    except InvalidParams:
        return
    assert item.title
    if not item.redactions:
        assert "".join(passage.text for passage in item.passages).split() == item.draft.content.split()
