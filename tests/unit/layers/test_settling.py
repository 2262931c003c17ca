"""What a person decides about two memories stays decided."""

from __future__ import annotations

import json

import pytest

from memserver.errors import Conflict, InvalidParams, NotFound
from memserver.layers.drafts import Draft
from memserver.layers.settling import Settler
from memserver.model import Layer, Relation, Scope
from tests.unit.kit import Kit
from tests.unit.layers.test_chain import chain_of, successor

THIRTY, SIXTY = "The API timeout is 30 seconds", "The API timeout is 60 seconds"


async def conflicting(kit: Kit) -> tuple[str, str]:
    old = await kit.add(THIRTY)
    new = await kit.writer.add(Draft(Layer.LONG_TERM, SIXTY))
    assert new.conflicts_with == (old,)
    return old, new.id


async def links(kit: Kit, memory_id: str) -> list[tuple[str, Relation, str]]:
    found = await kit.store.memories.relations_of([memory_id])
    return [(each.source_id, each.kind, json.loads(each.evidence)["code"]) for each in found]


async def test_one_may_replace_the_other(kit: Kit) -> None:
    old, new = await conflicting(kit)
    await Settler(kit.store, kit.clock).settle(old, new, "replaces", "Mina")
    assert await successor(kit, new) == old
    assert await links(kit, new) == [(old, Relation.SUPERSEDES, "settled")]
    [link] = await kit.store.memories.relations_of([new])
    assert json.loads(link.evidence)["by"] == "Mina"


async def test_a_decision_may_be_turned_round(kit: Kit) -> None:
    old, new = await conflicting(kit)
    settler = Settler(kit.store, kit.clock)
    await settler.settle(new, old, "replaces", "Mina")
    await settler.settle(old, new, "same", "Joon")
    assert (await successor(kit, old), await successor(kit, new)) == (None, old)
    assert await links(kit, new) == [(old, Relation.SUPERSEDES, "settled")]


async def test_both_may_hold_and_no_review_links_them_again(kit: Kit) -> None:
    old, new = await conflicting(kit)
    await Settler(kit.store, kit.clock).settle(new, old, "both", "Mina")
    assert (await successor(kit, old), await successor(kit, new)) == (None, None)
    assert await links(kit, old) == [(new, Relation.SETTLED, "settled")]
    await kit.writer.update(new, {"content": "The API timeout is no longer 30 seconds"})
    assert await links(kit, old) == [(new, Relation.SETTLED, "settled")]


async def test_the_end_of_a_chain_may_be_replaced_by_its_beginning(kit: Kit) -> None:
    a, b, c = await chain_of(kit)
    await Settler(kit.store, kit.clock).settle(a, c, "replaces", "Mina")
    assert [await successor(kit, each) for each in (a, b, c)] == [None, c, a]


async def test_a_replaced_memory_can_be_brought_back(kit: Kit) -> None:
    a, b, c = await chain_of(kit)
    back = await Settler(kit.store, kit.clock).restore(a, None)
    assert back.superseded_by is None
    assert await successor(kit, b) == c
    assert {each[:2] for each in await links(kit, a)} == {(b, Relation.SETTLED), (c, Relation.SETTLED)}
    await kit.writer.delete(b)
    assert await successor(kit, a) is None
    with pytest.raises(Conflict):
        await Settler(kit.store, kit.clock).restore(a, "Mina")


async def test_what_cannot_be_settled_is_named(kit: Kit) -> None:
    old, new = await conflicting(kit)
    other = await kit.add(THIRTY, Layer.PROJECT, scope=Scope.PROJECT, project_id="prj_a")
    settler = Settler(kit.store, kit.clock)
    with pytest.raises(InvalidParams):
        await settler.settle(old, old, "both", "Mina")
    with pytest.raises(NotFound) as unknown:
        await settler.settle(old, "mem_none", "both", "Mina")
    assert unknown.value.field == "other"
    with pytest.raises(Conflict):
        await settler.settle(old, other, "replaces", "Mina")
    with pytest.raises(NotFound):
        await settler.restore("mem_none", None)
    assert await links(kit, new) == [(new, Relation.CONFLICTS_WITH, "value")]
