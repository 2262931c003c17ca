"""A place of a file as it is kept: small, and without any text of the file.

Owns the form. Statements are kept as hashes, words only where the memory itself says them.
"""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from memserver.text.words import words as words_of
from memserver.workspace.outline import NUMBER, STRING, Block, Outline, Statement, word_of

MOST_PLACES = 8
MOST_CHARS = 6_000
FOCUS_STATEMENTS = 4
FOCUS_TOKENS = 48
SKETCH = 12
QUOTED = 10.0
"""What a quoted statement is worth beside its words: it comes first."""

NAMED, MAYBE, PASSAGE, WHOLE = "named", "maybe", "passage", "whole"
"""Named for sure; by an everyday word; not named but most about it; nothing found, so all of the file."""

_FORM = 1
_OWN = "$"
_CODE = 4
_CONSTANTS = words_of("True False None true false null nil not undefined yes no on off")
# Whether a value is asked for by one of these or another way says nothing of what is done.
_KEYWORDS = words_of(
    """if else elif for while do switch case break continue return try except catch finally raise throw with as in is
    and or lambda def class import from async await yield pass del global nonlocal new delete function const let var
    fn func mut pub use type interface struct enum static public private protected export default
    getattr super type object format cast"""
)


@dataclass(frozen=True, slots=True)
class Place:
    """A place as it was. `counts` says how often each kept word stood in it, `focus` which statements held them."""

    name: str
    kind: str
    digest: str
    sketch: frozenset[str]
    counts: tuple[int, ...]
    head: str
    focus: tuple[str, ...]
    size: int
    quoted: int = 0
    """How many of `focus`, from the first, the memory quotes."""


@dataclass(frozen=True, slots=True)
class Places:
    """What of one file a memory speaks of. Hard words are names and values, soft ones all others."""

    hard: tuple[str, ...]
    soft: tuple[str, ...]
    places: tuple[Place, ...]
    docs: bool = False
    """Whether what documents the code is meant as well."""
    signature: bool = False
    """Whether it speaks of what a function takes."""

    @property
    def words(self) -> tuple[str, ...]:
        """All kept words, in the order of `counts`."""
        return self.hard + self.soft


def describe(
    outline: Outline, block: Block, kind: str, words: Sequence[str], weights: Mapping[str, float], docs: bool = False,
    quotes: Sequence[frozenset[str]] = (),
) -> Place:  # fmt: skip
    """Return a block as it is kept; `weights` says which words make a statement worth a closer look.

    `quotes` are the words of pieces of code that the memory quotes.
    """
    statements = statements_of(outline, block, docs)
    hidden = block.hidden.difference(words)
    codes = coded(statements, hidden)
    counts = Counter(word_of(token) for each in statements for token in each.tokens)
    own = block.name.rpartition(".")[2]
    relevance = [
        sum(weights.get(word, 0.0) for word in {word_of(token) for token in each.tokens} if word != own)
        for each in statements
    ]
    quoted = {at for at, each in enumerate(statements) if any(each_quote <= _said(each) for each_quote in quotes)}
    relevance = [value + QUOTED * (at in quoted) for at, value in enumerate(relevance)]
    best = sorted(range(len(codes)), key=lambda at: (-relevance[at], at))[:FOCUS_STATEMENTS]
    top = relevance[best[0]] if best else 0.0
    focus = [
        codes[at][: _CODE * FOCUS_TOKENS] for at in best if relevance[at] >= 0.5 * top and (top or len(codes) == 1)
    ]
    head = next(
        (code[: _CODE * FOCUS_TOKENS] for code, each in zip(codes, statements, strict=True) if is_head(each)), ""
    )
    return Place(
        name=block.name,
        kind=kind,
        digest=_digest(statements, hidden),
        sketch=sketch_of(codes),
        counts=tuple(counts[word] for word in words),
        head=head,
        focus=tuple(focus),
        size=len(codes),
        quoted=sum(at in quoted for at in best) if top >= QUOTED else 0,
    )


def _said(statement: Statement) -> frozenset[str]:
    return frozenset(word_of(token) for token in statement.tokens)


