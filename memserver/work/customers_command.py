"""`/customers`: who pays, since when and how much; who left and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memserver.work.amounts import DEFAULT_CURRENCY, show_amount, take_amount
from memserver.work.command import Action, Command, Invocation, Output, Said
from memserver.work.customers import CUSTOMERS, Customer, revenue
from memserver.work.days import take_day
from memserver.work.ledger import amount_correction, answer, correct_action, undo_action
from memserver.work.markdown import bullets, inline, join, sparkline, table
from memserver.work.months import last_day, month_of, months_until
from memserver.work.reference import split_reference
from memserver.work.series import local_day
from memserver.work.tracker import short_ids

EMPTY: Said = {
    "en": "No customers yet. This page will show who pays what, monthly revenue and how both move. Start with "
    "`/customers add Acme $500`.",
    "ko": "아직 고객이 없습니다. 누가 얼마를 내는지, 월 매출과 그 추이를 보여 줍니다. "
    "`/고객 추가 에이스상사 50만원`으로 시작하세요.",
}
TITLE: Said = {"en": "## Customers: {count}", "ko": "## 고객: {count}곳"}
REVENUE: Said = {"en": "Monthly revenue: **{amount}**", "ko": "월 매출: **{amount}**"}
MONTH: Said = {"en": "This month: {new} new, {left} left", "ko": "이번 달: 신규 {new}, 이탈 {left}"}
TREND: Said = {"en": "Customers, twelve months: {line}", "ko": "고객 수, 12개월: {line}"}
HEADER = {"en": ("id", "customer", "a month", "since"), "ko": ("id", "고객", "월 금액", "시작")}
GONE_HEADER = {"en": ("id", "left", "on", "why"), "ko": ("id", "떠난 고객", "날짜", "이유")}
NO_NAME: Said = {"en": "Say the customer's name.", "ko": "고객 이름을 적어 주세요."}
NO_AMOUNT: Said = {
    "en": "{word!r} holds no amount such as $500 or 50만원.",
    "ko": "{word!r}에 $500, 50만원 같은 금액이 없습니다.",
}
NO_NOTE: Said = {"en": "Say what to note.", "ko": "메모할 내용을 적어 주세요."}
HERE_ALREADY: Said = {"en": "{word!r} is a customer already.", "ko": "{word!r}은(는) 이미 고객입니다."}
TREND_MONTHS, SHOWN, SHOWN_GONE = 12, 30, 5


def currency_of(customers: Mapping[str, Customer], call: Invocation) -> str:
    """Return the currency that a bare number means."""
    known = [customer.pays[-1]["currency"] for customer in customers.values() if customer.pays]
    return known[-1] if known else DEFAULT_CURRENCY[call.language]


async def show(call: Invocation) -> Output:
    """Show who pays, and how that moves."""
    tracked = await CUSTOMERS.read(call.services.brain)
    customers = tracked.state
    if not customers:
        return answer(call, tracked, call.say(EMPTY), {"customers": [], "revenue": {}})
    today = call.services.clock().date().isoformat()
    short = short_ids(list(customers))
    everyone = list(customers.values())
    here = sorted((each for each in everyone if each.is_here(today)), key=lambda each: (each.joined, each.id))
    gone = sorted((each for each in everyone if each.left), key=lambda each: (each.left or "", each.id), reverse=True)
    total = revenue(everyone, today)
    figures = [call.say(REVENUE, amount=show_amount(amount, code)) for code, amount in total.items()]
    figures.append(_this_month(call, everyone, today))
    figures.append(call.say(TREND, line=sparkline(_counts(everyone, today))))
    rows = [(f"`{short[each.id]}`", inline(each.name), _monthly(each, today), each.joined) for each in here[-SHOWN:]]
    left = [(f"`{short[each.id]}`", inline(each.name), each.left or "", inline(each.why)) for each in gone[:SHOWN_GONE]]
    text = join(
        call.say(TITLE, count=len(here)),
        bullets(figures),
        table(HEADER[call.language], rows, numbers=(2,)) if rows else "",
        table(GONE_HEADER[call.language], left) if left else "",
    )
    data = {"customers": [each.to_json(short[each.id], today) for each in everyone], "revenue": total}
    return answer(call, tracked, text, data)


def _monthly(customer: Customer, day: str) -> str:
    pays = customer.paying(day)
    return show_amount(*pays) if pays else "–"


def _this_month(call: Invocation, customers: list[Customer], today: str) -> str:
    month = month_of(today)
    new = sum(month_of(came) == month for each in customers for came, _ in each.stays)
    left = sum(went is not None and month_of(went) == month for each in customers for _, went in each.stays)
    return call.say(MONTH, new=new, left=left)


def _counts(customers: list[Customer], today: str) -> list[float]:
    days = [min(last_day(month), today) for month in months_until(month_of(today), TREND_MONTHS)]
    return [sum(each.is_here(day) for each in customers) for day in days]


async def add(call: Invocation) -> Output:
    """Add a customer, with what they pay a month."""
    customers = (await CUSTOMERS.read(call.services.brain)).state
    now = call.services.clock()
    day, words = take_day(call.words, now, ahead=False, marked=False)
    amount, words = take_amount(words, currency_of(customers, call))
    name = " ".join(words).strip()
    if not name:
        raise call.wrong(NO_NAME)
    if any(each.name.casefold() == name.casefold() and each.left is None for each in customers.values()):
        raise call.wrong(HERE_ALREADY, word=name[:40])
    fields = {"name": name, "day": (day or now.date()).isoformat()}
    money = {"amount": amount.value, "currency": amount.currency} if amount else {}
    event = await CUSTOMERS.append(call.services.brain, call.services.clock, "added", {**fields, **money})
    return await _changed(call, event["id"])


async def pays(call: Invocation) -> Output:
    """Change what a customer pays a month."""
    identifier, rest, customers = await _meant(call)
    now = call.services.clock()
    day, words = take_day(rest, now, ahead=False, marked=False)
    amount, _ = take_amount(words, currency_of(customers, call))
    if amount is None:
        raise call.wrong(NO_AMOUNT, word=" ".join(rest)[:40])
    fields = {"day": (day or now.date()).isoformat(), "amount": amount.value, "currency": amount.currency}
    return await _change(call, identifier, "changed", fields)


async def left(call: Invocation) -> Output:
    """A customer left."""
    identifier, rest, _ = await _meant(call)
    now = call.services.clock()
    day, words = take_day(rest, now, ahead=False, marked=False)
    fields = {"day": (day or now.date()).isoformat(), "why": " ".join(words) or None}
    return await _change(call, identifier, "left", fields)


async def returned(call: Invocation) -> Output:
    """A customer came back."""
    identifier, rest, _ = await _meant(call)
    now = call.services.clock()
    day, _words = take_day(rest, now, ahead=False, marked=False)
    return await _change(call, identifier, "returned", {"day": (day or now.date()).isoformat()})


async def note(call: Invocation) -> Output:
    """Note something about a customer."""
    identifier, rest, _ = await _meant(call)
    if not rest:
        raise call.wrong(NO_NOTE)
    return await _change(call, identifier, "noted", {"text": " ".join(rest)})


async def _meant(call: Invocation) -> tuple[str, list[str], dict[str, Customer]]:
    customers = (await CUSTOMERS.read(call.services.brain)).state
    identifier, rest = split_reference(call, _names(customers))
    return identifier, rest, customers


async def _change(call: Invocation, identifier: str, kind: str, fields: Mapping[str, Any]) -> Output:
    await CUSTOMERS.append(call.services.brain, call.services.clock, kind, {"of": identifier, **fields})
    return await _changed(call, identifier)


async def _changed(call: Invocation, identifier: str) -> Output:
    shown = await show(call)
    customer = next(each for each in shown.data["customers"] if each["eventId"] == identifier)
    now = call.services.clock()
    notes = [f"{local_day(each['at'], now)}: {inline(each['text'])}" for each in customer["notes"][-3:]]
    head = f"`{customer['id']}` **{inline(customer['name'])}**"
    return Output(join(head, bullets(notes), shown.markdown), {"customer": customer, **shown.data})


def _place(
    call: Invocation, customers: Mapping[str, Customer], identifier: str, changes: dict[str, Any]
) -> Mapping[str, dict[str, Any]]:
    """An amount is put right where it was told last; name and day where the customer was added."""
    told = customers[identifier].told(call.services.clock().date().isoformat())
    if told is None or told["id"] == identifier or "amount" not in changes:
        return {identifier: changes}
    money = {name: value for name, value in changes.items() if name in ("amount", "currency")}
    others = {name: value for name, value in changes.items() if name not in money}
    return {told["id"]: money, **({identifier: others} if others else {})}


def _names(customers: Mapping[str, Customer]) -> dict[str, str]:
    return {each.id: each.name for each in customers.values()}


COMMAND = Command(
    "customers",
    "Trackers",
    {"en": "Who pays, how much, and who left.", "ko": "고객, 월 매출, 이탈을 봅니다."},
    (
        Action("", {"en": "", "ko": ""}, {"en": "Customers, revenue, trend.", "ko": "고객, 매출, 추이."}, show),
        Action(
            "add", {"en": "add <name> [amount a month] [day]", "ko": "추가 <이름> [월 금액] [날]"},
            {"en": "A new customer.", "ko": "새 고객."}, add, ("new", "추가", "등록"),
        ),
        Action(
            "pays", {"en": "pays <id|name> <amount> [day]", "ko": "금액 <id|이름> <월 금액> [날]"},
            {"en": "They pay another amount.", "ko": "월 금액이 바뀜."}, pays, ("금액", "변경"),
        ),
        Action(
            "left", {"en": "left <id|name> [why] [day]", "ko": "이탈 <id|이름> [이유] [날]"},
            {"en": "They left.", "ko": "떠남."}, left, ("churn", "lost", "이탈", "해지"),
        ),
        Action(
            "back", {"en": "back <id|name> [day]", "ko": "복귀 <id|이름> [날]"},
            {"en": "They came back.", "ko": "돌아옴."}, returned, ("returned", "복귀"),
        ),
        Action(
            "note", {"en": "note <id|name> <text>", "ko": "메모 <id|이름> <내용>"},
            {"en": "Note something about them.", "ko": "메모."}, note, ("메모",),
        ),
        correct_action(
            CUSTOMERS, _names, show,
            {"en": "correct <id|name> [name] [amount] [day]", "ko": "정정 <id|이름> [이름] [금액] [날]"},
            amount_correction("name", NO_AMOUNT), _place,
        ),
        undo_action(CUSTOMERS, _names, show),
    ),
    aliases=("고객", "customer"),
)  # fmt: skip
