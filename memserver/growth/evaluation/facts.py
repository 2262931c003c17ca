"""Whether an answer states a fact, whatever its wording: values by what they mean, names and phrases as words.

"12 June", "June 12th" and "2026-06-12" are one date, "2 hours" and "2시간" one length; Korean particles do not matter;
a phrase may be turned around within its sentence. Owns matching only, no scores.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memserver.growth.evaluation.golden import Fact
from memserver.text.phrases import phrase_pattern
from memserver.text.terms import index_terms
from memserver.text.values import Value, find_values

_MONTH = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    "|nov(?:ember)?|dec(?:ember)?"
)
# The reader of values knows "June 12": the other order is brought into that one.
_DAY_FIRST = re.compile(
    rf"\b(\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?({_MONTH})\b\.?(?:,?\s+(\d{{4}})\b)?", re.IGNORECASE
)
_MARKUP = re.compile(r"[*_`]+(?=\S)|(?<=\S)[*_`]+")
_ITEM = re.compile(r"^(\s*)(?:[-*+•]|\d{1,3}[.)]|①|②|③|④|⑤)\s+")
_HEADING = re.compile(r"^\s{0,3}#{1,6}\s+\S")
_LABEL = re.compile(
    r"^\s*(?:[-*+•]\s+)?(?:owner|assignee|who|due|due date|deadline|when|by|task|item|status"
    r"|담당|담당자|기한|마감|마감일|내용|할 일)\s*[:：]",
    re.IGNORECASE,
)
# As many lines of prose or of labels ("Owner: …") as belong to one thing.
_LONGEST_PARAGRAPH = 8
# A phrase of several words may be turned around; a single word must be there.
_FEWEST_WORDS_TO_TURN = 2


@dataclass(frozen=True, slots=True)
class Text:
    """An answer, taken apart once: as a whole and in the pieces in which things stand together."""

    whole: Piece
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text with the values and the word stems in it."""

    text: str
    values: tuple[Value, ...]
    terms: frozenset[str]


def read_text(text: str) -> Text:
    """Take an answer apart."""
    plain = normal(text)
    pieces = dict.fromkeys(_pieces(plain))
    return Text(_piece(plain), tuple(_piece(each) for each in pieces))


def normal(text: str) -> str:
    """Return a text in the form in which it is compared."""
    plain = _MARKUP.sub("", unicodedata.normalize("NFKC", text))
    return _DAY_FIRST.sub(lambda found: f"{found[2]} {found[1]}" + (f", {found[3]}" if found[3] else ""), plain)


def states(text: Text, fact: Fact) -> float:
    """Say how much of a fact an answer states: 1 all, 0 nothing; less than 1 when things do not stand together."""
    if fact.any and any(_in_piece(text.whole, wording, text.pieces) for wording in fact.any):
        return 1.0
    if not fact.together:
        return 0.0
    best = max((_shared(piece, fact.together) for piece in text.pieces), default=0.0)
    # What stands apart from the rest was not said of it: the owner of another item is not the owner of this one.
    return best if best == 1.0 else 0.5 * best


def ungrounded(text: Text, sources: Sequence[str]) -> list[str]:
    """Return the dates, times, amounts and versions of an answer that none of the sources holds."""
    known = {_key(value) for source in sources for value in find_values(normal(source))}
    found: dict[tuple[str, str, str], str] = {}
    for value in text.whole.values:
        if _tells_something(value) and _key(value) not in known:
            found.setdefault(_key(value), value.words)
    return list(found.values())


def _shared(piece: Piece, facts: Sequence[Fact]) -> float:
    return sum(any(_in_piece(piece, wording, (piece,)) for wording in fact.any) for fact in facts) / len(facts)


def _in_piece(piece: Piece, wording: str, parts: Sequence[Piece]) -> bool:
    plain = normal(wording)
    value = _only_value(plain)
    if value is not None and any(_key(value) == _key(other) for other in piece.values):
        return True
    if phrase_pattern((plain,)).search(piece.text):
        return True
    if len(plain.split()) < _FEWEST_WORDS_TO_TURN or find_values(plain):
        return False
    terms = frozenset(index_terms(plain))
    return bool(terms) and any(terms <= part.terms for part in parts)


def _only_value(text: str) -> Value | None:
    """Return the value that a text consists of, if it is one."""
    values = [value for value in find_values(text) if value.kind != "year"]
    if len(values) != 1:
        return None
    rest = text[: values[0].start] + text[values[0].end :]
    return values[0] if not re.sub(r"[\W\d]", "", rest) else None


def _key(value: Value) -> tuple[str, str, str]:
    return value.kind, value.unit, value.normal


def _tells_something(value: Value) -> bool:
    """Say whether a value is more than a count: "3 items" and the number of a list are nobody's invention."""
    if value.kind == "number":
        return value.unit in {"second", "byte", "%", "$", "€", "£", "₩", "원"}
    return value.kind in {"date", "time", "version", "quarter"}


def _piece(text: str) -> Piece:
    return Piece(text, find_values(text), frozenset(index_terms(text)))


def _pieces(text: str) -> Iterator[str]:
    """Yield what stands together: each line, each list item with what is indented below it, each paragraph."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if not line.strip():
            continue
        yield line
        item = _ITEM.match(line)
        if item or _HEADING.match(line):
            yield "\n".join(_below(lines, number, item))
    paragraph: list[str] = []
    for line in [*lines, ""]:
        if line.strip() and not _ITEM.match(line) and not line.lstrip().startswith(("|", "#")):
            paragraph.append(line)
            continue
        if 1 < len(paragraph) <= _LONGEST_PARAGRAPH:
            yield "\n".join(paragraph)
        paragraph = []


def _below(lines: Sequence[str], number: int, item: re.Match[str] | None) -> Iterator[str]:
    """Yield a list item with the deeper lines below it, or a heading with the labels right below it."""
    yield lines[number]
    depth = len(item[1]) if item else -1
    for line in lines[number + 1 :]:
        indent = len(line) - len(line.lstrip())
        if item and (not line.strip() or indent <= depth):
            return
        # Below a heading, a list of things is not one thing; a list of labels describes what the heading names.
        if not item and line.strip() and not _LABEL.match(line):
            return
        yield line
