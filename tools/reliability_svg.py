"""The reliability of chances as a picture: what was said against what came true, a line for each number of seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SIZE, MARGIN = 320, 48
COLOURS = ("#b3492d", "#2f6f8f", "#7a8b2f", "#6b4a8a")
ENOUGH = 0.025
"""Points whose standard error is larger than this are drawn hollow."""


def picture(title: str, results: Mapping[str, Mapping[str, Any]]) -> str:
    """An SVG of the results of a game, by number of seats."""
    width, height = MARGIN + SIZE + 150, SIZE + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="system-ui, sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="{MARGIN}" y="28" font-size="15" font-weight="600">{title}: chances said and games won</text>',
    ]
    for tenth in range(0, 11, 2):
        x, y = _at(tenth / 10, tenth / 10)
        parts.append(f'<path d="M{x} {MARGIN}V{MARGIN + SIZE}M{MARGIN} {y}H{MARGIN + SIZE}" stroke="#ddd"/>')
        parts.append(f'<text x="{x}" y="{MARGIN + SIZE + 16}" text-anchor="middle">{10 * tenth} %</text>')
        parts.append(f'<text x="{MARGIN - 6}" y="{y + 4}" text-anchor="end">{10 * tenth} %</text>')
    parts.append(_band())
    for number, (seats, result) in enumerate(results.items()):
        colour = COLOURS[number % len(COLOURS)]
        points = [(_at(row["said"], row["won"]), row["error"] <= ENOUGH) for row in result["buckets"]]
        line = " ".join(f"{x},{y}" for (x, y), _ in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        for (x, y), enough in points:
            parts.append(f'<circle cx="{x}" cy="{y}" r="4" fill="{colour if enough else "#fff"}" stroke="{colour}"/>')
        y = MARGIN + 16 + 36 * number
        parts.append(f'<circle cx="{MARGIN + SIZE + 16}" cy="{y - 4}" r="4" fill="{colour}"/>')
        parts.append(f'<text x="{MARGIN + SIZE + 26}" y="{y}">{seats} seats</text>')
        parts.append(f'<text x="{MARGIN + SIZE + 26}" y="{y + 14}" fill="#555">Brier {result["brier"]:.3f}</text>')
    parts.append(
        f'<text x="{MARGIN + SIZE / 2}" y="{height - 10}" text-anchor="middle">chance that was said '
        "(band: within 5 points)</text></svg>"
    )
    return "\n".join(parts) + "\n"


def _at(said: float, won: float) -> tuple[float, float]:
    return round(MARGIN + SIZE * said, 1), round(MARGIN + SIZE * (1 - won), 1)


def _band() -> str:
    corners = [_at(0, 0.05), _at(0.95, 1), _at(1, 1), _at(1, 0.95), _at(0.05, 0), _at(0, 0)]
    shape = " ".join(f"{x},{y}" for x, y in corners)
    (x1, y1), (x2, y2) = _at(0, 0), _at(1, 1)
    return (
        f'<polygon points="{shape}" fill="#000" opacity="0.08"/>'
        f'<path d="M{x1} {y1}L{x2} {y2}" stroke="#888" stroke-dasharray="4 3"/>'
    )
