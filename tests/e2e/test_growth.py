"""The growth loop over the wire: from turns to needs, a person's decisions, drafts, notes and the report."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.e2e.client import Client, ServerError
from tests.e2e.conftest import StartServer
from tests.unit.llm.chat_server import ChatServer, chat_server

Json = dict[str, Any]

WEAK_ANSWER = "Attendees: Mina, Joon\nDate: 2026-05-04\nAgenda: the beta"
PROMPTS = {"en": "Write the meeting minutes of the sync.", "ko": "주간 회의의 회의록을 작성해줘."}
QUESTION = "Who signs off the rollback plan of a release?"
FACT = "Mina signs off the rollback plan of every release."


@pytest.fixture(scope="module")
def shared_chat() -> Iterator[ChatServer]:
    with chat_server() as running:
        yield running


@pytest.fixture
def chat(shared_chat: ChatServer) -> ChatServer:
    """A chat endpoint in good health that nobody has asked anything yet."""
    shared_chat.delay, shared_chat.status = 0.0, 200
    shared_chat.requests.clear()
    return shared_chat


@pytest.fixture(scope="module")
def with_chat(start_shared: StartServer, shared_chat: ChatServer) -> Client:
    """A server with a chat endpoint, a second's patience and one memory."""
    options = {
        "ollamaUrl": shared_chat.url, "defaultModel": "test", "semanticRerankTimeoutSec": 1, "criticEnabled": True,
    }  # fmt: skip
    server = start_shared(options=options)
    server.call("memory/add", {"layer": "long-term", "content": FACT})
    return server


@pytest.fixture(scope="module")
def used(start_shared: StartServer) -> Client:
    """A server on which minutes were written three times in Korean, without an owner."""
    server = start_shared()
    for _ in range(3):
        answer(server, PROMPTS["ko"], "참석자: 민아, 준\n날짜: 2026-05-04\n안건: 베타")
    return server


def answer(server: Client, prompt: str = PROMPTS["en"], text: str = WEAK_ANSWER, **more: Any) -> Json:
    """Build a turn and complete it; returns what completing said, with the turn's id."""
    turn = server.call("context/build", {"prompt": prompt, "sessionId": "s"})
    done: Json = server.call("turn/complete", {"turnId": turn["turnId"], "answer": text, **more})
    return {**done, "turnId": turn["turnId"]}


def approved(server: Client, question: str = QUESTION) -> str:
    item = server.call("growth/queue/propose", {"question": question, "by": "Joon"})["item"]
    server.call("growth/queue/approve", {"id": item["id"], "by": "Mina", "note": "asked every week"})
    return str(item["id"])


@pytest.mark.parametrize("language", ["en", "ko"])
def test_an_empty_store_answers_with_sentences(server: Client, language: str) -> None:
    for method in ("growth/needs", "growth/skills", "growth/queue", "knowledge/debt", "knowledge/decay"):
        assert len(server.call(method, {"language": language})["message"]) > 10, method
    assert server.call("growth/research", {})["message"]
    assert server.call("growth/proposals")["message"]
    assert len(server.call("growth/inventory", {"language": language})["items"]) >= 4
    report = server.call("growth/report", {"language": language})
    assert report["data"]["turns"] == 0
    assert "meanConfidence" not in report["data"]
    assert all(plot["description"] for plot in report["svg"])


def test_turns_become_needs_debts_and_proposals_in_the_language_of_the_turns(used: Client) -> None:
    server = used
    [need] = server.call("growth/needs")["needs"]
    assert (need["label"], need["samples"], need["breakdown"]["userFeedback"]) == ("회의록", 3, 0)
    assert "회의록" in server.call("growth/needs", {"language": "ko"})["needs"][0]["reason"]
    assert server.call("growth/needs", {"language": "en"})["needs"][0]["label"] == "Meeting minutes"
    debts = server.call("knowledge/debt", {"language": "en"})
    assert {debt["debt"] for debt in debts["items"]} == {6}
    assert debts["total"] == sum(debt["debt"] for debt in debts["items"])
    queue = server.call("growth/queue")
    assert {item["state"] for item in queue["items"]} == {"proposed"}
    assert {item["origin"] for item in queue["items"]} == {"need", "debt"}
    assert queue["counts"]["proposed"] == len(queue["items"]) <= 20
    assert server.call("growth/queue") == queue


