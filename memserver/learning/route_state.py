"""The learned part of a project's routes as bytes: weights and proof, so that a restart goes on where it was.

Half precision, only the rows that hold something. Bytes that cannot be read (another model, another version) are as
good as none: everything follows from the stored reports.
"""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from memserver.learning.classifier import Anchor, Model
from memserver.learning.features import BUCKETS, TOPIC_FEATURES
from memserver.learning.replay import Replayed, trust_from
from memserver.learning.route_memory import RouteMemory

# A change of features, of the fit, of the vote or of the layout makes older states worthless.
VERSION = 4


@dataclass(frozen=True, slots=True)
class SavedState:
    """What was read back: everything of a memory but its reports, and how the project holds the shared weights."""

    memory: RouteMemory
    anchor: Anchor | None
    seen: int


def to_bytes(memory: RouteMemory, anchor: Anchor | None, space: str) -> bytes:
    """Write a memory without its reports; `space` names the embedding that the weights belong to."""
    fields: dict[str, Any] = {
        "head": np.array([VERSION, memory.dimensions, memory.fitted, memory.replay_fitted, memory.replay_position]),
        "space": np.array(space),
        "replayed": np.array(
            [(each.confidence, each.keywords_right, each.learned_right) for each in memory.replayed], np.float32
        ).reshape(-1, 3),
        "said": np.array([(each.agent, each.said) for each in memory.replayed], np.str_).reshape(-1, 2),
    }
    for name, model in (("model", memory.model), ("replay", memory.replay_model)):
        if model is not None:
            fields |= _packed(name, model.agents, model.weights, model.scale)
    if anchor is not None:
        fields |= _packed("anchor", anchor.agents, anchor.weights, anchor.scale)
        fields["anchor_importance"] = anchor.importance[fields["anchor_rows"]].astype(np.float16)
    stream = io.BytesIO()
    np.savez_compressed(stream, **fields)
    return stream.getvalue()


def from_bytes(data: bytes, space: str, dimensions: int) -> SavedState | None:
    """Read what `to_bytes` wrote; None when it is of another version or embedding, or damaged."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as fields:
            head = [int(value) for value in fields["head"]]
            if head[:2] != [VERSION, dimensions] or str(fields["space"]) != space:
                return None
            memory = RouteMemory(dimensions, fitted=head[2], replay_fitted=head[3], replay_position=head[4])
            memory.replayed = [
                Replayed(str(agent), str(said), confidence, bool(keywords), bool(learned))
                for (agent, said), (confidence, keywords, learned) in zip(
                    fields["said"].tolist(), fields["replayed"].tolist(), strict=True
                )
            ]
            memory.trust = trust_from(memory.replayed)
            memory.model = _model("model", fields, dimensions)
            memory.replay_model = _model("replay", fields, dimensions)
            return SavedState(memory, _anchor(fields, dimensions), head[4])
    except (ValueError, KeyError, OSError, EOFError, IndexError, zipfile.BadZipFile):
        return None


def _packed(name: str, agents: tuple[str, ...], weights: npt.NDArray[np.float32], scale: Any) -> dict[str, Any]:
    rows = np.flatnonzero(np.any(weights != 0, axis=1))
    return {
        f"{name}_agents": np.array(agents),
        f"{name}_rows": rows,
        f"{name}_weights": weights[rows].astype(np.float16),
        f"{name}_scale": scale.astype(np.float16),
    }


def _unpacked(name: str, part: str, fields: Any, dimensions: int) -> npt.NDArray[np.float32]:
    rows = fields[f"{name}_rows"]
    values = fields[f"{name}_{part}"].astype(np.float32)
    whole = np.zeros((BUCKETS + dimensions + TOPIC_FEATURES + 1, values.shape[1]), np.float32)
    whole[rows] = values
    return whole


def _model(name: str, fields: Any, dimensions: int) -> Model | None:
    if f"{name}_agents" not in fields:
        return None
    agents = tuple(str(agent) for agent in fields[f"{name}_agents"])
    scale = fields[f"{name}_scale"].astype(np.float32)
    return Model(agents, scale, _unpacked(name, "weights", fields, dimensions), dimensions)


def _anchor(fields: Any, dimensions: int) -> Anchor | None:
    model = _model("anchor", fields, dimensions)
    if model is None:
        return None
    return Anchor(model.agents, model.weights, _unpacked("anchor", "importance", fields, dimensions), model.scale)
