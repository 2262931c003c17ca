"""What every analysis shares: how it is called, when it has nothing to do, and the shape of what it says.

An analysis is `analyse(arguments, tell)` with JSON in and out. It finds out first whether anything changed since the
state it was given, and then does nothing more. What it says is said in both languages; its page and its memory are
written in the one that was asked for.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from memserver.storage.code_facts import CodeFacts
from memserver.text.language import Language
from memserver.workers.code.codebase import Codebase, Tell
from memserver.workers.words import LANGUAGES, Text, counted, fill

VERSION = 3
"""Raised when the same workspace would give other findings."""

MAX_FINDINGS = 100
"""More is not read by anybody; the figures say how many there were."""

_WHY_IN_KOREAN = {
    "the folder has no git history": "폴더에 git 이력이 없음",
    "git could not list the commits": "git이 커밋 목록을 주지 않음",
    "git is not installed": "git이 설치되지 않음",
    "git took too long": "git이 너무 오래 걸림",
    "no workspace is open": "열린 작업 공간이 없음",
}
"""Why there is no history; the reasons are kept with the history, in one language."""

UNCHANGED: Text = {
    "en": "Nothing has changed since the last run: {files:file|files}, and its"
    " {findings:finding stands|findings stand}.",
    "ko": "지난 실행 이후 바뀐 것이 없습니다: 파일 {files}개, 지난 결과 {findings}건이 그대로입니다.",
}
NOTHING_ADDED: Text = {
    "en": "No file has changed since the last run, and memories that are new or changed add nothing:"
    " its {findings:finding stands|findings stand}.",
    "ko": "지난 실행 이후 바뀐 파일이 없고, 새롭거나 바뀐 기억에서도 새로 나온 것이 없습니다."
    " 지난 결과 {findings}건이 그대로입니다.",
}
NO_SOURCES: Text = {
    "en": "The workspace has no source files that could be looked at.",
    "ko": "작업 공간에 살펴볼 소스 파일이 없습니다.",
}
NOTHING_NEW: Text = {
    "en": "No trusted workspace is open, and no memory is new.",
    "ko": "열린 작업 공간도 새 기억도 없습니다.",
}


@dataclass(slots=True)
class Outcome:
    """What an analysis found."""

    output: str
    findings: list[dict[str, Any]] = field(default_factory=list)
    figures: dict[str, float] = field(default_factory=dict)
    title: str = ""
    body: str = ""
    """A page for people, in markdown; empty when there is nothing to show."""
    memory: str | None = None
    state: dict[str, Any] = field(default_factory=dict)
    """What the next run should know, beside what every run keeps."""


@dataclass(frozen=True, slots=True)
class Request:
    """What an analysis is asked."""

    language: Language
    options: Mapping[str, Any]
    """What the caller of the job asked for, such as an area."""
    state: Mapping[str, Any]
    given: Mapping[str, Any]
    """What the job itself adds, such as memories to look at."""

    def say(self, english: str, korean: str, **values: object) -> str:
        """Return a sentence in the language of the request."""
        said = korean if self.language == "ko" else english
        return said.format(**{name: counted(value) for name, value in values.items()})


def finding(
    kind: str,
    severity: str,
    title: str,
    detail: str = "",
    path: str | None = None,
    line: int | None = None,
    **data: Any,
) -> dict[str, Any]:
    """Return one finding as JSON-able data."""
    return {
        "kind": kind, "severity": severity, "title": title, "detail": detail, "path": path, "line": line, "data": data,
    }  # fmt: skip


def run(
    arguments: Mapping[str, Any],
    tell: Tell,
    sections: Sequence[str],
    analyse: Callable[[Codebase, Request], Outcome],
    also: Callable[[Path], object] | None = None,
) -> dict[str, Any]:
    """Bring the facts up to date and analyse them, unless nothing changed.

    `also` returns what else decides whether something changed, beside source files, commits and options.
    """
    with CodeFacts(Path(arguments["facts"])) as facts:
        base = Codebase(Path(arguments["folder"]) if arguments["folder"] else None, facts, tell)
        request = Request(
            language=arguments.get("language", "en"),
            options=arguments.get("options", {}),
            state=arguments.get("state", {}),
            given=arguments.get("given", {}),
        )
        if not base.sources and not request.given:
            return _empty(request, NO_SOURCES if base.has_folder else NOTHING_NEW)
        base.bring_up_to_date(*sections)
        stamp = _stamp(base, request, also(base.folder) if also else None)
        figures = {"files": float(len(base.sources)), "filesRead": float(base.read_anew)}
        same_files = stamp == request.state.get("stamp")
        if same_files and not any(request.given.values()):
            return _unchanged(request, figures, UNCHANGED)
        outcomes = {each: analyse(base, replace(request, language=each)) for each in LANGUAGES}
        outcome = outcomes[request.language]
        if same_files and _text(outcome.state) == _text({each: request.state.get(each) for each in outcome.state}):
            return _unchanged(request, figures, NOTHING_ADDED)
        total = len(outcome.findings)
        return {
            "unchanged": False,
            "output": {each: _with_missing(outcomes[each].output, base, each) for each in LANGUAGES},
            "findings": in_both({each: outcomes[each].findings[:MAX_FINDINGS] for each in LANGUAGES}),
            "figures": {**figures, "findings": float(total), **outcome.figures},
            "page": {"title": outcome.title, "body": outcome.body} if outcome.body else None,
            "memory": outcome.memory,
            "commit": base.head,
            "state": {**outcome.state, "stamp": stamp, "findings": total},
        }


def in_both(findings: Mapping[Language, Sequence[Mapping[str, Any]]]) -> list[dict[str, Any]]:
    """Return the same findings, told in each language, as findings with words in both."""
    both = []
    for told in zip(*(findings[language] for language in LANGUAGES), strict=True):
        words = {
            part: {language: each[part] for language, each in zip(LANGUAGES, told, strict=True)}
            for part in ("title", "detail")
        }
        both.append({**told[0], **words})
    return both


def _stamp(base: Codebase, request: Request, also: object) -> str:
    parts = [VERSION, base.digest, base.head, request.options, also]
    return hashlib.sha256(_text(parts).encode()).hexdigest()[:32]


def _text(value: object) -> str:
    return json.dumps(value, sort_keys=True, default=str)


def _unchanged(request: Request, figures: dict[str, float], output: Text) -> dict[str, Any]:
    standing = int(request.state.get("findings", 0))
    return {
        "unchanged": True, "output": fill(output, files=int(figures["files"]), findings=standing), "findings": [],
        "figures": {**figures, "findings": float(standing)}, "page": None, "memory": None, "commit": "",
        "state": dict(request.state),
    }  # fmt: skip


def _empty(request: Request, output: Text) -> dict[str, Any]:
    return {
        "unchanged": bool(request.state), "output": output, "findings": [], "figures": {"files": 0.0}, "page": None,
        "memory": None, "commit": "", "state": dict(request.state),
    }  # fmt: skip


def _with_missing(output: str, base: Codebase, language: Language) -> str:
    """Add what could not be looked at."""
    notes = []
    if base.uses_history and base.history.missing:
        why = base.history.missing
        notes.append(
            f"git 이력이 없어({_WHY_IN_KOREAN.get(why, why)}) 변경 빈도, 담당자, 함께 바뀌는 파일은 알 수 없습니다."
            if language == "ko"
            else f"Without git history ({why}) nothing is said about churn, owners and what changes together."
        )
    if unread := ", ".join(sorted(base.unread_languages)):
        notes.append(
            f"문법이 설치되지 않아 읽지 못한 언어(`languages` 추가 설치): {unread}."
            if language == "ko"
            else f"Not read, because their grammar is not installed (the extra `languages`): {unread}."
        )
    return " ".join([output, *notes])
