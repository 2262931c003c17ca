"""Random and mutated frames: each is answered or ignored as JSON-RPC says, and the next good request is right.

CI sends 600 frames; `MEMSERVER_FULL=1` sends 5,000. The seed is fixed, so that a failure can be repeated.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

from tests.e2e.client import Client, frame
from tests.e2e.conftest import FULL

FRAMES = 5_000 if FULL else 600
CHUNK = 50
SEED = 20_260_504

TEXTS = [
    "", " ", "\x00", "\u202e", "한국어 문장입니다.", "We deploy on Fridays.", "'; DROP TABLE memories; --", "a" * 5_000,
    '"quoted" AND (OR NEAR/3', "\ud800", "file:///etc/passwd", "../../..", "2026-01-01T00:00:00Z", "null", "🙂" * 50,
    "NaN", "-1", "mem_0", "project", "verified", "*", "^", "{}", "\\",
]  # fmt: skip
VALUES: list[Any] = [
    None, True, False, 0, -1, 1, 2**31, 2**63, 2**70, 1.5, -0.0, 1e308, float("nan"), float("inf"), [], {}, [[]],
    [None], {"jsonrpc": "2.0"}, {"": ""}, [{}] * 20, {"a": {"b": {"c": []}}},
]  # fmt: skip


def _requests(chance: random.Random) -> list[tuple[str, Any]]:
    text, layer = chance.choice(TEXTS), chance.choice(["long-term", "episodic", "procedural", "project", "short-term"])
    memory_id = chance.choice(["mem_0", "mem_01m7j5cf21pejvehv5m2k3", text])
    item = {"layer": layer, "content": f"{text} {chance.random()}", "tags": ["fuzz"], "metadata": {"n": 1}}
    return [
        ("memory/add", item),
        ("memory/addMany", {"items": [item, {"layer": layer, "content": "둘째 항목", "externalId": "D1:2"}]}),
        ("memory/get", {"id": memory_id}),
        ("memory/list", {"layer": layer, "limit": 5, "tag": "fuzz", "cursor": "10"}),
        ("memory/update", {"id": memory_id, "content": text, "tags": [text], "expiresAt": None}),
        ("memory/setStatus", {"id": memory_id, "status": "verified", "verifiedBy": "compiler"}),
        ("memory/delete", {"id": memory_id}),
        ("memory/search", {"query": text or "배포", "limit": 5, "layers": [layer], "tags": ["fuzz"]}),
        ("memory/stats", {}),
        ("facts/record", {"content": text, "factType": "error", "entities": {"files": ["a.py"]}, "confidence": 0.5}),
        ("trajectories/record", {"steps": [{"action": "a", "observation": text, "reward": 1}], "finalReward": 0.5}),
        ("context/build", {"prompt": text or "When do we deploy?", "sessionId": "s", "maxTokens": 200, "history": []}),
        ("context/explain", {"turnId": "turn_0"}),
        ("turn/complete", {"turnId": "turn_0", "answer": text, "outcome": "accepted"}),
        ("status", {}),
    ]


def _mutated_value(value: Any, chance: random.Random) -> Any:
    """Replace, drop, rename or nest one thing somewhere inside a JSON value."""
    if isinstance(value, dict) and value and chance.random() < 0.8:
        key = chance.choice(sorted(value))
        changed = dict(value)
        roll = chance.random()
        if roll < 0.15:
            del changed[key]
        elif roll < 0.25:
            changed[chance.choice(TEXTS)] = changed.pop(key)
        elif roll < 0.35:
            changed["jsonrpc"] = chance.choice(VALUES)
        else:
            changed[key] = _mutated_value(changed[key], chance)
        return changed
    if isinstance(value, list) and value and chance.random() < 0.6:
        return [*value[:-1], _mutated_value(value[-1], chance)]
    return chance.choice(VALUES) if chance.random() < 0.6 else chance.choice(TEXTS)


def _mutated_bytes(body: bytes, chance: random.Random) -> bytes:
    data = bytearray(body)
    for _ in range(chance.randint(1, 4)):
        position = chance.randrange(len(data) + 1)
        roll = chance.random()
        if roll < 0.35 and position < len(data):
            data[position] = chance.randrange(256)
        elif roll < 0.6:
            data[position:position] = bytes(chance.randrange(256) for _ in range(chance.randint(1, 6)))
        elif roll < 0.85:
            del data[position : position + chance.randint(1, 8)]
        else:
            del data[position:]
    return bytes(data)


def _body(number: int, chance: random.Random) -> bytes:
    method, params = chance.choice(_requests(chance))
    message: Any = {"jsonrpc": "2.0", "id": f"f{number}", "method": f"memserver/{method}", "params": params}
    roll = chance.random()
    if roll < 0.1:
        return bytes(chance.randrange(256) for _ in range(chance.randint(0, 200)))
    if roll < 0.6:
        for _ in range(chance.randint(0, 3)):
            message["params"] = _mutated_value(message["params"], chance)
    elif roll < 0.75:
        message = _mutated_value(message, chance)
    body = json.dumps(message).encode()
    return _mutated_bytes(body, chance) if roll > 0.75 else body


def _expected(body: bytes) -> Any:
    """Return the id that must be answered, None for an answer without one, or `...` when none may come."""
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(message, dict):
        return None
    request_id = message.get("id")
    if "method" not in message and ("result" in message or "error" in message):
        return ...
    if "id" in message and (not isinstance(request_id, (int, str)) or isinstance(request_id, bool)):
        return None
    if "method" not in message or not isinstance(message["method"], str) or message.get("jsonrpc") != "2.0":
        return request_id
    return request_id if "id" in message else ...


def test_mutated_messages_are_answered_as_json_rpc_says(server: Client) -> None:
    chance = random.Random(SEED)
    expected: Counter[Any] = Counter()
    for number in range(0, FRAMES, CHUNK):
        bodies = [_body(number + offset, chance) for offset in range(CHUNK)]
        for body in bodies:
            answer = _expected(body)
            if answer is not ...:
                expected[answer] += 1
            server.raw(frame(body))
        content = f"고른 문장 a good request {number}"
        added = server.call("memory/add", {"layer": "episodic", "content": content})
        assert server.call("memory/get", {"id": added["id"]})["content"] == content
        for request_id, count in expected.items():
            server.wait_until(
                lambda request_id=request_id, count=count: len(server._answers.get(request_id, ())) >= count,  # type: ignore[misc]
                f"{count} answers to {request_id!r}",
            )
    server.call("status")
    answered = {request_id: len(server.answers(request_id)) for request_id in expected}
    assert answered == dict(expected)
    errors = [each["error"] for request_id in expected for each in server.answers(request_id) if "error" in each]
    assert [error for error in errors if error["code"] == -32603] == []
    assert all(error["message"] and error["data"]["kind"] for error in errors)
    assert "Traceback" not in server.stderr()


def test_the_server_finds_its_way_back_after_broken_frames(server: Client) -> None:
    chance = random.Random(SEED + 1)
    for number in range(max(FRAMES // 5, 100)):
        body = _body(number, chance).replace(b'"id"', b'"_id"')
        header = chance.choice(
            [
                b"Content-Length: %d\r\n\r\n" % max(len(body) - chance.randint(1, 30), 0),
                b"Content-Length: %d\r\n\r\n" % (len(body) + 7),
                b"Content-Length: -%d\r\n\r\n" % len(body),
                b"Content-Length: %d0000000000\r\n\r\n" % (len(body) + 1),
                b"Content-Length: x\r\n\r\n",
                b"Content-Type: text\r\n\r\n",
                bytes(chance.randrange(256) for _ in range(chance.randint(1, 60))),
            ]
        )
        # Seven bytes of filler complete the frame that announced too much.
        server.raw(header + body + b" " * 7)
        assert "version" in server.call("status")
    assert "Traceback" not in server.stderr()
