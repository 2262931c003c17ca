"""Block: check the draft against the top sources before answering. An instruction only, no further call of a model."""

from __future__ import annotations

from memserver.turn.blocks.inputs import BlockInputs
from memserver.turn.blocks.provenance import name_of

HEADER = "[VERIFICATION CHECKLIST]"

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
    """Return the checklist over the top sources, or "" when the turn has none."""
    if not inputs.sources:
        return ""
    language = inputs.language
    top = inputs.sources[: inputs.settings.cove_top_sources_count]
    names = "; ".join(f"[{number}] {name_of(source, language)}" for number, source in enumerate(top, 1))
    lines = [HEADER, f"{_LEAD[language]} {names}", _CHECKS[language]]
    if inputs.settings.cove_strict_mode:
        lines.append(_STRICT[language])
    return "\n".join(lines)
