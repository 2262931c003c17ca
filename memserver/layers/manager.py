"""The five layers in the order in which a turn asks them (SPEC 12), and which of them are asked now."""

from __future__ import annotations

from collections.abc import Mapping

from memserver.config import Settings
from memserver.layers.episodic import EpisodicLayer
from memserver.layers.layer import MemoryLayer
from memserver.layers.long_term import LongTermLayer
from memserver.layers.procedural import ProceduralLayer
from memserver.layers.project import ProjectLayer
from memserver.layers.short_term import ShortTermLayer
from memserver.model import Layer

SHORT_TERM = ShortTermLayer()
LAYERS: tuple[MemoryLayer, ...] = (SHORT_TERM, LongTermLayer(), ProjectLayer(), ProceduralLayer(), EpisodicLayer())
BY_LAYER: Mapping[str, MemoryLayer] = {each.layer: each for each in LAYERS}


def asked_layers(settings: Settings) -> tuple[Layer, ...]:
    """Return the layers that a turn asks, in order."""
    return tuple(each.layer for each in LAYERS if each.is_asked(settings))
