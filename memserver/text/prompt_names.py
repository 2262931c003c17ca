"""What a prompt names exactly: ids, tickets, commits, files and symbols; and whether it speaks of nothing else.

A rule, not a model: these names have a shape of their own. Says for each name how it is looked up (`terms`, as the text
index holds them) and how it stands in a text (`pattern`). Looks nothing up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from memserver.text.terms import LONGEST_TERM, index_terms, query_terms
from memserver.text.time_expressions import without_periods

NameKind = Literal["id", "ticket", "commit", "file", "symbol"]
KINDS: tuple[NameKind, ...] = ("id", "ticket", "commit", "file", "symbol")
"""The most exact first: where a prompt has more names than are looked up, these are."""

MOST_NAMES = 8
# A pasted log is no question; what is asked about stands at its beginning or at its end.
EDGE_CHARACTERS = 2_000
LONGEST_NAME = 200
# Stands for a name that was taken out, so that a Korean particle behind it is still one.
PLACEHOLDER = "0"
# In this many terms in a row a path is itself, whatever folders stand before them.
MOST_TERMS = 8
SHORT_HASH, USUAL_HASHES = 7, range(7, 13)
"""Git shows at least seven characters of a hash, and seldom more than twelve when it is not whole."""
NUMBER_WIDTHS = range(1, 5)
"""ADR 7 is written ADR-0007 as well."""

# Series of numbered public documents and decisions, which are written with a space, a hyphen or nothing between.
_SERIES = "PEP|RFC|ADR|KEP|JEP|JSR|BIP|EIP|CWE|ISO|IEEE|DEP"
_B, _E = r"(?<![A-Za-z0-9_])", r"(?![A-Za-z0-9_])"
_ID = re.compile(rf"{_B}(?:[a-z]+_[0-9a-hjkmnp-tv-z]{{22}}|[0-9a-f]{{8}}-(?:[0-9a-f]{{4}}-){{3}}[0-9a-f]{{12}}){_E}")
_SERIES_NUMBER = re.compile(rf"{_B}({_SERIES})[ #-]?(\d{{1,6}})(?![\w.]\d){_E}", re.IGNORECASE)
_TICKET = re.compile(rf"{_B}(?:[A-Z][A-Z0-9]{{1,9}}(?:-\d{{1,9}})+|[a-z]{{2,10}}-\d{{2,9}}){_E}(?!-)")
_NUMBER = re.compile(rf"(?:(?<![\w&#])#|{_B}(?:GH|PR|MR)[-#! ]{{1,2}}|/(?:issues|pull|merge_requests)/)(\d{{1,9}}){_E}")
_COMMIT = re.compile(rf"{_B}(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{{{SHORT_HASH},40}}{_E}")
_FILE = re.compile(
    r"(?<![\w/\\.@-])(?:[A-Za-z]:)?[/\\.~]*(?:[\w.@+-]+[/\\])*[\w.@+-]*[^\W]\.[A-Za-z][A-Za-z0-9]{0,9}"
    r"(?![A-Za-z0-9_]|\.\w|[/\\(]\w)"
)
_LEADING_DOTS = re.compile(r"^(?:\.{1,2}|~)[/\\]")
LEAST_STEM = 2
# The longest word before a number ("pull request #"), a few zeros, and what must not stand before these.
BEFORE_NUMBER = 24
_SYMBOL = re.compile(
    rf"`([^`\s]{{2,80}})`|{_B}((?:[A-Za-z_]\w*(?:\.|::))*(?:"
    r"[A-Za-z_]+_\w+|[a-z][a-z0-9]*[A-Z]\w*|[A-Z]+[a-z0-9]+[A-Z]\w*"
    rf"|(?<=[.:])[A-Za-z_]\w+|[A-Za-z_]\w*(?=\(\)))){_E}(?:\(\))?",
    re.ASCII,
)
_TOKEN = re.compile(r"(?<!\S)[\"'(\[<]*(\S{3,80}?)[\"')\]>.,;:!?]*(?!\S)")
_SEPARATOR_OF_TICKET = "[-_]?"
_BEFORE_NUMBER = r"(?<![\w&#])(?:#|GH[-#]|(?:issue|ticket|bug|PR|MR|pull(?: request)?)s?[ /#!]{1,2}|이슈 ?#?|티켓 ?#?)"

# What one asks of any ticket or commit, whatever it is about: none of these words can be answered from elsewhere.
_ASKED_OF_ANY = """
status state progress update updates news summary summarize summarise info information detail details explain describe
show see look find search know mean happen happened about regarding ticket issue task story bug card item pr pull
request mr merge commit change id memory note rfc pep adr number case assigned assignee owner owns own responsible
reporter reported priority deadline due open opened close closed done finished fixed resolved merged blocked start
started created written wrote say says said decide decided decision agree agreed discuss discussed give latest current
anything something else please thanks hey hi ok okay now yet still today
상태 진행 상황 진행상황 어때 어떻게 요약 설명 정리 내용 관련 티켓 이슈 작업 버그 커밋 담당 담당자 마감 우선순위
결정 논의 합의 완료 종료 해결 수정 변경 머지 병합 열려 닫혔 끝났 끝났어 됐어 되었 되고 알려 알려줘 보여 보여줘
찾아 찾아줘 말해 말해줘 정보 소식 업데이트 현황 번호 기억 메모 뭔가 혹시 아직 지금 최근 설명해 요약해 정리해
고쳤어 고쳐졌어 고쳐 고쳐줘 수정해 수정해줘 수정됐어 처리 처리해 처리해줘 처리됐어 끝났나요 됐나요 뭐야 뭐지 뭐였지
누구야 누구지 언제야 결정했 논의했 되나 됐나 인지 건지 어디까지 누구 언제 무엇
"""


@dataclass(frozen=True, slots=True)
class PromptName:
    """One name: its text and kind; `terms` are alternatives, each the terms of the text index that stand together;
    `pattern` says what counts as the same name in a text. A commit is told by the beginning of its first term."""

    text: str
    kind: NameKind
    terms: tuple[tuple[str, ...], ...]
    pattern: re.Pattern[str]
    number: str = ""
    """Of a ticket that is a number and nothing else, that number."""

    def stands_in(self, text: str) -> bool:
        """Say whether a text holds the name, with its letters and its punctuation."""
        if not self.number:
            return self.pattern.search(text) is not None
        # A plain number is in every text that was found: only what stands right before it has to be looked at.
        place = text.find(self.number)
        while place >= 0:
            if self.pattern.search(text, max(place - BEFORE_NUMBER, 0), place + len(self.number) + 1):
                return True
            place = text.find(self.number, place + 1)
        return False


@dataclass(frozen=True, slots=True)
class PromptNames:
    """The names of a prompt, the most exact first; and its tokens that may be ids which a client gave."""

    names: tuple[PromptName, ...]
    tokens: tuple[str, ...]
    rest: str
    """The prompt without its names."""

    @property
    def says_more(self) -> bool:
        """Whether the prompt speaks of something that is no name and that is not asked of any ticket or commit."""
        return not set(query_terms(without_periods(self.rest))) <= _asked_of_any()


@lru_cache(maxsize=32)
def names_in(prompt: str) -> PromptNames:
    """Return what a prompt names."""
    text = prompt if len(prompt) <= 2 * EDGE_CHARACTERS else f"{prompt[:EDGE_CHARACTERS]}\n{prompt[-EDGE_CHARACTERS:]}"
    found: dict[str, PromptName] = {}
    left = text
    for kind, pattern in _FINDERS:
        matches = list(pattern.finditer(left))
        for name in (_name(kind, match) for match in matches):
            if name is not None:
                found.setdefault(name.text, name)
        if matches:
            # What is part of one name is no other name.
            left = pattern.sub(PLACEHOLDER, left)
    names = sorted(found.values(), key=lambda name: KINDS.index(name.kind))[:MOST_NAMES]
    tokens = dict.fromkeys(match[1] for match in _TOKEN.finditer(text) if _may_be_given_id(match[1]))
    return PromptNames(tuple(names), tuple(tokens)[: 2 * MOST_NAMES], left)


def _name(kind: NameKind, match: re.Match[str]) -> PromptName | None:
    text = next((group for group in match.groups() if group), match[0])
    make = _MAKERS.get(match.re, _as_it_stands)
    return make(kind, text, match) if len(text) <= LONGEST_NAME else None


def _file(kind: NameKind, text: str, match: re.Match[str]) -> PromptName | None:
    plain = _LEADING_DOTS.sub("", text)
    # An abbreviation ("e.g.", "U.S.") is no file.
    return _as_it_stands(kind, plain, match) if len(plain.partition(".")[0]) >= LEAST_STEM else None


def _number(kind: NameKind, _text: str, match: re.Match[str]) -> PromptName:
    number = match[1].lstrip("0") or "0"
    same = re.compile(rf"{_BEFORE_NUMBER}0*{number}{_E}", re.IGNORECASE)
    return PromptName(f"#{number}", kind, ((number,),), same, number)


def _ticket(kind: NameKind, text: str, _match: re.Match[str]) -> PromptName:
    words = _SEPARATOR_OF_TICKET.join(map(re.escape, text.split("-")))
    return PromptName(text, kind, _run_of(text), re.compile(rf"{_B}{words}{_E}", re.IGNORECASE))


def _as_it_stands(kind: NameKind, text: str, _match: re.Match[str]) -> PromptName | None:
    terms = _run_of(text)
    return PromptName(text, kind, terms, re.compile(rf"{_B}{re.escape(text)}{_E}")) if terms else None


def _series(kind: NameKind, _text: str, match: re.Match[str]) -> PromptName:
    series, plain = match[1], match[2].lstrip("0") or "0"
    terms = tuple(dict.fromkeys((*index_terms(series), plain.zfill(width)) for width in NUMBER_WIDTHS))
    same = re.compile(rf"{_B}{series}[-_ #]*0*{plain}{_E}", re.IGNORECASE)
    return PromptName(match[0], kind, terms, same)


def _commit(kind: NameKind, text: str, _match: re.Match[str]) -> PromptName:
    """Take a hash for the same as a shorter or a longer one that begins alike."""
    shorter = tuple((text[:length],) for length in USUAL_HASHES if length < len(text))
    rest = "".join(f"(?:{digit}" for digit in text[SHORT_HASH:]) + "".join(")?" for _ in text[SHORT_HASH:])
    tail = "[0-9a-f]*" if len(text) < 40 else ""
    same = re.compile(rf"{_B}(?:{text}{tail}|{text[:SHORT_HASH]}{rest}){_E}", re.IGNORECASE)
    return PromptName(text, kind, ((text,), *shorter), same)


def _run_of(text: str) -> tuple[tuple[str, ...], ...]:
    """Return the terms that stand in a row where a text holds a name; the whole identifier alone where there is one."""
    terms = index_terms(text)
    if len(terms) > 1 and text.isascii() and text.isidentifier() and len(text.replace("_", "")) <= LONGEST_TERM:
        return ((terms[-1],),)
    return (tuple(terms[-MOST_TERMS:]),) if terms else ()


def _may_be_given_id(token: str) -> bool:
    """Say whether a token may be an id that a client gave: a plain word or a plain number never is."""
    return not token.isalpha() and not token.isdigit() and any(character.isalnum() for character in token)


@cache
def _asked_of_any() -> frozenset[str]:
    return frozenset((*index_terms(_ASKED_OF_ANY), PLACEHOLDER))


_FINDERS: Sequence[tuple[NameKind, re.Pattern[str]]] = (
    ("id", _ID),
    ("file", _FILE),
    ("ticket", _SERIES_NUMBER),
    ("ticket", _NUMBER),
    ("ticket", _TICKET),
    ("commit", _COMMIT),
    ("symbol", _SYMBOL),
)
Maker = Callable[[NameKind, str, re.Match[str]], PromptName | None]
_MAKERS: Mapping[re.Pattern[str], Maker] = {
    _FILE: _file,
    _SERIES_NUMBER: _series,
    _NUMBER: _number,
    _TICKET: _ticket,
    _COMMIT: _commit,
}
