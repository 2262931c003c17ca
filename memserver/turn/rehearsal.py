"""Runs the steps that read texts once over a few sentences, so that no turn has to wait for their patterns.

Patterns of phrases are compiled when they are first needed, which takes ten times as long as a turn. Made for a thread
of its own, while nobody waits. What comes out is thrown away.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memserver.growth.ambiguity import detect_ambiguity
from memserver.growth.decay import domain_of
from memserver.growth.requirements import TaskType
from memserver.retrieval.plan import plan_query
from memserver.retrieval.severity import severity
from memserver.text.phrases import phrase_pattern
from memserver.text.token_count import WARM_UP_TEXT, count_tokens

PROMPT = "Write the minutes of last week's meeting. 지난주 회의록을 정리해 줘."
# One word of each domain, and of a dispute.
TEXT = "The market price, the news, the server version, the release process, the policy; others disagree. 배포는 3일."


def rehearse(types: Sequence[TaskType], now: datetime) -> None:
    """Load the tokeniser and compile what turns read prompts and memories by."""
    count_tokens(WARM_UP_TEXT)
    _load_arrays()
    plan_query(PROMPT, now)
    detect_ambiguity(PROMPT)
    for task in types:
        for phrases in (task.objects, task.actions, task.exceptions):
            if phrases:
                phrase_pattern(phrases)
    domain_of(TEXT)
    severity(TEXT)


def _load_arrays() -> None:
    import numpy as np  # noqa: PLC0415 - heavy

    # The first call loads more of numpy than the import did.
    np.unique(np.zeros(1))
