"""Finding the one thing that a person means: by its short id, its whole id, or words of its name."""

from __future__ import annotations

from collections.abc import Container, Mapping

from memserver.work.command import Invocation, Said
from memserver.work.tracker import short_ids

NAMELESS: Said = {"en": "Say which one.", "ko": "어느 것인지 적어 주세요."}
NONE_SUCH: Said = {"en": "Nothing is called {word!r}.", "ko": "{word!r}에 해당하는 것이 없습니다."}
SEVERAL: Said = {"en": "{word!r} means several: {ids}.", "ko": "{word!r}에 해당하는 것이 여럿입니다: {ids}."}
LONGEST_SHOWN = 60
MOST_SHOWN = 8


def find_one(call: Invocation, reference: str, names: Mapping[str, str], first: Container[str] = ()) -> str:
    """Return the id that a reference means among `names` (id → name); raises when it is none or several.

    Where words mean several, those of `first` are meant: who says "done" speaks of what is open.
    """
    if not reference.strip():
        raise call.wrong(NAMELESS)
    short = short_ids(list(names))
    found = _matches(reference, names, short)
    found = [each for each in found if each in first] or found
    if len(found) > 1:
        ids = ", ".join(short[each] for each in found[:MOST_SHOWN])
        raise call.wrong(SEVERAL, word=reference[:LONGEST_SHOWN], ids=ids)
    if not found:
        raise call.missing(NONE_SUCH, word=reference[:LONGEST_SHOWN])
    return found[0]


def split_reference(call: Invocation, names: Mapping[str, str], first: Container[str] = ()) -> tuple[str, list[str]]:
    """Read the thing that a line begins with, by as many words as belong to its name, and return what follows."""
    short = short_ids(list(names))
    for count in range(len(call.words), 1, -1):
        reference = " ".join(call.words[:count])
        if _matches(reference, names, short):
            return find_one(call, reference, names, first), list(call.words[count:])
    return find_one(call, call.words[0] if call.words else "", names, first), list(call.words[1:])


def _matches(reference: str, names: Mapping[str, str], short: Mapping[str, str]) -> list[str]:
    """Return what a reference may mean: by id, else by its whole name, else by a part of it."""
    wanted = reference.strip().casefold()
    return (
        [each for each in names if wanted in (each.casefold(), short[each].casefold())]
        or [each for each, name in names.items() if name.casefold() == wanted]
        or [each for each, name in names.items() if wanted in name.casefold()]
    )
