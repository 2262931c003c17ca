"""Draws the learning curve of the router as SVG: a few lines, no library."""

from __future__ import annotations

import math
from collections.abc import Sequence

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 64, 24, 36, 56
HIGHEST = 0.7
ROUTED, KEYWORDS, TARGET = "#1f6feb", "#8c959f", "#bf8700"
TARGETS = ((160, 0.40, "0.40 with 20 per label"), (5_770, 0.58, "0.58"))

Point = tuple[int, float, float]
"""How many reports, the F1 as routed, the F1 of the keywords alone."""


def draw(points: Sequence[Point]) -> str:
    """Return the picture."""
    most = max(count for count, _, _ in points)

    def x(count: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * math.log1p(count / 20) / math.log1p(most / 20)

    def y(score: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * score / HIGHEST

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        ' font-family="system-ui, sans-serif" font-size="12">',
        "<title>Macro-F1 of routing by number of reports</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
    ]
    for step in range(8):
        score = step / 10
        parts.append(f'<path d="M{LEFT} {y(score):.1f}H{WIDTH - RIGHT}" stroke="#d0d7de" stroke-width="1"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y(score) + 4:.1f}" text-anchor="end" fill="#57606a">{score:.1f}</text>')
    for count, _, _ in points:
        parts.append(
            f'<text x="{x(count):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle" fill="#57606a">{count}</text>'
        )
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(
        f'<text x="{middle}" y="{HEIGHT - 12}" text-anchor="middle" fill="#24292f">reports learned from</text>'
    )
    parts.append(f'<text x="{LEFT}" y="20" fill="#24292f">macro-F1 on later commits, 8 agents</text>')
    for values, colour, name in (
        ([(count, routed) for count, routed, _ in points], ROUTED, "as routed"),
        ([(count, keywords) for count, _, keywords in points], KEYWORDS, "keywords alone"),
    ):
        path = " ".join(f"{x(count):.1f},{y(score):.1f}" for count, score in values)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        parts += [f'<circle cx="{x(c):.1f}" cy="{y(s):.1f}" r="3.5" fill="{colour}"/>' for c, s in values]
        last = values[-1]
        parts.append(
            f'<text x="{x(last[0]) - 6:.1f}" y="{y(last[1]) - 10:.1f}" text-anchor="end" fill="{colour}">'
            f"{name} {last[1]:.2f}</text>"
        )
    for count, score, name in TARGETS:
        parts.append(f'<path d="M{x(count) - 14:.1f} {y(score):.1f}h28" stroke="{TARGET}" stroke-width="2"/>')
        parts.append(
            f'<text x="{x(count) - 18:.1f}" y="{y(score) + 16:.1f}" text-anchor="end" fill="{TARGET}">'
            f"target {name}</text>"
        )
    return "\n".join([*parts, "</svg>", ""])
