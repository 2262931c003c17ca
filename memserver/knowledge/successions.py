"""What a note is called, and which other notes it says that it replaces or is replaced by.

Pure reading of a path, a title, front matter and the beginning of a text. Nothing is looked up here: a note is named by
its path, its title and its number, and `memserver.knowledge.lineage` finds out which notes are meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import PurePosixPath
from typing import NamedTuple

from memserver.claims.references import SAME_KIND, TITLE, Reference, names_of
from memserver.knowledge.note_mentions import lead_of, mentions_in, title_words

PATH = "path"
FILE = "file"
"""The name of a file without its folders and suffix."""

# Where a text speaks of itself as a whole: its beginning, and the section on its status.
_FIRST_LINES, _STATUS_LINES = 40, 12
_SEARCHED_LINES, _LINE_CHARACTERS = 400, 500
_MOST_STATEMENTS = 50
_NOTES = frozenset({".md", ".markdown", ".mdx", ".mdown", ".qmd", ".rst", ".txt", ".adoc", ".asciidoc", ".org"})
_KEYS_REPLACES = frozenset({"replaces", "supersedes", "supercedes", "obsoletes", "대체대상", "대체한문서"})
_KEYS_REPLACED = frozenset({
    "supersededby", "supercededby", "replacedby", "obsoletedby", "deprecatedby", "replacement", "successor",
    "대체됨", "대체문서", "후속문서",
})  # fmt: skip
_KEYS_STATUS = frozenset({"status", "상태"})
# What is not in force replaces nothing by its own word; the older note may still say that it does.
_NOT_IN_FORCE = re.compile(
    r"\W*(?:draft|propos(?:ed|al)|rejected|withdrawn|deferred|abandoned|in review"
    r"|초안|제안|반려|거절|기각|철회|보류|검토)",
    re.IGNORECASE,
)

_DOCUMENT = (
    r"(?:page|doc|document|note|file|guide|spec|specification|design|proposal|decision|record|policy|rule|plan|runbook"
    r"|memo|article|standard|version|[A-Z]{2,6}(?:[- ]?\d{1,5})?)"
)
# Between the verb and the name; ":pep:`8`" begins with a colon of its own.
_TAIL = r"(?:[*_\s]|:(?!\w))*"
_THIS = rf"(?:(?:this|the present)\s+(?:[\w-]+\s+)?{_DOCUMENT}\s+)"
_MANNER = r"(?:(?:now|also|formally|completely|fully|entirely|since)\s+){0,2}"
_REPLACES = re.compile(rf"{_THIS}?{_MANNER}(?:supersedes|supercedes|replaces|obsoletes)\b{_TAIL}", re.IGNORECASE)
_REPLACED = re.compile(
    rf"(?:{_THIS}?(?:is|was|has been|have been)\s+)?{_MANNER}"
    r"(?:(?:superseded|superceded|replaced|obsoleted|made obsolete|deprecated)\s+(?:by|in favou?r of)\b"
    rf"|in favou?r of\b){_TAIL}",
    re.IGNORECASE,
)
_NO_LONGER_HOLDS = re.compile(
    rf"{_THIS}?(?:(?:is|was|has been)\s+)?{_MANNER}(?:deprecated|obsolete|outdated|out of date|superseded"
    r"|no longer (?:valid|current|in force|maintained|applicable|used|applies|holds))\b"
    rf"[^\n]{{0,40}}?(?:→|->|=>|\bsee\b|\buse\b|\bread\b|\bmoved to\b|\breplaced by\b){_TAIL}",
    re.IGNORECASE,
)
_KOREAN_DOCUMENT = r"(?:문서|노트|글|페이지|결정|설계|제안|정책|규칙|지침|계획|가이드|[A-Za-z]{2,6}(?:[- ]?\d{1,5})?)"
_KOREAN_THIS = re.compile(rf"(?:이|본)\s?{_KOREAN_DOCUMENT}\s?(?:은|는|이|가)\s+|(?:기존|이전|예전)\s+")
_KOREAN_REPLACES = re.compile(
    r"\s?(?:번|호)?\s?(?:을|를)\s*(?:완전히\s*|모두\s*)?(?:대체|대신|폐기|무효화)\s?(?:합니다|한다|함|했습니다|했다|하며|하고)"
)
_KOREAN_REPLACED = re.compile(
    r"\s?(?:번|호)?\s?(?:\(?으\)?로|로|에 의해)\s*(?:완전히\s*)?(?:대체|교체)\s?(?:됩니다|된다|됨|되었|됐|되어)"
)
_KOREAN_NO_LONGER = re.compile(
    r"(?:더\s?이상|더는|이제)?\s*(?:유효하지\s?않|쓰지\s?않|사용하지\s?않|적용되지\s?않|폐기\s?(?:됨|되었|됐|된)|무효)"
    rf"[^\n]{{0,40}}?(?:→|->|=>|대신|참고|참조|새 문서|후속 문서|:){_TAIL}"
)
_IN_PART = re.compile(
    r"^[^.\n]{0,60}?\b(?:in part|partial(?:ly)?|partly|only for|except|section|sections|chapter)\b"
    r"|^['’]s\b|^의\s|^[^.\n]{0,30}?(?:일부|부분|절을|장을|조항)",
    re.IGNORECASE,
)
_HEADER = re.compile(r"(?P<key>[A-Za-z가-힣][A-Za-z가-힣 _-]{1,24}?)[*_]*\s?:[*_]*\s+(?P<value>\S.*)")
_STATUS_HEADING = re.compile(r"#{0,6}\s*(?:\d{1,2}[.)]\s+)?(?:status|상태)\s*#*", re.IGNORECASE)
_FENCE = ("```", "~~~")
_HEADING = re.compile(r"(#{1,6})\s")
_MARKS = re.compile(r"^[#>|+*_\s-]+")
_INNER_ITEM = re.compile(r"\s+[-*+]\s")

_FILE_NUMBER = re.compile(
    r"(?!\d{4}-\d\d(?!\d))(?:(?P<kind>[a-z가-힣]{2,12})[-_ ]?)?(?P<number>\d{1,5})(?=$|[-_. ])", re.IGNORECASE
)
_TITLE_KIND = re.compile(r"(?P<kind>[A-Za-z가-힣]{2,12})[- _#]{0,2}(?P<number>\d{1,5})(?=$|[\s:.,)–—-])")
_KEYS_NUMBER = frozenset({"id", "number", "no", "num", "번호"})
_DECISIONS = frozenset({"adr", "madr", "decision", "결정"})
"""Folders of decisions: what they hold goes by any of these words."""


class Statement(NamedTuple):
    """One note that another one speaks of, under the names that it may have, the surest first."""

    replaces: bool
    """True: the speaker replaces it; False: it replaces the speaker."""
    other: tuple[Reference, ...]


@dataclass(frozen=True, slots=True)
class Succession:
    """What a note says of its place in a line of notes."""

    statements: tuple[Statement, ...] = ()

    def data(self) -> list[list[object]]:
        """Return it as lists, for JSON."""
        return [[each.replaces, [[name.kind, name.number] for name in each.other]] for each in self.statements]


NO_SUCCESSION = Succession()


def may_speak(path: str) -> bool:
    """Say whether a file is a note in words, which has names and may speak of itself; data and source do not."""
    return PurePosixPath(path).suffix.lower() in _NOTES


def note_names(path: str, title: str, front: Mapping[str, Sequence[str]]) -> frozenset[Reference]:
    """Return what a note is called: by its path, its file's name, its title, and the number in any of these."""
    if not may_speak(path):
        return frozenset()
    place = PurePosixPath(path.casefold())
    stem = place.stem
    found = {Reference(PATH, f"{place.with_suffix('')}"), Reference(FILE, stem)}
    found |= {each for each in names_of(title, "") if each.kind != TITLE}
    if named := _TITLE_KIND.match(title):
        found.add(_numbered(named["kind"], named["number"]))
    if words := title_words(title):
        found |= {Reference(TITLE, words), Reference(TITLE, title_words(title[lead_of(title) :]) or words)}
    if numbered := _FILE_NUMBER.match(stem):
        found.add(_numbered(numbered["kind"] or SAME_KIND, numbered["number"]))
    for key, values in islice(front.items(), 100):
        of_key = names_of("", f"{key[:20].upper()}: {' '.join(values)[:40]}")
        found |= {each for each in of_key if each.kind not in (TITLE, SAME_KIND)}
        if key in _KEYS_NUMBER and values:
            number = _FILE_NUMBER.fullmatch(values[0].strip().lstrip("#"))
            if number:
                found.add(_numbered(number["kind"] or SAME_KIND, number["number"]))
    folders = {each.rstrip("s") for part in place.parts[:-1] for each in re.split(r"[-_ ]", part)}
    if folders & _DECISIONS:
        found |= {
            Reference(kind, each.number) for kind in ("adr", "decision", "결정") for each in found if not each.kind
        }
    found |= {Reference(kind, each.number) for kind in folders for each in found if not each.kind and len(kind) > 1}
    return frozenset(found)


