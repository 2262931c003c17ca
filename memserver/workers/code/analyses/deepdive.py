"""A close look at one area: how complex it is, what is changed most where it is hardest, and what changes together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from memserver.workers.code.analyses.page import code, listed, place, sections, table
from memserver.workers.code.analyses.result import Outcome, Request, finding, run
from memserver.workers.code.cochange import Pair, changing_together
from memserver.workers.code.codebase import STRUCTURE, Codebase, Tell
from memserver.workers.code.facts import FunctionFacts

COMPLEX_FUNCTION = 10
"""The usual bound: more ways through a function than one can keep in mind."""

HOT_SHARE = 0.15
"""A hotspot is among the upper so many of its area by changes and by complexity alike."""

MIN_CHANGES = 5
MAX_HOTSPOTS = 10


class Measured(NamedTuple):
    """A file with its size, the complexity of its functions and how often it was changed."""

    path: str
    lines: int
    complexity: int
    hardest: int
    changes: int

    @property
    def heat(self) -> int:
        """Changes × complexity: where the next mistake is likely."""
        return self.changes * self.complexity


def analyse(arguments: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
    """Look closely at one area of a workspace."""
    return run(arguments, tell, (STRUCTURE,), build)


def build(base: Codebase, request: Request) -> Outcome:
    """Return hotspots, complex functions and couplings of the area that was asked for, else of the hottest one."""
    area = str(request.options.get("area", "")).strip().strip("/").removeprefix("./")
    everything = measure(base)
    if area == ".":
        return _look(base, request, everything, "", "")
    if not area:
        # Couplings are looked for everywhere when nobody asked for an area: they are rare and lie between areas.
        return _look(base, request, everything, hottest_folder(everything), "")
    if not any(_lies_in(path, area) for path in base.sources):
        return Outcome(request.say("There is no source file in {area}.", "{area}에 소스 파일이 없습니다.", area=area))
    return _look(base, request, everything, area, area)


def _look(base: Codebase, request: Request, everything: list[Measured], area: str, coupled: str) -> Outcome:
    files = [each for each in everything if _lies_in(each.path, area)]
    spots = hotspots(files)
    hard = _complex(base, area)
    pairs = _pairs(base, coupled)
    found = [*(_spot(each, request) for each in spots), *_functions(hard, request), *_couplings(pairs, request)]
    shown = area or request.say("the whole workspace", "작업 공간 전체")
    output = request.say(
        "{area}: {files:file|files}, {spots:hotspot|hotspots}, {functions:complex function|complex functions};"
        " {pairs:coupling|couplings} across folders.",
        "{area}: 파일 {files}개, 핫스팟 {spots}개, 복잡한 함수 {functions}개; 폴더를 넘는 동반 변경 {pairs}쌍.",
        area=shown, files=len(files), spots=len(spots), functions=len(hard), pairs=len(pairs),
    )  # fmt: skip
    return Outcome(
        output=output,
        findings=found,
        figures={"hotspots": float(len(spots)), "couplings": float(len(pairs))},
        title=request.say("A close look at {area}", "{area} 깊이 보기", area=shown),
        body=_page(files, hard, pairs, request),
    )


def measure(base: Codebase) -> list[Measured]:
    """Measure every shipped file, the hottest first."""
    found = []
    for path, facts in base.code():
        own = [function.complexity for function in facts.functions]
        found.append(Measured(path, facts.lines, sum(own), max(own, default=0), base.history.churn[path]))
    return sorted(found, key=lambda each: (-each.heat, -each.complexity, each.path))


def hotspots(files: list[Measured]) -> list[Measured]:
    """Return the files that are both changed often and hard, compared with their neighbours."""
    if not files:
        return []
    often = _bound([each.changes for each in files])
    hard = _bound([each.complexity for each in files])
    return [
        each
        for each in files
        if each.changes >= max(MIN_CHANGES, often) and each.complexity >= hard and each.hardest >= COMPLEX_FUNCTION // 2
    ][:MAX_HOTSPOTS]


def _bound(values: list[int]) -> int:
    ordered = sorted(values, reverse=True)
    return ordered[min(len(ordered) - 1, int(len(ordered) * HOT_SHARE))]


def hottest_folder(files: Sequence[Measured]) -> str:
    """Return the folder with the most heat for its size; the whole workspace when nothing was ever changed.

    A folder that holds more than half of everything is no area, one of those inside it is: unless it is not divided.
    """
    heat: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    for each in files:
        for folder in map(str, PurePosixPath(each.path).parents):
            heat[folder] += each.heat
            sizes[folder] += 1
    own = Counter(str(PurePosixPath(each.path).parent) for each in files)
    areas = [
        folder
        for folder in heat
        if heat[folder] and (2 * sizes[folder] <= len(files) or 2 * own[folder] > sizes[folder])
    ]
    ranked = sorted(areas, key=lambda folder: (-heat[folder] / sizes[folder] ** 0.5, folder))
    return ranked[0] if ranked and ranked[0] != "." else ""


def _lies_in(path: str, area: str) -> bool:
    return not area or path == area or path.startswith(f"{area}/")


def _complex(base: Codebase, area: str) -> list[tuple[str, FunctionFacts]]:
    found = [
        (path, function)
        for path, facts in base.code()
        if _lies_in(path, area)
        for function in facts.functions
        if function.complexity > COMPLEX_FUNCTION and "nested" not in function.flags
    ]
    return sorted(found, key=lambda each: (-each[1].complexity, each[0], each[1].line))


def _pairs(base: Codebase, area: str) -> list[Pair]:
    """Couplings across folders of which one side lies in the area."""
    shipped = {path for path, _ in base.code()}

    def wanted(one: str, other: str) -> bool:
        if one not in shipped or other not in shipped:
            return False
        apart = one.rpartition("/")[0] != other.rpartition("/")[0]
        return apart and (_lies_in(one, area) or _lies_in(other, area))

    return changing_together(base.history.together, base.history.churn, wanted, base.edges)


def _spot(each: Measured, request: Request) -> dict[str, Any]:
    return finding(
        "hotspot", "medium" if each.hardest > COMPLEX_FUNCTION else "low",
        request.say("Changed often and hard to follow", "자주 바뀌고 복잡한 파일"),
        request.say("{changes:commit|commits} × complexity {complexity} (hardest function {hardest})",
                    "커밋 {changes}회 × 복잡도 {complexity}(가장 복잡한 함수 {hardest})",
                    changes=each.changes, complexity=each.complexity, hardest=each.hardest),
        each.path, None, changes=each.changes, complexity=each.complexity,
    )  # fmt: skip


def _functions(functions: list[tuple[str, FunctionFacts]], request: Request) -> list[dict[str, Any]]:
    return [
        finding(
            "complex-function", "medium" if function.complexity > 2 * COMPLEX_FUNCTION else "low",
            request.say("{name} has {ways} ways through it", "{name}: 경로 {ways}개", name=function.name,
                        ways=function.complexity),
            request.say("{lines:line|lines}, nested {depth} deep", "{lines}줄, 중첩 {depth}단계", lines=function.length,
                        depth=function.nesting),
            path, function.line, function=function.name,
        )
        for path, function in functions
    ]  # fmt: skip


def _couplings(pairs: list[Pair], request: Request) -> list[dict[str, Any]]:
    return [
        finding(
            "co-change", "info" if pair.imported else "low",
            request.say("Changes together with {other}", "{other}와(과) 함께 바뀝니다", other=pair.other),
            _support(pair, request), pair.one, None, other=pair.other, support=pair.support,
            confidence=round(pair.confidence, 2), imported=pair.imported,
        )
        for pair in pairs
    ]  # fmt: skip


def _support(pair: Pair, request: Request) -> str:
    why = (
        request.say("one imports the other", "한쪽이 다른 쪽을 가져옵니다")
        if pair.imported
        else request.say("no import explains it", "가져오기 관계가 없습니다")
    )
    return request.say(
        "{support:commit|commits}, {share} % of the rarer one's changes; {why}",
        "커밋 {support}회, 덜 바뀌는 쪽의 {share} %; {why}",
        support=pair.support, share=round(100 * pair.confidence), why=why,
    )  # fmt: skip


def _page(
    files: list[Measured], functions: list[tuple[str, FunctionFacts]], pairs: list[Pair], request: Request
) -> str:
    say = request.say
    head = [
        say("file", "파일"),
        say("lines", "줄"),
        say("complexity", "복잡도"),
        say("hardest", "최대"),
        say("commits", "커밋"),
    ]
    rows = [[code(each.path), each.lines, each.complexity, each.hardest, each.changes] for each in files[:15]]
    return sections(
        (say("Hottest files (commits × complexity)", "가장 뜨거운 파일(커밋 × 복잡도)"), table(head, rows)),
        (say("Hardest functions", "가장 복잡한 함수"), listed(
            [f"{place(path, each.line)} {code(each.name)}: {each.complexity}, {each.length} " + say("lines", "줄")
             for path, each in functions], request)),
        (say("What changes together", "함께 바뀌는 파일"), listed(
            [f"{code(pair.one)} ↔ {code(pair.other)}: {_support(pair, request)}" for pair in pairs], request)),
    )  # fmt: skip
