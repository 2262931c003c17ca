"""`/decisions`: the decision journal: what was decided, by whom, why, and how it turned out."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memserver.work import situation as view
from memserver.work.command import Action, Command, Invocation, Output, Said
from memserver.work.line import take_after, take_person
from memserver.work.markdown import bullets, inline, join
from memserver.work.reference import find_one, split_reference
from memserver.work.services import Decision
from memserver.work.tracker import short_ids

EMPTY: Said = {
    "en": "No decisions yet. The journal keeps what was decided, by whom, why and how it turned out, and chats hear of "
    "it. Start with `/decisions add Use Postgres over MySQL because we need JSON @mina`.",
    "ko": "아직 결정이 없습니다. 무엇을, 누가, 왜 정했고 어떻게 됐는지 남기고 대화에도 알려 줍니다. "
    "`/결정 추가 Postgres를 쓴다 대신 MySQL 이유 JSON이 필요해서 @미나`로 시작하세요.",
}
TITLE: Said = {"en": "## Decisions: {count}", "ko": "## 결정: {count}개"}
FOUND: Said = {"en": "## Decisions about {words}", "ko": "## {words}에 관한 결정"}
NO_WHAT: Said = {"en": "Say what was decided.", "ko": "무엇을 정했는지 적어 주세요."}
NO_OUTCOME: Said = {"en": "Say how it turned out.", "ko": "어떻게 됐는지 적어 주세요."}
NO_WORDS: Said = {"en": "Say what it is about.", "ko": "무엇에 관한 것인지 적어 주세요."}
NOTHING: Said = {"en": "No decision was found.", "ko": "찾은 결정이 없습니다."}
WHY: Said = {"en": "why", "ko": "이유"}
WHO: Said = {"en": "who", "ko": "누가"}
OPTIONS: Said = {"en": "instead of", "ko": "다른 선택지"}
OUTCOME: Said = {"en": "outcome", "ko": "결과"}
ABOUT: Said = {"en": "about", "ko": "주제"}
NO_OUTCOME_YET: Said = {"en": "Without an outcome yet: {ids}.", "ko": "아직 결과가 없음: {ids}."}
BECAUSE, OVER = ("because", "이유", "왜냐하면"), ("over", "대신")
NO_OPTION = ("to", "the", "a", "an", "it", "and", "there", "here")
"""After "over" these begin a phrase ("move over to"), not another choice."""
GOOD, BAD = ("good", "worked", "좋음", "성공"), ("bad", "failed", "나쁨", "실패")
LIMIT, SHOWN = 200, 15
OLD_DAYS = 14
"""After two weeks it is worth asking how a decision turned out."""


async def show(call: Invocation) -> Output:
    """List the newest decisions."""
    decisions = await call.services.decisions(LIMIT)
    if not decisions:
        return Output(call.say(EMPTY), {"decisions": []})
    short = short_ids([each.id for each in decisions])
    lines = bullets(_line(call, each, short[each.id]) for each in decisions[:SHOWN])
    now = call.services.clock()
    old = [each for each in decisions if not each.outcome and (now - each.at).days >= OLD_DAYS]
    waiting = call.say(NO_OUTCOME_YET, ids=", ".join(f"`{short[each.id]}`" for each in old[:SHOWN])) if old else ""
    return Output(join(call.say(TITLE, count=len(decisions)), lines, waiting), _data(decisions, short))


def _line(call: Invocation, decision: Decision, short: str) -> str:
    who = f" @{inline(decision.who)}" if decision.who else ""
    outcome = f" → {inline(decision.outcome)}" if decision.outcome else ""
    day = decision.at.astimezone(call.services.clock().tzinfo).date()
    return f"`{short}` {day}{who}: {view.decision_line(decision)}{outcome}"


def _data(decisions: Sequence[Decision], short: dict[str, str]) -> dict[str, object]:
    return {"decisions": [{"shortId": short[each.id], **view.decision_data(each)} for each in decisions]}


async def add(call: Invocation) -> Output:
    """Record a decision: what [over others] [because why] [@who]."""
    who, words = take_person(call.words)
    why, words = take_after(words, BECAUSE, first=True)
    over, words = _others(words)
    chosen = " ".join(words).strip().rstrip(",")
    if not chosen:
        raise call.wrong(NO_WHAT)
    made = await call.services.decide(chosen, chosen, why or "", who or "", [chosen, *over])
    return await _one(call, made)


def _others(words: list[str]) -> tuple[list[str], list[str]]:
    """Take the choices that were not taken out of a line."""
    over, before = take_after(words, OVER)
    if over is None or over.split()[0].casefold() in NO_OPTION:
        return [], words
    return [each.strip() for each in re.split(r",| or | 또는 ", over) if each.strip()], before


async def _one(call: Invocation, decision: Decision) -> Output:
    known = await call.services.decisions(LIMIT)
    short = short_ids([decision.id, *(each.id for each in known)])[decision.id]
    others = [each for each in decision.options if each != decision.chosen]
    facts = {
        ABOUT[call.language]: "" if decision.context == decision.chosen else decision.context,
        WHY[call.language]: decision.why,
        OPTIONS[call.language]: ", ".join(others),
        WHO[call.language]: decision.who,
        OUTCOME[call.language]: decision.outcome,
    }
    lines = bullets(f"{name}: {inline(value)}" for name, value in facts.items() if value)
    data = {"decision": {"shortId": short, **view.decision_data(decision)}}
    return Output(join(f"`{short}` **{inline(decision.chosen)}**", lines), data)


async def one(call: Invocation) -> Output:
    """Show one decision."""
    known = {each.id: each for each in await call.services.decisions(LIMIT)}
    identifier = find_one(call, call.text, {each.id: each.chosen for each in known.values()})
    return await _one(call, known[identifier])


async def outcome(call: Invocation) -> Output:
    """Say how a decision turned out; `good` or `bad` first says whether it was right."""
    known = await call.services.decisions(LIMIT)
    identifier, rest = split_reference(call, {each.id: each.chosen for each in known})
    verdict = rest[0].casefold() if rest else ""
    success = True if verdict in GOOD else False if verdict in BAD else None
    if not rest:
        raise call.wrong(NO_OUTCOME)
    return await _one(call, await call.services.decision_outcome(identifier, " ".join(rest), success))


async def search(call: Invocation) -> Output:
    """Find decisions by meaning and words."""
    if not call.words:
        raise call.wrong(NO_WORDS)
    found = await call.services.similar_decisions(call.text, SHOWN)
    short = short_ids([each.id for each in found])
    lines = bullets(_line(call, each, short[each.id]) for each in found) or call.say(NOTHING)
    return Output(join(call.say(FOUND, words=inline(call.text)), lines), _data(found, short))


COMMAND = Command(
    "decisions",
    "Work",
    {"en": "What was decided, why, and how it turned out.", "ko": "무엇을 왜 정했고 어떻게 됐는지 봅니다."},
    (
        Action("", {"en": "", "ko": ""}, {"en": "The newest decisions.", "ko": "최근 결정."}, show),
        Action(
            "add",
            {
                "en": "add <what> [over <others>] [because <why>] [@who]",
                "ko": "추가 <결정> [대신 <다른 것>] [이유 <이유>] [@누가]",
            },
            {"en": "Record a decision.", "ko": "결정을 남깁니다."}, add, ("new", "추가", "기록"),
        ),
        Action(
            "show", {"en": "show <id>", "ko": "보기 <id>"}, {"en": "One in full.", "ko": "결정 하나를 봅니다."}, one,
            ("보기",),
        ),
        Action(
            "outcome", {"en": "outcome <id> [good|bad] <what>", "ko": "결과 <id> [좋음|나쁨] <내용>"},
            {"en": "How it turned out.", "ko": "어떻게 됐는지 남깁니다."}, outcome, ("결과",),
        ),
        Action(
            "search", {"en": "search <words>", "ko": "찾기 <말>"}, {"en": "Find decisions.", "ko": "결정을 찾습니다."},
            search, ("find", "찾기", "검색"),
        ),
    ),
    aliases=("결정", "decision"),
)  # fmt: skip
