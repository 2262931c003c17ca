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
    sides = _Sides(inputs)
    lines = [HEADER]
    if inputs.conflicts and inputs.settings.conflict_cross_doc_enabled:
        lines.append(_PAIRS[language])
        for finding in inputs.conflicts[:MOST_ITEMS]:
            differs = quote_line(finding.evidence, 100)
            evidence = f" ({_DIFFERS[language]}: {differs})" if differs else ""
            first = sides.tell(finding.first, finding.first_says)
            second = sides.tell(finding.second, finding.second_says)
            lines.append(f"- {first} ↔ {second}{evidence}")
    least = _RANK[inputs.settings.conflict_severity_threshold.upper()]
    flagged = [source for source in inputs.sources if _RANK[source.severity] >= max(1, least)]
    if flagged:
        flagged.sort(key=lambda source: -_RANK[source.severity])
        lines.append(_FLAGGED[language])
        lines.extend(f"- {source.severity}: {sides.tell(source)}" for source in flagged[:MOST_ITEMS])
    return "\n".join(lines) if len(lines) > 1 else ""


class _Sides:
    """Tells sources by the numbers under which they can be cited; what was told before is not paid for twice."""

    def __init__(self, inputs: BlockInputs) -> None:
        self._language = inputs.language
        self._numbers = {source.id: number for number, source in enumerate(inputs.sources, 1)}
        self._told: set[tuple[str, str]] = set()

    def tell(self, source: BlockSource, says: str = "") -> str:
        """Return a source with its date and what it says: the passage in question, else its beginning."""
        name, preview = name_of(source, self._language), quote_line(says or source.text, PREVIEW_CHARACTERS)
        cited = f"[{self._numbers[source.id]}]" if source.id in self._numbers else ""
        if cited and (source.id, preview) in self._told:
            return cited
        self._told.add((source.id, preview))
        notes = ", ".join(note for note in (date_of(source), trust_of(source.status, self._language)) if note)
        dated = f" ({notes})" if notes else ""
        # A title made from the first words of a text would only say them twice.
        told_twice = preview.startswith(name.removesuffix("…"))
        told = f"“{preview}”{dated}" if told_twice else f"{name}{dated}: “{preview}”"
        return f"{cited} {told}".lstrip()
