"""Killed at any moment: every acknowledged write is there, and store and indexes agree.

CI kills 4 times; `MEMSERVER_FULL=1` kills 20 times during 2,000 writes each.
"""

from __future__ import annotations

import random
import threading
from dataclasses import dataclass, field

import pytest

from tests.e2e.client import Client, ServerError, ServerGone
from tests.e2e.conftest import FULL, StartServer
from tests.e2e.store_file import check_agreement, memories

KILLS = 20 if FULL else 4
WRITES = 2_000 if FULL else 300
SEED = 7


@dataclass
class Ledger:
    """What was acknowledged, and what was under way when the server died."""

    contents: dict[str, str] = field(default_factory=dict)
    uncertain: set[str] = field(default_factory=set)
    acknowledged: int = 0


def _write(server: Client, chance: random.Random, ledger: Ledger, number: int) -> None:
    roll = chance.random()
    content = f"기억 {number}: the value of setting {number} is {chance.random()}"
    known = sorted(ledger.contents)
    if roll < 0.7 or not known:
        layer = chance.choice(["long-term", "episodic"])
        added = server.call("memory/add", {"layer": layer, "content": content, "externalId": f"n-{number}"})
        ledger.contents[added["id"]] = content
    elif roll < 0.8:
        contents = [f"{content} part {part}" for part in range(30)]
        items = [{"layer": "episodic", "content": each} for each in contents]
        ids = server.call("memory/addMany", {"items": items})["ids"]
        ledger.contents.update(zip(ids, contents, strict=True))
    elif roll < 0.9:
        chosen = chance.choice(known)
        ledger.uncertain.add(chosen)
        server.call("memory/update", {"id": chosen, "content": content})
        ledger.contents[chosen] = content
        ledger.uncertain.discard(chosen)
    else:
        chosen = chance.choice(known)
        ledger.uncertain.add(chosen)
        server.call("memory/delete", {"id": chosen})
        del ledger.contents[chosen]
        ledger.uncertain.discard(chosen)


def _write_until_killed(server: Client, chance: random.Random, ledger: Ledger) -> None:
    deadly = chance.randrange(5, WRITES)
    delay = chance.random() * 0.02
    try:
        for number in range(WRITES):
            if number == deadly:
                threading.Timer(delay, server.process.kill).start()
            _write(server, chance, ledger, ledger.acknowledged)
            ledger.acknowledged += 1
    except (ServerGone, ServerError):
        pass
    server.kill()


@pytest.mark.timeout(3_600 if FULL else 400)
def test_a_kill_loses_nothing_that_was_acknowledged(start: StartServer) -> None:
    chance, ledger = random.Random(SEED), Ledger()
    server = start(options={"embeddingProvider": "local"})
    data_dir = server.data_dir
    for round_number in range(KILLS):
        if round_number:
            server = start(data_dir, options={"embeddingProvider": "local"})
        _write_until_killed(server, chance, ledger)
        stored = memories(data_dir)
        for memory_id, content in ledger.contents.items():
            if memory_id not in ledger.uncertain:
                assert stored[memory_id] == content
        check_agreement(data_dir)
        ledger.contents = {key: stored[key] for key in ledger.contents if key in stored}
        ledger.uncertain.clear()
    server = start(data_dir, options={"embeddingProvider": "local"})
    status = server.wait_for_vectors()
    passages = check_agreement(data_dir, settled=True)
    assert status["index"]["size"] == passages
    last_id, last = list(ledger.contents.items())[-1]
    found = server.call("memory/search", {"query": last, "limit": 5})
    assert last_id in [hit["id"] for hit in found["results"]]
    assert found["mode"] == "hybrid"
