"""Finding the one thing that a person means: by its short id, its whole id, or words of its name."""

from __future__ import annotations

from collections.abc import Mapping

from memserver.work.command import Invocation, Said
from memserver.work.tracker import short_ids

NAMELESS: Said = {"en": "Say which one.", "ko": "어느 것인지 적어 주세요."}
NONE_SUCH: Said = {"en": "Nothing is called {word!r}.", "ko": "{word!r}에 해당하는 것이 없습니다."}
SEVERAL: Said = {"en": "{word!r} means several: {ids}.", "ko": "{word!r}에 해당하는 것이 여럿입니다: {ids}."}
LONGEST_SHOWN = 60
MOST_SHOWN = 8


def find_one(call: Invocation, reference: str, names: Mapping[str, str]) -> str:
    """Return the id that a reference means among `names` (id → name); raises when it is none or several."""
    wanted = reference.strip().casefold()
    if not wanted:
        raise call.wrong(NAMELESS)
    short = short_ids(list(names))
    found = [each for each in names if wanted in (each.casefold(), short[each].casefold())]
    found = found or [each for each, name in names.items() if name.casefold() == wanted]
    found = found or [each for each, name in names.items() if wanted in name.casefold()]
    if len(found) > 1:
        ids = ", ".join(short[each] for each in found[:MOST_SHOWN])
        raise call.wrong(SEVERAL, word=reference[:LONGEST_SHOWN], ids=ids)
    if not found:
        raise call.missing(NONE_SUCH, word=reference[:LONGEST_SHOWN])
    return found[0]


def split_reference(call: Invocation, names: Mapping[str, str]) -> tuple[str, list[str]]:
    """Read the thing that a line begins with, and what follows: an id is one word, a name may be quoted."""
    if not call.words:
        raise call.wrong(NAMELESS)
    return find_one(call, call.words[0], names), list(call.words[1:])
