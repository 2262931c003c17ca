"""`/cohort`: month over month, as a table and a sparkline; for customers also who stayed, by the month they came."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from memserver.work.amounts import show_amount
from memserver.work.command import Action, Command, Invocation, Output, Run, Said
from memserver.work.customers import CUSTOMERS
from memserver.work.feedback import FEEDBACK
from memserver.work.hiring import HIRING
from memserver.work.markdown import bullets, change, join, problems_data, problems_note, section, sparkline, table
from memserver.work.months import month_of, months_until
from memserver.work.runway import RUNWAY
from memserver.work.series import (
    Cohort,
    Series,
    cohorts,
    customer_series,
    feedback_series,
    hire_series,
    money_series,
    task_series,
)
from memserver.work.tasks import TASKS
from memserver.work.tracker import Tracked

EMPTY: Said = {
    "en": "Nothing to compare yet. From the second month on this page shows how customers, revenue, money, tasks and "
    "feedback move, and which customers stay. Start with `/customers add Acme $500`.",
    "ko": "아직 견줄 것이 없습니다. 두 번째 달부터 고객, 매출, 지출, 할 일, 피드백의 변화와 어떤 고객이 남는지 보여 "
    "줍니다. `/고객 추가 에이스상사 50만원`으로 시작하세요.",
}
TITLE: Said = {"en": "## Month over month, to {month}", "ko": "## 전월 대비, {month}까지"}
STAYED: Said = {"en": "Who stayed, by the month they came", "ko": "들어온 달별 남은 고객"}
MONTH: Said = {"en": "month", "ko": "월"}
CAME: Said = {"en": "came", "ko": "신규"}
NAMES: dict[str, Said] = {
    "customers": {"en": "customers", "ko": "고객"},
    "new": {"en": "new customers", "ko": "신규 고객"},
    "left": {"en": "left", "ko": "이탈"},
    "revenue": {"en": "monthly revenue", "ko": "월 매출"},
    "income": {"en": "money in", "ko": "입금"},
    "spend": {"en": "money out", "ko": "지출"},
    "done": {"en": "tasks done", "ko": "끝낸 일"},
    "added": {"en": "tasks added", "ko": "더한 일"},
    "feedback": {"en": "feedback", "ko": "피드백"},
    "answered": {"en": "answered", "ko": "답변"},
    "candidates": {"en": "candidates", "ko": "지원자"},
    "hired": {"en": "hired", "ko": "합격"},
}
MONTHS = 6
COHORT_MONTHS = 12

Found = tuple[list[Series], list[Cohort], Sequence[Tracked[Any]]]
Gather = Callable[[Invocation, Sequence[str]], Awaitable[Found]]


async def _customers(call: Invocation, months: Sequence[str]) -> Found:
    tracked = await CUSTOMERS.read(call.services.brain)
    everyone = list(tracked.state.values())
    today = call.services.clock().date().isoformat()
    series = customer_series(everyone, months, today) if everyone else []
    return series, cohorts(everyone, today, COHORT_MONTHS), [tracked]


async def _money(call: Invocation, months: Sequence[str]) -> Found:
    tracked = await RUNWAY.read(call.services.brain)
    return money_series(tracked.state, months), [], [tracked]


async def _tasks(call: Invocation, months: Sequence[str]) -> Found:
    tracked = await TASKS.read(call.services.brain)
    return task_series(tracked.state.values(), months, call.services.clock()), [], [tracked]


async def _feedback(call: Invocation, months: Sequence[str]) -> Found:
    tracked = await FEEDBACK.read(call.services.brain)
    return feedback_series(tracked.state.values(), months, call.services.clock()), [], [tracked]


async def _hire(call: Invocation, months: Sequence[str]) -> Found:
    tracked = await HIRING.read(call.services.brain)
    return hire_series(tracked.state.values(), months, call.services.clock()), [], [tracked]


async def _everything(call: Invocation, months: Sequence[str]) -> Found:
    found = [await each(call, months) for each in (_customers, _money, _tasks, _feedback, _hire)]
    series = [one for each in found for one in each[0]]
    return series, found[0][1], [tracked for each in found for tracked in each[2]]


def _show(gather: Gather) -> Run:
    async def run(call: Invocation) -> Output:
        month = month_of(call.services.clock().date().isoformat())
        months = months_until(month, MONTHS)
        series, stayed, tracked = await gather(call, months)
        telling = [each for each in series if any(each.values)]
        notes = "\n".join(
            note for each in tracked if (note := problems_note(each.problems, each.path.name, call.language))
        )
        data = {
            "months": months,
            "series": [_series_data(each) for each in telling],
            "cohorts": [{"month": each.month, "size": each.size, "here": list(each.here)} for each in stayed],
            "problems": [problem for each in tracked for problem in problems_data(each.problems)],
        }
        if not telling:
            return Output(join(call.say(EMPTY), notes), data)
        text = join(call.say(TITLE, month=month), _table(call, telling), _trends(call, telling), _stayed(call, stayed))
        return Output(join(text, notes), data)

    return run


def _series_data(series: Series) -> dict[str, Any]:
    return {
        "name": series.name,
        "currency": series.currency or None,
        "values": list(series.values),
        "sparkline": sparkline(series.values),
    }


def _name(call: Invocation, series: Series) -> str:
    return NAMES[series.name][call.language] + (f" {series.currency}" if series.currency else "")


def _figure(series: Series, value: float) -> str:
    return show_amount(value, series.currency) if series.currency else f"{value:g}"


def _table(call: Invocation, series: Sequence[Series]) -> str:
    """Return one row per month, each figure with its change against the month before."""
    header = [call.say(MONTH), *(_name(call, each) for each in series)]
    rows = []
    for place, month in enumerate(series[0].months):
        cells = [month]
        for each in series:
            moved = change(each.values[place - 1], each.values[place]) if place else ""
            cells.append(_figure(each, each.values[place]) + (f" ({moved})" if moved not in ("", "–") else ""))
        rows.append(cells)
    return table(header, rows, numbers=range(1, len(header)))


def _trends(call: Invocation, series: Sequence[Series]) -> str:
    return bullets(f"{_name(call, each)}: {sparkline(each.values)} {_figure(each, each.values[-1])}" for each in series)


def _stayed(call: Invocation, stayed: Sequence[Cohort]) -> str:
    """Return one row per cohort: how many of them were here at the end of each month since."""
    if not stayed:
        return ""
    longest = max(len(each.here) for each in stayed)
    header = [call.say(MONTH), call.say(CAME), *(f"+{step}" for step in range(longest))]
    rows = []
    for each in stayed:
        shares = [f"{round(100 * here / each.size)} %" for here in each.here]
        rows.append([each.month, str(each.size), *shares, *[""] * (longest - len(shares))])
    return section(call.say(STAYED), table(header, rows, numbers=range(1, longest + 2)))


COMMAND = Command(
    "cohort",
    "Analysis",
    {"en": "Month over month, and who stays.", "ko": "전월 대비 변화와 남은 고객을 봅니다."},
    (
        Action(
            "", {"en": "", "ko": ""}, {"en": "Everything that moves.", "ko": "모든 변화."}, _show(_everything),
        ),
        Action(
            "customers", {"en": "customers", "ko": "고객"}, {"en": "Customers and revenue.", "ko": "고객과 매출."},
            _show(_customers), ("revenue", "고객", "매출"),
        ),
        Action(
            "money", {"en": "money", "ko": "자금"}, {"en": "Money in and out.", "ko": "입금과 지출."}, _show(_money),
            ("spend", "자금", "지출"),
        ),
        Action(
            "tasks", {"en": "tasks", "ko": "할일"}, {"en": "Tasks.", "ko": "할 일."}, _show(_tasks), ("할일",),
        ),
        Action(
            "feedback", {"en": "feedback", "ko": "피드백"}, {"en": "Feedback.", "ko": "피드백."}, _show(_feedback),
            ("피드백",),
        ),
        Action(
            "hire", {"en": "hire", "ko": "채용"}, {"en": "Candidates.", "ko": "지원자."}, _show(_hire), ("채용",),
        ),
    ),
    aliases=("코호트", "추이"),
)  # fmt: skip
