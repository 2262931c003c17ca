"""A simulated month: thirty days of turns through the real engine, with planted weaknesses and a still clock.

The agent that answers is simple and honest about it: it fills in an element of the minutes only once what it is given
says how. So its answers get better when knowledge is accepted, and for no other reason.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from memserver.config import Settings
from memserver.engine import Engine
from memserver.growth.acceptance import Accepted
from memserver.growth.debt import DebtItem, element_key
from memserver.growth.draft_page import EMPTY_DRAFTS
from memserver.growth.need import NeedItem
from memserver.growth.queue import QueueItem
from memserver.growth.report import GrowthReport
from memserver.growth.research import Drafted
from memserver.growth.skill import SkillScore
from memserver.turn.complete import Completion
from memserver.turn.request import TurnRequest
from tests.unit.kit import StillClock

DAYS = 30
ACCEPTED_ON = 15
KNOWLEDGE = "Minutes name the owner of each action item: whoever said yes to it in the meeting, written as Owner: name."
WEAK_MINUTES = (
    "Attendees: Mina, Joon\nDate: 2026-05-04\nAgenda: the beta\nDecisions: ship it\nAction items: write the notes"
)
GOOD_MINUTES = f"{WEAK_MINUTES}\nOwner: Mina\nDeadline: 2026-05-08"
RELEASE_WITHOUT_ROLLBACK = (
    "Version 2.1\nDate: 2026-05-04\nChanges: faster start\nBreaking changes: the old flag is gone\n"
    "Upgrade: run the migration\nVerification: smoke tests"
)
BUG_REPORT = (
    "Summary: the login fails\nSteps to reproduce:\n1. open\n2. log in\nExpected: the start page\nActual: an error\n"
    "Environment: macOS 15, version 2.1\nSeverity: high\nLogs: see below\n```\nerror 500\n```\n[1]"
)
PERSON = "Mina"
OWNER = element_key("meeting-minutes", "owner")
VPN_QUESTION = "What is the address of our VPN gateway?"


@dataclass
class Day:
    """What was seen on one day."""

    minutes_block: str
    minutes: Completion
    states: dict[str, str] = field(default_factory=dict)


@dataclass
class Month:
    """The engine under simulation, and what every day brought."""

    engine: Engine
    clock: StillClock
    days: list[Day] = field(default_factory=list)

    async def ask(self, prompt: str, answer: str | None = None) -> tuple[str, Completion]:
        """Build a turn and answer it; without an answer the minutes are written as well as the turn allows."""
        result, turn = await self.engine.build_turn(TurnRequest(prompt, "month"))
        self.engine.recorder.keep(turn, dict)
        if answer is None:
            answer = GOOD_MINUTES + "\n[1]" if "whoever said yes to it" in result.prompt else WEAK_MINUTES
        block = next((block.text for block in result.blocks if block.id == "requirement-graph"), "")
        completion = await self.engine.complete_turn(turn.id, answer, outcome=None, feedback=None, used=())
        return block, completion

    async def live(self, days: int) -> None:
        """Let some days pass."""
        for _ in range(days):
            number = len(self.days)
            block, minutes = await self.ask("Write the meeting minutes of the weekly sync.")
            self.clock.advance(hours=1)
            await self.ask("Write a bug report about the login failure.", BUG_REPORT)
            if number % 3 == 0:
                await self.ask("Write the release notes for version 2.1.", RELEASE_WITHOUT_ROLLBACK)
            if number % 5 == 0:
                await self.ask(VPN_QUESTION, "I do not know.")
            states = {item.subject: item.state.value for item in await self.engine.growth.queue.items()}
            self.days.append(Day(block, minutes, states))
            self.clock.advance(hours=23)

    async def wait_for_notes(self, count: int) -> None:
        """Wait until the brain's watcher has indexed so many files."""
        async with asyncio.timeout(30):
            while await self.engine.store.files.count(str(self.engine.brain)) < count:  # noqa: ASYNC110 - another task's work
                await asyncio.sleep(0.02)

    async def a_person_decides(self) -> Accepted:
        """Approve the costliest gap, have it researched, write what is known into the draft, and accept it."""
        growth = self.engine.growth
        item = next(each for each in await growth.queue.items() if each.subject == OWNER)
        await growth.queue.approve(item.id, PERSON, "comes back every week")
        [drafted] = await growth.research(("",), 3, None)
        path = self.engine.brain / (drafted.item.proposal_path or "")
        lines = (await asyncio.to_thread(path.read_text, encoding="utf-8")).split("\n")
        lines = [f"- {KNOWLEDGE}" if line in EMPTY_DRAFTS else line for line in lines]
        await asyncio.to_thread(path.write_text, "\n".join(lines), encoding="utf-8")
        accepted = await growth.acceptance.accept(None, item.id, PERSON, ("",))
        await self.wait_for_notes(2)
        return accepted


@dataclass(frozen=True)
class Story:
    """Everything that was seen in the month."""

    days: list[Day]
    needs_then: list[NeedItem]
    debt_then: list[DebtItem]
    drafted_unasked: list[Drafted]
    accepted: Accepted
    note: str
    proposals_left: list[str]
    debt: list[DebtItem]
    skills: dict[str, SkillScore]
    queue: list[QueueItem]
    report: GrowthReport
    reflections: list[dict[str, Any]]


async def live_through(folder: Path) -> Story:
    """Live through the month: half of it, a person's decision, the other half."""
    async with open_month(folder) as month:
        growth, brain = month.engine.growth, month.engine.brain
        await month.live(ACCEPTED_ON)
        needs_then, _ = await growth.needs("en")
        debt_then = await growth.debt("en")
        await growth.merge_suggestions("en")
        drafted_unasked = await growth.research(("",), 3, None)
        accepted = await month.a_person_decides()
        await month.live(DAYS - ACCEPTED_ON)
        return Story(
            days=month.days,
            needs_then=needs_then,
            debt_then=debt_then,
            drafted_unasked=drafted_unasked,
            accepted=accepted,
            note=await asyncio.to_thread((brain / accepted.note_path).read_text, encoding="utf-8"),
            proposals_left=[each.path for each in await growth.acceptance.proposals()],
            debt=await growth.debt("en"),
            skills={skill.task_id: skill for skill in await growth.skills("en")},
            queue=await growth.queue.items(),
            report=await growth.report(DAYS + 1, "en"),
            reflections=await month.engine.store.reflections.newest(1_000),
        )


@asynccontextmanager
async def open_month(folder: Path, **settings: Any) -> AsyncIterator[Month]:
    """Open an engine without a model, with a brain that knows how the login works and nothing about minutes."""
    brain = folder / "brain"
    brain.mkdir(parents=True)
    (brain / "login.md").write_text(
        "# Login failure\n\nThe login failure shows error 500; a bug report names the version and the environment.\n"
    )
    made = Settings(
        data_dir=str(folder / "data"),
        brain_path=str(brain),
        embedding_provider="off",
        workers_enabled=False,
        **settings,
    )
    clock = StillClock()
    async with Engine.open(made, clock=clock) as engine:
        month = Month(engine, clock)
        await month.wait_for_notes(1)
        yield month
