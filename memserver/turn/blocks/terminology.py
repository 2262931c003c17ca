"""Block: the user's glossary, with the terms of this prompt first and an instruction to check them.

Giving all of it on every turn would cost more than the rest of the prompt, so a large glossary is given in order of
use: every term that the prompt names, then terms that the selected sources name, then the others in file order while
the small share below lasts. A small glossary is given whole. The user's limit in characters holds in
every case, and cuts are made at lines. Free text without readable terms is picked from line by line in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from memserver.text.fencing import quote, quote_line
from memserver.text.phrases import contains_phrase
from memserver.turn.blocks.excerpt import estimate_tokens, pick_lines
from memserver.turn.blocks.inputs import BlockInputs, GlossaryTerm

HEADER = "[TERMINOLOGY DICTIONARY]"
# What terms beyond the prompt's own may cost. The prompt's own are bounded only by the user's limit.
SHARE_TOKENS = 45
# A glossary of this size is given whole: choosing would lose more than it saves.
WHOLE_TOKENS = 90
# Terms of the sources come from their beginnings: enough to see what they are about, cheap on every turn.
_SOURCE_CHARACTERS = 400
_SCANNED_TERMS = 300

_LEAD = {
    "en": "Use these terms as defined; check them before you finish:",
    "ko": "용어는 아래 정의대로 쓰고 답하기 전에 확인하세요:",
}
# Says that the list goes on; where the file lies is not worth ten tokens on every turn.
_MORE = "- …"


def build(inputs: BlockInputs) -> str:
    """Return the terms that this turn needs, or "" without a glossary."""
    glossary = inputs.glossary
    limit = inputs.settings.glossary_max_body_length
    if glossary is None or not glossary.text.strip() or limit <= 0:
        return ""
    if glossary.terms:
        body, cut = _terms(inputs, glossary.terms, limit)
    else:
        body, cut = _lines(inputs, glossary.text, limit)
    if not body:
        return ""
    return "\n".join([HEADER, _LEAD[inputs.language], *body, *([_MORE] if cut else [])])


def _terms(inputs: BlockInputs, terms: tuple[GlossaryTerm, ...], limit: int) -> tuple[list[str], bool]:
    in_prompt, rest = _split_by_use(terms, inputs.prompt)
    # No line has fewer than two tokens, so a long list need not be added up.
    whole = len(terms) <= WHOLE_TOKENS / 2 and sum(estimate_tokens(_line(term)) for term in terms) <= WHOLE_TOKENS
    if not whole:
        seen = "\n".join(f"{source.title}\n{source.text[:_SOURCE_CHARACTERS]}" for source in inputs.sources)
        in_sources, others = _split_by_use(rest[:_SCANNED_TERMS], seen)
        rest = in_sources + others + rest[_SCANNED_TERMS:]
    body: list[str] = []
    length, share = 0, float(SHARE_TOKENS)
    for number, term in enumerate([*in_prompt, *rest]):
        line = _line(term)
        if number >= len(in_prompt):
            share -= estimate_tokens(line)
            if share < 0 and not whole:
                break
        if length + len(line) + 1 > limit:
            break
        body.append(line)
        length += len(line) + 1
    return body, len(body) < len(terms)


def _lines(inputs: BlockInputs, text: str, limit: int) -> tuple[list[str], bool]:
    picked = pick_lines(text, inputs.prompt, 2 * SHARE_TOKENS, WHOLE_TOKENS)
    body: list[str] = []
    length = 0
    for line in picked.lines:
        quoted = quote(line)
        if length + len(quoted) + 1 > limit:
            return body, True
        body.append(quoted)
        length += len(quoted) + 1
    return body, picked.cut


@lru_cache(maxsize=2048)
def _line(term: GlossaryTerm) -> str:
    also = f" ({', '.join(quote_line(alias, 40) for alias in term.aliases[:4])})" if term.aliases else ""
    return f"- {quote_line(term.term, 80)}{also}: {quote_line(term.meaning, 300)}"


def _split_by_use(terms: Sequence[GlossaryTerm], text: str) -> tuple[list[GlossaryTerm], list[GlossaryTerm]]:
    """Return the terms that the text names and the others, both in file order."""
    # Korean compounds are written with and without their spaces.
    lowered = "".join(text.casefold().split())
    named: list[GlossaryTerm] = []
    others: list[GlossaryTerm] = []
    for term in terms:
        (named if _named(term, text, lowered) else others).append(term)
    return named, others


def _named(term: GlossaryTerm, text: str, lowered: str) -> bool:
    return any(
        name.strip() and "".join(name.casefold().split()) in lowered and contains_phrase(text, name.strip("* "))
        for name in (term.term, *term.aliases)
    )
