"""`memserver/session/end` and `memserver/distill`."""

from __future__ import annotations

from memserver.layers import distillation
from memserver.layers.conversation import SessionMessage
from memserver.protocol import sessions as wire
from memserver.protocol.turn import PartWarning
from memserver.server.dispatch import Call
from memserver.text.sanitise import clean_text

LONGEST_SESSION_ID = 500
LONGEST_TITLE = 500


async def end_session(call: Call, params: wire.SessionEndParams) -> wire.SessionEndResult:
    """Keep what a session taught."""
    engine = call.engine
    session_id = clean_text(params.session_id, "sessionId", LONGEST_SESSION_ID)
    title = clean_text(params.title, "title", LONGEST_TITLE) if params.title and params.title.strip() else None
    visible = [
        SessionMessage(message.role, message.content, message.timestamp)
        for message in params.messages
        if not message.internal
    ]
    ended = await engine.sessions.end(session_id, visible, await engine.workspace(params.workspace_uri), title)
    engine.background.start(engine.growth.after_session(), "learning queue")
    return wire.SessionEndResult(
        extracted=wire.Extracted(
            long_term=ended.long_term, project=ended.project, duplicates=ended.duplicates, ids=ended.ids
        ),
        episode_id=ended.episode_id,
        distillation=report_view(ended.distillation) if ended.distillation else None,
        warnings=[PartWarning(part=part, message=message) for part, message in ended.warnings],
    )


async def distill(call: Call, params: wire.DistillParams) -> wire.DistillationReport:
    """Turn old episodes into long-term digests, because a person asked for it."""
    engine = call.engine
    options = engine.sessions.distillation_options()
    if not engine.settings.memory_enabled:
        return wire.DistillationReport(
            ran=False,
            reason="memory is switched off",
            age_threshold_days=options.age_threshold_days,
            archive_mode=options.archive_mode,
        )
    report = await engine.distiller.run_by_hand(options, force=params.force, progress=call.progress.report)
    await engine.sessions.apply_caps()
    return report_view(report)


def report_view(report: distillation.DistillationReport) -> wire.DistillationReport:
    """Return a report as it goes over the wire."""
    return wire.DistillationReport(
        ran=report.ran,
        reason=report.reason,
        scanned=report.scanned,
        promoted=report.promoted,
        archived=report.archived,
        digest_ids=list(report.digest_ids),
        age_threshold_days=report.age_threshold_days,
        archive_mode=report.archive_mode,
        last_run=report.last_run,
    )
