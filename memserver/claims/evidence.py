"""What a link between two memories rests on, as it is stored and as it is read: a code, its values, and the chance."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from memserver.claims.verdict import Reason, said

DECLARED = "declared"
HEADER = "header"
SETTLED = "settled"
# What replaced it is gone, and what replaced that one took over.
CHAIN = "chain"
# What was said outright is not judged again by the words of the texts.
SAID_OUTRIGHT = frozenset({DECLARED, SETTLED, CHAIN})


@dataclass(frozen=True, slots=True)
class Evidence:
    """The reason of a link, taken apart; an earlier version stored a sentence, which has no code."""

    code: str | None = None
    values: Mapping[str, str] = field(default_factory=dict)
    chance: float | None = None


def written(reason: Reason, chance: float | None = None) -> str:
    """Return a reason as it is stored, with how sure the verdict was where it was a guess."""
    if chance is None:
        return reason.to_json()
    return json.dumps({**json.loads(reason.to_json()), "chance": round(chance, 3)}, ensure_ascii=False)


def taken_apart(stored: str) -> Evidence:
    """Return the code, the values and the chance of stored evidence."""
    try:
        read = json.loads(stored) if stored.startswith("{") else {}
    except ValueError:
        read = {}
    code, chance = read.pop("code", None), read.pop("chance", None)
    if not isinstance(code, str):
        return Evidence()
    values = {name: value for name, value in read.items() if isinstance(value, str)}
    return Evidence(code, values, float(chance) if isinstance(chance, int | float) else None)


def spoken(stored: str, language: str) -> str:
    """Return stored evidence in the language of a reader."""
    try:
        return said(stored, language)
    except (ValueError, KeyError):
        # Imported evidence may be incomplete.
        return stored
