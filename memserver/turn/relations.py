"""What is known of a candidate and something else: what it replaced, and what it disagrees with, in half a line.

Judged when it was written or in the background (`retrieval/comparing.py`): a turn compares nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from typing import NamedTuple

from memserver.claims.verdict import said
from memserver.clock import from_iso
from memserver.layers.layer import Language
from memserver.model import Relation
from memserver.storage.passages import PassageFacts
from memserver.storage.relations import KnownRelation
from memserver.text.fencing import quote_name

# What is told of another text is half a line, and of few of them.
SAID_CHARACTERS = 60
MOST_TOLD = 2

_REPLACES: Mapping[Language, str] = {
    "en": "replaces “{says}” of {day}",
    "ko": "{day}의 “{says}” 대체",
}
_DISAGREES: Mapping[Language, str] = {"en": "disagrees with {other}", "ko": "{other}와 다름"}
_ELSEWHERE: Mapping[Language, str] = {"en": "“{says}” of {day}", "ko": "{day}의 “{says}”"}
# The values of these stand in an order: what was, what came.
_ORDERED = frozenset({"value", "opposite"})


class Told(NamedTuple):
    """How a candidate stands to something else."""

    replaces: bool
    """Whether the other is out of force; else both stay, and disagree."""
    id: str
    """The other: a memory, a file, or a section of one."""
    title: str
    path: str
    """Relative to the brain; empty for a memory."""
    moment: datetime
    """When the other was said or changed."""
    reason: str
    later: bool
    """Whether this one was judged as the later one."""
    ordinal: int | None
    """The passage of this one that is meant; None for a memory as a whole."""
    other_ordinal: int | None
    other_says: str

    def spoken_reason(self, language: str) -> str:
        """Return why, in words; they hold words of both texts."""
        return said(self.reason, language)


def told_of(
    rows: Iterable[KnownRelation], facts: Mapping[int, PassageFacts], by_section: bool, zone: tzinfo | None
) -> dict[str, list[Told]]:
    """Return what is known, by the id of the candidate that it is known of."""
    found: dict[str, list[Told]] = {}
    for row in rows:
        own = facts[row.passage] if row.passage is not None else None
        owner = own.owner_id(by_section) if own is not None else f"{row.memory_id}"
        whole = not row.other_path
        found.setdefault(owner, []).append(
            Told(
                replaces=row.kind == Relation.SUPERSEDES,
                id=row.other_id if whole or not by_section else f"{row.other_id}#{row.other_ordinal}",
                title=row.other_title,
                path=row.other_path,
                moment=_moment(row, zone),
                reason=row.reason,
                later=bool(row.later),
                ordinal=own.ordinal if own is not None else None,
                other_ordinal=row.other_ordinal if own is not None else None,
                other_says=row.other_says,
            )
        )
    return found


def in_order(reason: str, turned: bool) -> str:
    """Return a reason as it reads from the older one to the newer one, where their dates turned out to be the other
    way round."""
    if not turned or not reason.startswith("{"):
        return reason
    values = json.loads(reason)
    if values.get("code") not in _ORDERED:
        return reason
    return json.dumps({**values, "old": values.get("new", ""), "new": values.get("old", "")}, ensure_ascii=False)


def words_of(told: Sequence[Told], numbers: Mapping[tuple[str, int | None], int], language: Language) -> str:
    """Return what an entry says of what is known of it; `numbers` are those of the entries of the turn, by their id and
    passage."""
    words: list[str] = []
    for each in told:
        day = each.moment.date().isoformat()
        says = quote_name(each.other_says, SAID_CHARACTERS)
        if each.replaces:
            words.append(_REPLACES[language].format(says=says, day=day))
            continue
        number = numbers.get((each.id, each.other_ordinal))
        other = f"[{number}]" if number is not None else _ELSEWHERE[language].format(says=says, day=day)
        words.append(_DISAGREES[language].format(other=other))
    return "; ".join(dict.fromkeys(words[:MOST_TOLD]))


def _moment(row: KnownRelation, zone: tzinfo | None) -> datetime:
    if row.other_changed_ns > 0:
        return datetime.fromtimestamp(row.other_changed_ns / 1e9, zone or UTC)
    return from_iso(row.other_timestamp).astimezone(zone or UTC)
