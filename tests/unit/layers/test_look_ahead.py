"""Answers come in order, a little ahead of who wants them, and nothing is left running."""

from __future__ import annotations

import asyncio

import pytest

from memserver.layers.look_ahead import AHEAD, LookAhead


class Question:
    def __init__(self, number: int) -> None:
        self.number = number


async def test_answers_belong_to_their_questions_and_few_are_under_way() -> None:
    running = most = 0

    async def ask(question: Question) -> int:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.001)
        running -= 1
        return question.number * 10

    questions = [Question(number) for number in range(12)]
    async with LookAhead(questions, ask) as ahead:
        answers = [await ahead.answer(question) for question in questions]
    assert answers == [number * 10 for number in range(12)]
    assert 1 < most <= AHEAD


async def test_questions_that_nobody_comes_for_hold_nothing_up() -> None:
    async def ask(question: Question) -> int:
        return question.number

    questions = [Question(number) for number in range(12)]
    async with LookAhead(questions, ask) as ahead:
        assert [await ahead.answer(question) for question in questions[::3]] == [0, 3, 6, 9]


async def test_what_is_under_way_ends_with_its_owner() -> None:
    ended = []

    async def ask(question: Question) -> int:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append(question.number)
        return 0

    questions = [Question(number) for number in range(4)]
    with pytest.raises(TimeoutError):
        async with LookAhead(questions, ask) as ahead, asyncio.timeout(0.01):
            await ahead.answer(questions[0])
    assert sorted(ended) == list(range(AHEAD))


async def test_a_failure_reaches_the_one_who_asked() -> None:
    async def ask(question: Question) -> int:
        raise ValueError(question.number)

    questions = [Question(7)]
    async with LookAhead(questions, ask) as ahead:
        with pytest.raises(ValueError, match="7"):
            await ahead.answer(questions[0])
