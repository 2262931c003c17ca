"""What can be seen of a pair of claims: the stored one first, the new one second. One row of numbers for the model."""

from __future__ import annotations

import math
from collections import Counter
from difflib import SequenceMatcher
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from memserver.claims.claim import Claim, in_other_scopes
from memserver.claims.cues import opposites
from memserver.text.alternatives import group_of

Floats = npt.NDArray[np.float32]
CUES = (
    "change",
    "strong",
    "retract",
    "doubt",
    "past",
    "addition",
    "exception",
    "condition",
    "duty",
    "reason",
    "elsewhere",
)
FIRST_WORDS = 3
SHORT_SUBSTITUTION = 3
# Longer statements are aligned by their first tokens only: alignment is quadratic.
MOST_ALIGNED = 256


def pair_features(old: Claim, new: Claim) -> Floats:
    """Return what the words of two claims say for and against each verdict."""
    row: list[float] = []
    row += _overlap(old, new)
    row += _values(old, new)
    row += _polarity(old, new)
    row += _cues(old, new)
    row += _scope(old, new)
    row += _left(old, new)
    row += _alignment(old.keys[:MOST_ALIGNED], new.keys[:MOST_ALIGNED])
    row += _things(old, new)
    row += [old.korean, new.korean, old.korean != new.korean]
    return np.array(row, np.float32)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _said(new: Claim) -> frozenset[str]:
    """Return the content of a claim without the words that only say that something changes."""
    spoken = {word for kind in ("strong", "retract") for cue in new.cues[kind] for word in cue.split()}
    return frozenset(token.key for token in new.tokens if token.kind != "stop" and token.written.lower() not in spoken)


def _overlap(old: Claim, new: Claim) -> list[float]:
    said = _said(new)
    shared = old.content & said
    only_old, only_new = old.content - said, said - old.content
    subject = old.subject & said
    tail = frozenset(old.keys[2:])
    return [
        _share(len(shared), len(old.content | said)),
        _share(len(shared), len(old.content)),
        _share(len(shared), len(said)),
        min(len(only_old), 8) / 4,
        min(len(only_new), 8) / 4,
        math.log((len(new.keys) + 1) / (len(old.keys) + 1)),
        _share(len(subject), len(old.subject)),
        min(len(subject), 4) / 2,
        _share(len(tail & said), len(tail)),
        _share(len(new.subject & old.content), len(new.subject)),
        not shared,
    ]


def _values(old: Claim, new: Claim) -> list[float]:
    only_old, only_new, shared = old.values - new.content, new.values - old.content, old.values & new.values
    numbers_differ = bool(old.numbers and new.numbers and not old.numbers & new.numbers)
    slots_old, slots_new = _slots(old), _slots(new)
    same_slot = slots_old.keys() & slots_new.keys()
    slot_differs = any(slots_old[slot] != slots_new[slot] for slot in same_slot)
    units_differ = bool(slots_old and slots_new and not same_slot)
    days_differ = bool(old.days and new.days and not old.days & new.days)
    scopes_equal = old.scope == new.scope
    groups_old = {group for key in old.content - new.content if (group := group_of(key)) is not None}
    groups_new = {group for key in new.content - old.content if (group := group_of(key)) is not None}
    return [
        min(len(only_old), 3),
        min(len(only_new), 3),
        bool(only_old and only_new),
        bool(shared),
        bool(shared and only_new),
        bool(shared and not only_new and not only_old),
        numbers_differ,
        bool(old.numbers & new.numbers),
        bool(new.numbers - old.numbers),
        slot_differs,
        units_differ,
        days_differ,
        bool(only_old and only_new and scopes_equal),
        bool(groups_old & groups_new),
    ]


def _slots(claim: Claim) -> dict[tuple[str, str], frozenset[str]]:
    found: dict[tuple[str, str], set[str]] = {}
    for token in claim.tokens:
        if token.value is not None:
            found.setdefault((token.value.kind, token.value.unit), set()).add(token.value.normal)
    return {slot: frozenset(normals) for slot, normals in found.items()}


