"""The short form of a record: one text in its own words that says what a person would want to know of it.

    Decision: Where do we keep orders? → Postgres. Why: it was there already. (worked)

It is what the one search finds and what a turn quotes. Its labels are in the language of the record.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from memserver.retrieval.levels import level_of_text
from memserver.storage.passages import NewPassage
from memserver.storage.records import Json
from memserver.storage.schema_records import SEARCHED_IN_A_TURN
from memserver.storage.searched_records import SearchedRecord
from memserver.text.indexed_words import memory_terms
from memserver.text.language import Language, has_korean, language_of
from memserver.text.passages import split_passages
from memserver.text.token_count import count_tokens

LABELS: dict[str, dict[Language, str]] = {
    "decisions": {"en": "Decision", "ko": "결정"},
    "incidents": {"en": "Incident", "ko": "장애"},
    "procedures": {"en": "Procedure", "ko": "절차"},
    "knowledge": {"en": "Knowledge", "ko": "지식"},
    "goals": {"en": "Goal", "ko": "목표"},
    "tasks": {"en": "Task", "ko": "작업"},
    "why": {"en": "Why", "ko": "이유"},
    "others": {"en": "Not taken", "ko": "택하지 않은 것"},
    "who": {"en": "By", "ko": "결정한 사람"},
    "outcome": {"en": "Outcome", "ko": "결과"},
    "symptoms": {"en": "Symptoms", "ko": "증상"},
    "cause": {"en": "Cause", "ko": "원인"},
    "resolution": {"en": "Resolved by", "ko": "해결"},
    "prevention": {"en": "Prevention", "ko": "예방"},
    "steps": {"en": "Steps", "ko": "순서"},
    "pitfalls": {"en": "Beware", "ko": "주의"},
    "source": {"en": "Source", "ko": "출처"},
    "error": {"en": "Error", "ko": "오류"},
    "agent": {"en": "Done by", "ko": "담당"},
}
STATUSES: dict[str, dict[Language, str]] = {
    "accepted": {"en": "accepted", "ko": "채택"},
    "worked": {"en": "worked", "ko": "잘됨"},
    "failed": {"en": "failed", "ko": "실패"},
    "resolved": {"en": "resolved", "ko": "해결됨"},
    "open": {"en": "open", "ko": "해결되지 않음"},
    "active": {"en": "active", "ko": "진행 중"},
    "in_progress": {"en": "in progress", "ko": "진행 중"},
    "pending": {"en": "pending", "ko": "대기 중"},
    "completed": {"en": "done", "ko": "완료"},
    "cancelled": {"en": "cancelled", "ko": "취소"},
}
"""Other statuses are shown as they were given."""

Fields = Sequence[tuple[str, object]]
# As long as a memory's own title may be.
LONGEST_TITLE = 80


def searched_record(table: str, record: Json) -> SearchedRecord:
    """Return what the one search is given of a record of one of the tables that it covers."""
    kind = SEARCHED_IN_A_TURN[table]
    title, said, fields, status = _READERS[kind](record)
    words = tuple(map(_flat, record.get("tags") or ()))
    language = language_of(" ".join([said, *(_flat(value) for _, value in fields)]))
    parts = [_closed(f"{LABELS[kind][language]}: {said}")]
    parts += [_closed(f"{LABELS[name][language]}: {text}") for name, value in fields if (text := _flat(value))]
    if status:
        parts.append(f"({STATUSES.get(status, {}).get(language, status.replace('_', ' '))})")
    short = title if len(title) <= LONGEST_TITLE else f"{title[: LONGEST_TITLE - 1].rstrip()}…"
    moment = record.get("finishedAt") or record.get("outcomeAt") or record.get("lastSeen") or record["createdAt"]
    return SearchedRecord(kind, record["id"], short, moment, status, words, _passages(" ".join(parts), short, words))


def _passages(text: str, title: str, words: Sequence[str]) -> tuple[NewPassage, ...]:
    """Cut a short form that is long after all; each part but the first stands under the title."""
    return tuple(
        NewPassage(
            ordinal=ordinal,
            heading=title if ordinal else "",
            text=piece.text.strip(),
            terms=memory_terms(title if ordinal else "", words, ordinal, piece.text),
            tokens=count_tokens(piece.text),
            korean=has_korean(piece.text),
            level=level_of_text(piece.text),
        )
        for ordinal, piece in enumerate(split_passages(text))
    )


def _flat(value: object) -> str:
    """Return a field as one line."""
    if isinstance(value, list):
        return "; ".join(line for each in value if (line := _flat(each)))
    return " ".join(str(value).split()) if value is not None else ""


def _closed(text: str) -> str:
    return text if text.endswith((".", "!", "?", "。", "…")) else f"{text}."


Read = tuple[str, str, Fields, str | None]
"""Title, what is said first, further fields, and the status."""


def _decision(record: Json) -> Read:
    about, chosen = _flat(record["context"]), _flat(record["chosen"])
    others = [each for each in record.get("options") or () if _flat(each) != chosen]
    success = record.get("outcomeSuccess")
    status = "accepted" if success is None else "worked" if success else "failed"
    fields = [
        ("why", record.get("reasoning")),
        ("others", others),
        ("outcome", record.get("outcome")),
        ("who", record.get("who")),
    ]
    said = chosen if about == chosen else f"{about} → {chosen}"
    return said, said, fields, status


def _incident(record: Json) -> Read:
    fields = [
        ("symptoms", record.get("symptoms")),
        ("cause", record.get("rootCause")),
        ("resolution", record.get("resolution")),
        ("prevention", record.get("prevention")),
    ]
    said = _flat(record["description"])
    return said, said, fields, "resolved" if record.get("resolution") else "open"


def _procedure(record: Json) -> Read:
    name, description = _flat(record["name"]), _flat(record.get("description"))
    steps = [f"{number}. {_flat(step)}" for number, step in enumerate(record.get("steps") or (), 1)]
    fields = [("steps", steps), ("pitfalls", record.get("pitfalls"))]
    return name, f"{name}: {description}" if description else name, fields, None


def _knowledge(record: Json) -> Read:
    title = _flat(record["title"])
    return title, f"{title}: {str(record['content']).strip()}", [("source", record.get("source"))], None


def _goal(record: Json) -> Read:
    said = _flat(record["description"])
    return said, said, [("outcome", record.get("result"))], record["status"]


def _task(record: Json) -> Read:
    fields = [("error", record.get("error")), ("agent", record.get("agent"))]
    said = _flat(record["description"])
    return said, said, fields, record["status"]


_READERS: dict[str, Callable[[Json], Read]] = {
    "decisions": _decision,
    "incidents": _incident,
    "procedures": _procedure,
    "knowledge": _knowledge,
    "goals": _goal,
    "tasks": _task,
}
