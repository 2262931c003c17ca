"""The portable format: anything in, an error or a store out."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.learning.rvf import DEFAULT_EWC, MAGIC, TRAILER, NotRvf, RvfStore, parse, serialise

PATTERN: dict[str, Any] = {
    "id": "pat_1",
    "strategy": "재시도 전에 캐시를 비운다",
    "embedding": [0.5, -0.5],
    "success_rate": 0.75,
    "use_count": 4,
    "last_used": "2026-05-04T09:30:00.000Z",
}
TRAJECTORY: dict[str, Any] = {
    "id": "trj_1",
    "steps": [{"input": "read the log", "output": "기록 없음", "duration_ms": 3.0, "confidence": 0.5}],
    "outcome": "success",
    "duration_ms": 12.5,
}


def line(kind: object, data: object) -> bytes:
    return json.dumps({"type": kind, "data": data}, ensure_ascii=False).encode() + b"\n"


def frame(*lines: bytes) -> bytes:
    return MAGIC + b"".join(lines) + TRAILER


@given(st.binary(max_size=300))
def test_any_bytes_give_an_error_or_a_store(data: bytes) -> None:
    try:
        assert isinstance(parse(data), RvfStore)
    except NotRvf as wrong:
        assert str(wrong)


@given(st.lists(st.one_of(st.binary(max_size=80), st.sampled_from([line("pattern", PATTERN)])), max_size=8))
def test_what_is_readable_survives_what_is_not(lines: list[bytes]) -> None:
    readable = any(each == line("pattern", PATTERN) for each in lines)
    broken = [each if each.endswith(b"\n") else each.replace(b"\n", b" ") + b"\n" for each in lines]
    store = parse(frame(*broken))
    assert ("pat_1" in store.patterns) or not readable
    assert parse(serialise(store)).patterns == store.patterns


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.lists(st.tuples(st.sampled_from(["pattern", "trajectory", "ewc", "lora", "x"]), json_values), max_size=5))
def test_any_records_are_read_and_written_again_alike(records: list[tuple[str, Any]]) -> None:
    store = parse(frame(*(line(kind, data) for kind, data in records)))
    again = parse(serialise(store))
    assert (again.patterns, again.trajectories, again.ewc, again.others) == (
        store.patterns, store.trajectories, store.ewc, store.others,
    )  # fmt: skip
    assert again.skipped == 0


def test_the_file_is_framed_exactly() -> None:
    data = serialise(RvfStore(patterns={"pat_1": PATTERN}, trajectories={"trj_1": TRAJECTORY}))
    assert data.startswith(b"RVLS\n")
    assert data.endswith(b"}\nREND")
    kinds = [json.loads(each)["type"] for each in data[5:-4].splitlines()]
    assert kinds == ["pattern", "trajectory", "ewc"]


def test_an_empty_store_still_has_its_ewc_record() -> None:
    assert parse(serialise(RvfStore())).ewc == dict(DEFAULT_EWC)


@pytest.mark.parametrize(
    ("data", "why"),
    [(b"", "short"), (b"RVLSREND", "short"), (b"RVLX\n{}\nREND", "RVLS"), (b"RVLS\n{}\nREN", "REND")],
)
def test_a_wrong_frame_is_named(data: bytes, why: str) -> None:
    with pytest.raises(NotRvf, match=why):
        parse(data)


def test_bad_lines_are_counted_and_the_last_ewc_wins() -> None:
    store = parse(
        frame(
            b"not json\n",
            b'{"type":"pattern","data":{"id":"a"}}\n',
            b'{"type":"ewc","data":{"tasks_learned":1e999}}\n',
            line("ewc", {"tasks_learned": 1, "task_weights": {"a": [1.0]}}),
            line("ewc", {"tasks_learned": 2, "task_weights": {"b": [2.0]}}),
            line("lora", {"id": "l", "frozen": True}),
            line("trajectory", TRAJECTORY),
        )
    )
    assert store.skipped == 3
    assert store.ewc["tasks_learned"] == 2
    assert store.others == [("lora", {"id": "l", "frozen": True})]
    assert list(store.trajectories) == ["trj_1"]
