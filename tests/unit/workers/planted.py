"""Planted input for the jobs that tend memserver itself, with what each should find in it.

Everything is made from a seed, so that a test and the benchmark see the same.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from memserver.clock import to_iso
from memserver.engine import Engine
from memserver.layers.drafts import Draft, prepare
from memserver.model import Layer, Provenance
from memserver.workers.prediction import Habit

Json = dict[str, Any]

# Ways of doing the same thing, each in several wordings; most domains know two of them.
STRATEGIES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "database",
        (
            "add an index on the foreign key column before running the slow report query",
            "create an index for the foreign key column, then run the slow report query again",
            "put an index on the foreign key column and rerun the slow report query",
        ),
    ),
    (
        "database",
        (
            "restore last night's backup into a scratch schema and compare the row counts",
            "load the backup of last night into a scratch schema, then compare row counts",
            "compare the row counts after restoring last night's backup into a scratch schema",
        ),
    ),
    (
        "testing",
        (
            "replace the sleep in the flaky browser test by waiting for the element to appear",
            "in the flaky browser test wait for the element to appear instead of sleeping",
            "flaky browser test: remove the sleep and wait until the element appears",
        ),
    ),
    (
        "testing",
        (
            "freeze the clock at a fixed date so that the invoice test does not fail at midnight",
            "use a frozen clock with a fixed date in the invoice test that fails at midnight",
            "the invoice test fails at midnight: freeze its clock at a fixed date",
        ),
    ),
    (
        "deployment",
        (
            "roll the helm release back to the previous revision and clear the stuck job",
            "clear the stuck job after rolling the helm release back to its previous revision",
            "roll back the helm release to the previous revision, clear the stuck job",
        ),
    ),
    (
        "배포",
        (
            "이전 헬름 릴리스로 되돌리고 멈춘 작업을 지운 뒤 다시 배포한다",
            "멈춘 작업을 지우고 이전 헬름 릴리스로 되돌린 다음 다시 배포한다",
            "이전 헬름 릴리스로 되돌린 뒤 멈춘 작업을 지우고 다시 배포한다",
        ),
    ),
    (
        "배포",
        (
            "인증서를 먼저 갱신하고 나서 게이트웨이 파드를 하나씩 다시 시작한다",
            "게이트웨이 파드를 하나씩 다시 시작하기 전에 인증서를 먼저 갱신한다",
            "인증서를 갱신한 다음 게이트웨이 파드를 하나씩 재시작한다",
        ),
    ),
)
SINGLES = (
    ("design", "draw the onboarding screens with larger buttons and a lighter background"),
    ("finance", "export last quarter's invoices as a spreadsheet and send it to the accountant"),
    ("hiring", "shorten the interview loop to three conversations on one day"),
    ("legal", "ask the data protection officer about the retention of chat logs"),
    ("database", "rename the customer table and leave a view under its old name"),
    ("testing", "record the payment provider's answers once and replay them"),
    ("deployment", "move the nightly job to another cluster because the quota is used up"),
    ("배포", "설정 파일의 기본 지역을 서울에서 도쿄로 바꾼다"),
)
FAILING_DOMAIN = "certificates"


async def plant_trajectories(engine: Engine) -> list[frozenset[str]]:
    """Record strategies that several ways share, single ways, and one domain in which everything fails.

    Returns the ids of the ways that share a strategy.
    """
    shared = []
    for domain, wordings in STRATEGIES:
        shared.append(frozenset([await _record(engine, domain, wording, "success") for wording in wordings]))
    for domain, wording in SINGLES:
        await _record(engine, domain, wording, "success")
    for number in range(4):
        task = f"renew certificate {number} by hand"
        await _record(engine, FAILING_DOMAIN, task, "failure", "handshake failed: expired")
    return shared


async def _record(engine: Engine, domain: str, wording: str, outcome: str, error: str = "done") -> str:
    step = {"action": wording, "observation": error, "reward": 1.0 if outcome == "success" else 0.0}
    given = {"steps": [step], "outcome": outcome, "domain": domain, "metadata": {}}
    return (await engine.record_trajectory(given, None)).id


@dataclass(frozen=True, slots=True)
class StatementPair:
    """Two statements, and how the later one stands to the earlier: `repetition`, `replaced`, `contradiction`, or ""."""

    earlier: str
    later: str
    kind: str


PAIRS = tuple(
    StatementPair(earlier, later, kind)
    for kind, earlier, later in (
        (
            "repetition",
            "The checkout service keeps its sessions in Redis.",
            "The checkout service keeps its sessions in Redis",
        ),
        (
            "repetition",
            "Releases are tagged on Thursday mornings by Mina.",
            "Releases are tagged by Mina on Thursday mornings.",
        ),
        (
            "repetition",
            "결제 서비스는 세션을 레디스에 저장한다.",
            "결제 서비스는 세션을 레디스에 저장한다",
        ),
        (
            "repetition",
            "The mailer retries a failed message five times.",
            "The mailer retries a failed message five times!",
        ),
        (
            "replaced",
            "The staging gateway listens on port 8080.",
            "The staging gateway no longer listens on port 8080; it now listens on port 9443.",
        ),
        (
            "replaced",
            "We deploy the reports job with Jenkins.",
            "We no longer deploy the reports job with Jenkins; we use GitHub Actions instead.",
        ),
        (
            "replaced",
            "재고 서비스의 시간 제한은 30초이다.",
            "재고 서비스의 시간 제한은 더 이상 30초가 아니라 60초이다.",
        ),
        (
            "",
            "The importer runs every night at two.",
            "The exporter runs every night at three.",
        ),
        (
            "",
            "Sora owns the pricing module.",
            "Priya owns the refund module.",
        ),
        (
            "",
            "The search index is rebuilt on Sundays.",
            "The search page shows twenty results.",
        ),
        (
            "",
            "알림은 오전 아홉 시에 보낸다.",
            "보고서는 금요일에 보낸다.",
        ),
        (
            "",
            "Use tabs in the Makefile of the gateway.",
            "Use four spaces in the Python code of the gateway.",
        ),
        (
            "",
            "The invoice table has an index on customer_id.",
            "The ledger table has an index on account_id.",
        ),
    )
)


LABELLED = Path(__file__).parents[2] / "data" / "conflicts"
KINDS = {"duplicate": "repetition", "supersedes": "replaced", "conflicts": "contradiction"}


def labelled_pairs() -> list[StatementPair]:
    """Return the labelled pairs of statements in English and Korean, of every split."""
    found = []
    for path in sorted(LABELLED.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            pair = json.loads(line)
            found.append(StatementPair(pair["old"], pair["new"], KINDS.get(pair["relation"], "")))
    return found


async def plant_statements(
    engine: Engine, pairs: Sequence[StatementPair] = PAIRS, *, apart: bool = False
) -> dict[tuple[str, str], str]:
    """Store pairs of statements without comparing them; returns what each pair of ids should become.

    `apart` gives each pair a project of its own: labels say nothing about how pairs stand to each other.
    """
    expected: dict[tuple[str, str], str] = {}
    moment = engine.clock() - timedelta(days=20)
    for number, pair in enumerate(pairs):
        project = f"project {number}" if apart else ""
        ids = []
        for text, when in ((pair.earlier, moment), (pair.later, moment + timedelta(days=10))):
            draft = Draft(Layer.LONG_TERM, text, timestamp=when, provenance=Provenance(), project_id=project)
            item = prepare(draft, engine.clock())
            async with engine.store.database.write() as transaction:
                ids.append((await engine.writer.put(transaction, item)).id)
        expected[min(ids), max(ids)] = pair.kind
    engine.writer.tell()
    return expected


def turn_record(number: int, total: float, phase: str, moment: datetime, project: str = "") -> Json:
    """Return the record of a turn whose time went mostly into one phase."""
    marks, passed = {}, 0.0
    for name in ("embedMs", "factsMs", "rankMs", "retrievalMs", "blocksMs"):
        passed += total * (0.8 if name == phase else 0.05)
        marks[name] = round(passed, 2)
    trace = {
        "turn_id": f"turn_{number:06}", "session_id": "s", "project_id": project, "created_at": to_iso(moment),
        "prompt": f"question {number}", "sources": [],
    }  # fmt: skip
    return {"trace": trace, "result": {"timings": {**marks, "totalMs": round(passed, 2)}, "warnings": []}}


async def plant_turns(engine: Engine, records: Sequence[Json]) -> None:
    """Store records of turns."""
    async with engine.store.database.write() as transaction:
        for record in records:
            trace = record["trace"]
            columns = {
                "id": trace["turn_id"],
                **{name: trace[name] for name in ("session_id", "project_id", "created_at")},
            }
            await engine.store.turns.put(transaction, columns, record)


def habitual_turns(seed: int, days: int, moment: datetime) -> list[Habit]:
    """Return the turns of a creature of habit: each file has its sources, mornings differ from afternoons.

    A fifth of what a turn uses is chance.
    """
    chance = random.Random(seed)
    files = {
        f"src/{name}.py": [f"mem_{name}_{number}" for number in range(6)]
        for name in ("billing", "search", "mail", "users", "stock")
    }
    common = [f"brain_{number}" for number in range(40)]
    habits: list[Habit] = []
    for day in range(days):
        for hour, names in (
            (9, ("src/billing.py", "src/users.py")),
            (14, ("src/search.py", "src/mail.py")),
            (16, ("src/stock.py",)),
        ):
            for name in names:
                for _ in range(chance.randrange(2, 6)):
                    own = chance.sample(files[name], 4)
                    sources = [*own, chance.choice(common)]
                    habits.append(
                        Habit(f"turn_{len(habits):05}", tuple(sources), name, (name,), "main", f"day {day}", hour)
                    )
    return habits
