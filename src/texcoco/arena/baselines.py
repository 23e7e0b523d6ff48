"""Bots to compare with, which only the arena knows: searches that know nothing of the games but their rules.

- `openspiel-mcts` and `openspiel-ismcts`: OpenSpiel's own searches with random playouts, through our adapters. MCTS is
  for Mexica, where nothing is hidden, ISMCTS for the other two. They need `pip install "texcoco[openspiel]"`.
- `mcts-greedy`: Monte Carlo search whose playouts are played to the end by `greedy`.

They think for as long as the arena allows a decision (`--seconds`), or as their name says (`mcts-greedy@0.1`: a tenth
of a second), or else as long as makes some two seconds a turn. Processor time is counted, so that a busy machine does
not make them weaker.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import ceil, log, sqrt
from random import Random
from time import process_time

from texcoco.bots import Bot, Clock, NoSuchBot, check_name, make
from texcoco.game import CHANCE, Action, Event, Game, Json, Position

SECONDS = {"mexica": 0.3, "yucatan": 2.0, "azteco": 1.0}
"""For a decision, where the arena sets no limit: a turn of Mexica has some seven decisions, one of Azteco two."""


class OpenSpielSearch(Bot):
    """OpenSpiel's MCTS or ISMCTS with random playouts."""

    def __init__(self, game: Game, seconds: float):
        super().__init__(game)
        from texcoco.research.openspiel.search import Searcher

        self.name = "openspiel-mcts" if game.name == "mexica" else "openspiel-ismcts"
        self._seconds = seconds
        self._searcher = Searcher(game)
        self._simulations_per_second = 20.0

    def decide(
        self, seat: int, view: Json, events: Sequence[Event], actions: Sequence[Action], clock: Clock, rng: Random
    ) -> Action:
        if len(actions) == 1:
            return actions[0]
        simulations = max(round((clock.seconds or self._seconds) * self._simulations_per_second), 2)
        began = process_time()
        action = self._searcher.search(self.game.guess(view, rng), seat, simulations, rng.getrandbits(32))
        took = max(process_time() - began, 1e-3)
        self._simulations_per_second = 0.5 * self._simulations_per_second + 0.5 * simulations / took
        return action


class GreedyPlayouts(Bot):
    """Monte Carlo search with playouts by `greedy`.

    Playouts take long, so the tree is never deeper than one action: candidates share the playouts by the bound UCB1,
    and are added one by one, the choice of `greedy` first.
    """

    name = "mcts-greedy"

    def __init__(self, game: Game, seconds: float):
        super().__init__(game)
        self._seconds = seconds
        self._greedy = make("greedy", game)

    def decide(
        self, seat: int, view: Json, events: Sequence[Event], actions: Sequence[Action], clock: Clock, rng: Random
    ) -> Action:
        if len(actions) == 1:
            return actions[0]
        until = process_time() + (clock.seconds or self._seconds)
        root = self.game.guess(view, rng)
        first = self._greedy.decide(seat, view, events, actions, clock, rng)
        candidates = [first, *rng.sample([a for a in actions if a != first], len(actions) - 1)]
        won, visits = [0.0] * len(candidates), [0] * len(candidates)
        playouts = 0
        while process_time() < until:
            considered = min(1 + ceil(sqrt(playouts)), len(candidates))
            number = max(
                range(considered),
                key=lambda n: won[n] / visits[n] + sqrt(log(playouts) / visits[n]) if visits[n] else float("inf"),
            )
            share = self._playout(root.redeal(seat, rng), seat, candidates[number], rng, until)
            if share is None:
                break
            won[number] += share
            visits[number] += 1
            playouts += 1
        return candidates[max(range(len(candidates)), key=lambda n: (visits[n], -n))]

    def _playout(self, position: Position, seat: int, action: Action, rng: Random, until: float) -> float | None:
        """What the seat has of the victory if `greedy` plays for all after an action; None if time runs out before."""
        position.apply(seat, action)
        while actors := position.actors():
            actor = actors[0]
            if actor == CHANCE:
                position.apply(CHANCE, position.draw(rng))
                continue
            if process_time() > until:
                return None
            legal = position.actions(actor)
            chosen = self._greedy.decide(actor, position.view(actor), (), legal, Clock(), rng)
            position.apply(actor, chosen)
        outcome = position.outcome()
        assert outcome is not None
        return 1 / len(outcome.winners) if seat in outcome.winners else 0.0


def baselines(game: Game) -> dict[str, Callable[[Game, float], Bot]]:
    """The baselines of a game, by name: each is made with the processor seconds that it takes for a decision."""
    if game.name not in SECONDS:
        return {}
    search = "openspiel-mcts" if game.name == "mexica" else "openspiel-ismcts"
    return {search: OpenSpielSearch, "mcts-greedy": GreedyPlayouts}


def check_player(name: str, game: Game) -> None:
    """Raises `NoSuchBot` unless the arena has such a player for the game."""
    baseline, at, seconds = name.partition("@")
    if baseline not in baselines(game):
        check_name(name, game)
    elif at and not re.fullmatch(r"\d{1,4}([.]\d{1,4})?", seconds, re.ASCII):
        raise NoSuchBot(f"after @ stand the seconds for a decision, as in {baseline}@0.1, not {seconds[:40]!r}")


def make_player(name: str, game: Game) -> Bot:
    """A player of the arena by name: a baseline, or any bot."""
    baseline, _, seconds = name.partition("@")
    factory = baselines(game).get(baseline)
    return factory(game, float(seconds or SECONDS[game.name])) if factory is not None else make(name, game)
