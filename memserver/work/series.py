"""Figures month by month out of the trackers: what `/cohort` shows and other pages sum up. Pure; shows nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from memserver.clock import from_iso
from memserver.work.customers import Customer, revenue
from memserver.work.feedback import Feedback
from memserver.work.hiring import Candidate
from memserver.work.months import last_day, month_of, months_between, months_until
from memserver.work.runway import IN, OUT, Entry
from memserver.work.tasks import Task


@dataclass(frozen=True, slots=True)
class Series:
    """One figure per month; `currency` is set where it is money."""

    name: str
    months: Sequence[str]
    values: Sequence[float]
    currency: str = ""


@dataclass(frozen=True, slots=True)
class Cohort:
    """The customers who came in one month, and how many of them were here at the end of it and of each later month."""

    month: str
    size: int
    here: Sequence[int]


def local_day(moment: str, now: datetime) -> str:
    """Return the day of a moment in the zone of `now`."""
    return from_iso(moment).astimezone(now.tzinfo).date().isoformat()


def local_month(moment: str, now: datetime) -> str:
    """Return the month of a moment in the zone of `now`."""
    return month_of(local_day(moment, now))


def _counted(name: str, months: Sequence[str], moments: Iterable[str]) -> Series:
    found = list(moments)
    return Series(name, months, [found.count(month) for month in months])


def customer_series(customers: Sequence[Customer], months: Sequence[str], today: str) -> list[Series]:
    """Return how many there were, came and left, and what they paid."""
    ends = [min(last_day(month), today) for month in months]
    came = (month_of(start) for each in customers for start, _ in each.stays)
    left = (month_of(end) for each in customers for _, end in each.stays if end is not None)
    series = [
        Series("customers", months, [sum(each.is_here(day) for each in customers) for day in ends]),
        _counted("new", months, came),
        _counted("left", months, left),
    ]
    paid = [revenue(customers, day) for day in ends]
    currencies = sorted({currency for each in paid for currency in each})
    return series + [
        Series("revenue", months, [each.get(currency, 0) for each in paid], currency) for currency in currencies
    ]


def money_series(entries: Sequence[Entry], months: Sequence[str]) -> list[Series]:
    """Return what came in and went out, by currency."""
    series = []
    for currency in sorted({entry.currency for entry in entries}):
        for name, kind in (("income", IN), ("spend", OUT)):
            sums = dict.fromkeys(months, 0.0)
            for entry in entries:
                if entry.kind == kind and entry.currency == currency and month_of(entry.day) in sums:
                    sums[month_of(entry.day)] += entry.amount
            series.append(Series(name, months, list(sums.values()), currency))
    return series


def task_series(tasks: Iterable[Task], months: Sequence[str], now: datetime) -> list[Series]:
    """Return how many tasks were finished and added."""
    known = list(tasks)
    return [
        _counted("done", months, (local_month(task.done_at, now) for task in known if task.done_at)),
        _counted("added", months, (local_month(task.created_at, now) for task in known)),
    ]


def feedback_series(said: Iterable[Feedback], months: Sequence[str], now: datetime) -> list[Series]:
    """Return how much was said and answered."""
    known = list(said)
    return [
        _counted("feedback", months, (local_month(each.at, now) for each in known)),
        _counted("answered", months, (local_month(each.answered_at, now) for each in known if each.answered_at)),
    ]


def hire_series(candidates: Iterable[Candidate], months: Sequence[str], now: datetime) -> list[Series]:
    """Return how many candidates came and joined."""
    known = list(candidates)
    joined = (local_month(each.since, now) for each in known if each.stage == "hired")
    return [
        _counted("candidates", months, (local_month(each.path[0][1], now) for each in known)),
        _counted("hired", months, joined),
    ]


def cohorts(customers: Sequence[Customer], today: str, count: int) -> list[Cohort]:
    """Return the customers by the month in which they came first, the last `count` months."""
    found = []
    for month in months_until(month_of(today), count):
        members = [each for each in customers if month_of(each.joined) == month]
        if members:
            later = months_between(month, month_of(today))
            here = [sum(each.is_here(min(last_day(each_month), today)) for each in members) for each_month in later]
            found.append(Cohort(month, len(members), here))
    return found
