"""Every tuned number of composing a turn, with where it comes from: docs/decisions/0017-turn.md has the tables."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FitTuning:
    """How ranked passages become a turn."""

    source_weight: float = 0.5
    """Share of its source's best score that a passage is lifted by. 0.25 to 1 is a plateau of answers in the turn; more
    brings more of one file and fewer files."""
    stop_below: float = 0.45
    """Share of the best value below which no further passage is taken: the answers lost are 1 %, the tokens 40 %."""
    nothing_below: float = 0.15
    """Share of the best value below which nothing is shown, however much room there is: it is about something else."""
    stop_after_tokens: int = 300
    """What a turn may hold in any case: with less, stores of one-line memories lose a tenth of their answers."""
    stop_after_doubt: int = 500
    """What is added to that where nothing says that the best helps: the less sure, the more is shown."""
    misses: int = 25
    """Passages in a row that no longer fit, after which the rest is not tried."""
    rule_strength: float = 3.0
    """What the logarithm of a rule's factor counts for in a score: the strongest rule moves a passage by 0.8, about
    the distance between the first and the third result."""

    newer_by: float = 0.1
    """How far the newer of two memories that disagree stands above the older one: just above."""

    asked_from: float = 0.5
    """Chance of help from which a standing rule is taken to be asked about: more likely than not."""


FIT = FitTuning()
