"""What a turn gathers beside the search: procedures that the prompt calls for, recent sessions, the conversation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from memserver.config import Settings
from memserver.knowledge.skills import Skill, match_skills
from memserver.layers.layer import Language, Section
from memserver.layers.manager import SHORT_TERM
from memserver.layers.medium_term import SessionSummary
from memserver.learning.turn_lessons import LearnedLesson
from memserver.model import Layer
from memserver.retrieval.excerpt import excerpt
from memserver.retrieval.tuning import RANKING
from memserver.text.fencing import entry, quote_line
from memserver.text.terms import index_terms, query_terms
from memserver.text.token_count import count_tokens
from memserver.turn.candidates import Candidate, Part
from memserver.turn.request import TurnRequest

MOST_SKILLS = 3
MEDIUM_TERM = "medium-term"
# The client has the conversation as well: here it is a reminder, not a copy.
CONVERSATION_SHARE = 0.15
MOST_MESSAGE_CHARS = 200
LEAST_MESSAGE_CHARS = 40


def skill_candidates(
    prompt: str, skills: Sequence[Skill], written: Callable[[str], datetime], top: float
) -> list[Candidate]:
    """Return the procedures whose triggers the prompt holds, above `top`: a prompt that says the trigger wants them.

    `written` says when their file was last changed.
    """
    candidates = []
    for match in match_skills(prompt, skills)[:MOST_SKILLS]:
        skill = match.skill
        steps = "\n".join(f"{number}. {step}" for number, step in enumerate(skill.steps, 1))
        text = "\n".join(part for part in (skill.description, steps) if part)
        if not text:
            continue
        candidates.append(
            Candidate(
                id=f"skill:{skill.path}",
                source=Layer.PROCEDURAL.value,
                layer=Layer.PROCEDURAL.value,
                title=skill.name,
                heading=skill.name,
                text=text,
                parts=_whole(text, top + match.strength, skill.name),
                score=top + match.strength,
                moment=written(skill.path),
                path=skill.path,
                forced=True,
                notes={"trigger": match.trigger, "strength": round(match.strength, 3)},
            )
        )
    return candidates


def session_candidates(prompt: str, sessions: Sequence[SessionSummary], limit: int, now: datetime) -> list[Candidate]:
    """Return the recent sessions that share words with the prompt, the most of them first, at most `limit`."""
    asked = frozenset(query_terms(prompt))
    found: list[Candidate] = []
    for session in sessions:
        shared = len(asked.intersection(index_terms(f"{session.title} {session.text}")))
        if not shared:
            continue
        share = shared / len(asked)
        # Judged by shared words alone, as a passage without a vector is.
        score = RANKING.words * share
        moment = datetime.fromtimestamp(session.timestamp / 1000, UTC) if session.timestamp else now
        found.append(
            Candidate(
                id=f"session:{session.id}",
                source=MEDIUM_TERM,
                title=session.title,
                text=session.text,
                parts=_whole(session.text, score),
                score=score,
                chance=share,
                moment=moment,
                notes={"sharedWords": shared, "words": len(asked)},
            )
        )
    return sorted(found, key=lambda each: (-each.score, -each.moment.timestamp(), each.id))[:limit]


def lesson_candidates(lessons: Sequence[LearnedLesson], top: float) -> list[Candidate]:
    """Return what learning has to say, as lessons, above `top`: whether it applies was decided there."""
    return [
        Candidate(
            id=lesson.id,
            source=Layer.PROCEDURAL.value,
            layer=Layer.PROCEDURAL.value,
            title="",
            text=lesson.text,
            parts=_whole(lesson.text, top + lesson.score),
            score=top + lesson.score,
            forced=True,
            moment=lesson.moment,
            author="claude-code",
            lesson=True,
            notes={"learned": lesson.note},
        )
        for lesson in lessons
    ]


def conversation(request: TurnRequest, settings: Settings, budget: int, language: Language) -> Section | None:
    """Return the last visible messages as a section, within a small share of the budget."""
    most = int(budget * CONVERSATION_SHARE)
    limit = settings.memory_short_term_messages
    chars = MOST_MESSAGE_CHARS
    while limit > 0 and chars >= LEAST_MESSAGE_CHARS:
        window = SHORT_TERM.window(request.history, limit, _shorten, chars, language)
        if not window:
            return None
        content = "\n".join(entry(f"{quote_line(speaker, 40)}: ", said) for speaker, said in window)
        if count_tokens(content) <= most:
            relevance = SHORT_TERM.relevance(request.prompt, [said for _, said in window])
            return Section(SHORT_TERM.label(language), content, relevance)
        chars //= 2
    return None


def question_of(request: TurnRequest) -> str:
    """Return what to search for: the prompt, with the user's last message where the prompt alone says too little."""
    if len(query_terms(request.prompt)) >= 3:
        return request.prompt
    before = next((message.content for message in reversed(request.history) if message.role == "user"), "")
    return f"{request.prompt}\n{before[:500]}" if before else request.prompt


def _whole(text: str, value: float, heading: str = "") -> tuple[Part, ...]:
    """Return a text as the one passage of its candidate."""
    return (Part(0, heading, text, count_tokens(text), value),)


def _shorten(text: str, max_chars: int) -> str:
    """Shorten a message at a sentence or a word."""
    flat = " ".join(text.split())
    if len(flat) <= max_chars:
        return flat
    return excerpt(flat[: max_chars * 2], max(max_chars // 4, 8), ())[:max_chars]
