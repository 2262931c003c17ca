"""Block: sources that contradict each other, by number, with their dates; and sources that report a dispute.

It helps where both sides of a disagreement are shown, whatever the prompt asks for: following either blindly is a
mistake in code as in an answer. Sources that report a dispute themselves are named only where the answer would rest on
them and state what is known. Both statements stand in the entries under those numbers; here is which is the later one,
and the point on which they differ.

It shows what was found when they were written or compared and decides nothing itself, except what the user's threshold
hides.
"""

from __future__ import annotations

from collections.abc import Mapping

from memserver.text.fencing import quote_name
from memserver.turn.blocks.inputs import BlockInputs, BlockSource, ConflictFinding
from memserver.turn.blocks.needs import relied_on, tells_what_is_known
from memserver.turn.blocks.provenance import date_of, trust_of

HEADER = "[CONFLICT WARNINGS]"
MOST_ITEMS = 5
EVIDENCE_CHARACTERS = 80

_RANK: Mapping[str, int] = {"NONE": 0, "LOW": 1, "MEDIUM": 2, "HIGH": 3}
_PAIRS = {
    "en": "Sources disagree. Do not blend them: name both sides with dates, say which you follow and why "
    "(verified, then newer), and ask when the answer depends on it.",
    "ko": "출처가 서로 다릅니다. 섞지 말고 양쪽을 날짜와 함께 밝히고, 따르는 쪽과 이유(검증, 최신 순)를 말하고, "
    "답이 달라지면 물어보세요.",
}
_LATER = {"en": "later", "ko": "더 최근"}
_FLAGGED = {
    "en": "These sources report a dispute themselves; do not present one side as settled:",
    "ko": "다음 출처는 스스로 논쟁을 다룹니다. 한쪽을 정설처럼 말하지 마세요:",
}


def build(inputs: BlockInputs) -> str:
    """Return the warnings of this turn, or "" when there is nothing to warn of."""
    language = inputs.language
    lines = [HEADER]
    if inputs.conflicts and inputs.settings.conflict_cross_doc_enabled:
        lines.append(_PAIRS[language])
        lines.extend(_pair(finding, language) for finding in inputs.conflicts[:MOST_ITEMS])
    least = _RANK[inputs.settings.conflict_severity_threshold.upper()]
    believed = relied_on(inputs) if tells_what_is_known(inputs) else ()
    flagged = [source for source in believed if _RANK[source.severity] >= max(1, least)]
    if flagged:
        flagged.sort(key=lambda source: -_RANK[source.severity])
        lines.append(_FLAGGED[language])
        lines.extend(f"- {source.severity}: {_side(source, language)}" for source in flagged[:MOST_ITEMS])
    return "\n".join(lines) if len(lines) > 1 else ""


def _pair(finding: ConflictFinding, language: str) -> str:
    """Return two sources that disagree, the later one first, and on what."""
    later = _LATER[language] if date_of(finding.first) != date_of(finding.second) else ""
    sides = f"- {_side(finding.second, language, later)} ↔ {_side(finding.first, language)}"
    return f"{sides}: {quote_name(finding.evidence, EVIDENCE_CHARACTERS)}" if finding.evidence else sides


def _side(source: BlockSource, language: str, later: str = "") -> str:
    """Return the number of a source with its date, whether it is the later one, and whether somebody vouched for it."""
    notes = ", ".join(note for note in (date_of(source), later, trust_of(source.status, language)) if note)
    return f"[{source.number}]" + (f" ({notes})" if notes else "")
