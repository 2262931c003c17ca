"""What becomes of the chain of replaced memories when one of them goes, is dismissed or says something else."""

from __future__ import annotations

import json

from memserver.layers.drafts import Draft
from memserver.model import Layer, Memory, Relation, Status
from tests.unit.kit import Kit

NODE = ("The gateway uses Node 18.", "The gateway no longer uses Node 18.", "The gateway runs on Deno.")


async def chain_of(kit: Kit) -> list[str]:
    """Store A ← B ← C."""
    ids: list[str] = []
    for content in NODE:
        kit.clock.advance(minutes=1)
        ids.append((await kit.writer.add(Draft(Layer.LONG_TERM, content, supersedes=tuple(ids[-1:])))).id)
    return ids


async def read(kit: Kit, memory_id: str) -> Memory:
    memory = await kit.store.memories.get(memory_id)
    assert memory is not None
    return memory


async def successor(kit: Kit, memory_id: str) -> str | None:
    return (await read(kit, memory_id)).superseded_by


async def test_deleting_the_last_brings_back_the_one_before_it_only(kit: Kit) -> None:
    a, b, c = await chain_of(kit)
    await kit.writer.delete(c)
    assert await successor(kit, b) is None
    assert await successor(kit, a) == b


async def test_deleting_the_middle_leaves_the_first_replaced(kit: Kit) -> None:
    a, b, c = await chain_of(kit)
    await kit.writer.delete(b)
    assert await successor(kit, a) == c
    [link] = await kit.store.memories.relations_of([a])
    assert (link.source_id, json.loads(link.evidence)) == (c, {"code": "chain"})
    await kit.writer.delete(c)
    assert await successor(kit, a) is None
    assert await kit.store.memories.relations_of([a]) == []


async def test_what_two_replaced_comes_back_with_the_last_of_them(kit: Kit) -> None:
    old = await kit.add("The gateway uses Node 18.")
    first = (await kit.writer.add(Draft(Layer.LONG_TERM, "It uses Node 20.", supersedes=(old,)))).id
    kit.clock.advance(minutes=1)
    second = (await kit.writer.add(Draft(Layer.LONG_TERM, "It uses Node 22.", supersedes=(old,)))).id
    assert await successor(kit, old) == second
    await kit.writer.delete(second)
    assert await successor(kit, old) == first
    await kit.writer.delete(first)
    assert await successor(kit, old) is None


async def test_a_dismissed_successor_replaces_nothing(kit: Kit) -> None:
    a, b, c = await chain_of(kit)
    await kit.writer.set_status(b, Status.ARCHIVED, None, None)
    assert await successor(kit, a) == b
    await kit.writer.set_status(c, Status.ARCHIVED, None, None)
    assert await successor(kit, b) is None


async def test_a_successor_that_says_something_else_is_reviewed(kit: Kit) -> None:
    old = await kit.add("We deploy the shop on Fridays.")
    new = (await kit.writer.add(Draft(Layer.LONG_TERM, "We no longer deploy the shop on Fridays."))).id
    assert await successor(kit, old) == new
    await kit.writer.update(new, {"content": "We do not deploy the shop on Fridays any more."})
    await kit.writer.update(new, {"content": "The office plants are watered on Mondays."})
    assert await successor(kit, old) is None
    assert await kit.store.memories.relations_of([old]) == []


async def test_a_conflict_ends_when_one_side_no_longer_says_so(kit: Kit) -> None:
    old = await kit.add("The API timeout is 30 seconds")
    new = await kit.writer.add(Draft(Layer.LONG_TERM, "The API timeout is 60 seconds"))
    assert new.conflicts_with == (old,)
    await kit.writer.update(old, {"content": "The API timeout is 90 seconds"})
    [link] = await kit.store.memories.relations_of([old])
    assert (link.kind, json.loads(link.evidence)["old"]) == (Relation.CONFLICTS_WITH, "90 seconds")
    await kit.writer.update(old, {"content": "The upload limit is 30 megabytes"})
    assert await kit.store.memories.relations_of([old]) == []


async def test_what_was_declared_is_not_judged_by_its_words(kit: Kit) -> None:
    a, b, _ = await chain_of(kit)
    await kit.writer.update(b, {"content": "The office plants are watered on Mondays."})
    assert await successor(kit, a) == b
