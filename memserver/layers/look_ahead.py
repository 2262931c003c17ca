"""Answers that take a while, asked for a little ahead of the one who goes through them in order. Owns its tasks."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from types import TracebackType
from typing import Generic, Self, TypeVar

# Two are under way at a time: as many as there are threads that embed.
AHEAD = 2

Question = TypeVar("Question")
Answer = TypeVar("Answer")


class LookAhead(Generic[Question, Answer]):
    """Asks for the next answers while the present one is used. Questions are told apart by identity."""

    def __init__(self, questions: Sequence[Question], ask: Callable[[Question], Awaitable[Answer]]) -> None:
        self._waiting = deque(questions)
        self._ask = ask
        self._asked: dict[int, asyncio.Task[Answer]] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop what nobody came for."""
        for task in self._asked.values():
            task.cancel()
        await asyncio.gather(*self._asked.values(), return_exceptions=True)

    async def answer(self, question: Question) -> Answer:
        """Return the answer to a question, and see to it that the next ones are under way."""
        while id(question) not in self._asked and self._waiting:
            self._start()
        while self._waiting and sum(not task.done() for task in self._asked.values()) < AHEAD:
            self._start()
        return await self._asked.pop(id(question))

    def _start(self) -> None:
        question = self._waiting.popleft()
        self._asked[id(question)] = asyncio.ensure_future(self._run(question))

    async def _run(self, question: Question) -> Answer:
        return await self._ask(question)
