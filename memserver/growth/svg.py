"""A small writer of plots as SVG: lines over days, and bars. Self-contained, light or dark by the text's own colour.

Every picture carries a title and a description in words for whoever cannot see it. Text is escaped; numbers are
written with fixed digits, so that the same records give the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

WIDTH = 640
LINE_HEIGHT = 220
BAR_HEIGHT = 28
LEFT, RIGHT, TOP, BOTTOM = 48, 16, 34, 30
BAR_LABELS = 190
BAR_VALUES = 52
LABEL_CHARACTERS = 26
# More than this many points are dots on dots.
MOST_DOTS = 62

_FONT = 'font-family="system-ui, sans-serif" font-size="12"'


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture: its id, its title, what it shows in words, and the SVG."""

    id: str
    title: str
    description: str
    svg: str


def line_plot(
    plot_id: str, title: str, description: str, points: Sequence[tuple[str, float | None]], top: float | None = None,
    marks: Mapping[str, str] | None = None,
) -> Plot:  # fmt: skip
    """Draw values over days; None leaves a gap. `top` fixes the upper end of the scale, `marks` names days."""
    values = [value for _, value in points if value is not None]
    most = top if top is not None else _round_up(max(values, default=0.0))
    inner_width, inner_height = WIDTH - LEFT - RIGHT, LINE_HEIGHT - TOP - BOTTOM
    step = inner_width / max(len(points) - 1, 1)

    def place(index: int, value: float) -> tuple[str, str]:
        return _number(LEFT + index * step), _number(TOP + inner_height * (1 - value / most))

    parts = [_grid(most, inner_height)]
    for index, (day, _) in enumerate(points):
        if marks and day in marks:
            parts.append(_mark(LEFT + index * step, marks[day]))
    known = [(index, value) for index, (_, value) in enumerate(points) if value is not None]
    path = " ".join(",".join(place(index, value)) for index, value in known)
    if len(known) > 1:
        parts.append(f'<polyline points="{path}" fill="none" stroke="currentColor" stroke-width="2"/>')
    if len(known) <= MOST_DOTS:
        for index, value in known:
            x, y = place(index, value)
            label = escape(f"{points[index][0]}: {value:g}")
            parts.append(f'<circle cx="{x}" cy="{y}" r="2.5" fill="currentColor"><title>{label}</title></circle>')
    parts.append(_dates([name for name, _ in points], step))
    return Plot(plot_id, title, description, _document(plot_id, title, description, LINE_HEIGHT, "".join(parts)))


def bar_plot(plot_id: str, title: str, description: str, bars: Sequence[tuple[str, float]], top: float) -> Plot:
    """Draw one bar for each label, in the order given; a negative value is drawn as none and written as it is."""
    height = TOP + BAR_HEIGHT * max(len(bars), 1) + 8
    room = WIDTH - BAR_LABELS - BAR_VALUES - RIGHT
    parts = []
    for row, (label, value) in enumerate(bars):
        y = TOP + row * BAR_HEIGHT
        length = room * min(max(value, 0.0) / top, 1.0) if top > 0 else 0.0
        shown = label if len(label) <= LABEL_CHARACTERS else label[: LABEL_CHARACTERS - 1] + "…"
        parts.append(
            f'<text x="{BAR_LABELS - 8}" y="{y + 16}" text-anchor="end" fill="currentColor">{escape(shown)}</text>'
            f'<rect x="{BAR_LABELS}" y="{y + 4}" width="{_number(length)}" height="{BAR_HEIGHT - 12}" '
            f'fill="currentColor" fill-opacity="0.55"/>'
            f'<text x="{_number(BAR_LABELS + length + 6)}" y="{y + 16}" fill="currentColor">{value:g}</text>'
        )
    return Plot(plot_id, title, description, _document(plot_id, title, description, height, "".join(parts)))


def standalone(plot: Plot) -> str:
    """Return a plot as a file of its own: there is no text around it to take the colour from."""
    style = (
        "<style>svg{color:#1f2328;background:#ffffff}"
        "@media (prefers-color-scheme:dark){svg{color:#e6edf3;background:#0d1117}}</style>"
    )
    head, end, rest = plot.svg.partition("</desc>")
    return f"{head}{end}{style}{rest}\n"


def _document(plot_id: str, title: str, description: str, height: int, body: str) -> str:
    name = escape(plot_id, {'"': "&quot;"})
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" aria-labelledby="{name}-title {name}-description" color-scheme="light dark" {_FONT}>'
        f'<title id="{name}-title">{escape(title)}</title>'
        f'<desc id="{name}-description">{escape(description)}</desc>'
        f'<text x="8" y="18" font-weight="600" fill="currentColor">{escape(title)}</text>{body}</svg>'
    )


def _grid(most: float, inner_height: float) -> str:
    lines = []
    for share in (0.0, 0.5, 1.0):
        y = _number(TOP + inner_height * (1 - share))
        lines.append(
            f'<line x1="{LEFT}" y1="{y}" x2="{WIDTH - RIGHT}" y2="{y}" stroke="currentColor" stroke-opacity="0.2"/>'
            f'<text x="{LEFT - 6}" y="{y}" dy="4" text-anchor="end" fill="currentColor">{most * share:g}</text>'
        )
    return "".join(lines)


def _mark(x: float, label: str) -> str:
    """Draw a dashed line over a day on which something happened."""
    place = _number(x)
    return (
        f'<line x1="{place}" y1="{TOP}" x2="{place}" y2="{LINE_HEIGHT - BOTTOM}" stroke="currentColor" '
        f'stroke-dasharray="3 3" stroke-opacity="0.6"><title>{escape(label)}</title></line>'
    )


def _dates(names: Sequence[str], step: float) -> str:
    """Name the first, the middle and the last day."""
    if not names:
        return ""
    anchors = {0: "start", len(names) // 2: "middle", len(names) - 1: "end"}
    return "".join(
        f'<text x="{_number(LEFT + index * step)}" y="{LINE_HEIGHT - 8}" text-anchor="{anchor}" '
        f'fill="currentColor">{escape(names[index])}</text>'
        for index, anchor in anchors.items()
    )


def _round_up(value: float) -> float:
    """Return the next of 1, 2, 5 × a power of ten, so that the scale has readable numbers."""
    step = 1.0
    while step * 10 <= value:
        step *= 10
    return next((step * factor for factor in (1, 2, 5, 10) if step * factor >= value), 1.0)


def _number(value: float) -> str:
    return f"{value:.1f}"
