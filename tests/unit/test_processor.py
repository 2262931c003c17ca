"""How busy the processor is."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from memserver import processor
from memserver.processor import Processor


def test_use_is_measured_from_look_to_look_whichever_thread_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    read = iter([(0.0, 100.0, 50.0), (1.0, 110.0, 52.0), (9.0, 120.0, 61.0), (9.01, 120.0, 61.0), (19.0, 130.0, 60.0)])
    monkeypatch.setattr(processor, "_counters", lambda: next(read))
    looking = Processor()
    seen = []
    for _ in range(4):
        with ThreadPoolExecutor(1) as other:
            seen.append(other.submit(looking.percent).result())
    assert seen == [20.0, 90.0, 90.0, 0.0]  # too soon says the same; counters that went back say nothing was used


def test_the_real_processor_is_used_between_nothing_and_wholly() -> None:
    assert 0.0 <= Processor().percent() <= 100.0
