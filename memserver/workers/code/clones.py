"""Copied code: which parts of functions say the same, also under other names, and where.

Candidates come from common fingerprints; each is then read again and grown token by token. It counts as a copy only
when the names were replaced one for one: two loops of the same form over other things are no copies.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from memserver.workers.code.fingerprints import WINDOW, unpack
from memserver.workers.code.lexer import Token

MIN_TOKENS = 52
"""No shorter copy is sure to leave a common fingerprint."""

MIN_TOKENS_RENAMED = 70
MIN_TOKENS_OF_A_WHOLE = 60
"""A function that says the whole of another one in other names was copied; a part as short as that is often habit."""

MIN_LINES = 6
MIN_LINES_RENAMED = 8
MAX_OCCURRENCES = 24
"""A form that occurs more often is a habit of the language or the framework."""

COMPARED_WITH_ALL = 6
"""Up to so many places each is compared with each; of more, all with the first."""

MIN_RENAMED_ALIKE = 0.85
"""Share of names that follow one one-for-one replacement."""

MAX_REPLACED = 0.75
"""Share of the names that a copy may have replaced."""

MIN_SAME_LITERALS = 0.5
FEW_LITERALS = 3

MIN_DISTINCT = 9
"""Different signs and words of the language in a copy: fewer are a table, a constructor or a chain of alike calls."""

MAX_CANDIDATES = 4_000

Place = tuple[int, int, int]
"""File, function, place in its tokens."""
Reader = Callable[[int, int], Sequence[Token]]
"""Gives the tokens of a function of a file."""


@dataclass(frozen=True, slots=True)
class Part:
    """One side of a copy."""

    file: int
    function: int
    first_line: int
    last_line: int


@dataclass(frozen=True, slots=True)
class Clone:
    """The same code twice."""

    one: Part
    other: Part
    tokens: int
    renamed: bool

    @property
    def lines(self) -> int:
        """Lines of its longer side."""
        return max(self.one.last_line - self.one.first_line, self.other.last_line - self.other.first_line) + 1


def families(clones: Sequence[Clone]) -> list[tuple[Clone, list[Part]]]:
    """Gather copies of the same piece: the longest pair of each family, and every place in order."""
    found: list[tuple[Clone, list[Part]]] = []
    for clone in clones:
        for _, parts in found:
            known = [any(_same_place(part, each) for each in parts) for part in (clone.one, clone.other)]
            if any(known):
                parts += [part for part, is_known in zip((clone.one, clone.other), known, strict=True) if not is_known]
                break
        else:
            found.append((clone, [clone.one, clone.other]))
    for _, parts in found:
        parts.sort(key=lambda part: (part.file, part.first_line))
    return found


def _same_place(one: Part, other: Part) -> bool:
    """Whether two parts share most of the shorter one."""
    if one.file != other.file:
        return False
    shared = min(one.last_line, other.last_line) - max(one.first_line, other.first_line) + 1
    shorter = min(one.last_line - one.first_line, other.last_line - other.first_line) + 1
    return 2 * shared > shorter


def find_clones(prints: Mapping[int, bytes], read: Reader) -> list[Clone]:
    """Return the copies among files, the longest first."""
    found: list[Clone] = []
    for one, other in _candidates(prints):
        clone = _grown(one, other, read)
        if clone is not None and not any(_covers(known, clone) for known in found):
            found.append(clone)
    found.sort(key=lambda clone: (-clone.tokens, clone.one.file, clone.one.first_line, clone.other.file))
    kept: list[Clone] = []
    for clone in found:
        if not any(_covers(known, clone) for known in kept):
            kept.append(clone)
    return kept


def _candidates(prints: Mapping[int, bytes]) -> Iterator[tuple[Place, Place]]:
    """Yield pairs of places with a common fingerprint, once for each pair of functions and distance.

    Within one function a form that comes again is a list of cases, not a copy.
    """
    seen: set[tuple[int, int, int, int, int]] = set()
    for group in _groups(prints):
        pairs = _pairs(group) if len(group) <= COMPARED_WITH_ALL else ((group[0], later) for later in group[1:])
        for one, other in pairs:
            distance = (one[0], one[1], other[0], other[1], one[2] - other[2])
            if one[:2] != other[:2] and distance not in seen and len(seen) < MAX_CANDIDATES:
                seen.add(distance)
                yield one, other


def _pairs(group: Sequence[Place]) -> Iterator[tuple[Place, Place]]:
    for number, one in enumerate(group):
        for other in group[number + 1 :]:
            yield one, other


def _groups(prints: Mapping[int, bytes]) -> list[list[Place]]:
    """Places by fingerprint, those that occur more than once but are no habit, in order of the first place."""
    counts = Counter(value for data in prints.values() for value, _, _ in unpack(data))
    shared = {value for value, count in counts.items() if 1 < count <= MAX_OCCURRENCES}
    del counts
    places: dict[int, list[Place]] = defaultdict(list)
    for file in sorted(prints):
        for value, function, place in unpack(prints[file]):
            if value in shared:
                places[value].append((file, function, place))
    return sorted(places.values())


def _grown(one: Place, other: Place, read: Reader) -> Clone | None:
    """Grow a common window to both sides as far as the forms agree; None when it is no copy."""
    left, right = read(one[0], one[1]), read(other[0], other[1])
    start, end = 0, WINDOW
    if [t.shape for t in left[one[2] : one[2] + WINDOW]] != [t.shape for t in right[other[2] : other[2] + WINDOW]]:
        return None
    while one[2] + start > 0 and other[2] + start > 0:
        if left[one[2] + start - 1].shape != right[other[2] + start - 1].shape:
            break
        start -= 1
    while one[2] + end < len(left) and other[2] + end < len(right):
        if left[one[2] + end].shape != right[other[2] + end].shape:
            break
        end += 1
    ours, theirs = left[one[2] + start : one[2] + end], right[other[2] + start : other[2] + end]
    whole = len(ours) == len(left) == len(right)
    return _judged(one, other, ours, theirs, MIN_TOKENS_OF_A_WHOLE if whole else MIN_TOKENS_RENAMED)


def _judged(
    one: Place, other: Place, ours: Sequence[Token], theirs: Sequence[Token], least_renamed: int
) -> Clone | None:
    lines = ours[-1].line - ours[0].line + 1
    distinct = len({token.shape for token in ours})
    renamed = any(mine.text != yours.text for mine, yours in zip(ours, theirs, strict=True))
    least, least_lines = (least_renamed, MIN_LINES_RENAMED) if renamed else (MIN_TOKENS, MIN_LINES)
    if len(ours) < least or lines < least_lines or distinct < MIN_DISTINCT:
        return None
    if _is_table(ours) or _alike(ours, theirs) < MIN_RENAMED_ALIKE or not _same_literals(ours, theirs):
        return None
    return Clone(
        Part(one[0], one[1], ours[0].line, ours[-1].line),
        Part(other[0], other[1], theirs[0].line, theirs[-1].line),
        len(ours),
        renamed,
    )


def _is_table(body: Iterable[Token]) -> bool:
    """Mostly literals and commas: data, which looks alike everywhere."""
    listed = list(body)
    return sum(1 for token in listed if token.shape in ("literal", ",", ":")) > 0.5 * len(listed)


def _same_literals(ours: Sequence[Token], theirs: Sequence[Token]) -> bool:
    """Whoever copies changes names; numbers and strings mostly stay. Where they all differ, only the form is alike."""
    pairs = [(mine.text, yours.text) for mine, yours in zip(ours, theirs, strict=True) if mine.shape == "literal"]
    same = sum(1 for mine, yours in pairs if mine == yours)
    return len(pairs) < FEW_LITERALS or same >= MIN_SAME_LITERALS * len(pairs)


def _alike(ours: Sequence[Token], theirs: Sequence[Token]) -> float:
    """Share of names that follow the most frequent one-for-one replacement; none when it replaces nearly all."""
    pairs = Counter((mine.text, yours.text) for mine, yours in zip(ours, theirs, strict=True) if mine.shape == "name")
    total = sum(pairs.values())
    replaced: dict[str, str] = {}
    taken: set[str] = set()
    fitting = 0
    for (mine, yours), count in sorted(pairs.items(), key=lambda each: (-each[1], each[0])):
        if mine not in replaced and yours not in taken:
            replaced[mine] = yours
            taken.add(yours)
            fitting += count
    others = sum(1 for mine, yours in replaced.items() if mine != yours)
    # Where nearly every name is another one, only the form is alike: a chain of cases over other things.
    return fitting / total if total and others <= MAX_REPLACED * len(replaced) else 0.0


def _covers(known: Clone, clone: Clone) -> bool:
    """Whether a copy lies within one that is known."""
    return (_within(clone.one, known.one) and _within(clone.other, known.other)) or (
        _within(clone.one, known.other) and _within(clone.other, known.one)
    )


def _within(part: Part, whole: Part) -> bool:
    return part.file == whole.file and whole.first_line <= part.first_line and part.last_line <= whole.last_line