def test_a_thumb_may_come_later_and_is_counted(used: Client) -> None:
    server = used
    first, second = answer(server), answer(server, feedback="up")
    down = {"turnId": first["turnId"], "feedback": "down", "note": "no owner, key sk-ant-api03-" + "a" * 95}
    kept = server.call("growth/feedback", down)
    assert (kept["taskId"], kept["reflectionId"]) == ("meeting-minutes", first["reflectionId"])
    assert server.call("growth/needs")["needs"][0]["breakdown"]["userFeedback"] == 0.5
    server.call("growth/feedback", {"turnId": second["turnId"], "feedback": "down"})
    data = server.call("growth/report")["data"]
    assert (data["thumbsUp"], data["thumbsDown"], data["turns"]) == (0, 2, 5)
    with pytest.raises(ServerError) as unknown:
        server.call("growth/feedback", {"turnId": "turn_nothing", "feedback": "up"})
    assert (unknown.value.kind, unknown.value.field) == ("not-found", "turnId")
    with pytest.raises(ServerError) as wrong:
        server.call("growth/feedback", {"turnId": first["turnId"], "feedback": "sideways"})
    assert wrong.value.kind == "invalid-params"


def test_the_client_may_say_that_a_wrong_answer_would_do_harm(used: Client) -> None:
    def severity(**more: Any) -> tuple[str, bool]:
        text = "Attendees: Mina\nDate: 2026-05-04\nAgenda: x\nDecisions: y\nAction items: z\nOwner: Mina"
        done = answer(used, text=text, **more)
        reasons = done.get("escalation", {}).get("reasons", [])
        return done["gaps"][0]["severity"], "high-impact-incomplete" in reasons

    assert severity() == severity(highImpact=False) == ("medium", False)
    assert severity(highImpact=True) == ("high", True)


def test_every_decision_needs_a_name(server: Client) -> None:
    item = server.call("growth/queue/propose", {"question": "Who waters the plants?", "by": "Joon"})["item"]
    for method in ("growth/queue/approve", "growth/queue/reject", "growth/queue/reopen"):
        for params in ({"id": item["id"]}, {"id": item["id"], "by": ""}, {"id": item["id"], "by": " "}):
            with pytest.raises(ServerError) as refused:
                server.call(method, params)
            assert (refused.value.kind, refused.value.field) == ("invalid-params", "by")
    for method in ("growth/proposals/accept", "growth/proposals/reject"):
        with pytest.raises(ServerError) as refused:
            server.call(method, {"id": item["id"], "by": " "})
        assert refused.value.field == "by"
    assert server.call("growth/queue", {"state": "proposed"})["items"][0]["decisions"][0]["by"] == "Joon"
    with pytest.raises(ServerError) as unapproved:
        server.call("growth/research", {"id": item["id"]})
    assert unapproved.value.kind == "conflict"
    server.call("growth/queue/reject", {"id": item["id"], "by": "Joon"})


def test_from_an_approved_question_to_a_note_that_turns_use(start: StartServer) -> None:
    server = start()
    brain = Path(server.options["brainPath"])
    brain.mkdir(exist_ok=True)
    stored = server.call("memory/add", {"layer": "long-term", "content": FACT})["id"]
    item = approved(server)
    [drafted] = server.call("growth/research")["drafted"]
    assert (drafted["madeBy"], drafted["sources"]) == ("local", [stored])
    [proposal] = server.call("growth/proposals")["proposals"]
    assert proposal["item"]["id"] == item
    assert proposal["body"].count("**Estimate** (추정)") == 1
    path = brain / proposal["path"]
    path.write_text(path.read_text(encoding="utf-8").replace("[1]", "[1] Joon stands in for her."), encoding="utf-8")
    accepted = server.call("growth/proposals/accept", {"id": item, "by": "Mina"})
    assert accepted["item"]["state"] == "done"
    assert accepted["proposalRemoved"]
    note = (brain / accepted["notePath"]).read_text(encoding="utf-8")
    assert "Joon stands in for her." in note
    assert not path.exists()

    def found() -> bool:
        turn = server.call("context/build", {"prompt": QUESTION, "sessionId": "s"})
        return any(each.get("path") == accepted["notePath"] for each in turn["items"])

    server.poll(found, "the note in a turn")
    with pytest.raises(ServerError):
        server.call("growth/proposals/accept", {"id": item, "by": "Mina"})


