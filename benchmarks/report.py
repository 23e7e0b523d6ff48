"""What was measured as Markdown tables, and which targets are reached."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from benchmarks.engines import CATANATRON, HIVE, Ours
from benchmarks.measure import Numbers

COLUMNS = {
    "pick_actions": ("actions/s, pick", ",.0f"),
    "pick_games": ("games/s, pick", ",.1f"),
    "list_actions": ("actions/s, lists", ",.0f"),
    "list_games": ("games/s, lists", ",.1f"),
    "listed": ("legal actions listed/s", ",.0f"),
    "numbered": ("the same as numbers/s", ",.0f"),
    "branching": ("mean branching", ",.1f"),
    "copy": ("µs per copy", ",.2f"),
    "redeal": ("µs per redeal", ",.1f"),
    "guess": ("µs per guess", ",.0f"),
}
MEXICA = "mexica, {} seats"
TARGETS: dict[str, tuple[tuple[str, str, float], ...]] = {
    "mexica": (
        ("pick_actions", CATANATRON, 2),
        ("pick_actions", HIVE, 4),
        ("listed", CATANATRON, 10),
        ("copy", CATANATRON, 1 / 10),
    ),
    "yucatan": (("pick_actions", MEXICA, 1), ("copy", MEXICA, 1)),
    "azteco": (("pick_actions", MEXICA, 1.5),),
}
"""For each game the numbers that are to be so many times another engine's, at least, or for a copy at most."""
OWN_TARGETS = (("redeal", "copy", 20.0), ("numbered", "listed", 0.8))
"""For every game numbers that are to be so many times another number of its own."""
AT_MOST = ("copy", "redeal")
"""Numbers that are better when they are lower."""


@dataclass(frozen=True)
class Result:
    """A target, and what was measured: ratios of numbers of the same round."""

    engine: str
    number: str
    other: str
    target: float
    ratios: list[float]
    ratio: float
    reached: bool


def results(engines: Sequence[Ours], measured: Mapping[str, Numbers]) -> list[Result]:
    found: list[Result] = []
    for engine in engines:
        for number, against, target in TARGETS.get(engine.game.name, ()):
            other = against.format(engine.seats)
            if other not in measured:
                continue
            theirs = (
                measured[other].get(number) or measured[other]["list_actions"]
            )  # who has no `pick` plays with lists
            ratios = [mine / its for mine, its in zip(measured[engine.name][number], theirs, strict=True)]
            ratio = median(ratios)
            found.append(Result(engine.name, number, other, target, ratios, ratio, _reached(number, ratio, target)))
        for number, against, target in OWN_TARGETS:
            mine = measured[engine.name]
            ratios = [one / other for one, other in zip(mine[number], mine[against], strict=True)]
            ratio = median(ratios)
            found.append(
                Result(engine.name, number, COLUMNS[against][0], target, ratios, ratio, _reached(number, ratio, target))
            )
    return found


def _reached(number: str, ratio: float, target: float) -> bool:
    return ratio <= target if number in AT_MOST else ratio >= target


def numbers_table(measured: Mapping[str, Numbers]) -> str:
    lines = [["", *(title for title, _ in COLUMNS.values())]]
    for name, numbers in measured.items():
        lines.append(
            [name, *(f"{median(numbers[n]):{form}}" if n in numbers else "–" for n, (_, form) in COLUMNS.items())]
        )
    return markdown(lines, words=1)


def results_table(found: Sequence[Result]) -> str:
    lines = [["", "number", "against", "ratio", "lowest", "highest", "target", "reached"]]
    for r in found:
        ratios = [f"{ratio:.3g}×" for ratio in (r.ratio, min(r.ratios), max(r.ratios))]
        bound = f"{'≤' if r.number in AT_MOST else '≥'} {r.target:g}×"
        lines.append([r.engine, COLUMNS[r.number][0], r.other, *ratios, bound, "✓" if r.reached else "not reached"])
    return markdown(lines, words=3)


def markdown(lines: list[list[str]], words: int) -> str:
    """A table that is easy to read as it is, too: `words` columns to the left, then numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    laid = [[f"{cell:{'<' if i < words else '>'}{widths[i]}}" for i, cell in enumerate(line)] for line in lines]
    laid.insert(1, ["-" * width if i < words else "-" * (width - 1) + ":" for i, width in enumerate(widths)])
    return "\n".join(f"| {' | '.join(line)} |" for line in laid)
