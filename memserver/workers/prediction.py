"""What the next turns will need, guessed from habits: which sources earlier turns used, in which file and when.

Pure: turns in, sources out. Each earlier turn votes for what it used; it counts more the newer it is and the more its
situation resembles the present one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

# After so many turns a habit counts half.
HALF_LIFE_TURNS = 25
SAME_FILE = 3.0
OPEN_FILE = 1.0
SAME_BRANCH = 1.0
SAME_HOUR = 0.5
SAME_SESSION = 1.0
# What came next the last time, after the same sources as just now.
FOLLOWED = 3.0
HOURS = 24


@dataclass(frozen=True, slots=True)
class Habit:
    """One turn: its situation and the sources it used."""

    turn_id: str
    sources: tuple[str, ...]
    active_file: str | None = None
    open_files: tuple[str, ...] = ()
    branch: str | None = None
    session: str = ""
    hour: int = 0


def likely_sources(habits: Sequence[Habit], branch: str | None, hour: int, most: int) -> list[str]:
    """Return the sources that the next turn will most likely use; `habits` are oldest first, the last is now."""
    if not habits:
        return []
    now = habits[-1]
    votes: Counter[str] = Counter()
    for place, habit in enumerate(habits):
        weight = 0.5 ** ((len(habits) - 1 - place) / HALF_LIFE_TURNS)
        likeness = 1.0 + _likeness(habit, now, branch, hour)
        if place:
            likeness += FOLLOWED * _overlap(habits[place - 1].sources, now.sources)
        for source in habit.sources:
            votes[source] += weight * likeness
    return [source for source, _ in sorted(votes.items(), key=lambda item: (-item[1], item[0]))[:most]]


def most_used(habits: Sequence[Habit], most: int) -> list[str]:
    """Return the sources that were used most often: what any guess has to beat."""
    counts = Counter(source for habit in habits for source in habit.sources)
    return [source for source, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:most]]


def likely_prompts(prompts: Sequence[str], most: int) -> list[str]:
    """Return the questions that were asked again and again, the most frequent first; `prompts` are oldest first."""
    counts = Counter(prompts)
    latest = {prompt: place for place, prompt in enumerate(prompts)}
    again = [prompt for prompt, count in counts.items() if count > 1]
    return sorted(again, key=lambda prompt: (-counts[prompt], -latest[prompt]))[:most]


def _likeness(habit: Habit, now: Habit, branch: str | None, hour: int) -> float:
    away = abs(habit.hour - hour)
    return (
        SAME_FILE * (habit.active_file is not None and habit.active_file == now.active_file)
        + OPEN_FILE * (habit.active_file is not None and habit.active_file in now.open_files)
        + SAME_BRANCH * (habit.branch is not None and habit.branch == branch)
        + SAME_HOUR * (min(away, HOURS - away) <= 1)
        + SAME_SESSION * (habit.session == now.session)
    )


def _overlap(one: Sequence[str], other: Sequence[str]) -> float:
    together = set(one) | set(other)
    return len(set(one) & set(other)) / len(together) if together else 0.0