def _polarity(old: Claim, new: Claim) -> list[float]:
    parity = (old.negations + new.negations) % 2
    said = _said(new)
    table = opposites()
    written_old = {token.written.lower() for token in old.tokens} | old.content
    written_new = {token.written.lower() for token in new.tokens} | new.content
    opposed = any(table.get(word, frozenset()) & (written_new - written_old) for word in written_old - written_new)
    share_old = _share(len(old.content & said), len(old.content))
    share_new = _share(len(old.content & said), len(said))
    agree = not parity and not opposed and old.values == new.values
    return [
        parity,
        min(old.negations, 2),
        min(new.negations, 2),
        opposed,
        parity * share_old,
        parity * share_old * share_new,
        opposed * share_old,
        agree * share_old * share_new,
    ]


def _cues(old: Claim, new: Claim) -> list[float]:
    found = [float(bool(claim.cues[kind])) for kind in CUES for claim in (old, new)]
    firm = not new.question and not new.cues["doubt"]
    return [
        *found,
        new.question,
        old.question,
        firm and bool(new.cues["change"]),
        firm and bool(new.cues["strong"]),
        firm and bool(new.cues["retract"]),
        bool(new.cues["strong"]) and not old.cues["strong"],
        min(len(new.cues["strong"]), 3),
    ]


def _scope(old: Claim, new: Claim) -> list[float]:
    only_old, only_new = old.scope - new.scope, new.scope - old.scope
    roles_old, roles_new = old.roles - new.content, new.roles - old.content
    return [
        min(len(only_old), 2),
        min(len(only_new), 2),
        bool(only_old and only_new),
        bool(old.scope & new.scope),
        bool(only_new and not old.scope),
        bool(only_old and not new.scope),
        min(len(roles_old), 2),
        min(len(roles_new), 2),
        bool(roles_old and roles_new),
        bool(old.head - new.content),
        bool(new.head - old.content),
        bool(old.head and new.head and not old.head & new.head),
        in_other_scopes(old, new),
        bool(old.dimensions - new.dimensions),
        bool(new.dimensions - old.dimensions),
    ]


def _left(old: Claim, new: Claim) -> list[float]:
    return [
        bool(new.left & old.content),
        bool(new.left & old.values),
        bool(new.left & frozenset(old.keys[-2:])),
        bool(new.left) and not new.left & old.content,
        bool(old.left & new.values),
    ]


@lru_cache(maxsize=2_048)
def _alignment(old: tuple[str, ...], new: tuple[str, ...]) -> list[float]:
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    kinds = Counter(tag for tag, *_ in blocks)
    substitutions = [(i1, i2, j1, j2) for tag, i1, i2, j1, j2 in blocks if tag == "replace"]
    only = len(substitutions) == 1 and not kinds["delete"] and not kinds["insert"]
    short = (
        only
        and max(substitutions[0][1] - substitutions[0][0], substitutions[0][3] - substitutions[0][2])
        <= SHORT_SUBSTITUTION
    )
    place = substitutions[0][0] / max(len(old), 1) if short else 0.0
    prefix = next(
        (index for index, (one, other) in enumerate(zip(old, new, strict=False)) if one != other),
        min(len(old), len(new)),
    )
    suffix = next(
        (index for index, (one, other) in enumerate(zip(reversed(old), reversed(new), strict=False)) if one != other),
        min(len(old), len(new)),
    )
    longest = max(len(old), len(new), 1)
    return [
        min(kinds["replace"], 4) / 2,
        min(kinds["delete"], 4) / 2,
        min(kinds["insert"], 4) / 2,
        short,
        place,
        short and substitutions[0][0] == 0,
        prefix / longest,
        suffix / longest,
        old == new,
    ]


def _things(old: Claim, new: Claim) -> list[float]:
    lead_old, lead_new = _leading_names(old), _leading_names(new)
    first_old, first_new = old.keys[:1], new.keys[:1]
    return [
        bool(first_old) and first_old == first_new,
        bool(first_old) and first_old[0] in new.content,
        bool(first_new) and first_new[0] in old.content,
        bool(lead_old and lead_new and not lead_old & lead_new),
        bool(lead_old & lead_new),
        bool(lead_old and not lead_old & new.content),
        bool(lead_new and not lead_new & old.content),
    ]


def _leading_names(claim: Claim) -> frozenset[str]:
    """Return the names among the first words: things that a statement speaks of."""
    first = [token for token in claim.tokens if token.kind != "stop"][:FIRST_WORDS]
    return frozenset(token.key for token in first if token.kind in {"name", "identifier"})
