"""Which functions no test names or reaches, the ones where a mistake is likeliest first."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from memserver.workers.code.analyses.map import entry_points
from memserver.workers.code.analyses.page import code, listed, place, sections
from memserver.workers.code.analyses.result import Outcome, Request, finding, run
from memserver.workers.code.codebase import STRUCTURE, Codebase, Tell
from memserver.workers.code.coverage_data import Coverage, coverage_files, read_coverage
from memserver.workers.code.facts import FunctionFacts
from memserver.workers.code.languages import Role
from memserver.workers.code.reach import Reach

TRIVIAL_STATEMENTS = 2
RISKY = 8
"""Ways through a function from which on a missing test is more than a small gap."""

_SHOWN_ONLY = re.compile(r"^__(?:repr|str|hash|eq|len|iter|enter|exit|aenter|aexit|init_subclass)__$")


class Gap(NamedTuple):
    """A function that no test reaches. `evidence` is `names` or `coverage`."""

    path: str
    function: FunctionFacts
    changes: int
    evidence: str

    @property
    def risk(self) -> int:
        """Complexity × changes: hard code that moves breaks first."""
        return self.function.complexity * (1 + self.changes)


def analyse(arguments: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
    """Look for functions without tests in a workspace."""
    return run(arguments, tell, (STRUCTURE,), build, coverage_files)


def build(base: Codebase, request: Request) -> Outcome:
    """Return the functions that no test reaches."""
    say = request.say
    tests, coverage = base.once(test_files), base.once(coverage_of)
    if not tests and not coverage.lines:
        return Outcome(
            say("There are no tests that could be read.", "읽을 수 있는 테스트가 없습니다."),
            [finding("no-tests", "high", say("The workspace has no tests", "작업 공간에 테스트가 없습니다"))],
        )
    gaps = base.once(find_gaps)
    judged = sum(1 for path, facts in base.code() for each in facts.functions if _is_judged(each))
    how = say("by names from {tests:test file|test files}", "테스트 파일 {tests}개의 이름으로", tests=len(tests))
    if coverage.lines:
        how += say(" and {origin}", ", {origin}로", origin=coverage.origin)
    output = say(
        "{gaps} of {judged:function is|functions are} reached by no test ({how}).",
        "함수 {judged}개 중 {gaps}개는 어떤 테스트도 닿지 않습니다({how}).",
        gaps=len(gaps), judged=judged, how=how,
    )  # fmt: skip
    return Outcome(
        output=output,
        findings=[_finding(gap, request) for gap in gaps],
        figures={"gaps": float(len(gaps)), "functions": float(judged), "tests": float(len(tests))},
        title=say("What the tests of {name} do not reach", "{name}의 테스트가 닿지 않는 곳", name=base.folder.name),
        body=_page(gaps, request),
    )


def test_files(base: Codebase) -> list[str]:
    """Return the tests that could be read."""
    return [path for path in base.facts if base.sources[path].role is Role.TEST]


def coverage_of(base: Codebase) -> Coverage:
    """Return which lines ran, where somebody measured it."""
    return read_coverage(base.folder)


def find_gaps(base: Codebase) -> list[Gap]:
    """Return the gaps, the riskiest first."""
    tests, coverage = base.once(test_files), base.once(coverage_of)
    mains = [path for path in base.once(entry_points) if base.facts[path].language != "python"]
    reached = Reach(base.facts, base.resolver, base.manifests.commands).from_tests(tests, mains)
    found = []
    for path, facts in base.code():
        for function in facts.functions:
            if not _is_judged(function):
                continue
            ran = coverage.ran(path, base.sources[path].mtime_ns, function.body_line, function.end)
            if ran is False or (ran is None and (path, function.name) not in reached):
                evidence = "names" if ran is None else "coverage"
                found.append(Gap(path, function, base.history.churn[path], evidence))
    return sorted(found, key=lambda gap: (-gap.risk, -gap.function.length, gap.path, gap.function.line))


def _is_judged(function: FunctionFacts) -> bool:
    """Whether a function is worth a test of its own."""
    if set(function.flags) & {"nested", "abstract", "overload"} or _SHOWN_ONLY.match(function.short_name):
        return False
    return function.complexity > 1 or function.statements > TRIVIAL_STATEMENTS


def _finding(gap: Gap, request: Request) -> dict[str, Any]:
    function = gap.function
    return finding(
        "untested-function", "medium" if function.complexity >= RISKY else "low",
        request.say("No test reaches {name}", "{name}에 닿는 테스트가 없습니다", name=function.name),
        _detail(gap, request), gap.path, function.line, function=function.name, complexity=function.complexity,
        changes=gap.changes, evidence=gap.evidence,
    )  # fmt: skip


def _detail(gap: Gap, request: Request) -> str:
    return request.say(
        "{ways:way|ways} through it, {lines:line|lines}, {changes:commit|commits} to its file",
        "경로 {ways}개, {lines}줄, 파일 커밋 {changes}회",
        ways=gap.function.complexity, lines=gap.function.length, changes=gap.changes,
    )  # fmt: skip


def _page(gaps: list[Gap], request: Request) -> str:
    by_file: dict[str, list[Gap]] = {}
    for gap in gaps:
        by_file.setdefault(gap.path, []).append(gap)
    whole = sorted(by_file.items(), key=lambda each: (-sum(gap.risk for gap in each[1]), each[0]))
    say = request.say
    return sections(
        (say("Functions, the riskiest first", "함수(위험한 순)"), listed(
            [f"{place(each.path, each.function.line)} {code(each.function.name)}: {_detail(each, request)}"
             for each in gaps], request)),
        (say("Files with the most of them", "가장 많은 파일"), listed(
            [f"{code(path)}: {len(each)}" for path, each in whole], request, 15)),
    )  # fmt: skip
