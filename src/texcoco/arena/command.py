"""The command `texcoco arena`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from texcoco.arena.report import WORDS, Progress, number, report
from texcoco.arena.run import Archive, LocalPool, Pool, run
from texcoco.arena.tournament import Tournament, decided
from texcoco.game import BadOption, Game
from texcoco.printable import printable

INTERRUPTED = 130
LOCAL = "local"


def arena(asked: argparse.Namespace, game: Game, options: dict[str, Any]) -> int:
    """Plays a tournament and prints what came of it."""
    bots = tuple(name.strip() for name in asked.bots.split(",") if name.strip())
    seats: int = asked.seats or game.seats.start
    if (
        asked.games < 1
        or (asked.jobs is not None and asked.jobs < 1)
        or (asked.seconds is not None and asked.seconds <= 0)
    ):
        raise BadOption(WORDS.say(asked.lang, "bad.numbers"))
    if asked.goal is not None and not 0 < asked.goal < 100:
        raise BadOption(WORDS.say(asked.lang, "bad.goal"))
    tournament = Tournament(game, bots, seats, asked.games, asked.seed, options, asked.seconds)
    folder: Path = asked.folder or Path("arena") / _name(tournament)
    archive = Archive(folder, tournament)
    pool = _pool(asked.jobs, asked.ray)
    wanted = {fixture.key for fixture in tournament.fixtures()}
    archive.results = [result for result in archive.results if result.key in wanted]
    progress = Progress(len(wanted), len(archive.results), asked.lang)
    goal = asked.goal and asked.goal / 100
    per_deal = seats * len(tournament.line_ups())
    interrupted = False
    try:
        for _ in run(tournament, pool, archive):
            progress.show(archive.results)
            if goal is not None and decided(bots[0], archive.results, goal, per_deal) is not None:
                break
    except KeyboardInterrupt:
        interrupted = True
    finally:
        progress.close()
        archive.close()
        pool.close()
    if archive.results:
        print(report(tournament, archive.results, asked.lang))
        if goal is not None:
            answer = decided(bots[0], archive.results, goal, per_deal)
            key = "goal.open" if answer is None else "goal.above" if answer else "goal.below"
            told = {"bot": printable(bots[0]), "goal": number(goal, ".0%", asked.lang)}
            print("\n" + WORDS.say(asked.lang, key, told))
        print()
    print(WORDS.say(asked.lang, "interrupted" if interrupted else "kept", {"folder": str(folder)}))
    sys.stdout.flush()
    return INTERRUPTED if interrupted else 0


def _pool(jobs: int | None, ray: str | None) -> Pool:
    if ray is None:
        return LocalPool(jobs)
    from texcoco.arena.cluster import RayPool

    return RayPool(ray)


def _name(tournament: Tournament) -> str:
    """A folder's name that says what is in it, so that the same command finds its games again."""
    bots = "-".join("".join(c if c.isalnum() else "_" for c in bot)[-30:] for bot in tournament.bots)
    return f"{tournament.game.name}-{tournament.seats}-{bots}-{tournament.seed}"
