"""Block: the organisation's own rules, from `.astra/organization.md`, on every turn.

The file may be long and the block may not. A short file comes whole; of a longer one, within a share of tokens, the
rules that speak of this prompt come first, then the others in their order. Headings and blank lines are left out. The
text is quoted: it cannot become a block.
"""

from __future__ import annotations

from memserver.text.fencing import quote
from memserver.turn.blocks.excerpt import pick_lines
from memserver.turn.blocks.inputs import BlockInputs

HEADER = "[ORGANIZATION RULES]"
# About five short rules. They come on every turn, so they are paid for on every turn.
SHARE_TOKENS = 65
# A file of this size is given whole: cutting it would lose more than it saves.
WHOLE_TOKENS = 120

_LEAD = {
    "en": "How this organisation works; the user's request wins:",
    "ko": "이 조직의 규칙입니다. 사용자의 요청이 우선합니다:",
}
# Says that the list goes on; where the file lies is not worth ten tokens on every turn.
_MORE = "- …"


def build(inputs: BlockInputs) -> str:
    """Return the rules that fit, or "" without a file."""
    if not inputs.organisation:
        return ""
    picked = pick_lines(inputs.organisation, inputs.prompt, SHARE_TOKENS, WHOLE_TOKENS)
    if not picked.lines:
        return ""
    lines = [HEADER, _LEAD[inputs.language], *(quote(line) for line in picked.lines)]
    if picked.cut:
        lines.append(_MORE)
    return "\n".join(lines)
