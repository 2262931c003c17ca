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
from memserver.workers.parts import Parts, needed_parts
from memserver.workers.words import Text, fill, joined

# Measuring every ten minutes would tell nothing new and keep a laptop warm.
MEASURE_AGAIN = timedelta(hours=6)
KEPT_RUNS = 60
LEAST_HISTORY = 5
# Half as much again, and clearly outside of what earlier runs scattered.
SLOWER = 1.5
MUCH_SLOWER = 3.0
SCATTER = 4.0
LIKE_SIZE = 2.0
# A few passages more or less cost nothing that could be measured.
SMALL_STORE = 100

NAMES: dict[str, Text] = {
    "embed": {"en": "embedding a question", "ko": "질문 임베딩"},
    "words": {"en": "searching by words", "ko": "단어 검색"},
    "vectors": {"en": "searching by vectors", "ko": "벡터 검색"},
    "fit": {"en": "fitting a budget", "ko": "예산 맞추기"},
    "write": {"en": "writing durably", "ko": "안전하게 쓰기"},
}
FRESH: Text = {
    "en": "Measured {minutes:minute|minutes} ago; nothing has changed since.",
    "ko": "{minutes}분 전에 측정했고 그 뒤로 바뀐 것이 없습니다.",
}
REGRESSION: Text = {
    "en": "Slower than usual: {what} takes {times:.1f} times as long",
    "ko": "평소보다 느림: {what}에 {times:.1f}배 걸립니다",
}
REASONS: Text = {
    "en": "Measured twice. The disk, another program or a new version may be the reason; optimize says more.",
    "ko": "두 번 측정했습니다. 디스크, 다른 프로그램, 새 버전이 원인일 수 있으며 optimize가 더 알려 줍니다.",
}
SUMMARY: Text = {
    "en": "As multiples of the floor: {figures}; {compared}.",
    "ko": "기준값의 배수: {figures}; {compared}.",
}
ALL_AS_USUAL: Text = {
    "en": "compared with {known} earlier runs: nothing slower than usual",
    "ko": "이전 실행 {known}회와 비교해 느려진 것이 없습니다",
}
SOME_SLOWER: Text = {
    "en": "compared with {known} earlier runs: {slower} slower than usual",
    "ko": "이전 실행 {known}회와 비교해 {slower}가지가 느려졌습니다",
}
TOO_FEW: Text = {
    "en": "{known:comparable run|comparable runs} so far, {needed} are needed to compare",
    "ko": "비교할 수 있는 실행이 {known}회이고 {needed}회가 필요합니다",
}


class BenchmarkJob:
    """Measures the server."""

    async def run(self, context: JobContext) -> tuple[JobReport, Mapping[str, Any]]:
        """Measure, compare with the history, keep."""
        parts = needed_parts(context)
        passages = await context.store.passages.count()
        history: list[Json] = list(context.state.get("history", ()))
        now = context.clock()
        if (
            history
            and not context.arguments.get("force")
            and _is_fresh(history[-1], _kind(parts), passages, to_iso(now))
        ):
            return JobReport(
                fill(FRESH, minutes=_minutes_since(history[-1], to_iso(now))), unchanged=True
            ), context.state
        ratios = await measure(context, parts)
        kind = _kind(parts)  # the model may have been loaded meanwhile
        earlier = [each for each in history if each["model"] == kind["model"] and _alike(each["passages"], passages)]
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
        fill(REGRESSION, what=NAMES[name], times=value / usual),
        REASONS,
        data={"probe": name, "ratio": value, "usual": round(usual, 4)},
    )


def _summary(ratios: Mapping[str, float], known: int, suspects: Mapping[str, float]) -> Text:
    figures = joined(
        (fill("{what} {value:.2f}", what=NAMES[name], value=value) for name, value in ratios.items()), ", "
    )
    told = (SOME_SLOWER if suspects else ALL_AS_USUAL) if known >= LEAST_HISTORY else TOO_FEW
    return fill(SUMMARY, figures=figures, compared=fill(told, known=known, slower=len(suspects), needed=LEAST_HISTORY))


def _kind(parts: Parts) -> dict[str, str]:
    model = parts.embedder.embedder
    return {"version": __version__, "model": model.name if model else ""}


def _is_fresh(last: Json, kind: Mapping[str, str], passages: int, now: str) -> bool:
    same = all(last[name] == value for name, value in kind.items()) and _alike(last["passages"], passages)
    return same and from_iso(now) - from_iso(last["at"]) < MEASURE_AGAIN


def _alike(one: int, other: int) -> bool:
    return max(one, other) <= LIKE_SIZE * max(min(one, other), SMALL_STORE)


def _minutes_since(last: Json, now: str) -> int:
    return int((from_iso(now) - from_iso(last["at"])).total_seconds() // 60)
