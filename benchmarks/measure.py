"""Measures all engines side by side: in every round each has its turn at everything, so that noise of the machine hits
all alike.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from random import Random
from time import process_time
from typing import Any

from benchmarks.engines import Engine, Ours

ROUNDS = 7
GAMES, POSITIONS = 20, 50
"""Of so many games, about so many positions each, evenly spaced, are listed; those of the middle third are copied."""
SHARE = 0.25
"""What listing and copying get of the time that is for playing: they vary less."""
WARM_UP = 1.0
GUESSES = 60
"""Of so many positions a guess is made in each round."""

Numbers = dict[str, list[float]]
"""What was measured of an engine: for each number, one value a round."""


class Bench:
    """One engine, warmed up, and the positions that it is asked about."""

    def __init__(self, engine: Engine, seed: int):
        self.engine, self.rng, self.numbers = engine, Random(seed), Numbers()
        self.every, self.middle = list[Any](), list[Any]()
        for _ in range(GAMES):
            game = list[Any]()
            engine.play(self.rng, kept=game)
            apart = max(1, len(game) // POSITIONS)
            sample = game[self.rng.randrange(apart) :: apart]
            self.every += sample
            self.middle += sample[len(sample) // 3 : len(sample) * 2 // 3]
        started = process_time()
        while process_time() - started < WARM_UP:
            engine.list_all(engine.copy_all(self.every))
            engine.play(self.rng)
            engine.play(self.rng, lists=False)

    def add(self, **values: float) -> None:
        for number, value in values.items():
            self.numbers.setdefault(number, []).append(value)

    def pick(self, seconds: float) -> None:
        """Whole games without lists."""
        if self.engine.picks:
            played, _, games = self._play(seconds, lists=False)
            self.add(pick_actions=played, pick_games=games)

    def lists(self, seconds: float) -> None:
        """Whole games with lists."""
        played, listed, games = self._play(seconds, lists=True)
        self.add(list_actions=played, list_games=games, branching=listed / played)

    def _play(self, seconds: float, lists: bool) -> tuple[float, float, float]:
        played = listed = games = 0
        started = process_time()
        while (spent := process_time() - started) < seconds:
            more_played, more_listed = self.engine.play(self.rng, lists)
            played += more_played
            listed += more_listed
            games += 1
        return played / spent, listed / spent, games / spent

    def listing(self, seconds: float) -> None:
        """Only the lists, in fresh copies, so that what a position remembers of an earlier list does not help."""
        spent, listed, started = 0.0, 0, process_time()
        while (
            spent < seconds and process_time() - started < 4 * seconds
        ):  # making the copies may take longer than the lists
            fresh = self.engine.copy_all(self.every)
            began = process_time()
            listed += self.engine.list_all(fresh)
            spent += process_time() - began
        self.add(listed=listed / spent)

    def copying(self, seconds: float) -> None:
        """Copies of positions from the middle third of games."""
        copied, started = 0, process_time()
        while (spent := process_time() - started) < seconds:
            copied += len(self.engine.copy_all(self.middle))
        self.add(copy=spent / copied * 1e6)

    def numbering(self, seconds: float) -> None:
        """The same lists as in `listing`, by numbers."""
        if isinstance(self.engine, Ours):
            fresh, spent, listed = self.engine.copy_all(self.every), 0.0, 0
            while spent < seconds:
                began = process_time()
                listed += self.engine.number_all(fresh)
                spent += process_time() - began
                fresh = self.engine.copy_all(self.every)
            self.add(numbered=listed / spent)

    def redealing(self, seconds: float) -> None:
        """What a seat cannot know dealt anew in the positions that are copied, and guessed from views of some of
        them."""
        if isinstance(self.engine, Ours):
            spent, dealt = 0.0, 0
            while spent < seconds:
                fresh = self.engine.copy_all(self.middle)
                began = process_time()
                dealt += self.engine.redeal_all(fresh, self.rng)
                spent += process_time() - began
            self.add(redeal=spent / dealt * 1e6)
            views = self.engine.views(self.rng.sample(self.middle, min(GUESSES, len(self.middle))))
            began = process_time()
            guessed = self.engine.guess_all(views, self.rng)
            self.add(guess=(process_time() - began) / guessed * 1e6)


def measure(engines: Sequence[Engine], seconds: float, say: Callable[[str], None]) -> dict[str, Numbers]:
    """Rounds of everything, by engine. `seconds`: the CPU time in which an engine plays in one way, in all rounds
    together.
    """
    benches: list[Bench] = []
    for seed, engine in enumerate(engines):
        say(f"warming up, {seed + 1} of {len(engines)}")
        benches.append(Bench(engine, seed))
    gc.freeze()  # the collector works as usual, but need not walk over all these positions
    one = seconds / ROUNDS
    for number in range(ROUNDS):
        say(f"round {number + 1} of {ROUNDS}")
        short = one * SHARE
        for kind, time in ((Bench.pick, one), (Bench.lists, one), (Bench.listing, short), (Bench.numbering, short)):
            for bench in benches:
                kind(bench, time)
        for bench in benches:  # one after the other, for these two are compared
            bench.copying(short)
            bench.redealing(short)
    return {bench.engine.name: bench.numbers for bench in benches}
