"""How a text names another note: by a link, a path, a kind with a number, a title in quotes. Pure reading."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from memserver.claims.references import SAME_KIND, TITLE, Reference

TARGET = "target"
"""The kind of a reference by a path as it was written: relative to the note, to the brain, or a file's name."""

_SUFFIXES = "md|markdown|mdx|mdown|qmd|rst|txt|adoc|asciidoc|org|html"
_WHOLE = r"(?![\w%]|[.:]\d|-\d)"
_NUMBERED = (
    r"(?P<kind>[A-Za-z]{2,10}|결정|제안|정책|규칙|지침|문서)(?:[ \t]?(?:[-#_]|no\.?|번호)[ \t]?|[ \t])"
    rf"(?P<number>\d{{1,5}})(?a:{_WHOLE})"
)
_MENTION = re.compile(
    r"!?\[(?P<text>[^\]\n]{1,200})\]\((?P<target>[^()\s]{1,300})(?:\s[^()\n]{0,100})?\)"
    r"|\[\[(?P<wiki>[^\]\n|#]{1,200})(?:[|#][^\]\n]{0,200})?\]\]"
    r"|:(?P<role>[a-z]{2,8}):`(?P<rolenumber>\d{1,5})`"
    rf"|[`\"'“<]?(?P<path>(?:\.{{0,2}}/)?[\w가-힣][\w가-힣./-]{{0,200}}\.(?:{_SUFFIXES}))(?![\w.])[`\"'”>]?"
    rf"|\[?{_NUMBERED}\]?"
    r"|[\"“「『](?P<quote>[^\"”」』\n]{2,160})[\"”」』]",
    re.IGNORECASE,
)
# "3 teams" counts something.
_BARE_NUMBER = re.compile(rf"#?(?P<number>\d{{1,5}})(?a:{_WHOLE})(?!\s+(?!and\b|in\b|because\b|since\b|as\b)[A-Za-z])")
_JOINT = re.compile(r"\s{0,4}(?:,\s{0,4}and\b|,|;|&|\band\b|와|과|및)\s{0,4}", re.IGNORECASE)
_FILLER = re.compile(
    r"[\s*_]{0,4}(?:(?:the|our|earlier|previous|old|older|former|decision|document|기존)\s+){0,3}", re.IGNORECASE
)
_LEAD = re.compile(r"(?:[A-Za-z]{2,12}[- _#]{0,2}\d{1,5}|\d{1,5}(?=[.:)–—-]))[\s.:)–—-]{1,5}(?=\S)")
_MARKS = str.maketrans(dict.fromkeys("#>*_`\"“”'()[]", " "))
_NOTHING = frozenset(
    {"", "-", "–", "—", "none", "n/a", "na", "nil", "null", "tbd", "yes", "no", "true", "false", "없음"}
)

Mention = tuple[Reference, ...]


def title_words(title: str) -> str:
    """Return a title as it is compared: lower case, without marks."""
    return " ".join(title[:300].translate(_MARKS).casefold().split()).strip(" .:")


def lead_of(title: str) -> int:
    """Return where a title begins behind its number: "ADR-7: Use Redis", "7. Use Redis"."""
    lead = _LEAD.match(title)
    return lead.end() if lead else 0


def mentions_in(text: str, position: int, bare: bool) -> Iterator[tuple[Mention, int]]:
    """Yield the notes that a text names one after the other from a position on, and where each mention ends.

    With `bare`, as in the value of a header, a number or a title may stand alone.
    """
    kind = SAME_KIND
    while True:
        filler = _FILLER.match(text, position)
        position = filler.end() if filler else position
        match = _MENTION.match(text, position)
        number = None if match else _BARE_NUMBER.match(text, position)
        if match is not None:
            mention, position = _read(match), match.end()
            kind = next((each.kind for each in mention if each.kind not in (TARGET, TITLE)), SAME_KIND)
            yield mention, position
        elif number is not None and (bare or kind != SAME_KIND):
            position = number.end()
            yield (_numbered(kind, number["number"]),), position
        elif bare:
            end = next((each.start() for each in re.finditer(r"[,;]", text[position:])), len(text) - position)
            words = title_words(text[position : position + end])
            if words in _NOTHING:
                return
            position += end
            yield (Reference(TARGET, words), Reference(TITLE, words)), position
        else:
            return
        joint = _JOINT.match(text, position)
        if joint is None:
            return
        position = joint.end()


def _read(match: re.Match[str]) -> Mention:
    if match["role"]:
        return (_numbered(match["role"], match["rolenumber"]),)
    # A link to elsewhere in the world is no note, but its words may name one.
    target = match["path"] or match["wiki"] or unquote(match["target"] or "").partition("#")[0]
    by_target = (Reference(TARGET, target.strip().casefold()),) if target and "://" not in target else ()
    # "Next 15" may be a title that ends so; a kind that no note has is found nowhere.
    words = match["text"] or match["wiki"] or match["quote"] or (match[0] if match["number"] else "")
    return (*by_target, *_by_words(words))


def _by_words(words: str) -> Mention:
    numbered = re.match(rf"\s*{_NUMBERED}", words, re.IGNORECASE)
    named = (_numbered(numbered["kind"], numbered["number"]),) if numbered else ()
    title = title_words(words)
    return (*named, *((Reference(TITLE, title),) if title else ()))


def _numbered(kind: str, number: str) -> Reference:
    return Reference(kind.casefold(), number.lstrip("0") or "0")
