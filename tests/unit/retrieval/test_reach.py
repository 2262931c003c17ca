"""What counts when rarity and the mean are taken: the projects that may be seen, and what is of no project."""

from __future__ import annotations

import numpy as np
import pytest

from memserver.index.exact import ExactIndex
from memserver.retrieval.lexical import Posting
from memserver.retrieval.passage_table import PassageTable, TableBuilder
from memserver.retrieval.reach import reach_of
from memserver.storage.passages import PassageRow, is_of_projects

HOLDERS = ("long-term:", "project:shop", "project:depot", "brain:/notes", "record:decision:depot")


def table() -> PassageTable:
    """Return one passage of each holder, numbered from 1 on, each ten terms longer than the one before."""
    builder = TableBuilder()
    builder.take_in(
        [
            PassageRow(
                id=number, holder=holder, owner=number, thread=None, project="", heading="", position=None, ordinal=0,
                tokens=9, terms=20 + 10 * number, korean=False, opening="",
            )
            for number, holder in enumerate(HOLDERS, 1)
        ]
    )  # fmt: skip
    return builder.table


@pytest.mark.parametrize(
    ("holder", "expected"),
    [
        ("long-term:", True),
        ("project:shop", True),
        ("project:depot", False),
        ("record:decision:shop", True),
        ("record:decision:", True),
        ("record:decision:depot", False),
        ("brain:/home/depot", True),
        ("tracker:task:/home/depot", True),
    ],
)
def test_a_holder_counts_for_its_project_or_for_all(holder: str, expected: bool) -> None:
    assert is_of_projects(holder, ("", "shop")) is expected


def test_passages_of_other_projects_count_for_nothing() -> None:
    reach = reach_of(table(), ("", "shop"))
    assert (reach.count, reach.mean_terms) == (3, (30 + 40 + 60) / 3)
    held = {
        "branch": Posting(np.array([2, 3, 5, 9], np.int32), np.array([1, 2, 3, 4], np.int32)),
        "depot": Posting(np.array([3], np.int32), np.array([1], np.int32)),
    }
    kept = reach.within(held)
    assert {term: (each.ids.tolist(), each.counts.tolist()) for term, each in kept.items()} == {"branch": ([2], [1])}


def test_a_store_of_one_project_counts_as_it_is() -> None:
    known = table()
    reach = reach_of(known, ("", "shop", "depot"))
    held = {"branch": Posting(np.array([2], np.int32), np.array([1], np.int32))}
    assert reach.mask is None
    assert (reach.count, reach.mean_terms) == (known.count, known.mean_terms)
    assert reach.within(held) is held


def test_it_is_kept_while_the_table_and_the_projects_stay() -> None:
    known = table()
    reach = reach_of(known, ("", "shop"))
    assert reach_of(known, ("", "shop"), reach) is reach
    assert reach_of(known, ("", "depot"), reach) is not reach
    assert reach_of(table(), ("", "shop"), reach) is not reach


@pytest.mark.parametrize("labels", [[1, 2, 3], list(range(1, 60)), [77], []])
def test_the_mean_of_some_vectors_is_theirs_alone(labels: list[int]) -> None:
    vectors = np.random.default_rng(1).normal(size=(64, 8)).astype(np.float32)
    index = ExactIndex(8)
    index.add(range(64), vectors)
    mean, count = index.mean(labels)
    there = [label for label in labels if label < 64]
    assert count == len(there)
    np.testing.assert_allclose(mean, vectors[there].mean(axis=0) if there else np.zeros(8), atol=1e-5)
