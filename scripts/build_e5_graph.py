"""Writes the graphs of multilingual-e5-small, without their weights.

memserver/embedding/data/e5_int8.onnx embeds a text; memserver/claims/data/pairs_int8.onnx reads two statements, with
the last layers adapted.

Run it after a change here or in memserver/embedding/graph_tensors.py (needs the `onnx` package, which memserver itself
does not): `python scripts/build_e5_graph.py`. The same inputs give the same bytes.

Choices, each measured with onnxruntime 1.31 on one core:
- Integer matrix products with dynamic quantisation (three times as fast as block-wise four-bit products).
- `Add` and `LayerNormalization` instead of the fused `SkipLayerNormalization`, which is slower here: +25 %. The
  engine must load the graph with basic optimisations only, or onnxruntime fuses them again.
- One text per run: no padding, no mask. Dynamic quantisation takes one scale for all that is in a run, so in a batch
  the neighbours of a text would change its vector (cosine 0.997 to itself); alone it is the same bits every time on
  one machine. Batches of texts of equal length would be 19 % faster (123 against 103 chat turns a second): that is
  the price. Between onnxruntime 1.23 and 1.31 a vector has a cosine of 0.999 to itself: the same space, other bits.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

from onnx import TensorProto, helper

from memserver.claims.adapter import PAIR_GRAPH_NAME, adapted_name, adapted_tensors, adapter
from memserver.embedding.graph_tensors import padding_before, tensors
from memserver.embedding.materialise import DATA_NAME, GRAPH_NAME
from memserver.embedding.weights_file import BLOCK, WeightsFile, locate

PACKAGE = Path(__file__).parent.parent / "memserver"
TARGET = PACKAGE / "embedding" / "data" / GRAPH_NAME
PAIR_TARGET = PACKAGE / "claims" / "data" / PAIR_GRAPH_NAME
MICROSOFT = "com.microsoft"
ELEMENT_TYPES = {"float32": TensorProto.FLOAT, "int8": TensorProto.INT8, "uint8": TensorProto.UINT8}


class GraphBuilder:
    """Collects nodes and constants; every method returns the names of what it made."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def outputs(self, operator: str, inputs: list[str], count: int, domain: str = "", **attributes: Any) -> list[str]:
        """Add a node and name its outputs."""
        names = [f"{operator}_{len(self.nodes)}_{index}" for index in range(count)]
        self.nodes.append(helper.make_node(operator, inputs, names, domain=domain, **attributes))
        return names

    def output(self, operator: str, inputs: list[str], domain: str = "", **attributes: Any) -> str:
        """Add a node with one output."""
        return self.outputs(operator, inputs, 1, domain, **attributes)[0]

    def integers(self, name: str, values: list[int]) -> str:
        """Add a constant list of integers."""
        self.constants.append(helper.make_tensor(name, TensorProto.INT64, [len(values)], values))
        return name

    def external(self, named: Iterable[tuple[str, Any]], location: str, left_out: Collection[str] = ()) -> list[str]:
        """Declare tensors with their places in a data file; returns the names."""
        position, names = 0, []
        for name, array in named:
            position += padding_before(position)
            if name not in left_out:
                tensor = TensorProto(name=name, data_type=ELEMENT_TYPES[array.dtype.name], dims=array.shape)
                tensor.data_location = TensorProto.EXTERNAL
                place = {"location": location, "offset": str(position), "length": str(array.nbytes)}
                for key, value in place.items():
                    tensor.external_data.add(key=key, value=value)
                self.constants.append(tensor)
                names.append(name)
            position += array.nbytes
        return names

    def product(self, vector: str, matrix: str, *, bias: bool = True) -> str:
        """Multiply by a quantised matrix."""
        inputs = [vector, f"{matrix}.values", f"{matrix}.scales", ""] + ([f"{matrix}.bias"] if bias else [])
        return self.output("DynamicQuantizeMatMul", inputs, MICROSOFT)

    def normalised_sum(self, left: str, right: str, norm: str, epsilon: float) -> str:
        """Add two tensors and normalise each row."""
        total = self.output("Add", [left, right])
        inputs = [total, f"{norm}.scale", f"{norm}.shift"]
        return self.output("LayerNormalization", inputs, axis=-1, epsilon=epsilon)


