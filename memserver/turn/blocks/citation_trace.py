"""Block: one line at the end of the answer that names the sources used, with their dates and a warning for old ones.

It helps where somebody will want to look up what the answer says: the prompt asks for what is known, and a source that
was said or written is a good match. Code is no such source: its path is its citation. A near miss is nothing to cite,
and neither is what was followed while writing code, minutes or a migration: the result is a text of its own. Sources go
by their numbers; their titles and texts stand in the memory context and are not quoted a second time.
"""

from __future__ import annotations

from memserver.turn.blocks.inputs import BlockInputs, BlockSource
from memserver.turn.blocks.needs import answers, asks_what_is_known, relied_on
from memserver.turn.blocks.provenance import age_in_days, date_of, is_old

HEADER = "[CITATION TRACE]"

_LEAD = {
    "en": "End with one line “Sources: [n] title (date)”, only those you used, from:",
    "ko": "마지막 줄에 실제로 쓴 것만 “출처: [n] 제목 (날짜)”로 적으세요:",
}
_OLD = {"en": "{days} days old, verify", "ko": "{days}일 지남, 확인 필요"}
_STALE = {"en": "stale, verify", "ko": "오래된 내용, 확인 필요"}


def build(inputs: BlockInputs) -> str:
    """Return the instruction with dates and warnings, or "" when the answer will have nothing to cite."""
    if not asks_what_is_known(inputs) or not answers(inputs):
        return ""
    sources = relied_on(inputs)
    if not sources:
        return ""
    return "\n".join([HEADER, _LEAD[inputs.language], "; ".join(_entry(source, inputs) for source in sources)])


def _entry(source: BlockSource, inputs: BlockInputs) -> str:
    language = inputs.language
    notes = [date_of(source)]
    if source.stale:
        notes.append(f"⚠ {_STALE[language]}")
    elif is_old(source, inputs.now):
        notes.append("⚠ " + _OLD[language].format(days=age_in_days(source, inputs.now)))
    return " ".join([f"[{source.number}]", ", ".join(filter(None, notes))]).strip()
