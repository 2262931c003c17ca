"""What holds, over the wire: declared, named, told and bare differences; what a person settles; the chain."""

from __future__ import annotations

import contextlib
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.client import Client, ServerError, ServerGone
from tests.e2e.conftest import StartServer
from tests.e2e.store_file import check_agreement

Json = dict[str, Any]


def add(server: Client, content: str, **more: Any) -> Json:
    added: Json = server.call("memory/add", {"layer": "long-term", "content": content, **more})
    return added


def get(server: Client, memory_id: str) -> Json:
    memory: Json = server.call("memory/get", {"id": memory_id})
    return memory


def link(server: Client, memory_id: str, other: str) -> Json:
    """Return the one link that a memory has with another."""
    [found] = [each for each in get(server, memory_id)["relations"] if each["id"] == other]
    return dict(found)


def found(server: Client, query: str) -> list[str]:
    return [hit["id"] for hit in server.call("memory/search", {"query": query, "limit": 20})["results"]]


def replaced(server: Client, memory_id: str) -> str | None:
    return get(server, memory_id).get("supersededBy")


def test_what_a_client_declares_is_replaced_whatever_the_texts_say(server: Client) -> None:
    old = add(server, "The heron service keeps its sessions in Postgres.")["id"]
    new = add(server, "Redis holds what visitors of the heron service have in their basket.", supersedes=[old])
    assert new["supersedes"] == [old]
    assert replaced(server, old) == new["id"]
    told = link(server, new["id"], old)
    assert (told["kind"], told["code"], told["evidence"]) == ("supersedes", "declared", "declared")
    assert old not in found(server, "Where does the heron service keep its sessions?")


def test_items_of_many_declare_as_well_and_a_bad_one_fails_alone(server: Client) -> None:
    old = add(server, "The egret queue has three workers.")["id"]
    result = server.call(
        "memory/addMany",
        {
            "items": [
                {"layer": "long-term", "content": "Egrets work in fives.", "supersedes": [old]},
                {"layer": "long-term", "content": "Egrets replace what is not there.", "supersedes": ["mem_none"]},
                {"layer": "long-term", "content": "Too many.", "supersedes": [str(each) for each in range(101)]},
            ]
        },
    )
    assert (result["added"], [(each["index"], each["field"]) for each in result["failed"]]) == (
        1,
        [(1, "supersedes"), (2, "supersedes")],
    )
    assert replaced(server, old) == result["ids"][0]


def test_an_unknown_id_is_named_and_nothing_is_written(server: Client) -> None:
    before = server.call("memory/stats")["memories"]
    with pytest.raises(ServerError) as unknown:
        add(server, "Bitterns nest in the reeds.", supersedes=["mem_none"])
    assert (unknown.value.kind, unknown.value.field) == ("not-found", "supersedes")
    assert server.call("memory/stats")["memories"] == before


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("ADR-0041: curlew sessions live in Postgres.", "ADR 57: curlew sessions in Redis. Supersedes ADR 41."),
        ("결정 42: 도요새 세션은 Postgres에 둔다.", "도요새 세션을 Redis로 옮긴다. 이 결정은 결정 42를 대체합니다."),
    ],
)
def test_a_text_that_names_what_it_replaces_is_proof(server: Client, old: str, new: str) -> None:
    former = add(server, old)["id"]
    latter = add(server, new)
    assert latter["supersedes"] == [former]
    told = link(server, former, latter["id"])
    assert (told["kind"], told["code"], told.get("chance")) == ("superseded-by", "header", None)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The plover gateway uses Node 18.", "The plover gateway moved from Node 18 to Node 22."),
        ("물떼새 서비스는 Jenkins로 배포한다.", "물떼새 서비스는 더 이상 Jenkins로 배포하지 않는다."),
    ],
)
def test_a_told_change_replaces(server: Client, old: str, new: str) -> None:
    former = add(server, old)["id"]
    latter = add(server, new)
    assert latter["supersedes"] == [former]
    told = link(server, latter["id"], former)
    assert told["code"] in {"told", "left", "taken-back"}
    assert 0 < told["chance"] <= 1
    assert told["evidence"]


def test_a_bare_difference_is_a_conflict_and_both_are_kept(server: Client) -> None:
    former = add(server, "The avocet timeout is 30 seconds.")["id"]
    latter = add(server, "The avocet timeout is 60 seconds.")
    assert (latter["supersedes"], latter["conflictsWith"]) == ([], [former])
    told = link(server, latter["id"], former)
    assert (told["kind"], told["code"], told["values"]) == (
        "conflicts-with",
        "value",
        {"old": "30 seconds", "new": "60 seconds"},
    )
    assert {former, latter["id"]} <= set(found(server, "What is the avocet timeout?"))


