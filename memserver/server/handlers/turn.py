"""`memserver/context/build` and `memserver/context/explain`."""

from __future__ import annotations

from memserver.clock import from_iso
from memserver.config import Settings
from memserver.errors import StorageFailed
from memserver.layers.short_term import VisibleMessage
from memserver.protocol import turn as wire
from memserver.server.dispatch import Call
from memserver.text.sanitise import clean_text
from memserver.turn import without_store
from memserver.turn.request import TurnRequest

MAX_PROMPT_CHARS = 1_000_000


async def build(call: Call, params: wire.BuildParams) -> wire.BuildResult:
    """Answer what the agent already knows that matters here."""
    result, turn = await call.engine.build_turn(_request(params))
    answer = wire.BuildResult.model_validate(result, from_attributes=True)
    call.engine.recorder.keep(turn, lambda: answer.model_dump(mode="json", by_alias=True, exclude_none=True))
    return answer


async def build_without_store(params: wire.BuildParams, settings: Settings, failure: StorageFailed) -> wire.BuildResult:
    """Answer a turn although the store can't be opened."""
    result = await without_store.build_without_store(_request(params), settings, failure)
    return wire.BuildResult.model_validate(result, from_attributes=True)


def _request(params: wire.BuildParams) -> TurnRequest:
    return TurnRequest(
        prompt=clean_text(params.prompt, "prompt", MAX_PROMPT_CHARS),
        session_id=params.session_id,
        history=tuple(VisibleMessage(each.role, each.content) for each in params.history if not each.internal),
        workspace_uri=params.workspace_uri,
        agent=params.agent,
        context_length=params.context_length,
        max_tokens=params.max_tokens,
        mode=params.mode,
        active_file=params.active_file,
        open_files=tuple(params.open_files),
        recent_commands=tuple(params.recent_commands),
        told=tuple(params.told),
        recent_sessions=tuple(each.model_dump(by_alias=True) for each in params.recent_sessions),
        as_of=params.as_of,
    )


async def explain(call: Call, params: wire.ExplainParams) -> wire.ExplainResult:
    """Tell the whole story of an earlier turn."""
    record = await call.engine.recorder.get(params.turn_id)
    trace = record["trace"]
    return wire.ExplainResult(
        turn_id=params.turn_id,
        created_at=from_iso(trace["created_at"]),
        as_of=from_iso(trace["as_of"]) if trace.get("as_of") else None,
        session_id=trace["session_id"],
        prompt=trace["prompt"],
        candidates=trace["candidates"],
        settings=trace["settings"],
        result=record["result"],
        completion=record["completion"],
    )
