"""Evaluations over the wire and from the command line: answers from all four places, history, both languages."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from memserver.growth.evaluation.golden import built_in_sets
from tests.e2e.client import ROOT, Client, ServerError
from tests.e2e.conftest import WORDS_ONLY, StartServer
from tests.unit.llm.chat_server import chat_server

REFERENCES = {golden.id: {case.id: case.reference for case in golden.cases} for golden in built_in_sets()}
MINUTES = REFERENCES["meeting-minutes.ko"]


def test_the_sets_are_listed_and_check_themselves(server: Client) -> None:
    sets = server.call("evaluation/sets")["sets"]
    assert {each["id"] for each in sets} == set(REFERENCES)
    checked = server.call("evaluation/run", {"source": "self-check"})
    assert [run["problems"] for run in checked["runs"]] == [[]] * 4
    assert min(run["score"] for run in checked["runs"]) >= 98
    assert "자체 점검" in checked["markdown"]
    assert server.call("evaluation/history")["runs"] == []


def test_given_answers_are_scored_with_what_they_missed_and_kept(start: StartServer) -> None:
    server = start()
    first = server.call("evaluation/run", {"answers": {"ko-release-planning": "회의를 했다."}})["runs"]
    assert [(run["set"], run["source"], len(run["unanswered"])) for run in first] == [
        ("meeting-minutes.ko", "given", 7)
    ]
    assert "이지호" in first[0]["cases"][0]["missedFacts"]
    assert "참석자" in first[0]["cases"][0]["missingElements"]
    second = server.call("evaluation/run", {"set": "meeting-minutes", "language": "ko", "answers": MINUTES})["runs"][0]
    assert second["score"] >= 98
    assert second["change"] == round(second["score"] - first[0]["score"], 1)
    history = server.call("evaluation/history", {"set": "meeting-minutes.ko"})
    assert [run["score"] for run in history["runs"]] == [second["score"], first[0]["score"]]
    assert history["trends"] == [
        {
            "set": "meeting-minutes.ko",
            "scores": [first[0]["score"], second["score"]],
            "change": second["change"],
            "best": second["score"],
        }
    ]


def test_what_cannot_be_evaluated_is_said(server: Client, tmp_path: Path) -> None:
    for params, kind, field in (
        ({"set": "unknown"}, "not-found", "set"),
        ({"answers": {"nobody": "x"}}, "invalid-params", "answers"),
        ({"source": "model"}, "invalid-params", "source"),
        ({"source": "files"}, "invalid-params", "path"),
        ({"path": "relative"}, "invalid-params", "path"),
        ({"path": str(tmp_path / "none")}, "not-found", "path"),
    ):
        with pytest.raises(ServerError) as refused:
            server.call("evaluation/run", params)
        assert (refused.value.kind, refused.value.field) == (kind, field)


def test_a_set_of_ones_own_is_scored_from_files(start: StartServer, tmp_path: Path) -> None:
    brain = tmp_path / "brain"
    (brain / ".astra" / "evaluation").mkdir(parents=True)
    own = {
        "id": "weekly", "title": "주간 보고", "task": "meeting-minutes", "language": "ko",
        "cases": [{"id": "w1", "prompt": "주간 회의록 작성", "facts": ["6월 12일"], "reference": "6월 12일"}],
    }  # fmt: skip
    (brain / ".astra" / "evaluation" / "weekly.json").write_text(json.dumps(own), encoding="utf-8")
    (brain / ".astra" / "evaluation" / "bad.yaml").write_text("id: 1", encoding="utf-8")
    answers = tmp_path / "answers"
    answers.mkdir()
    (answers / "w1.md").write_text("마감은 2026-06-12", encoding="utf-8")
    server = start(options={"brainPath": str(brain)})
    done = server.call("evaluation/run", {"set": "weekly", "path": str(answers)})
    assert done["runs"][0]["source"] == "files"
    assert done["runs"][0]["cases"][0]["foundFacts"] == 1
    assert [problem.split(":")[0] for problem in done["problems"]] == ["bad.yaml"]


def test_a_configured_model_is_asked_with_the_context_in_front(start: StartServer, tmp_path: Path) -> None:
    with chat_server() as chat:
        chat.say(REFERENCES["bug-report.en"]["en-export-crash"])
        server = start(options={"ollamaUrl": chat.url, "defaultModel": "small"})
        done = server.call("evaluation/run", {"set": "bug-report.en"})
    run = done["runs"][0]
    assert (run["source"], run["model"]) == ("model", "small")
    scores = {case["id"]: case["score"] for case in run["cases"]}
    assert scores.pop("en-export-crash") >= 98
    assert max(scores.values()) < 60
    sent = chat.requests[0]["body"]["messages"]
    assert [message["role"] for message in sent] == ["system", "user"]
    assert "Steps to reproduce" in sent[0]["content"]


def test_the_command_line_checks_scores_and_shows_history(tmp_path: Path) -> None:
    answers = tmp_path / "answers.json"
    answers.write_text(json.dumps(REFERENCES["bug-report.ko"]), encoding="utf-8")

    def evaluate(*arguments: str) -> subprocess.CompletedProcess[str]:
        folders = ["--data-dir", str(tmp_path / "data"), "--brain", str(tmp_path / "brain")]
        words = [part for name, value in WORDS_ONLY.items() for part in ("--set", f"{name}={value}")]
        command = [sys.executable, "-m", "memserver", "evaluate", *arguments, *folders, *words]
        return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)

    assert evaluate("--history").returncode == 1
    checked = evaluate("--check", "--language", "en")
    assert checked.returncode == 0
    assert "self-check" in checked.stdout
    scored = evaluate("bug-report.ko", "--answers", str(answers), "--at-least", "95")
    assert scored.returncode == 0, scored.stderr
    assert "버그 리포트: 100" in scored.stdout
    answers.write_text(json.dumps({"ko-export-crash": "안 됩니다"}), encoding="utf-8")
    assert evaluate("bug-report.ko", "--answers", str(answers), "--at-least", "95").returncode == 1
    shown = evaluate("--history")
    assert "bug-report.ko" in shown.stdout
    assert "█" in shown.stdout
