"""Block: keep unknown, estimated and certain statements apart; the less evidence a turn has, the stricter."""

from __future__ import annotations

from memserver.text.fencing import quote_line
from memserver.turn.blocks.inputs import BlockInputs

HEADER = "[EPISTEMIC GUARD]"

# Enough to lean on: a few sources, at least one of them a good match on the 0–1 scale of scores.
ENOUGH_SOURCES = 3
GOOD_SCORE = 0.5

_SPLIT = {
    "en": "Keep apart what is certain (a source says so), estimated (say why) and unknown (say so).",
    "ko": "확실(출처에 있음), 추정(근거를 밝힘), 모름(그렇다고 밝힘)을 구분하세요.",
}
_WEAK = {
    "en": "Evidence is thin: call certain only what a source states word for word.",
    "ko": "근거가 적습니다. 출처에 그대로 적힌 것만 확실하다고 하세요.",
}
_NONE = {
    "en": "No stored evidence was found: present nothing about this project, its people or its past as certain.",
    "ko": "저장된 근거가 없습니다. 이 프로젝트와 사람, 지난 일에 대해 확실하다고 말하지 마세요.",
}
_ASK_FOR_MATERIAL = {
    "en": "Unless the request itself brings it, ask for the source material of the {task} first; do not invent any.",
    "ko": "요청에 들어 있지 않다면 {task}에 쓸 자료를 먼저 요청하고, 지어내지 마세요.",
}


def build(inputs: BlockInputs) -> str:
    """Return the three-way split, with a stricter line when evidence is thin or absent."""
    language = inputs.language
    lines = [HEADER, _SPLIT[language]]
    if not inputs.sources:
        lines.append(_NONE[language])
        if inputs.task is not None:
            label = quote_line(inputs.task.label(language), 60)
            name = label if language == "ko" else label[:1].lower() + label[1:]
            lines.append(_ASK_FOR_MATERIAL[language].format(task=name))
    elif len(inputs.sources) < ENOUGH_SOURCES or max(source.score for source in inputs.sources) < GOOD_SCORE:
        lines.append(_WEAK[language])
    return "\n".join(lines)
