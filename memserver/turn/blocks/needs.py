"""What a turn needs of its blocks: whether it is to be answered from what is stored, and how well that can carry it.

Shared by the blocks that speak of evidence, so that they agree: the guard stands where the sources are weak, the
checklist and the citations where they are good.
"""

from __future__ import annotations

import re
from datetime import datetime

from memserver.retrieval.relevance import FULL_FROM
from memserver.turn.blocks.inputs import BlockInputs, BlockSource
from memserver.turn.blocks.provenance import is_old

# An answer rests on the best source and on those at least half as likely to help; more than a few nobody weighs.
RELIED_ON_SHARE = 0.5
MAX_RELIED_ON = 5

# Kinds of work (growth.ambiguity) whose result tells what is known; code, fixes and orders to run something do not.
_TELLING_KINDS = frozenset({"question", "explain", "research", "digest", "plan"})
# A question about what "we" did or decided, as opposed to one about the world.
_OWN = re.compile(
    r"\b(?:we|our|ours|us|my|did I)\b|우리|저희|[했었았였됐]\s?(?:더라|었더라|었지|지|나요|니|던가|었어|어요?)(?=\W*$)",
    re.IGNORECASE,
)


def asks_what_is_known(inputs: BlockInputs) -> bool:
    """Say whether the answer itself is what is known: a question, an explanation, a summary, a plan."""
    return inputs.ambiguity.kind in _TELLING_KINDS


def tells_what_is_known(inputs: BlockInputs) -> bool:
    """Say whether the answer will state facts: such an answer, or the result of a recognised task."""
    return inputs.task is not None or asks_what_is_known(inputs)


def asks_about_own_past(inputs: BlockInputs) -> bool:
    """Say whether it is a question about this project, its people or its past, which nobody can answer by guessing."""
    return inputs.ambiguity.kind == "question" and _OWN.search(inputs.prompt) is not None


def relied_on(inputs: BlockInputs) -> tuple[BlockSource, ...]:
    """Return the sources that an answer would rest on, in the order of their numbers; code is read, not believed."""
    said = [source for source in inputs.sources if not source.code]
    best = max((source.score for source in said), default=0.0)
    near = sorted((source for source in said if source.score >= RELIED_ON_SHARE * best), key=lambda each: -each.score)
    return tuple(sorted(near[:MAX_RELIED_ON], key=lambda each: each.number))


def answers(inputs: BlockInputs) -> bool:
    """Say whether a source may well answer: likely enough that the turn may use its whole budget.

    Else all that is shown is near the subject at best: a near miss.
    """
    return any(source.score >= FULL_FROM for source in inputs.sources)


def is_doubtful(source: BlockSource, now: datetime) -> bool:
    """Say whether a source may not hold: stale, past the half-life of its domain, put away, or never checked."""
    return source.stale or source.unverified or source.status == "archived" or is_old(source, now)


def numbers_of(sources: tuple[BlockSource, ...]) -> str:
    """Return the numbers of sources as they are cited."""
    return ", ".join(f"[{source.number}]" for source in sources)
