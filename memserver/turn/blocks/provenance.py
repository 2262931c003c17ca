"""How blocks speak of a source: its date, who vouched for it, and whether it is too old to trust unchecked."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache

from memserver.growth.decay import DEFAULT_HALF_LIFE_DAYS, HALF_LIFE_DAYS, READ_CHARACTERS, domain_of
from memserver.turn.blocks.inputs import BlockSource

# Nothing younger than this is old, whatever it is about: most sources are never read for their domain.
_SHORTEST = min(HALF_LIFE_DAYS.values())
_domain_of = lru_cache(maxsize=256)(domain_of)

_TRUSTED = {
    "en": {"verified": "verified", "published": "published"},
    "ko": {"verified": "검증됨", "published": "게시됨"},
}


def trust_of(status: str | None, language: str) -> str:
    """Return the word for a memory that somebody vouched for, "" for any other."""
    return _TRUSTED[language].get(status or "", "")


def vouched_for(status: str | None) -> bool:
    """Say whether somebody vouched for a memory of this status."""
    return status in _TRUSTED["en"]


def date_of(source: BlockSource) -> str:
    """Return the day on which a source was last changed, "" when unknown."""
    return source.modified.date().isoformat() if source.modified else ""


def age_in_days(source: BlockSource, now: datetime) -> int | None:
    """Return how old a source is, None when unknown."""
    return max(0, (now - source.modified).days) if source.modified else None


def is_old(source: BlockSource, now: datetime) -> bool:
    """Say whether a source is past the half-life of its domain, which is read from its text where nobody gave it."""
    age = age_in_days(source, now)
    if age is None or age <= _SHORTEST:
        return False
    domain = source.domain or _domain_of(f"{source.title}\n{source.text}"[:READ_CHARACTERS])
    return age > HALF_LIFE_DAYS.get(domain, DEFAULT_HALF_LIFE_DAYS)
