"""What became of the places that a memory speaks of: how each differs from what it was, in numbers. Judges nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from memserver.workspace.kept_places import (
    FOCUS_TOKENS,
    NAMED,
    WHOLE,
    Place,
    Places,
    alike,
    coded,
    describe,
    is_head,
    sketch_of,
    statements_of,
    tokens_of,
)
from memserver.workspace.outline import Block, Outline, word_of
from memserver.workspace.places_in_file import blocks_by_name, blocks_named

SAME_BODY = 0.6
MOST_CANDIDATES = 8


@dataclass(slots=True)
class Change:
    """How a place differs from what it was. Words are those that the memory says, but for the name of the place."""

    place: Place
    gone: bool = False
    renamed: bool = False
    elsewhere: bool = False
    """Whether the file still uses what it does not define any more."""
    lost_hard: list[str] = field(default_factory=list)
    lost_soft: list[str] = field(default_factory=list)
    fewer_hard: list[str] = field(default_factory=list)
    more_hard: list[str] = field(default_factory=list)
    came_hard: list[str] = field(default_factory=list)
    came_soft: list[str] = field(default_factory=list)
    top_lost: bool = False
    """Whether the statement that holds most of the memory's words is no more as it was."""
    quoted_lost: bool = False
    """Whether a statement that the memory quotes is no more as it was."""
    values_lost: int = 0
    """Numbers and constants of such statements that are not in the place any more, and below what came for them."""
    values_came: int = 0
    strings_lost: int = 0
    names_lost: int = 0
    signature: bool = False
    parameters_lost: int = 0
    parameters_came: int = 0
    similar: float = 1.0


def changes(places: Places, outline: Outline) -> list[Change]:
    """Return the places that are not as they were."""
    by_last = blocks_by_name(outline)
    in_file = {word_of(token) for each in outline.statements for token in each.tokens}
    found = [_change(place, places, outline, by_last, in_file) for place in places.places]
    return [change for change in found if change is not None]


def _change(
    place: Place, places: Places, outline: Outline, by_last: Mapping[str, Sequence[Block]], in_file: set[str]
) -> Change | None:
    everything = Block("", 0, len(outline.statements))
    nameless = place.kind == WHOLE or not place.name
    candidates = [everything] if nameless else blocks_named(by_last, place.name)
    if not candidates and place.kind != NAMED:
        candidates = [everything]
    seen: list[tuple[float, Block, Place]] = []
    for block in candidates[:MOST_CANDIDATES]:
        now = describe(outline, block, place.kind, places.words, {}, places.docs)
        if now.digest == place.digest:
            return None
        seen.append((alike(place.sketch, now.sketch), block, now))
    if not seen:
        change = _without_name(place, places.words, outline, places.docs)
        change.elsewhere = place.name.rpartition(".")[2] in in_file
        return change
    similar, block, now = max(seen, key=lambda each: each[0])
    change = Change(place, similar=similar, signature=places.signature)
    _compare_words(change, places, now, in_file)
    _compare_statements(change, outline, block, places.words, places.docs)
    return change


def _without_name(place: Place, words: Sequence[str], outline: Outline, docs: bool) -> Change:
    """The name is gone: the same body under another name is a renamed thing."""
    for block in outline.blocks:
        if 2 * (block.last - block.first) >= place.size > 2:
            hidden = block.hidden.difference(words)
            sketch = sketch_of(coded(statements_of(outline, block, docs), hidden))
            if alike(place.sketch, sketch) >= SAME_BODY:
                return Change(place, gone=True, renamed=True)
    return Change(place, gone=True)


def _compare_words(change: Change, places: Places, now: Place, in_file: set[str]) -> None:
    own = set(change.place.name.split("."))
    for at, (word, before, after) in enumerate(zip(places.words, change.place.counts, now.counts, strict=False)):
        if word in own:
            continue
        hard = at < len(places.hard)
        if before and not after:
            # What was not named is wherever it stands now.
            if change.place.kind == NAMED or word not in in_file:
                (change.lost_hard if hard else change.lost_soft).append(word)
        elif after and not before:
            (change.came_hard if hard else change.came_soft).append(word)
        elif hard and after < before:
            change.fewer_hard.append(word)
        elif hard and after > before:
            change.more_hard.append(word)


def _compare_statements(change: Change, outline: Outline, block: Block, words: Sequence[str], docs: bool) -> None:
    hidden = block.hidden.difference(words)
    statements = statements_of(outline, block, docs)
    codes = [code[: 4 * FOCUS_TOKENS] for code in coded(statements, hidden)]
    here = set(codes)
    tokens_here = {token for code in here for token in tokens_of(code)}
    counted = [Counter(tokens_of(code)) for code in codes]
    for rank, focus in enumerate(change.place.focus):
        if focus in here:
            continue
        change.top_lost |= rank == 0
        change.quoted_lost |= rank < change.place.quoted
        old = Counter(tokens_of(focus))
        near = max(counted, key=lambda new: _overlap(old, new), default=Counter[str]())
        kinds = Counter(token[0] for token in old - near if token not in tokens_here)
        change.values_lost += kinds["n"]
        change.strings_lost += kinds["s"]
        change.names_lost += kinds["w"]
        change.values_came += sum(token[0] == "n" for token in near - old)
    head = next((code for code, each in zip(codes, statements, strict=True) if is_head(each)), "")
    if change.place.head and head and change.place.head != head:
        was, now = set(tokens_of(change.place.head)), set(tokens_of(head))
        change.parameters_lost = sum(token[0] == "w" for token in was - now)
        change.parameters_came = sum(token[0] == "w" for token in now - was)


def _overlap(old: Counter[str], new: Counter[str]) -> float:
    return 2 * (old & new).total() / max(1, old.total() + new.total())
