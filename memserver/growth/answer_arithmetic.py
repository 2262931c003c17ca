"""Compares two values of statements: equal after conversion and rounding, within a bound, or derived by one step.

The tolerance is the one that the wording asks for: "roughly two seconds" is 1,972 ms, "two reviewers" are not three.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from memserver.growth.answer_values import HALF_DAY, MOST_VALUES, Quantity

ROUNDED, ROUGHLY = 0.035, 0.16


def agree(one: Quantity, other: Quantity) -> bool:
    """Say whether two values are the same, as far as their wording is exact."""
    if one.kind in {"version", "label"} or other.kind in {"version", "label"}:
        return _agree_as_written(one, other)
    if one.kind != other.kind:
        return False
    if one.kind == "time":
        apart = abs(one.amount - other.amount)
        return apart == 0 or (apart == HALF_DAY and (one.half_day or other.half_day))
    if one.kind == "date":
        # A month without its day agrees with each of its days.
        return one.amount == other.amount or (
            one.amount // 100 == other.amount // 100 and 0 in {one.amount % 100, other.amount % 100}
        )
    if one.kind in {"weekday", "monthday", "quarter", "year"} or one.unit != other.unit:
        return one.amount == other.amount
    return _near(one.amount, other.amount, one, other)


def _agree_as_written(one: Quantity, other: Quantity) -> bool:
    if one.text and other.text:
        short, long = sorted((one.text, other.text), key=len)
        # "3.12" and "3.12.1" may be one version at two levels of detail; 2 and 20 are two numbers.
        return short == long or (long.startswith(f"{short}.") and "version" in {one.kind, other.kind})
    return _figure(one) == _figure(other)


def _figure(each: Quantity) -> float:
    try:
        return float(each.text) if each.text else each.amount
    except ValueError:
        return -1.0


def _near(one: float, other: float, *wordings: Quantity) -> bool:
    if one == other:
        return True
    whole = max(abs(one), abs(other))
    measured = all(each.measured for each in wordings)
    tolerance = ROUGHLY if any(each.rough for each in wordings) else ROUNDED if measured else 0.0
    return abs(one - other) <= tolerance * whole


def within(stated: Quantity, source: Quantity) -> bool:
    """Say whether a bound of the answer holds for a source's plain value: "less than an hour" for 40 minutes."""
    if not stated.bound or source.bound == stated.bound or stated.kind not in {"amount", "label"}:
        return False
    if source.bound:
        return False
    return source.amount >= stated.amount if stated.bound > 0 else source.amount <= stated.amount


def derivable(stated: Quantity, given: Sequence[Quantity]) -> bool:
    """Say whether a value follows from others by one step of arithmetic."""
    if stated.kind in {"version", "date", "monthday", "weekday", "quarter", "year"}:
        return False
    return any(_same_figure(stated, *each) for each in _derived(given[:MOST_VALUES]))


def _same_figure(stated: Quantity, kind: str, unit: str, amount: float) -> bool:
    if stated.kind == "time" or kind == "time":
        return stated.kind == kind and stated.amount % HALF_DAY == amount % HALF_DAY
    if unit not in {stated.unit, "?"}:
        return False
    tolerance = max(ROUNDED if stated.measured else 0.005, ROUGHLY if stated.rough else 0.0)
    return abs(stated.amount - amount) <= tolerance * max(abs(amount), abs(stated.amount))


def _derived(given: Sequence[Quantity]) -> Iterator[tuple[str, str, float]]:
    """Yield what follows from two values: kind, unit ("?" for any) and amount."""
    for each in given:
        if each.unit == "span" and each.amount:
            # "Every six hours" is four times a day.
            yield "amount", "times a second", 1 / each.amount
    for one, other in combinations(given, 2):
        kinds = {one.kind, other.kind}
        if kinds == {"time"}:
            yield "amount", "span", abs(one.amount - other.amount) * 60
        elif "time" in kinds:
            moment, span = (one, other) if one.kind == "time" else (other, one)
            if span.unit == "span":
                yield "time", "", (moment.amount - span.amount / 60) % 1_440
                yield "time", "", (moment.amount + span.amount / 60) % 1_440
        elif kinds <= {"amount", "label"}:
            yield from _arithmetic(one, other)


def _arithmetic(one: Quantity, other: Quantity) -> Iterator[tuple[str, str, float]]:
    low, high = sorted((one.amount, other.amount))
    if one.unit == other.unit:
        yield "amount", one.unit, low + high
        yield "amount", one.unit, high - low
        if low:
            share = high / low
            yield from (("amount", "?", amount) for amount in (share, float(-(-high // low)), 100 * low / high))
            yield "amount", "%", 100 - 100 * low / high
            yield "amount", one.unit, high % low
    for amount, count in ((one, other), (other, one)):
        if amount.measured and not count.measured:
            yield "amount", amount.unit, amount.amount * count.amount
            if count.amount:
                yield "amount", amount.unit, amount.amount / count.amount
    if "%" in {one.unit, other.unit} and one.unit != other.unit:
        whole, percent = (one, other) if other.unit == "%" else (other, one)
        yield "amount", whole.unit, whole.amount * percent.amount / 100


def any_agrees(stated: Quantity, others: Iterable[Quantity]) -> bool:
    """Say whether one of several values is the stated one."""
    return any(agree(stated, other) for other in others)
