"""Judging answers: takes the record of a turn and the answer to it, and does all that `turn/complete` promises."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from memserver.clock import Clock
from memserver.config import Settings
from memserver.errors import MemserverError
from memserver.growth.critic import Disagreeing, card_of_review, card_of_signals
from memserver.growth.reflection_store import keep_reflection
from memserver.llm.configured import configured_chat
from memserver.storage.store import Store
from memserver.turn.brain_files import BrainFiles
from memserver.turn.complete import (
    Answered,
    Completion,
    Source,
    check_with_model,
    judge,
    problem_signals,
    reflection_on,
    with_judgement,
)


class AnswerJudge:
    """Judges answers and keeps a reflection on each."""

    def __init__(self, store: Store, clock: Clock, files: BrainFiles) -> None:
        self._store = store
        self._clock = clock
        self._files = files

    async def complete(
        self,
        record: Mapping[str, Any],
        answer: str,
        settings: Settings,
        *,
        outcome: str | None = None,
        feedback: str | None = None,
        high_impact: bool | None = None,
    ) -> Completion:
        """Judge an answer to a recorded turn. `high_impact` is what the client says; else the task's kind decides."""
        answered = self._answered(record["trace"], answer, outcome, feedback)
        if answered.task is not None and high_impact is not None:
            answered = replace(answered, task=replace(answered.task, high_impact=high_impact))
        completion = judge(answered)
        chat = configured_chat(settings)
        judgement = await check_with_model(answered, completion, settings, chat) if chat is not None else None
        if judgement is not None:
            completion = with_judgement(answered, completion, judgement)
        card = card_of_review(judgement) or card_of_signals(problem_signals(answered, completion), answered.language)
        completion = replace(completion, supplement=card)
        if not settings.reflection_enabled:
            return completion
        try:
            reflection = await keep_reflection(self._store, reflection_on(answered, completion, self._clock()))
        except MemserverError as failure:
            return replace(completion, warnings=[f"The reflection was not kept: {failure.message}"])
        return replace(completion, reflection_id=reflection.id)

    def _answered(self, trace: Mapping[str, Any], answer: str, outcome: str | None, feedback: str | None) -> Answered:
        types, _ = self._files.task_types()
        return Answered(
            turn_id=trace["turn_id"],
            answer=answer,
            prompt=trace["prompt"],
            language=trace["language"],
            task=next((task for task in types if task.id == trace["task_id"]), None),
            sources=[_source(each) for each in trace["sources"]],
            signals=trace["signals"],
            conflict_severities=trace["conflict_severities"],
            outcome=outcome,
            feedback=feedback,
            disagreeing=[Disagreeing(*pair) for pair in trace.get("disagreeing", ())],
            project_id=trace["project_id"],
            model_only=trace["model_only"],
        )


def _source(each: Mapping[str, Any]) -> Source:
    # Records of an earlier version hold an excerpt only.
    shown = each.get("shown", each["excerpt"])
    return Source(each["id"], each["title"], each["path"], each["excerpt"], shown, each.get("chance"))
