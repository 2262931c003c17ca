"""The report and its plots: counted from the records, readable without seeing, the same bytes for the same records."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.errors import Conflict, InvalidParams
from memserver.growth.audit import AuditReport
from memserver.growth.debt import find_debt
from memserver.growth.need import find_needs
from memserver.growth.report import GrowthReport, confidence_series, days_until, memory_series, turns_of
from memserver.growth.report_files import write_report
from memserver.growth.report_page import markdown_of, plots_of
from memserver.growth.report_words import WORDS
from memserver.growth.requirement_files import built_in_types
from memserver.growth.skill import find_skills
from memserver.growth.svg import bar_plot, line_plot, standalone
from tests.unit.growth.records import reflection
from tests.unit.kit import START

SVG = "{http://www.w3.org/2000/svg}"
TYPES = built_in_types()


def report_of(language: str = "en", empty: bool = False) -> GrowthReport:
    records = [] if empty else [
        reflection(
            hour=hour, score=40 + hour, covered=("date",), missing=("owner",), feedback="down" if hour % 2 else "up"
        )
        for hour in range(8)
    ]  # fmt: skip
    now = START + timedelta(days=2)
    days = days_until(now, 5)
    return GrowthReport(
        generated_at=now,
        days=5,
        language=language,
        memories=memory_series([] if empty else [("2026-04-01", 3), ("2026-05-05", 2)], days),
        by_layer={} if empty else {"long-term": 5},
        confidence=confidence_series(records, days),
        turns=turns_of(records),
        needs=find_needs(records, TYPES, language),
        skills=find_skills(records, TYPES, language),
        debt=find_debt(records, TYPES, language),
        queue=[],
        decay=AuditReport(),
        decisions=[] if empty else [{"createdAt": "2026-05-05T09:00:00.000Z", "context": "A | B", "chosen": "A"}],
        routing=[] if empty else [
            {"project": "web", "reports": 30, "replayed": 20, "keywordAccuracy": 0.5, "routedAccuracy": 0.9}
        ],
    )  # fmt: skip


def test_both_languages_have_the_same_words() -> None:
    assert set(WORDS["en"]) == set(WORDS["ko"])


def test_the_series_count_what_was_there_before_and_leave_days_without_turns_open() -> None:
    report = report_of()
    assert [day.day for day in report.memories] == days_until(report.generated_at, 5)
    assert [day.total for day in report.memories] == [3, 3, 3, 5, 5]
    assert [(day.turns, day.mean) for day in report.confidence] == [
        (0, None),
        (0, None),
        (8, 43.5),
        (0, None),
        (0, None),
    ]


def test_the_page_says_what_the_records_say() -> None:
    page = markdown_of(report_of())
    assert "Answered turns: 8; mean confidence 43.5 of 100" in page
    assert "4 thumbs up, 4 thumbs down" in page
    assert "| Meeting minutes · Owner of each item | 16 | 8 × 2 |" in page
    assert "↑ +2" in page
    assert "A \\| B" in page
    assert "keywords alone right 50%, as routed now 90%" in page


@pytest.mark.parametrize("language", ["en", "ko"])
def test_an_empty_store_gives_sentences_not_tables(language: str) -> None:
    page = markdown_of(report_of(language, empty=True))
    assert "|" not in page
    assert all(len(section.strip().split("\n")) >= 2 for section in page.split("\n## ")[1:])
    for plot in plots_of(report_of(language, empty=True)):
        ElementTree.fromstring(plot.svg)


def test_every_plot_is_well_formed_and_told_in_words() -> None:
    for plot in plots_of(report_of("ko")):
        root = ElementTree.fromstring(plot.svg)
        assert root.get("role") == "img"
        assert root.findtext(f"{SVG}title") == plot.title
        assert root.findtext(f"{SVG}desc") == plot.description
        assert "http" not in plot.svg.replace("http://www.w3.org/2000/svg", "")
        assert "currentColor" in plot.svg
        assert "prefers-color-scheme" in standalone(plot)
        ElementTree.fromstring(standalone(plot))


def test_the_same_records_give_the_same_bytes() -> None:
    assert [plot.svg for plot in plots_of(report_of())] == [plot.svg for plot in plots_of(report_of())]
    assert markdown_of(report_of()) == markdown_of(report_of())


TEXT = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=40)
VALUES = st.floats(0, 1e6, allow_nan=False)


@given(TEXT, st.lists(st.tuples(TEXT, st.none() | VALUES), max_size=70), st.lists(st.tuples(TEXT, VALUES), max_size=8))
def test_no_label_or_value_breaks_a_plot(
    title: str, points: list[tuple[str, float | None]], bars: list[tuple[str, float]]
) -> None:
    for plot in (line_plot("a", title, title, points), bar_plot("b", title, title, bars, 1e6)):
        root = ElementTree.fromstring(plot.svg)
        for element in root.iter():
            for name in ("x", "y", "width", "cx", "cy"):
                value = element.get(name)
                assert value is None or 0 <= float(value) <= 640.1


def test_the_report_is_written_with_its_plots_and_only_over_its_own(tmp_path: Path) -> None:
    report = report_of()
    path = tmp_path / "growth.md"
    files = write_report(path, report, plots_of(report))
    page = path.read_text(encoding="utf-8")
    assert len(files) == 6
    assert all(Path(each).exists() for each in files)
    assert "](growth-plots/confidence.svg)" in page
    assert write_report(path, report, plots_of(report)) == files
    own = tmp_path / "notes.md"
    own.write_text("# My notes\n", encoding="utf-8")
    with pytest.raises(Conflict):
        write_report(own, report, [])
    with pytest.raises(InvalidParams):
        write_report(Path("growth.md"), report, [])
