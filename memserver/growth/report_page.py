"""The growth report for people: one page of markdown, and its plots. Writes what the report holds, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from memserver.growth.report import GrowthReport, accepted_days
from memserver.growth.report_words import words_of
from memserver.growth.skill import SkillScore
from memserver.growth.svg import Plot, bar_plot, line_plot
from memserver.text.fencing import quote_line
from memserver.text.names import shown_name

MOST_ROWS = 10
CELL_CHARACTERS = 160


def plots_of(report: GrowthReport) -> list[Plot]:
    """Return the plots of a report; those with nothing to show say so."""
    words = words_of(report.language)
    memories = [(day.day, float(day.total)) for day in report.memories]
    confidence = [(day.day, day.mean) for day in report.confidence]
    needs = [(need.label, need.score) for need in report.needs[:MOST_ROWS]]
    skills = [(skill.label, skill.score) for skill in report.skills[:MOST_ROWS]]
    debts = [
        (_gap(item.label, item.element_label, item.question), float(item.debt)) for item in report.debt[:MOST_ROWS]
    ]
    most = max((value for _, value in debts), default=1.0)
    marks = {
        day: words["accepted"].format(questions="; ".join(questions))
        for day, questions in accepted_days(report.queue).items()
    }
    return [
        line_plot("memories", words["memories"], _over_time(words["memories"], memories, report), memories),
        line_plot(
            "confidence",
            words["confidence"],
            _over_time(words["confidence"], confidence, report, marks),
            confidence,
            100.0,
            marks,
        ),
        bar_plot("needs", words["needs"], _bars(words["needs"], needs, report), needs, 100.0),
        bar_plot("skills", words["skills"], _bars(words["skills"], skills, report), skills, 100.0),
        bar_plot("debt", words["debt"], _bars(words["debt"], debts, report), debts, most),
    ]


def markdown_of(report: GrowthReport, plots: Iterable[Plot] = (), folder: str = "") -> str:
    """Return the page; with `folder`, each plot is shown as an image file in it."""
    words = words_of(report.language)
    images = {plot.id: f"![{_alternative(plot)}]({folder}/{plot.id}.svg)" for plot in plots} if folder else {}
    date = report.generated_at.date().isoformat()
    parts = [f"# {words['title']}", words["span"].format(days=report.days, date=date)]
    for name, lines in (
        ("memories", _memories(report)),
        ("confidence", _confidence(report)),
        ("needs", _needs(report)),
        ("skills", _skills(report)),
        ("debt", _debt(report)),
        ("queue", _queue(report)),
        ("stale", _stale(report)),
        ("decisions", _decisions(report)),
        ("routing", _routing(report)),
    ):
        parts.append(f"## {words[name]}")
        parts.append("\n".join(lines))
        if name in images:
            parts.append(images[name])
    return "\n\n".join(parts) + "\n"


def _memories(report: GrowthReport) -> list[str]:
    words = words_of(report.language)
    if not report.total_memories:
        return [words["no-memories"]]
    layers = ", ".join(f"{shown_name(name, report.language)} {count}" for name, count in report.by_layer.items())
    added = sum(day.added for day in report.memories)
    return [words["memories-line"].format(total=report.total_memories, added=added, layers=layers)]


def _confidence(report: GrowthReport) -> list[str]:
    words, turns = words_of(report.language), report.turns
    if turns.mean_confidence is None:
        return [words["no-turns"]]
    lines = [words["confidence-line"].format(turns=turns.count, mean=turns.mean_confidence, escalated=turns.escalated)]
    if turns.with_task:
        lines.append(words["complete-line"].format(complete=turns.complete, tasks=turns.with_task))
    if turns.thumbs_up or turns.thumbs_down:
        lines.append(words["feedback-line"].format(up=turns.thumbs_up, down=turns.thumbs_down))
    return [f"- {line}" for line in lines]


def _needs(report: GrowthReport) -> list[str]:
    words = words_of(report.language)
    rows = [(need.label, f"{need.score:g}", str(need.samples), need.reason) for need in report.needs[:MOST_ROWS]]
    return _table((words["task"], words["score"], words["turns"], words["why"]), rows) or [words["no-needs"]]


def _skills(report: GrowthReport) -> list[str]:
    words = words_of(report.language)
    rows = [
        (skill.label, f"{skill.score:g}", str(skill.samples), _trend(skill, words["too-few"]))
        for skill in report.skills[:MOST_ROWS]
    ]
    return _table((words["task"], words["score"], words["turns"], words["trend"]), rows) or [words["no-skills"]]


def _trend(skill: SkillScore, too_few: str) -> str:
    if skill.trend is None:
        return too_few
    if not skill.trend:
        return "→ 0"
    return f"{'↑' if skill.trend > 0 else '↓'} {skill.trend:+g}"


def _debt(report: GrowthReport) -> list[str]:
    words = words_of(report.language)
    rows = [
        (_gap(item.label, item.element_label, item.question), str(item.debt), f"{item.blocked} × {item.impact}")
        for item in report.debt[:MOST_ROWS]
    ]
    return _table((words["gap"], words["score"], words["blocked"]), rows) or [words["no-debt"]]


def _queue(report: GrowthReport) -> list[str]:
    words = words_of(report.language)
    rows = [(item.question, words[item.state.value], item.reason) for item in report.queue[:MOST_ROWS]]
    return _table((words["question"], words["state"], words["why"]), rows) or [words["no-queue"]]


def _stale(report: GrowthReport) -> list[str]:
    words, decay = words_of(report.language), report.decay
    if not decay.stale:
        return [words["all-fresh" if decay.checked else "nothing-to-age"]]
    lines = [words["stale-line"].format(stale=len(decay.stale), checked=decay.checked, moved=decay.files_changed), ""]
    rows = [
        (each.title or each.path or each.id, f"{each.aged.score:g}", "; ".join(each.reasons))
        for each in decay.stale[:MOST_ROWS]
    ]
    return lines + _table((words["knowledge"], words["score"], words["why"]), rows)


def _decisions(report: GrowthReport) -> list[str]:
    words = words_of(report.language)
    if not report.decisions:
        return [words["no-decisions"]]
    known = sum(bool(each.get("outcome")) for each in report.decisions)
    lines = [words["decisions-line"].format(count=len(report.decisions), known=known), ""]
    rows = [
        (each["createdAt"][:10], each.get("who") or "", each["context"], each["chosen"])
        for each in report.decisions[:MOST_ROWS]
    ]
    return lines + _table((words["day"], words["who"], words["about"], words["chosen"]), rows)


def _routing(report: GrowthReport) -> list[str]:
    words = words_of(report.language)
    lines = []
    for each in report.routing:
        name = each["project"] or words["no-project"]
        if each.get("replayed"):
            lines.append(
                "- "
                + words["route-line"].format(
                    project=quote_line(name),
                    reports=each["reports"],
                    keywords=f"{each['keywordAccuracy']:.0%}",
                    routed=f"{each['routedAccuracy']:.0%}",
                )
            )
        else:
            lines.append("- " + words["route-few"].format(project=quote_line(name), reports=each["reports"]))
    return lines or [words["no-routing"]]


def _gap(label: str, element: str, question: str) -> str:
    return f"{label} · {element}" if label and element else label or question


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Write a table; no rows, no table."""
    if not rows:
        return []
    lines = [head, ["---"] * len(head), *rows]
    return ["| " + " | ".join(_cell(cell) for cell in line) + " |" for line in lines]


def _cell(text: str) -> str:
    return quote_line(text, CELL_CHARACTERS).replace("|", "\\|") if text != "---" else text


def _over_time(
    title: str, points: Sequence[tuple[str, float | None]], report: GrowthReport, marks: Mapping[str, str] | None = None
) -> str:
    known = [(day, value) for day, value in points if value is not None]
    words = words_of(report.language)
    if not known:
        return words["described-none"].format(title=title)
    (first_day, first), (last_day, last) = known[0], known[-1]
    said = words["described"].format(title=title, first=first, first_day=first_day, last=last, last_day=last_day)
    return " ".join([said, *(f"{day}: {mark}" for day, mark in sorted((marks or {}).items()))])


def _bars(title: str, bars: Sequence[tuple[str, float]], report: GrowthReport) -> str:
    words = words_of(report.language)
    if not bars:
        return words["described-none"].format(title=title)
    return words["described-bars"].format(title=title, bars=", ".join(f"{label} {value:g}" for label, value in bars))


def _alternative(plot: Plot) -> str:
    return plot.description.replace("[", "(").replace("]", ")")
