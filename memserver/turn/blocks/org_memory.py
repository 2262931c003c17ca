"""Block: the organisation's own rules, from `.astra/organization.md`, on the turns that they govern.

Every rule that applies to what is being done is shown uncut; of the others, the likeliest first, only as many as fit
into a share of tokens. An errand gets those that apply and no others, an acknowledgement none. Headings and blank lines
are left out. The text is quoted: it cannot become a block.
"""

from __future__ import annotations

from memserver.text.fencing import quote
from memserver.turn.blocks.excerpt import TOKENS_PER_HANGUL, Line, in_order_of_use, lines_of
from memserver.turn.blocks.inputs import BlockInputs

HEADER = "[ORGANIZATION RULES]"
# About five short rules. They come on every turn that asks for something, so they are paid for there.
SHARE_TOKENS = 65

_LEAD = {
    "en": "How this organisation works; the user's request wins:",
    "ko": "이 조직의 규칙입니다. 사용자의 요청이 우선합니다:",
}
# Says that the list goes on; where the file lies is not worth ten tokens on every turn.
_MORE = "- …"


def build(inputs: BlockInputs) -> str:
    """Return the rules that apply and others that fit, or "" without a file or a request."""
    if not inputs.organisation or not inputs.asked:
        return ""
    lines = lines_of(inputs.organisation)
    chosen = _chosen(lines, inputs)
    if not chosen:
        return ""
    shown = [HEADER, _LEAD[inputs.language], *(quote(_whole(lines[number], inputs)) for number in sorted(chosen))]
    if len(chosen) < len(lines):
        shown.append(_MORE)
    return "\n".join(shown)


def rule_lines(text: str) -> tuple[str, ...]:
    """Return the rules of an organisation's file, one per line."""
    return tuple(line.text for line in lines_of(text))


def _chosen(lines: tuple[Line, ...], inputs: BlockInputs) -> set[int]:
    """Return the numbers of the lines to show: all that apply, then others within the share."""
    chosen = {number for number, line in enumerate(lines) if line.text in inputs.applying}
    if inputs.kind == "errand":
        return chosen
    left = SHARE_TOKENS - sum(lines[number].tokens for number in chosen)
    order = in_order_of_use(lines, inputs.prompt)
    for number in order:
        if number not in chosen and lines[number].tokens <= left:
            chosen.add(number)
            left -= lines[number].tokens
    return chosen or set(order[:1])


def _whole(line: Line, inputs: BlockInputs) -> str:
    """Return a line as it is, but for an endless one that does not apply."""
    most = int(SHARE_TOKENS / TOKENS_PER_HANGUL)
    if line.text in inputs.applying or line.tokens <= SHARE_TOKENS:
        return line.text
    return line.text[:most].rstrip() + "…"
