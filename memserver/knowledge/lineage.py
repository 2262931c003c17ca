"""Which notes replace which: resolves what notes say of each other, and follows the chains. Pure.

A name must mean one note: where several notes have it, the one in the same folder is meant, else nobody knows. Circles
prove nothing and are left out, as is a note that names itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from posixpath import normpath

from memserver.claims.references import SAME_KIND, TITLE, Reference
from memserver.knowledge.note_mentions import TARGET
from memserver.knowledge.successions import FILE, PATH, Statement

_LONGEST = 200
"""As many notes are followed from one."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """A note that says something of others: its number in the store, its path, and its own names."""

    number: int
    path: str
    names: frozenset[Reference]
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a note in its lines: the numbers of all notes after and before it, the nearest first."""

    successors: tuple[int, ...] = ()
    predecessors: tuple[int, ...] = ()


def wanted_names(speakers: Iterable[Speaker]) -> set[Reference]:
    """Return all names under which the notes that are spoken of have to be looked up."""
    return {
        name for each in speakers for said in each.statements for other in said.other for name in _named(other, each)
    }


def lineage(speakers: Sequence[Speaker], known: Mapping[Reference, Sequence[tuple[int, str]]]) -> dict[int, Place]:
    """Return the place of every note that has one; `known` are the notes, as (number, path), that have a name."""
    after: dict[int, list[int]] = {}
    for speaker in speakers:
        for said in speaker.statements:
            meant = (_meant(name, speaker, known) for name in said.other)
            other = next((number for number in meant if number is not None), None)
            if other is not None and other != speaker.number:
                old, new = (other, speaker.number) if said.replaces else (speaker.number, other)
                if new not in after.setdefault(old, []):
                    after[old].append(new)
    circular = {(old, new) for old, news in after.items() for new in news if old in _reached(new, after)}
    forth: dict[int, list[int]] = {}
    back: dict[int, list[int]] = {}
    for old, news in after.items():
        for new in news:
            if (old, new) not in circular:
                forth.setdefault(old, []).append(new)
                back.setdefault(new, []).append(old)
    return {
        number: Place(tuple(_reached(number, forth)), tuple(_reached(number, back)))
        for number in sorted(forth.keys() | back.keys())
    }


def _named(reference: Reference, speaker: Speaker) -> list[Reference]:
    """Return the names that a reference may stand for, the surest first."""
    if reference.kind == TARGET:
        return _of_target(reference.number, speaker.path)
    if reference.kind == TITLE:
        return [reference]
    own = sorted({each.kind for each in speaker.names if each.kind not in (TITLE, PATH, FILE)})
    if reference.kind == SAME_KIND:
        return [Reference(kind, reference.number) for kind in (own or [SAME_KIND])]
    # "ADR 7" said in a folder of ADRs, whose files are numbered and no more.
    bare = [Reference(SAME_KIND, reference.number)] if {reference.kind, SAME_KIND} & set(own) else []
    return [reference, *bare]


def _of_target(target: str, path: str) -> list[Reference]:
    written = target.replace("\\", "/")
    name = PurePosixPath(written)
    folder = f"{PurePosixPath(path.casefold()).parent}"
    # A title may have a point in it, and a link need not say the suffix.
    stems = dict.fromkeys((f"{name.with_suffix('')}" if name.suffix and name.name else written, written))
    places = [
        Reference(PATH, place)
        for stem in stems
        for place in (normpath(f"{folder}/{stem}"), normpath(stem.lstrip("/")))
        if not place.startswith("..")
    ]
    return [*places, *(Reference(FILE, PurePosixPath(stem).name) for stem in stems)]


def _meant(reference: Reference, speaker: Speaker, known: Mapping[Reference, Sequence[tuple[int, str]]]) -> int | None:
    """Return the number of the one note that a reference means."""
    folder = PurePosixPath(speaker.path).parent
    for name in _named(reference, speaker):
        others = dict(each for each in known.get(name, ()) if each[0] != speaker.number)
        near = [number for number, path in others.items() if PurePosixPath(path).parent == folder]
        if len(near) == 1:
            return near[0]
        # A bare number counts within its folder: elsewhere it is that of another series.
        if len(others) == 1 and name.kind != SAME_KIND:
            return next(iter(others))
    return None


def _reached(start: int, links: Mapping[int, Sequence[int]]) -> list[int]:
    """Return what is reached from a note, the nearest first; the note itself only where a circle leads back to it.

    Lines of many notes are cut off: each of them would be kept with each.
    """
    found: dict[int, None] = {}
    waiting = [start]
    for number in waiting:
        for each in links.get(number, ()):
            if each not in found and len(found) < _LONGEST:
                found[each] = None
                waiting.append(each)
    return list(found)
