"""Evaluations: which sets there are, running one over answers from wherever they come, and how scores moved.

Answers are handed over, read from files, or asked of the user's own chat endpoint with memserver's context in front;
without any of these a set checks itself. Only what was scored is kept: answers are not.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from memserver.clock import Clock, to_iso
from memserver.config import Settings
from memserver.errors import InvalidParams, ModelFailed, NotFound
from memserver.growth.evaluation.answers import read_answers
from memserver.growth.evaluation.golden import Case, KnownSet, Sets, all_sets
from memserver.growth.evaluation.report import render
from memserver.growth.evaluation.scoring import Score, score_answer
from memserver.growth.evaluation.self_check import check_set
from memserver.growth.requirements import TaskType
from memserver.ids import new_id
from memserver.llm.chat import ChatClient, ChatFailed, Message
from memserver.llm.configured import configured_chat
from memserver.storage.store import Store

Source = Literal["given", "files", "model", "self-check"]
Json = dict[str, Any]
Progress = Callable[[int, int, str], None]

KEPT = 1_000
# A local model may take minutes for a page of text.
ANSWER_SECONDS = 300.0


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be evaluated; without answers, a path or a source the best that there is is chosen."""

    set_id: str | None = None
    language: str | None = None
    answers: Mapping[str, str] | None = None
    path: Path | None = None
    source: Source | None = None


