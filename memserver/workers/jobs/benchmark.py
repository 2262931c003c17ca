"""benchmark: the server's own micro-benchmarks over time: embedding, searching by words and vectors, fitting, writing.

Each is a ratio to a floor measured in the same run. A regression is flagged against the median of comparable earlier
runs (same version of the model, a store of like size), and only after a second measurement says the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from statistics import median
from typing import Any

from memserver import __version__
from memserver.clock import from_iso, to_iso
from memserver.workers.job import Finding, JobContext, JobReport, Json, Severity
from memserver.workers.measuring import measure
from memserver.workers.parts import needed_parts

# Measuring every ten minutes would tell nothing new and keep a laptop warm.
MEASURE_AGAIN = timedelta(hours=6)
KEPT_RUNS = 60
LEAST_HISTORY = 5
# Half as much again, and clearly outside of what earlier runs scattered.
SLOWER = 1.5
MUCH_SLOWER = 3.0
SCATTER = 4.0
LIKE_SIZE = 2.0

NAMES = {
    "embed": "embedding a question",
    "words": "searching by words",
    "vectors": "searching by vectors",
    "fit": "fitting a budget",
    "write": "writing durably",
}


class BenchmarkJob:
    """Measures the server."""

    async def run(self, context: JobContext) -> tuple[JobReport, Mapping[str, Any]]:
        """Measure, compare with the history, keep."""
        parts = needed_parts(context)
        kind = {"version": __version__, "model": parts.embedder.embedder.name if parts.embedder.embedder else ""}
        passages = await context.store.passages.count()
        history: list[Json] = list(context.state.get("history", ()))
        now = context.clock()
        if history and not context.arguments.get("force") and _is_fresh(history[-1], kind, passages, to_iso(now)):
            said = f"Measured {_ago(history[-1], to_iso(now))} ago; nothing has changed since."
            return JobReport(said, unchanged=True), context.state
        earlier = [each for each in history if each["model"] == kind["model"] and _alike(each["passages"], passages)]
        ratios = await measure(context, parts)
        suspects = regressions(earlier, ratios)
        if suspects and not context.stop.is_set():
            again = await measure(context, parts)
            ratios = {name: min(value, again.get(name, value)) for name, value in ratios.items()}
            suspects = regressions(earlier, ratios)
        entry = {**kind, "at": to_iso(now), "passages": passages, "ratios": ratios}
        findings = [_finding(name, ratios[name], usual) for name, usual in suspects.items()]
        return JobReport(_summary(ratios, len(earlier), suspects), findings, ratios), {
            "history": [*history, entry][-KEPT_RUNS:]
        }


def regressions(earlier: Sequence[Json], ratios: Mapping[str, float]) -> dict[str, float]:
    """Return what is slower than usual, with the median that it usually takes."""
    slower = {}
    for name, value in ratios.items():
        known = [each["ratios"][name] for each in earlier if name in each["ratios"]]
        if len(known) < LEAST_HISTORY:
            continue
        usual = median(known)
        scatter = median(abs(each - usual) for each in known)
        if value > usual * SLOWER and value > usual + SCATTER * scatter:
            slower[name] = usual
    return slower


def _finding(name: str, value: float, usual: float) -> Finding:
    return Finding(
        "slower",
        Severity.HIGH if value > usual * MUCH_SLOWER else Severity.MEDIUM,
        f"{NAMES[name].capitalize()} takes {value / usual:.1f} times as long as usual",
        "Measured twice. The disk, another program or a new version may be the reason; optimize says more.",
        data={"probe": name, "ratio": value, "usual": round(usual, 4)},
    )


def _summary(ratios: Mapping[str, float], known: int, suspects: Mapping[str, float]) -> str:
    figures = ", ".join(f"{NAMES[name]} {value:.2f}" for name, value in ratios.items())
    compared = (
        f"compared with {known} earlier runs: {len(suspects) or 'nothing'} slower than usual"
        if known >= LEAST_HISTORY
        else f"{known} comparable runs so far, {LEAST_HISTORY} are needed to compare"
    )
    return f"As multiples of the floor: {figures}; {compared}."


def _is_fresh(last: Json, kind: Mapping[str, str], passages: int, now: str) -> bool:
    same = all(last[name] == value for name, value in kind.items()) and _alike(last["passages"], passages)
    return same and from_iso(now) - from_iso(last["at"]) < MEASURE_AGAIN


def _alike(one: int, other: int) -> bool:
    return max(one, other, 1) <= LIKE_SIZE * max(min(one, other), 1)


def _ago(last: Json, now: str) -> str:
    minutes = int((from_iso(now) - from_iso(last["at"])).total_seconds() // 60)
    return f"{minutes} minutes"
