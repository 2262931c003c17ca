"""`memserver/memory/restore` and `settle`: what a person decides about memories that disagree."""

from __future__ import annotations

from memserver.growth.queue import decider
from memserver.layers.settling import Settler
from memserver.protocol import memory as wire
from memserver.server.dispatch import Call
from memserver.server.handlers.memory import view_of


async def restore(call: Call, params: wire.RestoreParams) -> wire.MemoryView:
    """Bring a replaced memory back into force."""
    by = None if params.by is None else decider(params.by)
    return await view_of(call, await _settler(call).restore(params.id, by))


async def settle(call: Call, params: wire.SettleParams) -> wire.MemoryView:
    """Write down how two memories stand to each other."""
    decided = await _settler(call).settle(params.id, params.other, params.verdict, decider(params.by))
    return await view_of(call, decided)


def _settler(call: Call) -> Settler:
    return Settler(call.engine.store, call.engine.clock)
