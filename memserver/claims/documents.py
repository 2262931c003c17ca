"""Which sentences of two documents contradict each other: rather silent than wrong.

A document states many things about many subjects and times, and its sentences lean on each other. So less of it is
compared than of a statement that somebody made as such (`standing.py`): two sentences count where they say the same but
for one point, of something that both name, and where what they stand under is not of two things. The verdict itself is
that of `verdict.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath
from typing import NamedTuple

from memserver.claims.claim import Claim, claim_of, in_other_scopes
from memserver.claims.cues import opposites
from memserver.claims.standing import Standing, years_in
from memserver.claims.tokens import Token
from memserver.claims.verdict import Verdict, judge_all
from memserver.text.alternatives import group_of
from memserver.text.words import words

# A verdict on two sentences of documents counts from this chance on.
LEAST_CHANCE = 0.6
# The least share of words that two sentences have in common, without the point on which they differ.
LEAST_SHARED_SHARE = 0.6
# What a bare number counts is told by its surroundings alone.
LEAST_SHARED_BARE = 3
SAME_STEM = 2
LEAST_CHARACTERS = 4

_ARTICLES = words("the a an our your")
_NEGATING = words("not never no cannot without none any always only")
_KOREAN_NEGATING = ("않", "없", "못", "안", "아니", "말", "금지", "불가")
# Words that name a property of whatever stands above them.
_GENERIC = words(
    "default valu timeout limit port siz maximum minimum nam version fil typ number tim dat status result option "
    "paramet field section tabl pag item list method function class object exampl rat length level mod pric cost fee "
    "total amount day week month year user set key id url path address string text data cod command support requir "
    "기본 기본값 값 제한 한도 포트 크기 최대 최소 이름 버전 파일 종류 개수 시간 날짜 상태 결과 옵션 항목 길이 가격 비용"
)
_THINGS = words(
    "projects customers clients services packages apps products teams users people vendors repos modules sites regions"
)
# The cue finds whatever ends in "nt".
_SHORT_FORMS = words(
    "dont cant wont isnt arent doesnt didnt shouldnt couldnt wouldnt wasnt werent hasnt havent mustnt neednt"
)
_DAY = re.compile(r"\d{4}[ ._-]?\d{2}[ ._-]?\d{2}")
_NUMBER = re.compile(r"\d+(?:\.\d+)*")


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two sentences that cannot both hold, each as it was written, and the verdict on them."""

    older: str
    newer: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Place:
    """Where sentences stand: the path of their file, empty for a memory, and the titles above them."""

    path: str = ""
    heading: str = ""

    @property
    def title(self) -> Claim:
        """What is said by the titles."""
        return claim_of(self.heading)

    @property
    def claim(self) -> Claim:
        """What is said by the titles and the name of the file."""
        return claim_of(f"{PurePosixPath(self.path).stem.replace('-', ' ').replace('_', ' ')} {self.heading}".strip())


NOWHERE = Place()


def contradiction(
    older: Sequence[Standing], newer: Sequence[Standing], place: Place, new_place: Place
) -> Contradiction | None:
    """Return the clearest contradiction between sentences of two places; None without one."""
    if not older or not newer or of_two_things(place, new_place):
        return None
    named = under_one_title(place, new_place)
    best: Contradiction | None = None
    for new in newer:
        olds = [old for old in older if differ_on_one_point(old, new, named, place, new_place)]
        if not olds:
            continue
        verdicts = judge_all([old.claim for old in olds], new.claim, [None] * len(olds))
        for old, verdict in zip(olds, verdicts, strict=True):
            if not verdict.disagrees or verdict.chance < LEAST_CHANCE:
                continue
            if best is None or verdict.chance > best.verdict.chance:
                best = Contradiction(old.claim.text, new.claim.text, verdict)
    return best


@lru_cache(maxsize=4_096)
def of_two_things(one: Place, other: Place) -> bool:
    """Say whether what stands in two places is about two things, versions, years or scopes, by their titles alone."""
    if in_other_scopes(one.claim, other.claim):
        return True
    # A note of a day says what holds from then on; any other number names a thing, a version or a time.
    first, second = _DAY.sub("", one.claim.text), _DAY.sub("", other.claim.text)
    if years_in(first) != years_in(second) or _NUMBER.findall(first) != _NUMBER.findall(second):
        return True
    # A page that goes by the name of a setting or a function is about that one.
    names, others = _identifiers(one), _identifiers(other)
    if names and others and names != others:
        return True
    return bool(one.path and other.path) and _parallel(one.path, other.path)


def under_one_title(one: Place, other: Place) -> bool:
    """Say whether one of two titles says all that the other says: what stands below is about one thing."""
    first, second = one.title.content - _GENERIC, other.title.content - _GENERIC
    return bool(first and second) and (first <= second or second <= first)


def differ_on_one_point(
    old: Standing, new: Standing, named: bool = False, place: Place = NOWHERE, new_place: Place = NOWHERE
) -> bool:
    """Say whether two sentences say the same of the same thing but for one value, or for yes and no.

    `named` says that the titles above both name what they are about.
    """
    a, b = old.claim, new.claim
    shared = a.content & b.content
    if not shared or in_other_scopes(old.whole, new.whole) or (old.label and new.label and old.label != new.label):
        return False
    # A sentence must name what it is about, or stand under its name.
    if not named and not shared - _GENERIC:
        return False
    titles = (place.claim.text.lower(), new_place.claim.text.lower())
    for point in _points(a, b):
        # Where a title names the point, each of the two is about its own.
        if _but_for(a, b, shared, point):
            written = _written(a, point.one) | _written(b, point.other)
            return not any(word in title for word in written for title in titles)
    return False


