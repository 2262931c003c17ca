"""What a reviewer would ask to be made simpler: copied code, functions that do too much, circles of imports."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from memserver.knowledge.reading import read_text
from memserver.workers.code.analyses.page import entry_of, listed, sections
from memserver.workers.code.analyses.result import Outcome, Request, finding, run
from memserver.workers.code.clones import Clone, Part, families, find_clones
from memserver.workers.code.codebase import STRUCTURE, Codebase, Tell
from memserver.workers.code.facts import FileFacts, FunctionFacts
from memserver.workers.code.fingerprints import function_tokens
from memserver.workers.code.graph import cycles, groups_of
from memserver.workers.code.lexer import Token

LONG_FUNCTION = 80
"""Two screens. Functions are looked at from here on; the reason is that nobody sees the whole of one."""

MANY_STATEMENTS = 50
MANY_BRANCHES = 15
DEEP_NESTING = 5
MANY_PARAMETERS = 7

LONG_COPY = 15
MOST_PLACES = 4
"""Places of a copy that are written out."""

_REMEMBERED_FILES = 64


def analyse(arguments: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
    """Look for what should be simpler in a workspace."""
    return run(arguments, tell, (STRUCTURE,), build)


def build(base: Codebase, request: Request) -> Outcome:
    """Return copies, functions that do too much, and import cycles."""
    copies = [_copy(clone, parts, base, request) for clone, parts in base.once(copies_of)]
    large = [each for path, facts in base.code() for each in _functions(path, facts, request)]
    large.sort(key=lambda each: (-len(each["data"]["reasons"]), -each["data"]["lines"], each["path"], each["line"]))
    circles = [_circle(cycle, knot, request) for cycle, knot in base.once(import_cycles)]
    say = request.say
    output = say(
        "{copies:copied piece|copied pieces} of code, {large:function that does|functions that do} too much,"
        " {circles:import cycle|import cycles}.",
        "복제된 코드 {copies}건, 너무 큰 함수 {large}개, 순환 가져오기 {circles}건.",
        copies=len(copies), large=len(large), circles=len(circles),
    )  # fmt: skip
    return Outcome(
        output=output,
        findings=_mixed(circles, copies, large),
        figures={"copies": float(len(copies)), "largeFunctions": float(len(large)), "cycles": float(len(circles))},
        title=say("What {name} could say more simply", "{name}에서 단순하게 만들 곳", name=base.folder.name),
        body=sections(
            (say("Import cycles", "순환 가져오기"), listed([entry_of(each, request) for each in circles], request)),
            (say("Copied code", "복제된 코드"), listed([entry_of(each, request) for each in copies], request)),
            (
                say("Functions that do too much", "너무 큰 함수"),
                listed([entry_of(each, request) for each in large], request),
            ),
        ),
    )


def _mixed(*kinds: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The best of each kind first, so that a cut leaves something of all of them."""
    longest = max((len(kind) for kind in kinds), default=0)
    return [kind[number] for number in range(longest) for kind in kinds if number < len(kind)]


def copies_of(base: Codebase) -> list[tuple[Clone, list[Part]]]:
    """Return the copies with all their places."""
    return families(clones_of(base))


def clones_of(base: Codebase) -> list[Clone]:
    """Return the copies among the shipped files; parts are numbered by the order of paths."""
    paths = sorted(base.prints)
    prints = {number: base.prints[path] for number, path in enumerate(paths) if base.prints[path]}
    return find_clones(prints, _token_reader(base, paths))


def _token_reader(base: Codebase, paths: Sequence[str]) -> Callable[[int, int], Sequence[Token]]:
    @lru_cache(maxsize=_REMEMBERED_FILES)
    def tokens_of(file: int) -> dict[int, list[Token]]:
        path = paths[file]
        text = read_text(base.folder / base.sources[path].disk_path).text or ""
        facts = base.facts[path]
        return dict(function_tokens(text, facts.language, facts.functions))

    return lambda file, function: tokens_of(file).get(function, [])


