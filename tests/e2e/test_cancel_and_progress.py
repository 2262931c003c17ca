"""Long work reports its progress and can be stopped; what is stopped leaves whole batches."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.client import Client, ServerError

ITEMS = 3_000
BATCH = 128


def _items(name: str, count: int = ITEMS) -> list[dict[str, Any]]:
    return [{"layer": "episodic", "content": f"{name} {number}: 기억 한 줄, a line"} for number in range(count)]


def _progress(server: Client, token: str) -> list[dict[str, Any]]:
    return [each["value"] for each in server.told("$/progress") if each["token"] == token]


def test_a_long_write_reports_its_progress(server: Client) -> None:
    result = server.call("memory/addMany", {"items": _items("told"), "workDoneToken": "told"})
    assert result["added"] == ITEMS
    server.call("status")
    values = _progress(server, "told")
    assert [value["kind"] for value in values] == ["begin", *["report"] * (len(values) - 2), "end"]
    percentages = [value["percentage"] for value in values if value["kind"] == "report"]
    assert percentages == sorted(percentages)
    assert percentages[-1] == 100


def test_without_a_token_nothing_is_reported(server: Client) -> None:
    before = len(server.told("$/progress"))
    server.call("memory/addMany", {"items": _items("silent", 300)})
    assert len(server.told("$/progress")) == before


@pytest.mark.parametrize("token", ["text", 7])
def test_tokens_may_be_texts_or_numbers(server: Client, token: Any) -> None:
    server.call("memory/addMany", {"items": _items(f"token {token}", 200), "workDoneToken": token})
    assert {each["token"] for each in server.told("$/progress")} >= {token}


def test_a_cancelled_write_leaves_whole_batches(server: Client) -> None:
    before = server.call("memory/stats")["memories"]
    request_id = server.send("memserver/memory/addMany", {"items": _items("stop", 8_000), "workDoneToken": "stop"})
    server.wait_until(
        lambda: any(each.get("params", {}).get("token") == "stop" for each in server.notifications), "progress"
    )
    server.notify("$/cancelRequest", {"id": request_id})
    with pytest.raises(ServerError) as caught:
        server.result(request_id)
    assert (caught.value.code, caught.value.kind) == (-32800, "cancelled")
    written = server.call("memory/stats")["memories"] - before
    assert 0 < written < 8_000
    assert written % BATCH == 0
    assert len(server.answers(request_id)) == 1
    assert _progress(server, "stop")[-1]["kind"] == "end"
    again = server.call("memory/addMany", {"items": _items("stop", written + BATCH)})
    assert (again["duplicates"], again["added"]) == (written, BATCH)


def test_a_cancellation_right_behind_the_request_stops_it(server: Client) -> None:
    before = server.call("memory/stats")["memories"]
    request_id = server.send("memserver/memory/addMany", {"items": _items("never", 5_000)})
    server.notify("$/cancelRequest", {"id": request_id})
    with pytest.raises(ServerError) as caught:
        server.result(request_id)
    assert caught.value.kind == "cancelled"
    assert server.call("memory/stats")["memories"] == before
    assert len(server.answers(request_id)) == 1


def test_many_cancellations_in_a_row_leave_the_server_right(server: Client) -> None:
    for number in range(40):
        request_id = server.send("memserver/memory/addMany", {"items": _items(f"round {number}", 40)})
        if number % 2:
            server.call("status")
        server.notify("$/cancelRequest", {"id": request_id})
        answer = server.answer(request_id)
        assert "result" in answer or answer["error"]["data"]["kind"] == "cancelled"
    added = server.call("memory/add", {"layer": "long-term", "content": "After all those cancellations."})
    assert server.call("memory/get", {"id": added["id"]})["content"] == "After all those cancellations."


def test_a_finished_request_cannot_be_cancelled(server: Client) -> None:
    request_id = server.send("memserver/status")
    server.result(request_id)
    server.notify("$/cancelRequest", {"id": request_id})
    server.call("status")
    assert len(server.answers(request_id)) == 1


def test_large_items_report_as_they_go_and_can_be_stopped_between_them(server: Client) -> None:
    items = [{"layer": "episodic", "content": f"긴 글 {number} " + "가나다라 마바사 " * 15_000} for number in range(12)]
    before = server.call("memory/stats")["memories"]
    request_id = server.send("memserver/memory/addMany", {"items": items, "workDoneToken": "large"})
    server.wait_until(
        lambda: any(each.get("params", {}).get("token") == "large" for each in server.notifications), "progress"
    )
    server.notify("$/cancelRequest", {"id": request_id})
    with pytest.raises(ServerError) as caught:
        server.result(request_id)
    assert caught.value.kind == "cancelled"
    assert 0 < server.call("memory/stats")["memories"] - before < len(items)
