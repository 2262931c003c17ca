"""What the six code jobs have in common: ask for the analysis in a process of its own, then say and show the result.

The analysis is pure and knows neither store nor settings; here its findings become a report, and its page becomes a
proposal that a person may keep. Nothing is ever written into the workspace.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from memserver.knowledge.proposals import Proposal, Proposals
from memserver.storage.code_facts import FOLDER
from memserver.workers.job import Finding, JobContext, JobReport, Severity
from memserver.workers.words import Text

ANALYSES = "memserver.workers.code.analyses"
OPTIONS = ("area",)
"""Arguments of a dispatch that reach an analysis."""

LONGEST_OPTION = 1_000
NO_WORKSPACE: Text = {
    "en": "No trusted workspace is open, so there is no code to look at.",
    "ko": "신뢰하는 작업 공간이 열려 있지 않아 살펴볼 코드가 없습니다.",
}


class CodeJob:
    """A job that looks at the source files of the workspace."""

    name = ""
    needs_workspace = True

    async def run(self, context: JobContext) -> tuple[JobReport, Mapping[str, Any]]:
        """Analyse what changed; report it, and leave a page for a person."""
        if context.workspace is None and self.needs_workspace:
            return JobReport(NO_WORKSPACE), context.state
        given, kept = await self.given(context)
        result = await context.analyse(f"{ANALYSES}.{self.name}:analyse", self._arguments(context, given))
        if result["page"] is not None:
            await asyncio.to_thread(self._write_page, context, result)
        report = JobReport(
            output=result["output"],
            findings=[_finding(each) for each in result["findings"]],
            figures=result["figures"],
            unchanged=result["unchanged"],
            memory=result["memory"],
        )
        return report, {**result["state"], **kept}

    async def given(self, context: JobContext) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Return what the analysis is given beside the files, and what of it the next run has to know."""
        del context
        return {}, {}

    def _arguments(self, context: JobContext, given: Mapping[str, Any]) -> dict[str, Any]:
        options = {
            name: str(context.arguments[name])[:LONGEST_OPTION] for name in OPTIONS if context.arguments.get(name)
        }
        return {
            "folder": str(context.workspace) if context.workspace else "",
            "facts": str(facts_file(context.store.database.path.parent, context.project_id)),
            "language": context.language,
            "options": options,
            "state": dict(context.state),
            "given": dict(given),
        }

    def _write_page(self, context: JobContext, result: Mapping[str, Any]) -> None:
        folder = context.workspace.name if context.workspace else "memory"
        name = f"{folder}-{_short(context.project_id)}" if context.project_id else folder
        evidence = [f"worker {self.name}"]
        if context.workspace:
            evidence.append(f"workspace {context.workspace}")
        if result["commit"]:
            evidence.append(f"commit {result['commit']}")
        page = Proposal(self.name, name, result["page"]["title"], result["page"]["body"], evidence)
        Proposals(context.brain, context.clock).write(page)


def facts_file(data: Path, project_id: str) -> Path:
    """Return where the facts of a project's files are kept."""
    return data / FOLDER / f"{_short(project_id) if project_id else 'none'}.sqlite"


def _short(project_id: str) -> str:
    return hashlib.sha256(project_id.encode()).hexdigest()[:12]


def _finding(data: Mapping[str, Any]) -> Finding:
    return Finding(
        kind=data["kind"],
        severity=Severity(data["severity"]),
        title=data["title"],
        detail=data["detail"],
        path=data["path"],
        line=data["line"],
        data=data["data"],
    )