def _copy(clone: Clone, parts: Sequence[Part], base: Codebase, request: Request) -> dict[str, Any]:
    paths = sorted(base.prints)
    places: list[dict[str, Any]] = [
        {
            "path": paths[part.file], "line": part.first_line, "end": part.last_line,
            "function": base.facts[paths[part.file]].functions[part.function].name,
        }
        for part in parts
    ]  # fmt: skip
    first, *others = places
    there = ", ".join(
        f"{each['path']}:{each['line']}–{each['end']} ({each['function']})" for each in others[:MOST_PLACES]
    )
    return finding(
        "copied-code", "medium" if clone.lines >= LONG_COPY else "low",
        request.say("{lines} lines in {name} are copied", "{name}의 {lines}줄이 복제됨", lines=clone.lines,
                    name=first["function"]),
        request.say("lines {first}–{last}, again in {there}{more}{renamed}",
                    "{first}–{last}행, {there}{more}에 다시 나옵니다{renamed}",
                    first=first["line"], last=first["end"], there=there,
                    more=f" + {len(others) - MOST_PLACES}" if len(others) > MOST_PLACES else "",
                    renamed=request.say(", with other names", ", 이름만 다름") if clone.renamed else ""),
        first["path"], first["line"], places=places, tokens=clone.tokens, renamed=clone.renamed,
    )  # fmt: skip


def _functions(path: str, facts: FileFacts, request: Request) -> list[dict[str, Any]]:
    found = []
    for function in facts.functions:
        reasons = reasons_of(function)
        if not reasons or "nested" in function.flags:
            continue
        told = ", ".join(_reason(reason, function, request) for reason in reasons)
        severe = len(reasons) > 1 or function.complexity > 2 * MANY_BRANCHES
        found.append(
            finding(
                "large-function", "medium" if severe else "low",
                request.say("{name} does too much", "{name}: 하는 일이 너무 많습니다", name=function.name), told, path,
                function.line, function=function.name, reasons=reasons, lines=function.length,
                complexity=function.complexity, nesting=function.nesting, parameters=len(function.parameters),
            )
        )  # fmt: skip
    return found


def reasons_of(function: FunctionFacts) -> list[str]:
    """Return why a function does too much: `long`, `branches`, `nesting`, `parameters`."""
    reasons = []
    long = function.length > LONG_FUNCTION and function.statements > MANY_STATEMENTS // 2
    if long or function.statements > MANY_STATEMENTS:
        reasons.append("long")
    if function.complexity > MANY_BRANCHES:
        reasons.append("branches")
    if function.nesting >= DEEP_NESTING:
        reasons.append("nesting")
    if len(function.parameters) > MANY_PARAMETERS and "constructor" not in function.flags:
        reasons.append("parameters")
    return reasons


def _reason(reason: str, function: FunctionFacts, request: Request) -> str:
    texts = {
        "long": request.say("{n} lines", "{n}줄", n=function.length),
        "branches": request.say("{n} ways through it", "경로 {n}개", n=function.complexity),
        "nesting": request.say("blocks {n} deep", "중첩 {n}단계", n=function.nesting),
        "parameters": request.say("{n} parameters", "매개변수 {n}개", n=len(function.parameters)),
    }
    return texts[reason]


def import_cycles(base: Codebase) -> list[tuple[list[str], int]]:
    """Return cycles of imports that happen when files are loaded, and how many files each ties together.

    Imports for types alone or inside functions do no harm.
    """
    graph = {
        path: [target for target, at_load in targets.items() if at_load and target in base.sources]
        for path, targets in base.edges.items()
    }
    knots = {path: len(group) for group in groups_of(graph) for path in group}
    return [(cycle, knots.get(cycle[0], 1)) for cycle in cycles(graph)]


def _circle(cycle: list[str], knot: int, request: Request) -> dict[str, Any]:
    whole = request.say(" (a knot of {knot} files)", "(파일 {knot}개가 얽힘)", knot=knot) if knot > len(cycle) else ""
    return finding(
        "import-cycle", "medium", request.say("Files import each other in a circle", "파일이 서로 순환하며 가져옴"),
        " → ".join([*cycle, cycle[0]]) + whole, cycle[0], None, files=cycle, knot=knot,
    )  # fmt: skip
