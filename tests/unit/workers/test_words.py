"""What workers say exists in both languages, and is read in the language of who asks."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter

import pytest

import memserver.workers
from memserver.storage.workers import WorkerRun
from memserver.workers import jobs
from memserver.workers.registry import WORKERS, Priority
from memserver.workers.result import WorkerResult
from memserver.workers.words import LANGUAGES, Text, fill, joined, read
from tests.unit.kit import START, StillClock
from tests.unit.workers.engine_kit import heard, make_workspace, open_engine, worker
from tests.unit.workers.planted import plant_statements, plant_trajectories, plant_turns, turn_record

HANGUL = re.compile("[가-힣]")
OWN = ("ultralearn", "optimize", "consolidate", "predict", "benchmark", "learning")
JOB_FILES = sorted(Path(jobs.__path__[0]).glob("*.py"))


def texts() -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield every text that stands in a module of the workers, with its name."""
    for module in pkgutil.walk_packages(memserver.workers.__path__, "memserver.workers."):
        if module.name.endswith(".child"):
            continue
        for name, value in vars(importlib.import_module(module.name)).items():
            inner = value.items() if isinstance(value, dict) and "en" not in value else [("", value)]
            for key, each in inner:
                if isinstance(each, dict) and set(each) & set(LANGUAGES):
                    yield f"{module.name}.{name} {key}", each
    for config in WORKERS.values():
        assert isinstance(config.purpose, Mapping)
        yield f"purpose of {config.name}", config.purpose


def fields(text: str) -> list[tuple[str, str]]:
    """Return what is put into a text, and how it is written; a whole number is the same with its noun."""
    return sorted(
        (name, "" if not spec or "|" in spec or spec == ".0f" else spec)
        for _, name, spec, _ in Formatter().parse(text)
        if name is not None
    )


def test_every_text_is_there_in_both_languages_with_the_same_values() -> None:
    found = dict(texts())
    assert len(found) > 90
    for name, text in found.items():
        assert set(text) == set(LANGUAGES), name
        assert fields(text["en"]) == fields(text["ko"]), name
        assert not HANGUL.search(text["en"]), name
        assert HANGUL.search(text["ko"]) or not re.sub(r"{[^}]*}", "", text["ko"]).strip(" ,;:()↔."), name


@pytest.mark.parametrize("path", JOB_FILES, ids=lambda path: path.stem)
def test_no_job_says_a_sentence_in_one_language(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"Finding", "JobReport"}:
            said = node.args[2:4] if node.func.id == "Finding" else node.args[:1]
            assert not [each for each in said if isinstance(each, ast.Constant | ast.JoinedStr)], node.lineno


def test_values_are_put_in_by_language() -> None:
    inner: Text = {"en": "door", "ko": "문"}
    whole = fill({"en": "The {what} ({rate:.0%})", "ko": "{what}({rate:.0%})"}, what=inner, rate=0.5)
    assert (read(whole, "en"), read(whole, "ko")) == ("The door (50%)", "문(50%)")
    assert joined([whole, "", "a.py"], ", ") == {"en": "The door (50%), a.py", "ko": "문(50%), a.py"}
    assert read("a.py", "ko") == "a.py"
    assert fill("{path}", path="{brackets}") == {"en": "{brackets}", "ko": "{brackets}"}


def test_one_is_not_many() -> None:
    text: Text = {"en": "{found:file was|files were} read, {share:.0%}", "ko": "파일 {found}개, {share:.0%}"}
    assert read(fill(text, found=1, share=1.0), "en") == "1 file was read, 100%"
    assert read(fill(text, found=0, share=0.5), "en") == "0 files were read, 50%"
    assert read(fill(text, found=2.0, share=1), "en") == "2 files were read, 100%"
    assert read(fill(text, found=1, share=1), "ko") == "파일 1개, 100%"


def assert_korean(result: WorkerResult) -> None:
    assert result.success, result.output
    assert HANGUL.search(read(result.output, "ko")), (result.worker, result.output)
    for each in result.findings:
        assert HANGUL.search(each["title"]), (result.worker, each)


