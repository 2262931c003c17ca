"""What all wire models share: camelCase keys, unknown keys ignored, times in UTC with their zone."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, ConfigDict, PlainSerializer
from pydantic.alias_generators import to_camel

NUMBER = re.compile(r"\s*[-+]?[\d_]*\.?[\d_]*(?:[eE][-+]?\d+)?\s*")


def _text_only(value: Any) -> Any:
    """Refuse numbers: a bare number may be seconds or milliseconds, and a guess would store a wrong time."""
    if isinstance(value, (int, float)) or (isinstance(value, str) and NUMBER.fullmatch(value)):
        raise ValueError("expected an ISO 8601 time with a zone, such as 2026-05-04T09:30:00Z")
    return value


def _in_utc(moment: datetime) -> datetime:
    """Bring a time to UTC; at the ends of the calendar that is not possible."""
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        raise ValueError("the time lies outside of the calendar") from None


def _write_time(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


Moment = Annotated[
    AwareDatetime,
    BeforeValidator(_text_only),
    AfterValidator(_in_utc),
    PlainSerializer(_write_time, return_type=str),
]


def _whole_characters(details: dict[str, Any]) -> dict[str, Any]:
    """Refuse half characters, which nothing below could write, wherever they are."""
    try:
        json.dumps(details, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise ValueError("it contains half of a character (a lone surrogate): send valid Unicode") from None
    return details


Details = Annotated[dict[str, Any], AfterValidator(_whole_characters)]
"""Whatever a client wants to keep with something."""


class WireModel(BaseModel):
    """Base of everything that crosses the wire."""

    model_config = ConfigDict(
        frozen=True,
        extra="ignore",
        alias_generator=to_camel,
        populate_by_name=True,
        use_attribute_docstrings=True,
        defer_build=True,
        allow_inf_nan=False,
        # Any limit at all makes pydantic refuse half characters (lone surrogates), which nothing below could write.
        str_min_length=0,
    )


class Empty(WireModel):
    """No parameters, or nothing to answer."""
