"""`memserver/growth/report`."""

from __future__ import annotations

import asyncio
from pathlib import Path

from memserver.folders import path_of
from memserver.growth.report import GrowthReport
from memserver.growth.report_files import write_report
from memserver.growth.report_page import markdown_of, plots_of
from memserver.protocol import growth as growth_wire
from memserver.protocol import growth_report as wire
from memserver.server.dispatch import Call
from memserver.server.handlers.growth import asked, item_view, views


async def report(call: Call, params: wire.GrowthReportParams) -> wire.GrowthReportResult:
    """Make the growth report."""
    language, project = await asked(call, params)
    made = await call.engine.growth.report(params.days, language, project)
    plots = plots_of(made)
    files: list[str] = []
    if params.path is not None:
        files = await asyncio.to_thread(write_report, Path(path_of(params.path, "path")), made, plots)
    return wire.GrowthReportResult(
        markdown=markdown_of(made), svg=views(growth_wire.PlotView, plots), data=data_view(made), files=files
    )


def data_view(made: GrowthReport) -> wire.GrowthReportData:
    """Return the figures of a report as the wire shows them."""
    turns = made.turns
    return wire.GrowthReportData(
        generated_at=made.generated_at,
        days=made.days,
        language="ko" if made.language == "ko" else "en",
        total_memories=made.total_memories,
        memories=views(wire.MemoryDay, made.memories),
        by_layer=dict(made.by_layer),
        turns=turns.count,
        mean_confidence=turns.mean_confidence,
        confidence=views(wire.ConfidenceDay, made.confidence),
        bands=dict(turns.bands),
        thumbs_up=turns.thumbs_up,
        thumbs_down=turns.thumbs_down,
        escalated=turns.escalated,
        with_task=turns.with_task,
        complete=turns.complete,
        needs=views(growth_wire.Need, made.needs),
        skills=views(growth_wire.Skill, made.skills),
        debt=views(growth_wire.DebtItem, made.debt),
        total_debt=made.total_debt,
        queue=[item_view(each) for each in made.queue],
        queue_counts=dict(made.queue_counts),
        stale=len(made.decay.stale),
        checked=made.decay.checked,
        decisions=len(made.decisions),
        routing=[growth_wire.RouteLift.model_validate(dict(each)) for each in made.routing],
    )
