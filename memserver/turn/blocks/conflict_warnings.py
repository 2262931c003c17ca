"""Block: sources that contradict each other, with both sides, their dates and names; and sources that report a dispute.

It shows what `retrieval` found and decides nothing itself, except what the user's threshold hides.
"""

from __future__ import annotations

from collections.abc import Mapping

from memserver.text.fencing import quote_line
from memserver.turn.blocks.inputs import BlockInputs, BlockSource
from memserver.turn.blocks.provenance import date_of, name_of, trust_of

HEADER = "[CONFLICT WARNINGS]"
MOST_ITEMS = 5
# SPEC 96 allows 220 characters; both sides of a pair are shown, so each gets a little less.
PREVIEW_CHARACTERS = 160

_RANK: Mapping[str, int] = {"NONE": 0, "LOW": 1, "MEDIUM": 2, "HIGH": 3}
_PAIRS = {
    "en": "Sources disagree. Do not blend them: name both sides with dates, say which you follow and why "
    "(verified, then newer), and ask when the answer depends on it.",
    "ko": "출처가 서로 다릅니다. 섞지 말고 양쪽을 날짜와 함께 밝히고, 따르는 쪽과 이유(검증, 최신 순)를 말하고, "
    "답이 달라지면 물어보세요.",
}
_FLAGGED = {
    "en": "These sources report a dispute themselves; do not present one side as settled:",
    "ko": "다음 출처는 스스로 논쟁을 다룹니다. 한쪽을 정설처럼 말하지 마세요:",
}
_DIFFERS = {"en": "differs in", "ko": "차이"}


def build(inputs: BlockInputs) -> str:
    """Return the warnings of this turn, or "" when there is nothing to warn of."""
    language = inputs.language
    numbers = {source.id: number for number, source in enumerate(inputs.sources, 1)}
    lines = [HEADER]
    if inputs.conflicts and inputs.settings.conflict_cross_doc_enabled:
        lines.append(_PAIRS[language])
        for finding in inputs.conflicts[:MOST_ITEMS]:
            differs = quote_line(finding.evidence, 100)
            evidence = f" ({_DIFFERS[language]}: {differs})" if differs else ""
            first, second = (_side(side, numbers, language) for side in (finding.first, finding.second))
            lines.append(f"- {first} ↔ {second}{evidence}")
    least = _RANK[inputs.settings.conflict_severity_threshold.upper()]
    flagged = [source for source in inputs.sources if _RANK[source.severity] >= max(1, least)]
    if flagged:
        flagged.sort(key=lambda source: -_RANK[source.severity])
        lines.append(_FLAGGED[language])
        lines.extend(f"- {source.severity}: {_side(source, numbers, language)}" for source in flagged[:MOST_ITEMS])
    return "\n".join(lines) if len(lines) > 1 else ""


def _side(source: BlockSource, numbers: Mapping[str, int], language: str) -> str:
    """Return one side, by the number under which it can be cited: two of one title are told apart by nothing else."""
    notes = ", ".join(note for note in (date_of(source), trust_of(source.status, language)) if note)
    dated = f" ({notes})" if notes else ""
    name, preview = name_of(source, language), quote_line(source.text, PREVIEW_CHARACTERS)
    cited = f"[{numbers[source.id]}] " if source.id in numbers else ""
    # A title made from the first words of a text would only say them twice.
    told_twice = preview.startswith(name.removesuffix("…"))
    return cited + (f"“{preview}”{dated}" if told_twice else f"{name}{dated}: “{preview}”")