def read_succession(path: str, front: Mapping[str, Sequence[str]], lines: Sequence[str], first: int) -> Succession:
    """Read what a note says; `first` is how many of its lines are front matter."""
    if not may_speak(path):
        return NO_SUCCESSION
    found: list[Statement] = []
    status = ""
    for name, values in front.items():
        key = _plain_key(name)
        if key in _KEYS_STATUS:
            status = status or " ".join(values)
        found += (each for value in values for each in _of_header(key, value[:_LINE_CHARACTERS]))
    for line, of_status in _beginning(islice(lines, first, None)):
        if of_status:
            status = status or line
        header = _HEADER.match(line)
        key = _plain_key(header["key"]) if header else ""
        if header and key in _KEYS_STATUS:
            status = status or header["value"]
        if header and key in _KEYS_STATUS | _KEYS_REPLACES | _KEYS_REPLACED:
            # Old headers have two columns: what stands far to the right is somebody's name.
            found += _of_header(key, re.split(r"\s{3,}", header["value"])[0])
        else:
            found += _of_sentences(line, of_status)
    if _NOT_IN_FORCE.match(status):
        found = [each for each in found if not each.replaces]
    return Succession(tuple(dict.fromkeys(found))[:_MOST_STATEMENTS])


def _numbered(kind: str, number: str) -> Reference:
    return Reference(kind.casefold(), number.lstrip("0") or "0")


