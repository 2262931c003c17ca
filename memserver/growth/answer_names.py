"""Names in a statement: people and teams, paths and other identifiers, and the choice that holds by default.

Owns recognising what may stand in one place of one statement: two people, two paths, two channels, two members of one
list. Shapes and structure decide, not lists of names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from memserver.growth.person_names import is_korean_name
from memserver.text.alternatives import canonical, group_of
from memserver.text.terms import ENGLISH_STOP_WORDS
from memserver.text.verbs import VERBS

MOST_NAMES = 40
MOST_CAPITALS = 0.5
# People have no article.
_ARTICLES = frozenset({"the", "a", "an", "our", "your", "this", "that", "their", "its", "each", "every"})


@dataclass(frozen=True, slots=True)
class Name:
    """A name: of which kind, in the form in which it is compared, as written, and the words around it."""

    kind: str
    """person, path, channel, address, url, constant, flag, or a group of things that exclude each other"""
    key: str
    words: str
    before: str = ""
    after: str = ""


_IDENTIFIER = re.compile(
    r"(?P<location>(?a:\b(?!https?:)[a-z][a-z0-9+]{1,12}://[\w./@:*+-]+))|(?P<url>https?://[^\s)>\]\"'`]+)|(?P<address>(?a:\b[\w.+-]+@[\w-]+\.[\w.-]*\w))"
    r"|(?P<handle>(?a:(?<!\w)@[\w-]{2,}))"
    r"|(?P<path>(?a:(?<![\w/])~/[\w.@+/-]+)|(?a:(?<![\w:/<])(?:~|\.{1,2})?/?(?:[\w.@+-]+/)+[\w.@*+-]*[\w*+/-])"
    r"|(?a:(?<![\w:/<])/[\w.@+-]+))"
    r"|(?P<channel>(?a:(?<![\w&])\#[a-z][\w-]+))|(?P<constant>(?a:\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b))"
    r"|(?P<flag>(?a:(?<![\w-])--[a-z][\w-]+))"
)
# "and/or" is no path.
_IS_PATH = re.compile(r"^[/~.]|/.*/|\.\w{1,6}$")
_PERSON = re.compile(
    r"(?P<before>[\w'’]+[,:]?\s+)?(?P<name>(?-i:\b[A-ZÀ-Þ][a-zà-ÿ'’-]+(?:\s(?:(?:van|von|de|da|der|bin|el|al)\s){0,2}"
    r"[A-ZÀ-Þ][a-zà-ÿ'’-]+){1,3}))(?P<after>\s+[\w'’]+)?"
)
# One word is a person where somebody does something, is asked or is named for a thing.
_SINGLE = re.compile(
    r"\b(?P<before>by|ask|asks|contact|call|tell|from|to|with|of|is|owner|lead|approver"
    r"|through)[:,]?\s+(?P<name>(?-i:[A-ZÀ-Þ][a-zà-ÿ'’-]+))"
    r"(?!\s[A-ZÀ-Þ])|^(?P<first>[A-ZÀ-Þ][a-zà-ÿ'’-]+)\s(?=(?:owns|leads|approves|signs|decides|moderates"
    r"|is (?:the|responsible|in charge))\b)"
)
_KOREAN_PERSON = re.compile(
    r"(?P<name>[가-힣]{2,4}?)(?P<after>\s?(?:님|씨)?(?:에게|한테|께서|께|이|가|은|는|을|를|의|와|과|랑|이랑"
    r"|입니다|이다|이에요|으로|로)?)(?![가-힣])"
)
# "eu-west-1" and "us-east-2" are built alike: one may stand in the place of the other.
_CODE = re.compile(r"(?a:(?<![\w./-])(?=[\w-]*\d)(?=[\w-]*[a-zA-Z])[a-zA-Z0-9]+(?:[-_][a-zA-Z0-9]+)+(?![\w-]))")
_TEAM = re.compile(r"(?-i:\b(?P<team>[A-Z][\w&-]+)\s[Tt]eam\b)|(?<![가-힣])(?P<korean>[가-힣A-Za-z]{2,8})팀")
_KOREAN_ROLE = re.compile(
    r"(?:담당|담당자|책임자|승인자|관리자|팀장|대표|리더|매니저|연락처|작성자|검토자|당번)(?:는|은|인|이|가|:)?\s*$"
)
_WORD = re.compile(r"(?a:[A-Za-z_][\w-]*(?:\.[\w-]+)*)")
_LOWER = re.compile(r"(?a:(?<![\w/.@#-])[a-z]{2,}\b)")
_ABSENT = re.compile(
    r"\bdefaults?\b|\bby default\b|\bunset\b|\bomit\w*|\bmissing\b|\bleave (?:\S+ ){0,3}(?:out|off|unset|empty|blank)\b"
    r"|\bleft (?:out|off|unset|empty|blank)\b|\bnot set\b|\bnot given\b|\bwithout (?:it|one|a|the)\b"
    r"|\b(?:don't|do not|doesn't|didn't) (?:set|give|specify|pass)\b|\bunspecified\b|\bnothing is set\b"
    r"|기본|디폴트|생략|(?:주|지정하|설정하|정하|적|넣|쓰)지 ?않으면|안 ?(?:주|적|넣|쓰)면|빼고|빼면|비우면"
    r"|없으면|비워",
    re.IGNORECASE,
)
_MEMBER = r"(?a:`?[A-Za-z_][\w.-]*`?)"
_LIST = re.compile(
    rf"{_MEMBER}(?:\s?[,/·]\s?{_MEMBER}){{0,12}},?\s(?:and|or|및|또는|혹은)\s{_MEMBER}"
    rf"|{_MEMBER}(?:\s?[,/·]\s?{_MEMBER}){{2,12}}"
)


@lru_cache(maxsize=1_024)
def names(text: str) -> tuple[Name, ...]:
    """Return the names of a sentence that another could stand in place of."""
    found: list[Name] = []
    rest = text
    for match in _IDENTIFIER.finditer(text):
        kind = str(match.lastgroup)
        words = match.group().rstrip(".,;:")
        if kind == "path" and not _IS_PATH.search(words):
            continue
        found.append(Name("person" if kind == "handle" else kind, words.lower().rstrip("/"), words))
        rest = rest.replace(match.group(), " ", 1)
    for match in _PERSON.finditer(rest):
        first = match["name"].split()[0].lower()
        if _word(match["before"]) in _ARTICLES or first in ENGLISH_STOP_WORDS or first in VERBS:
            continue
        found.append(
            Name("person", match["name"].lower(), match["name"], _word(match["before"]), _word(match["after"]))
        )
    if not found_person(found):
        for match in _SINGLE.finditer(rest):
            name = match["name"] or match["first"]
            found.append(Name("one word", name.lower(), name, _word(match["before"]) or "first"))
    for match in _KOREAN_PERSON.finditer(rest):
        if is_korean_name(match["name"], with_surname=True):
            role = _KOREAN_ROLE.search(rest[max(0, match.start() - 16) : match.start()])
            marked = match["after"].strip().startswith(("님", "씨"))
            found.append(Name("person", match["name"], match["name"], "role" if role or marked else "", ""))
    for match in _CODE.finditer(rest):
        shape = re.sub(r"\d+", "9", re.sub(r"[a-z]+", "a", match.group().lower()))
        found.append(Name(f"code {shape}", match.group().lower(), match.group()))
    found += [Name("team", (match["team"] or match["korean"]).lower(), match.group()) for match in _TEAM.finditer(rest)]
    found += _groups(rest)
    return tuple(found[:MOST_NAMES])


def _groups(text: str) -> list[Name]:
    """Return the words that exclude others of their kind: what has a capital, or a neighbour that tells the place."""
    found = []
    words = list(_WORD.finditer(text))
    for index, match in enumerate(words):
        group = group_of(match.group().lower())
        if group is None:
            continue
        # "go" and "long" are words, "Go" is a language; "the develop branch" has its neighbour.
        after = words[index + 1].group().lower() if index + 1 < len(words) else ""
        plain = match.group().islower() or not match.start()
        found.append(
            Name(f"group {group}", canonical(match.group().lower()), match.group(), "plain" if plain else "", after)
        )
    return found


def found_person(found: list[Name]) -> bool:
    """Say whether a full name is among some names."""
    return any(name.kind == "person" for name in found)


def is_heading(text: str) -> bool:
    """Say whether a text is written like a title, so that its capitals say nothing."""
    words = [word for word in text.split() if word[:1].isalpha() and word.isascii()]
    return len(words) > 1 and sum(word[0].isupper() for word in words) > MOST_CAPITALS * len(words)


def _word(text: str | None) -> str:
    return (text or "").strip().lower().rstrip(",:")


def choices(text: str) -> frozenset[str]:
    """Return the members of the lists in a text: what somebody may choose among."""
    found: set[str] = set()
    for match in _LIST.finditer(text):
        members = {member.strip("`").lower() for member in re.findall(r"(?a:[A-Za-z_][\w.-]*)", match.group())}
        found |= members - {"and", "or"}
    return frozenset(found)


def says_default(text: str) -> bool:
    """Say whether a statement tells what holds where nothing is chosen."""
    return bool(_ABSENT.search(text))


def words_of(text: str) -> list[str]:
    """Return the Latin words of a text in lower case, in order."""
    return [match.group().lower().rstrip(".") for match in _WORD.finditer(text)]


def lower_words(texts: Iterable[str]) -> frozenset[str]:
    """Return the Latin words that stand in lower case somewhere in some texts."""
    return frozenset(match.group() for text in texts for match in _LOWER.finditer(text))
