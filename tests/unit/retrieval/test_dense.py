"""A query's vector beside those of the store: the nearest that may be seen, and how far they stand out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.embedding.protocol import Kind
from memserver.index.adaptive import AdaptiveIndex
from memserver.index.exact import ExactIndex
from memserver.index.protocol import Labels, LabelsLike, Similarities, Vectors
from memserver.layers.drafts import Draft
from memserver.model import Layer
from memserver.retrieval import dense
from memserver.retrieval.common import Common, common_of
from memserver.retrieval.dense import DenseQuery, foreign_to
from memserver.retrieval.passage_map import PassageMap
from memserver.retrieval.passage_table import PassageTable, View
from memserver.retrieval.reach import Reach, reach_of
from memserver.retrieval.vector_keeper import VectorKeeper
from tests.unit.kit import Kit, TinyEmbedder, open_kit
from tests.unit.tiers.kit import TinyHandle

COUNT = 60


class CountingIndex(ExactIndex):
    """Counts how often it was searched."""

    searches = 0

    def search(self, query: Vectors, k: int, allowed: LabelsLike | None = None) -> tuple[Labels, Similarities]:
        self.searches += 1
        return super().search(query, k, allowed)


def counting(keeper: VectorKeeper, labels: Labels) -> CountingIndex:
    """Return an index that holds the same vectors."""
    assert keeper.index is not None
    index = CountingIndex(keeper.index.dimensions)
    index.add(labels, keeper.index.vectors(labels))
    return index


@asynccontextmanager
async def open_room(folder: Path) -> AsyncIterator[tuple[Kit, PassageTable, VectorKeeper]]:
    async with open_kit(folder) as kit:
        texts = [f"note {number} of the harbour" for number in range(COUNT)]
        await kit.writer.add_many([Draft(Layer.EPISODIC, text) for text in texts])
        await kit.embed_pending()
        passages = PassageMap(kit.store)
        await passages.refresh(COUNT)
        keeper = VectorKeeper(kit.store, TinyHandle(folder), kit.executor, folder / "index")
        await keeper.load()
        yield kit, passages.table, keeper


async def asked(keeper: VectorKeeper, index: ExactIndex, passages: PassageTable) -> DenseQuery:
    assert keeper.index is not None
    common = Common(keeper, keeper.index, reach_of(passages, ("",)))
    return DenseQuery(keeper, index, passages, await TinyEmbedder().embed("a question", Kind.QUERY), common)


def view_of(mask: np.ndarray) -> View:
    return View(mask, int(np.count_nonzero(mask)))


@pytest.mark.parametrize("every", [1, 2, 7, 30])
async def test_the_nearest_that_may_be_seen_are_found_by_both_scales(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, every: int
) -> None:
    monkeypatch.setattr(dense, "NEAREST", 5)
    async with open_room(tmp_path) as (_, passages, keeper):
        index = counting(keeper, passages.columns.ids)
        mask = np.arange(COUNT) % every == 0
        found = (await asked(keeper, index, passages)).nearest(view_of(mask))
        query = await TinyEmbedder().embed("a question", Kind.QUERY)
        centred = query - COUNT / (COUNT + 10) * keeper.mean
        wanted: set[int] = set()
        for direction in (query, centred):
            similarity = np.where(mask, index.vectors(passages.columns.ids) @ direction, -np.inf)
            wanted |= set(np.argsort(-similarity, kind="stable")[: min(5, int(mask.sum()))].tolist())
        assert mask[found].all()
        assert wanted <= set(found.tolist())


async def test_an_even_share_takes_one_search_for_each_scale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dense, "NEAREST", 5)
    async with open_room(tmp_path) as (_, passages, keeper):
        for mask in (np.ones(COUNT, np.bool_), np.arange(COUNT) == 7):
            index = counting(keeper, passages.columns.ids)
            (await asked(keeper, index, passages)).nearest(view_of(mask))
            assert index.searches == 2


async def test_vectors_beside_a_graph_are_read_once_and_follow_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_room(tmp_path) as (kit, passages, keeper):
        ids = passages.columns.ids
        asked = np.array([ids[7], 9_999, ids[3], ids[5]])
        exact = await keeper.vectors(asked)
        monkeypatch.setattr(AdaptiveIndex, "kind", property(lambda _: "hnsw"))
        read: list[int] = []
        of = kit.store.vectors.of

        async def counted(wanted: Sequence[int], model: str) -> list[tuple[int, bytes]]:
            read.extend(wanted)
            return await of(wanted, model)

        monkeypatch.setattr(kit.store.vectors, "of", counted)
        for _ in range(2):
            assert (await keeper.vectors(asked)) == pytest.approx(exact, abs=1e-3, nan_ok=True)
        assert read == [*asked.tolist(), 9_999]
        other = np.full(keeper.mean.shape, 0.5, np.float16)
        async with kit.store.database.write() as transaction:
            await kit.store.vectors.store(transaction, keeper.model, [(int(ids[3]), other.tobytes())])
            await transaction.run("DELETE FROM vectors WHERE passage_id = ?", (int(ids[5]),))
        await keeper.refresh()
        changed = await keeper.vectors(asked)
        assert changed[0].tolist() == pytest.approx(exact[0].tolist(), abs=1e-3)
        assert changed[2].tolist() == other.tolist()
        assert np.isnan(changed[3]).all()


async def test_passages_are_told_in_standard_deviations_above_the_rest(tmp_path: Path) -> None:
    async with open_room(tmp_path) as (_, passages, keeper):
        index = counting(keeper, passages.columns.ids)
        nearness = (await asked(keeper, index, passages)).of_all(np.arange(COUNT))
        query = await TinyEmbedder().embed("a question", Kind.QUERY)
        assert nearness.similarity == pytest.approx(index.vectors(passages.columns.ids) @ query, abs=1e-4)
        assert np.corrcoef(nearness.scores, nearness.similarity)[0, 1] > 0.5
        assert abs(nearness.scores.mean()) < 1.5


async def test_a_passage_without_a_vector_is_unknown(tmp_path: Path) -> None:
    async with open_room(tmp_path) as (kit, _, keeper):
        await kit.writer.add(Draft(Layer.EPISODIC, "too new for a vector"))
        known = PassageMap(kit.store)
        await known.refresh(COUNT + 1)
        passages = known.table
        index = counting(keeper, passages.columns.ids[:COUNT])
        nearness = (await asked(keeper, index, passages)).of_all(np.arange(COUNT + 1))
        assert np.isnan(nearness.scores).tolist() == [False] * COUNT + [True]
        assert np.isnan(nearness.similarity).tolist() == [False] * COUNT + [True]


async def test_beside_a_sample_of_everything_the_nearness_is_the_same(tmp_path: Path) -> None:
    """A store so small is its own sample: what a large store says of some agrees with what a small one says of all."""
    async with open_room(tmp_path) as (_, passages, keeper):
        query = await asked(keeper, counting(keeper, passages.columns.ids), passages)
        whole, some = query.of_all(np.arange(COUNT)), np.array([3, 17, 42])
        part = await query.of_some(some, view_of(np.ones(COUNT, np.bool_)))
        assert part.scores == pytest.approx(whole.scores[some], abs=1e-2)
        assert part.similarity == pytest.approx(whole.similarity[some], abs=1e-4)


@given(st.booleans(), st.lists(st.booleans(), max_size=9))
def test_foreign_is_whatever_is_in_the_other_language(korean_query: bool, korean: list[bool]) -> None:
    assert foreign_to(korean_query, np.array(korean, np.bool_)).tolist() == [each != korean_query for each in korean]


async def test_what_is_in_common_is_taken_over_what_is_within_reach(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_room(tmp_path) as (_, passages, keeper):
        assert keeper.index is not None
        mask = np.arange(COUNT) % 3 == 0
        reach = Reach(passages, ("shop",), int(mask.sum()), 25.0, mask)
        whole, part = (Common(keeper, keeper.index, each) for each in (reach_of(passages, ("",)), reach))
        vectors = keeper.index.vectors(passages.columns.ids)
        for common, wanted in ((whole, vectors), (part, vectors[mask])):
            assert common.count == len(wanted)
            assert common.mean == pytest.approx(wanted.mean(axis=0), abs=1e-4)
            assert common.of_all == pytest.approx(vectors @ wanted.mean(axis=0), abs=1e-4)
        assert common_of(keeper, keeper.index, reach, part) is part
        assert common_of(keeper, keeper.index, reach, whole) is not whole
        # A graph is asked for no vectors: the sample, here all of the store, tells the same.
        monkeypatch.setattr(AdaptiveIndex, "kind", "hnsw")
        sampled = Common(keeper, keeper.index, reach)
        assert (sampled.count, sampled.mean) == (part.count, pytest.approx(part.mean, abs=1e-4))
        assert sampled.of_sample == pytest.approx(part.of_all, abs=1e-4)
