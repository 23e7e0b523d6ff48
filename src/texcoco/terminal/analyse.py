"""The command `texcoco analyse`."""

from __future__ import annotations

import argparse
import errno
import json
import os
from pathlib import Path

from texcoco.analysis import TurnReport, Wording, analyse, annotate, summarise
from texcoco.game import BadOption
from texcoco.printable import printable
from texcoco.progress import ProgressLine
from texcoco.terminal import WORDS
from texcoco.terminal.session import read_record, write_whole


def analyse_record(asked: argparse.Namespace) -> int:
    """Judges the turns of a record, and prints what is to be said of each as soon as it is known."""
    path: Path = asked.file
    record = read_record(path)
    target: Path | None = asked.annotate
    if target is not None and target.exists() and not target.samefile(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
    if asked.jobs is not None and asked.jobs < 1:
        raise BadOption(WORDS.say(asked.lang, "cli.analyse-jobs-bad"))
    wording = Wording(record.game, record.seats, asked.lang)
    progress = ProgressLine(max(len(record.lines()), 1), terminal_only=True)

    def time_left(left: int) -> str:
        return WORDS.say(asked.lang, "cli.analyse-left", {"minutes": left // 60, "seconds": f"{left % 60:02}"})

    reports: list[TurnReport] = []
    try:
        for report in analyse(record, asked.depth, jobs=asked.jobs or _processors()):
            reports.append(report)
            progress.clear()
            if not asked.json:
                print("\n".join(map(printable, wording.turn(report))), flush=True)
            progress.show(len(reports), time_left)
    finally:
        progress.clear()
    summary = summarise(record, reports)
    if asked.json:
        whole = {"summary": summary.dump(), "turns": [report.dump() for report in reports]}
        print(json.dumps(whole, ensure_ascii=False, indent=1))
    else:
        print("\n" + "\n".join(map(printable, wording.summary(summary))))
    if target is not None:
        write_whole(target, annotate(record, reports, asked.lang).text())
    return 0


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
