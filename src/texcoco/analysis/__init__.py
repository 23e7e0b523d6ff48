"""Studying a game that was played: each seat's chances to win, what every turn did to them, and what would have been
better.

    for report in analyse(Record.parse(text)):
        print(report.number, report.seat, report.before, report.after, report.mark, report.best)

It is for games that are over, and for records; nothing here is for a game that still runs.
"""

from __future__ import annotations

from texcoco.analysis.chances import Chances, NoAnalysis, chances
from texcoco.analysis.game_report import GameReport, TurningPoint, analyse, summarise
from texcoco.analysis.marks import MARKS, THRESHOLDS, accuracy, mark
from texcoco.analysis.turns import PlayedTurn, TurnReport, judge_turn, report_on, turns_of
from texcoco.analysis.verdict import DEPTHS, USUAL
from texcoco.analysis.wording import Wording, annotate

__all__ = [
    "DEPTHS", "MARKS", "THRESHOLDS", "USUAL", "Chances", "GameReport", "NoAnalysis", "PlayedTurn", "TurnReport",
    "TurningPoint", "Wording", "accuracy", "analyse", "annotate", "chances", "judge_turn", "mark", "report_on",
    "summarise", "turns_of",
]  # fmt: skip
