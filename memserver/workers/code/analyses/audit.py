"""The audit of a workspace and of memories: secrets, dangerous calls, key files in git, text that tries to command.

What a project has decided itself (`# nosec`, `noqa`, its linter's settings) is respected. In tests, examples and
documents everything weighs less. No secret is ever written out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from memserver.workers.code.accepted import Accepted
from memserver.workers.code.analyses.page import KOREAN_LEVELS, entry_of, level, listed, sections
from memserver.workers.code.analyses.result import Outcome, Request, finding, run
from memserver.workers.code.codebase import DANGERS, Codebase, Tell
from memserver.workers.code.danger_words import words_of
from memserver.workers.code.key_files import key_files
from memserver.workers.code.languages import Role
from memserver.workers.code.memory_audit import audit_memories
from memserver.workers.code.sources import SourceFile

LEVELS = tuple(KOREAN_LEVELS)
NOT_SHIPPED = frozenset({Role.TEST, Role.SUPPORT, Role.DOCUMENT})
"""Where a finding weighs little: what counts most elsewhere is low there, the rest is told for information."""


def analyse(arguments: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
    """Audit a workspace, and the memories that are handed over."""
    return run(arguments, tell, (DANGERS,), build)


def build(base: Codebase, request: Request) -> Outcome:
    """Return what is dangerous, the worst first."""
    found = [*_in_files(base, request), *key_files(base, request)]
    kept = audit_memories(
        request.given.get("memories", ()), request.state.get("memories", {}), request.given.get("alive")
    )
    found += [_in_memory(memory, row, request) for memory, rows in sorted(kept.items()) for row in rows]
    found.sort(key=lambda each: (-LEVELS.index(each["severity"]), each["path"] or "", each["line"] or 0, each["kind"]))
    counts = Counter(each["severity"] for each in found)
    say = request.say
    told = ", ".join(
        say("{count} {level}", "{level} {count}건", count=counts[each], level=level(each, request))
        for each in reversed(LEVELS)
        if counts[each]
    )
    output = (
        say("Found: {told}.", "발견: {told}.", told=told)
        if found
        else say("Nothing dangerous was found in {files:file|files}.",
                 "파일 {files}개에서 위험한 것을 찾지 못했습니다.", files=len(base.sources))
    )  # fmt: skip
    serious = [each for each in found if LEVELS.index(each["severity"]) >= 2]
    rest = [each for each in found if LEVELS.index(each["severity"]) < 2]
    return Outcome(
        output=output,
        findings=found,
        figures={each: float(counts[each]) for each in LEVELS},
        title=say("Security audit of {name}", "{name} 보안 점검", name=base.folder.name or say("memory", "기억")),
        body=sections(
            (say("To be looked at", "확인할 것"), listed([entry_of(each, request) for each in serious], request, 50)),
            (say("In tests, examples and documents, or of little weight", "테스트·예제·문서 등 가벼운 것"),
             listed([entry_of(each, request) for each in rest], request)),
        ),
        state={"memories": kept},
    )  # fmt: skip


def _in_files(base: Codebase, request: Request) -> list[dict[str, Any]]:
    accepted = Accepted(base)
    found = []
    for source, data, _ in base.section(DANGERS):
        for kind, severity, line, shown, rule in data["rows"]:
            if not accepted.covers(source.path, rule, line):
                title, detail = _told(kind, shown, request)
                found.append(finding(kind, lowered(severity, source), title, detail, source.path, line, rule=rule))
    return found


def _told(kind: str, shown: str, request: Request) -> tuple[str, str]:
    if kind.startswith("secret-"):
        name = kind.removeprefix("secret-")
        return request.say(
            "A secret stands in the file ({name})", "파일에 비밀 값이 있습니다({name})", name=name
        ), request.say("{shown} characters", "{shown}자", shown=shown)
    said = words_of(kind)
    title = said.korean_title if request.language == "ko" else said.title
    return title, shown or (said.korean_advice if request.language == "ko" else said.advice)


def lowered(severity: str, source: SourceFile) -> str:
    """Return how much a finding weighs where it lies."""
    if source.role not in NOT_SHIPPED:
        return severity
    return "low" if severity in ("high", "critical") else "info"


def _in_memory(memory: str, row: tuple[str, str], request: Request) -> dict[str, Any]:
    kind, severity = row
    title = (
        request.say(
            "A memory holds a secret ({kind})", "기억에 비밀 값이 있습니다({kind})", kind=kind.removeprefix("secret-")
        )
        if kind.startswith("secret-")
        else request.say("A memory reads like an instruction to the model", "기억이 모델에 내리는 지시처럼 보입니다")
    )
    detail = request.say(
        "memory {id}: look at it, then correct or delete it", "기억 {id}: 확인하고 고치거나 지우세요", id=memory
    )
    return finding(f"memory-{kind}", severity, title, detail, memoryId=memory)
