"""A tracker in the brain: a file whose items, not whose lines, are searched.

Which trackers there are and how their lines add up is the business of whoever hands in a `ReadItems`; here only what an
item is, and which files may be trackers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

MAX_TRACKER_BYTES = 32 * 1024 * 1024
"""A log only grows: a hundred thousand lines, a few years of a team's work, take half of this."""

_TRACKER = re.compile(r"\.astra/[a-z][a-z0-9_-]*\.jsonl")


@dataclass(frozen=True, slots=True)
class TrackerItem:
    """One item as it stands now; `text` is its short form."""

    kind: str
    """The tracker's name."""
    id: str
    title: str
    text: str
    moment: str
    """When something about it was last told."""
    status: str | None


ReadItems = Callable[[str, str], Sequence[TrackerItem]]
"""Returns the items of a tracker from its path and its text; none for a file that is no tracker. Never fails."""


def is_tracker(path: str) -> bool:
    """Whether a path (relative to the brain) is where trackers stand."""
    return _TRACKER.fullmatch(path) is not None


def no_items(path: str, text: str) -> Sequence[TrackerItem]:  # noqa: ARG001 - the shape is shared
    """Know no tracker."""
    return ()
