"""Block: check the draft against the sources before answering. An instruction only, no further call of a model.

It helps where the answer puts stored facts together: the prompt asks for what is known, a source is a good match, and
the answer would rest on at least two. With one source there is nothing to compare and its number is all that is needed;
without a good match the guard speaks instead; code and fixes are checked by running them. In strict mode, which
somebody asked for, one good source is enough.
"""

from __future__ import annotations

from memserver.turn.blocks.inputs import BlockInputs
from memserver.turn.blocks.needs import answers, numbers_of, relied_on, tells_what_is_known

HEADER = "[VERIFICATION CHECKLIST]"
FEWEST_SOURCES = 2

_LEAD = {"en": "Check your draft against", "ko": "초안을 대조할 출처:"}
_CHECKS = {
    "en": "- [ ] each fact, number, name, date: in a source or marked as estimate\n- [ ] the question is answered",
    "ko": "- [ ] 사실, 숫자, 이름, 날짜: 출처에 있거나 추정으로 표시\n- [ ] 질문에 답함",
}
_STRICT = {
    "en": "Strict: 1) draft; 2) write one check question per claim; 3) answer each from the sources alone, without "
    "looking at the draft; 4) revise, and remove every claim that no source supports.",
    "ko": "엄격 모드: 1) 초안 작성 2) 주장마다 확인 질문 작성 3) 초안을 보지 않고 출처만으로 답변 "
    "4) 수정하고 출처가 뒷받침하지 않는 주장은 삭제.",
}


def build(inputs: BlockInputs) -> str:
    """Return the checklist over the sources that an answer rests on, or "" when there is nothing to put together."""
    settings, language = inputs.settings, inputs.language
    if not tells_what_is_known(inputs) or not answers(inputs):
        return ""
    sources = relied_on(inputs)
    if len(sources) < (1 if settings.cove_strict_mode else FEWEST_SOURCES):
        return ""
    top = sources[: settings.cove_top_sources_count]
    lines = [HEADER, f"{_LEAD[language]} {numbers_of(top)}", _CHECKS[language]]
    if settings.cove_strict_mode:
        lines.append(_STRICT[language])
    return "\n".join(lines)
