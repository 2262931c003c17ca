"""The learning queue: memserver proposes, people decide, every decision is on record."""

from __future__ import annotations

import ast
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import memserver
from memserver.errors import Conflict, InvalidParams, NotFound
from memserver.growth.queue import MOST_PROPOSED, LearningQueue, QueueState, Suggestion
from tests.unit.kit import Kit, open_kit

PACKAGE = Path(memserver.__file__).parent


@pytest.fixture
async def kit(tmp_path: Path) -> AsyncIterator[Kit]:
    async with open_kit(tmp_path) as kit:
        yield kit


@pytest.fixture
def queue(kit: Kit) -> LearningQueue:
    return LearningQueue(kit.store, kit.clock)


def suggested(name: str, priority: float = 50.0) -> Suggestion:
    return Suggestion(f"task:{name}", f"What about {name}?", "debt", priority)


async def test_suggestions_become_proposed_and_nothing_else(queue: LearningQueue) -> None:
    await queue.merge([suggested("a"), suggested("b", 90)])
    items = await queue.items()
    assert [(item.subject, item.state) for item in items] == [
        ("task:b", QueueState.PROPOSED),
        ("task:a", QueueState.PROPOSED),
    ]
    assert all(item.decisions == () for item in items)


async def test_the_same_question_is_there_once_whatever_became_of_it(queue: LearningQueue) -> None:
    [item] = await queue.merge([suggested("a")])
    assert await queue.merge([suggested("a")]) == []
    await queue.reject(item.id, "Mina", "not ours")
    assert await queue.merge([suggested("a")]) == []
    assert [each.state for each in await queue.items()] == [QueueState.REJECTED]


async def test_a_proposal_is_kept_current_until_somebody_decides(queue: LearningQueue) -> None:
    [item] = await queue.merge([suggested("a", 20)])
    await queue.merge([suggested("a", 70)])
    assert (await queue.get(item.id)).priority == 70
    await queue.approve(item.id, "Mina")
    await queue.merge([suggested("a", 5)])
    assert (await queue.get(item.id)).priority == 70


async def test_a_proposal_that_nothing_suggests_any_more_is_withdrawn(queue: LearningQueue) -> None:
    first, second = await queue.merge([suggested("a"), suggested("b")])
    await queue.approve(first.id, "Mina")
    await queue.propose("My own question?", "Joon")
    assert await queue.merge([]) == []
    assert {item.state.value for item in await queue.items()} == {"approved", "proposed"}
    assert second.id not in {item.id for item in await queue.items()}
    assert len(await queue.items()) == 2


async def test_at_most_twenty_wait_and_the_weakest_of_our_own_gives_way(queue: LearningQueue) -> None:
    many = [suggested(f"n{number}", 10 + number) for number in range(MOST_PROPOSED)]
    await queue.merge(many)
    await queue.merge([*many, suggested("weak", 1), suggested("strong", 99)])
    items = await queue.items()
    assert len(items) == MOST_PROPOSED
    assert items[0].subject == "task:strong"
    assert not {"task:weak", "task:n0"} & {item.subject for item in items}


async def test_what_a_person_asks_for_never_gives_way(queue: LearningQueue) -> None:
    for number in range(MOST_PROPOSED):
        await queue.propose(f"Question {number}?", "Joon")
    await queue.merge([suggested("strong", 99)])
    assert {item.origin for item in await queue.items()} == {"person"}
    with pytest.raises(Conflict):
        await queue.propose("One more?", "Joon")


async def test_a_question_asked_twice_is_one(queue: LearningQueue) -> None:
    first, added = await queue.propose("How do we deploy?", "Joon")
    again, added_again = await queue.propose("  how do we  DEPLOY ", "Mina")
    assert (added, added_again, again.id) == (True, False, first.id)
    await queue.merge([suggested("x")])
    same, new = await queue.propose("What about x?", "Mina")
    assert (new, same.subject) == (False, "task:x")


async def test_decisions_need_a_name_and_are_recorded(queue: LearningQueue) -> None:
    [item] = await queue.merge([suggested("a")])
    for nobody in ("", "  \n", "memserver", " MemServer "):
        with pytest.raises(InvalidParams) as refused:
            await queue.approve(item.id, nobody)
        assert refused.value.field == "by"
    assert (await queue.get(item.id)).state is QueueState.PROPOSED
    await queue.approve(item.id, "Mina", "worth it")
    await queue.reject(item.id, "Joon")
    moved = await queue.reopen(item.id, "Mina")
    assert [(each["action"], each["by"]) for each in moved.decisions] == [
        ("approve", "Mina"),
        ("reject", "Joon"),
        ("reopen", "Mina"),
    ]
    assert moved.decisions[0]["note"] == "worth it"


@pytest.mark.parametrize("moves", [["accept"], ["draft"], ["approve", "approve"], ["reject", "approve"], ["reopen"]])
async def test_moves_that_skip_a_step_are_refused(queue: LearningQueue, moves: list[str]) -> None:
    [item] = await queue.merge([suggested("a")])
    steps = {
        "approve": lambda: queue.approve(item.id, "Mina"),
        "reject": lambda: queue.reject(item.id, "Mina"),
        "reopen": lambda: queue.reopen(item.id, "Mina"),
        "draft": lambda: queue.drafted(item.id, "proposals/x.md"),
        "accept": lambda: queue.accepted(item.id, "Mina", "knowledge/x.md"),
    }
    for move in moves[:-1]:
        await steps[move]()
    before = (await queue.get(item.id)).state
    with pytest.raises(Conflict):
        await steps[moves[-1]]()
    assert (await queue.get(item.id)).state is before


async def test_a_question_that_is_not_there(queue: LearningQueue) -> None:
    with pytest.raises(NotFound):
        await queue.approve("learn_nothing", "Mina")


async def test_two_windows_do_not_propose_the_same_twice(kit: Kit) -> None:
    one, other = LearningQueue(kit.store, kit.clock), LearningQueue(kit.store, kit.clock)
    await one.merge([suggested("a")])
    await other.merge([suggested("a"), suggested("b")])
    assert len(await one.items()) == 2


def test_only_requests_of_people_approve_or_accept() -> None:
    """Walk through the whole package: who calls a decision of the queue? Handlers of the wire, and nobody else."""
    callers: dict[str, set[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            owner = ast.unparse(node.func.value)
            if node.func.attr in {"approve", "reopen", "accepted"} and owner.endswith("queue"):
                callers.setdefault(node.func.attr, set()).add(path.relative_to(PACKAGE).as_posix())
            if node.func.attr == "accept" and owner.endswith("acceptance"):
                callers.setdefault("accept", set()).add(path.relative_to(PACKAGE).as_posix())
    assert callers == {
        "approve": {"server/handlers/growth.py"},
        "reopen": {"server/handlers/growth.py"},
        "accept": {"server/handlers/proposals.py"},
        # Told of an acceptance that a person asked for.
        "accepted": {"growth/acceptance.py"},
    }


def test_the_approved_state_is_given_in_one_place() -> None:
    places = [
        f"{path.relative_to(PACKAGE).as_posix()}"
        for path in sorted((PACKAGE / "growth").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.keyword) and node.arg == "state" and "APPROVED" in ast.unparse(node.value)
    ]
    assert places == []