def build(weights: WeightsFile, *, pairs: bool = False) -> bytes:
    """Return the serialised graph: of a text, or with `pairs` that of two statements."""
    shape, graph = weights.shape, GraphBuilder()
    adapted = graph.external(adapted_tensors(weights, adapter()), adapted_name()) if pairs else []
    graph.external(tensors(weights), DATA_NAME, adapted)
    words = graph.output(
        "GatherBlockQuantized",
        ["words.values", "input_ids", "words.scales"],
        MICROSOFT,
        gather_axis=0,
        quantize_axis=1,
        block_size=BLOCK,
        bits=4,
    )
    length = graph.output("Shape", ["input_ids"], start=1, end=2)
    first = graph.integers("first", [0])
    positions = graph.output("Slice", ["positions", first, length, first])
    state = graph.normalised_sum(words, positions, "words.norm", shape.epsilon)
    thirds = graph.integers("thirds", [shape.hidden] * 3)
    for layer in range(shape.layers):
        state = _layer(graph, f"layer{layer}.", state, thirds, weights)
    pooled = graph.output("ReduceMean", [state], axes=[1], keepdims=0)
    last = helper.make_node("Identity", [pooled], ["embedding"])
    if not pairs:
        last = helper.make_node("LpNormalization", [pooled], ["embedding"], axis=-1, p=2)
    graph.nodes.append(last)
    return _serialise(graph, shape.hidden)


def _layer(graph: GraphBuilder, prefix: str, state: str, thirds: str, weights: WeightsFile) -> str:
    shape = weights.shape
    joined = graph.product(state, prefix + "attention")
    parts = graph.outputs("Split", [joined, thirds], 3, axis=-1)
    mixed = graph.output("MultiHeadAttention", parts, MICROSOFT, num_heads=shape.heads)
    attended = graph.product(mixed, prefix + "attention_out")
    state = graph.normalised_sum(attended, state, prefix + "attention_norm", shape.epsilon)
    expanded = graph.product(state, prefix + "expand", bias=False)
    active = graph.output("BiasGelu", [expanded, prefix + "expand.bias"], MICROSOFT)
    contracted = graph.product(active, prefix + "contract")
    return graph.normalised_sum(contracted, state, prefix + "output_norm", shape.epsilon)


def _serialise(graph: GraphBuilder, hidden: int) -> bytes:
    ids = helper.make_tensor_value_info("input_ids", TensorProto.INT64, [1, "tokens"])
    embedding = helper.make_tensor_value_info("embedding", TensorProto.FLOAT, [1, hidden])
    body = helper.make_graph(graph.nodes, "multilingual-e5-small", [ids], [embedding], graph.constants)
    operators = [helper.make_opsetid("", 17), helper.make_opsetid(MICROSOFT, 1)]
    model = helper.make_model(body, opset_imports=operators, ir_version=9, producer_name="memserver")
    content: bytes = model.SerializeToString(deterministic=True)
    return content


def main() -> None:
    """Write the graphs, or with `--check` only say whether those in the package are up to date."""
    weights = WeightsFile(locate())
    graphs = {TARGET: build(weights), PAIR_TARGET: build(weights, pairs=True)}
    if "--check" in sys.argv[1:]:
        current = all(target.read_bytes() == content for target, content in graphs.items())
        print("up to date" if current else "out of date: run python scripts/build_e5_graph.py")
        sys.exit(0 if current else 1)
    for target, content in graphs.items():
        target.write_bytes(content)
        print(f"{target.name}: {len(content):,} bytes")


if __name__ == "__main__":
    main()
