"""What documentation is missing and what no longer holds: public code without a word, documents about what is gone,
docstrings about parameters that are not there. All of it is proposed; nothing is written into anybody's code.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from memserver.workers.code.analyses.page import code, entry_of, listed, sections
from memserver.workers.code.analyses.result import Outcome, Request, finding, run
from memserver.workers.code.codebase import STRUCTURE, TEXTS, Codebase, Tell
from memserver.workers.code.facts import FileFacts, FunctionFacts
from memserver.workers.code.names import NameTable
from memserver.workers.code.stale_docs import Stale, stale_mentions

SMALL = 3
"""A function of so few statements that only its own file uses explains itself."""

WIDELY_USED = 3
"""From so many files on even a small function is worth a sentence."""

_DUNDER = re.compile(r"^__\w+__$")
_HOOK = re.compile(r"^(?:setUp|tearDown|visit_|do_[A-Z]|on_|handle_|test)")


class Undocumented(NamedTuple):
    """Public code without documentation."""

    path: str
    line: int
    name: str
    kind: str
    lines: int
    uses: int

    @property
    def weight(self) -> int:
        """How many readers a sentence would have, by how much there is to read."""
        return (self.uses + 1) * self.lines


def analyse(arguments: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
    """Look at the documentation of a workspace."""
    return run(arguments, tell, (STRUCTURE, TEXTS), build)


def build(base: Codebase, request: Request) -> Outcome:
    """Return missing and stale documentation."""
    missing = base.once(undocumented)
    stale = [_stale(each, request) for each in base.once(stale_mentions)]
    wrong = [each for path, facts in base.code() for each in _wrong_parameters(path, facts, request)]
    undescribed = [_missing(each, request) for each in missing]
    say = request.say
    output = say(
        "{stale:place in documents speaks|places in documents speak} of what is not there, {wrong:docstring names|"
        "docstrings name} parameters that do not exist, {missing:public definition has|public definitions have} no"
        " documentation.",
        "없는 것을 가리키는 문서 {stale}곳, 없는 매개변수를 설명한 주석 {wrong}건, 설명 없는 공개 정의 {missing}건.",
        stale=len(stale), wrong=len(wrong), missing=len(missing),
    )  # fmt: skip
    return Outcome(
        output=output,
        findings=[*stale, *wrong, *undescribed],
        figures={"stale": float(len(stale)), "wrongParameters": float(len(wrong)), "undocumented": float(len(missing))},
        title=say("Documentation of {name}", "{name} 문서 점검", name=base.folder.name),
        body=sections(
            (say("Documents that no longer hold", "더는 맞지 않는 문서"),
             listed([entry_of(each, request) for each in stale], request)),
            (say("Docstrings and signatures that disagree", "주석과 서명이 다른 곳"),
             listed([entry_of(each, request) for each in wrong], request)),
            (say("Public code without a word, most used and longest first", "설명 없는 공개 코드(많이 쓰이고 긴 순)"),
             listed([entry_of(each, request) for each in undescribed], request)),
        ),
    )  # fmt: skip


def undocumented(base: Codebase) -> list[Undocumented]:
    """Return public definitions without documentation, the ones that matter most first."""
    names = NameTable(base.facts, base.resolver)
    found: list[Undocumented] = []
    for path, facts in base.code():
        private = any(part.startswith("_") and part != "__init__.py" for part in path.split("/"))
        if private or facts.entry == "script":
            continue
        public = {each.name for each in facts.classes if each.public}
        for each in facts.classes:
            if (
                each.public
                and not each.documented
                and each.end - each.line >= SMALL
                and not _told_on_top(facts, public)
            ):
                uses = names.uses(path, None, each.name, facts.language)
                found.append(Undocumented(path, each.line, each.name, "class", each.end - each.line + 1, uses))
        for function in facts.functions:
            uses = names.uses(path, function, function.short_name, facts.language)
            if _wants_words(function, facts, public, names, uses):
                found.append(Undocumented(path, function.line, function.name, "function", function.length, uses))
    return sorted(found, key=lambda each: (-each.weight, each.path, each.line))


def _told_on_top(facts: FileFacts, public: set[str]) -> bool:
    """Whether the words at the head of a file are those of its only class."""
    return bool(facts.summary) and len(public) == 1 and facts.language != "python"


def _wants_words(function: FunctionFacts, facts: FileFacts, classes: set[str], names: NameTable, uses: int) -> bool:
    name, flags = function.short_name, set(function.flags)
    if function.documented or not function.public or _DUNDER.match(name) or _HOOK.match(name):
        return False
    if flags & {"nested", "override", "overload", "abstract", "property", "fixture", "constructor"}:
        return False
    if function.owner and function.owner not in classes:
        return False
    if function.owner and any(names.has_member(base, name) is not False for base in _bases(function, facts)):
        return False  # it says again what its base says, or a framework calls it
    return function.statements > SMALL or uses >= WIDELY_USED


def _bases(function: FunctionFacts, facts: FileFacts) -> list[str]:
    plain = {
        "object",
        "Protocol",
        "ABC",
        "Generic",
        "NamedTuple",
        "Enum",
        "StrEnum",
        "IntEnum",
        "Exception",
        "BaseModel",
    }
    return [base for each in facts.classes if each.name == function.owner for base in each.bases if base not in plain]


def _missing(each: Undocumented, request: Request) -> dict[str, Any]:
    kind = request.say("class", "클래스") if each.kind == "class" else request.say("function", "함수")
    return finding(
        "undocumented", "low" if each.uses > 1 else "info",
        request.say("The public {kind} {name} has no documentation", "공개 {kind} {name}: 설명 없음", kind=kind,
                    name=each.name),
        request.say("{lines:line|lines}, used in {uses:other file|other files}",
                    "{lines}줄, 다른 파일 {uses}개에서 사용", lines=each.lines, uses=each.uses),
        each.path, each.line, name=each.name, what=each.kind, uses=each.uses,
    )  # fmt: skip


def _stale(each: Stale, request: Request) -> dict[str, Any]:
    kinds = {
        "path": request.say("the file", "파일"), "function": request.say("the function", "함수"),
        "option": request.say("the option", "옵션"), "command": request.say("the command", "명령"),
        "link": request.say("a link to", "링크"),
    }  # fmt: skip
    return finding(
        "stale-document", "medium" if each.removed or each.kind in ("command", "option") else "low",
        request.say("Speaks of {kind} {value}, which does not exist", "없는 {kind} {value}을(를) 가리킵니다",
                    kind=kinds[each.kind], value=code(each.value)),
        request.say("it was removed", "삭제됨") if each.removed else "", each.path, each.line, what=each.kind,
        value=each.value,
    )  # fmt: skip


def _wrong_parameters(path: str, facts: FileFacts, request: Request) -> list[dict[str, Any]]:
    found = []
    for function in facts.functions:
        plain = {name.lstrip("*") for name in function.parameters}
        # A destructured parameter may be called anything, and `**options` takes what it is given.
        if "{}" in plain or sum(name.startswith("*") for name in function.parameters) > 1:
            continue
        unknown = [name for name in function.documented_parameters if name not in plain and name not in ("self", "cls")]
        if unknown:
            found.append(
                finding(
                    "wrong-parameter", "low",
                    request.say("The documentation of {name} describes {unknown}, which it does not take",
                                "{name}의 설명에 없는 매개변수 {unknown}이(가) 있습니다",
                                name=function.name, unknown=", ".join(map(code, unknown))),
                    request.say("it takes: {given}", "실제: {given}", given=", ".join(function.parameters) or "–"),
                    path, function.line, function=function.name, unknown=unknown,
                )
            )  # fmt: skip
    return found