class _Point(NamedTuple):
    """On what two claims may differ: the words of each side, how many others must be shared, and whether one of the two
    may say more."""

    one: frozenset[str]
    other: frozenset[str]
    least: int = 1
    more: bool = False


def _points(a: Claim, b: Claim) -> Iterator[_Point]:
    """Yield on what two claims may differ."""
    slots_a, slots_b = _slots(a), _slots(b)
    differing = [slot for slot in slots_a.keys() & slots_b.keys() if not _keys(slots_a[slot]) & _keys(slots_b[slot])]
    switched = [slot for slot in differing if slot[0] == "switch"]
    if len(differing) > 1:
        return
    if differing:
        [slot] = differing
        single = len(slots_a[slot]) == len(slots_b[slot]) == 1
        if single and (switched or not (_negations(a) + _negations(b)) % 2):
            least = LEAST_SHARED_BARE if slot == ("number", "") else 1
            yield _Point(_keys(slots_a[slot]), _keys(slots_b[slot]), least, more=not switched)
        return
    if (_negations(a) + _negations(b)) % 2:
        yield _Point(_negating(a), _negating(b))
        return
    for one in a.tokens:
        for other in b.tokens:
            if one.key not in b.content and other.key not in a.content and _exclude(one, other):
                yield _Point(frozenset({one.key}), frozenset({other.key}))
    if (pair := _replaced_name(a, b)) is not None:
        yield _Point(frozenset({pair[0]}), frozenset({pair[1]}), 2)


def _but_for(a: Claim, b: Claim, shared: frozenset[str], point: _Point) -> bool:
    """Say whether two claims say the same but for a point."""
    rest_a = _left(a.content - shared - point.one, b.content)
    rest_b = _left(b.content - shared - point.other, a.content)
    # What each of them says besides makes them speak of two things; and so does another value.
    rest = rest_a | rest_b
    if (rest_a and rest_b) or (rest and not point.more):
        return False
    # One may say more, but not of what, where or when: "basic plans" are not all plans.
    if rest and (a.keys[0] != b.keys[0] or rest & (a.roles | b.roles)):
        return False
    if any(token.kind in {"value", "identifier"} for token in (*a.tokens, *b.tokens) if token.key in rest):
        return False
    if len(shared) < 2 and _frame(a, point.one) != _frame(b, point.other):
        return False
    return len(shared) >= point.least and len(shared) >= LEAST_SHARED_SHARE * (len(shared) + len(rest))


def _left(keys: frozenset[str], others: frozenset[str]) -> frozenset[str]:
    """Return the words that the other side does not have in another form either: Korean verbs change with negation."""
    return frozenset(
        key
        for key in keys
        if key.isascii() or not any(key[:SAME_STEM] == other[:SAME_STEM] for other in others if not other.isascii())
    )


def _frame(claim: Claim, point: frozenset[str]) -> tuple[str, ...]:
    return tuple(token.key for token in claim.tokens if token.key not in point and token.key not in _ARTICLES)


def _replaced_name(a: Claim, b: Claim) -> tuple[str, str] | None:
    """Return the last words of two claims where they alone differ, and both are names."""
    if len(a.keys) != len(b.keys) or len(a.keys) < 3 or a.keys[:-1] != b.keys[:-1] or a.keys[-1] == b.keys[-1]:
        return None
    last_a = next(token for token in reversed(a.tokens) if token.key == a.keys[-1])
    last_b = next(token for token in reversed(b.tokens) if token.key == b.keys[-1])
    return (last_a.key, last_b.key) if last_a.kind == last_b.kind == "name" else None


def _exclude(one: Token, other: Token) -> bool:
    """Say whether two words exclude each other: opposites, or known alternatives."""
    if other.key in opposites().get(one.key, ()) or other.written.lower() in opposites().get(one.written.lower(), ()):
        return True
    group = group_of(one.key) if group_of(one.key) is not None else group_of(one.written.lower())
    return group is not None and group in (group_of(other.key), group_of(other.written.lower()))


def _slots(claim: Claim) -> dict[tuple[str, str], list[Token]]:
    found: dict[tuple[str, str], list[Token]] = {}
    for token in claim.tokens:
        if token.value is not None:
            found.setdefault((token.value.kind, token.value.unit), []).append(token)
    return found


def _keys(tokens: Sequence[Token]) -> frozenset[str]:
    return frozenset(token.key for token in tokens)


def _negations(claim: Claim) -> int:
    """Return how often a claim negates."""
    return sum(not cue.endswith("nt") or "'" in cue or cue in _SHORT_FORMS for cue in claim.cues["negation"])


def _identifiers(place: Place) -> frozenset[str]:
    return frozenset(token.key for token in place.title.tokens if token.kind == "identifier")


def _written(claim: Claim, keys: frozenset[str]) -> frozenset[str]:
    written = (token.written.lower() for token in claim.tokens if token.key in keys)
    return frozenset(word for word in written if len(word) >= LEAST_CHARACTERS)


def _negating(claim: Claim) -> frozenset[str]:
    return frozenset(key for key in claim.content if key in _NEGATING or key.startswith(_KOREAN_NEGATING))


def _parallel(one: str, other: str) -> bool:
    """Say whether two files stand for two things of one kind: of one name in two folders, or in folders of things."""
    first, second = PurePosixPath(one), PurePosixPath(other)
    if first.name == second.name:
        return True
    apart = next((n for n, (a, b) in enumerate(zip(first.parts, second.parts, strict=False)) if a != b), 0)
    in_folders = min(len(first.parts), len(second.parts)) > apart + 1
    return in_folders and apart > 0 and first.parts[apart - 1].lower() in _THINGS
