"""One short text for a record of the tiers, as an agent reads it, in Korean or English. Adds nothing to the record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from memserver.storage.records import Json
from memserver.text.language import Language
from memserver.tiers.kinds import joined

DATE_CHARS = len("2026-05-04")

WORDS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "goal": "Goal", "task": "Task", "decision": "Decision", "pattern": "When", "action": "Do",
        "procedure": "Procedure", "incident": "Incident", "knowledge": "Known", "result": "Result", "error": "Error",
        "why": "Why", "outcome": "Outcome", "by": "by", "steps": "Steps", "worked": "worked", "failed": "failed",
        "cause": "Cause", "resolution": "Resolved by", "prevention": "To prevent it", "source": "Source",
        "system": "System now", "tasks": "Running tasks", "goals": "Open goals", "agents": "Agents",
        "events": "Events of the last hour", "errors": "Latest errors", "metrics": "Measured",
    },
    "ko": {
        "goal": "목표", "task": "작업", "decision": "결정", "pattern": "상황", "action": "조치",
        "procedure": "절차", "incident": "사고", "knowledge": "지식", "result": "결과", "error": "오류",
        "why": "이유", "outcome": "결과", "by": "결정자", "steps": "단계", "worked": "성공", "failed": "실패",
        "cause": "원인", "resolution": "해결", "prevention": "예방", "source": "출처",
        "system": "현재 시스템", "tasks": "진행 중인 작업", "goals": "열린 목표", "agents": "에이전트",
        "events": "최근 한 시간의 이벤트", "errors": "최근 오류", "metrics": "측정값",
    },
}  # fmt: skip


def summary_of(collection: str, record: Json, language: Language) -> str:
    """Return what a record says in a few lines."""
    return SUMMARIES[collection](record, WORDS[language])


def _goal(record: Json, words: Mapping[str, str]) -> str:
    return joined(
        f"{words['goal']} ({record['status']}): {record['description']}", _line(words["result"], record.get("result"))
    )


def _task(record: Json, words: Mapping[str, str]) -> str:
    return joined(
        f"{words['task']} ({record['status']}): {record['description']}", _line(words["error"], record.get("error"))
    )


def _decision(record: Json, words: Mapping[str, str]) -> str:
    who = f", {words['by']} {record['who']}" if record.get("who") else ""
    return joined(
        f"{words['decision']} ({record['createdAt'][:DATE_CHARS]}{who}): {record['context']} → {record['chosen']}",
        _line(words["why"], record.get("reasoning")),
        _line(words["outcome"], record.get("outcome")),
    )


def _pattern(record: Json, words: Mapping[str, str]) -> str:
    rate = f"{round(100 * record['successRate'])} %, {record['uses']}×"
    return f"{words['pattern']}: {record['trigger']}. {words['action']}: {record['action']} ({rate})"


def _procedure(record: Json, words: Mapping[str, str]) -> str:
    counts = f"{words['worked']} {record.get('successCount', 0)}×, {words['failed']} {record.get('failCount', 0)}×"
    steps = [f"{number}. {step}" for number, step in enumerate(record.get("steps") or [], start=1)]
    return joined(
        f"{words['procedure']} ({counts}): {joined(record['name'], record.get('description'), by=': ')}", steps
    )


def _incident(record: Json, words: Mapping[str, str]) -> str:
    return joined(
        f"{words['incident']} ({record['createdAt'][:DATE_CHARS]}): {record['description']}",
        _line(words["cause"], record.get("rootCause")),
        _line(words["resolution"], record.get("resolution")),
        _line(words["prevention"], record.get("prevention")),
    )


def _knowledge(record: Json, words: Mapping[str, str]) -> str:
    return joined(
        f"{words['knowledge']}: {record['title']}", record["content"], _line(words["source"], record.get("source"))
    )


def _line(label: str, value: Any) -> str:
    return f"{label}: {value}" if value else ""


SUMMARIES: Mapping[str, Callable[[Json, Mapping[str, str]], str]] = {
    "goals": _goal,
    "tasks": _task,
    "decisions": _decision,
    "working_patterns": _pattern,
    "procedures": _procedure,
    "incidents": _incident,
    "knowledge_entries": _knowledge,
}
