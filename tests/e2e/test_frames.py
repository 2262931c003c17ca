"""Raw frames: every request gets exactly one answer, whatever it looks like, and the server goes on."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from tests.e2e.client import Client, ServerError, frame
from tests.e2e.conftest import StartServer

CANARY = "canary-7f3a-비밀-기억"


def _still_right(server: Client) -> None:
    """The next good request is right."""
    status = server.call("status")
    assert status["ready"]["store"] is True


def _send(server: Client, **message: Any) -> Any:
    request_id = message.setdefault("id", f"raw-{time.monotonic_ns()}")
    server.raw(frame(json.dumps({"jsonrpc": "2.0", **message}).encode()))
    return request_id


def _error(server: Client, request_id: Any) -> dict[str, Any]:
    """Return the one error that a request got; the next request shows that there is no second answer."""
    answer = server.answer(request_id)
    _still_right(server)
    assert len(server.answers(request_id)) == 1
    assert set(answer) == {"jsonrpc", "id", "error"}
    error: dict[str, Any] = answer["error"]
    assert isinstance(error["code"], int)
    assert error["message"].strip()
    assert error["data"]["kind"].strip()
    assert "Traceback" not in json.dumps(error)
    return error


def _nameless_error(server: Client, data: bytes) -> dict[str, Any]:
    """Send bytes whose id cannot be known; return the error that came for them."""
    before = len(server.answers(None))
    server.raw(data)
    server.wait_until(lambda: len(server._answers.get(None, ())) > before, "an answer without id")
    _still_right(server)
    found = server.answers(None)
    assert len(found) == before + 1
    error: dict[str, Any] = found[-1]["error"]
    assert error["data"]["kind"]
    return error


@pytest.mark.parametrize("method", ["memserver/status", "memserver/memory/stats", "memserver/memory/list"])
def test_requests_without_params_with_null_and_with_an_empty_object_are_answered_alike(
    server: Client, method: str
) -> None:
    results = [server.request(method), server.request(method, None), server.request(method, {})]
    assert all(isinstance(result, dict) for result in results)
    assert {tuple(result) for result in results} == {tuple(results[0])}


@pytest.mark.parametrize("params", [[], [1, 2], "text", 7, True, 0, "", False])
def test_params_of_the_wrong_type_are_refused(server: Client, params: Any) -> None:
    error = _error(server, _send(server, method="memserver/status", params=params))
    assert (error["code"], error["data"]["kind"]) == (-32602, "invalid-params")
    assert error["data"]["field"] == "params"


def test_unknown_top_level_fields_are_ignored(server: Client) -> None:
    request_id = _send(server, method="memserver/status", params={}, trace={"a": 1}, extra=[1], from_="x")
    assert "result" in server.answer(request_id)


def test_keys_of_any_name_survive_in_params(server: Client) -> None:
    metadata = {
        "jsonrpc": "2.0",
        "from": "나",
        "my-key": {"jsonrpc": "1.0", "id": 5, "method": "x", "class": [None, 1]},
    }
    added = server.call("memory/add", {"layer": "episodic", "content": "nested keys 중첩", "metadata": metadata})
    assert server.call("memory/get", {"id": added["id"]})["metadata"] == metadata


def test_unknown_params_are_ignored(server: Client) -> None:
    assert "version" in server.call("status", {"jsonrpc": "2.0", "result": 1, "weird key": None})


@pytest.mark.parametrize("method", ["memserver/nothing", "textDocument/hover", "$/unknown", "", "메모리"])
def test_an_unknown_method_is_named(server: Client, method: str) -> None:
    error = _error(server, _send(server, method=method, params={}))
    assert (error["code"], error["data"]["kind"]) == (-32601, "unknown-method")


@pytest.mark.parametrize("request_id", [0, -1, 2**53, 2**70, "", "s", "é한글", "9" * 300])
def test_ids_come_back_as_they_were_sent(server: Client, request_id: Any) -> None:
    server.raw(frame(json.dumps({"jsonrpc": "2.0", "id": request_id, "method": "memserver/status"}).encode()))
    assert server.answer(request_id)["id"] == request_id


@pytest.mark.parametrize("request_id", [1.5, True, [1], {"a": 1}, None])
def test_ids_that_are_no_ids_are_refused(server: Client, request_id: Any) -> None:
    message = {"jsonrpc": "2.0", "id": request_id, "method": "memserver/status"}
    error = _nameless_error(server, frame(json.dumps(message).encode()))
    assert (error["code"], error["data"]["kind"]) == (-32600, "invalid-request")


@pytest.mark.parametrize(
    "message",
    [
        {"jsonrpc": "1.0", "id": "v1", "method": "memserver/status"},
        {"id": "v2", "method": "memserver/status"},
        {"jsonrpc": "2.0", "id": "v3", "method": 5},
        {"jsonrpc": "2.0", "id": "v4", "method": None},
        {"jsonrpc": "2.0", "id": "v5"},
    ],
)
def test_messages_that_are_no_requests_are_refused_by_id(server: Client, message: dict[str, Any]) -> None:
    server.raw(frame(json.dumps(message).encode()))
    assert _error(server, message["id"])["code"] == -32600


def test_answers_to_nothing_are_ignored(server: Client) -> None:
    before = len(server.answers(None))
    for body in ({"id": "nobody", "result": 1}, {"id": 77_777, "error": {"code": 1, "message": "x"}}):
        server.raw(frame(json.dumps({"jsonrpc": "2.0", **body}).encode()))
    _still_right(server)
    assert len(server.answers(None)) == before
    assert server.answers("nobody") == []


def test_notifications_are_never_answered(server: Client) -> None:
    before = len(server.answers(None))
    server.notify("memserver/status")
    server.notify("memserver/nothing", {"a": 1})
    server.notify("$/cancelRequest", {"id": "not there"})
    server.notify("$/cancelRequest", [1])
    server.notify("$/cancelRequest", {"id": {"a": []}})
    server.notify("workspace/didChangeConfiguration", 5)
    server.notify("workspace/didChangeConfiguration", {"settings": [1]})
    server.notify("textDocument/didOpen", None)
    _still_right(server)
    assert len(server.answers(None)) == before


def test_a_second_request_with_a_running_id_does_not_disturb_the_first(server: Client) -> None:
    items = [{"layer": "episodic", "content": f"line {number} of a long talk"} for number in range(300)]
    first = json.dumps(
        {"jsonrpc": "2.0", "id": "twice", "method": "memserver/memory/addMany", "params": {"items": items}}
    )
    second = json.dumps({"jsonrpc": "2.0", "id": "twice", "method": "memserver/status"})
    server.raw(frame(first.encode()) + frame(second.encode()))
    server.wait_until(lambda: len(server._answers.get("twice", ())) == 2, "both answers")
    errors = [each["error"] for each in server.answers("twice") if "error" in each]
    results = [each["result"] for each in server.answers("twice") if "result" in each]
    assert [error["code"] for error in errors] == [-32600]
    assert [result["added"] for result in results] == [300]


@pytest.mark.parametrize(
    "body",
    [
        b"{", b"", b"   ", b"not json", b'{"jsonrpc":"2.0","id":1,"method":"memserver/status"', b"\x00\x01\x02",
        b'{"jsonrpc":"2.0","id":1,"method":"\xff\xfe"}', b"\xed\xa0\x80", b"[" * 100_000, b'{"a":' * 50_000,
        b'{"id": ' + b"9" * 10_000 + b"}",
    ],
)  # fmt: skip
def test_bodies_that_are_no_json_are_answered_as_parse_errors(server: Client, body: bytes) -> None:
    assert _nameless_error(server, frame(body))["code"] == -32700


@pytest.mark.parametrize("value", [[], [{"jsonrpc": "2.0", "id": 1, "method": "memserver/status"}], 5, "x", None, True])
def test_batches_and_bare_values_are_refused(server: Client, value: Any) -> None:
    assert _nameless_error(server, frame(json.dumps(value).encode()))["code"] == -32600


STATUS = b'{"jsonrpc":"2.0","id":%b,"method":"memserver/status"}'


@pytest.mark.parametrize(
    "header",
    [
        b"Content-Length: -5\r\n\r\n", b"Content-Length: abc\r\n\r\n", b"Content-Length: \r\n\r\n",
        b"Content-Length: 1e3\r\n\r\n", b"Content-Length: 99999999999999999999999\r\n\r\n", b"Nonsense\r\n\r\n",
        b"\r\n\r\n\r\n", b"Content-Type: x\r\n\r\n", b"\x00\xff\xfe\n\n", b"A" * 50_000, b"A" * 50_000 + b"\r\n\r\n",
    ],
)  # fmt: skip
@pytest.mark.parametrize("body", [b"", b'{"jsonrpc":"2.0","method":"lost"}', b'{\n  "pretty": [\n 1]\n}'])
def test_the_frame_after_a_broken_header_is_read(server: Client, header: bytes, body: bytes) -> None:
    request_id = f"after-{time.monotonic_ns()}"
    server.raw(header + body + frame(STATUS % json.dumps(request_id).encode()))
    assert "result" in server.answer(request_id)


@pytest.mark.parametrize("length", [64 * 1024 * 1024 + 1, 999_999_999_999])
def test_a_frame_that_is_announced_too_large_is_refused_and_the_next_one_read(server: Client, length: int) -> None:
    error = _nameless_error(server, b"Content-Length: %d\r\n\r\n" % length + b'{"half": "of it')
    assert error["data"]["kind"] == "too-large"


@pytest.mark.parametrize(
    "header",
    [
        b"Content-Length: %d\n\n",
        b"content-length:%d\r\n\r\n",
        b"CONTENT-LENGTH:   %d  \r\n\r\n",
        b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: %d\r\n\r\n",
        b"Content-Length: %d\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n",
        b"X-Unknown: 1\r\nContent-Length: %d\r\n\r\n",
    ],
)
def test_header_variants_are_understood(server: Client, header: bytes) -> None:
    request_id = f"variant-{time.monotonic_ns()}"
    body = STATUS % json.dumps(request_id).encode()
    server.raw(header % len(body) + body)
    assert "result" in server.answer(request_id)


def test_frames_may_come_in_pieces_and_several_at_once(server: Client) -> None:
    first, second, third = (frame(STATUS % b'"piece-%d"' % number) for number in range(3))
    for position in range(len(first)):
        server.raw(first[position : position + 1])
    server.raw(second + third[:40])
    server.answer("piece-1")
    server.raw(third[40:])
    assert all("result" in server.answer(f"piece-{number}") for number in range(3))


def test_ten_megabytes_of_content_are_too_large_and_not_stored(server: Client) -> None:
    before = server.call("memory/stats")["memories"]
    with pytest.raises(ServerError) as caught:
        server.call("memory/add", {"layer": "long-term", "content": CANARY + "가나다 " * 2_500_000})
    assert (caught.value.kind, caught.value.field) == ("too-large", "content")
    assert CANARY not in json.dumps(caught.value.data) + caught.value.message
    assert server.call("memory/stats")["memories"] == before


LONE_SURROGATE = "half \ud83d"
BAD_ADDS: list[tuple[dict[str, Any], str]] = [
    ({}, "layer"),
    ({"layer": "long-term"}, "content"),
    ({"layer": "eternal", "content": CANARY}, "layer"),
    ({"layer": "long-term", "content": ""}, "content"),
    ({"layer": "long-term", "content": " \n\t "}, "content"),
    ({"layer": "long-term", "content": 5}, "content"),
    ({"layer": "long-term", "content": [CANARY]}, "content"),
    ({"layer": "long-term", "content": None}, "content"),
    ({"layer": "long-term", "content": f"{CANARY} \x00"}, "content"),
    ({"layer": "long-term", "content": f"{CANARY} \x1b[31m"}, "content"),
    ({"layer": "long-term", "content": f"{CANARY} {LONE_SURROGATE}"}, "content"),
    ({"layer": "long-term", "content": CANARY, "title": LONE_SURROGATE}, "title"),
    ({"layer": "long-term", "content": CANARY, "title": "x" * 5_000}, "title"),
    ({"layer": "long-term", "content": CANARY, "title": "bell \x07"}, "title"),
    ({"layer": "long-term", "content": CANARY, "category": "gossip"}, "category"),
    ({"layer": "long-term", "content": CANARY, "tags": "one"}, "tags"),
    ({"layer": "long-term", "content": CANARY, "tags": [1]}, "tags.0"),
    ({"layer": "long-term", "content": CANARY, "tags": [" "]}, "tags"),
    ({"layer": "long-term", "content": CANARY, "tags": [f"{CANARY}\x00"]}, "tags"),
    ({"layer": "long-term", "content": CANARY, "tags": ["x"] * 101}, "tags"),
    ({"layer": "long-term", "content": CANARY, "confidence": 1.5}, "confidence"),
    ({"layer": "long-term", "content": CANARY, "confidence": -0.1}, "confidence"),
    ({"layer": "long-term", "content": CANARY, "confidence": float("nan")}, "confidence"),
    ({"layer": "long-term", "content": CANARY, "confidence": float("inf")}, "confidence"),
    ({"layer": "long-term", "content": CANARY, "confidence": "sure"}, "confidence"),
    ({"layer": "long-term", "content": CANARY, "expiresAt": "2020-01-01T00:00:00Z"}, "expiresAt"),
    ({"layer": "long-term", "content": CANARY, "expiresAt": "2090-01-01T00:00:00"}, "expiresAt"),
    ({"layer": "long-term", "content": CANARY, "expiresAt": "2090-01-01"}, "expiresAt"),
    ({"layer": "long-term", "content": CANARY, "expiresAt": "tomorrow"}, "expiresAt"),
    ({"layer": "long-term", "content": CANARY, "timestamp": "2024-05-01T09:00:00"}, "timestamp"),
    ({"layer": "long-term", "content": CANARY, "timestamp": 1_700_000_000}, "timestamp"),
    ({"layer": "long-term", "content": CANARY, "timestamp": "1700000000"}, "timestamp"),
    ({"layer": "long-term", "content": CANARY, "timestamp": "0001-01-01T00:00:00+09:00"}, "timestamp"),
    ({"layer": "long-term", "content": CANARY, "timestamp": "9999-12-31T23:59:59-09:00"}, "timestamp"),
    ({"layer": "long-term", "content": CANARY, "externalId": ""}, "externalId"),
    ({"layer": "long-term", "content": CANARY, "externalId": "x" * 1_001}, "externalId"),
    ({"layer": "long-term", "content": CANARY, "externalId": LONE_SURROGATE}, "externalId"),
    ({"layer": "long-term", "content": CANARY, "thread": ""}, "thread"),
    ({"layer": "long-term", "content": CANARY, "thread": 7}, "thread"),
    ({"layer": "long-term", "content": CANARY, "thread": "x" * 1_001}, "thread"),
    ({"layer": "long-term", "content": CANARY, "thread": LONE_SURROGATE}, "thread"),
    ({"layer": "long-term", "content": CANARY, "position": 1.5}, "position"),
    ({"layer": "long-term", "content": CANARY, "position": "1"}, "position"),
    ({"layer": "long-term", "content": CANARY, "position": True}, "position"),
    ({"layer": "long-term", "content": CANARY, "position": 2**63}, "position"),
    ({"layer": "long-term", "content": CANARY, "metadata": []}, "metadata"),
    ({"layer": "long-term", "content": CANARY, "metadata": {"a": float("inf")}}, "metadata"),
    ({"layer": "long-term", "content": CANARY, "metadata": {"a": [{"b": LONE_SURROGATE}]}}, "metadata"),
    ({"layer": "long-term", "content": CANARY, "metadata": {"a": f"{CANARY}\x00"}}, "metadata"),
    ({"layer": "long-term", "content": CANARY, "metadata": {LONE_SURROGATE: 1}}, "metadata"),
    ({"layer": "long-term", "content": CANARY, "metadata": {"a": "x" * 60_000}}, "metadata"),
    ({"layer": "long-term", "content": CANARY, "metadata": {"a": [0] * 200_000}}, "metadata"),
    ({"layer": "long-term", "content": CANARY, "scope": "galaxy"}, "scope"),
    ({"layer": "project", "content": CANARY}, "workspaceUri"),
    ({"layer": "long-term", "content": CANARY, "workspaceUri": "https://example.org/x"}, "workspaceUri"),
    ({"layer": "long-term", "content": CANARY, "workspaceUri": "file:///a%00b"}, "workspaceUri"),
    ({"layer": "long-term", "content": CANARY, "source": {"author": "nobody"}}, "source.author"),
    ({"layer": "long-term", "content": CANARY, "relatedFiles": ["ftp://x/y"]}, "relatedFiles"),
]


@pytest.mark.parametrize(("params", "field"), BAD_ADDS, ids=lambda value: value if isinstance(value, str) else "")
def test_bad_memories_are_refused_by_field_and_nothing_is_stored(
    server: Client, params: dict[str, Any], field: str
) -> None:
    before = server.call("memory/stats")["memories"]
    error = _error(server, _send(server, method="memserver/memory/add", params=params))
    assert error["data"]["kind"] in {"invalid-params", "too-large"}
    assert error["data"]["field"] == field
    assert CANARY not in json.dumps(error, ensure_ascii=False)
    many = server.call("memory/addMany", {"items": [params]})
    assert (many["added"], many["ids"], len(many["failed"])) == (0, [None], 1)
    assert many["failed"][0]["field"] == field
    assert server.call("memory/stats")["memories"] == before


def test_deeply_nested_metadata_is_refused(server: Client) -> None:
    for depth in (60, 200, 400, 900):
        nested: Any = 1
        for _ in range(depth):
            nested = {"a": nested}
        error = _error(
            server,
            _send(
                server, method="memserver/memory/add",
                params={"layer": "long-term", "content": CANARY, "metadata": {"a": nested}},
            ),
        )  # fmt: skip
        assert (error["data"]["kind"], error["data"]["field"]) == ("invalid-params", "metadata")


@pytest.mark.parametrize(
    ("method", "params", "field"),
    [
        ("memory/get", {}, "id"),
        ("memory/get", {"id": 5}, "id"),
        ("memory/get", {"id": LONE_SURROGATE}, "id"),
        ("memory/list", {"limit": 0}, "limit"),
        ("memory/list", {"limit": 10**30}, "limit"),
        ("memory/list", {"cursor": "x"}, "cursor"),
        ("memory/list", {"cursor": "²"}, "cursor"),
        ("memory/list", {"cursor": "9" * 30}, "cursor"),
        ("memory/list", {"status": "maybe"}, "status"),
        ("memory/update", {"content": "x"}, "id"),
        ("memory/setStatus", {"id": "x", "status": "great"}, "status"),
        ("memory/deleteAll", {}, "confirm"),
        ("memory/deleteAll", {"confirm": True}, "confirm"),
        ("memory/addMany", {}, "items"),
        ("memory/addMany", {"items": {}}, "items"),
        ("facts/record", {"content": "x", "factType": "rumour"}, "factType"),
        ("facts/record", {"factType": "error"}, "content"),
        ("trajectories/record", {"steps": []}, "steps"),
        ("trajectories/record", {"steps": [{"action": "a", "observation": "b"}], "finalReward": 2}, "finalReward"),
    ],
)
def test_bad_params_of_other_methods_are_refused_by_field(
    server: Client, method: str, params: dict[str, Any], field: str
) -> None:
    error = _error(server, _send(server, method=f"memserver/{method}", params=params))
    assert (error["code"], error["data"]["kind"]) == (-32602, "invalid-params")
    assert error["data"]["field"] == field


@pytest.mark.parametrize("method", ["get", "delete", "update", "setStatus"])
@pytest.mark.parametrize("memory_id", ["", "mem_nothing", "없는 것", "x\x00y", "'; DROP TABLE memories; --"])
def test_unknown_ids_are_not_found(server: Client, method: str, memory_id: str) -> None:
    params = {"id": memory_id, "status": "archived", "title": "t"}
    error = _error(server, _send(server, method=f"memserver/memory/{method}", params=params))
    assert (error["code"], error["data"]["kind"], error["data"]["field"]) == (-32001, "not-found", "id")


def test_before_initialize_only_initialize_is_answered(start: StartServer) -> None:
    server = start(initialize=False)
    for method in ("memserver/status", "shutdown", "nothing"):
        with pytest.raises(ServerError) as caught:
            server.request(method)
        assert (caught.value.code, caught.value.kind) == (-32002, "not-initialized")
    for params in ([1], {"workspaceFolders": 5}, {"initializationOptions": "x"}):
        with pytest.raises(ServerError) as caught:
            server.request("initialize", params)
        assert caught.value.kind == "invalid-params"
    result = server.initialize()
    assert result["serverInfo"]["name"] == "memserver"
    assert result["serverInfo"]["version"]
    with pytest.raises(ServerError) as caught:
        server.initialize()
    assert caught.value.kind == "invalid-request"
    _still_right(server)


def test_nothing_is_answered_but_refusals_after_shutdown(start: StartServer) -> None:
    server = start()
    server.request("shutdown")
    for method in ("memserver/status", "memserver/memory/add", "nothing"):
        with pytest.raises(ServerError) as caught:
            server.request(method, {})
        assert (caught.value.code, caught.value.kind) == (-32600, "invalid-request")
    server.notify("exit")
    assert server.wait_for_exit() == 0


@pytest.mark.parametrize("level", ["DEBUG", "nonsense"])
def test_no_memory_text_reaches_the_log_or_an_error(start: StartServer, level: str) -> None:
    server = start(env={"MEMSERVER_LOG": level, "PYTHONASYNCIODEBUG": "1"})
    for params, _ in BAD_ADDS:
        with pytest.raises(ServerError) as caught:
            server.call("memory/add", params)
        assert CANARY not in caught.value.message + json.dumps(caught.value.data, ensure_ascii=False)
    added = server.call("memory/add", {"layer": "long-term", "content": f"The word is {CANARY}.", "title": CANARY})
    server.call("memory/update", {"id": added["id"], "content": f"The word was {CANARY}."})
    server.call("facts/record", {"content": f"{CANARY} fails", "factType": "error"})
    server.call("memory/delete", {"id": added["id"]})
    assert server.stop() == 0
    log = server.stderr()
    assert CANARY not in log
    assert "canary-7f3a" not in log
    assert "Traceback" not in log


def test_commands_of_the_editor_reach_the_same_methods(server: Client) -> None:
    assert "version" in server.request("workspace/executeCommand", {"command": "memserver.status"})
    arguments = [{"layer": "episodic", "content": "said by a command"}]
    added = server.request("workspace/executeCommand", {"command": "memserver.memory.add", "arguments": arguments})
    assert server.call("memory/get", {"id": added["id"]})["content"] == "said by a command"
    for params, field in (({}, "command"), ({"command": "rm"}, "command"), ({"command": "memserver.x"}, "command")):
        with pytest.raises(ServerError) as caught:
            server.request("workspace/executeCommand", params)
        assert (caught.value.kind, caught.value.field) == ("invalid-params", field)
