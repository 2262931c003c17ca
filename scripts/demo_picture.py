"""Draws docs/images/demo.svg: parts of the real output of `memserver demo`, as a terminal shows them.

    python scripts/demo_picture.py

What is drawn is what the demo printed; only whole parts are left out. Run it again when the output has changed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from xml.sax.saxutils import escape

from memserver.cli.layout import width_of

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "images" / "demo.svg"
COLUMNS = 104
CELL, LINE, SIZE, MARGIN, BAR = 7.8, 18, 13, 18, 34

# Which parts of the output are drawn, by the beginnings of their headings; of the first turn only what was found.
FIRST_PARTS = ("memserver demo", "Remembering", "payments/retry.toml changes")
FIRST_TURN = ("Question", "Sources")
LAST_TURN = ("Question", "Context", "Sources", "Tokens", "Time")

COLOURS = {
    "31": "#ff7b72", "32": "#7ee787", "33": "#f2cc60", "34": "#79c0ff", "35": "#d2a8ff", "36": "#56d4dd",
}  # fmt: skip
PLAIN, DIM, BACKGROUND, FRAME = "#e6edf3", "#8b949e", "#0d1117", "#30363d"
_RUN = re.compile(r"\x1b\[([0-9;]*)m")


def main() -> None:
    """Run the demo and draw it."""
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(draw(chosen(output())), encoding="utf-8")
    print(f"{TARGET.relative_to(ROOT)} written")


def output() -> list[str]:
    """Return the lines that the demo prints, with their colours."""
    environment = {**os.environ, "COLUMNS": str(COLUMNS), "LANG": "C", "PYTHONIOENCODING": "utf-8"}
    environment.pop("LC_ALL", None)
    command = [sys.executable, "-m", "memserver", "demo", "--color", "always"]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True, env=environment)
    return done.stdout.splitlines()


def chosen(lines: list[str]) -> list[str]:
    """Return the parts that are drawn."""
    parts = [list(group) for filled, group in groupby(lines, key=bool) if filled]
    titles = [_RUN.sub("", part[0]) for part in parts]
    last = max(number for number, title in enumerate(titles) if title.startswith("Question"))
    drawn = ["$ memserver demo"]
    for number, (title, part) in enumerate(zip(titles, parts, strict=True)):
        before = FIRST_PARTS if number < titles.index("Question") else FIRST_TURN
        if title.startswith(LAST_TURN if number >= last else before):
            drawn += ["", *part]
    return drawn


def draw(lines: list[str]) -> str:
    """Return the picture of a terminal with these lines."""
    width = round(2 * MARGIN + CELL * COLUMNS)
    height = BAR + LINE * len(lines) + 2 * MARGIN
    body = "\n".join(part for row, line in enumerate(lines) for part in _line(line, row))
    dots = "".join(
        f'<circle cx="{20 + 18 * number}" cy="17" r="5.5" fill="{colour}"/>'
        for number, colour in enumerate(("#ff5f57", "#febc2e", "#28c840"))
    )
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" \
viewBox="0 0 {width} {height}" role="img" aria-label="Output of memserver demo">
<rect width="{width}" height="{height}" rx="10" fill="{BACKGROUND}" stroke="{FRAME}"/>
{dots}
<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, 'Noto Sans Mono CJK KR', 'Noto Sans CJK KR', \
'Malgun Gothic', 'Apple SD Gothic Neo', monospace" font-size="{SIZE}" xml:space="preserve">
{body}
</g>
</svg>
"""


def _line(line: str, row: int) -> Iterator[str]:
    """Yield the text elements of one line, each on the columns it takes in a terminal."""
    column, codes = 0, ""
    baseline = BAR + MARGIN + LINE * row
    pieces = _RUN.split(line)
    for number, piece in enumerate(pieces):
        if number % 2:
            codes = piece
            continue
        for run in re.findall(r"[가-힣]+| {2,}|(?:(?! {2})[^가-힣])+", piece):
            cells = width_of(run)
            if run.strip():
                yield _text(run, column, cells, baseline, codes.split(";"))
            column += cells


def _text(run: str, column: int, cells: int, baseline: int, codes: list[str]) -> str:
    colour = next((COLOURS[code] for code in codes if code in COLOURS), DIM if "2" in codes else PLAIN)
    weight = ' font-weight="bold"' if "1" in codes else ""
    lead = len(run) - len(run.lstrip())
    shown = run.strip()
    width = width_of(shown) * CELL
    at = MARGIN + (column + lead) * CELL
    assert cells >= width_of(shown)
    return (
        f'<text x="{at:.1f}" y="{baseline}" fill="{colour}"{weight} textLength="{width:.1f}" '
        f'lengthAdjust="spacingAndGlyphs">{escape(shown)}</text>'
    )


if __name__ == "__main__":
    main()
