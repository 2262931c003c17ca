"""Analyses in a process of their own: patient, quiet, and gone when nobody wants them."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from memserver.workers.analysis import AnalysisFailed, analyse_apart
from memserver.workers.child import NICENESS
from memserver.workers.job import analyse_here

KIT = "tests.unit.workers.engine_kit"
ROOT = Path(__file__).parents[3]


def _nothing(done: int, total: int, message: str) -> None:
    """Nobody listens."""


async def test_both_ways_give_the_same() -> None:
    apart = await analyse_apart(f"{KIT}:double", {"number": 21}, _nothing)
    here = await analyse_here(f"{KIT}:double", {"number": 21})
    assert apart["answer"] == here["answer"] == 42
    assert apart["pid"] != here["pid"]


async def test_korean_and_long_texts_arrive_whole() -> None:
    text = "한글과 English 그리고 emoji 🙂" * 20_000
    assert (await analyse_apart(f"{KIT}:echo", {"text": text}, _nothing))["text"] == text


async def test_a_failure_says_where_but_not_what() -> None:
    with pytest.raises(AnalysisFailed) as caught:
        await analyse_apart(f"{KIT}:break_down", {}, _nothing)
    assert "private" not in caught.value.message
    with pytest.raises(AnalysisFailed):
        await analyse_apart("memserver.no_such_module:analyse", {}, _nothing)


async def test_cancelling_kills_the_process() -> None:
    before = {each.pid for each in psutil.Process().children()}
    task = asyncio.create_task(analyse_apart(f"{KIT}:sleep_long", {}, _nothing))
    while not (started := [each for each in psutil.Process().children() if each.pid not in before]):  # noqa: ASYNC110
        await asyncio.sleep(0.02)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not any(each.is_running() and each.status() != psutil.STATUS_ZOMBIE for each in started)


def test_it_ends_with_a_parent_that_was_killed_and_lets_others_go_first() -> None:
    child = subprocess.Popen(
        [sys.executable, "-P", "-m", "memserver.workers.child"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write(json.dumps({"function": f"{KIT}:say_and_sleep", "arguments": {}}).encode() + b"\n")
    child.stdin.flush()
    said = json.loads(child.stdout.readline())["progress"]
    if sys.platform == "linux":
        assert said[0] >= NICENESS
    child.stdin.close()
    assert child.wait(timeout=30) == 1
    child.stdout.close()
