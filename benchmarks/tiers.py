"""The tiers: what a push costs, and what finding a similar decision costs as decisions grow.

    python benchmarks/tiers.py [--sizes 1000 20000] [--model local|off]

Prints CPU times of this process; the ratio between the sizes is what to look at.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time

from memserver.config import Settings
from memserver.engine import Engine
from memserver.storage.records import Json
from memserver.tiers.kinds import DECISION

SUBJECTS = ("orders", "invoices", "sessions", "search", "uploads", "결제", "알림", "배포", "로그", "회원")
WAYS = ("Postgres", "Redis", "a queue", "files", "Kafka", "직접 구현", "외부 서비스", "캐시", "배치", "이벤트")
REASONS = ("it is cheap", "it is fast enough", "we know it well", "되돌리기 쉽다", "운영이 간단하다")
PUSHES = 20_000
QUESTIONS = 60


def decision(number: int, chance: random.Random) -> Json:
    """Return a decision about one of many parts."""
    return {
        "context": f"How should part {number} keep its {chance.choice(SUBJECTS)}?",
        "options": list(chance.sample(WAYS, 3)),
        "chosen": chance.choice(WAYS),
        "reasoning": f"{chance.choice(REASONS)}, and part {chance.randrange(number + 1)} does so too",
    }


async def fill(engine: Engine, count: int, chance: random.Random) -> None:
    """Store decisions, many in one transaction: what is measured is reading."""
    records = engine.tiers.records
    for start in range(0, count, 500):
        async with engine.store.database.write() as transaction:
            for number in range(start, min(start + 500, count)):
                record = records.new(DECISION, decision(number, chance))
                await records.put_within(transaction, DECISION, record, "")


async def measure_pushes(engine: Engine) -> None:
    """Print what a push costs by itself."""
    push = engine.tiers.operational.push
    spent = time.process_time()
    for number in range(PUSHES):
        await push({"category": "build", "source": "ci", "message": f"module {number} compiled in 35 ms"}, "")
    each = (time.process_time() - spent) / PUSHES
    print(f"push: {1000 * each:.3f} ms of CPU each, {PUSHES:,} pushes into a ring of 10,000")


async def measure_questions(engine: Engine, count: int, chance: random.Random) -> None:
    """Print what finding a similar decision costs."""
    times, found = [], 0
    for _ in range(QUESTIONS):
        number = chance.randrange(count)
        question = f"How should part {number} keep its data?"
        spent = time.process_time()
        hits = await engine.tiers.working.similar_decisions(question, [""], 5)
        times.append(1000 * (time.process_time() - spent))
        found += any(f"part {number} keep" in hit.record["context"] for hit in hits)
    times.sort()
    p95 = times[int(0.95 * len(times))]
    print(
        f"{count:>7,} decisions: p50 {statistics.median(times):6.1f} ms, p95 {p95:6.1f} ms of CPU;"
        f" asked-for one among five: {found}/{QUESTIONS}"
    )


async def main(sizes: list[int], model: str) -> None:
    """Measure each size in a fresh store."""
    for place, size in enumerate(sizes):
        with tempfile.TemporaryDirectory() as folder:
            settings, _ = Settings.read({"dataDir": folder, "brainPath": f"{folder}/brain", "embeddingProvider": model})
            async with Engine.open(settings) as engine:
                if place == 0:
                    await measure_pushes(engine)
                chance = random.Random(7)
                await fill(engine, size, chance)
                await engine.tiers.vectors.embed_waiting()
                await engine.tiers.working.similar_decisions("warm up", [""], 5)
                await measure_questions(engine, size, chance)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 20_000])
    parser.add_argument("--model", default="off")
    given = parser.parse_args()
    asyncio.run(main(given.sizes, given.model))
