"""Block: when a request is ambiguous, tell the model to ask back before it answers; silent when it is clear.

It helps where an order for work leaves open what its result depends on ("make it better"), and neither the conversation
nor an open file says. It is silent for a request that names what it is about, for a plain question, and for an errand,
whose object lies in front of the agent ("fix the typo above").
"""

from __future__ import annotations

from collections.abc import Mapping

from memserver.turn.blocks.inputs import BlockInputs

HEADER = "[INTENT CLARIFICATION GUIDANCE]"

_QUESTIONS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "target": "What exactly is it about (file, document, feature, person)?",
        "scope": "How far should it go (which parts; what stays as it is)?",
        "format": "In what form and length is the result wanted?",
        "time": "For when, or over which period?",
        "criteria": "How will you know that it is good (goal, audience, measure)?",
    },
    "ko": {
        "target": "정확히 무엇(파일, 문서, 기능, 사람)에 대한 것인가요?",
        "scope": "어디까지 다루면 되나요(포함할 부분, 그대로 둘 부분)?",
        "format": "어떤 형식과 분량을 원하시나요?",
        "time": "언제까지, 또는 어느 기간인가요?",
        "criteria": "무엇이 충족되면 좋은 결과인가요(목적, 독자, 기준)?",
    },
}
_LEAD = {
    "en": "The request leaves open what matters. Unless the conversation or the memory already settles it, ask this "
    "first, briefly and in English, and do not guess:",
    "ko": "요청에 중요한 점이 빠져 있습니다. 대화나 기억에서 이미 정해진 것이 아니라면 "
    "추측하지 말고 먼저 한국어로 짧게 물어보세요:",
}


def build(inputs: BlockInputs) -> str:
    """Return the questions for the open dimensions, or "" for a clear request."""
    if not inputs.ambiguity.ambiguous:
        return ""
    questions = _QUESTIONS[inputs.language]
    lines = [f"- {questions[dimension]}" for dimension in inputs.ambiguity.missing]
    return "\n".join([HEADER, _LEAD[inputs.language], *lines])
