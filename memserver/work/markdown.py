"""Markdown that commands write: tables, lists, sparklines. What a person wrote stays text and opens no table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from memserver.text.language import Language
from memserver.work.event_log import Problem, Reason

BARS = "▁▂▃▄▅▆▇█"
MOST_PROBLEMS = 3
_BREAKS = re.compile(r"\s+")
_REASONS: dict[Reason, dict[Language, str]] = {
    Reason.TORN: {"en": "was not written to its end", "ko": "끝까지 쓰이지 않았습니다"},
    Reason.NOT_JSON: {"en": "is no JSON object", "ko": "JSON 객체가 아닙니다"},
    Reason.NOT_TEXT: {"en": "is not valid text", "ko": "올바른 글자가 아닙니다"},
    Reason.NO_ID: {"en": "has no id", "ko": "id가 없습니다"},
    Reason.NO_TIME: {"en": "has no time", "ko": "시각이 없습니다"},
    Reason.UNKNOWN_KIND: {"en": "is of an unknown kind", "ko": "알 수 없는 종류입니다"},
    Reason.WRONG_FIELD: {"en": "has a field that does not fit", "ko": "맞지 않는 항목이 있습니다"},
    Reason.CONFLICT_MARKER: {"en": "is a conflict marker of git", "ko": "git 충돌 표시입니다"},
    Reason.TWO_VERSIONS: {"en": "is a second version of an event", "ko": "같은 사건의 다른 판입니다"},
}
_LEFT_OUT = {
    "en": "Left out of `{file}` ({count}): {named}.",
    "ko": "`{file}`에서 {count}줄을 읽지 않았습니다: {named}.",
}
_LINE = {"en": "line {line} {reason}", "ko": "{line}번째 줄은 {reason}"}
_MORE = {"en": " and {count} more", "ko": " 외 {count}줄"}


def inline(text: str) -> str:
    """Return a text as one line that is nothing but text."""
    return _BREAKS.sub(" ", text).strip().replace("|", "\\|").replace("<", "&lt;").replace("`", "'")


def table(header: Sequence[str], rows: Iterable[Sequence[str]], numbers: Sequence[int] = ()) -> str:
    """Return a table; the columns in `numbers` are set to the right. The cells are written as they are."""
    rule = ["---:" if column in numbers else "---" for column in range(len(header))]
    lines = [f"| {' | '.join(cells)} |" for cells in (header, rule, *rows)]
    return "\n".join(lines)


def bullets(lines: Iterable[str]) -> str:
    """Return a list."""
    return "\n".join(f"- {line}" for line in lines)


def section(heading: str, body: str) -> str:
    """Return a part under its heading."""
    return f"### {heading}\n{body}"


def sparkline(values: Sequence[float]) -> str:
    """Return a line of bars from the smallest to the largest value; equal values are equal bars."""
    if not values:
        return ""
    low, high = min(values), max(values)
    span = high - low
    if not span:
        return BARS[3 if high else 0] * len(values)
    return "".join(BARS[min(len(BARS) - 1, int((value - low) / span * len(BARS)))] for value in values)


def change(before: float, now: float) -> str:
    """Return how a figure moved, in percent; from nothing there is no percentage."""
    if not before:
        return "–" if not now else "↑"
    percent = round((now - before) / abs(before) * 100)
    return f"{percent:+d} %".replace("-", "−") if percent else "±0 %"


def problems_note(problems: Sequence[Problem], file: str, language: Language) -> str:
    """Return one sentence about the lines of a file that were left out; empty when there are none."""
    if not problems:
        return ""
    named = ", ".join(
        _LINE[language].format(line=each.line, reason=_REASONS[each.reason][language])
        + (f" ({inline(each.detail)})" if each.detail else "")
        for each in problems[:MOST_PROBLEMS]
    )
    more = len(problems) - MOST_PROBLEMS
    named += _MORE[language].format(count=more) if more > 0 else ""
    return f"> ⚠ {_LEFT_OUT[language].format(count=len(problems), file=file, named=named)}"


def problems_data(problems: Sequence[Problem]) -> list[dict[str, object]]:
    """Return the same as data."""
    return [{"line": each.line, "reason": each.reason.value, "detail": each.detail} for each in problems]


def join(*parts: str) -> str:
    """Join the parts that say something, with a blank line between them."""
    return "\n\n".join(part for part in parts if part)
