"""Tells a session as an episode (SPEC 6): title, summary, key decisions, topics, first and last moment.

Owns the telling, by patterns and without a language model; the same messages always give the same episode. A session in
which the user spoke fewer than two times is no episode. It stores nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from memserver.claims.texts import Read
from memserver.layers.conversation import SessionMessage
from memserver.layers.extraction import extract, spoken_text
from memserver.model import Category, FactType
from memserver.text.korean_roles import read_korean_word
from memserver.text.sentences import split_sentences
from memserver.text.words import words

MIN_USER_MESSAGES = 2
TITLE_CHARACTERS = 80
PREVIEW_CHARACTERS = 160
MAX_DECISIONS = 8
MAX_TOPICS = 8
# A topic is a word that was used by more than one message, or an identifier that was named at all.
TOPIC_MESSAGES = 2

_HANGUL = re.compile(r"[가-힣]")
_ENGLISH_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:[.-][A-Za-z0-9_]+)*")
_GREETING = re.compile(
    r"^(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks?|thank you|ok(?:ay)?"
    r"|안녕(?:하세요)?|고마워|감사)\b[ ,.!]*",
    re.IGNORECASE,
)
_IDENTIFIER = re.compile(r"[a-z][A-Z]|_|\.|^[A-Z][a-z]+[A-Z]|^[A-Z]{2,}$")
_DULL = words(
    "the and for that this with from have has had was were are you your can could would should please thanks "
    "thank what when where which how why who into onto then than them they there here just also like want need "
    "make made does did done not but all any some use used using get got let lets new now see know think look "
    "good great okay yes sure will it's i'm i've i'll don't can't that's next file files code thing things work "
    "works working still about after before more out over very really been being our its his her their one two "
    "first last way try help add run fix show me my we in on at of to is it be do if or as by so an no up us go "
    "am say said sounds right something error issue problem"
)
_DULL_KOREAN = words(
    "그리고 그래서 이제 다음 오늘 내일 어제 정도 부분 경우 때문 생각 방법 문제 확인 감사 파일 코드 한번 우리 "
    "사용자 그거 이거 여기 거기 하나 지금 다시"
)


@dataclass(frozen=True, slots=True)
class Episode:
    """A past conversation in short."""

    title: str
    summary: str
    key_decisions: tuple[str, ...]
    topics: tuple[str, ...]
    first_timestamp: datetime | None
    last_timestamp: datetime | None


def episode(messages: Sequence[SessionMessage], read: Read | None = None) -> Episode | None:
    """Return the episode that a session makes, or None when the user spoke fewer than two times."""
    asked = [message for message in messages if message.role == "user" and message.content.strip()]
    if len(asked) < MIN_USER_MESSAGES:
        return None
    facts = extract(messages, read)
    decisions = tuple(
        fact.content
        for fact in facts
        if fact.fact_type is FactType.DECISION or fact.category in (Category.DECISION, Category.ARCHITECTURE)
    )[:MAX_DECISIONS]
    solutions = [fact.content for fact in facts if fact.fact_type is FactType.SOLUTION]
    moments = [message.timestamp for message in messages if message.timestamp is not None]
    topics = _topics(messages)
    return Episode(
        title=_title(asked),
        summary=_summary(messages, asked, decisions, solutions),
        key_decisions=decisions,
        topics=topics,
        first_timestamp=min(moments, default=None),
        last_timestamp=max(moments, default=None),
    )


def _sentences(message: SessionMessage) -> list[str]:
    return [sentence for sentence in split_sentences(spoken_text(message.content)) if sentence.strip()]


def _title(asked: Sequence[SessionMessage]) -> str:
    """Return the first thing of substance that the user said, in one line."""
    for message in asked:
        for sentence in _sentences(message):
            text = " ".join(_GREETING.sub("", sentence).split())
            if len(text) >= (5 if _HANGUL.search(text) else 8):
                return _cut(text.rstrip(" .,!"), TITLE_CHARACTERS)
    return _cut(" ".join(asked[0].content.split()), TITLE_CHARACTERS)


def _summary(
    messages: Sequence[SessionMessage],
    asked: Sequence[SessionMessage],
    decisions: Sequence[str],
    solutions: Sequence[str],
) -> str:
    """Say what was asked first and last, what was decided and solved, and how it ended."""
    korean = bool(_HANGUL.search(asked[0].content))
    parts = [f"{'처음 요청' if korean else 'Asked first'}: {_opening(asked[0])}"]
    if _opening(asked[-1]) != _opening(asked[0]):
        parts.append(f"{'마지막 요청' if korean else 'Asked last'}: {_opening(asked[-1])}")
    if decisions:
        parts.append(
            f"{'결정' if korean else 'Decided'}: {' / '.join(_cut(one, PREVIEW_CHARACTERS) for one in decisions[:3])}"
        )
    if solutions:
        parts.append(
            f"{'해결' if korean else 'Solved'}: {' / '.join(_cut(one, PREVIEW_CHARACTERS) for one in solutions[:2])}"
        )
    answers = [message for message in messages if message.role == "assistant" and message.content.strip()]
    if answers:
        parts.append(f"{'마지막 답변' if korean else 'Last answer'}: {_opening(answers[-1])}")
    return "\n".join(parts)


def _opening(message: SessionMessage) -> str:
    sentences = _sentences(message)
    text = " ".join(sentences[:2]) if sentences else " ".join(message.content.split())
    return _cut(text, PREVIEW_CHARACTERS)


def _topics(messages: Sequence[SessionMessage]) -> tuple[str, ...]:
    """Return what the talk was about: words that recur across messages, identifiers first."""
    spread: Counter[str] = Counter()
    shown: dict[str, str] = {}
    for message in messages:
        seen: set[str] = set()
        for word in _words(spoken_text(message.content)):
            key = word.lower()
            seen.add(key)
            shown.setdefault(key, word)
        spread.update(seen)
    ranked = [
        (spread[key] + (1 if _IDENTIFIER.search(shown[key]) else 0), key)
        for key in spread
        if spread[key] >= TOPIC_MESSAGES or _IDENTIFIER.search(shown[key])
    ]
    ranked.sort(key=lambda item: (-item[0], item[1]))
    return tuple(shown[key] for _, key in ranked[:MAX_TOPICS])


def _words(text: str) -> list[str]:
    found = [
        word
        for word in _ENGLISH_WORD.findall(text)
        if len(word) > 2 and word.lower() not in _DULL and not word.isdigit()
    ]
    for eojeol in text.split():
        for stem, role, latin in read_korean_word(eojeol.strip(".,!?()\"'")):
            if not latin and role != "verb" and len(stem) >= 2 and stem not in _DULL_KOREAN:
                found.append(stem)
    return found


def _cut(text: str, limit: int) -> str:
    """Cut by characters, at a space where there is one near."""
    if len(text) <= limit:
        return text
    space = text.rfind(" ", limit // 2, limit)
    return text[: space if space > 0 else limit - 1].rstrip(" ,.;") + "…"