async def test_every_own_job_answers_in_korean_and_is_read_in_english_afterwards(tmp_path: Path) -> None:
    async with open_engine(tmp_path) as engine:
        await plant_trajectories(engine)
        await plant_statements(engine)
        await plant_turns(engine, [turn_record(n, 900.0, "embedMs", START) for n in range(30)])
        async with engine.store.database.write() as transaction:
            await transaction.run("DELETE FROM passage_terms WHERE rowid IN (SELECT id FROM passages LIMIT 2)")
        await engine.learning.open()
        for agent in [each.name for each in await engine.learning.routes.agents()][:2]:
            await engine.learning.routes.feedback("sort the mango crate", agent, True, "")
        for name in OWN:
            first = await engine.workers.dispatch(name, None, language="ko")
            assert_korean(first)
            assert_korean(await engine.workers.dispatch(name, None, language="ko"))
            (english,) = await engine.workers.findings([""], name, "en")
            assert not HANGUL.search(read(english.output, "en"))
            assert not [each for each in english.findings if HANGUL.search(each["title"] + each["detail"])]
            assert [each["kind"] for each in english.findings] == [each["kind"] for each in first.findings]
        told = await engine.workers.findings([""], None, "ko")
        assert {each.worker for each in told if each.findings} >= {"ultralearn", "optimize", "learning"}


async def test_another_language_tells_no_alarm_and_stores_nothing_twice(tmp_path: Path) -> None:
    async with open_engine(tmp_path, workspace=make_workspace(tmp_path / "space")) as engine:
        await engine.workers.register(worker("map", "BilingualJob"))
        events = heard(engine)
        workspace = await engine.workspace(None)
        outputs = [
            (await engine.workers.dispatch("map", workspace, language=language)).output
            for language in ("ko", "en", "ko")
        ]
        assert outputs == ["살펴보았습니다", "looked", "살펴보았습니다"]
        alerts = [each.data["message"] for each in events if each.type == "WorkerAlert"]
        assert alerts == ["문이 열려 있습니다 (a.py)"]
        assert await engine.store.database.all("SELECT content FROM memories") == [("문이 열려 있습니다",)]


async def test_without_a_wish_and_before_the_first_turn_the_language_of_the_editor_is_spoken(tmp_path: Path) -> None:
    async with open_engine(tmp_path, locale="ko-KR") as engine:
        await engine.workers.register(worker("map", "BilingualJob"))
        assert (await engine.workers.dispatch("map", None)).output == "살펴보았습니다"
        assert (await engine.workers.dispatch("map", None, language="en")).output == "looked"
        results = {each.worker: each.output for each in await engine.workers.dispatch_all(None, language="ko")}
        assert results["map"] == "살펴보았습니다"
        by_name = {each.config.name: each for each in await engine.workers.status([""])}
        assert by_name["audit"].config.purpose == read(WORKERS["audit"].purpose, "ko")


async def test_failures_and_what_older_runs_left_are_read_too(tmp_path: Path) -> None:
    clock = StillClock()
    async with open_engine(tmp_path, clock=clock) as engine:
        await engine.workers.register(worker("map", "FailingJob", Priority.HIGH))
        failed = await engine.workers.dispatch("map", None, language="ko")
        assert read(failed.output, "ko").startswith("실패했습니다(RuntimeError)")
        finding = {
            "kind": "k",
            "severity": "low",
            "title": "plain",
            "detail": "",
            "path": None,
            "line": None,
            "data": {},
        }
        kept = {"success": True, "durationMs": 1, "output": "said", "unchanged": False, "figures": {}}
        async with engine.store.database.write() as transaction:
            await engine.store.workers.put_run(transaction, WorkerRun("map", "", "2026", 0, kept, [finding], {}))
        (old,) = await engine.workers.findings([""], "map", "ko")
        assert (old.output, old.findings[0]["title"]) == ("said", "plain")
