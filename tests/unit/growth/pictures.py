"""Draws the pictures of the growth guide from the simulated month: `python -m tests.unit.growth.pictures <folder>`."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from memserver.growth.report_page import plots_of
from memserver.growth.svg import standalone
from tests.unit.growth.month import live_through

SHOWN = ("confidence", "debt")


def main(folder: Path) -> None:
    """Write the pictures."""
    with tempfile.TemporaryDirectory() as place:
        story = asyncio.run(live_through(Path(place)))
    for plot in plots_of(story.report):
        if plot.id in SHOWN:
            (folder / f"growth-{plot.id}.svg").write_text(standalone(plot), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
