"""The map of a workspace: modules and what they depend on, where it starts, what it needs, and who knows what."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from memserver.workers.code.analyses.map_page import memory_text, page_text
from memserver.workers.code.analyses.result import Outcome, Request, finding, run
from memserver.workers.code.codebase import STRUCTURE, Codebase, Tell
from memserver.workers.code.graph import cycles, module_edges, modules_of
from memserver.workers.code.languages import Role
from memserver.workers.code.survey import Survey

_STARTED_BY_NAME = re.compile(
    r"(?:^|/)(?:__main__|__init__|setup|conftest|manage|wsgi|asgi|noxfile|tasks|fabfile|gulpfile|index|main"
    r"|[\w.-]*\.config|[\w-]*rc)\.\w+$|\.d\.ts$|(?:^|/)(?:migrations|alembic|pages|routes|app)/"
)
_NODE = frozenset(
    re.findall(
        r"\w+",
        "assert async_hooks buffer child_process cluster console constants crypto dgram dns domain events fs http http2"
        " https inspector module net os path perf_hooks process punycode querystring readline repl stream"
        " string_decoder timers tls trace_events tty url util v8 vm wasi worker_threads zlib vscode electron",
    )
)
SHOWN_OFF = 2
ONE_OWNER_SHARE = 0.9
ONE_OWNER_COMMITS = 20
"""Below this, that one person wrote a module says nothing yet."""


def analyse(arguments: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
    """Map a workspace."""
    return run(arguments, tell, (STRUCTURE,), build)


def build(base: Codebase, request: Request) -> Outcome:
    """Return the map as findings, a page and a memory."""
    survey = base.once(make_survey)
    found = [
        *_module_cycles(survey, request), *_undeclared(base, request), *_unparsed(base, request),
        *_unreached(base, request), *_one_owner(survey, base, request),
    ]  # fmt: skip
    output = request.say(
        "{files:source file|source files} in {modules:module|modules}, {entries:entry point|entry points},"
        " {edges:dependency|dependencies} between modules, {packages:package|packages} from outside.",
        "소스 파일 {files}개, 모듈 {modules}개, 진입점 {entries}개, 모듈 간 의존 {edges}개, 외부 패키지 {packages}개.",
        files=survey.files, modules=len(survey.modules), entries=len(survey.entries), edges=len(survey.edges),
        packages=len(survey.packages),
    )  # fmt: skip
    return Outcome(
        output=output,
        findings=found,
        figures={"modules": float(len(survey.modules)), "entryPoints": float(len(survey.entries))},
        title=request.say("Map of {name}", "{name} 지도", name=base.folder.name),
        body=page_text(survey, found, request),
        memory=memory_text(base.folder.name, survey, request),
    )


def make_survey(base: Codebase) -> Survey:
    """Gather what the map shows."""
    code = dict(base.code())
    module = modules_of(code)
    edges = module_edges(base.edges, module)
    survey = Survey(files=len(code), tests=len(base.facts) - len(code))
    for path, name in module.items():
        survey.modules.setdefault(name, []).append(path)
        survey.languages[code[path].language] += 1
        survey.lines[name] += code[path].lines
        for author, count in base.history.authors.get(path, {}).items():
            survey.owners.setdefault(name, Counter())[author] += count
    survey.edges = dict(edges)
    survey.entries = base.once(entry_points)
    survey.summaries = {name: _summary(name, paths, base) for name, paths in survey.modules.items()}
    for path, facts in code.items():
        names = {base.resolver.resolve(path, facts.language, each).package for each in facts.imports}
        survey.packages.update(names - {""})
    return survey


def entry_points(base: Codebase) -> dict[str, str]:
    """Return the files that are started by people or machines, and how."""
    found: dict[str, str] = {}
    users = Counter(target for targets in base.edges.values() for target in targets)
    for path, facts in base.code():
        # A module that others import shows itself off when it is run; nobody starts it.
        if facts.entry and (facts.entry != "script" or users[path] < SHOWN_OFF):
            found[path] = facts.entry
        elif path.endswith("__main__.py"):
            found[path] = "python -m"
    for path, why in base.manifests.mains.items():
        for source in _sources_of(path, base):
            if base.sources[source].role is Role.CODE:
                found.setdefault(source, why)
    for command, target in sorted(base.manifests.commands.items()):
        module = target.partition(":")[0]
        for path in [base.resolver.module_file(module)] if ":" in target else _sources_of(target, base):
            if path:
                found[path] = f"command {command}"
    return dict(sorted(found.items()))


def _sources_of(path: str, base: Codebase) -> list[str]:
    """The source of a file that a manifest names: itself, or what it is compiled from."""
    if path in base.facts:
        return [path]
    stem = re.sub(r"^(.*/)?(?:dist|out|build|lib)/", lambda match: match.group(1) or "", path.rpartition(".")[0])
    candidates = [f"{folder}{stem}{end}" for folder in ("", "src/") for end in (".ts", ".tsx", ".js")]
    parent, _, name = stem.rpartition("/")
    candidates += [f"{parent}/src/{name}{end}" for end in (".ts", ".tsx", ".js")]
    return [each for each in candidates if each in base.facts][:1]


def _summary(name: str, paths: list[str], base: Codebase) -> str:
    folder = name.removesuffix("*").rstrip("/")
    for candidate in (f"{folder}/__init__.py", f"{folder}/index.ts", f"{folder}/mod.rs", f"{folder}/main.go"):
        if candidate in base.facts and base.facts[candidate].summary:
            return base.facts[candidate].summary
    return base.facts[paths[0]].summary if len(paths) == 1 else ""


def _module_cycles(survey: Survey, request: Request) -> list[dict[str, Any]]:
    # The files that lie loose in a folder are no unit: a cycle through them says nothing.
    graph: dict[str, list[str]] = {name: [] for name in survey.modules if not name.endswith("*")}
    for one, other in survey.edges:
        if one in graph and other in graph:
            graph[one].append(other)
    return [
        finding(
            "module-cycle", "low", request.say("Modules depend on each other", "모듈이 서로 의존합니다"),
            " → ".join([*cycle, cycle[0]]), modules=cycle,
        )
        for cycle in cycles(graph)
    ]  # fmt: skip


def undeclared_packages(base: Codebase) -> dict[str, tuple[str, int]]:
    """Packages that shipped scripts import and no manifest names, with a place; only where their names agree."""
    if not base.manifests.has_scripts:
        return {}
    known = _NODE | base.manifests.packages | base.manifests.names
    where: dict[str, tuple[str, int]] = {}
    for path, facts in base.code():
        if facts.language not in ("typescript", "javascript"):
            continue
        for each in facts.imports:
            name = base.resolver.resolve(path, facts.language, each).package
            if name and not name.startswith(("#", "~")) and not known & {name, f"@types/{name}"}:
                where.setdefault(name, (path, each.line))
    return dict(sorted(where.items()))


def _undeclared(base: Codebase, request: Request) -> list[dict[str, Any]]:
    return [
        finding(
            "undeclared-package", "medium",
            request.say("{name} is imported but no package.json declares it", "{name}: package.json에 없는 패키지",
                        name=name),
            path=path, line=line, package=name,
        )
        for name, (path, line) in base.once(undeclared_packages).items()
    ]  # fmt: skip


def _unparsed(base: Codebase, request: Request) -> list[dict[str, Any]]:
    return [
        finding(
            "unparsed-file",
            "low",
            request.say("The file cannot be parsed", "파일을 해석할 수 없습니다"),
            facts.problem.removeprefix("not parsed: "),
            path,
        )
        for path, facts in base.code()
        if facts.problem.startswith("not parsed")
    ]


def unreached_files(base: Codebase) -> dict[str, int]:
    """Files that nothing imports, starts or names, and how many functions they hold."""
    imported = {target for targets in base.edges.values() for target in targets}
    entries = base.once(entry_points)
    named = {string for facts in base.facts.values() for string in facts.strings}
    named |= {string.partition(":")[0] for string in named if ":" in string}
    # `importlib.import_module(f"package.plugins.{name}")` loads everything in that folder.
    loaded = tuple(f"{string.replace('.', '/')}" for string in named if string.endswith("."))
    scripts = " ".join(base.manifests.scripts.values())
    found = {}
    for path, facts in base.code():
        stem = path.rpartition("/")[2].rpartition(".")[0]
        if facts.language not in ("python", "typescript", "javascript") or _STARTED_BY_NAME.search(path):
            continue
        dotted = path.rpartition(".")[0].replace("/", ".")
        mentioned = path in scripts or stem in named or dotted in named or any(f"/{stem}" in each for each in named)
        if loaded and any(f"/{folder}" in f"/{path}" for folder in loaded):
            continue
        if path not in imported and path not in entries and not mentioned and facts.functions:
            found[path] = len(facts.functions)
    return found


def _unreached(base: Codebase, request: Request) -> list[dict[str, Any]]:
    return [
        finding(
            "unreached-file", "info",
            request.say("Nothing imports, starts or names this file", "아무도 쓰지 않는 파일입니다"),
            request.say("{count:function|functions}", "함수 {count}개", count=count), path,
        )
        for path, count in base.once(unreached_files).items()
    ]  # fmt: skip


def _one_owner(survey: Survey, base: Codebase, request: Request) -> list[dict[str, Any]]:
    everybody = {author for counts in base.history.authors.values() for author in counts}
    if len(everybody) < 3:
        return []
    found = []
    for name, counts in sorted(survey.owners.items()):
        (author, most), total = counts.most_common(1)[0], counts.total()
        if total >= ONE_OWNER_COMMITS and most >= ONE_OWNER_SHARE * total:
            found.append(
                finding(
                    "one-owner", "info",
                    request.say("Only {author} knows {name}", "{name}: {author}만 압니다", author=author, name=name),
                    request.say("{most} of {total} changes", "변경 {total}건 중 {most}건", most=most, total=total),
                    module=name, author=author,
                )
            )  # fmt: skip
    return found
