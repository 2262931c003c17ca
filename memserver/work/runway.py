"""Runway: the events of `.astra/runway.jsonl`, and how long the money lasts. Each currency is counted on its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import NamedTuple

from memserver.work.event_fields import Check, is_amount, is_currency, is_day, is_text
from memserver.work.event_log import Event
from memserver.work.months import month_of, months_between, months_until, shifted
from memserver.work.tracker import Tracker

CASH, IN, OUT = "cash", "in", "out"
BURN_MONTHS = 3
"""One month is luck, a year is another company: the mean of the last three whole months."""
DAYS_PER_MONTH = 30.44
MOST_MONTHS = 120
"""Ten years: beyond that the money does not run out."""


class Entry(NamedTuple):
    """Cash that was counted, or money that came in or went out. Entries sort by day, then by when they were told."""

    day: str
    at: str
    id: str
    kind: str
    amount: float
    currency: str
    note: str


@dataclass(slots=True)
class Month:
    """What a month brought; `balance` is that of its end, None before cash was ever counted."""

    month: str
    came: float = 0.0
    went: float = 0.0
    balance: float | None = None

    @property
    def net(self) -> float:
        """What was left over, or less than nothing."""
        return self.came - self.went


@dataclass(frozen=True, slots=True)
class Runway:
    """How one currency stands. `burn` is None without a month to tell it from; `months_left` when nothing is burnt."""

    currency: str
    balance: float | None
    burn: float | None
    burn_months: Sequence[str]
    months_left: float | None
    until: str | None
    months: Sequence[Month] = field(default_factory=tuple)


def fold_runway(events: Sequence[Event]) -> list[Entry]:
    """Return the entries in the order of their days; what was told later counts after what was told before."""
    entries = [
        Entry(
            event["day"], event["at"], event["id"], event["kind"], event["amount"], event["currency"],
            event.get("note", ""),
        )
        for event in events
    ]  # fmt: skip
    entries.sort()
    return entries


_FLOW: Mapping[str, Check] = {"amount": is_amount, "currency": is_currency, "day": is_day, "note?": is_text}
RUNWAY = Tracker("runway.jsonl", {CASH: _FLOW, IN: _FLOW, OUT: _FLOW}, fold_runway)


def runway_of(entries: Sequence[Entry], currency: str, today: date) -> Runway:
    """Return how long the money of one currency lasts, as seen today."""
    mine = [entry for entry in entries if entry.currency == currency]
    months = _months(mine, today)
    balance = next((month.balance for month in reversed(months) if month.balance is not None), None)
    this_month = month_of(today.isoformat())
    recent = set(months_until(shifted(this_month, -1), BURN_MONTHS))
    # Where there is no whole month yet, the present one has to do.
    counted = [each for each in months if each.month in recent and (each.came or each.went)]
    counted = counted or [each for each in months if each.month == this_month and (each.came or each.went)]
    burn = -sum(month.net for month in counted) / len(counted) if counted else None
    left = until = None
    if balance is not None and burn is not None and burn > 0:
        left = max(0.0, balance / burn)
        if left <= MOST_MONTHS:
            until = (today + timedelta(days=round(left * DAYS_PER_MONTH))).isoformat()
    return Runway(currency, balance, burn, [month.month for month in counted], left, until, months)


def _months(entries: Sequence[Entry], today: date) -> list[Month]:
    """Add up month by month, from the first entry to today; what lies ahead does not count yet."""
    last = today.isoformat()
    past = [entry for entry in entries if entry.day <= last]
    if not past:
        return []
    months = {each: Month(each) for each in months_between(month_of(past[0].day), month_of(last))}
    balance: float | None = None
    place = 0
    for name, month in months.items():
        while place < len(past) and month_of(past[place].day) == name:
            balance = _add(past[place], month, balance)
            place += 1
        month.balance = balance
    return list(months.values())


def _add(entry: Entry, month: Month, balance: float | None) -> float | None:
    if entry.kind == CASH:
        return entry.amount
    if entry.kind == IN:
        month.came += entry.amount
        return balance if balance is None else balance + entry.amount
    month.went += entry.amount
    return balance if balance is None else balance - entry.amount