def test_the_chat_model_drafts_where_one_is_configured(with_chat: Client, chat: ChatServer) -> None:
    server = with_chat
    item = approved(server)
    findings = [{"statement": "A second person is told before it starts.", "source": None}]
    chat.say(json.dumps({"findings": findings, "openQuestions": ["Who stands in for Mina?"]}))
    [drafted] = server.call("growth/research", {"id": item})["drafted"]
    assert (drafted["madeBy"], drafted["verdict"], drafted["findings"]) == ("model", "accept", 1)
    assert FACT in chat.requests[0]["body"]["messages"][1]["content"]
    [proposal] = server.call("growth/proposals")["proposals"]
    assert "A second person is told before it starts. [no source]" in proposal["body"]


@pytest.mark.parametrize("trouble", ["slow", "error", "nonsense"])
def test_a_chat_model_in_trouble_leaves_the_local_draft(with_chat: Client, chat: ChatServer, trouble: str) -> None:
    server = with_chat
    item = approved(server, f"{QUESTION} Asked when the model is in trouble: {trouble}.")
    if trouble == "slow":
        chat.delay = 3
    elif trouble == "error":
        chat.status = 500
    else:
        chat.say("I would rather talk about the weather.")
    [drafted] = server.call("growth/research", {"id": item})["drafted"]
    assert (drafted["madeBy"], drafted["findings"]) == ("local", 1)
    assert drafted["note"]


def test_the_critic_reviews_turns_with_a_problem_and_only_those(with_chat: Client, chat: ChatServer) -> None:
    server = with_chat
    chat.say(json.dumps({"issues": ["Nobody owns the items."], "supplement": "Ask Mina who owns them."}))
    reviewed = answer(server)
    assert reviewed["supplement"] == {
        "issues": ["Nobody owns the items."],
        "text": "Ask Mina who owns them.",
        "by": "model",
    }
    assert len(chat.requests) == 1
    fine = answer(server, "Whose signature does every rollback need?", f"{FACT} [1]")
    assert "supplement" not in fine
    assert len(chat.requests) == 1
    chat.delay = 3
    slow = answer(server)
    assert slow["supplement"]["by"] == "signals"
    assert slow["supplement"]["issues"][0].startswith("Missing: ")


def test_without_an_endpoint_the_card_names_what_is_missing_and_who_disagrees(used: Client) -> None:
    server = used
    done = answer(server, PROMPTS["ko"], "참석자: 민아")
    assert done["supplement"]["by"] == "signals"
    assert "결정 사항" in done["supplement"]["issues"][0]
    brain = Path(server.options["brainPath"])
    (brain / "ports").mkdir(parents=True)
    (brain / "ports" / "gateway-old.md").write_text("# Gateway port\n\nThe gateway listens on port 8080.\n")
    (brain / "ports" / "gateway-new.md").write_text("# Gateway port\n\nThe gateway listens on port 9090.\n")
    server.poll(lambda: server.call("status")["counts"]["files"] == 2, "both notes")

    def disagree() -> bool:
        done = answer(server, "Which port does the gateway listen on?", "It listens on port 9090. [1]")
        return any("disagree" in issue for issue in (done.get("supplement") or {"issues": []})["issues"])

    # They are compared in the background.
    server.poll(disagree, "the card that names both")


