"""What people see of a tournament: progress while it runs, and the tables at its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from texcoco.arena.match import Result
from texcoco.arena.tournament import Interval, Standing, Tournament, first_share, seat_shares, share_of, standings
from texcoco.printable import printable
from texcoco.progress import ProgressLine
from texcoco.words import Words

WORDS = Words("texcoco.arena")


class Progress:
    """A line that tells how far a run is: drawn anew in a terminal, written now and then elsewhere."""

    def __init__(self, total: int, before: int, lang: str, stream: TextIO | None = None):
        self.lang = lang
        self._line = ProgressLine(total, before, stream)

    def show(self, results: Sequence[Result]) -> None:
        self._line.show(len(results), lambda left: self._told(results, left))

    def close(self) -> None:
        self._line.close()

    def _told(self, results: Sequence[Result], left: int) -> str:
        names = list(dict.fromkeys(name for result in results for name in result.bots))
        shares = "  ".join(
            f"{printable(name)[:20]} {number(_share(name, results), '.0%', self.lang)}" for name in names
        )
        time = WORDS.say(self.lang, "left", {"minutes": left // 60, "seconds": f"{left % 60:02}"})
        return f"{shares}  {time}"


def _share(name: str, results: Sequence[Result]) -> float:
    games = [r for r in results if name in r.bots]
    return sum(r.share(seat) for r in games for seat, who in enumerate(r.bots) if who == name) / len(games)


def report(tournament: Tournament, results: Sequence[Result], lang: str) -> str:
    """The result of a tournament, or of what was played of it."""
    found = standings(results)
    say = WORDS.say
    head = {"game": tournament.game.title, "games": len(results), "deals": len({r.deal for r in results})}
    seats = say(lang, "seats", {"shares": [number(share, ".0%", lang) for share in seat_shares(results)]})
    first = first_share(results)
    paragraphs = [
        say(lang, "head", {**head, "seats": tournament.seats, "seed": tournament.seed}),
        _table([[say(lang, f"column.{name}") for name in COLUMNS], *(_row(standing, lang) for standing in found)]),
    ]
    line_ups = tournament.line_ups()
    if len(line_ups) > 1:
        paragraphs.append(_table(list(_line_ups(tournament, results, lang))))
    biases = seats if first is None else f"{seats} {say(lang, 'first', {'share': number(first, '.0%', lang)})}"
    paragraphs.append(biases)
    failed = [result.error for result in results if result.error]
    if failed:
        paragraphs.append(say(lang, "failed", {"n": len(failed), "error": printable(failed[0])}))
    return "\n\n".join(paragraphs)


COLUMNS = ("bot", "rating", "wins", "fair", "games", "turn", "slow")


def _row(standing: Standing, lang: str) -> list[str]:
    return [
        printable(standing.bot),
        _interval(standing.rating, "+.1f", lang),
        _interval(standing.wins, ".1%", lang),
        number(standing.fair, ".0%", lang),
        str(standing.games),
        f"{number(standing.median_turn, '.3f', lang)} s",
        f"{number(standing.slow_turn, '.3f', lang)} s",
    ]


def _line_ups(tournament: Tournament, results: Sequence[Result], lang: str):
    """For each line-up, what its first bot won."""
    yield [WORDS.say(lang, f"column.{name}") for name in ("line_up", "wins", "games")]
    for number, line_up in enumerate(tournament.line_ups()):
        games = [result for result in results if result.line_up == number]
        if games:
            others = ", ".join(map(printable, line_up[1:]))
            wins = _interval(share_of(line_up[0], games), ".1%", lang)
            yield [WORDS.say(lang, "among", {"bot": printable(line_up[0]), "others": others}), wins, str(len(games))]


def _interval(found: Interval, form: str, lang: str) -> str:
    return f"{number(found.value, form, lang)} ({number(found.low, form, lang)} … {number(found.high, form, lang)})"


def number(value: float, form: str, lang: str) -> str:
    """A number as a language writes it: 12.5% is 12,5 % in French, and below zero stands a minus sign."""
    text = f"{value:{form}}".replace("-", "−")
    return text.replace(".", ",").replace("%", "\u00a0%") if lang == "fr" else text


def _table(rows: list[list[str]]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([lines[0], "  ".join("-" * width for width in widths), *lines[1:]])