def test_another_project_is_left_untouched(server: Client, tmp_path: Path) -> None:
    first, second = (str(tmp_path / name) for name in ("first", "second"))
    for folder in (first, second):
        Path(folder).mkdir()

    def of_project(content: str, folder: str, **more: Any) -> Json:
        uri = Path(folder).as_uri()
        added: Json = server.call("memory/add", {"layer": "project", "content": content, "workspaceUri": uri, **more})
        return added

    old = of_project("The stilt service is deployed on Fridays.", first)["id"]
    other = of_project("The stilt service is no longer deployed on Fridays.", second)
    assert (other["supersedes"], other["conflictsWith"]) == ([], [])
    with pytest.raises(ServerError) as foreign:
        of_project("Stilts are declared elsewhere.", second, supersedes=[old])
    assert foreign.value.field == "supersedes"
    assert replaced(server, old) is None


def test_a_replaced_memory_is_brought_back_for_good(server: Client) -> None:
    former = add(server, "The dunlin team meets in room Baikal on Tuesdays.")["id"]
    latter = add(server, "The dunlin team no longer meets in room Baikal on Tuesdays.")["id"]
    assert replaced(server, former) == latter
    back = server.call("memory/restore", {"id": former, "by": "Mina"})
    assert back.get("supersededBy") is None
    told = link(server, former, latter)
    assert (told["kind"], told["code"], told["values"]) == ("settled", "settled", {"by": "Mina", "verdict": "both"})
    assert {former, latter} <= set(found(server, "Where does the dunlin team meet?"))
    with pytest.raises(ServerError) as again:
        server.call("memory/restore", {"id": former})
    assert (again.value.kind, again.value.field) == ("conflict", "id")


@pytest.mark.parametrize(("verdict", "subject"), [("replaces", "knot"), ("both", "ruff"), ("same", "snipe")])
def test_a_person_settles_a_conflict(server: Client, verdict: str, subject: str) -> None:
    former = add(server, f"The {subject} timeout is 30 seconds.")["id"]
    latter = add(server, f"The {subject} timeout is 60 seconds.")
    assert latter["conflictsWith"] == [former]
    with pytest.raises(ServerError) as nobody:
        server.call("memory/settle", {"id": former, "other": latter["id"], "verdict": verdict, "by": "memserver"})
    assert nobody.value.field == "by"
    settled = server.call("memory/settle", {"id": former, "other": latter["id"], "verdict": verdict, "by": "Mina"})
    assert settled["id"] == former
    assert replaced(server, latter["id"]) == (None if verdict == "both" else former)
    assert link(server, former, latter["id"])["code"] == "settled"


def test_a_chain_of_three_comes_back_link_by_link(server: Client) -> None:
    a = add(server, "The sanderling build runs on Jenkins.")["id"]
    b = add(server, "The sanderling build runs on Travis.", supersedes=[a])["id"]
    c = add(server, "The sanderling build runs on Drone.", supersedes=[b])["id"]
    d = add(server, "The sanderling build runs on Actions.", supersedes=[c])["id"]
    assert [replaced(server, each) for each in (a, b, c, d)] == [b, c, d, None]
    server.call("memory/delete", {"id": b})
    assert replaced(server, a) == c
    assert (link(server, a, c)["code"], link(server, a, c)["kind"]) == ("chain", "superseded-by")
    server.call("memory/delete", {"id": d})
    assert (replaced(server, a), replaced(server, c)) == (c, None)
    server.call("memory/setStatus", {"id": c, "status": "archived"})
    assert replaced(server, a) is None


def test_a_kill_leaves_a_memory_with_its_links_or_neither(start: StartServer) -> None:
    server = start()
    data_dir = server.data_dir
    a = add(server, "The whimbrel build runs on Jenkins.")["id"]
    b = add(server, "The whimbrel build runs on Travis.", supersedes=[a])["id"]
    server.kill()
    server = start(data_dir)
    assert replaced(server, a) == b
    threading.Timer(0.001, server.process.kill).start()
    with contextlib.suppress(ServerGone, ServerError):
        server.call("memory/delete", {"id": b})
    server.kill()
    server = start(data_dir)
    try:
        assert replaced(server, a) == get(server, b)["id"]
    except ServerError:
        assert replaced(server, a) is None
    server.close()
    check_agreement(data_dir)


def test_what_a_person_settled_survives_an_export(start: StartServer, tmp_path: Path) -> None:
    server = start()
    former = add(server, "The godwit limit is 30 megabytes.")["id"]
    latter = add(server, "The godwit limit is 60 megabytes.")["id"]
    server.call("memory/settle", {"id": latter, "other": former, "verdict": "replaces", "by": "Mina"})
    server.call("memory/export", {"path": str(tmp_path / "out")})
    other = start()
    other.call("memory/import", {"path": str(tmp_path / "out")})
    assert replaced(other, former) == latter
    assert link(other, former, latter)["values"] == {"by": "Mina", "verdict": "replaces"}
