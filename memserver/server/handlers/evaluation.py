"""`memserver/evaluation/…`."""

from __future__ import annotations

from memserver.growth.evaluation.service import Wanted
from memserver.protocol import evaluation as wire
from memserver.protocol.base import Empty
from memserver.server.dispatch import Call
from memserver.server.paths import local_path


async def list_sets(call: Call, params: Empty) -> wire.GoldenSetsResult:  # noqa: ARG001 - a request without params
    """List the golden sets."""
    sets = await call.engine.evaluation.sets()
    return wire.GoldenSetsResult(
        sets=[
            wire.GoldenSetView(
                id=known.golden.id,
                title=known.golden.title,
                task=known.golden.task,
                language=known.golden.language,
                cases=[case.id for case in known.golden.cases],
                source="own" if known.path else "built-in",
                path=known.path or None,
            )
            for known in sets.known
        ],
        problems=list(sets.problems),
    )


async def run(call: Call, params: wire.EvaluateParams) -> wire.EvaluateResult:
    """Score answers."""
    path = local_path(params.path) if params.path else None
    wanted = Wanted(params.set, params.language, params.answers, path, params.source)
    runs, problems = await call.engine.evaluation.run(wanted, call.progress.report)
    return wire.EvaluateResult(
        runs=[wire.EvaluationRunView.model_validate(each) for each in runs],
        markdown="\n\n".join(each["markdown"] for each in runs),
        problems=list(problems),
    )


async def history(call: Call, params: wire.EvaluationHistoryParams) -> wire.EvaluationHistoryResult:
    """Show earlier runs and how scores moved."""
    runs, trends = await call.engine.evaluation.history(params.set, params.limit)
    return wire.EvaluationHistoryResult(
        runs=[wire.EvaluationRunView.model_validate(each) for each in runs],
        trends=[wire.TrendView.model_validate(each) for each in trends],
    )