class Evaluation:
    """Runs golden sets."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        brain: Path,
        task_types: Callable[[], Sequence[TaskType]],
        chat: Callable[[], ChatClient | None],
        context_for: Callable[[str], Awaitable[str]],
    ) -> None:
        self._store = store
        self._clock = clock
        self._brain = brain
        self._task_types = task_types
        self._chat = chat
        self._context_for = context_for

    async def sets(self) -> Sets:
        """Return the sets that there are."""
        return await asyncio.to_thread(all_sets, self._brain)

    async def run(self, wanted: Wanted, progress: Progress) -> tuple[list[Json], tuple[str, ...]]:
        """Evaluate; returns one record per set, with its page, and what is wrong with files of sets."""
        sets = await self.sets()
        chosen = _chosen(sets.known, wanted)
        source = wanted.source or self._source(wanted)
        if source == "self-check":
            return [await asyncio.to_thread(self._self_check, known) for known in chosen], sets.problems
        answers = await self._answers(source, wanted, chosen, progress)
        runs = []
        for known in chosen:
            given = {case.id: answers[case.id] for case in known.golden.cases if case.id in answers}
            if given:
                runs.append(await self._scored(known, source, given))
        if not runs:
            raise InvalidParams("No answer belongs to a case of these sets.", field="answers", hint="evaluation/sets")
        return runs, sets.problems

    async def history(self, set_id: str | None, limit: int) -> tuple[list[Json], list[Json]]:
        """Return earlier runs, newest first, and how the score of each set moved, oldest first."""
        equals = {"set_id": set_id} if set_id else {}
        runs = await self._store.evaluations.newest(limit, **equals)
        scores: dict[str, list[float]] = {}
        for run in reversed(runs):
            scores.setdefault(run["set"], []).append(run["score"])
        trends = [
            {"set": name, "scores": each, "change": round(each[-1] - each[0], 1), "best": max(each)}
            for name, each in sorted(scores.items())
        ]
        return runs, trends

    def _source(self, wanted: Wanted) -> Source:
        if wanted.answers is not None:
            return "given"
        if wanted.path is not None:
            return "files"
        return "model" if self._chat() else "self-check"

    async def _answers(
        self, source: Source, wanted: Wanted, chosen: Sequence[KnownSet], progress: Progress
    ) -> Mapping[str, str]:
        if source == "given":
            if wanted.answers is None:
                raise InvalidParams("answers are needed.", field="answers")
            return wanted.answers
        if source == "files":
            if wanted.path is None:
                raise InvalidParams("A path of answers is needed.", field="path")
            return await asyncio.to_thread(read_answers, wanted.path)
        chat = self._chat()
        if chat is None:
            raise InvalidParams(
                "No chat endpoint is configured.",
                field="source",
                hint="Set ollamaUrl and defaultModel, or hand answers over.",
            )
        return await self._asked(chat, [case for known in chosen for case in known.golden.cases], progress)

    async def _asked(self, chat: ChatClient, cases: Sequence[Case], progress: Progress) -> dict[str, str]:
        """Ask the model case by case, each as a turn of an agent that has memserver in front."""
        answers = {}
        for number, case in enumerate(cases):
            progress(number, len(cases), case.id)
            context = await self._context_for(case.prompt)
            messages: list[Message] = [{"role": "system", "content": context}] if context else []
            messages.append({"role": "user", "content": case.prompt})
            try:
                answers[case.id] = await chat.complete(messages)
            except ChatFailed as failure:
                raise ModelFailed(
                    f"The case {case.id} got no answer: {failure}.", hint="Check ollamaUrl and defaultModel."
                ) from None
        return answers

    async def _scored(self, known: KnownSet, source: Source, answers: Mapping[str, str]) -> Json:
        golden, task = known.golden, self._task(known)
        scores = await asyncio.to_thread(
            lambda: [
                score_answer(case, task, answers[case.id], golden.language)
                for case in golden.cases
                if case.id in answers
            ]
        )
        before = await self._store.evaluations.newest(1, set_id=golden.id)
        record = self._record(known, source, [_case(score) for score in scores])
        record["unanswered"] = [case.id for case in golden.cases if case.id not in answers]
        record["change"] = round(record["score"] - before[0]["score"], 1) if before else None
        chat = self._chat()
        record["model"] = chat.model if source == "model" and chat else None
        async with self._store.database.write() as transaction:
            columns = {"id": record["id"], "set_id": golden.id, "created_at": record["createdAt"]}
            await self._store.evaluations.put(transaction, columns, record)
            await self._store.evaluations.trim(transaction, KEPT)
        return {**record, "markdown": render(record)}

    def _self_check(self, known: KnownSet) -> Json:
        checked = check_set(known.golden, self._task(known))
        cases = [
            {**_case(each.reference), "flawed": [{"name": name, "score": score} for name, score in each.flawed]}
            for each in checked
        ]
        record = self._record(known, "self-check", cases)
        record["problems"] = [problem for each in checked for problem in each.problems]
        return {**record, "markdown": render(record)}

    def _record(self, known: KnownSet, source: Source, cases: Sequence[Json]) -> Json:
        now = self._clock()
        return {
            "id": new_id("eval", now),
            "set": known.golden.id,
            "title": known.golden.title,
            "language": known.golden.language,
            "source": source,
            "createdAt": to_iso(now),
            "score": round(sum(case["score"] for case in cases) / len(cases), 1),
            "cases": list(cases),
        }

    def _task(self, known: KnownSet) -> TaskType | None:
        return next((task for task in self._task_types() if task.id == known.golden.task), None)


def evaluated_chat(settings: Settings) -> ChatClient | None:
    """Return the user's chat model with the patience that a whole answer needs."""
    chat = configured_chat(settings)
    return replace(chat, timeout=ANSWER_SECONDS) if chat else None


def _chosen(sets: Sequence[KnownSet], wanted: Wanted) -> list[KnownSet]:
    """Return the sets that a request means: by id, by the task they share, by language."""
    named = [known for known in sets if wanted.set_id in (None, known.golden.id, known.golden.task)]
    chosen = [known for known in named if wanted.language in (None, known.golden.language)]
    if not chosen:
        raise NotFound("There is no such set.", field="set", hint="evaluation/sets lists them.")
    return chosen


def _case(score: Score) -> Json:
    return {
        "id": score.case,
        "score": score.score,
        "missingElements": list(score.missing_elements),
        "foundFacts": score.found_facts,
        "missedFacts": list(score.missed_facts),
        "partialFacts": list(score.partial_facts),
        "invented": list(score.invented),
        "structure": list(score.structure),
    }
