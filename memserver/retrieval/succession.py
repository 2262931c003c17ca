"""Lets a note stand where the one stood that it replaces. Arithmetic on what a search has scored; reads nothing.

Of a chain only its end counts, as far as it may be seen. What is replaced stays where the question asks for what held
before, names a time before its successor, or names the note itself; `Found.successors` marks it then.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import NamedTuple

import numpy as np

from memserver.retrieval.passage_table import PassageTable
from memserver.retrieval.plan import QueryPlan
from memserver.retrieval.ranking import Ranked, Scored, best_rows
from memserver.storage.passages import PassageFacts
from memserver.storage.succession import SuccessorRow

# A title of fewer words is a subject that people ask about, rather than the name of a note.
_TITLE_WORDS = 4
_NUMBER_AT_FIRST = re.compile(r"(?P<kind>[a-z가-힣]{2,12})?[-_ #]{0,2}0*(?P<number>\d{1,5})(?=$|[^\d])")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Successor:
    """The note that replaces another one; `later`: not yet, at the moment that is asked for."""

    id: str
    path: str
    later: bool = False


class Heirs(NamedTuple):
    """For each replaced file, by number: who is told of as its successor, and which files take its place."""

    told: dict[int, Successor]
    ends: dict[int, list[SuccessorRow]]


def replaced_files(facts: Iterable[PassageFacts], ranked: Sequence[Ranked]) -> dict[int, list[int]]:
    """Return the numbers of the files that replace some that were found, by the number of the file."""
    owners = {each.passage: each.owner for each in ranked}
    return {owners[each.id]: json.loads(each.superseded_by) for each in facts if each.superseded_by}


def heirs_of(replaced: Mapping[int, Sequence[int]], rows: Sequence[SuccessorRow], plan: QueryPlan) -> Heirs:
    """Return who comes after the replaced files, and who takes their places; nobody does where history is asked for."""
    by_number = {row.number: row for row in rows}
    told, ends = {}, {}
    for number, after in replaced.items():
        known = [by_number[each] for each in after if each in by_number]
        if not known:
            continue
        seen = [row for row in known if row.first is not None]
        last = _last(seen) or seen or _last(known) or known
        told[number] = Successor(last[0].id, last[0].path, later=not seen)
        before = plan.period is not None and bool(seen) and plan.period.end.date().isoformat() <= seen[0].day
        if seen and not plan.history and not before:
            ends[number] = last
    return Heirs(told, ends)


def _last(rows: Sequence[SuccessorRow]) -> list[SuccessorRow]:
    """Return those that none of the others replaces."""
    numbers = {row.number for row in rows}
    return [row for row in rows if numbers.isdisjoint(json.loads(row.superseded_by or "[]"))]


def is_named(prompt: str, path: str, title: str) -> bool:
    """Say whether a prompt names a note: by its number, its file's name, or the whole of a longer title."""
    asked = prompt.casefold()
    words = _WORD.findall(title.casefold())
    if len(words) >= _TITLE_WORDS and f" {' '.join(words)} " in f" {' '.join(_WORD.findall(asked))} ":
        return True
    place = PurePosixPath(path.casefold())
    if place.name in asked:
        return True
    for name in (place.stem, title.casefold()):
        found = _NUMBER_AT_FIRST.match(name)
        if found is None:
            continue
        kinds = [found["kind"]] if found["kind"] else [part.rstrip("s") for part in place.parts[:-1]]
        kind = "|".join(map(re.escape, filter(None, [*kinds, *(() if found["kind"] else ("adr", "결정"))])))
        if re.search(rf"(?<!\w)(?:{kind})[-_ #]{{0,2}}0*{found['number']}(?!\d)", asked):
            return True
    return False


def in_their_places(
    ranked: Sequence[Ranked], scored: Scored, table: PassageTable, ends: Mapping[int, Sequence[SuccessorRow]],
    kept: Iterable[int],
) -> list[Ranked]:  # fmt: skip
    """Return what was ranked with the successors in the places of what they replace, but for those that are kept.

    A successor gets as many passages as the one before it had, its best with the best score of that one; passages of
    its own that were found stand higher by the same.
    """
    kept = set(kept)
    lifts: dict[int, tuple[float, int]] = {}
    heirs: dict[int, SuccessorRow] = {}
    for number, after in ends.items():
        own = [each.score for each in ranked if each.owner == number]
        for heir in after:
            best, count = lifts.get(heir.number, (max(own), 0))
            lifts[heir.number] = max(best, *own), max(count, len(own))
            heirs[heir.number] = heir
    came: dict[int, list[Ranked]] = {
        number: _lifted(ranked, scored, table, heir, *lifts[number]) for number, heir in heirs.items()
    }
    placed: list[Ranked] = []
    shown: set[int] = set()
    for each in ranked:
        takes = [heir.number for heir in ends.get(each.owner, ())] if each.owner not in heirs else [each.owner]
        for number in takes:
            if number not in shown:
                shown.add(number)
                placed += came[number]
        if each.owner in heirs or (each.owner in ends and each.owner not in kept):
            continue
        placed.append(each)
    return placed


def _lifted(
    ranked: Sequence[Ranked], scored: Scored, table: PassageTable, heir: SuccessorRow, best: float, count: int
) -> list[Ranked]:
    """Return the passages of a successor, the best at least as high as a score."""
    own = [each for each in ranked if each.owner == heir.number]
    rows = np.flatnonzero(table.columns.owners[scored.places] == heir.number)
    rows = rows[best_rows(scored.score[rows], scored.places[rows], max(count, len(own)))]
    found = {each.passage: each for each in [*scored.ranked(table, rows), *own]}
    if not found and heir.first is not None:
        found = {heir.first: Ranked(heir.first, heir.number, 0, 0.0, 0.0, None, 0.0, 0.0, 0.0, None, False)}
    top = max((each.score for each in found.values()), default=best)
    lift = max(0.0, best - top)
    lifted = [each._replace(score=each.score + lift) for each in found.values()]
    return sorted(lifted, key=lambda each: (-each.score, each.passage))
