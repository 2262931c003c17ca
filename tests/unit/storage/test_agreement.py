"""The derived tables follow the passages, whatever the way in or out."""

from __future__ import annotations

from memserver.model import Layer
from tests.unit.kit import Kit, TinyEmbedder, disagreements


async def test_a_new_memory_is_in_the_text_index_and_in_the_queue(kit: Kit) -> None:
    await kit.add("The build runs on Jenkins")
    assert await disagreements(kit) == []
    assert await kit.store.vectors.pending() == 1
    await kit.embed_pending()
    assert await kit.store.vectors.pending() == 0
    assert await disagreements(kit) == []


async def test_deleting_takes_passages_terms_vectors_and_queue_along(kit: Kit) -> None:
    embedded = await kit.add("The build runs on Jenkins")
    await kit.embed_pending()
    queued = await kit.add("배포는 매주 금요일에 한다", Layer.PROCEDURAL)
    for memory_id in (embedded, queued):
        await kit.writer.delete(memory_id)
    for table in ("memories", "passages", "passage_terms_docsize", "vectors", "embedding_queue"):
        assert await kit.value(f"SELECT count(*) FROM {table}") == 0, table


async def passages_of(kit: Kit, memory_id: str) -> list[int]:
    sql = "SELECT p.id FROM passages p JOIN memories m ON m.number = p.memory WHERE m.id = ?"
    rows = await kit.rows(sql, memory_id)
    return [passage for (passage,) in rows]


async def test_an_index_learns_of_every_vector_that_came_or_went(kit: Kit) -> None:
    memory_id = await kit.add("The build runs on Jenkins")
    await kit.embed_pending()
    [passage] = await passages_of(kit, memory_id)
    seen = await kit.store.vectors.last_change()
    await kit.writer.delete(memory_id)
    changes = await kit.store.vectors.changes_since(seen, TinyEmbedder.fingerprint, 10)
    assert [(label, vector) for _, label, vector in changes] == [(passage, None)]


async def test_a_passage_id_never_comes_back(kit: Kit) -> None:
    first = await kit.add("The build runs on Jenkins")
    [old] = await passages_of(kit, first)
    await kit.writer.delete(first)
    [new] = await passages_of(kit, await kit.add("The build runs on Buildkite"))
    assert new > old


async def test_a_vector_for_a_passage_that_is_gone_is_not_kept(kit: Kit) -> None:
    memory_id = await kit.add("The build runs on Jenkins")
    [passage] = await passages_of(kit, memory_id)
    await kit.writer.delete(memory_id)
    async with kit.store.database.write() as transaction:
        await kit.store.vectors.store(transaction, "tiny-1", [(passage, b"\0\0")])
    assert await kit.value("SELECT count(*) FROM vectors") == 0


async def test_another_model_queues_everything_again(kit: Kit) -> None:
    await kit.add("The build runs on Jenkins")
    await kit.embed_pending()
    async with kit.store.database.write() as transaction:
        assert await kit.store.vectors.enqueue_other_models(transaction, "another model") == 1
        assert await kit.store.vectors.enqueue_other_models(transaction, TinyEmbedder.fingerprint) == 1


async def test_a_claim_is_not_handed_out_twice_and_lapses(kit: Kit) -> None:
    for number in range(3):
        await kit.add(f"Service number {number} listens on port {8000 + number}", Layer.EPISODIC)
    async with kit.store.database.write() as transaction:
        first = await kit.store.vectors.claim(transaction, 2, now=10.0, until=20.0)
        second = await kit.store.vectors.claim(transaction, 2, now=10.0, until=20.0)
        third = await kit.store.vectors.claim(transaction, 5, now=21.0, until=30.0)
    assert (len(first), len(second), len(third)) == (2, 1, 3)
