"""What every analysis shares: how it is called, when it has nothing to do, and the shape of what it says.

An analysis is `analyse(arguments, tell)` with JSON in and out. It finds out first whether anything changed since the
state it was given, and then does nothing more.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from memserver.knowledge.reading import read_text
from memserver.storage.code_facts import CodeFacts
from memserver.text.language import Language, language_of
from memserver.workers.code.codebase import Codebase, Tell

VERSION = 1
"""Raised when the same workspace would give other findings."""

MAX_FINDINGS = 100
"""More is not read by anybody; the figures say how many there were."""

_README_CHARS = 4_000


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
        """Return a sentence in the language of the workspace."""
        return (korean if self.language == "ko" else english).format(**values)


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
            language=arguments.get("language") or workspace_language(base),
            options=arguments.get("options", {}),
            state=arguments.get("state", {}),
            given=arguments.get("given", {}),
        )
        if not base.sources and not request.given:
            return _empty(request, base)
        base.bring_up_to_date(*sections)
        stamp = _stamp(base, request, also(base.folder) if also else None)
        figures = {"files": float(len(base.sources)), "filesRead": float(base.read_anew)}
        if stamp == request.state.get("stamp") and not any(request.given.values()):
            return _unchanged(request, figures)
        outcome = analyse(base, request)
        total = len(outcome.findings)
        return {
            "unchanged": False,
            "output": _with_missing(outcome.output, base, request),
            "findings": outcome.findings[:MAX_FINDINGS],
            "figures": {**figures, "findings": float(total), **outcome.figures},
            "page": {"title": outcome.title, "body": outcome.body} if outcome.body else None,
            "memory": outcome.memory,
            "commit": base.head,
            "state": {**outcome.state, "stamp": stamp, "findings": total},
        }


def workspace_language(base: Codebase) -> Language:
    """Return the language in which a workspace's people write: that of its README."""
    names = [path for path in base.sources if "/" not in path and path.lower().startswith("readme")]
    for path in sorted(names, key=lambda each: (len(each), each)):
        text = read_text(base.folder / base.sources[path].disk_path).text
        if text:
            return language_of(text[:_README_CHARS])
    return "en"


def _stamp(base: Codebase, request: Request, also: object) -> str:
    parts = [VERSION, base.digest, base.head, request.language, request.options, also]
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()[:32]


def _unchanged(request: Request, figures: dict[str, float]) -> dict[str, Any]:
    standing = int(request.state.get("findings", 0))
    output = request.say(
        "Nothing has changed since the last run: {files} files, and its {findings} findings stand.",
        "지난 실행 이후 바뀐 것이 없습니다: 파일 {files}개, 지난 결과 {findings}건이 그대로입니다.",
        files=int(figures["files"]), findings=standing,
    )  # fmt: skip
    return {
        "unchanged": True, "output": output, "findings": [], "figures": {**figures, "findings": float(standing)},
        "page": None, "memory": None, "commit": "", "state": dict(request.state),
    }  # fmt: skip


def _empty(request: Request, base: Codebase) -> dict[str, Any]:
    output = (
        request.say(
            "The workspace has no source files that could be looked at.", "작업 공간에 살펴볼 소스 파일이 없습니다."
        )
        if base.has_folder
        else request.say("No trusted workspace is open, and no memory is new.", "열린 작업 공간도 새 기억도 없습니다.")
    )
    return {
        "unchanged": bool(request.state), "output": output, "findings": [], "figures": {"files": 0.0}, "page": None,
        "memory": None, "commit": "", "state": dict(request.state),
    }  # fmt: skip


def _with_missing(output: str, base: Codebase, request: Request) -> str:
    """Add what could not be looked at."""
    notes = []
    if base.uses_history and base.history.missing:
        notes.append(
            request.say(
                "Without git history ({why}) nothing is said about churn, owners and what changes together.",
                "git 이력이 없어({why}) 변경 빈도, 담당자, 함께 바뀌는 파일은 알 수 없습니다.",
                why=base.history.missing,
            )
        )
    if unread := base.unread_languages:
        notes.append(
            request.say(
                "Not read, because their grammar is not installed (the extra `languages`): {names}.",
                "문법이 설치되지 않아 읽지 못한 언어(`languages` 추가 설치): {names}.",
                names=", ".join(sorted(unread)),
            )
        )
    return " ".join([output, *notes])
