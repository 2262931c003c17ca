"""How fast an event log is replayed, against plain `json.loads` over the same file.

    python benchmarks/event_log.py [--events 100000]

Three logs are written as years of work would leave them: tasks (a third of the events adds one), runway, customers (one
event in twenty adds one). Each is replayed (read, parsed, checked, de-duplicated, put in order, folded into its state)
and read line by line with `json.loads`, in turn, five times; the ratio of the shortest CPU times is what counts (aim:
at least 0.5 of the plain speed). The same again for a file as a careless merge leaves it: the branches out of order
and a third of the lines twice.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from memserver.clock import to_iso
from memserver.ids import new_id
from memserver.work.customers import CUSTOMERS
from memserver.work.runway import RUNWAY
from memserver.work.tasks import TASKS
from memserver.work.tracker import Tracker

ROUNDS = 5
START = datetime(2020, 1, 1, tzinfo=UTC)
WORDS = ("배포", "준비", "고객", "문의", "release", "the beta", "answer", "mail", "invoice", "회의", "정리", "notes")


def _lines(count: int, make: Callable[[random.Random, list[str], datetime], dict[str, Any]]) -> list[str]:
    """Write events in order, a few minutes apart."""
    chance = random.Random(7)
    moment, ids, lines = START, [], []
    for _ in range(count):
        moment += timedelta(seconds=chance.randint(30, 3_000))
        event = {**make(chance, ids, moment), "at": to_iso(moment), "id": new_id("evt", moment)}
        if event["kind"] == "added":
            ids.append(event["id"])
        lines.append(json.dumps(event, ensure_ascii=False, sort_keys=True))
    return lines


def _task(chance: random.Random, ids: list[str], _: datetime) -> dict[str, Any]:
    if not ids or chance.random() < 0.35:
        title = " ".join(chance.choices(WORDS, k=6))
        return {"kind": "added", "title": title, "due": "2026-03-02", "who": chance.choice(("mina", "지우"))}
    kind = chance.choice(("started", "done", "blocked", "unblocked", "noted"))
    more = {"blocked": {"why": "waits for review"}, "noted": {"text": "went well"}}.get(kind, {})
    return {"kind": kind, "of": chance.choice(ids), **more}


def _day(chance: random.Random, moment: datetime) -> str:
    """One in ten is noted up to a month late."""
    late = chance.randint(1, 30) if chance.random() < 0.1 else 0
    return (moment - timedelta(days=late)).date().isoformat()


def _money(chance: random.Random, _: list[str], moment: datetime) -> dict[str, Any]:
    day = _day(chance, moment)
    kind = chance.choice(("in", "out", "out", "out", "cash"))
    return {"kind": kind, "amount": chance.randint(1, 10**7), "currency": "KRW", "day": day, "note": "월세 rent"}


def _customer(chance: random.Random, ids: list[str], moment: datetime) -> dict[str, Any]:
    day = _day(chance, moment)
    if not ids or chance.random() < 0.05:
        return {
            "kind": "added",
            "name": " ".join(chance.choices(WORDS, k=2)),
            "day": day,
            "amount": 5,
            "currency": "USD",
        }
    kind = chance.choice(("changed", "left", "noted"))
    more = {"changed": {"amount": 9, "currency": "USD", "day": day}, "left": {"day": day}, "noted": {"text": "called"}}
    return {"kind": kind, "of": chance.choice(ids), **more[kind]}


def _plain(path: Path) -> int:
    with path.open(encoding="utf-8") as file:
        return len([json.loads(line) for line in file])


def _cpu(work: Callable[[], Any]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def measure(name: str, tracker: Tracker[Any], lines: list[str]) -> None:
    """Replay and read plainly in turn; print the fastest of each and their ratio."""
    with tempfile.TemporaryDirectory() as folder:
        brain = Path(folder)
        path = tracker.path(brain)
        path.parent.mkdir()
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        replayed, plain = [], []
        for _ in range(ROUNDS):
            plain.append(_cpu(lambda: _plain(path)))
            replayed.append(_cpu(lambda: tracker.read_now(brain)))
        assert not tracker.read_now(brain).problems
        ratio = min(plain) / min(replayed)
        print(
            f"| {name} | {len(lines):,} | {path.stat().st_size / 1e6:.1f} | {min(plain) * 1000:.0f} "
            f"| {min(replayed) * 1000:.0f} | {ratio:.2f} |"
        )


def main() -> None:
    """Measure all and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=100_000)
    count = parser.parse_args().events
    print("| log | lines | MB | json.loads, ms | replay, ms | speed |\n|---|---|---|---|---|---|")
    for name, tracker, make in (
        ("tasks", TASKS, _task), ("runway", RUNWAY, _money), ("customers", CUSTOMERS, _customer),
    ):  # fmt: skip
        lines = _lines(count, make)
        measure(name, tracker, lines)
        third = count // 3
        # As a careless merge leaves it: theirs before ours, and a third of the lines twice.
        measure(f"{name}, merged", tracker, [*lines[third : 2 * third], *lines[:third], *lines[third : 2 * third]])


if __name__ == "__main__":
    main()
