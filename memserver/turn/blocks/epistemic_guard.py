"""Block: keep unknown, estimated and certain statements apart, where this turn may take the one for the other.

It helps, and stands, in three cases. (1) At least half of the sources that an answer would rest on may not hold: stale,
old, put away, or drawn from talk and never checked; they are named by number. (2) A near miss: what is shown is about
the subject, and no source of it is a good match, so that the answer may not be there. (3) Nothing is stored, and the
prompt asks for a task that needs material, or about this project and its past: what a model then says is made up. It is
silent where good sources hold, and where the prompt asks for no statement of facts (code, fixes, commands); a question
about the world needs no warning about an empty memory.
"""

from __future__ import annotations

from memserver.text.fencing import quote_line
from memserver.turn.blocks.inputs import BlockInputs
from memserver.turn.blocks.needs import (
    answers,
    asks_about_own_past,
    is_doubtful,
    numbers_of,
    relied_on,
    tells_what_is_known,
)

HEADER = "[EPISTEMIC GUARD]"

_SPLIT = {
    "en": "Keep apart what is certain (a source says so), estimated (say why) and unknown (say so).",
    "ko": "확실(출처에 있음), 추정(근거를 밝힘), 모름(그렇다고 밝힘)을 구분하세요.",
}
_DOUBTFUL = {
    "en": "May no longer hold or was never checked, so at best an estimate: {numbers}.",
    "ko": "더는 맞지 않거나 확인된 적이 없어 추정으로만 쓸 것: {numbers}.",
}
_WEAK = {
    "en": "Evidence is thin: call certain only what a source states word for word; the answer may not be stored.",
    "ko": "근거가 적습니다. 출처에 그대로 적힌 것만 확실하다고 하세요. 답이 저장되어 있지 않을 수 있습니다.",
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
    """Return the three-way split and why it matters now, or "" where the evidence is good or none is needed."""
    reasons = _without_sources(inputs) if not inputs.sources else _about_sources(inputs)
    return "\n".join([HEADER, _SPLIT[inputs.language], *reasons]) if reasons else ""


def _without_sources(inputs: BlockInputs) -> list[str]:
    language, task = inputs.language, inputs.task
    if task is None:
        return [_NONE[language]] if asks_about_own_past(inputs) else []
    label = quote_line(task.label(language), 60)
    name = label if language == "ko" else label[:1].lower() + label[1:]
    return [_NONE[language], _ASK_FOR_MATERIAL[language].format(task=name)]


def _about_sources(inputs: BlockInputs) -> list[str]:
    if not tells_what_is_known(inputs):
        return []
    language = inputs.language
    reasons = [] if answers(inputs) else [_WEAK[language]]
    sources = relied_on(inputs)
    doubtful = tuple(source for source in sources if is_doubtful(source, inputs.now))
    if doubtful and 2 * len(doubtful) >= len(sources):
        reasons.append(_DOUBTFUL[language].format(numbers=numbers_of(doubtful)))
    return reasons