def _plain_key(key: str) -> str:
    return "".join(letter for letter in key.casefold() if letter.isalpha())


def _beginning(lines: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """Yield the lines before a text's second heading, and those of the section on its status, without their marks; and
    which is which. What stands under other headings may speak of others: a page with many decisions has their statuses.
    """
    fenced = of_status = False
    title_level = seen = under = 0
    for line in islice(lines, _SEARCHED_LINES):
        bare = line[:_LINE_CHARACTERS].strip()
        if bare.startswith(_FENCE):
            fenced = not fenced
        if fenced or not bare or bare.startswith(_FENCE):
            continue
        level = _level_of(line)
        if _STATUS_HEADING.fullmatch(bare) and level <= title_level + 1:
            if of_status:
                return
            of_status, under = True, 0
        elif level and (title_level or seen):
            if of_status:
                return
            title_level, seen = title_level or level, _FIRST_LINES
        elif level:
            title_level = level
        else:
            seen, under = seen + 1, under + 1
            if (of_status and under <= _STATUS_LINES) or (seen <= _FIRST_LINES and not _INNER_ITEM.match(line)):
                yield _MARKS.sub("", bare), of_status


def _level_of(line: str) -> int:
    heading = _HEADING.match(line)
    return len(heading[1]) if heading else 0


def _of_header(key: str, value: str) -> Iterator[Statement]:
    if key in _KEYS_REPLACES or key in _KEYS_REPLACED:
        for other, end in mentions_in(value, 0, bare=True):
            if not _IN_PART.match(value[end:]):
                yield Statement(key in _KEYS_REPLACES, other)
    elif key in _KEYS_STATUS:
        yield from _of_sentences(value, of_status=True)


def _of_sentences(line: str, of_status: bool) -> Iterator[Statement]:
    """Yield what a line says about the text that it begins; in a status every word is about it."""
    for pattern, replaces in ((_REPLACES, True), (_REPLACED, False), (_NO_LONGER_HOLDS, False)):
        for start in _starts(line, of_status):
            if verb := pattern.match(line, start):
                yield from _whole(line, verb.end(), replaces)
                break
    yield from _korean(line)


def _starts(line: str, of_status: bool) -> Iterator[int]:
    """Yield where a sentence may begin: at the beginning, behind a full stop; of a status behind any sign."""
    yield 0
    signs = r"[.;,(:·—–-]\s*|\band\s+|\bbut\s+" if of_status else r"(?<=[^\d\s])[.!:]\**\s+"
    yield from (each.end() for each in islice(re.finditer(signs, line), 8))


def _whole(line: str, position: int, replaces: bool) -> Iterator[Statement]:
    """Yield the notes that are named from a place on, unless only a part of them is meant, or it is a question."""
    for other, end in mentions_in(line, position, bare=False):
        rest = line[end:]
        if not _IN_PART.match(rest) and not rest.rstrip().endswith("?"):
            yield Statement(replaces, other)


def _korean(line: str) -> Iterator[Statement]:
    if not re.search("[가-힣]", line):
        return
    this = _KOREAN_THIS.match(line)
    start = this.end() if this else 0
    while further := _KOREAN_THIS.match(line, start):
        start = further.end()
    named = list(mentions_in(line, start, bare=False))
    if named:
        end = named[-1][1]
        replaces, replaced = _KOREAN_REPLACES.match(line, end), _KOREAN_REPLACED.match(line, end)
        if replaces or replaced:
            yield from (Statement(bool(replaces), other) for other, _ in named)
    if gone := _KOREAN_NO_LONGER.match(line, start):
        yield from (Statement(False, other) for other, _ in mentions_in(line, gone.end(), bare=False))