def test_the_gate_refuses_repeats_and_names_contradictions(server: Client) -> None:
    stored = server.call("memory/add", {"layer": "long-term", "content": "The staging database runs PostgreSQL 15."})
    repeated = server.call("knowledge/validate", {"content": "The staging database runs PostgreSQL 15."})
    assert (repeated["verdict"], repeated["recommendation"]) == ("duplicate", "reject")
    changed = server.call("knowledge/validate", {"content": "The staging database now runs PostgreSQL 17."})
    assert (changed["verdict"], changed["recommendation"]) == ("conflict", "update")
    assert changed["evidence"][0]["sourceId"] == stored["id"]
    assert changed["evidence"][0]["stored"] == "The staging database runs PostgreSQL 15."
    new = server.call("knowledge/validate", {"content": "화분은 월요일에 물을 준다."})
    assert (new["verdict"], new["recommendation"]) == ("accept", "add")
    assert new["message"].startswith("같은 내용")
    with pytest.raises(ServerError) as empty:
        server.call("knowledge/validate", {"content": " "})
    assert empty.value.field == "content"
    assert server.call("status")["counts"]["memories"] == 1


def test_aged_knowledge_and_changed_files_are_found(start: StartServer, tmp_path: Path) -> None:
    workspace = tmp_path / "work"
    workspace.mkdir()
    (workspace / "app.py").write_text("PORT = 8080\n")
    server = start(workspace=workspace)
    server.call(
        "memory/add",
        {"layer": "long-term", "content": "The competitor sells at a price of 9.", "timestamp": "2020-01-01T00:00:00Z"},
    )
    server.call(
        "memory/add", {"layer": "project", "content": "The app listens on port 8080.", "relatedFiles": ["app.py"]}
    )
    server.call("memory/add", {"layer": "long-term", "content": "Tabs, never spaces: a matter of principle."})
    assert server.call("knowledge/decay")["stale"] == 1
    (workspace / "app.py").write_text("PORT = 909090\n")
    audit = server.call("knowledge/decay")
    assert (audit["checked"], audit["stale"], audit["filesChanged"]) == (3, 2, 1)
    moved, aged = audit["items"]
    assert (moved["action"], moved["movedOn"]) == ("compare", True)
    assert (aged["domain"], aged["halfLifeDays"], aged["stale"], aged["action"]) == ("market", 90, True, "review")


def test_the_report_is_written_as_a_page_with_plots(used: Client, tmp_path: Path) -> None:
    server = used
    server.call(
        "decisions/store", {"context": "Which database?", "chosen": "PostgreSQL", "reasoning": "known", "who": "Mina"}
    )
    path = tmp_path / "reports" / "growth.md"
    report = server.call("growth/report", {"days": 7, "path": str(path), "language": "en"})
    assert len(report["data"]["confidence"]) == 7
    assert report["data"]["decisions"] == 1
    assert path.read_text(encoding="utf-8").startswith("# Growth report")
    assert len(report["files"]) == 6
    for name in report["files"][1:]:
        ElementTree.parse(name)
    with pytest.raises(ServerError) as refused:
        server.call("growth/report", {"path": "growth.md"})
    assert (refused.value.kind, refused.value.field) == ("invalid-params", "path")


def test_the_queue_survives_export_and_import_and_is_deleted_with_the_rest(
    server: Client, start: StartServer, tmp_path: Path
) -> None:
    item = approved(server)
    server.call("memory/export", {"path": str(tmp_path / "export")})
    other = start()
    other.call("memory/import", {"path": str(tmp_path / "export"), "format": "memserver"})
    states = {each["id"]: each["state"] for each in other.call("growth/queue")["items"]}
    assert states[item] == "approved"
    other.call("memory/deleteAll", {"confirm": "delete everything"})
    assert other.call("growth/queue")["items"] == []


def test_two_windows_share_the_queue_and_a_question_is_decided_once(start: StartServer) -> None:
    one = start()
    other = start(one.data_dir)
    item = one.call("growth/queue/propose", {"question": QUESTION, "by": "Joon"})["item"]
    assert not other.call("growth/queue/propose", {"question": QUESTION.lower(), "by": "Mina"})["added"]
    other.call("growth/queue/approve", {"id": item["id"], "by": "Mina"})
    with pytest.raises(ServerError) as again:
        one.call("growth/queue/approve", {"id": item["id"], "by": "Joon"})
    assert again.value.kind == "conflict"
    [seen] = one.call("growth/queue")["items"]
    assert [each["by"] for each in seen["decisions"]] == ["Joon", "Mina"]
