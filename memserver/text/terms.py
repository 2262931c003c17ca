"""Turns text into the terms of the lexical index, and a question into the terms to ask for.

The database's own tokeniser only has to split at spaces: everything that matters happens here, the same way for what
is stored and for what is asked. Stop words are left out, English words become stems, identifiers are kept whole and
also split (`buildMemoryContext` → build, memori, context, buildmemorycontext), Hangul words become 2-grams of their
stems. This module knows no weights and no SQL beyond the quoting of a MATCH expression.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from memserver.text.korean import korean_terms
from memserver.text.stems import english_stem
from memserver.text.synonyms import groups
from memserver.text.words import words

# Stored with the text index: a change of anything here that alters terms must change it, and the index is rebuilt. The
# levels and languages of passages are written along: what alters them must change it too.
TERMS_VERSION = "3"

# A very long "word" is a hash, a key or encoded data: nobody asks for it, and it would bloat the index.
LONGEST_TERM = 40
REMEMBERED_QUESTIONS = 32
"""A turn asks for the terms of its question several times."""
REMEMBERED_WORDS = 32_768
# The first syllable of 하다 and 되다 in their forms, which make a verb of a noun.
_MAKES_VERBS = frozenset("하해했한할함합되돼됐된될됨됩")
"""The commonest words of a language; together about 8 MB."""

_WORD = re.compile(r"[^\W_]+(?:_+[^\W_]+|(?<=[a-zA-Z])-(?=[a-zA-Z])[^\W_]+|['’][a-zA-Z]{1,2}(?![^\W_]))*")
_SCRIPT_RUN = re.compile(r"[\uac00-\ud7a3]+|(?:[^\W\uac00-\ud7a3]|-)+")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+")
_HANGUL = re.compile(r"[\uac00-\ud7a3]")
ENGLISH_STOP_WORDS = words(
    "a an the and or but nor so if then than that this these those there here of in on at by to from into onto over "
    "under with without within about above below between through during before after up down out off again further "
    "once for as is am are was were be been being do does did doing done have has had having will would shall should "
    "can could may might must i me my mine myself you your yours yourself he him his himself she her hers herself it "
    "its itself we us our ours ourselves they them their theirs themselves what which who whom whose when where why "
    "how not no yes too very just only own same such both each few more most other some any all also ever s t d m re "
    "ve ll don didn doesn isn aren wasn weren won wouldn shouldn couldn hasn haven hadn ain im ive youre thats lets "
    "please tell get got"
)


@dataclass(frozen=True, slots=True)
class QueryWord:
    """One word of a question: its terms (several for a Hangul word), and the terms of words that mean the same."""

    terms: tuple[str, ...]
    synonyms: tuple[tuple[str, ...], ...] = ()


def index_terms(text: str) -> list[str]:
    """Return the terms of a text in order, as they are stored."""
    terms: list[str] = []
    for word in _WORD.findall(_normalised(text)):
        for unit in _units_of_word(word):
            terms.extend(unit)
    return terms


def query_words(text: str) -> list[QueryWord]:
    """Return the distinct words of a question in order of first use, each with its synonyms."""
    units = dict.fromkeys(unit for word in _WORD.findall(_normalised(text)) for unit in _units_of_word(word))
    return [QueryWord(unit, tuple(each for each in _synonyms_of(unit) if each not in units)) for unit in units]


def terms_of(query: Iterable[QueryWord]) -> list[str]:
    """Return every term, synonyms included, that has to be looked up for these words."""
    found: dict[str, None] = {}
    for word in query:
        for unit in (word.terms, *word.synonyms):
            found.update(dict.fromkeys(unit))
    return list(found)


def query_terms(text: str) -> list[str]:
    """Return the distinct terms of a question, in order of first use, without synonyms."""
    return list(_distinct_terms(text))


@lru_cache(maxsize=REMEMBERED_QUESTIONS)
def _distinct_terms(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(index_terms(text)))


def fts_document(text: str) -> str:
    """Return the text that goes into the full-text table: its terms, joined by spaces."""
    return " ".join(index_terms(text))


def fts_query(terms: Sequence[str]) -> str:
    """Return a MATCH expression that finds what holds any of the terms; empty when there is none."""
    return " OR ".join('"' + term.replace('"', '""') + '"' for term in terms)


def _normalised(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFC", text)


@lru_cache(maxsize=REMEMBERED_WORDS)
def _units_of_word(word: str) -> tuple[tuple[str, ...], ...]:
    """Return the terms of one word as it stands in the text, in units that are weighed together."""
    word = word.replace("’", "'").partition("'")[0]
    if word.isascii() and word.isalpha() and (word[1:].islower() or word.isupper() or len(word) == 1):
        return tuple(_plain(word.lower()))
    units: list[tuple[str, ...]] = []
    for run in _SCRIPT_RUN.findall(word):
        if _HANGUL.match(run):
            grams = korean_terms(run, follows=bool(units))
            units.extend([grams] if grams else [])
        else:
            units.extend(_identifier(run))
    return tuple(units)


def _identifier(word: str) -> Iterator[tuple[str, ...]]:
    """Yield the parts of an identifier and, when there are several, the whole of it."""
    folded = _folded(word)
    if not word.isascii():
        word = folded
    parts = _PART.findall(word)
    for part in parts:
        yield from _plain(part.lower())
    whole = folded.replace("_", "").replace("-", "")
    if len(parts) > 1 and len(whole) <= LONGEST_TERM:
        yield (english_stem(whole) if whole.isascii() and whole.isalpha() else whole,)


def _plain(word: str) -> Iterator[tuple[str, ...]]:
    if word not in ENGLISH_STOP_WORDS and len(word) <= LONGEST_TERM:
        yield (english_stem(word) if word.isascii() and word.isalpha() else word,)


def _synonyms_of(unit: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return the synonyms of a word; a Korean verb made of a noun ("배포하지") means what its noun does."""
    table = _synonyms()
    verb = next((place for place, term in enumerate(unit) if place and term[-1] in _MAKES_VERBS), len(unit))
    return table.get(unit) or table.get(unit[:verb], ())


@cache
def _synonyms() -> dict[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Return, for the terms of each word in the synonym table, the terms of the others of its groups."""
    table: dict[tuple[str, ...], dict[tuple[str, ...], None]] = {}
    for group in groups():
        units = [tuple(term for unit in _units_of_word(word) for term in unit) for word in group]
        for unit in filter(None, units):
            others = table.setdefault(unit, {})
            others.update(dict.fromkeys(each for each in units if each and each != unit))
    return {unit: tuple(others) for unit, others in table.items()}


def _folded(word: str) -> str:
    """Lower case without accents, so that "café" and "cafe" meet."""
    word = word.lower()
    if word.isascii():
        return word
    decomposed = unicodedata.normalize("NFKD", word)
    return unicodedata.normalize("NFC", "".join(c for c in decomposed if not unicodedata.combining(c)))
