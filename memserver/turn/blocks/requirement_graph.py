"""Block: the required elements of a recognised task as a checklist; what was missed repeatedly is marked.

It helps where the prompt asks for a piece of work of a known type (minutes, research, a bug report): such work has
parts that are left out easily. It is silent for every other prompt, and for a question about such work ("where are
the minutes?").
"""

from __future__ import annotations

from memserver.text.fencing import quote_line
from memserver.turn.blocks.inputs import BlockInputs

HEADER = "[REQUIREMENT CHECKLIST]"

_LEAD = {
    "en": '{task}: cover each point; where nothing is known write "not stated", never invent it.',
    "ko": "{task}: 항목을 모두 담고, 모르는 것은 지어내지 말고 “미정”이라고 쓰세요.",
}
_MISSED = {"en": " — missed repeatedly before: do not leave it out", "ko": " — 이전에 여러 번 빠짐: 꼭 포함"}


def build(inputs: BlockInputs) -> str:
    """Return the checklist of the task, or "" when the prompt asks for no known task."""
    task = inputs.task
    if task is None:
        return ""
    language = inputs.language
    lines = [HEADER, _LEAD[language].format(task=quote_line(task.label(language), 60))]
    for element in task.elements:
        label = quote_line(element.label(language), 80)
        missed = element.id in inputs.recurrent_misses
        lines.append(f"- [ ] **{label}**{_MISSED[language]}" if missed else f"- [ ] {label}")
    return "\n".join(lines)
