"""Block: one line at the end of the answer that names the sources used, with their dates and a warning for old ones.

A title that the verification checklist has just given under the same number is not paid for twice, unless a warning
stands beside it: a warning must be readable by itself.
"""

from __future__ import annotations

from itertools import chain, islice

from memserver.text.fencing import quote_line
from memserver.turn.blocks.inputs import BlockInputs, BlockSource
from memserver.turn.blocks.provenance import age_in_days, date_of, is_old, name_of

HEADER = "[CITATION TRACE]"
# The best sources are named with their dates; beyond them only those that need a warning.
NAMED_SOURCES = 5
MOST_WARNINGS = 3

_LEAD = {
    "en": "End with one line “Sources: [n] title (date)”, only those you used, from:",
    "ko": "마지막 줄에 실제로 쓴 것만 “출처: [n] 제목 (날짜)”로 적으세요:",
}
_OLD = {"en": "{days} days old, verify", "ko": "{days}일 지남, 확인 필요"}
_STALE = {"en": "stale", "ko": "오래된 내용"}


def build(inputs: BlockInputs) -> str:
    """Return the instruction with dates and warnings, or "" without sources."""
    if not inputs.sources:
        return ""
    numbered = list(enumerate(inputs.sources, 1))
    named = numbered[:NAMED_SOURCES]
    doubtful = (pair for pair in numbered[NAMED_SOURCES:] if pair[1].stale or is_old(pair[1], inputs.now))
    entries = [_entry(number, source, inputs) for number, source in chain(named, islice(doubtful, MOST_WARNINGS))]
    return "\n".join([HEADER, _LEAD[inputs.language], "; ".join(entries)])


def _entry(number: int, source: BlockSource, inputs: BlockInputs) -> str:
    language = inputs.language
    warning = ""
    if source.stale:
        warning = f"⚠ {quote_line(source.stale_reason, 60) or _STALE[language]}"
    elif is_old(source, inputs.now):
        warning = "⚠ " + _OLD[language].format(days=age_in_days(source, inputs.now))
    date = date_of(source)
    listed = inputs.settings.cove_enabled and number <= inputs.settings.cove_top_sources_count
    if listed and date and not warning:
        return f"[{number}] {date}"
    noted = ", ".join(note for note in (date, warning) if note)
    return f"[{number}] {name_of(source, language)}" + (f" ({noted})" if noted else "")
