"""The seventeen work commands over the wire: in both languages, on an empty store and after some work."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.client import Client, ServerError
from tests.e2e.conftest import StartServer
from tests.unit.llm.chat_server import chat_server

NAMES = {
    "morning": "아침", "evening": "저녁", "weekly": "주간", "standup": "스탠드업", "task": "할일", "blocked": "막힘",
    "onesie": "한쪽", "decisions": "결정", "runway": "런웨이", "customers": "고객", "hire": "채용", "draft": "초안",
    "feedback": "피드백", "cohort": "코호트", "memory": "기억", "glossary": "용어집", "help": "도움말",
}  # fmt: skip
EVERY_NAME = [*NAMES, *NAMES.values()]

WORK = (
    "/task add Mend the export due tomorrow @mina",
    "/할일 추가 배포 준비 3월 2일까지 @지우",
    "/task start export",
    "/할일 막힘 배포 승인 대기",
    "/decisions add Keep CSV over XML because everyone reads it @mina",
    "/결정 추가 수요일에 배포한다 이유 금요일은 위험해서",
    "/runway cash $120k 2026-01-31",
    "/런웨이 지출 120만원 월세",
    "/customers add Acme $500",
    "/고객 추가 에이스상사 50만원",
    "/hire add Kim Jiwoo for backend engineer",
    "/채용 추가 박하늘 직무 디자이너",
    "/feedback add The export is slow @acme #export",
    "/피드백 추가 내보내기가 느려요 #내보내기",
    "/memory add The export writes CSV files",
    "/glossary init",
    "/task done export",
)
SEEN = {
    **dict.fromkeys(("morning", "evening", "weekly", "standup"), "Mend the export"),
    "task": "배포 준비", "blocked": "승인 대기", "onesie": "Keep CSV", "decisions": "Keep CSV", "runway": "$120,000",
    "customers": "Acme", "hire": "Kim Jiwoo", "draft": "/draft mail", "feedback": "The export is slow",
    "cohort": "█", "memory": "1", "glossary": "glossary.md", "help": "/morning",
}  # fmt: skip


def _has_hangul(text: str) -> bool:
    return any("가" <= letter <= "힣" for letter in text)


def test_what_has_nothing_to_do_with_a_topic_is_not_said_about_it(start: StartServer) -> None:
    server = start(options={"embeddingProvider": "local"})
    for line in ("/memory add The shop is deployed on Thursdays", "/decisions add Use Postgres because we need JSON"):
        server.call("commands/run", {"line": line})
    server.wait_for_vectors()

    def says(line: str) -> str:
        return str(server.call("commands/run", {"line": line})["markdown"])

    for topic in ("penguins in Antarctica", "남극의 펭귄"):
        for line in (f"/draft mail to Bob about {topic}", f"/onesie {topic}", f"/memory search {topic}"):
            assert "Thursdays" not in says(line) and "Postgres" not in says(line), line
        assert "Postgres" not in says(f"/decisions search {topic}")
    assert "Thursdays" in says("/draft mail to Bob about the deployment")
    assert "Use Postgres — we need JSON" in says("/draft announcement about Postgres")
    note = Path(server.options["brainPath"]) / "ops" / "rollback.md"
    note.parent.mkdir(parents=True)
    note.write_text("# Rollback of a release\n\nWhoever released rolls back within ten minutes.\n", encoding="utf-8")
    server.poll(lambda: "`ops/rollback.md`" in says("/onesie rollback"), "the note in the brief")
    assert "rollback.md" not in says("/onesie penguins in Antarctica")
    assert "Thursdays" in says("/onesie deployment") and "Thursdays" in says("/memory search when do we deploy")


@pytest.fixture(scope="module")
def empty(start_shared: StartServer) -> Client:
    return start_shared()


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("shop")


@pytest.fixture(scope="module")
def filled(start_shared: StartServer, workspace: Path) -> Client:
    client = start_shared(workspace=workspace)
    for line in WORK:
        client.call("commands/run", {"line": line})
    return client


@pytest.mark.parametrize("name", EVERY_NAME)
def test_each_command_on_an_empty_store(empty: Client, name: str) -> None:
    result = empty.call("commands/run", {"line": f"/{name}"})
    assert "`/" in result["markdown"] or "초안" in name
    assert _has_hangul(result["markdown"]) == (not name.isascii())
    assert isinstance(result["data"], dict)


@pytest.mark.parametrize("name", EVERY_NAME)
def test_each_command_after_some_work(filled: Client, name: str) -> None:
    english = next(each for each, korean in NAMES.items() if name in (each, korean))
    result = filled.call("commands/run", {"line": f"/{name}"})
    wanted = SEEN[english] if name.isascii() else SEEN[english].replace("/draft mail", "/초안 메일")
    assert wanted in result["markdown"], result["markdown"]


def test_a_chat_goes_by_its_first_words_and_shows_that_more_follow(start: StartServer) -> None:
    server = start()
    for number, said in enumerate(
        ("How do we deploy?", "Why is the export of all customers with their invoices so slow today?")
    ):
        messages = [{"role": "user", "content": said}, {"role": "assistant", "content": "I do not know."}]
        server.call("session/end", {"sessionId": f"s{number}", "messages": messages})
    morning = server.call("commands/run", {"line": "/morning"})["markdown"]
    assert "- How do we deploy?\n" in f"{morning}\n"
    assert "- Why is the export of all customers with their invo…" in morning


def test_the_list_is_for_a_palette_in_both_languages(empty: Client) -> None:
    commands = empty.call("commands/list")["commands"]
    assert [each["name"] for each in commands] == list(NAMES)
    for each in commands:
        assert each["aliases"][0] == NAMES[each["name"]]
        assert each["usage"].startswith(f"/{each['name']}")
        assert each["usageKo"].startswith(f"/{each['aliases'][0]}")
        assert _has_hangul(each["summaryKo"]) and not _has_hangul(each["summary"])


def test_each_command_is_a_command_of_the_editor(start: StartServer) -> None:
    client = start(initialize=False)
    offered = client.initialize()["capabilities"]["executeCommandProvider"]["commands"]
    assert {f"memserver.{name}" for name in NAMES} <= set(offered)

    def execute(name: str, *arguments: Any) -> Any:
        params = {"command": f"memserver.{name}", "arguments": list(arguments)}
        return client.request("workspace/executeCommand", params)

    for name in NAMES:
        assert execute(name)["markdown"]
    assert execute("task", "add Ship the beta @mina")["data"]["task"]["who"] == "mina"
    assert execute("task", "done", "Ship the beta")["data"]["task"]["status"] == "done"
    assert execute("task", ["list", "all"], {"language": "ko"})["markdown"].startswith("## 할 일")
    with pytest.raises(ServerError) as wrong:
        execute("task", "sing")
    assert wrong.value.kind == "invalid-params"
    assert "/task add <what>" in wrong.value.message


def test_commits_of_the_workspace_are_told(start: StartServer, tmp_path: Path, git: Callable[..., str]) -> None:
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init")
    git(folder, "commit", "--allow-empty", "-m", "Mend the export | 내보내기 고침")
    client = start()
    without = client.call("commands/run", {"line": "/standup"})
    assert without["data"]["missing"] == ["no-workspace"]
    told = client.call("commands/run", {"line": "/스탠드업", "workspaceUri": folder.as_uri()})
    assert "내보내기 고침" in told["markdown"]
    assert told["data"]["commits"][0]["author"] == "Somebody"
    assert told["data"]["missing"] == []


def test_two_windows_share_the_files_and_lose_nothing(start: StartServer, tmp_path: Path) -> None:
    data = tmp_path / "data"
    one, two = start(data), start(data)
    sent = [
        (client, client.send("memserver/commands/run", {"line": f"/task add Number {number} of {name}"}))
        for number in range(20)
        for name, client in (("one", one), ("two", two))
    ]
    for client, request in sent:
        client.result(request)
    tasks = two.call("commands/run", {"line": "/task"})["data"]["tasks"]
    assert len(tasks) == 40
    path = Path(one.options["brainPath"]) / ".astra" / "tasks.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len({json.loads(line)["id"] for line in lines}) == 40
    # What git's union merge makes of two branches: every line, some of them twice, in another order.
    path.write_text("\n".join([*lines[20:], *lines[:25]]) + "\n" + lines[0][:30], encoding="utf-8")
    again = one.call("commands/run", {"line": "/task"})
    assert again["data"]["tasks"] == tasks
    assert again["data"]["problems"] == [{"line": 46, "reason": "torn", "detail": ""}]


def test_commands_used_lately_feed_the_next_turn(start: StartServer) -> None:
    client = start()
    content = "The customers notes are in the blue book."
    client.call("memory/add", {"layer": "long-term", "title": "customers notes", "content": content})

    def preferred(**more: Any) -> bool:
        turn = client.call("context/build", {"prompt": "In which book are the notes?", "sessionId": "s", **more})
        return "actionability" in turn["items"][0]["reasons"]["factors"]

    assert not preferred()
    assert preferred(recentCommands=["/customers"])
    client.call("commands/run", {"line": "/고객"})
    assert preferred(), "the server remembers what the client does not say"
    assert not preferred(recentCommands=["/task"]), "the client's own word counts"


def test_a_configured_model_polishes_a_draft_and_is_named(start: StartServer) -> None:
    with chat_server() as chat:
        chat.say("Dear Mina, all is well.")
        client = start(options={"ollamaUrl": chat.url, "defaultModel": "small-model"})
        drafted = client.call("commands/run", {"line": "/draft mail to Mina about the export"})
    assert drafted["data"] | {"text": "Dear Mina, all is well.", "writtenBy": "small-model"} == drafted["data"]
    assert "small-model" in drafted["markdown"].splitlines()[0]


def test_settings_decide_what_help_says(start: StartServer) -> None:
    client = start(options={"coveEnabled": False, "selfCheckEnabled": True})
    features = client.call("commands/run", {"line": "/help"})["data"]["features"]
    assert features == {
        "intent": True, "terminology": True, "conflict": True, "checklist": False, "citation": True, "self-check": True,
    }  # fmt: skip


def test_a_wrong_line_changes_nothing(filled: Client) -> None:
    before = filled.call("commands/run", {"line": "/task list all"})["data"]
    for line in (
        "/task done",
        "/할일 마감 배포 언젠가",
        "/runway out rent",
        "/nothing",
        "/hire move Kim moon",
        "/draft mail",
    ):
        with pytest.raises(ServerError) as wrong:
            filled.call("commands/run", {"line": line})
        assert wrong.value.kind in ("invalid-params", "not-found")
        assert wrong.value.field == "line"
        assert wrong.value.data["hint"]
    assert filled.call("commands/run", {"line": "/task list all"})["data"] == before
