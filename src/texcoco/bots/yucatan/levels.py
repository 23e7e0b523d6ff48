"""The five levels of Yucatán: the same way to think, further and further ahead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter

from texcoco.bots import Advice, Bot, Clock
from texcoco.bots.yucatan.belief import Odds, heed, odds_of, wins
from texcoco.bots.yucatan.guilds import with_guild
from texcoco.bots.yucatan.hints import better_advised, why
from texcoco.bots.yucatan.history import nudges
from texcoco.bots.yucatan.novice import possessions
from texcoco.bots.yucatan.race import Judge
from texcoco.bots.yucatan.search import FORCING, NEVER, Search, stake
from texcoco.game import Action, Event, Game, Json
from texcoco.games.yucatan import YUCATAN, YucatanPosition
from texcoco.games.yucatan.actions import RAISE
from texcoco.games.yucatan.pieces import LEVELS

EVERYTHING = 1000
"""A width that leaves out nothing."""


@dataclass(frozen=True)
class Sight:
    """How far a level sees. Its work is bounded by this, not by time, so that it plays alike on every machine."""

    name: str
    widths: tuple[int, ...] = ()
    """How many actions are followed in each ply, beginning with one's own: those that look best at once, or those that
    force something."""
    for_more: tuple[int, ...] = ()
    """The same with more than two seats, where more others act before one's own turn comes again."""
    alone: bool = False
    """Whether it counts only how fast it is itself, as if nobody else were there."""
    mixes: bool = False
    """Whether it draws the guilds of new warriors from a mixed strategy; if not, all are alike to it."""
    margin: float = 0.002
    """Actions whose chance to win is less than so much below the best are as good as the best."""


SIGHTS = {
    "2": Sight("2", alone=True),
    "3": Sight("3", (EVERYTHING,), (EVERYTHING,), margin=0.01),
    "4": Sight("4", (12, FORCING), (6, 2, FORCING), mixes=True),
    "5": Sight("5", (10, 6, 4, FORCING, FORCING), (8, 2, 2, FORCING), mixes=True),
}


STRONGEST = SIGHTS["5"]
GIVEN_UP = 0.02
"""How much less an advised action may be worth than the best, for what nudges are about."""


class Novice(Bot):
    """Level 1: does what gives it most at once."""

    name = "1"

    def decide(
        self, seat: int, view: Json, events: Sequence[Event], actions: Sequence[Action], clock: Clock, rng: Random
    ) -> Action:
        if len(actions) == 1:
            return actions[0]
        p = YUCATAN.guess(view, rng)
        odds, values = odds_of(p, seat), list[float]()
        for action in actions:
            after = p.copy()
            if _is_fight(p, action):
                # it knows how a fight is likely to end, and no more
                values.append(possessions(p, seat) + 2 * wins(odds, action.data.start, action.data.end) - 1)
                continue
            after.apply(seat, action)
            if after.phase == "steal":
                after.apply(seat, after.actions(seat)[-1])
            values.append(possessions(after, seat))
        best = max(values)
        return rng.choice([action for action, value in zip(actions, values, strict=True) if value > best - 0.05])


class Racer(Bot):
    """Levels 2 to 5: how many actions it takes to finish, and what others can do about it."""

    def __init__(self, game: Game, sight: Sight, judge: Judge | None = None):
        super().__init__(game)
        self.name, self.sight, self.judge = sight.name, sight, judge or Judge()

    def decide(
        self, seat: int, view: Json, events: Sequence[Event], actions: Sequence[Action], clock: Clock, rng: Random
    ) -> Action:
        began = perf_counter()
        if len(actions) == 1:
            return actions[0]
        if RAISE in actions and view["levels"][seat] == LEVELS - 1:
            return RAISE  # the game is won
        p = YUCATAN.guess(view, rng)
        odds = heed(odds_of(p, seat), p, seat, events)
        found = self.ranked(p, odds, nudges(p, seat, events), seat, _deadline(began, clock))
        return self.choose(p, odds, found, seat, rng)

    def ranked(
        self,
        p: YucatanPosition,
        odds: Odds,
        extra: Mapping[Action, float],
        seat: int,
        deadline: float | None,
        margin: float | None = None,
    ) -> list[tuple[float, Action]]:
        """The most promising actions with what they are worth, `extra` included, best first; exact within `margin` of
        the best."""
        search = Search(seat, self.judge, deadline)
        if self.sight.alone:
            return [
                (
                    0.5
                    - self.judge.actions_left(entry.outcomes[0].position, seat) / 200
                    + extra.get(entry.action, 0.0),
                    entry.action,
                )
                for entry in search.candidates(p, seat, odds)
                if len(entry.outcomes) == 1
            ]
        widths = self.sight.widths if p.seats == 2 else self.sight.for_more
        margin = self.sight.margin if margin is None else margin
        return search.best(p, odds, widths if p.round else widths[:1], extra, margin)

    def choose(
        self, p: YucatanPosition, odds: Odds, found: Sequence[tuple[float, Action]], seat: int, rng: Random
    ) -> Action:
        """One of the best actions, by lot among those that are nearly as good."""
        sane = [entry for entry in found if not is_hopeless(p, entry[1], odds)] or found
        best = max(value for value, _ in sane)
        chosen = rng.choice([action for value, action in sane if value >= best - self.sight.margin * stake(best)])
        return with_guild(p, seat, chosen, odds if self.sight.mixes else None, rng)

    def explain(
        self,
        seat: int,
        view: Json,
        events: Sequence[Event],
        actions: Sequence[Action],
        clock: Clock,
        rng: Random,
        lang: str = "en",
    ) -> Advice:
        """What the strongest level holds to be best, whichever level is asked.

        Nudges count among actions that are about as good: they keep a bot from dawdling, which a person need not be
        told at the price of chances.
        """
        began = perf_counter()
        p = YUCATAN.guess(view, rng)
        odds = heed(odds_of(p, seat), p, seat, events)
        action = actions[0]
        if len(actions) > 1:
            strongest, deadline = Racer(self.game, STRONGEST, self.judge), _deadline(began, clock)
            found = strongest.ranked(p, odds, {}, seat, deadline, GIVEN_UP)
            extra = nudges(p, seat, events)
            if extra:
                as_good = {action for worth, action in found if worth >= found[0][0] - GIVEN_UP}
                nudged = strongest.ranked(p, odds, extra, seat, deadline)
                found = [entry for entry in nudged if entry[1] in as_good] or found
            action = strongest.choose(p, odds, found, seat, rng)
        if is_hopeless(p, action, odds):  # all that it looked at were attacks that cannot win
            action = next((other for other in actions if not is_hopeless(p, other, odds)), action)
        action = better_advised(p, seat, action, actions)
        return Advice((action,), why(p, seat, action, odds, self.judge, lang))


def _deadline(began: float, clock: Clock) -> float | None:
    return None if clock.seconds is None else began + 0.9 * clock.seconds


def is_hopeless(p: YucatanPosition, action: Action, odds: Odds) -> bool:
    """Whether an action is an attack that cannot win."""
    return _is_fight(p, action) and wins(odds, action.data.start, action.data.end) < NEVER


def _is_fight(p: YucatanPosition, action: Action) -> bool:
    return action.kind == "march" and bool(p.pawns >> action.data.end & 1)
