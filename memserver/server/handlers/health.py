"""`memserver/status` and `memserver/memory/stats`."""

from __future__ import annotations

from memserver.protocol import health as wire
from memserver.protocol.base import Empty
from memserver.server.dispatch import Call


async def status(call: Call, params: Empty) -> wire.StatusResult:  # noqa: ARG001 - a request without params
    """Say what works, what does not, and how much there is."""
    return wire.StatusResult.model_validate(await call.engine.health.status())


async def stats(call: Call, params: Empty) -> wire.StatsResult:  # noqa: ARG001 - a request without params
    """Say how much is stored."""
    return wire.StatsResult.model_validate(await call.engine.health.stats())
