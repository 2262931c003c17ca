"""The calendar over the wire: the gate, the user's file, two windows, both languages."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.client import Client, ServerError
from tests.e2e.conftest import StartServer

KOREA = {"timezone": "Asia/Seoul"}


@pytest.fixture(scope="module")
def korea(start_shared: StartServer) -> Client:
    return start_shared(options=KOREA)


def test_a_taken_hour_is_refused_by_id_and_time_and_told_in_full_by_check(korea: Client) -> None:
    added = korea.call("calendar/add", {"title": "주간 회의", "start": "2026-05-04T09:00", "end": "2026-05-04T10:00"})
    assert added["event"]["start"] == "2026-05-04T00:00:00.000Z"
    wish = {"title": "Interview with Jiho", "start": "2026-05-04T09:30:00+09:00", "end": "2026-05-04T10:30:00+09:00"}
    with pytest.raises(ServerError) as refused:
        korea.call("calendar/add", wish)
    assert refused.value.kind == "conflict"
    assert added["event"]["id"] in refused.value.data["hint"]
    assert "주간" not in str(refused.value.data) + refused.value.message
    checked = korea.call("calendar/check", {key: wish[key] for key in ("start", "end")})
    assert (checked["free"], [each["title"] for each in checked["conflicts"]]) == (False, ["주간 회의"])


def test_an_overlap_needs_a_name_that_is_kept(korea: Client) -> None:
    times = {"start": "2026-06-01T14:00", "end": "2026-06-01T15:00"}
    first = korea.call("calendar/add", {"title": "Review", **times})["event"]["id"]
    with pytest.raises(ServerError) as nameless:
        korea.call("calendar/add", {"title": "면접", **times, "force": True, "approvedBy": "  "})
    assert (nameless.value.kind, nameless.value.field) == ("invalid-params", "approvedBy")
    forced = korea.call(
        "calendar/add", {"title": "면접", **times, "force": True, "approvedBy": "이지호", "reason": "후보자 일정"}
    )
    assert [each["id"] for each in forced["conflicts"]] == [first]
    listed = korea.call("calendar/list", {"from": "2026-06-01"})["events"]
    [approval] = [each["approval"] for each in listed if "approval" in each]
    assert (approval["approvedBy"], approval["reason"], approval["conflicts"]) == ("이지호", "후보자 일정", [first])


def test_whole_days_and_touching_events(korea: Client) -> None:
    day = korea.call("calendar/add", {"title": "워크숍", "start": "2026-07-01"})["event"]
    assert (day["start"], day["end"], day["allDay"]) == ("2026-06-30T15:00:00.000Z", "2026-07-01T15:00:00.000Z", True)
    korea.call("calendar/add", {"title": "Breakfast", "start": "2026-07-02T00:00", "end": "2026-07-02T01:00"})
    with pytest.raises(ServerError, match="conflict"):
        korea.call("calendar/add", {"title": "Late", "start": "2026-07-01T23:00", "end": "2026-07-02T00:00"})
    elsewhere = {"start": "2026-07-01T12:30", "end": "2026-07-01T13:00", "timezone": "America/New_York"}
    assert korea.call("calendar/check", elsewhere)["free"]
    assert korea.call("calendar/remove", {"id": day["id"]})["removed"]
    with pytest.raises(ServerError, match="not-found"):
        korea.call("calendar/remove", {"id": day["id"]})


@pytest.mark.parametrize(
    ("params", "field"),
    [
        ({"title": "x", "start": "tomorrow", "end": "2026-05-04T10:00"}, "start"),
        ({"title": "x", "start": "2026-05-04T10:00", "end": "2026-05-04T10:00"}, "end"),
        ({"title": "x", "start": "2026-05-04T10:00"}, "end"),
        ({"title": "x", "start": "2026-05-04", "end": "2026-05-04T10:00"}, "end"),
        ({"title": "x", "start": "0001-01-01T00:00", "end": "2026-05-04T10:00"}, "start"),
        ({"title": "x", "start": "1777777777", "end": "2026-05-04T10:00"}, "start"),
        ({"title": " ", "start": "2026-05-04T10:00", "end": "2026-05-04T11:00"}, "title"),
        ({"title": "x", "start": "2026-05-04T10:00", "end": "2026-05-04T11:00", "timezone": "Seoul"}, "timezone"),
    ],
)
def test_a_wrong_request_names_its_field_and_adds_nothing(korea: Client, params: dict[str, Any], field: str) -> None:
    window = {"from": "2026-05-05", "to": "2027-12-01"}
    before = korea.call("calendar/list", window)
    with pytest.raises(ServerError) as wrong:
        korea.call("calendar/add", params)
    assert (wrong.value.kind, wrong.value.field) == ("invalid-params", field)
    assert korea.call("calendar/list", window) == before


def _calendar(*events: str) -> str:
    body = "".join(f"BEGIN:VEVENT\r\nUID:{number}\r\n{event}\r\nEND:VEVENT\r\n" for number, event in enumerate(events))
    return f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{body}END:VCALENDAR\r\n"


def test_the_calendar_file_of_the_brain_takes_part(start: StartServer, tmp_path: Path) -> None:
    brain = tmp_path / "brain"
    (brain / ".astra").mkdir(parents=True)
    text = _calendar(
        "SUMMARY:데일리 스탠드업\r\nDTSTART;TZID=Asia/Seoul:20260504T100000\r\nDURATION:PT15M\r\nRRULE:FREQ=DAILY",
        "SUMMARY:broken\r\nDTSTART:never",
    )
    path = brain / ".astra" / "calendar.ics"
    path.write_text(text, encoding="utf-8", newline="")
    server = start(options={**KOREA, "brainPath": str(brain)})
    listed = server.call("calendar/list", {"from": "2026-05-06", "to": "2026-05-08"})
    assert [(each["title"], each["source"], each["recurring"]) for each in listed["events"]] == [
        ("데일리 스탠드업", "file", True)
    ] * 2
    assert listed["warnings"] == ["calendar.ics: event 2 has a property that is not understood and is left out"]
    with pytest.raises(ServerError, match="conflict"):
        server.call("calendar/add", {"title": "Call", "start": "2026-05-07T10:00", "end": "2026-05-07T11:00"})
    path.write_bytes(b"X" * 10_000_000)
    added = server.call("calendar/add", {"title": "Call", "start": "2026-05-07T10:00", "end": "2026-05-07T11:00"})
    assert "10.0 MB" in added["warnings"][0]


def test_an_imported_calendar_and_an_export_carry_the_events(start: StartServer, tmp_path: Path) -> None:
    path = tmp_path / "team.ics"
    path.write_text(_calendar("SUMMARY:배포\r\nDTSTART:20260504T010000Z\r\nDURATION:PT1H"), encoding="utf-8")
    server = start(options=KOREA)
    assert server.call("calendar/import", {"path": str(path)})["added"] == 1
    assert server.call("calendar/import", {"path": path.as_uri()})["unchanged"] == 1
    server.call("memory/add", {"layer": "long-term", "content": "Releases go out on Friday."})
    server.call("memory/export", {"path": str(tmp_path / "out")})
    other = start(options=KOREA)
    other.call("memory/import", {"path": str(tmp_path / "out"), "format": "memserver"})
    [event] = other.call("calendar/list", {"from": "2026-05-04"})["events"]
    assert event["title"] == "배포"
    other.call("memory/deleteAll", {"confirm": "delete everything"})
    assert other.call("calendar/list", {"from": "2026-05-04"})["events"] == []


def test_of_two_windows_that_want_one_hour_one_gets_it(start: StartServer) -> None:
    first = start(options=KOREA)
    second = start(first.data_dir, options=KOREA)
    won: list[str] = []
    lost: list[str | None] = []

    def wish(server: Client, name: str) -> None:
        for day in range(1, 21):
            times = {"start": f"2026-09-{day:02d}T09:00", "end": f"2026-09-{day:02d}T10:00"}
            try:
                won.append(server.call("calendar/add", {"title": name, **times})["event"]["start"])
            except ServerError as failure:
                lost.append(failure.kind)

    threads = [threading.Thread(target=wish, args=pair) for pair in ((first, "하나"), (second, "two"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(won) == len(set(won)) == 20
    assert lost == ["conflict"] * 20
