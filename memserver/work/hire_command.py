"""`/hire`: candidates by role and stage, and how long each has waited."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memserver.work.command import Action, Command, Invocation, Output, Run, Said
from memserver.work.hiring import HIRING, IN_PLAY, STAGES, Candidate
from memserver.work.ledger import answer, correct_action, undo_action
from memserver.work.line import take_after
from memserver.work.markdown import bullets, inline, join, sparkline, table
from memserver.work.months import month_of, months_until
from memserver.work.reference import split_reference
from memserver.work.series import local_day, local_month
from memserver.work.task_view import age
from memserver.work.tracker import short_ids

STAGE_NAMES: dict[str, Said] = {
    "applied": {"en": "applied", "ko": "지원"},
    "screen": {"en": "screen", "ko": "서류"},
    "interview": {"en": "interview", "ko": "면접"},
    "offer": {"en": "offer", "ko": "제안"},
    "hired": {"en": "hired", "ko": "합격"},
    "rejected": {"en": "rejected", "ko": "불합격"},
    "withdrew": {"en": "withdrew", "ko": "포기"},
}
_STAGE_OF = {word: stage for stage in STAGES for word in (stage, STAGE_NAMES[stage]["ko"])}
EMPTY: Said = {
    "en": "No candidates yet. This page will show who is at which stage, for which role, and who has waited too long. "
    "Start with `/hire add Kim Jiwoo for backend engineer`.",
    "ko": "아직 지원자가 없습니다. 누가 어떤 직무의 어느 단계에 있는지, 누가 오래 기다리는지 보여 줍니다. "
    "`/채용 추가 김지우 직무 백엔드 개발자`로 시작하세요.",
}
TITLE: Said = {
    "en": "## Hiring: {count} in play, {hired} hired of {all}",
    "ko": "## 채용: 진행 {count}명, 전체 {all}명 중 합격 {hired}명",
}
HEADER = {"en": ("id", "name", "role", "stage", "for"), "ko": ("id", "이름", "직무", "단계", "기간")}
TREND: Said = {"en": "New candidates, six months: {line}", "ko": "신규 지원, 6개월: {line}"}
NO_NAME: Said = {"en": "Say the candidate's name.", "ko": "지원자 이름을 적어 주세요."}
NO_STAGE: Said = {"en": "{word!r} is no stage; there are {stages}.", "ko": "{word!r} 단계는 없습니다. 단계: {stages}."}
NO_NOTE: Said = {"en": "Say what to note.", "ko": "메모할 내용을 적어 주세요."}
NO_CHANGE: Said = {"en": "Say what is right instead.", "ko": "올바른 내용을 적어 주세요."}
ROLE_MARKERS = ("for", "as", "role", "직무")
TREND_MONTHS = 6


async def show(call: Invocation) -> Output:
    """Show everyone who is in play, the furthest first."""
    tracked = await HIRING.read(call.services.brain)
    candidates = tracked.state
    if not candidates:
        return answer(call, tracked, call.say(EMPTY), {"candidates": [], "stages": {}})
    everyone = list(candidates.values())
    short = short_ids(list(candidates))
    now = call.services.clock()
    in_play = [each for each in everyone if each.stage in IN_PLAY]
    in_play.sort(key=lambda each: (-STAGES.index(each.stage), each.since, each.id))
    counts = {stage: sum(each.stage == stage for each in everyone) for stage in STAGES}
    rows = [
        (
            f"`{short[each.id]}`", inline(each.name), inline(each.role), STAGE_NAMES[each.stage][call.language],
            age(each.since, now, call.language),
        )
        for each in in_play
    ]  # fmt: skip
    figures = [f"{STAGE_NAMES[stage][call.language]}: {count}" for stage, count in counts.items() if count]
    months = months_until(month_of(now.date().isoformat()), TREND_MONTHS)
    new = [sum(local_month(each.path[0][1], now) == month for each in everyone) for month in months]
    text = join(
        call.say(TITLE, count=len(in_play), hired=counts["hired"], all=len(everyone)),
        bullets([" · ".join(figures), call.say(TREND, line=sparkline(new))]),
        table(HEADER[call.language], rows) if rows else "",
    )
    return answer(
        call, tracked, text, {"candidates": [each.to_json(short[each.id]) for each in everyone], "stages": counts}
    )


async def add(call: Invocation) -> Output:
    """Add a candidate, with the role."""
    role, words = take_after(call.words, ROLE_MARKERS)
    name = " ".join(words).strip()
    if not name:
        raise call.wrong(NO_NAME)
    event = await HIRING.append(call.services.brain, call.services.clock, "added", {"name": name, "role": role})
    return await _changed(call, event["id"])


async def move(call: Invocation) -> Output:
    """Move a candidate to another stage."""
    identifier, rest = await _meant(call)
    word = rest[0] if rest else ""
    stage = _STAGE_OF.get(word.casefold())
    if stage is None:
        names = ", ".join(STAGE_NAMES[each][call.language] for each in STAGES)
        raise call.wrong(NO_STAGE, word=word[:40], stages=names)
    return await _change(call, identifier, "moved", {"stage": stage, "why": " ".join(rest[1:]) or None})


def _move_to(stage: str) -> Run:
    async def run(call: Invocation) -> Output:
        identifier, rest = await _meant(call)
        return await _change(call, identifier, "moved", {"stage": stage, "why": " ".join(rest) or None})

    return run


async def note(call: Invocation) -> Output:
    """Note something about a candidate."""
    identifier, rest = await _meant(call)
    if not rest:
        raise call.wrong(NO_NOTE)
    return await _change(call, identifier, "noted", {"text": " ".join(rest)})


async def _meant(call: Invocation) -> tuple[str, list[str]]:
    candidates = (await HIRING.read(call.services.brain)).state
    return split_reference(call, _names(candidates))


async def _change(call: Invocation, identifier: str, kind: str, fields: Mapping[str, Any]) -> Output:
    await HIRING.append(call.services.brain, call.services.clock, kind, {"of": identifier, **fields})
    return await _changed(call, identifier)


async def _changed(call: Invocation, identifier: str) -> Output:
    shown = await show(call)
    candidate = next(each for each in shown.data["candidates"] if each["eventId"] == identifier)
    stage = STAGE_NAMES[candidate["stage"]][call.language]
    now = call.services.clock()
    notes = [f"{local_day(each['at'], now)}: {inline(each['text'])}" for each in candidate["notes"][-3:]]
    head = f"`{candidate['id']}` {inline(candidate['name'])} — {stage}"
    return Output(join(head, bullets(notes), shown.markdown), {"candidate": candidate, **shown.data})


def _names(candidates: Mapping[str, Candidate]) -> dict[str, str]:
    return {each.id: each.name for each in candidates.values()}


def _read_correction(call: Invocation, rest: list[str]) -> dict[str, Any]:
    role, words = take_after(["", *rest], ROLE_MARKERS)
    changes = {"role": role} if role else {}
    name = " ".join(words).strip()
    changes |= {"name": name} if name else {}
    if not changes:
        raise call.wrong(NO_CHANGE)
    return changes


COMMAND = Command(
    "hire",
    "Trackers",
    {"en": "Candidates by role and stage.", "ko": "지원자를 직무와 단계별로 봅니다."},
    (
        Action("", {"en": "", "ko": ""}, {"en": "Who is at which stage.", "ko": "누가 어느 단계인지."}, show),
        Action(
            "add", {"en": "add <name> [for <role>]", "ko": "추가 <이름> [직무 <직무>]"},
            {"en": "A new candidate.", "ko": "새 지원자."}, add, ("new", "추가", "등록"),
        ),
        Action(
            "move", {"en": "move <id|name> <stage> [why]", "ko": "단계 <id|이름> <단계> [이유]"},
            {"en": f"To a stage: {', '.join(STAGES)}.", "ko": "지원, 서류, 면접, 제안, 합격, 불합격, 포기로 옮깁니다."},
            move, ("stage", "단계", "이동"),
        ),
        Action(
            "hired", {"en": "hired <id|name>", "ko": "합격 <id|이름>"},
            {"en": "They join.", "ko": "합격."}, _move_to("hired"), ("합격",),
        ),
        Action(
            "reject", {"en": "reject <id|name> [why]", "ko": "불합격 <id|이름> [이유]"},
            {"en": "They do not.", "ko": "불합격."}, _move_to("rejected"), ("rejected", "불합격", "탈락"),
        ),
        Action(
            "note", {"en": "note <id|name> <text>", "ko": "메모 <id|이름> <내용>"},
            {"en": "Note something about them.", "ko": "메모."}, note, ("메모",),
        ),
        correct_action(
            HIRING, _names, show,
            {"en": "correct <id|name> [name] [for <role>]", "ko": "정정 <id|이름> [이름] [직무 <직무>]"},
            _read_correction,
        ),
        undo_action(HIRING, _names, show),
    ),
    aliases=("채용", "hiring"),
)  # fmt: skip
