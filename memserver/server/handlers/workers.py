"""`memserver/workers/…`: what runs while nobody waits, and running it now."""

from __future__ import annotations

from memserver.protocol import workers as wire
from memserver.server.dispatch import Call
from memserver.workers.manager import WorkerStatus
from memserver.workers.registry import Priority
from memserver.workers.result import WorkerResult
from memserver.workers.words import read


async def status(call: Call, params: wire.WorkerStatusParams) -> wire.WorkerStatusResult:
    """List the workers with their last results."""
    engine = call.engine
    language = await engine.language(params.language)
    found = await engine.workers.status(await engine.visible_projects(None), language)
    waiting_for = engine.schedule.waiting_for
    return wire.WorkerStatusResult(
        workers=[_status(each) for each in found],
        registered=len(found),
        enabled=sum(each.config.enabled for each in found),
        running=[each.config.name for each in found if each.running],
        scheduled=engine.schedule.is_on,
        waiting_for=read(waiting_for, language) if waiting_for else None,
    )


async def dispatch(call: Call, params: wire.DispatchParams) -> wire.WorkerResultView:
    """Run one worker now."""
    workspace = await call.engine.workspace(params.workspace_uri)
    result = await call.engine.workers.dispatch(
        params.worker, workspace, params.arguments, call.progress.report, params.language
    )
    return _result(result)


async def dispatch_all(call: Call, params: wire.DispatchAllParams) -> wire.DispatchAllResult:
    """Run every worker that is switched on."""
    workspace = await call.engine.workspace(params.workspace_uri)
    results = await call.engine.workers.dispatch_all(workspace, call.progress.report, params.language)
    return wire.DispatchAllResult(results=[_result(each) for each in results])


async def configure(call: Call, params: wire.ConfigureWorkerParams) -> wire.WorkerStatusView:
    """Change how a worker runs, for good."""
    engine = call.engine
    config = await engine.workers.configure(
        params.worker,
        enabled=params.enabled,
        priority=Priority.of(params.priority) if params.priority else None,
        interval_ms=params.interval_ms,
    )
    found = await engine.workers.status(await engine.visible_projects(None), params.language)
    return next(_status(each) for each in found if each.config.name == config.name)


async def findings(call: Call, params: wire.WorkerFindingsParams) -> wire.WorkerFindingsResult:
    """Return what workers found last."""
    projects = await call.engine.visible_projects(params.workspace_uri)
    found = await call.engine.workers.findings(projects, params.worker, params.language)
    return wire.WorkerFindingsResult(results=[_result(each, params.limit) for each in found])


def _status(each: WorkerStatus) -> wire.WorkerStatusView:
    config = each.config
    return wire.WorkerStatusView.model_validate(
        {
            "worker": config.name,
            "purpose": config.purpose,
            "priority": config.priority.slug,
            "interval_ms": config.interval_ms,
            "enabled": config.enabled,
            "running": each.running,
            "last": _result(each.last, 0) if each.last else None,
        }
    )


def _result(result: WorkerResult, limit: int | None = None) -> wire.WorkerResultView:
    return wire.WorkerResultView.model_validate(
        {
            "worker": result.worker,
            "success": result.success,
            "duration_ms": result.duration_ms,
            "output": result.output,
            "findings": list(result.findings)[:limit],
            "unchanged": result.unchanged,
            "figures": dict(result.figures),
            "ended_at": result.ended_at or None,
        }
    )
