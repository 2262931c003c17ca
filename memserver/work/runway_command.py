"""`/runway`: cash, what comes in and goes out, and how long it lasts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from memserver.work.amounts import DEFAULT_CURRENCY, show_amount, take_amount
from memserver.work.command import Action, Command, Invocation, Output, Run, Said
from memserver.work.days import take_day
from memserver.work.ledger import amount_correction, answer, correct_action, undo_action
from memserver.work.markdown import bullets, change, inline, join, sparkline, table
from memserver.work.runway import CASH, IN, OUT, RUNWAY, Entry, Runway, runway_of
from memserver.work.tracker import short_ids

EMPTY: Said = {
    "en": "No figures yet. From cash and what comes in and goes out, this page will say how many months the money "
    "lasts and how that moves. Start with `/runway cash $120k`, then `/runway out $8k rent`.",
    "ko": "아직 숫자가 없습니다. 잔액과 입출금을 적으면 자금이 몇 달 버티는지, 어떻게 변하는지 보여 줍니다. "
    "`/런웨이 잔액 1억 2천만원`, 이어서 `/런웨이 지출 800만원 월세`로 시작하세요.",
}
MONTHS_LEFT: Said = {"en": "## Runway: {months} months, until {until}", "ko": "## 런웨이: {months}개월, {until}까지"}
LONG: Said = {"en": "## Runway: more than ten years", "ko": "## 런웨이: 10년 이상"}
GROWING: Said = {"en": "## Runway: nothing is burnt", "ko": "## 런웨이: 자금이 줄지 않습니다"}
UNKNOWN: Said = {"en": "## Runway: not known yet", "ko": "## 런웨이: 아직 알 수 없음"}
CASH_IS: Said = {"en": "Cash: **{amount}**", "ko": "잔액: **{amount}**"}
NO_CASH: Said = {"en": "Cash is not known: `/runway cash <amount>`.", "ko": "잔액을 모릅니다: `/런웨이 잔액 <금액>`."}
BURN_IS: Said = {
    "en": "Burn: **{amount}** a month (mean of {months})",
    "ko": "소진: 매달 **{amount}** ({months} 평균)",
}
NO_BURN: Said = {
    "en": "Burn is not known: `/runway out <amount> <what>`.",
    "ko": "소진액을 모릅니다: `/런웨이 지출 <금액> <내용>`.",
}
HEADER = {"en": ("month", "in", "out", "net", "balance", "Δ"), "ko": ("월", "입금", "지출", "순액", "잔액", "변화")}
TREND: Said = {"en": "Balance: {line}", "ko": "잔액 추이: {line}"}
NO_AMOUNT: Said = {
    "en": "{word!r} holds no amount such as $5k or 120만원.",
    "ko": "{word!r}에 $5k, 120만원 같은 금액이 없습니다.",
}
NOT_POSITIVE: Said = {
    "en": "An amount that comes in or goes out is more than nothing: `in` and `out` say which way.",
    "ko": "입금과 지출의 금액은 0보다 커야 합니다. 방향은 입금, 지출로 정합니다.",
}
RECORDED: Said = {"en": "Noted `{id}`: {what} {amount} on {day}.", "ko": "`{id}` 기록: {day} {what} {amount}."}
KINDS: dict[str, Said] = {
    CASH: {"en": "cash", "ko": "잔액"},
    IN: {"en": "in", "ko": "입금"},
    OUT: {"en": "out", "ko": "지출"},
}
LIST_HEADER = {"en": ("id", "day", "", "amount", "what"), "ko": ("id", "날짜", "", "금액", "내용")}
SHOWN_MONTHS, SHOWN_ENTRIES = 6, 20


def currency_of(entries: Sequence[Entry], call: Invocation) -> str:
    """Return the currency that a bare number means: the last one used, else that of the language."""
    latest = max(entries, key=lambda entry: (entry.at, entry.id), default=None)
    return latest.currency if latest else DEFAULT_CURRENCY[call.language]


async def show(call: Invocation) -> Output:
    """Say how long the money lasts."""
    tracked = await RUNWAY.read(call.services.brain)
    if not tracked.state:
        return answer(call, tracked, call.say(EMPTY), {"currencies": []})
    today = call.services.clock().date()
    uses = Counter(entry.currency for entry in tracked.state)
    currencies = sorted(uses, key=lambda currency: (-uses[currency], currency))
    found = [runway_of(tracked.state, each, today) for each in currencies]
    text = join(*(_section(call, each) for each in found))
    return answer(call, tracked, text, {"currencies": [runway_data(each) for each in found]})


def headline(call: Invocation, runway: Runway) -> str:
    """Return the one line that matters."""
    if runway.burn is not None and runway.burn <= 0:
        return call.say(GROWING)
    if runway.months_left is None:
        return call.say(UNKNOWN)
    if runway.until is None:
        return call.say(LONG)
    return call.say(MONTHS_LEFT, months=f"{runway.months_left:.1f}", until=runway.until)


def _section(call: Invocation, runway: Runway) -> str:
    code = runway.currency
    cash = call.say(NO_CASH)
    if runway.balance is not None:
        cash = call.say(CASH_IS, amount=show_amount(runway.balance, code))
    burn = call.say(NO_BURN)
    if runway.burn is not None:
        burn = call.say(BURN_IS, amount=show_amount(runway.burn, code), months=", ".join(runway.burn_months))
    rows = []
    for before, month in zip([None, *runway.months], runway.months, strict=False):
        if not (month.came or month.went or month.balance is not None):
            continue
        moved = "" if before is None else change(before.balance or 0, month.balance or 0)
        balance = "" if month.balance is None else show_amount(month.balance, code)
        figures = [show_amount(each, code) for each in (month.came, month.went, month.net)]
        rows.append((month.month, *figures, balance, moved))
    known = [month.balance for month in runway.months if month.balance is not None]
    trend = call.say(TREND, line=sparkline(known)) if len(known) > 1 else ""
    shown = table(HEADER[call.language], rows[-SHOWN_MONTHS:], numbers=(1, 2, 3, 4, 5)) if rows else ""
    return join(headline(call, runway), bullets((cash, burn)), shown, trend)


def runway_data(runway: Runway) -> dict[str, Any]:
    """Return one currency as data."""
    return {
        "currency": runway.currency,
        "balance": runway.balance,
        "burn": runway.burn,
        "burnMonths": list(runway.burn_months),
        "monthsLeft": runway.months_left,
        "until": runway.until,
        "months": [
            {"month": each.month, "in": each.came, "out": each.went, "net": each.net, "balance": each.balance}
            for each in runway.months
        ],
    }


def _record(kind: str) -> Run:
    async def run(call: Invocation) -> Output:
        entries = (await RUNWAY.read(call.services.brain)).state
        now = call.services.clock()
        day, words = take_day(call.words, now, ahead=False, marked=False)
        amount, words = take_amount(words, currency_of(entries, call))
        if amount is None:
            raise call.wrong(NO_AMOUNT, word=call.text[:40])
        if kind != CASH and amount.value <= 0:
            raise call.wrong(NOT_POSITIVE)
        fields = {
            "amount": amount.value,
            "currency": amount.currency,
            "day": (day or now.date()).isoformat(),
            "note": " ".join(words).strip() or None,
        }
        event = await RUNWAY.append(call.services.brain, call.services.clock, kind, fields)
        short = short_ids([*(entry.id for entry in entries), event["id"]])[event["id"]]
        said = call.say(
            RECORDED, id=short, what=KINDS[kind][call.language], amount=show_amount(amount.value, amount.currency),
            day=fields["day"],
        )  # fmt: skip
        shown = await show(call)
        return Output(join(said, shown.markdown), {"entry": {"id": short, **event}, **shown.data})

    return run


async def entries_list(call: Invocation) -> Output:
    """List the last entries, newest first, with their ids."""
    tracked = await RUNWAY.read(call.services.brain)
    if not tracked.state:
        return answer(call, tracked, call.say(EMPTY), {"entries": []})
    short = short_ids([entry.id for entry in tracked.state])
    latest = tracked.state[: -SHOWN_ENTRIES - 1 : -1]
    rows = [
        (
            f"`{short[entry.id]}`", entry.day, KINDS[entry.kind][call.language],
            show_amount(entry.amount, entry.currency), inline(entry.note),
        )
        for entry in latest
    ]  # fmt: skip
    listed = [
        {"id": short[each.id], "kind": each.kind, "day": each.day, "amount": each.amount, "currency": each.currency,
         "note": each.note}
        for each in latest
    ]  # fmt: skip
    return answer(call, tracked, table(LIST_HEADER[call.language], rows, numbers=(3,)), {"entries": listed})


def _names(entries: Sequence[Entry]) -> dict[str, str]:
    return {entry.id: entry.note or entry.id for entry in entries}


COMMAND = Command(
    "runway",
    "Trackers",
    {"en": "How long the money lasts.", "ko": "자금이 얼마나 버티는지 봅니다."},
    (
        Action("", {"en": "", "ko": ""}, {"en": "Months left, burn, trend.", "ko": "남은 개월, 소진액, 추이."}, show),
        Action(
            "cash", {"en": "cash <amount> [day]", "ko": "잔액 <금액> [날]"},
            {"en": "Cash as counted.", "ko": "확인한 잔액."}, _record(CASH), ("balance", "잔액", "현금"),
        ),
        Action(
            "in", {"en": "in <amount> [what] [day]", "ko": "입금 <금액> [내용] [날]"},
            {"en": "Money that came in.", "ko": "들어온 돈."}, _record(IN), ("income", "입금", "수입"),
        ),
        Action(
            "out", {"en": "out <amount> [what] [day]", "ko": "지출 <금액> [내용] [날]"},
            {"en": "Money that went out.", "ko": "나간 돈."}, _record(OUT), ("spend", "지출", "출금"),
        ),
        Action(
            "list", {"en": "list", "ko": "목록"},
            {"en": "The last entries with their ids.", "ko": "최근 항목과 id."}, entries_list, ("ls", "목록"),
        ),
        correct_action(
            RUNWAY, _names, show, {"en": "correct <id> [amount] [what] [day]", "ko": "정정 <id> [금액] [내용] [날]"},
            amount_correction("note", NO_AMOUNT),
        ),
        undo_action(RUNWAY, _names, show),
    ),
    aliases=("런웨이", "자금"),
)  # fmt: skip
