"""Measuring small things: each probe several times, the least disturbed ones count, as ratios to a floor of the moment.

A ratio survives a change of machine and most of what else runs on it; seconds do not. Nothing is written but one
property of the store, which the write probe sets to the same value again and again.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import numpy as np

from memserver.clock import to_iso
from memserver.embedding.protocol import Kind
from memserver.errors import EmbeddingFailed
from memserver.retrieval.budget import Offer, fit
from memserver.retrieval.plan import plan_query
from memserver.workers.job import JobContext
from memserver.workers.parts import Parts

ROUNDS = 9
# The lower quartile: the best one is luck, the median is what else the machine did.
QUARTILE = 4
FLOOR_BYTES = b"memserver" * 20_000
FITTED = 200
NEAREST = 50
PROBE_PROPERTY = "workers.benchmark"
PROBE_FILE = "benchmark.probe"
QUESTION = "what did we decide about the release date 릴리스 일정"

Probe = Callable[[int], Awaitable[object]]


async def measure(context: JobContext, parts: Parts) -> dict[str, float]:
    """Return each probe's time as a ratio to its floor: the processor's, or for writing the disk's."""
    folder = context.store.database.path.parent
    processor = await _timed(context, _floor)
    disk = await _timed(context, lambda _: asyncio.to_thread(_synced, folder / PROBE_FILE))
    with suppress(OSError):
        await asyncio.to_thread((folder / PROBE_FILE).unlink)
    ratios: dict[str, float] = {}
    for name, probe, floor in (
        ("embed", _embed(parts), processor),
        ("words", _words(context), processor),
        ("vectors", _vectors(parts), processor),
        ("fit", _fit, processor),
        ("write", _write(context), disk),
    ):
        if probe is not None and not context.stop.is_set():
            ratios[name] = round(await _timed(context, probe) / floor, 4)
    return ratios


async def _timed(context: JobContext, probe: Probe) -> float:
    """Return the lower quartile of a probe's times, in seconds."""
    times = []
    for number in range(ROUNDS):
        await context.breathe()
        started = time.perf_counter()
        await probe(number)
        times.append(time.perf_counter() - started)
    return max(sorted(times)[ROUNDS // QUARTILE], 1e-7)


async def _floor(_: int) -> object:
    return hashlib.sha256(FLOOR_BYTES).digest()


def _synced(path: Path) -> None:
    with path.open("wb") as file:
        file.write(b"probe")
        file.flush()
        os.fsync(file.fileno())


def _embed(parts: Parts) -> Probe | None:
    embedder = parts.embedder.embedder
    if embedder is None:
        return None

    async def probe(number: int) -> object:
        with suppress(EmbeddingFailed):
            # A different question each time: the same one would be remembered.
            return await embedder.embed(f"{QUESTION} {number} {time.monotonic_ns()}", Kind.QUERY)
        return None

    return probe


def _words(context: JobContext) -> Probe:
    async def probe(_: int) -> object:
        terms = plan_query(QUESTION, context.clock()).terms
        return await context.store.passages.postings(terms)

    return probe


def _vectors(parts: Parts) -> Probe | None:
    index = parts.keeper.index
    if index is None or not len(index):
        return None
    query = np.full(index.dimensions, 1 / np.sqrt(index.dimensions), np.float32)

    async def probe(_: int) -> object:
        return index.search(query, NEAREST)

    return probe


async def _fit(_: int) -> object:
    offers = [Offer(str(number), "memory", 40 + number * 37 % 200, 40) for number in range(FITTED)]
    return fit(offers, 4_000)


def _write(context: JobContext) -> Probe:
    async def probe(_: int) -> object:
        async with context.store.database.write() as transaction:
            await context.store.properties.set(transaction, PROBE_PROPERTY, to_iso(context.clock()))
        return None

    return probe
