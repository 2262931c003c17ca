"""Checks the sources that an answer names against those it was given.

A source is cited by its number in the list it was given ("[2]"), by its title or by its path. What is cited and was not
given is reported: a number beyond the list, or an entry of the line of sources that fits none. Code is not read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

from memserver.growth.hedges import own_voice

# Shorter titles occur in ordinary sentences by chance.
_SHORTEST_TITLE = 4
# A line of sources longer than this is no line of sources.
_LIST_CHARACTERS = 2_000
_MOST_LISTS = 20
# Titles are shown shortened, so their beginnings count as well.
_SHOWN_TITLE = 31

_NUMBERS = r"\d{1,3}(?:\s*[,;–~-]\s*\d{1,3})*"
# The other ways in which models write a number: 【1】, 【1†source】, ［1］, \[1\], [^1], [Source 1], [출처 1].
_FOREIGN_NUMBER = re.compile(
    rf"(?:[【［]|\\?\[\^?)(?:(?:sources?|출처)\s*)?({_NUMBERS})(?:†[^】\n]{{0,80}})?(?:[】］]|\\?\])", re.IGNORECASE
)
_ADJACENT = re.compile(r"(?<=\d)\]\[(?=\d)")
_SPAN = re.compile(r"(?<=\d)\][–~-]\[(?=\d)")
# An index (`xs[1] and`, `f()[1]`) and a link are no citations; a number that ends a clause ("45 minutes[1].") is one.
_NUMBER = re.compile(
    rf"(?:(?<![A-Za-z0-9_\])])|(?<=[^(]\))|(?<=[a-z0-9])(?=\[{_NUMBERS}\](?:[.,;!?]|\s*(?:\n|\Z))))"
    rf"\[({_NUMBERS})\](?![(\[]|:\s*(?:https?://|<))"
)
_SOURCE_LINE = re.compile(
    r"^[ \t>*_#-]*(?:sources?(?: used)?|references?|citations?|출처|참고(?: ?자료| ?문헌)?)"
    r"[ \t*_]*[:：][ \t*_]*(?P<list>.*)$",
    re.IGNORECASE | re.MULTILINE,
)
_ENTRY_END = re.compile(r"[;；\n]|,(?![^(]*\))|(?=\[\d{1,3}\])")
_DECORATION = re.compile(r"^\s*(?:\[\d{1,3}\]|\d{1,2}[.)]|[-*•])\s*|[“”\"'`*_]|\([^()]{0,80}\)[\s.]{0,4}$")
_NOTHING = re.compile(r"(?:none|n/?a|no sources?|없음|해당 없음|model knowledge|일반 지식|모델 지식)\W*", re.IGNORECASE)


class CitableSource(Protocol):
    """What a source must show to be recognised in an answer."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def title(self) -> str:
        """Its title; may be empty."""

    @property
    def path(self) -> str | None:
        """Its path, for files."""


@dataclass(frozen=True, slots=True)
class CitationCheck:
    """Ids of given sources that are cited, in the order given, and what is cited without having been given."""

    cited: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def has_citation(self) -> bool:
        """Say whether at least one given source is cited."""
        return bool(self.cited)


def check_citations(answer: str, sources: Sequence[CitableSource]) -> CitationCheck:
    """Compare what the answer cites with what it was given."""
    answer = _in_one_form(answer)
    # Paths are often written as inline code, so only fenced code is left out where names are looked for.
    named = _fold(_without_fences(answer))
    spoken = own_voice(answer)
    numbers = _cited_numbers(spoken)
    cited = tuple(
        source.id
        for number, source in enumerate(sources, 1)
        if number in numbers or any(_occurs(name, named) for name in _names(source))
    )
    unknown = [f"[{number}]" for number in sorted(numbers) if not 1 <= number <= len(sources)]
    unknown.extend(_unknown_entries(answer, sources))
    return CitationCheck(cited, tuple(dict.fromkeys(unknown)))


def cited_numbers(text: str) -> set[int]:
    """Return the numbers of the sources that a part of an answer cites; those of code and quotations as well."""
    return _cited_numbers(_in_one_form(text))


def without_marks(text: str) -> str:
    """Return a part of an answer without the numbers of its sources."""
    return _NUMBER.sub("", _in_one_form(text))


def _in_one_form(answer: str) -> str:
    return _SPAN.sub("-", _ADJACENT.sub(", ", _FOREIGN_NUMBER.sub(r"[\1]", answer)))


def _cited_numbers(text: str) -> set[int]:
    numbers: set[int] = set()
    for match in _NUMBER.finditer(text):
        for part in re.split("[,;]", match[1]):
            ends = [int(end) for end in re.findall(r"\d+", part)]
            numbers.update(range(min(ends), min(max(ends), min(ends) + 50) + 1))
    return numbers


def _unknown_entries(answer: str, sources: Sequence[CitableSource]) -> list[str]:
    """Return the entries of the line of sources that name none of those given."""
    found: list[str] = []
    for line in islice(_SOURCE_LINE.finditer(_without_fences(answer)), _MOST_LISTS):
        for raw in _ENTRY_END.split(line["list"][:_LIST_CHARACTERS]):
            if _NUMBER.match(raw.strip()):
                continue  # its number speaks for it
            entry = _DECORATION.sub("", _DECORATION.sub("", raw)).strip(" .,·|")
            folded = _fold(entry)
            if len(folded) < _SHORTEST_TITLE or _NOTHING.fullmatch(entry):
                continue
            if not any(_occurs(name, folded) or folded in name for source in sources for name in _names(source)):
                found.append(entry[:80])
    return found


def _names(source: CitableSource) -> list[str]:
    title = _fold(source.title)
    names = [title, title[:_SHOWN_TITLE].rstrip()] if len(title) >= _SHORTEST_TITLE else []
    whole_words = title[:_SHOWN_TITLE].rpartition(" ")[0]
    if len(title) > _SHOWN_TITLE and len(whole_words) > _SHOWN_TITLE / 2:
        names.append(whole_words)
    if source.path:
        path = _fold(source.path.replace("\\", "/"))
        base = path.rsplit("/", 1)[-1]
        names.append(path)
        if "." in base and len(base) > _SHORTEST_TITLE:
            names.append(base)
    return names


def _occurs(name: str, text: str) -> bool:
    """Say whether a folded name stands in a folded text as words."""
    start = text.find(name)
    while start >= 0:
        before, after = text[start - 1 : start], text[start + len(name) : start + len(name) + 1]
        # A Korean title may be followed by a particle, and a shortened one by the rest of its word.
        cut = len(name) == _SHOWN_TITLE or not name[-1].isascii()
        if not before.isalnum() and (cut or not after.isalnum()):
            return True
        start = text.find(name, start + 1)
    return False


def _fold(text: str) -> str:
    return " ".join(text.casefold().replace("…", "").split())


def _without_fences(answer: str) -> str:
    return re.sub(r"^[ \t]*(`{3,}|~{3,}).*?(?:^[ \t]*\1[ \t]*$|\Z)", " ", answer, flags=re.DOTALL | re.MULTILINE)
