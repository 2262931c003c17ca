from __future__ import annotations

import re

import numpy as np
import pytest

from memserver.claims.adapter import Adapter, adapted_name, adapted_tensors, adapter
from memserver.claims.model import KINDS
from memserver.embedding.graph_tensors import layer_tensors
from memserver.embedding.weights_file import WeightsFile, locate


@pytest.fixture(scope="module")
def weights() -> WeightsFile:
    return WeightsFile(locate())


def test_a_change_of_low_rank_is_added() -> None:
    up, down = np.array([[1.0], [2.0]], np.float32), np.array([[3.0, 4.0]], np.float32)
    nothing = np.zeros(0, np.float32)
    changes = Adapter({"l1.q.w.up": up, "l1.q.w.down": down}, nothing, nothing)
    assert changes.change("l1.q.w", np.ones((2, 2), np.float32)).tolist() == [[4, 5], [7, 9]]


def test_a_whole_tensor_takes_the_place_and_others_stay() -> None:
    one, other = np.ones(2, np.float32), np.zeros(2, np.float32)
    changes = Adapter({"l1.q.b": one}, other, other)
    assert changes.change("l1.q.b", other) is one
    assert changes.change("l1.k.b", other) is other


def test_the_layers_are_those_that_the_changes_name() -> None:
    nothing = np.zeros(0, np.float32)
    assert Adapter({"l11.q.b": nothing, "l9.k.w.up": nothing, "l9.k.w.down": nothing}, nothing, nothing).layers == [
        9,
        11,
    ]


def test_the_shipped_changes_fit_the_model(weights: WeightsFile) -> None:
    changes, shape = adapter(), weights.shape
    assert changes.layers
    assert set(changes.layers) <= set(range(shape.layers))
    assert changes.head.shape == (len(KINDS), shape.hidden)
    assert changes.head_bias.shape == (len(KINDS),)
    ups = {name.removesuffix(".up") for name in changes.arrays if name.endswith(".up")}
    assert ups == {name.removesuffix(".down") for name in changes.arrays if name.endswith(".down")}
    assert all(np.isfinite(values).all() for values in changes.arrays.values())


def test_changed_layers_keep_names_and_shapes_but_not_all_values(weights: WeightsFile) -> None:
    changes = adapter()
    before = [each for layer in changes.layers for each in layer_tensors(weights, layer)]
    after = list(adapted_tensors(weights, changes))
    facts = [[(name, tensor.shape, tensor.dtype) for name, tensor in each] for each in (before, after)]
    assert facts[0] == facts[1]
    assert any(not np.array_equal(one, other) for (_, one), (_, other) in zip(before, after, strict=True))


def test_the_file_is_named_after_what_is_in_it() -> None:
    assert re.fullmatch(r"pairs-[0-9a-f]{12}\.bin", adapted_name())
