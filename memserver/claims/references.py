"""What a text is called, and which other texts it says that it replaces: "Supersedes ADR 7".

Only plain forms count: a kind of document with its number, a title in quotes or as a link, and header lines such as
`Replaces: 345`. It reads no files and knows no store; whoever has the other texts compares references with names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

REMEMBERED = 1_024

TITLE = "title"
# A number without a kind is one of the same kind as the text in which it stands: "Replaces: 345" in a PEP.
SAME_KIND = ""

_KINDS = (
    "ADR|MADR|RFC|RFD|PEP|DEP|KEP|JEP|EIP|BIP|CEP|DIP|SEP|TDR|DDR|PDR"
    "|decision(?: record)?|design record|proposal|policy|rule|결정|제안|정책|규칙|지침"
)
# "ADR 7", "ADR-0007", "decision no. 7", "결정 7번"; a version ("RFC 7.2") and a part of a longer word are none.
_WHOLE = r"(?![\w%]|[.:]\d|-\d)"
_REFERENCE = re.compile(
    rf"(?<![\w-])(?P<kind>{_KINDS})s?[ \t]?(?:[-#_:]|no\.?|number)?[ \t]?(?P<number>\d{{1,5}})(?a:{_WHOLE})"
    r"|\[\[(?P<wiki>[^\]\n|#]{2,120})[^\]\n]*\]\]|\[(?P<link>[^\]\n]{2,120})\](?:\([^)\n]*\))?"
    r"|[\"“「『](?P<quote>[^\"”」』\n]{2,120})[\"”」』]",
    re.IGNORECASE,
)
_FURTHER_NUMBER = re.compile(rf"#?(?P<number>\d{{1,5}})(?a:{_WHOLE})")
_JOINT = re.compile(r"\s*(?:,\s*and\b|,|&|\band\b|와|과|및)\s*", re.IGNORECASE)
_FILLER = r"[*_]*:?[*_]*\s+(?:(?:the|our|earlier|previous|old|older|former|decision|document)\s+){0,3}"
_REPLACES = re.compile(rf"\b(?:supersed(?:es|ing)|replac(?:es|ing)|obsolet(?:es|ing))\b{_FILLER}", re.IGNORECASE)
_KOREAN_REPLACES = re.compile(
    r"(?:번|호)?(?:을|를)?\s*(?:대체|대신|폐기|무효화)(?:합니다|한다|함|했습니다|했다|해요|하며|하고)"
)
# Most texts speak of no other one.
_SIGN = re.compile(r"supersed|replac|obsolet|대체|대신|폐기|무효", re.IGNORECASE)
# Not, not yet, or only a part of it.
_UNSURE = re.compile(
    r"n't\b|\b(?:not|never|if|unless|until|once|whether|may|might|could|would|should|will|partly|partially)\b",
    re.IGNORECASE,
)
_PART = re.compile(r"['’]s\b|의\s")

_HEADERS_REPLACE = frozenset({"supersedes", "replaces", "obsoletes"})
_HEADER_LINE = re.compile(r"[\s>*_-]*(?P<key>[A-Za-z][A-Za-z -]{2,20}|상태)[*_]*[ \t]*:[*_]*[ \t]+(?P<value>.{1,300})")
_HEADER_LINES = 40
_LEAD = re.compile(r"[\s#>*_\[(`-]*(?:(?:architecture|architectural|design|team|our|the)\s+){0,3}", re.IGNORECASE)
_LEADING_NUMBER = re.compile(r"[\s#]*(\d{1,5})[.:)]\s+\S")


@dataclass(frozen=True, slots=True)
class Reference:
    """A name by which one text speaks of another: a kind of document with its number, or a title."""

    kind: str
    """In lower case: "adr", "pep", "결정"; "title" for a title; "" for a number of the same kind as the text itself."""
    number: str
    """Without leading zeros; of a title, its words in lower case."""

    def __str__(self) -> str:
        """Return it as a person reads it."""
        if self.kind == TITLE:
            return f"“{self.number}”"
        return f"{self.kind.upper() if len(self.kind) <= 4 else self.kind} {self.number}".strip()


@lru_cache(maxsize=REMEMBERED)
def names_of(title: str, text: str) -> frozenset[Reference]:
    """Return what a text is called: the number at the beginning of its title or text, its title, a header `PEP: 8`."""
    found: set[Reference] = set()
    for line in (title, next(filter(None, map(str.strip, text.splitlines())), "")):
        lead = _LEAD.match(line)
        named = _REFERENCE.match(line, lead.end() if lead else 0)
        if named and named["number"]:
            found.add(_read(named))
        elif number := _LEADING_NUMBER.match(line):
            found.add(Reference(SAME_KIND, _plain(number[1])))
        if line.strip():
            found.add(Reference(TITLE, _words(line)))
    for key, value in _headers(text):
        named = _REFERENCE.fullmatch(f"{key} {value.strip()}")
        if named and named["number"]:
            found.add(_read(named))
    return frozenset(found)


@lru_cache(maxsize=REMEMBERED)
def replaces(text: str) -> tuple[Reference, ...]:
    """Return what a text says that it replaces."""
    if not _SIGN.search(text):
        return ()
    found = list(replaces_in_front(dict(_headers(text))))
    for line in _lines(text):
        found += _after(_REPLACES, line)
        found += _before(_KOREAN_REPLACES, line)
    return tuple(dict.fromkeys(found))


def replaces_in_front(front: Mapping[str, object]) -> tuple[Reference, ...]:
    """Return what the front matter or the header lines of a text say that it replaces."""
    found = [each for key, value in front.items() if _key(key) in _HEADERS_REPLACE for each in _listed(value)]
    return tuple(dict.fromkeys(found))


def means(reference: Reference, names: Iterable[Reference], own: Iterable[Reference] = ()) -> bool:
    """Say whether a reference means the text with these names; `own` are the names of the text that holds it."""
    known = frozenset(names)
    if reference in known:
        return True
    # "Supersedes 7" in ADR 12 means ADR 7; and "7. Use Redis" is the ADR 7 of a folder of ADRs.
    kinds = {each.kind for each in own} - {TITLE}
    if reference.kind == SAME_KIND:
        return any(replace(reference, kind=kind) in known for kind in kinds)
    return bool({reference.kind, SAME_KIND} & kinds) and Reference(SAME_KIND, reference.number) in known


def _after(verb: re.Pattern[str], line: str) -> Iterator[Reference]:
    """Yield the references that follow a verb one after the other: "supersedes ADR 7, 8 and ADR 9"."""
    for match in verb.finditer(line):
        if _UNSURE.search(line[: match.start()]) or "?" in line[match.end() :]:
            continue
        for reference, end in _enumerated(line, match.end()):
            if not _PART.match(line, end):
                yield reference


def _before(ending: re.Pattern[str], line: str) -> Iterator[Reference]:
    """Yield the references that stand before a Korean verb: "ADR-7과 ADR-8을 대체합니다"."""
    position = 0
    while match := _REFERENCE.search(line, position):
        found = list(_enumerated(line, match.start()))
        position = found[-1][1]
        if ending.match(line, position):
            yield from (reference for reference, _ in found)


def _enumerated(line: str, position: int) -> Iterator[tuple[Reference, int]]:
    """Yield the references of a list, and where each ends; after a numbered one a bare number is of its kind."""
    kind = ""
    while True:
        match = _REFERENCE.match(line, position)
        further = None if match else _FURTHER_NUMBER.match(line, position)
        if match is not None:
            reference, position = _read(match), match.end()
            kind = reference.kind
            yield reference, position
        elif further is not None and kind not in {"", TITLE}:
            position = further.end()
            yield Reference(kind, _plain(further["number"])), position
        else:
            return
        joint = _JOINT.match(line, position)
        if joint is None:
            return
        position = joint.end()


def _listed(value: object) -> list[Reference]:
    """Return the references of a header's value: a number, a text such as "ADR-7, 0008" or "[[Use Redis]]", a list."""
    if isinstance(value, list | tuple):
        # YAML reads [[Use Redis]] as a list in a list.
        return [each for item in value for each in _listed(item)]
    text = str(value).strip() if isinstance(value, str | int) and not isinstance(value, bool) else ""
    found: list[Reference] = []
    for part in re.split(r"[,;]\s*", text):
        match, number = _REFERENCE.search(part), _FURTHER_NUMBER.fullmatch(part.strip())
        if match:
            found.append(_read(match))
        elif number:
            kind = found[-1].kind if found and found[-1].kind != TITLE else SAME_KIND
            found.append(Reference(kind, _plain(number["number"])))
        elif len(part.strip()) > 2 and part.strip().lower() not in {"none", "n/a"}:
            found.append(Reference(TITLE, _words(part)))
    return found


def _read(match: re.Match[str]) -> Reference:
    if match["number"]:
        return Reference(" ".join(match["kind"].lower().split()), _plain(match["number"]))
    title = match["wiki"] or match["link"] or match["quote"]
    numbered = _REFERENCE.match(title)
    if numbered and numbered["number"]:
        return _read(numbered)
    return Reference(TITLE, _words(title))


def _headers(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines()[:_HEADER_LINES]:
        match = _HEADER_LINE.fullmatch(line)
        if match:
            yield match["key"], match["value"]


def _lines(text: str) -> list[str]:
    """Return the sentences of a text, roughly: a number with a point behind it ends none."""
    return [part for line in text.splitlines() for part in re.split(r"(?<=[^\d\s][.!?。])\s+", line)]


def _key(key: str) -> str:
    return "".join(letter for letter in key.lower() if letter.isalpha())


def _plain(number: str) -> str:
    return number.lstrip("0") or "0"


def _words(title: str) -> str:
    return " ".join(title.strip('#>*_`-.:()[] \t"“”').lower().split())
