"""Block: the terms of the user's glossary that this turn uses, with an instruction to check them.

It helps where the prompt or an item that is shown names a term: there the answer can use it wrongly. Terms that nothing
in the turn names are not given, however small the glossary is. What the prompt names comes first and is bounded only by
the user's limit in characters; what only the items name has a small share. Free text without readable terms is picked
from line by line: the lines that share words with the prompt. Cuts are made at lines, and a cut list says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from memserver.text.fencing import quote, quote_line
from memserver.text.phrases import contains_phrase
from memserver.turn.blocks.excerpt import estimate_tokens, lines_about
from memserver.turn.blocks.inputs import BlockInputs, GlossaryTerm

HEADER = "[TERMINOLOGY DICTIONARY]"
# What terms beyond the prompt's own may cost. The prompt's own are bounded only by the user's limit.
SHARE_TOKENS = 45
# Lines of free text share a word with the prompt by chance more often than a term is named by chance.
FREE_TEXT_TOKENS = 90
# What of a source is looked at, and how many terms: a glossary of thousands must not slow a turn down.
_SOURCE_CHARACTERS = 1_000
_SCANNED_TERMS = 300

_LEAD = {
    "en": "Use these terms as defined; check them before you finish:",
    "ko": "용어는 아래 정의대로 쓰고 답하기 전에 확인하세요:",
}
# Says that the list goes on; where the file lies is not worth ten tokens on every turn.
_MORE = "- …"


def build(inputs: BlockInputs) -> str:
    """Return the terms that this turn needs, or "" when it uses none."""
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
    seen = "\n".join(f"{source.title}\n{source.text[:_SOURCE_CHARACTERS]}" for source in inputs.sources)
    in_sources, _ = _split_by_use(rest[:_SCANNED_TERMS], seen)
    used = [*in_prompt, *in_sources]
    body: list[str] = []
    length, share = 0, float(SHARE_TOKENS)
    for number, term in enumerate(used):
        line = _line(term)
        if number >= len(in_prompt):
            share -= estimate_tokens(line)
            if share < 0:
                break
        if length + len(line) + 1 > limit:
            break
        body.append(line)
        length += len(line) + 1
    return body, len(body) < len(used)


def _lines(inputs: BlockInputs, text: str, limit: int) -> tuple[list[str], bool]:
    picked = lines_about(text, inputs.prompt, FREE_TEXT_TOKENS)
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
