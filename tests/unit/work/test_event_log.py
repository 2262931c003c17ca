"""Event logs: whatever happens to the file, what survives of it counts, and nothing is lost or rewritten."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.clock import to_iso
from memserver.errors import InvalidParams, StorageFailed
from memserver.work.event_fields import compiled
from memserver.work.event_log import BLOCK, EventLog, Reason, read_events
from memserver.work.runway import RUNWAY
from memserver.work.tasks import TASKS, fold_tasks
from memserver.work.tracker import effective, short_ids

ROOT = Path(__file__).resolve().parents[3]
NOW = datetime(2026, 11, 16, 9, tzinfo=UTC)
KINDS = compiled(TASKS.kinds)

texts = st.text(min_size=1, max_size=12).filter(lambda text: text.isprintable() and text.strip())


@st.composite
def histories(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Return task events with distinct times, each about a task that was added before."""
    events: list[dict[str, Any]] = []
    ids: list[str] = []
    for number in range(draw(st.integers(0, 12))):
        common = {"at": to_iso(NOW + timedelta(seconds=number)), "id": f"evt_{number:04d}"}
        kind = draw(st.sampled_from(["added", "done", "blocked", "unblocked", "renamed", "retracted", "corrected"]))
        if kind == "added" or not ids:
            ids.append(common["id"])
            events.append({**common, "kind": "added", "title": draw(texts)})
            continue
        fields: dict[str, Any] = {
            "blocked": {"why": "waits"},
            "renamed": {"title": draw(texts)},
            "corrected": {"set": {"title": draw(texts)}},
        }.get(kind, {})  # fmt: skip
        events.append({**common, "kind": kind, "of": draw(st.sampled_from(ids)), **fields})
    return events


def _line(event: dict[str, Any]) -> bytes:
    return json.dumps(event, ensure_ascii=False, sort_keys=True).encode() + b"\n"


def _state(data: bytes) -> Any:
    return fold_tasks(effective(read_events(data, KINDS).events, KINDS))


@given(histories(), st.randoms(use_true_random=False))
def test_the_order_of_the_lines_does_not_matter(events: list[dict[str, Any]], chance: random.Random) -> None:
    lines = [_line(event) for event in events]
    shuffled = chance.sample(lines, len(lines))
    assert _state(b"".join(shuffled)) == _state(b"".join(lines))


@given(histories(), st.data())
def test_merges_torn_lines_and_markers_leave_the_state_of_the_surviving_events(
    events: list[dict[str, Any]], data: st.DataObject
) -> None:
    damaged = b""
    for event in events:
        line = _line(event)
        if data.draw(st.booleans()):
            damaged += line[: data.draw(st.integers(0, len(line) - 2))] + b"\n"
        if data.draw(st.booleans()):
            damaged += data.draw(
                st.sampled_from([b"<<<<<<< HEAD\n", b"=======\n", b"\n", b"[1]\n", b'{"kind": "x"}\n'])
            )
        damaged += line * data.draw(st.integers(1, 2))
    torn = data.draw(st.sampled_from([b"", b'{"at": "20', b'{"id"']))
    assert _state(damaged + torn) == _state(b"".join(_line(event) for event in events))


@given(st.binary(max_size=400))
def test_arbitrary_bytes_never_crash(data: bytes) -> None:
    replay = read_events(data, KINDS)
    assert not replay.events


@given(histories(), st.binary(max_size=40), st.integers(0, 2_000))
def test_bytes_in_the_middle_spoil_no_whole_line(events: list[dict[str, Any]], noise: bytes, place: int) -> None:
    lines = [_line(event) for event in events]
    cut = place % (len(lines) + 1)
    whole = b"".join(lines[:cut]) + noise.replace(b"\n", b"") + b"\n" + b"".join(lines[cut:])
    assert _state(whole) == _state(b"".join(lines))


ADDED = {"at": to_iso(NOW), "id": "evt_1", "kind": "added", "title": "Ship"}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b'{"at": "2026', Reason.TORN),
        (b"not json\n", Reason.NOT_JSON),
        (b"[1, 2]\n", Reason.NOT_JSON),
        (_line({**ADDED, "id": 5}), Reason.NO_ID),
        (_line({**ADDED, "at": "yesterday"}), Reason.NO_TIME),
        (_line({**ADDED, "at": "2026-11-16T09:00:00.000"}), Reason.NO_TIME),
        (_line({**ADDED, "at": "2026-13-16T09:00:00.000Z"}), Reason.NO_TIME),
        (_line({**ADDED, "kind": "sung"}), Reason.UNKNOWN_KIND),
        (_line({**ADDED, "kind": ["added"]}), Reason.UNKNOWN_KIND),
        (_line({**ADDED, "title": 7}), Reason.WRONG_FIELD),
        (_line({**ADDED, "due": ["x"]}), Reason.WRONG_FIELD),
        (_line({**ADDED, "due": "2026-02-30"}), Reason.WRONG_FIELD),
        (b">>>>>>> theirs\n", Reason.CONFLICT_MARKER),
        (json.dumps({**ADDED, "title": "\ud800"}).encode() + b"\n", Reason.NOT_TEXT),
        (_line(ADDED).replace(b"Ship", b"\xff\xfe"), Reason.NOT_TEXT),
        (b"[" * 100_000 + b"\n", Reason.NOT_JSON),
    ],
)
def test_a_line_that_cannot_be_used_is_named(line: bytes, reason: Reason) -> None:
    replay = read_events(_line({**ADDED, "id": "evt_0"}) + line, KINDS)
    assert [event["id"] for event in replay.events] == ["evt_0"]
    assert [(problem.line, problem.reason) for problem in replay.problems] == [(2, reason)]


