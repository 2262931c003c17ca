"""Compares what the jobs say of the fixture repository with what was planted."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from memserver.storage.code_facts import CodeFacts
from memserver.workers.code.analyses import audit, deepdive, document, refactor, testgaps
from memserver.workers.code.analyses import map as mapping
from memserver.workers.code.analyses.result import Request
from memserver.workers.code.codebase import SECTIONS, Codebase
from tests.code_fixture.truth import Truth

SERIOUS = ("medium", "high", "critical")


@dataclass(frozen=True)
class Score:
    """What was found, what was missed, and what should not have been said."""

    right: frozenset[Hashable]
    missed: frozenset[Hashable]
    wrong: frozenset[Hashable]

    @property
    def precision(self) -> float:
        """Share of what was said that is true."""
        return len(self.right) / max(1, len(self.right) + len(self.wrong))

    @property
    def recall(self) -> float:
        """Share of what is true that was said."""
        return len(self.right) / max(1, len(self.right) + len(self.missed))


def score_all(folder: Path, facts: Path, truth: Truth) -> dict[str, Score]:
    """Run every analysis and score it."""
    with CodeFacts(facts) as kept:
        base = Codebase(folder, kept, lambda *_: None)
        base.bring_up_to_date(*SECTIONS)
        request = Request("en", {}, {}, {})
        everywhere = Request("en", {"area": "."}, {}, {})
        return {
            "audit": _score(truth, "audit", audit.build(base, request).findings),
            "map": _map_score(base, truth, mapping.build(base, request).findings),
            "deepdive": _score(truth, "deepdive", deepdive.build(base, everywhere).findings),
            "document": _score(truth, "document", document.build(base, request).findings),
            "refactor": _score(truth, "refactor", refactor.build(base, request).findings),
            "testgaps": _score(truth, "testgaps", testgaps.build(base, request).findings),
        }


def _score(truth: Truth, job: str, findings: list[dict[str, Any]]) -> Score:
    said = {key for each in findings for key in KEYS[job](each)}
    return _compared(truth.expected[job], said)


def _compared(expected: set[Hashable], said: set[Hashable]) -> Score:
    return Score(frozenset(expected & said), frozenset(expected - said), frozenset(said - expected))


def _audit(each: dict[str, Any]) -> Iterator[Hashable]:
    if each["severity"] in SERIOUS:
        yield (each["kind"], each["path"], each["line"])


def _deepdive(each: dict[str, Any]) -> Iterator[Hashable]:
    if each["kind"] == "hotspot":
        yield ("hotspot", each["path"])
    elif each["kind"] == "co-change":
        yield ("co-change", frozenset({each["path"], each["data"]["other"]}))


def _document(each: dict[str, Any]) -> Iterator[Hashable]:
    data = each["data"]
    if each["kind"] == "stale-document":
        yield ("stale", each["path"], data["what"], data["value"])
    else:
        yield (each["kind"], each["path"], data.get("name") or data.get("function"))


def _refactor(each: dict[str, Any]) -> Iterator[Hashable]:
    data = each["data"]
    if each["kind"] == "import-cycle":
        yield ("cycle", frozenset(data["files"]))
    elif each["kind"] == "large-function":
        yield ("large", each["path"], data["function"])
    else:
        places = [(place["path"], place["function"]) for place in data["places"]]
        for pair in combinations(places, 2):
            yield ("copy", frozenset(pair))


def _testgaps(each: dict[str, Any]) -> Iterator[Hashable]:
    yield (each["path"], each["data"]["function"])


KEYS = {"audit": _audit, "deepdive": _deepdive, "document": _document, "refactor": _refactor, "testgaps": _testgaps}


def _map_score(base: Codebase, truth: Truth, findings: list[dict[str, Any]]) -> Score:
    """The map is right when entry points, packages, imports, owners and what nobody needs are."""
    survey = mapping.make_survey(base)
    said: set[Hashable] = {("entry", path) for path in survey.entries}
    said |= {("package", name) for name in survey.packages}
    shipped = {path for path, _ in base.code()}
    said |= {("import", path, to) for path, targets in base.edges.items() if path in shipped for to in targets}
    for module, counts in survey.owners.items():
        if module in truth.owners and counts.total() >= 12:
            said.add(("owner", module, counts.most_common(1)[0][0]))
    judged = {module for kind, module, *_ in said if kind == "owner"}
    for each in findings:
        if each["kind"] in ("unreached-file", "undeclared-package"):
            said.add((each["kind"], each["data"].get("package") or each["path"]))
    expected: set[Hashable] = set(truth.expected["map"])
    expected |= {("entry", path) for path in truth.entries} | {("package", name) for name in truth.packages}
    expected |= {("import", *edge) for edge in truth.edges}
    expected |= {("owner", module, author) for module, author in truth.owners.items() if module in judged}
    return _compared(expected, said)
