"""The growth report as files: a markdown page, and its plots in a folder beside it. Writes only over its own pages."""

from __future__ import annotations

from pathlib import Path

from memserver.errors import Conflict, InvalidParams, StorageFailed
from memserver.files_atomic import write_text
from memserver.growth.report import GrowthReport
from memserver.growth.report_page import markdown_of
from memserver.growth.report_words import WORDS
from memserver.growth.svg import Plot, standalone

_OWN = tuple(f"# {words['title']}" for words in WORDS.values())


def write_report(path: Path, report: GrowthReport, plots: list[Plot]) -> list[str]:
    """Write the report; returns the files. A file that is no growth report is never written over."""
    path = path.expanduser()
    if not path.is_absolute() or path.suffix.lower() != ".md":
        raise InvalidParams("The path must be absolute and end in .md.", field="path")
    folder = path.with_name(f"{path.stem}-plots")
    try:
        if path.exists() and not path.read_text(encoding="utf-8", errors="replace").startswith(_OWN):
            raise Conflict("There is another file at this path.", field="path", hint="Choose another name.")
        for plot in plots:
            write_text(folder / f"{plot.id}.svg", standalone(plot))
        write_text(path, markdown_of(report, plots, folder.name))
    except OSError as failure:
        raise StorageFailed(
            f"The report could not be written ({type(failure).__name__}).", hint="Check that the folder can be written."
        ) from failure
    return [str(path), *(str(folder / f"{plot.id}.svg") for plot in plots)]
