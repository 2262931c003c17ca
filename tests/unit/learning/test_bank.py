"""The reasoning bank over a real store: strengthened, found, proved, consolidated."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest

from memserver.embedding.protocol import Kind
from memserver.errors import NotFound
from memserver.learning.pattern_search import PatternMatch
from memserver.learning.patterns import combined_score, quality_after
from memserver.storage.patterns import PatternRow
from tests.unit.learning.learning_kit import LearningKit, open_learning

STRATEGY = "Wrap the database calls in one transaction"


async def stored(kit: LearningKit, strategy: str, domain: str = "architecture") -> str:
    return (await kit.learning.store_pattern(strategy, domain, None, "")).pattern.id


async def test_a_new_pattern_begins_unproved(tmp_path: Path) -> None:
    async with open_learning(tmp_path) as kit:
        made = (await kit.learning.store_pattern(STRATEGY, "architecture", None, "")).pattern
        assert (made.quality, made.usage_count, made.success_count, made.long_term) == (0.5, 1, 0, False)
        assert [event.type for event in kit.events] == ["PatternLearned"]


async def test_a_near_duplicate_strengthens_the_old_one(tmp_path: Path) -> None:
    async with open_learning(tmp_path) as kit:
        first = await stored(kit, STRATEGY)
        again = await kit.learning.store_pattern("Wrap database calls in one transaction", "architecture", None, "")
        assert (again.pattern.id, again.strengthened, again.pattern.usage_count) == (first, True, 2)
        assert again.pattern.strategy == STRATEGY


@pytest.mark.parametrize(
    ("strategy", "domain"),
    [
        ("Do not wrap the database calls in one transaction", "architecture"),
        (STRATEGY, "testing"),
        ("캐시를 비우고 다시 빌드한다", "architecture"),
    ],
)
async def test_what_differs_stands_beside_it(tmp_path: Path, strategy: str, domain: str) -> None:
    async with open_learning(tmp_path) as kit:
        await stored(kit, STRATEGY)
        assert not (await kit.learning.store_pattern(strategy, domain, None, "")).strengthened


async def test_search_ranks_by_meaning_and_proof_within_a_domain(tmp_path: Path) -> None:
    async with open_learning(tmp_path) as kit:
        proved = await stored(kit, "cache the parsed settings file")
        unproved = await stored(kit, "cache the parsed glossary file")
        other = await stored(kit, "cache the parsed settings file", "testing")
        for _ in range(4):
            await kit.learning.pattern_feedback(proved, True)
        found = await kit.learning.search_patterns("cache the parsed file", 10, "architecture", [""])
        assert [match.pattern.id for match in found] == [proved, unproved]
        everywhere = await kit.learning.search_patterns("cache the parsed file", 10, None, [""])
        assert other in {match.pattern.id for match in everywhere}
        assert await kit.learning.search_patterns("cache the parsed file", 10, None, ["elsewhere"]) == []


async def test_promotion_needs_proof(tmp_path: Path) -> None:
    async with open_learning(tmp_path) as kit:
        pattern = await stored(kit, STRATEGY)
        promoted, reason = await kit.learning.bank.promote(pattern)
        assert not promoted
        assert reason
        await kit.learning.pattern_feedback(pattern, True)
        after = await kit.learning.pattern_feedback(pattern, True)
        assert after.long_term
        assert await kit.learning.bank.promote(pattern) == (True, None)
        assert [event.type for event in kit.events].count("PatternPromoted") == 1
        with pytest.raises(NotFound):
            await kit.learning.bank.promote("pat_none")


async def test_a_strategy_that_keeps_failing_becomes_a_warning(tmp_path: Path) -> None:
    async with open_learning(tmp_path) as kit:
        pattern = await stored(kit, STRATEGY)
        for _ in range(3):
            after = await kit.learning.pattern_feedback(pattern, False)
        assert after.kind == "warning"
        assert after.quality == pytest.approx(0.3)
        assert (await kit.learning.bank.promote(pattern))[0] is False


async def test_a_refuted_strategy_that_works_after_all_is_one_again(tmp_path: Path) -> None:
    async with open_learning(tmp_path) as kit:
        pattern = await stored(kit, STRATEGY)
        for _ in range(2):
            after = await kit.learning.pattern_feedback(pattern, False)
        assert after.kind == "warning"
        for _ in range(3):
            after = await kit.learning.pattern_feedback(pattern, True)
        assert (after.kind, after.metadata, after.long_term) == ("strategy", {}, True)


async def test_a_failure_that_is_met_again_is_no_success(tmp_path: Path) -> None:
    async with open_learning(tmp_path) as kit:
        vector = await kit.learning.embed("restart the database", Kind.PASSAGE)
        for _ in range(3):
            last = await kit.learning.bank.store("restart the database", "ops", vector, "words-1", kind="warning")
        assert last.strengthened
        assert (last.pattern.usage_count, last.pattern.success_count, last.pattern.quality) == (3, 0, 0.5)


async def test_a_promotion_by_consolidation_is_told(tmp_path: Path) -> None:
    async with open_learning(tmp_path) as kit:
        for _ in range(3):
            pattern = await stored(kit, STRATEGY)
        assert [each.id for each in (await kit.learning.consolidate()).promoted] == [pattern]
        assert [event.data for event in kit.events if event.type == "PatternPromoted"] == [{"patternId": pattern}]


def test_quality_follows_the_success_rate() -> None:
    assert quality_after(0, 0) == 0.5
    assert quality_after(4, 4) == 1.0
    assert quality_after(1, 2) == pytest.approx(0.65)


async def test_consolidation_drops_what_nobody_used_and_keeps_warnings(tmp_path: Path) -> None:
    async with open_learning(tmp_path) as kit:
        unused = await stored(kit, "an idea that nobody tried")
        proved = await stored(kit, STRATEGY)
        for _ in range(2):
            await kit.learning.pattern_feedback(proved, True)
        vector = await kit.learning.embed("restart the database", Kind.PASSAGE)
        warning = await kit.learning.bank.store("restart the database", "ops", vector, "words-1", kind="warning")
        kit.clock.advance(hours=25)
        done = await kit.learning.consolidate()
        assert done.dropped == [unused]
        left = {each.id for each in await kit.store.patterns.all()}
        assert left == {proved, warning.pattern.id}


async def test_what_another_window_wrote_is_noticed(tmp_path: Path) -> None:
    async with open_learning(tmp_path) as one, open_learning(tmp_path) as other:
        pattern = await stored(one, STRATEGY)
        found = await other.learning.search_patterns("database transaction", 5, None, [""])
        assert [match.pattern.id for match in found] == [pattern]


async def test_many_patterns_are_found_as_one_by_one(tmp_path: Path) -> None:
    async with open_learning(tmp_path) as kit:
        search, index = kit.learning.search, kit.learning.index
        chance = np.random.default_rng(3)
        plane = chance.normal(size=(6, 64))
        vectors = (chance.normal(size=(1_200, 6)) @ plane + 0.1 * chance.normal(size=(1_200, 64))).astype(np.float32)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        moment = kit.clock() - timedelta(days=3)
        rows = [
            PatternRow(
                f"pat_{number}", f"strategy {number}", ("general", "testing")[number % 2],
                ("strategy", "warning")[number % 5 == 0], ("", "mine", "other")[number % 3], 0.5 + number % 6 / 10,
                1 + number % 4, number % 3, False, moment, moment,
            )
            for number in range(1_200)
        ]  # fmt: skip
        index.patterns = {row.id: row for row in rows}
        index.set_rows(rows, vectors)
        index.find_axes()
        calibration, now = kit.learning.calibration(), kit.clock()
        for question in vectors[::150]:
            every = [
                PatternMatch(row, float(similarity))
                for row, similarity in zip(rows, calibration.similarities(vectors @ question), strict=True)
            ]
            every.sort(key=lambda m: (-m.similarity * combined_score(m.pattern, now), -m.similarity, m.pattern.id))
            expected = [
                m.pattern.id
                for m in every
                if m.similarity > 0.1 and m.pattern.domain == "testing" and m.pattern.project_id != "other"
            ]
            found = search.search("", question, 15, domain="Testing", projects=("", "mine"))
            assert [match.pattern.id for match in found] == expected[:15]
            strong = [
                m.pattern.id
                for m in every
                if m.pattern.kind != "warning" and m.pattern.project_id == "" and m.similarity * m.pattern.quality > 0.7
            ]
            assert [match.pattern.id for match in search.strong("", question, 0.7, ("",))] == strong