def is_head(statement: Statement) -> bool:
    """Say whether a statement begins a function: what is in its brackets is then its signature."""
    return bool({"def", "function", "func", "fn", "fun"}.intersection(statement.tokens[:6]))


def statements_of(outline: Outline, block: Block, docs: bool = False) -> list[Statement]:
    """Return the statements of a block that count."""
    held = outline.statements[block.first : block.last]
    return [each for each in held if docs or not each.doc]


def coded(statements: Iterable[Statement], hidden: frozenset[str]) -> list[str]:
    """Return statements as they are compared; the names of parameters count where a function begins, and only there."""
    return [code_of(each, frozenset() if is_head(each) else hidden) for each in statements]


def code_of(statement: Statement, hidden: frozenset[str]) -> str:
    """Return a statement as four characters for each token: what kind it is, and three of its hash."""
    return "".join(_code(_OWN if token in hidden else token) for token in statement.tokens)


def tokens_of(code: str) -> list[str]:
    """Cut a coded statement into its tokens."""
    return [code[at : at + _CODE] for at in range(0, len(code), _CODE)]


@lru_cache(maxsize=50_000)
def _code(token: str) -> str:
    """Code a token: `n` a number or constant, `s` a word of a string, `w` a name, `o` a sign or keyword."""
    if token[0] == NUMBER or token in _CONSTANTS:
        kind = "n"
    elif token[0] == STRING:
        kind = "s"
    else:
        kind = "w" if (token[0].isalpha() or token[0] in "_$") and token not in _KEYWORDS else "o"
    return kind + short_hash(token, _CODE - 1)


def short_hash(text: str, length: int) -> str:
    """Return so many characters of a hash, of six bits each."""
    digest = hashlib.sha1(text.encode("utf-8", "surrogatepass"), usedforsecurity=False).digest()
    return b64encode(digest[:12]).decode()[:length]


def _digest(statements: Iterable[Statement], hidden: frozenset[str]) -> str:
    """Return the fingerprint of a place, of its whole tokens: their short codes may be the same by chance."""
    said = (
        " ".join(_OWN if token in hidden and not is_head(each) else token for token in each.tokens)
        for each in statements
    )
    return short_hash("\n".join(said), 16)


def sketch_of(codes: Iterable[str]) -> frozenset[str]:
    """Return a sample of statements by which a place is known again under another name."""
    return frozenset(sorted({short_hash(code, 6) for code in codes})[:SKETCH])


def alike(one: frozenset[str], other: frozenset[str]) -> float:
    """Return which share of two places is the same, as far as their samples tell."""
    union = sorted(one | other)[:SKETCH]
    return sum(each in one and each in other for each in union) / len(union) if union else 1.0


def to_text(places: Places) -> str:
    """Write places as they are kept; what is too much is left out from the end."""
    kept = [
        [each.name[-160:], each.kind, each.digest, "".join(sorted(each.sketch)), each.counts, each.head, each.focus,
         each.size, each.quoted]
        for each in places.places
    ]  # fmt: skip
    while True:
        text = json.dumps(
            [_FORM, places.hard, places.soft, kept, places.docs, places.signature],
            ensure_ascii=False,
            separators=(",", ":"),
        )
        if len(text) <= MOST_CHARS or len(kept) <= 1:
            return text if len(text) <= 2 * MOST_CHARS else ""
        kept.pop()


@lru_cache(maxsize=512)
def from_text(text: str) -> Places | None:
    """Read kept places; None for what is none, or was written by another version."""
    try:
        form, hard, soft, kept, docs, signature = json.loads(text)
        if form != _FORM:
            return None
        read = tuple(_place(*each) for each in kept)
        return Places(tuple(hard), tuple(soft), read, bool(docs), bool(signature))
    except (ValueError, TypeError):
        return None


def _place(
    name: str, kind: str, digest: str, sketch: str, counts: Sequence[Any], head: str, focus: Sequence[Any], size: int,
    quoted: int,
) -> Place:  # fmt: skip
    samples = frozenset(sketch[at : at + 6] for at in range(0, len(sketch), 6))
    numbers = tuple(int(each) for each in counts)
    return Place(
        str(name), str(kind), str(digest), samples, numbers, str(head), tuple(map(str, focus)), int(size), int(quoted)
    )
