"""The places of a file that a memory speaks of: found when it is written, kept beside it.

Owns finding them. How a place is kept is the business of `kept_places`, what a change means that of `place_changes`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from memserver.workspace.kept_places import MAYBE, MOST_PLACES, NAMED, PASSAGE, WHOLE, Places, describe
from memserver.workspace.outline import Block, Outline, word_of
from memserver.workspace.spoken_words import SpokenWords

MOST_KEPT_WORDS = 32
PASSAGES = 2
LARGE_BLOCK = 60
"""Statements from which on a block is a class or a table, of which a memory means a part."""

_NEAR = 1.5
_PASSAGE_FROM = 0.6


def find_places(outline: Outline, spoken: SpokenWords) -> Places:
    """Return the places that a memory speaks of, the clearest first; the whole file where it names nothing in it."""
    table = Counter(word for each in outline.statements for word in {word_of(token) for token in each.tokens})
    hard, soft = _kept_words(outline, spoken, table)
    weights = {
        word: (1.0 if word in spoken.hard else 0.4) / (1 + math.log2(table[word]))
        for word in (*hard, *soft)
        if table[word]
    }
    found = _named(outline, spoken)
    words = (*hard, *soft)
    quotes = [quote for quote in spoken.quotes if not outline.prose]
    places = [describe(outline, block, kind, words, weights, spoken.of_docs, quotes) for block, kind in found]
    # A name alone says little of what is meant when nothing else that the memory says stands there.
    if weights and not any(kind == NAMED and place.focus for (_, kind), place in zip(found, places, strict=True)):
        near = _referred(outline, [block for block, _ in found])
        taken = {(block.first, block.last) for block, _ in found}
        for block in _passages(outline, weights, near):
            if (block.first, block.last) not in taken:
                places.append(describe(outline, block, PASSAGE, words, weights, spoken.of_docs, quotes))
    if not places:
        places = [describe(outline, Block("", 0, len(outline.statements)), WHOLE, words, weights)]
    return Places(hard, soft, tuple(places[:MOST_PLACES]), spoken.of_docs, spoken.of_signature)


def _kept_words(
    outline: Outline, spoken: SpokenWords, table: Mapping[str, int]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the hard and soft words that are kept: those that stand in the file first."""
    hard, soft = (frozenset[str](), spoken.prose) if outline.prose else (spoken.hard, spoken.soft)
    ordered = sorted([*hard, *soft], key=lambda word: (word not in table, word not in hard, word))[:MOST_KEPT_WORDS]
    return tuple(word for word in ordered if word in hard), tuple(word for word in ordered if word not in hard)


def blocks_by_name(outline: Outline) -> dict[str, list[Block]]:
    """Return the blocks of an outline by the last part of their names."""
    by_last: dict[str, list[Block]] = {}
    for block in outline.blocks:
        by_last.setdefault(_last(block.name), []).append(block)
    return by_last


def blocks_named(by_last: Mapping[str, Sequence[Block]], name: str) -> list[Block]:
    """Return the blocks of a name, which may be written with those that it stands in."""
    candidates = by_last.get(_last(name), ())
    exact = [block for block in candidates if block.name == name or block.name.endswith("." + name)]
    if exact or "." not in name:
        return exact or list(candidates)
    owner = _last(name.rpartition(".")[0])
    under = [block for block in candidates if owner in block.name.split(".")]
    # A method that a class inherits stands in another class of the file.
    return under or (list(candidates) if len(candidates) == 1 else [])


def _named(outline: Outline, spoken: SpokenWords) -> list[tuple[Block, str]]:
    """Return the blocks that the memory names, and whether it is sure that it means them."""
    by_last = blocks_by_name(outline)
    found: dict[tuple[int, int], tuple[Block, str]] = {}
    for name in spoken.names:
        sure = name in spoken.hard or "." in name or (name.isupper() and len(name) > 2)
        blocks = blocks_named(by_last, name)
        # An everyday word may be the name of many things; of one thing only, it may be meant.
        if not sure and (len(blocks) != 1 or len(name) < 3 or outline.prose):
            continue
        for block in blocks[:3]:
            found.setdefault((block.first, block.last), (block, NAMED if sure else MAYBE))
    at_lines = {outline.statements[block.first].line: block for block in outline.blocks if block.first < block.last}
    for line in spoken.lines:
        if block_there := at_lines.get(line):
            found.setdefault((block_there.first, block_there.last), (block_there, NAMED))
    return _innermost(list(found.values()))


def _innermost(found: list[tuple[Block, str]]) -> list[tuple[Block, str]]:
    """Of blocks within each other keep the function rather than its variables, and the part rather than the class."""
    kept = []
    for block, kind in found[: 4 * MOST_PLACES]:
        others = [other for other, _ in found[: 4 * MOST_PLACES] if other is not block]
        inside = any(o.first <= block.first and block.last <= o.last and _small(o) for o in others)
        around = not _small(block) and any(block.first <= o.first and o.last <= block.last for o in others)
        if not inside and not around:
            kept.append((block, kind))
    return kept[:MOST_PLACES]


def _small(block: Block) -> bool:
    return block.last - block.first <= LARGE_BLOCK


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _referred(outline: Outline, blocks: Sequence[Block]) -> frozenset[str]:
    """Return the words that the named blocks use: what they call is near to what is meant."""
    return frozenset(
        token
        for block in blocks
        if _small(block)
        for statement in outline.statements[block.first : block.last]
        for token in statement.tokens
    )


def _passages(outline: Outline, weights: Mapping[str, float], near: frozenset[str]) -> list[Block]:
    """Return the blocks that are most about the words: the innermost around each statement compete."""
    owner = [-1] * len(outline.statements)
    for number, block in enumerate(outline.blocks):
        # Blocks come outermost first; one of a single statement inside another is a variable.
        if block.last - block.first > 1 or "." not in block.name:
            owner[block.first : block.last] = [number] * (block.last - block.first)
    held: dict[int, set[str]] = {}
    for number, statement in zip(owner, outline.statements, strict=True):
        if words := {word for token in statement.tokens if (word := word_of(token)) in weights}:
            held.setdefault(number, set()).update(words)
    score = {number: sum(weights[word] for word in words) for number, words in held.items()}
    for number in score:
        if number >= 0 and not near.isdisjoint(outline.blocks[number].name.split(".")):
            score[number] *= _NEAR
    best = sorted(score, key=lambda number: (-score[number], number))[:PASSAGES]
    return [
        outline.blocks[number] if number >= 0 else Block("", 0, len(outline.statements))
        for number in best
        if score[number] >= _PASSAGE_FROM * score[best[0]]
    ]
