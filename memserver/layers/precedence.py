"""Whether one of two stored statements takes the other out of force: what the words say, and who said them.

The words are judged in `claims`. Here is what they may do: who is vouched for gives way to little, what memserver wrote
down by itself does not replace what a person said, and what stands in one file holds together.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from memserver.claims.evidence import HEADER, written
from memserver.claims.model import VectorPair
from memserver.claims.references import Reference, means, names_of, replaces
from memserver.claims.texts import Read, judge_texts
from memserver.claims.verdict import Reason, Verdict, restates
from memserver.model import Memory, Origin, Status

# What somebody vouches for gives way to a change that was told as clearly as this, or declared.
SURE = 0.9
# The code of a verdict that nothing in the words shows.
NOTHING_SEEN = "differs"
# A long document is not one statement: comparing it with another would find accidental differences.
LONGEST_STATEMENT_CHARS = 2_000


@dataclass(frozen=True, slots=True)
class Standing:
    """How a newer statement stands to an older one, and what that rests on."""

    kind: Literal["duplicate", "replaces", "conflicts"]
    evidence: str


def standing(old: Memory, new: Memory, vectors: VectorPair | None = None, read: Read | None = None) -> Standing | None:
    """Return what the words of the newer of two statements do to the older one; None where they do nothing to it."""
    if of_one_file(old, new) or max(len(old.content), len(new.content)) > LONGEST_STATEMENT_CHARS:
        return None
    if restates(old.content, new.content):
        return Standing("duplicate", written(Reason("repeated")))
    verdict = judge_texts(old.content, new.content, vectors, read)
    if not clearly_disagrees(verdict):
        return None
    kind: Literal["replaces", "conflicts"] = "replaces" if _may_replace(old, new, verdict) else "conflicts"
    return Standing(kind, written(verdict.reason, verdict.chance))


def clearly_disagrees(verdict: Verdict) -> bool:
    """Say whether both can't hold; where no value, negation or opposite shows it, that must be all but certain."""
    return verdict.disagrees and (verdict.reason.code != NOTHING_SEEN or verdict.chance > SURE)


def of_one_file(one: Memory, other: Memory) -> bool:
    """Say whether two statements were imported from one file: whoever wrote it meant both."""
    path = _file_of(one)
    return path is not None and path == _file_of(other)


def said_in_header(new: Memory, old: Memory) -> str | None:
    """Return the evidence that a text names another one as replaced; None where it does not. Order proves nothing."""
    references = replaces(new.content)
    if not references or of_one_file(new, old):
        return None
    names, own = names_of(old.title, old.content), names_of(new.title, new.content)
    named = next((str(each) for each in references if means(each, names, own)), None)
    return None if named is None else written(Reason(HEADER, {"header": named}))


def numbered(names: Iterable[Reference]) -> list[Reference]:
    """Return the names by which other texts may say that they replace a text."""
    return [name for name in names if name.number.isdigit()]


def is_vouched_for(memory: Memory) -> bool:
    """Say whether a test, a compiler or a person stands behind a memory: it does not give way to a mere statement."""
    return memory.validation.status in {Status.VERIFIED, Status.PUBLISHED}


def _may_replace(old: Memory, new: Memory, verdict: Verdict) -> bool:
    if not verdict.proven:
        return False
    guessed = new.origin in {Origin.EXTRACTED, Origin.DISTILLED} and old.origin is Origin.EXPLICIT
    return not guessed and (verdict.chance > SURE or not is_vouched_for(old))


def _file_of(memory: Memory) -> str | None:
    origin = memory.metadata.get("origin")
    path = origin.get("path") if isinstance(origin, dict) else None
    return path if isinstance(path, str) else None
