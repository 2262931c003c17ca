"""Block: sources that contradict each other, with both sides, their dates and names; and sources that report a dispute.

It shows what `retrieval` found and decides nothing itself, except what the user's threshold hides.
"""

from __future__ import annotations

from collections.abc import Mapping

from memserver.text.fencing import quote_line
from memserver.turn.blocks.inputs import BlockInputs, BlockSource
from memserver.turn.blocks.provenance import date_of, name_of

HEADER = "[CONFLICT WARNINGS]"
MOST_ITEMS = 5
# SPEC 96 allows 220 characters; both sides of a pair are shown, so each gets a little less.
PREVIEW_CHARACTERS = 160

_RANK: Mapping[str, int] = {"NONE": 0, "LOW": 1, "MEDIUM": 2, "HIGH": 3}
_PAIRS = {
    "en": "Sources disagree. Do not blend them: name both sides with dates, say which one you follow and why "
    "(verified, then newer), and ask when the answer depends on it.",
    "ko": "출처가 서로 다릅니다. 섞지 말고 양쪽을 날짜와 함께 밝힌 뒤 무엇을 왜 따르는지"
    "(검증된 것, 그다음 최신) 말하고, 답이 달라지면 물어보세요.",
}
_FLAGGED = {
    "en": "These sources report a dispute themselves; do not present one side as settled:",
    "ko": "다음 출처는 스스로 논쟁을 다룹니다. 한쪽을 정설처럼 말하지 마세요:",
}
_DIFFERS = {"en": "differs in", "ko": "차이"}


def build(inputs: BlockInputs) -> str:
    """Return the warnings of this turn, or "" when there is nothing to warn of."""
    language = inputs.language
    lines = [HEADER]
    if inputs.conflicts and inputs.settings.conflict_cross_doc_enabled:
        lines.append(_PAIRS[language])
        for finding in inputs.conflicts[:MOST_ITEMS]:
            differs = quote_line(finding.evidence, 100)
            evidence = f" ({_DIFFERS[language]}: {differs})" if differs else ""
            lines.append(f"- {_side(finding.first, language)} ↔ {_side(finding.second, language)}{evidence}")
    least = _RANK[inputs.settings.conflict_severity_threshold.upper()]
    flagged = [source for source in inputs.sources if _RANK[source.severity] >= max(1, least)]
    if flagged:
        flagged.sort(key=lambda source: -_RANK[source.severity])
        lines.append(_FLAGGED[language])
        lines.extend(f"- {source.severity}: {_side(source, language)}" for source in flagged[:MOST_ITEMS])
    return "\n".join(lines) if len(lines) > 1 else ""


def _side(source: BlockSource, language: str) -> str:
    trusted = source.status if source.status in {"verified", "published"} else ""
    notes = ", ".join(note for note in (date_of(source), trusted) if note)
    dated = f" ({notes})" if notes else ""
    name, preview = name_of(source, language), quote_line(source.text, PREVIEW_CHARACTERS)
    # A title made from the first words of a text would only say them twice.
    return f"“{preview}”{dated}" if preview.startswith(name.removesuffix("…")) else f"{name}{dated}: “{preview}”"
