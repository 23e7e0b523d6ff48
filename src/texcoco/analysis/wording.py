"""Reports in sentences, for the terminal and for comments in records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from texcoco.analysis.game_report import GameReport, TurningPoint, percent
from texcoco.analysis.marks import GOOD
from texcoco.analysis.turns import TurnReport
from texcoco.game import CHANCE, Game
from texcoco.record import Record
from texcoco.words import Words

WORDS = Words("texcoco.analysis")
LITTLE = 0.02
"""Luck that changed chances by less than this is not told."""


class Wording:
    """The sentences of a game's analysis in one language."""

    def __init__(self, game: Game, seats: int, lang: str):
        self.game, self.lang = game, lang
        self.names = [game.say(lang, f"seat.{seat}", {}) for seat in range(seats)]

    def _say(self, key: str, **values: object) -> str:
        return WORDS.say(self.lang, key, values, self.names)

    def name(self, seat: int) -> str:
        return self._say("chance") if seat == CHANCE else self.names[seat]

    def chances(self, r: TurnReport) -> str:
        """What a turn did to the chance of whoever made it."""
        seat = r.seat
        return self._say("chances", before=percent(r.before[seat]), after=percent(r.after[seat]))

    def verdict(self, r: TurnReport) -> str:
        """The mark and what was lost; nothing for a good turn."""
        if r.mark in ("", GOOD):
            return ""
        return self._say("verdict", mark=r.mark, points=max(percent(r.loss), 1))

    def better(self, r: TurnReport) -> str:
        """What would have been better, and why; nothing for a good turn."""
        if not self.verdict(r):
            return ""
        return " ".join(filter(None, (self._say("better", best="; ".join(r.best)), r.reason.get(self.lang, ""))))

    def luck(self, r: TurnReport) -> str:
        """What luck did, to whom that was most; nothing if it was little."""
        seat = max(range(len(r.luck)), key=lambda s: abs(r.luck[s]))
        return self._say("luck", seat=seat, **_signed(r.luck[seat])) if abs(r.luck[seat]) >= LITTLE else ""

    def turning_point(self, point: TurningPoint) -> str:
        return self._say("line", n=point.number) + " " + self._say(f"turning.{point.key}", **point.values)

    def turn(self, r: TurnReport) -> list[str]:
        """A turn in some lines."""
        played = "; ".join(r.played)
        if r.seat == CHANCE:
            lines = [f"{r.number:4}  {self.name(r.seat)}: {played}"]
        else:
            told = "  ".join(filter(None, (self.chances(r), self.verdict(r))))
            lines = [f"{r.number:4}  {self.name(r.seat)}: {played}", f"      {told}"]
        return lines + [f"      {more}" for more in (self.better(r), self.luck(r)) if more]

    def summary(self, report: GameReport) -> Iterator[str]:
        """The whole game in some lines."""
        yield self._say("accuracy")
        width = max(map(len, self.names))
        for seat, exact in enumerate(report.accuracy):
            marks = self._say("marks", **report.marks[seat])
            told = self._say("nothing") if exact is None else self._say("exact", n=_written(exact, self.lang))
            luck = report.luck[seat]
            lucky = "  " + self._say("luck-in-all", **_signed(luck)) if percent(luck) else ""
            yield f"  {self.names[seat]:{width}}  {told}  {marks}{lucky}"
        if report.turning_points:
            yield ""
            yield self._say("turning-points")
            for point in report.turning_points:
                yield f"  {self.turning_point(point)}"


def _signed(chance: float) -> dict[str, str | int]:
    """A change of chances in points, with its sign."""
    return {"sign": "+" if chance > 0 else "−", "n": abs(percent(chance))}


SIGN = "analysis: "
"""What the comments of an analysis begin with, so that a new one takes the place of an old one."""


def annotate(record: Record, reports: Sequence[TurnReport], lang: str) -> Record:
    """The record with a comment on every turn that was judged. Comments of others stay, those of an earlier analysis do
    not."""
    wording = Wording(record.game, record.seats, lang)
    comments = {at: kept for at, own in record.comments.items() if (kept := [c for c in own if not c.startswith(SIGN)])}
    moves = 0
    for line, r in zip(record.lines(), reports, strict=False):
        moves += len(line)
        told = [] if r.seat == CHANCE else [wording.chances(r)]
        told = " ".join(filter(None, (*told, wording.verdict(r), wording.better(r), wording.luck(r))))
        if told:
            comments.setdefault(moves, []).append(SIGN + told)
    return replace(record, comments=comments)


def _written(number: float, lang: str) -> str:
    return f"{number:.1f}".replace(".", ",") if lang == "fr" else f"{number:.1f}"
