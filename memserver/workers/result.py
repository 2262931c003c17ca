"""What a run came to, in the form that is answered, stored and compared with the next one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from memserver.storage.workers import WorkerRun
from memserver.text.language import Language
from memserver.workers.job import Finding, Severity
from memserver.workers.words import Text, read

Json = dict[str, Any]

ALARMING = (Severity.HIGH, Severity.CRITICAL)
RANK = {severity.value: rank for rank, severity in enumerate(Severity)}


@dataclass(frozen=True, slots=True)
class WorkerResult:
    """The answer to a dispatch (SPEC 176), with what was found."""

    worker: str
    success: bool
    duration_ms: int
    output: Text
    findings: Sequence[Json] = ()
    unchanged: bool = False
    figures: Mapping[str, float] = field(default_factory=dict)
    ended_at: str = ""
    project_id: str = ""

    def stored(self) -> Json:
        """Return what is kept of it beside the findings."""
        return {
            "success": self.success,
            "durationMs": self.duration_ms,
            "output": self.output,
            "unchanged": self.unchanged,
            "figures": dict(self.figures),
        }


def result_of(run: WorkerRun) -> WorkerResult:
    """Read a stored run back."""
    kept = run.result
    return WorkerResult(
        run.worker, kept["success"], kept["durationMs"], kept["output"], run.findings, kept["unchanged"],
        kept["figures"], run.ended_at, run.project_id,
    )  # fmt: skip


def in_language(result: WorkerResult, language: Language) -> WorkerResult:
    """Return the result as a person reads it."""
    findings = [
        {**each, "title": read(each["title"], language), "detail": read(each["detail"], language)}
        for each in result.findings
    ]
    return replace(result, output=read(result.output, language), findings=findings)


def finding_json(finding: Finding) -> Json:
    """Return a finding as it is stored and sent."""
    return {
        "kind": finding.kind,
        "severity": finding.severity.value,
        "title": finding.title,
        "detail": finding.detail,
        "path": finding.path,
        "line": finding.line,
        "data": dict(finding.data),
    }


def worst_first(findings: Sequence[Finding], most: int) -> list[Json]:
    """Return the findings that matter most, the worst first; those of one severity stay in the job's order."""
    ordered = sorted(findings, key=lambda each: -RANK[each.severity.value])
    return [finding_json(each) for each in ordered[:most]]


def new_alarms(before: Sequence[Json], now: Sequence[Json]) -> list[Json]:
    """Return the alarming findings that the run before did not have: nobody wants to be told twice."""
    known = {_identity(each) for each in before}
    return [each for each in now if each["severity"] in ALARMING and _identity(each) not in known]


def _identity(finding: Json) -> tuple[str, str, str | None]:
    # One language, so that a run in the other one tells nothing twice.
    return finding["kind"], read(finding["title"], "en"), finding["path"]
