"""Plays a tournament: on all cores of this machine or on a Ray cluster, kept in a folder so that it can go on later."""

from __future__ import annotations

import json
import multiprocessing
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from pathlib import Path
from typing import Protocol

import msgspec

from texcoco.arena.match import Fixture, PlayedGame, Result, play
from texcoco.arena.tournament import Tournament
from texcoco.game import BadOption, Json

Key = tuple[int, int, int]


class Archive:
    """The folder of a tournament: its settings, a line for each game that is over, and the records."""

    def __init__(self, folder: Path, tournament: Tournament):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "records").mkdir(exist_ok=True)
        settings = settings_of(tournament)
        known = folder / "tournament.json"
        if known.exists():
            before = _read_settings(known)
            # more games of the same tournament may be played, but none of another one
            if {**before, "games": 0} != {**settings, "games": 0}:
                raise BadOption(f"{folder} holds another tournament: {json.dumps(before)}")
        known.write_text(json.dumps(settings, indent=1) + "\n", encoding="utf-8")
        self._results = folder / "games.jsonl"
        self.results = list(self._read())
        self._lines = self._results.open("ab")

    def _read(self) -> Iterator[Result]:
        if not self._results.exists():
            return
        text = self._results.read_bytes()
        whole = text.rfind(b"\n") + 1
        if whole < len(text):  # a line that was cut off when the run was killed: that game is played again
            with self._results.open("r+b") as file:
                file.truncate(whole)
        for number, line in enumerate(text[:whole].split(b"\n")[:-1], 1):
            try:
                yield msgspec.json.decode(line, type=Result)
            except (msgspec.DecodeError, UnicodeDecodeError) as bad:
                raise BadOption(f"{self._results} is damaged in line {number}: {bad}") from None

    def add(self, played: PlayedGame) -> None:
        line_up, deal, rotation = played.result.key
        (self.folder / "records" / f"{line_up}-{deal}-{rotation}.txt").write_text(played.record, encoding="utf-8")
        self._lines.write(msgspec.json.encode(played.result) + b"\n")
        self._lines.flush()
        self.results.append(played.result)

    def close(self) -> None:
        self._lines.close()


def _read_settings(path: Path) -> Json:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Json)
    except (msgspec.DecodeError, UnicodeDecodeError) as bad:
        raise BadOption(f"{path} is damaged: {bad}") from None


def settings_of(tournament: Tournament) -> Json:
    """What a tournament is, as JSON."""
    return {
        "game": tournament.game.name, "rules": tournament.game.rules, "bots": list(tournament.bots),
        "seats": tournament.seats, "games": tournament.games, "seed": tournament.seed,
        "options": dict(tournament.options), "seconds": tournament.seconds,
    }  # fmt: skip


class Pool(Protocol):
    """Something that plays games, several at once."""

    size: int

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[PlayedGame]:
        """Plays all of them and gives each when it is over, in whatever order."""
        ...

    def close(self) -> None: ...


class LocalPool:
    """Processes of this machine."""

    def __init__(self, processes: int | None = None):
        self.size = (
            processes or len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        )
        self._executor = ProcessPoolExecutor(self.size, mp_context=multiprocessing.get_context("spawn"))

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[PlayedGame]:
        waiting = iter(fixtures)
        running: set[Future[PlayedGame]] = {self._executor.submit(play, f) for f in islice(waiting, 2 * self.size)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            running |= {self._executor.submit(play, f) for f in islice(waiting, len(done))}
            for future in done:
                yield future.result()

    def close(self) -> None:
        self._executor.shutdown(cancel_futures=True)


def run(tournament: Tournament, pool: Pool, archive: Archive) -> Iterator[Result]:
    """Plays the games of a tournament that the archive does not have yet, and gives each as it ends."""
    done: set[Key] = {result.key for result in archive.results}
    for played in pool.play(fixture for fixture in tournament.fixtures() if fixture.key not in done):
        archive.add(played)
        yield played.result
