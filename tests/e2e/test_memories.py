"""Memories over the wire, in English and Korean: duplicates, what replaces what, secrets, statuses, rights."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.client import Client, ServerError
from tests.e2e.conftest import StartServer
from tests.e2e.store_file import check_agreement


def _add(server: Client, content: str, layer: str = "long-term", **more: Any) -> dict[str, Any]:
    result: dict[str, Any] = server.call("memory/add", {"layer": layer, "content": content, **more})
    return result


def _get(server: Client, memory_id: str) -> dict[str, Any]:
    memory: dict[str, Any] = server.call("memory/get", {"id": memory_id})
    return memory


def _links(memory: dict[str, Any]) -> list[tuple[str, str]]:
    return [(relation["kind"], relation["id"]) for relation in memory["relations"]]


@pytest.mark.parametrize(
    ("first", "again"),
    [
        ("The nightly build runs at two in the morning.", "The nightly build  runs at two in the morning."),
        ("Use tabs in Makefiles.", "use TABS in makefiles."),
        ("야간 빌드는 새벽 두 시에 돕니다.", "야간 빌드는  새벽 두 시에 돕니다."),
        ("한글 정규화 확인용 문장입니다.", "한글 정규화 확인용 문장입니다."),
    ],
)
def test_a_repetition_is_named_and_not_stored(server: Client, first: str, again: str) -> None:
    kept = _add(server, first)
    before = server.call("memory/stats")["memories"]
    repeated = _add(server, again)
    assert (repeated["id"], repeated["duplicateOf"]) == (kept["id"], kept["id"])
    assert server.call("memory/stats")["memories"] == before


def test_a_repetition_tells_the_status_of_the_one_that_is_kept(server: Client) -> None:
    kept = _add(server, "Reviewed by two people, and so verified.")
    server.call("memory/setStatus", {"id": kept["id"], "status": "verified", "verifiedBy": "human_approval"})
    assert _add(server, "Reviewed by two people, and so verified.")["status"] == "verified"


def test_the_same_words_in_another_layer_are_another_memory(server: Client) -> None:
    first = _add(server, "The same words, twice.", "long-term")
    second = _add(server, "The same words, twice.", "episodic")
    assert first["id"] != second["id"]


SUPERSEDING = [
    ("We deploy the shop on Fridays.", "We no longer deploy the shop on Fridays."),
    ("The import job's timeout is 30 seconds.", "The import job's timeout is 45 seconds now."),
    ("The gateway uses Node 18.", "The gateway uses Node 22 now."),
    ("우리는 금요일에 쇼핑몰을 배포한다.", "우리는 더 이상 금요일에 쇼핑몰을 배포하지 않는다."),
    ("결제 서비스의 타임아웃은 30초이다.", "결제 서비스의 타임아웃은 이제 60초이다."),
]


@pytest.mark.parametrize(("old", "new"), SUPERSEDING)
def test_a_new_statement_replaces_an_old_one(server: Client, old: str, new: str) -> None:
    former = _add(server, old)
    latter = _add(server, new)
    assert latter["supersedes"] == [former["id"]] or latter["conflictsWith"] == [former["id"]]
    kind = "supersedes" if latter["supersedes"] else "conflicts-with"
    assert (kind, former["id"]) in _links(_get(server, latter["id"]))
    stays = _get(server, former["id"])
    assert stays["content"] == old
    assert latter["id"] in [other for _, other in _links(stays)]
    assert all(relation["evidence"] for relation in stays["relations"])
    if latter["supersedes"]:
        assert stays["supersededBy"] == latter["id"]


def test_a_replaced_memory_is_out_of_recall_but_can_be_asked_for(server: Client) -> None:
    former = _add(server, "The walrus team meets in room Baikal on Tuesdays.")
    latter = _add(server, "The walrus team no longer meets in room Baikal on Tuesdays.")
    assert latter["supersedes"] == [former["id"]]
    query = {"query": "Where does the walrus team meet?", "limit": 10}
    found = [hit["id"] for hit in server.call("memory/search", query)["results"]]
    assert latter["id"] in found
    assert former["id"] not in found
    everything = server.call("memory/search", {**query, "includeSuperseded": True})["results"]
    assert former["id"] in [hit["id"] for hit in everything]
    turn = server.call("context/build", {"prompt": "Where does the walrus team meet?", "sessionId": "s"})
    assert former["id"] not in [item["id"] for item in turn["items"]]


def test_deleting_what_replaced_it_brings_the_old_memory_back(server: Client) -> None:
    former = _add(server, "The otter service is owned by Jun.")
    latter = _add(server, "The otter service is no longer owned by Jun.")
    assert latter["supersedes"] == [former["id"]]
    server.call("memory/delete", {"id": latter["id"]})
    back = _get(server, former["id"])
    assert back.get("supersededBy") is None
    assert back["relations"] == []
    found = server.call("memory/search", {"query": "Who owns the otter service?"})["results"]
    assert former["id"] in [hit["id"] for hit in found]


@pytest.mark.parametrize("only", [{"tags": ["드문-태그"]}, {"layers": ["procedural"]}])
def test_the_few_of_a_tag_or_a_layer_are_found_among_many_that_match_better(
    server: Client, only: dict[str, Any]
) -> None:
    said = "the narwhal release went out."
    many = [{"layer": "episodic", "content": f"{place}: {said}", "externalId": f"n{place}"} for place in range(300)]
    assert server.call("memory/addMany", {"items": many})["failed"] == []
    rare = _add(
        server,
        f"Step one of {sorted(only)}: ask who tends the release of the narwhal.",
        "procedural",
        tags=["드문-태그"],
    )
    found = server.call("memory/search", {"query": "narwhal release", **only})["results"]
    assert rare["id"] in [hit["id"] for hit in found]
    assert all(hit["layer"] == "procedural" for hit in found)


def test_a_layer_that_is_switched_off_does_not_crowd_out_the_others(start: StartServer) -> None:
    server = start(options={"episodicMemoryEnabled": False})
    said = "the narwhal release went out."
    many = [{"layer": "episodic", "content": f"{place}: {said}", "externalId": f"n{place}"} for place in range(300)]
    assert server.call("memory/addMany", {"items": many})["failed"] == []
    kept = _add(server, "Two people sign every release of the narwhal.")
    turn = server.call("context/build", {"prompt": "What about the narwhal release?", "sessionId": "s"})
    assert [item["id"] for item in turn["items"]] == [kept["id"]]


SECRETS = [
    "AWS key for the backup: AKIAIOSFODNN7EXAMPLE and more",
    "The token is ghp_0123456789abcdefghijABCDEFGHIJ012345 for CI",
    "password = hunter2-Correct-Horse-99 in the staging config",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7bq2Yx0\n-----END RSA PRIVATE KEY-----",
    "스테이징 비밀번호: hunter2-Correct-Horse-99 입니다",
]
FRAGMENTS = ["AKIAIOSFODNN7EXAMPLE", "ghp_0123456789abcdefghij", "hunter2-Correct-Horse-99", "MIIEpAIBAAKCAQEA7bq2Yx0"]


@pytest.mark.parametrize("content", SECRETS)
def test_secrets_are_taken_out_before_anything_is_stored(server: Client, content: str) -> None:
    added = _add(server, content, metadata={"note": content}, tags=["credentials"])
    assert sum(each["count"] for each in added["redactions"]) >= 1
    assert all(set(each) == {"kind", "count"} for each in added["redactions"])
    shown = str(_get(server, added["id"]))
    stored = b"".join(path.read_bytes() for path in server.data_dir.rglob("*") if path.is_file())
    for fragment in FRAGMENTS:
        assert fragment not in shown
        assert fragment.encode() not in stored


def test_update_takes_secrets_out_as_well(server: Client) -> None:
    added = _add(server, "The deploy token is kept in the vault.")
    server.call("memory/update", {"id": added["id"], "content": f"The deploy token is {FRAGMENTS[1]}ABCDEFGHIJ012345."})
    assert FRAGMENTS[1] not in str(_get(server, added["id"]))


def test_statuses_move_one_way(server: Client) -> None:
    memory_id = _add(server, "Statuses move from hypothesis onwards.")["id"]

    def move(status: str, **more: Any) -> dict[str, Any]:
        moved: dict[str, Any] = server.call("memory/setStatus", {"id": memory_id, "status": status, **more})
        return moved

    assert _get(server, memory_id)["status"] == "hypothesis"
    with pytest.raises(ServerError) as caught:
        move("published")
    assert (caught.value.kind, caught.value.field) == ("conflict", "status")
    with pytest.raises(ServerError) as caught:
        move("verified")
    assert (caught.value.kind, caught.value.field) == ("invalid-params", "verifiedBy")
    verified = move("verified", verifiedBy="test_runner", verificationId="run-17")
    assert (verified["status"], verified["verifiedBy"], verified["verificationId"]) == (
        "verified",
        "test_runner",
        "run-17",
    )
    with pytest.raises(ServerError) as caught:
        move("hypothesis")
    assert caught.value.kind == "conflict"
    assert move("published")["verifiedBy"] == "test_runner"
    assert move("archived")["status"] == "archived"
    for status in ("hypothesis", "verified", "published"):
        with pytest.raises(ServerError) as caught:
            move(status, verifiedBy="compiler")
        assert caught.value.kind == "conflict"
    found = server.call("memory/search", {"query": "Statuses move from hypothesis onwards"})["results"]
    assert memory_id not in [hit["id"] for hit in found]


def test_what_is_deleted_is_gone_everywhere(server: Client) -> None:
    memory_id = _add(server, "Xylophone lessons take place on Saturdays. 실로폰 수업은 토요일입니다.")["id"]
    assert server.call("memory/delete", {"id": memory_id})["deleted"] is True
    for method in ("get", "delete", "update", "setStatus"):
        with pytest.raises(ServerError) as caught:
            server.call(f"memory/{method}", {"id": memory_id, "title": "t", "status": "archived"})
        assert (caught.value.code, caught.value.kind) == (-32001, "not-found")
    for query in ("xylophone lessons", "실로폰 수업"):
        found = server.call("memory/search", {"query": query})["results"]
        assert memory_id not in [hit["id"] for hit in found]
    check_agreement(server.data_dir)


def test_update_changes_what_is_named_and_nothing_else(server: Client) -> None:
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    added = _add(
        server, "The quokka dashboard shows latencies.", title="Quokka", tags=["dash", "대시보드"], confidence=0.4,
        category="fact", metadata={"a": {"b": [1, "둘"]}}, externalId="q-1", expiresAt=tomorrow.isoformat(),
    )  # fmt: skip
    before = _get(server, added["id"])
    changed = server.call("memory/update", {"id": added["id"], "content": "쿼카 대시보드는 오류율을 보여 줍니다."})
    same = {key: value for key, value in before.items() if key not in {"content", "updatedAt"}}
    assert {key: changed[key] for key in same} == same
    assert server.call("memory/search", {"query": "쿼카 오류율"})["results"][0]["id"] == added["id"]
    assert server.call("memory/update", {"id": added["id"], "expiresAt": None}).get("expiresAt") is None
    with pytest.raises(ServerError) as caught:
        server.call("memory/update", {"id": added["id"], "content": "half \ud83d"})
    assert caught.value.field == "content"
    assert _get(server, added["id"])["content"] == "쿼카 대시보드는 오류율을 보여 줍니다."
    check_agreement(server.data_dir)


def test_listing_filters_and_pages_through_everything_once(server: Client) -> None:
    tag = "paging"
    items = [
        {
            "layer": "episodic" if n % 3 else "long-term",
            "content": f"page item {n} 쪽",
            "tags": [tag],
            "externalId": f"p{n}",
        }
        for n in range(25)
    ]
    ids = server.call("memory/addMany", {"items": items})["ids"]
    seen: list[str] = []
    cursor = None
    while True:
        page = server.call("memory/list", {"tag": tag, "limit": 7, **({"cursor": cursor} if cursor else {})})
        seen += [item["id"] for item in page["items"]]
        cursor = page.get("cursor")
        if not cursor:
            break
    assert seen == ids[::-1]
    long_term = server.call("memory/list", {"tag": tag, "layer": "long-term"})["items"]
    assert {item["layer"] for item in long_term} == {"long-term"}
    assert len(long_term) == 9
    server.call("memory/setStatus", {"id": ids[0], "status": "archived"})
    archived = server.call("memory/list", {"tag": tag, "status": "archived"})["items"]
    assert [item["id"] for item in archived] == [ids[0]]


def test_one_bad_item_fails_alone(server: Client) -> None:
    items = [
        {"layer": "episodic", "content": "good one"}, {"layer": "nowhere", "content": "x"}, 5, None,
        {"layer": "episodic", "content": ""}, {"layer": "episodic", "content": "좋은 것"},
        {"layer": "episodic", "content": "good one"}, {"layer": "project", "content": "no workspace"},
    ]  # fmt: skip
    result = server.call("memory/addMany", {"items": items})
    assert (result["added"], result["duplicates"]) == (2, 1)
    assert [failed["index"] for failed in result["failed"]] == [1, 2, 3, 4, 7]
    assert all(failed["kind"] == "invalid-params" and failed["message"] for failed in result["failed"])
    ids = result["ids"]
    assert [each is None for each in ids] == [False, True, True, True, True, False, False, True]
    assert ids[6] == ids[0]


def test_items_with_different_external_ids_are_never_duplicates(server: Client) -> None:
    same = "Exactly the same words under several ids. 같은 말."
    items = [
        {"layer": layer, "content": same, "externalId": f"{layer}-{n}"}
        for layer in ("long-term", "episodic")
        for n in range(3)
    ]
    first = server.call("memory/addMany", {"items": items})
    assert (first["added"], first["duplicates"], len(set(first["ids"]))) == (6, 0, 6)
    again = server.call("memory/addMany", {"items": items})
    assert (again["added"], again["duplicates"]) == (0, 6)
    assert again["ids"] == first["ids"]
    one = server.call("memory/add", {**items[1]})
    assert one["duplicateOf"] == first["ids"][1]
    other = server.call("memory/add", {**items[1], "externalId": "another"})
    assert other.get("duplicateOf") is None


def test_an_external_id_is_not_lost_to_the_same_words_without_one(server: Client) -> None:
    same = {"layer": "long-term", "content": "Sloths are fed at nine. 나무늘보."}
    items = [same, {**same, "externalId": "sloth-1"}, {**same, "externalId": "sloth-2"}, same]
    ids = server.call("memory/addMany", {"items": items})["ids"]
    assert len(set(ids)) == 3
    assert [_get(server, each).get("externalId") for each in ids] == [None, "sloth-1", "sloth-2", None]


def test_thread_and_position_come_back_as_they_were_sent(start: StartServer, tmp_path: Path) -> None:
    server = start()
    thread = " 회의 #3/session:7\t🦥 "
    items = [
        {"layer": "episodic", "content": f"Turn {place}: the pangolin moved.", "thread": thread, "position": place}
        for place in (-1, 0, 2**53 - 1)
    ]
    ids = server.call("memory/addMany", {"items": items})["ids"]
    expected = {each: (thread, item["position"]) for each, item in zip(ids, items, strict=True)}
    assert {each: _place(_get(server, each)) for each in ids} == expected
    assert {each["id"]: _place(each) for each in server.call("memory/list")["items"]} == expected
    found = server.call("memory/search", {"query": "pangolin", "mode": "lexical"})["results"]
    assert {each["id"]: _place(each) for each in found} == expected
    assert _place(server.call("memory/update", {"id": ids[0], "content": "The pangolin stayed."})) == (thread, -1)
    assert _place(server.call("memory/update", {"id": ids[0], "position": 8})) == (thread, 8)
    assert _place(server.call("memory/update", {"id": ids[0], "thread": None, "position": None})) == (None, None)
    expected[ids[0]] = (None, None)
    with pytest.raises(ServerError) as refused:
        server.call("memory/update", {"id": ids[1], "position": 1.5})
    assert refused.value.data["field"] == "position"
    server.call("memory/export", {"path": str(tmp_path / "out")})
    other = start()
    other.call("memory/import", {"path": str(tmp_path / "out"), "format": "memserver"})
    assert {each["id"]: _place(each) for each in other.call("memory/list")["items"]} == expected


def test_an_external_id_makes_no_thread(server: Client) -> None:
    added = server.call("memory/add", {"layer": "episodic", "content": "The tapir sleeps.", "externalId": "D1:3"})
    assert _place(_get(server, added["id"])) == (None, None)


def _place(memory: dict[str, Any]) -> tuple[str | None, int | None]:
    return memory.get("thread"), memory.get("position")


def test_what_expired_is_filtered_but_stays(server: Client) -> None:
    soon = (datetime.now(UTC) + timedelta(seconds=1.5)).isoformat()
    memory_id = _add(server, "The capybara offer ends soon.", expiresAt=soon)["id"]
    query = {"query": "capybara offer"}

    def found(**more: Any) -> list[str]:
        return [hit["id"] for hit in server.call("memory/search", {**query, **more})["results"]]

    server.poll(lambda: memory_id not in found(), "the end of the offer")
    assert memory_id in found(includeExpired=True)
    assert _get(server, memory_id)["id"] == memory_id
    turn = server.call("context/build", {"prompt": "What about the capybara offer?", "sessionId": "s"})
    assert memory_id not in [item["id"] for item in turn["items"]]


def test_times_come_back_in_utc(server: Client) -> None:
    memory = _get(server, _add(server, "Said in Seoul.", timestamp="2024-03-01T09:30:00+09:00")["id"])
    assert memory["timestamp"] == "2024-03-01T00:30:00.000Z"


def test_facts_and_trajectories_are_recorded(server: Client) -> None:
    fact = server.call(
        "facts/record",
        {
            "content": "TypeError in parse() comes from an empty header.", "factType": "error", "confidence": 0.7,
            "entities": {"functions": ["parse"], "errorCodes": ["E17"]}, "tags": ["parser"],
        },
    )  # fmt: skip
    memory = _get(server, fact["id"])
    assert (memory["category"], memory["status"], memory["metadata"]["factType"]) == ("bug", "hypothesis", "error")
    assert memory["metadata"]["entities"]["functions"] == ["parse"]
    before = server.call("memory/stats")["trajectories"]
    reasoning = {"steps": [{"action": "로그를 읽음", "observation": "널 포인터", "reward": 0.5}], "finalReward": 1.0}
    timed = {"steps": [{"input": "a", "output": "b", "durationMs": 5, "confidence": 0.9}], "outcome": "failure"}
    ids = {server.call("trajectories/record", each)["id"] for each in (reasoning, timed)}
    assert len(ids) == 2
    assert server.call("memory/stats")["trajectories"] == before + 2


def test_stats_and_status_agree(server: Client) -> None:
    stats, status = server.call("memory/stats"), server.call("status")
    assert stats["memories"] == status["counts"]["memories"] == sum(stats["byLayer"].values())
    assert stats["memories"] == sum(stats["byStatus"].values()) == sum(stats["byOrigin"].values())
    assert stats["databaseBytes"] > 0


@pytest.mark.parametrize("query", ["the standup of the search team in May 2024", "2024년 5월 standup search team"])
def test_a_search_that_names_a_time_puts_that_time_first(start: StartServer, query: str) -> None:
    server = start()
    for month in (3, 4, 5, 6, 7):
        content = f"Standup of the search team, number {month}: nothing new."
        server.call(
            "memory/add", {"layer": "episodic", "content": content, "timestamp": f"2024-{month:02}-14T10:00:00Z"}
        )
    results = server.call("memory/search", {"query": query})["results"]
    assert "number 5:" in results[0]["content"]
