"""Turns text into the terms of the lexical index, and a question into the terms to ask for.

The database's own tokeniser only has to split at spaces: everything that matters happens here, the same way for what
is stored and for what is asked. Stop words are left out, English words become stems, identifiers are kept whole and
also split (`buildMemoryContext` → buildmemorycontext, build, memori, context), Hangul words become 2-grams of their
stems. This module knows no weights and no SQL beyond the quoting of a MATCH expression.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from memserver.text.korean import korean_terms
from memserver.text.stems import english_stem

# A very long "word" is a hash, a key or encoded data: nobody asks for it, and it would bloat the index.
LONGEST_TERM = 40

_WORD = re.compile(r"[^\W_]+(?:_+[^\W_]+|['’][a-zA-Z]{1,2}(?![^\W_]))*")
_SCRIPT_RUN = re.compile(r"[\uac00-\ud7a3]+|[^\W\uac00-\ud7a3]+")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+")
_HANGUL = re.compile(r"[\uac00-\ud7a3]")
ENGLISH_STOP_WORDS = frozenset(
    "a an the and or but nor so if then than that this these those there here of in on at by to from into onto over "
    "under with without within about above below between through during before after up down out off again further "
    "once for as is am are was were be been being do does did doing done have has had having will would shall should "
    "can could may might must i me my mine myself you your yours yourself he him his himself she her hers herself it "
    "its itself we us our ours ourselves they them their theirs themselves what which who whom whose when where why "
    "how not no yes too very just only own same such both each few more most other some any all also ever s t d m re "
    "ve ll don didn doesn isn aren wasn weren won wouldn shouldn couldn hasn haven hadn ain im ive youre thats lets "
    "please tell get got".split()
)


def index_terms(text: str) -> list[str]:
    """Return the terms of a text in order, as they are stored."""
    terms: list[str] = []
    for word in _WORD.findall(_normalised(text)):
        terms.extend(_terms_of_word(word))
    return terms


def query_terms(text: str) -> list[str]:
    """Return the distinct terms of a question, in order of first use."""
    return list(dict.fromkeys(index_terms(text)))


def fts_document(text: str) -> str:
    """Return the text that goes into the full-text table: its terms, joined by spaces."""
    return " ".join(index_terms(text))


def fts_query(terms: list[str]) -> str:
    """Return a MATCH expression that finds what holds any of the terms; empty when there is none."""
    return " OR ".join('"' + term.replace('"', '""') + '"' for term in terms)


def _normalised(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFC", text)


@lru_cache(maxsize=100_000)
def _terms_of_word(word: str) -> tuple[str, ...]:
    """Return the terms of one word as it stands in the text."""
    apostrophe = word.replace("’", "'").partition("'")
    word = apostrophe[0]
    if word.isascii() and word.isalpha() and (word[1:].islower() or word.isupper() or len(word) == 1):
        return _terms_of_plain(word.lower())
    terms: list[str] = []
    for run in _SCRIPT_RUN.findall(word):
        if _HANGUL.match(run):
            terms.extend(korean_terms(run, follows=bool(terms)))
        else:
            terms.extend(_terms_of_identifier(run))
    return tuple(terms)


def _terms_of_identifier(word: str) -> list[str]:
    """Return the parts of an identifier and, when there are several, the whole of it."""
    parts = _PART.findall(word)
    terms = [term for part in parts for term in _terms_of_plain(_folded(part))]
    if len(parts) > 1:
        whole = _folded(word.replace("_", ""))
        if len(whole) <= LONGEST_TERM:
            terms.append(whole)
    return terms


def _terms_of_plain(word: str) -> tuple[str, ...]:
    if word in ENGLISH_STOP_WORDS or len(word) > LONGEST_TERM:
        return ()
    return (english_stem(word) if word.isascii() and word.isalpha() else word,)


def _folded(word: str) -> str:
    """Lower case without accents, so that "café" and "cafe" meet."""
    word = word.lower()
    if word.isascii():
        return word
    decomposed = unicodedata.normalize("NFKD", word)
    return unicodedata.normalize("NFC", "".join(c for c in decomposed if not unicodedata.combining(c)))
