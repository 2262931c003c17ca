"""What the commands do with tasks, money, customers, candidates, feedback and decisions, from the first day on."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from memserver.config import Settings
from memserver.errors import InvalidParams, NotFound
from memserver.work.registry import COMMANDS
from memserver.work.services import FoundMemory, FoundNote, Meeting, PastSession
from memserver.workspace.history import Commit
from tests.unit.work.kit import MONDAY, Desk


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


@pytest.mark.parametrize("name", [name for command in COMMANDS for name in (command.name, command.aliases[0])])
async def test_every_command_is_useful_on_the_first_day(name: str, desk: Desk) -> None:
    output = await desk.run(f"/{name}")
    assert "`/" in output.markdown or name in ("memory", "기억"), "it names a command to begin with"
    json.dumps(output.data, allow_nan=False)
    hangul = any("가" <= letter <= "힣" for letter in output.markdown)
    assert hangul == (not name.isascii())
    assert not (desk.brain / ".astra").exists(), "looking writes nothing"


async def test_a_task_from_beginning_to_end(desk: Desk) -> None:
    added = await desk.run("/task add Ship the beta due next friday @mina")
    task = added.data["task"]
    assert (task["title"], task["due"], task["who"]) == ("Ship the beta", "2026-11-27", "mina")
    assert (await desk.run(f"/task start {task['id']}")).data["task"]["status"] == "doing"
    await desk.run("/task block beta waits for legal")
    desk.now += timedelta(days=3)
    blocked = await desk.run("/blocked")
    assert "waits for legal" in blocked.markdown
    assert blocked.data["blocked"][0]["days"] == 3
    assert (await desk.run("/task unblock Ship the beta")).data["task"]["status"] == "doing"
    done = await desk.run("/task done Ship the beta went well")
    assert done.data["task"]["status"] == "done"
    assert done.data["task"]["notes"][0]["text"] == "went well"
    lines = (desk.brain / ".astra/tasks.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["kind"] for line in lines] == ["added", "started", "blocked", "unblocked", "noted", "done"]


async def test_tasks_in_korean(desk: Desk) -> None:
    added = await desk.run("/할일 추가 배포 준비 내일까지 @지우")
    assert added.data["task"] | {"title": "배포 준비", "due": "2026-11-17", "who": "지우"} == added.data["task"]
    assert "예정" in added.markdown
    assert "막힘" in (await desk.run("/할일 막힘 배포 승인 대기")).markdown
    assert "승인 대기" in (await desk.run("/막힘")).markdown
    assert (await desk.run("/할일 마감 배포 없음")).data["task"]["due"] is None
    assert (await desk.run("/할일 담당 배포 @하늘")).data["task"]["who"] == "하늘"


async def test_an_empty_list_says_what_is_so(desk: Desk) -> None:
    await desk.run("/task add Ship")
    for line in ("/task list done", "/task list @nobody"):
        assert "No task fits this." in (await desk.run(line)).markdown
    with pytest.raises(InvalidParams, match="does not know 'banana'"):
        await desk.run("/task list banana")
    await desk.run("/task done Ship")
    assert "Nothing is open. Tasks done: 1." in (await desk.run("/task")).markdown


async def test_what_is_meant_must_be_clear(desk: Desk) -> None:
    await desk.run("/task add Write notes")
    await desk.run("/task add Write mail")
    with pytest.raises(InvalidParams, match="means several"):
        await desk.run("/task done Write")
    with pytest.raises(NotFound, match="Nothing is called 'sing'"):
        await desk.run("/task done sing")
    with pytest.raises(InvalidParams, match=r"'someday' is no day.*Usage: /task due"):
        await desk.run("/task due mail someday")
    await desk.run("/task done mail")
    assert (await desk.run("/task done Write")).data["task"]["title"] == "Write notes", "what is open goes first"


async def test_runway_adds_up_and_is_put_right_by_later_events(desk: Desk) -> None:
    await desk.run("/runway cash $120k 2026-08-31")
    await desk.run("/runway out $10k rent 2026-09-15")
    await desk.run("/runway out $99k salaries on 10/3")
    wrong = (await desk.run("/runway list")).data["entries"][0]["id"]
    fixed = await desk.run(f"/runway correct {wrong} 12k")
    [dollars] = fixed.data["currencies"]
    assert (dollars["balance"], dollars["burn"], round(dollars["monthsLeft"], 1)) == (98_000, 11_000, 8.9)
    await desk.run("/runway in 2k Acme 2026-10-05")
    undone = await desk.run("/runway undo Acme")
    assert undone.data["currencies"][0]["balance"] == 98_000
    lines = (desk.brain / ".astra/runway.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 6, "nothing is rewritten"
    korean = await desk.run("/런웨이 지출 120만원 월세 3월 2일")
    assert korean.data["entry"] | {"amount": 1_200_000, "currency": "KRW", "day": "2026-03-02"} == korean.data["entry"]
    with pytest.raises(InvalidParams, match="'rent' holds no amount"):
        await desk.run("/runway out rent")
    with pytest.raises(InvalidParams, match=r"more than nothing.*Usage: /runway out"):
        await desk.run("/runway out -$5 refund")
    assert (await desk.run("/runway cash -$5")).data["currencies"][0]["balance"] == -5, "an account may be overdrawn"


@pytest.mark.parametrize(
    "line", ["/task add Pay due 2026-02-30", "/runway out $5 rent 2026-13-01", "/할일 추가 보고서 2월 30일까지"]
)
async def test_a_day_that_no_calendar_has_is_refused(line: str, desk: Desk) -> None:
    with pytest.raises(InvalidParams, match=r"There is no day '2026-|달력에 없는 날") as refused:
        await desk.run(line)
    assert "Usage: /" in refused.value.message or "사용법: /" in refused.value.message
    assert not (desk.brain / ".astra").exists()


async def test_customers_come_pay_and_leave(desk: Desk) -> None:
    await desk.run("/customers add Acme $500 2026-08-03")
    await desk.run("/customers add Beta Corp $300 2026-09-10")
    await desk.run("/고객 금액 Beta 40만원 10월 1일")
    output = await desk.run("/customers left Acme too expensive on 2026-10-20")
    assert output.data["revenue"] == {"KRW": 400_000}
    assert output.data["customer"] | {"why": "too expensive", "left": "2026-10-20"} == output.data["customer"]
    with pytest.raises(InvalidParams, match="is a customer already"):
        await desk.run("/customers add beta corp")
    await desk.run("/고객 복귀 Acme")
    cohort = await desk.run("/cohort customers")
    assert cohort.data["series"][0]["values"] == [0, 0, 1, 2, 1, 2]
    assert cohort.data["cohorts"][0] == {"month": "2026-08", "size": 1, "here": [1, 1, 0, 1]}
    assert "▁" in cohort.markdown and "| 2026-10 |" in cohort.markdown


async def test_an_amount_is_put_right_where_it_was_told_last(desk: Desk) -> None:
    await desk.run("/customers add Acme $500 2026-08-03")
    await desk.run("/customers pays Acme $700 2026-10-01")
    fixed = await desk.run("/customers correct Acme Acme Inc $750 2026-08-04")
    assert fixed.data["revenue"] == {"USD": 750}
    assert fixed.data["customers"][0] | {"name": "Acme Inc", "joined": "2026-08-04"} == fixed.data["customers"][0]
    assert (await desk.run("/cohort customers")).data["series"][-1]["values"][2:5] == [500, 500, 750]


async def test_undo_takes_back_the_last_entry_and_in_the_end_the_first(desk: Desk) -> None:
    await desk.run("/customers add Acme $500 2026-08-03")
    await desk.run("/customers left Acme by mistake")
    here = await desk.run("/customers undo Acme")
    assert "the last entry about" in here.markdown
    assert here.data["customers"][0]["left"] is None and here.data["revenue"] == {"USD": 500}
    assert (await desk.run("/customers undo Acme")).data["customers"] == []
    await desk.run("/feedback add Slow")
    await desk.run("/feedback answer Slow fixed")
    assert (await desk.run("/피드백 취소 Slow")).data["feedback"][0]["answer"] is None
    await desk.run("/hire add Kim")
    await desk.run("/hire hired Kim")
    assert (await desk.run("/hire undo Kim")).data["candidates"][0]["stage"] == "applied"


async def test_candidates_move_through_stages(desk: Desk) -> None:
    await desk.run("/hire add Kim Jiwoo for backend engineer")
    moved = await desk.run("/채용 단계 Kim 면접 포트폴리오 좋음")
    assert moved.data["candidate"] | {"stage": "interview", "why": "포트폴리오 좋음"} == moved.data["candidate"]
    assert (await desk.run("/hire hired Kim Jiwoo")).data["stages"]["hired"] == 1
    with pytest.raises(InvalidParams, match="'moon' is no stage"):
        await desk.run("/hire move Kim moon")
    corrected = await desk.run("/hire correct Kim for frontend")
    assert corrected.data["candidates"][0]["role"] == "frontend"


async def test_feedback_is_counted_by_subject_and_answered(desk: Desk) -> None:
    await desk.run("/feedback add The export is slow @acme #export")
    await desk.run("/피드백 추가 내보내기가 느려요 @에이스 #export")
    output = await desk.run("/feedback answer slow fixed in 1.2")
    assert output.data["subjects"] == {"export": 2}
    assert output.data["entry"]["answer"] == "fixed in 1.2"
    assert "답하지 않은 것 1건" in (await desk.run("/피드백")).markdown
    assert "The export is slow — @acme (fixed in 1.2)" in (await desk.run("/feedback list #export")).markdown
    for number in range(20):
        await desk.run(f"/feedback add Number {number}")
    assert "… and 6 more" in (await desk.run("/feedback")).markdown
    with pytest.raises(NotFound):
        await desk.run("/feedback list #nothing")


async def test_decisions_are_recorded_found_and_followed_up(desk: Desk) -> None:
    made = await desk.run("/decisions add Use Postgres over MySQL, SQLite because we need JSON @mina")
    decision = made.data["decision"]
    assert (decision["chosen"], decision["why"], decision["who"]) == ("Use Postgres", "we need JSON", "mina")
    assert decision["options"] == ["Use Postgres", "MySQL", "SQLite"]
    await desk.run("/결정 추가 수요일에 배포한다 이유 금요일은 위험해서")
    await desk.run("/decisions outcome Postgres good it works")
    assert "it works" in (await desk.run("/decisions show Postgres")).markdown
    assert len((await desk.run("/결정")).data["decisions"]) == 2
    assert "Move over to Postgres" in (await desk.run("/decisions add Move over to Postgres")).markdown
    assert "Postgres" in (await desk.run("/decisions search postgres")).markdown


async def test_memory_finds_adds_and_forgets_by_exact_id(desk: Desk) -> None:
    kept = await desk.run("/memory add We deploy on Thursdays")
    assert "contradicts" in kept.markdown
    assert kept.data["id"] in (await desk.run("/기억 찾기 deploy")).markdown
    with pytest.raises(InvalidParams, match="is no id of a memory"):
        await desk.run("/memory forget deploy")
    await desk.run(f"/memory forget {kept.data['id']}")
    with pytest.raises(NotFound):
        await desk.run(f"/memory forget {kept.data['id']}")
    assert "out of date" in (await desk.run("/memory stale")).markdown


async def test_drafts_come_from_memory_and_own_templates(desk: Desk) -> None:
    await desk.run("/memory add We deploy the shop on Thursdays")
    mail = await desk.run("/draft mail to Mina about deploy")
    assert mail.data | {"to": "Mina", "topic": "deploy", "writtenBy": "template"} == mail.data
    assert "Thursdays" in mail.markdown and "Dear Mina" in mail.markdown
    korean = await desk.run("/초안 메일 미나에게 배포 일정")
    assert (korean.data["to"], korean.data["topic"]) == ("미나", "배포 일정")
    assert "미나님께" in korean.markdown
    assert (await desk.run("/초안 보고 미나님께")).markdown.count("미나님, 안녕하세요.") == 1
    assert "담당자님께" in (await desk.run("/초안 메일 배포 일정")).markdown
    await desk.run("/decisions add Use Postgres because we need JSON")
    announced = await desk.run("/draft announcement about Postgres")
    assert "- Use Postgres — we need JSON" in announced.markdown and announced.data["sources"] == ["dec_0000"]
    own = desk.brain / ".astra/templates/mail.md"
    own.parent.mkdir(parents=True)
    own.write_text("Hi {{to}}! {{facts}} {{unknown}}{{", encoding="utf-8")
    assert (await desk.run("/draft mail about deploy to Mina")).data["text"].startswith("Hi Mina!")
    with pytest.raises(InvalidParams, match="Say what it is about"):
        await desk.run("/draft mail")


async def test_an_endpoint_that_is_away_leaves_the_draft_from_the_template(desk: Desk) -> None:
    desk.settings, _ = Settings.read({"ollamaUrl": "http://127.0.0.1:9", "defaultModel": "none"})
    drafted = await desk.run("/draft announcement about the shop")
    assert drafted.data["writtenBy"] == "template"
    assert "did not write it" in drafted.markdown


async def _fill(desk: Desk) -> None:
    yesterday = MONDAY - timedelta(days=2)
    desk.commits = [
        Commit("a" * 40, MONDAY, "Mina", "Mend | the export"),
        Commit("b" * 40, yesterday, "Jiwoo", "Begin"),
    ]
    desk.past_sessions = [PastSession("s", "Why is the export slow?", MONDAY, 4)]
    desk.meetings = [Meeting("Review", MONDAY + timedelta(hours=2), MONDAY + timedelta(hours=3), False)]
    desk.memories = [FoundMemory("mem_1", "Export", "The export uses CSV", "project", "verified", MONDAY, 1, ["a.py"])]
    for line in (
        "/task add Mend the export due 2026-11-10 @mina", "/task start export", "/task add Write notes due tomorrow",
        "/task add Plan the launch", "/task block launch waits for Mina", "/task add Old one", "/task done Old",
        "/decisions add Keep CSV because everyone reads it", "/runway cash $50k 2026-10-01",
        "/runway out $5k 2026-10-09", "/customers add Acme $500", "/hire add Kim",
        "/feedback add The export is slow @acme",
    ):  # fmt: skip
        await desk.run(line)


async def test_the_days_and_the_week_tell_what_matters(desk: Desk) -> None:
    await _fill(desk)
    morning = await desk.run("/morning")
    assert "Begin with:" in morning.markdown and "6 days late" in morning.markdown
    assert "11:00–12:00 Review" in morning.markdown
    assert "Mend \\| the export" in morning.markdown and "Mina" in morning.markdown
    assert morning.data["first"] == morning.data["due"][0]["id"]
    evening = await desk.run("/저녁")
    assert "끝낸 일 1개, 커밋 1개, 결정 1개" in evening.markdown and "Write notes" in evening.markdown
    standup = await desk.run("/standup @mina")
    assert standup.data["lists"] == {"yesterday": ["Mend \\| the export"], "today": ["Mend the export"], "blocked": []}
    with pytest.raises(InvalidParams, match="write @mina"):
        await desk.run("/standup mina")
    weekly = await desk.run("/weekly")
    assert weekly.data["figures"] | {"done": 1, "added": 4, "commits": 1, "customers": 1} == weekly.data["figures"]
    last = await desk.run("/주간 지난주")
    assert last.data["figures"]["commits"] == 1
    assert "| 지난주 | 그 전주 |" in last.markdown


async def test_weeks_and_months_are_those_of_the_persons_zone_and_compared_up_to_the_same_moment(desk: Desk) -> None:
    seoul = timezone(timedelta(hours=9))
    desk.now = datetime(2026, 11, 2, 8, 0, tzinfo=seoul)  # a Sunday evening in UTC
    await desk.run("/feedback add Slow")
    desk.now = datetime(2026, 11, 3, 10, 0, tzinfo=seoul)
    await desk.run("/feedback add Slower")
    await desk.run("/customers add Acme $5")
    desk.now = datetime(2026, 11, 3, 20, 0, tzinfo=seoul)
    await desk.run("/feedback add Slowest")
    assert (await desk.run("/weekly")).data["figures"]["feedback"] == 3
    desk.now = datetime(2026, 11, 10, 12, 0, tzinfo=seoul)
    before = (await desk.run("/weekly")).data["before"]
    assert (before["feedback"], before["customers"]) == (2, 1)
    desk.now = datetime(2026, 12, 1, 8, 0, tzinfo=seoul)
    await desk.run("/hire add Kim")
    noted = await desk.run("/hire note Kim called")
    assert "- 2026-12-01: called" in noted.markdown
    assert "▁▁▁▁▁█" in noted.markdown, "not one of November"
    desk.now = datetime(2027, 3, 1, 8, 0, tzinfo=seoul)
    assert "Nothing was noted in this week." in (await desk.run("/weekly last")).markdown


async def test_one_page_of_everything_or_of_a_topic(desk: Desk) -> None:
    await _fill(desk)
    page = await desk.run("/onesie")
    assert "Runway: 9.0 months" in page.markdown and "Customers: 1" in page.markdown
    assert len(page.markdown.splitlines()) < 60
    topic = await desk.run("/onesie export")
    assert "The export uses CSV" in topic.markdown and "may be out of date" in topic.markdown
    assert topic.data["feedback"] == ["The export is slow"]
    assert "아는 것이 없습니다" in (await desk.run("/한쪽 우주선")).markdown
    desk.found_notes.append(FoundNote("space/ship.md", "우주선"))
    assert "### 노트\n- 우주선 — `space/ship.md`" in (await desk.run("/한쪽 우주선")).markdown


async def test_unusable_lines_are_named_and_kept(desk: Desk) -> None:
    await desk.run("/task add Ship")
    path = desk.brain / ".astra/tasks.jsonl"
    path.write_bytes(path.read_bytes() + b"<<<<<<< ours\nnonsense")
    before = path.read_bytes()
    output = await desk.run("/task")
    assert "Left out of `tasks.jsonl` (2): line 2" in output.markdown
    assert [problem["reason"] for problem in output.data["problems"]] == ["conflict-marker", "torn"]
    assert "읽지 않았습니다" in (await desk.run("/할일")).markdown
    await desk.run("/task add More")
    assert path.read_bytes().startswith(before + b"\n{")


async def test_without_git_the_days_say_what_is_missing(desk: Desk) -> None:
    desk.missing = "no-workspace"
    assert "no trusted folder" in (await desk.run("/morning")).markdown
    assert (await desk.run("/아침")).data["missing"] == ["no-workspace"]
