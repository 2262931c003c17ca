"""The dynamic blocks of a turn, in order. To add one: write its file, add its line to BLOCKS.

A builder returns the text of its block, or "" when this turn needs none: each says in its docstring when it helps.
Casual talk and acknowledgements have no blocks at all, errands only the organisation's rules that govern them. One that
fails is left out, logged without its input, and named in the warnings: a turn never fails because of a block.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

from memserver.errors import place_of
from memserver.turn.blocks import (
    citation_trace,
    conflict_warnings,
    cove_checklist,
    epistemic_guard,
    intent_clarification,
    org_memory,
    requirement_graph,
    terminology,
)
from memserver.turn.blocks.inputs import Block, BlockInputs, BlockWarning, Builder

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BlockEntry:
    """One block: its id on the wire, the setting that switches it, and its builder."""

    id: str
    switch: str
    build: Builder
    on_errands: bool = False
    """Whether it may stand in front of an errand: rules may govern one."""


BLOCKS = (
    BlockEntry("intent-clarification", "intent_clarification_enabled", intent_clarification.build),
    BlockEntry("epistemic-guard", "epistemic_guard_enabled", epistemic_guard.build),
    BlockEntry("requirement-graph", "requirement_graph_enabled", requirement_graph.build),
    BlockEntry("org-memory", "org_memory_enabled", org_memory.build, on_errands=True),
    BlockEntry("terminology", "glossary_enabled", terminology.build),
    BlockEntry("conflict-warnings", "conflict_highlighting_enabled", conflict_warnings.build),
    BlockEntry("cove-checklist", "cove_enabled", cove_checklist.build),
    BlockEntry("citation-trace", "citation_trace_enabled", citation_trace.build),
)


def build_blocks(
    inputs: BlockInputs, entries: tuple[BlockEntry, ...] = BLOCKS
) -> tuple[list[Block], list[BlockWarning]]:
    """Build the blocks that this turn needs, in order, and say which could not be built."""
    blocks: list[Block] = []
    warnings: list[BlockWarning] = []
    if inputs.mode == "casual" or inputs.kind == "acknowledgement":
        return blocks, warnings
    for entry in entries:
        if not getattr(inputs.settings, entry.switch) or (inputs.kind == "errand" and not entry.on_errands):
            continue
        try:
            text = entry.build(inputs).strip()
        except Exception as failure:  # noqa: BLE001 - a turn goes on without the block; the text of it is not logged
            log.error("block %s failed: %s", entry.id, place_of(failure))
            message = f"the {entry.id} block was left out ({type(failure).__name__})"
            warnings.append(BlockWarning(part=entry.id, message=message))
            continue
        if text:
            blocks.append(Block(entry.id, text))
    return blocks, warnings
