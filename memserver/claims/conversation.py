"""Whether something that was said in a conversation is taken back or corrected later in the same conversation.

Not for statements of different days: within one conversation a bare "make that 4" is about what was just said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from memserver.claims.claim import claim_of
from memserver.claims.model import KINDS
from memserver.claims.texts import SHORT_WORDS, Read

# From this chance on that a later message replaces what was said.
TAKEN_BACK = 0.6
_CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)


def taken_back_by(said: str, later: Sequence[str], read: Read | None) -> int | None:
    """Return the place of the first later message that takes a statement back; None where none does.

    Without a reader that is one which says that something is taken back, and shares a word with the statement.
    """
    for place, message in enumerate(later):
        text = spoken(message)
        if text and (_takes_back(said, text) if read is None else _reads_as_taken_back(said, text, read)):
            return place
    return None


def spoken(message: str) -> str:
    """Return the first words of a message, without code."""
    return " ".join(_CODE.sub(" ", message).split()[:SHORT_WORDS])


def _reads_as_taken_back(said: str, message: str, read: Read) -> bool:
    return float(read(said, message)[KINDS.index("replaces")]) >= TAKEN_BACK


def _takes_back(said: str, message: str) -> bool:
    claim = claim_of(message)
    return bool(claim.cues["retract"] and claim.content & claim_of(said).content and not claim.question)
