"""The map as a page with a picture, and as a few lines that a memory can hold."""

from __future__ import annotations

from collections import Counter

from memserver.workers.code.analyses.page import code, entry_of, listed, sections, table
from memserver.workers.code.analyses.result import Request
from memserver.workers.code.survey import Survey

MAX_ARROWS = 60
MEMORY_CHARS = 1_400
"""About four hundred tokens: what a turn can afford for knowing its way about."""


def page_text(survey: Survey, found: list[dict[str, object]], request: Request) -> str:
    """Return the map as markdown."""
    say = request.say
    entries = [f"{code(path)} ({why})" for path, why in survey.entries.items()]
    packages = [f"{code(name)} ({count})" for name, count in _most(survey.packages)]
    return sections(
        (say("Modules", "모듈"), _modules(survey, request)),
        (say("Dependencies", "의존 관계"), _picture(survey)),
        (say("Entry points", "진입점"), listed(entries, request)),
        (
            say("Packages from outside (files that use them)", "외부 패키지(사용하는 파일 수)"),
            listed(packages, request, 40),
        ),
        (say("Worth a look", "살펴볼 점"), listed([entry_of(each, request) for each in found], request)),
    )


def _modules(survey: Survey, request: Request) -> str:
    say = request.say
    rows = []
    for name, paths in sorted(survey.modules.items()):
        owners = survey.owners.get(name, Counter())
        shares = ", ".join(f"{author} {100 * count // owners.total()} %" for author, count in _most(owners)[:2])
        rows.append(
            [
                code(name),
                len(paths),
                survey.lines[name],
                survey.users(name),
                shares or "–",
                survey.summaries.get(name, ""),
            ]
        )
    head = [
        say("module", "모듈"),
        say("files", "파일"),
        say("lines", "줄"),
        say("used by", "쓰는 모듈"),
        say("owners", "담당"),
        say("about", "설명"),
    ]
    return table(head, rows)


def _picture(survey: Survey) -> str:
    if not survey.edges:
        return ""
    names = {name: f"m{number}" for number, name in enumerate(sorted(survey.modules))}
    strongest = sorted(survey.edges.items(), key=lambda each: (-each[1], each[0]))[:MAX_ARROWS]
    used = {name for (one, other), _ in strongest for name in (one, other)}
    lines = ["```mermaid", "graph TD"]
    lines += [f'  {names[name]}["{_label(name)}"]' for name in sorted(used)]
    lines += [f"  {names[one]} -->|{count}| {names[other]}" for (one, other), count in sorted(strongest)]
    return "\n".join([*lines, "```"])


def _label(name: str) -> str:
    return name.replace('"', "'").replace("`", "'")


def memory_text(name: str, survey: Survey, request: Request) -> str:
    """Return the map in a few lines that can be understood alone."""
    say = request.say
    if not survey.modules:
        return ""
    languages = ", ".join(f"{language} {count}" for language, count in _most(survey.languages))
    lines = [say("Codebase map of {name}: {files:source file|source files} ({languages}) and"
                 " {tests:test or support file|test and support files}.",
                 "{name} 코드 지도: 소스 파일 {files}개({languages}), 테스트와 보조 파일 {tests}개.",
                 name=name, files=survey.files, languages=languages, tests=survey.tests)]  # fmt: skip
    if survey.entries:
        shown = "; ".join(f"{path} ({why})" for path, why in list(survey.entries.items())[:10])
        lines.append(say("Entry points: {entries}.", "진입점: {entries}.", entries=shown))
    if survey.packages:
        shown = ", ".join(each for each, _ in _most(survey.packages)[:15])
        lines.append(say("Packages from outside: {names}.", "외부 패키지: {names}.", names=shown))
    lines.append(say("Modules (files; what it is; what it uses):", "모듈(파일 수; 설명; 사용하는 모듈):"))
    for module in sorted(survey.modules, key=lambda each: (-survey.users(each), each)):
        line = _module_line(module, survey)
        if sum(map(len, lines)) + len(line) > MEMORY_CHARS:
            lines.append(say("- … and smaller ones", "- … 그 밖의 작은 모듈"))
            break
        lines.append(line)
    return "\n".join(lines)


def _module_line(module: str, survey: Survey) -> str:
    parts = [f"{len(survey.modules[module])}"]
    if summary := survey.summaries.get(module):
        parts.append(summary.rstrip("."))
    if uses := survey.uses(module):
        parts.append("→ " + ", ".join(uses[:4]))
    return f"- {module} ({'; '.join(parts)})"


def _most(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda each: (-each[1], each[0]))
