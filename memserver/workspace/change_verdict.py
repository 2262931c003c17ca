"""Whether a memory still stands after its places changed, by points; the points and where they come from are here.

What decides is what the memory says: a name or value of its words that left the place, or came to it, counts; the
rest of a function may change as it likes. Chosen on the tune half of tests/data/claims/stale-facts.jsonl
(docs/decisions/0024).
"""

from __future__ import annotations

from memserver.workspace.kept_places import MAYBE, NAMED, WHOLE, Places
from memserver.workspace.outline import Outline
from memserver.workspace.place_changes import Change, changes

STALE_FROM = 2.0
GONE = 4.0
MOVED_ELSEWHERE = 1.5
HARD_WORD_LEFT = 3.0
HARD_WORD_SWAPPED = 3.0
HARD_WORD_CAME = 2.0
VALUE_SWAPPED = 2.5
VALUE_LEFT_OR_CAME = 1.2
HARD_WORD_FEWER = 1.2
SETTING_CHANGED = 3.0
PARAMETER_LEFT = 2.0
QUOTE_CHANGED = 2.5
NAME_LEFT = 2.0
SOFT_WORD = 2.0
STATEMENT_CHANGED = 0.8
STRING_LEFT = 0.5


def points(change: Change) -> float:
    """Return how strongly a change speaks against what the memory says."""
    place = change.place
    if place.kind == WHOLE:
        return GONE
    if change.gone:
        return MOVED_ELSEWHERE if change.elsewhere and "." not in place.name else GONE
    swapped = change.fewer_hard and (change.more_hard or change.came_hard) and change.top_lost
    value_swapped = change.values_lost and change.values_came
    found = (
        (STATEMENT_CHANGED, change.top_lost),
        (HARD_WORD_LEFT, change.lost_hard),
        (HARD_WORD_CAME, change.came_hard),
        (HARD_WORD_SWAPPED, swapped),
        (HARD_WORD_FEWER, change.fewer_hard and not swapped),
        (VALUE_SWAPPED, value_swapped),
        (VALUE_LEFT_OR_CAME, (change.values_lost or change.values_came) and not value_swapped),
        (SETTING_CHANGED, place.size == 1 and place.kind in (NAMED, MAYBE) and change.top_lost),
        (QUOTE_CHANGED, change.quoted_lost),
        (NAME_LEFT, change.names_lost),
        (PARAMETER_LEFT, change.parameters_lost and change.signature),
        (STRING_LEFT, change.strings_lost),
        (SOFT_WORD, change.lost_soft),
        (SOFT_WORD, change.came_soft),
    )
    return sum(worth for worth, holds in found if holds)


def is_value(change: Change) -> bool:
    """Say whether what changed is a value rather than what a symbol does."""
    return change.place.size == 1 or bool(change.values_lost and change.values_came)


def verdict(places: Places, outline: Outline) -> Change | None:
    """Return the change that makes a memory stale: the strongest; None when it still stands."""
    worst = max(changes(places, outline), key=points, default=None)
    return worst if worst is not None and points(worst) >= STALE_FROM else None
