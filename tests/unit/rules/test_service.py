from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from memserver.clock import to_iso
from memserver.embedding.loading import EmbedderHandle, EmbeddingChoice
from memserver.model import Category, Layer, Scope, Status
from memserver.rules.scope import task_scope
from memserver.rules.service import StandingRules, Wanted
from memserver.storage.store import open_store
from tests.unit.kit import START, Kit, open_kit

COMMIT = "Commit messages are written in the imperative."
HINTS = "Add type hints to every Python function."
WANTED = Wanted(("",), ("long-term", "project"), to_iso(START), 0.3, 5)


@pytest.fixture
async def kit(tmp_path: Path) -> AsyncIterator[Kit]:
    async with open_kit(tmp_path) as kit:
        yield kit


@pytest.fixture
def rules(kit: Kit, tmp_path: Path) -> StandingRules:
    return StandingRules(kit.store, EmbedderHandle(EmbeddingChoice(cache=tmp_path, provider="off")))


async def told(rules: StandingRules, prompt: str = "write a commit message", **changes: Any) -> list[str]:
    await rules.refresh()
    return [each.text for each in rules.choose(task_scope(prompt), None, replace(WANTED, **changes))]


async def test_rules_and_preferences_in_force_are_told(kit: Kit, rules: StandingRules) -> None:
    await kit.add(COMMIT, category=Category.RULE)
    await kit.add(HINTS, category=Category.PREFERENCE)
    await kit.add("The commit hook runs the linter.", category=Category.FACT)
    assert await told(rules) == [COMMIT]
    chosen = rules.choose(task_scope("add a helper", "a.py"), None, WANTED)
    assert [(each.text, each.why) for each in chosen] == [(HINTS, "py, code")]


async def test_a_change_is_noticed_at_once_whoever_made_it(kit: Kit, rules: StandingRules, tmp_path: Path) -> None:
    assert await told(rules) == []
    first = await kit.add(COMMIT, category=Category.CONVENTION)
    assert await told(rules) == [COMMIT]
    async with open_store(tmp_path / "data") as other, other.database.write() as transaction:
        assert await other.memories.delete(transaction, first)
    assert await told(rules) == []


async def test_what_no_longer_holds_is_not_told(kit: Kit, rules: StandingRules) -> None:
    soon = kit.clock.now + timedelta(hours=1)
    await kit.add(COMMIT, category=Category.RULE, expires_at=soon)
    assert await told(rules) == [COMMIT]
    assert await told(rules, now=to_iso(soon + timedelta(minutes=1))) == []
    other = await kit.add("Commits carry the ticket number.", category=Category.RULE)
    await kit.writer.set_status(other, Status.ARCHIVED, None, None, None)
    assert await told(rules, now=to_iso(soon + timedelta(minutes=1))) == []


async def test_a_rule_is_told_where_it_may_be_seen_and_once(kit: Kit, rules: StandingRules) -> None:
    rule = await kit.add(COMMIT, Layer.PROJECT, category=Category.RULE, scope=Scope.PROJECT, project_id="p1")
    assert await told(rules) == []
    assert await told(rules, projects=("", "p1")) == [COMMIT]
    assert await told(rules, projects=("", "p1"), layers=("long-term",)) == []
    assert await told(rules, projects=("", "p1"), told={rule}) == []


async def test_a_rule_that_was_not_known_then_is_not_told_of_then(kit: Kit, rules: StandingRules) -> None:
    await kit.add(COMMIT, category=Category.RULE)
    assert await told(rules, known_until=to_iso(START)) == [COMMIT]
    assert await told(rules, known_until=to_iso(START - timedelta(days=1))) == []


async def test_no_more_are_told_than_fit(kit: Kit, rules: StandingRules) -> None:
    for number in range(9):
        await kit.add(f"Commit rule {number}: commit messages mention component {number}.", category=Category.RULE)
    assert len(await told(rules)) == 5  # the limit that this test asks with
    assert len(await told(rules, most=2)) == 2
    assert len(await told(rules, tokens=40)) < 5
    assert await told(rules, most=0) == []


async def test_tags_say_what_a_rule_is_about(kit: Kit, rules: StandingRules) -> None:
    await kit.add("Keep it under fifty characters.", category=Category.RULE, tags=("git", "commit"))
    assert await told(rules) == ["Keep it under fifty characters."]


async def test_use_alone_does_not_count_as_a_change(kit: Kit, rules: StandingRules) -> None:
    rule = await kit.add(COMMIT, category=Category.RULE)
    before = await kit.store.rules.version()
    async with kit.store.database.write() as transaction:
        await kit.store.memories.touch(transaction, [rule])
    assert await kit.store.rules.version() == before


async def test_lines_of_an_organisation_are_judged_alike(rules: StandingRules) -> None:
    lines = (COMMIT, HINTS, "Backend: Mina")
    applying, asked = rules.applying(lines, task_scope("write a commit message"), None, 0.3)
    assert list(applying) == [COMMIT]
    assert asked
    assert rules.applying(lines, task_scope("thank you!"), None, 0.3) == ({}, False)
    assert not rules.lacks_vectors(lines)