def test_a_line_that_cannot_be_used_costs_no_other_line() -> None:
    events = [
        {"at": to_iso(NOW + timedelta(seconds=number)), "id": f"evt_{number:04d}", "kind": "added", "title": "배포"}
        for number in range(3 * BLOCK)
    ]
    lines = [json.dumps(event, ensure_ascii=False) for event in events]
    # Two on one line: neither counts, and the lines before and after keep their numbers.
    lines[BLOCK : BLOCK + 2] = [f"{lines[BLOCK]},{lines[BLOCK + 1]}"]
    lines[-1] = lines[-1][:-5]
    replay = read_events("\n".join(lines).encode(), KINDS)
    assert [event["id"] for event in replay.events] == [
        event["id"] for event in events[:-1] if event["id"] not in {f"evt_{BLOCK:04d}", f"evt_{BLOCK + 1:04d}"}
    ]
    assert [(problem.line, problem.reason) for problem in replay.problems] == [
        (BLOCK + 1, Reason.NOT_JSON), (len(lines), Reason.TORN),
    ]  # fmt: skip


def test_a_last_line_without_a_line_break_counts_when_it_is_whole() -> None:
    replay = read_events(
        b"\xef\xbb\xbf" + _line(ADDED).rstrip() + b"\r\n" + _line({**ADDED, "id": "b"}).rstrip(), KINDS
    )
    assert [event["id"] for event in replay.events] == ["b", "evt_1"]
    assert not replay.problems


def test_of_two_versions_the_later_one_counts_whichever_stands_first() -> None:
    changed = {**ADDED, "title": "Ship it", "at": to_iso(NOW + timedelta(seconds=1))}
    for lines in ([ADDED, changed], [changed, ADDED]):
        replay = read_events(b"".join(map(_line, lines)), KINDS)
        assert [event["title"] for event in replay.events] == ["Ship it"]
        assert [problem.reason for problem in replay.problems] == [Reason.TWO_VERSIONS]


def test_other_ways_to_write_a_time_are_put_in_order_with_ours() -> None:
    late = {**ADDED, "id": "evt_2", "at": "2026-11-16T17:59:00+09:00"}
    replay = read_events(_line(ADDED) + _line(late), KINDS)
    assert [event["id"] for event in replay.events] == ["evt_2", "evt_1"]


def test_a_torn_line_is_closed_before_the_next_is_written(tmp_path: Path) -> None:
    log = EventLog(tmp_path / ".astra" / "tasks.jsonl", TASKS.kinds)
    log.append("added", {"title": "첫째"}, lambda: NOW)
    before = log.path.read_bytes()
    log.path.write_bytes(before + b'{"at": "2026-11')
    log.append("added", {"title": "둘째"}, lambda: NOW)
    assert log.path.read_bytes().startswith(before + b'{"at": "2026-11\n{')
    replay = log.replay()
    assert [event["title"] for event in replay.events] == ["첫째", "둘째"] or len(replay.events) == 2
    assert [(problem.line, problem.reason) for problem in replay.problems] == [(2, Reason.NOT_JSON)]


def test_a_line_is_readable_and_its_keys_are_sorted(tmp_path: Path) -> None:
    log = EventLog(tmp_path / "runway.jsonl", RUNWAY.kinds)
    log.append("out", {"note": "월세", "amount": 5, "currency": "KRW", "day": "2026-03-02"}, lambda: NOW)
    line = log.path.read_text(encoding="utf-8")
    assert "월세" in line
    keys = list(json.loads(line))
    assert keys == sorted(keys)
    assert line.endswith("}\n")
    with pytest.raises(InvalidParams):
        log.append("out", {"amount": "much", "currency": "KRW", "day": "2026-03-02"}, lambda: NOW)
    assert log.path.read_text(encoding="utf-8") == line


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "tasks.jsonl").mkdir()
    log = EventLog(tmp_path / "tasks.jsonl", TASKS.kinds)
    with pytest.raises(StorageFailed):
        log.append("added", {"title": "x"}, lambda: NOW)
    with pytest.raises(StorageFailed):
        log.replay()


WRITER = """
import sys
from pathlib import Path
from memserver.clock import system_clock
from memserver.work.event_log import EventLog
from memserver.work.tasks import TASKS
log = EventLog(Path(sys.argv[1]), TASKS.kinds)
for number in range(150):
    log.append("added", {"title": f"{sys.argv[2]} {number} " + "배포 " * 200}, system_clock)
"""


def test_two_processes_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "tasks.jsonl"
    path.write_bytes(b'{"torn')
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), name], cwd=ROOT, stderr=subprocess.PIPE)
        for name in ("one", "two")
    ]
    for writer in writers:
        _, complaint = writer.communicate(timeout=60)
        assert writer.returncode == 0, complaint.decode()
    replay = EventLog(path, TASKS.kinds).replay()
    assert len(replay.events) == 300
    assert [problem.line for problem in replay.problems] == [1]


@given(st.lists(st.text("ab12", min_size=1, max_size=8), unique=True, max_size=20))
def test_short_ids_tell_everything_apart(ids: Sequence[str]) -> None:
    short = short_ids(ids)
    assert set(short) == set(ids)
    assert len(set(short.values())) == len(ids)
    assert all(each.endswith(tail) for each, tail in short.items())
