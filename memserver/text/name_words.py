"""Which words of a question have the shape of a name: identifiers, and words with a capital inside a sentence.

A rule of shape, not a list: a person, a place, a product or a symbol that nothing stored mentions is a sign that the
question is about something else. Knows no store; Hangul has no capitals, so Korean names are not told from words.
"""

from __future__ import annotations

import re

from memserver.text.terms import query_words

_WORD = re.compile(r"(?<![A-Za-z0-9_])[A-Za-z_][A-Za-z0-9_]*(?![A-Za-z0-9])", re.ASCII)
_IDENTIFIER = re.compile(r"[A-Za-z0-9]_+[A-Za-z0-9]|[a-z][A-Z]|\d")
# What stands before the first word of a sentence, a line, a list item or a quotation.
_BEGINS = re.compile(r"(?:^|[.?!:;…\n]|^\W*[-*>#])[\s\"'“‘(*_#>-]*$")
BEFORE = 24
"""Characters before a word that tell whether it begins a sentence."""
MOST_NAMES = 16
"""More stand in pasted code alone."""
MOST_CAPITALS = 0.5
"""Share of words with a capital from which they say nothing: a title, or someone who shouts."""


def name_words(text: str) -> frozenset[tuple[str, ...]]:
    """Return the terms of each word that has the shape of a name, an identifier as a whole."""
    words = list(_WORD.finditer(text))
    capitals = sum(word[0][0].isupper() for word in words)
    telling = capitals <= MOST_CAPITALS * len(text.split())
    names: dict[str, None] = {}
    for word in words:
        if word[0] not in names and (_is_identifier(text, word) or (telling and _is_capital_inside(text, word))):
            names[word[0]] = None
    units = [query_words(name) for name in list(names)[:MOST_NAMES]]
    return frozenset(each[-1].terms for each in units if each)


def _is_identifier(text: str, word: re.Match[str]) -> bool:
    return _IDENTIFIER.search(word[0]) is not None or text[max(word.start() - 1, 0) : word.start()] == "`"


def _is_capital_inside(text: str, word: re.Match[str]) -> bool:
    if not word[0][0].isupper() or len(word[0]) < 2:
        return False
    before = text[max(word.start() - BEFORE, 0) : word.start()]
    return word.start() > 0 and _BEGINS.search(before) is None
