"""The block step of a turn: collects what the dynamic blocks need, once, and builds them."""

from __future__ import annotations

import logging
from dataclasses import replace

from memserver.errors import place_of
from memserver.growth.reflection import recurrent_misses
from memserver.growth.reflection_store import newest_reflections
from memserver.retrieval.severity import severity
from memserver.storage.store import Store
from memserver.text.token_count import count_tokens
from memserver.turn.blocks.inputs import BlockInputs, GlossaryText
from memserver.turn.blocks.needs import relied_on, tells_what_is_known
from memserver.turn.blocks.registry import build_blocks
from memserver.turn.brain_files import BrainFiles
from memserver.turn.conflicts import block_sources, conflicts_among
from memserver.turn.standing_rules import OrganisationLines, RuleStep
from memserver.turn.value import Turn

log = logging.getLogger(__name__)


class BlockStep:
    """Fills in the dynamic blocks of turns."""

    def __init__(
        self,
        store: Store,
        files: BrainFiles,
        rules: RuleStep | None = None,
    ) -> None:
        self._store = store
        self._files = files
        self._rules = rules

    async def add(self, turn: Turn) -> None:
        """Build the blocks that this turn needs."""
        settings = turn.settings
        sources = block_sources(turn.selection.taken)
        compared = settings.conflict_highlighting_enabled and settings.conflict_cross_doc_enabled
        conflicts = conflicts_among(turn.selection.taken, sources, turn.language) if compared else ()
        turn.disagreeing = [(each.first.title, each.second.title, each.evidence) for each in conflicts]
        organisation = self._organisation(turn)
        judged = self._rules.organisation(turn, organisation) if self._rules and organisation else OrganisationLines({})
        inputs = BlockInputs(
            prompt=turn.request.prompt,
            language=turn.language,
            mode=turn.request.mode,
            settings=settings,
            now=turn.created_at,
            ambiguity=turn.ambiguity,
            task=turn.task,
            sources=sources,
            glossary=self._glossary(turn),
            organisation=organisation,
            applying=judged.applying,
            asked=judged.asked,
            recurrent_misses=await self._misses(turn),
            conflicts=conflicts,
            kind=turn.reading.kind,
        )
        if settings.conflict_highlighting_enabled:
            inputs = _with_severity(inputs)
        turn.conflict_severities = [each.severity for each in inputs.sources if each.severity != "NONE"]
        turn.conflicts = len(conflicts) + len(turn.conflict_severities)
        turn.blocks, warnings = build_blocks(inputs)
        turn.block_tokens = count_tokens("\n\n".join(block.text for block in turn.blocks)) if turn.blocks else 0
        for warning in warnings:
            turn.warn(warning.part, warning.message)

    def _glossary(self, turn: Turn) -> GlossaryText | None:
        if not turn.settings.glossary_enabled:
            return None
        glossary, complaints = self._files.glossary(turn.settings.glossary_path)
        for complaint in complaints:
            turn.warn("terminology", complaint)
        return glossary

    def _organisation(self, turn: Turn) -> str | None:
        if not turn.settings.org_memory_enabled:
            return None
        rules, complaints = self._files.organisation()
        for complaint in complaints:
            turn.warn("org-memory", complaint)
        return rules

    async def _misses(self, turn: Turn) -> tuple[str, ...]:
        """Return what answers to this task kept missing; failing to look that up never blocks a turn (SPEC 285)."""
        if turn.task is None or not turn.settings.reflection_enabled:
            return ()
        try:
            return recurrent_misses(await newest_reflections(self._store, task_id=turn.task.id), turn.task.id)
        except Exception as failure:  # noqa: BLE001 - a part of the turn that may be left out
            log.error("reflections could not be read: %s", place_of(failure))
            turn.warn("reflections", "Earlier reflections could not be read.")
            return ()


def _with_severity(inputs: BlockInputs) -> BlockInputs:
    """Tell how strongly those sources speak of a dispute on which an answer would rest that states what is known."""
    if not tells_what_is_known(inputs):
        return inputs
    believed = {source.id for source in relied_on(inputs)}
    sources = [each._replace(severity=severity(each.text)) if each.id in believed else each for each in inputs.sources]
    return replace(inputs, sources=tuple(sources))
