"""How much somebody gains who has studied a bot of Azteco: a best response, learned from games against it.

    python tools/best_response_azteco.py greedy 5 --study 60 --choose 30 --confirm 100

For each bot, games of it against itself are studied: how often it lies in which class or size of claim, and whom it
accuses. From that come several opponents that know the bot for what it is and answer it as well as they can; some rules
of thumb are tried besides. The one that wins most often against it, alone among two of it, is chosen and plays fresh
games. What it wins beyond its fair share is what can be gained. Every bot gets the same number of games.
"""

from __future__ import annotations

import argparse
from random import Random

from train_azteco import measure_habit, measure_strategy, study

from texcoco.bots import Bot, Clock, make
from texcoco.bots.azteco.habits import SIZE, Habit
from texcoco.bots.azteco.judge import Judge
from texcoco.bots.azteco.levels import Level
from texcoco.bots.azteco.strategy import Strategy
from texcoco.bots.azteco.values import Values
from texcoco.bots.azteco.votes import logit
from texcoco.game import CHANCE
from texcoco.games.azteco import AZTECO
from texcoco.games.azteco.cards import CARD_AT, CARDS

SEATS = 3


class Student(Level):
    """Knows how the others lie (by class, or by the size of claims) and vote, and does what brings most."""

    samples, claim_noise, vote_noise = 4, 0.1, 0.05

    def __init__(self, name: str, strategies: list[Strategy], habit: Habit, by_size: bool):
        super().__init__(AZTECO)
        self.name, self.strategies, self.habit, self.by_size = name, strategies, habit, by_size

    def _judge(self, values: Values) -> Judge:
        judge = _Studied(values, 1, self.strategies[values.view["round"] - 1], (self.habit, self.habit))
        judge.by_size = self.by_size
        return judge

    def claim(self, values: Values, until: float, rng: Random) -> int:
        worth, _ = self._judge(values).claims(self.samples, until, rng)
        return max(range(len(CARDS)), key=lambda claim: worth[claim] + self.claim_noise * rng.random())

    def vote(self, values: Values, until: float, rng: Random) -> int:
        mix = logit(self._judge(values).votes(), self.vote_noise)
        return rng.choices(range(len(mix)), mix)[0]


class _Studied(Judge):
    """A round among players whose lies are known by class, or by size."""

    by_size = False

    def lie(self, seat: int, claim: int) -> float:
        return super().lie(seat, claim) if self.by_size else self.claimants[seat].lie(claim)


class Rule(Level):
    """Plays by a rule of thumb: lies with a claim of this size or tells the truth, accuses the claims of one size first
    and believes those of another."""

    def __init__(self, lies: int | None, accused: int, believed: int):
        super().__init__(AZTECO)
        self.lies, self.accused, self.believed = lies, accused, believed
        self.name = f"rule: lies {lies}, accuses {accused}, believes {believed}"

    def claim(self, values: Values, until: float, rng: Random) -> int:
        if self.lies is None:
            return values.card
        worth = values.claims(values.seat)
        return max((c for c in range(len(CARDS)) if SIZE[c] == self.lies), key=lambda c: worth[c] + 0.3 * rng.random())

    def vote(self, values: Values, until: float, rng: Random) -> int:
        sizes = {s: SIZE[CARD_AT[c]] for s, c in enumerate(values.view["claims"]) if s != values.seat}
        suspects = [s for s, size in sizes.items() if size == self.accused]
        if suspects:
            return 2 * max(suspects, key=lambda s: values.chances[s]) + 1
        return 2 * min(sizes, key=lambda s: abs(sizes[s] - self.believed) + rng.random() / 2)


def victories(bot: Bot, target: Bot, deals: range, seats: int = SEATS) -> list[float]:
    """The share of each deal's games that a bot wins alone among bots of another kind, on every seat once."""
    return [sum(_win(bot, target, deal, seat, seats) for seat in range(seats)) / seats for deal in deals]


def mean_and_error(won: list[float]) -> tuple[float, float]:
    """The mean share of the deals in percent, and half of its 95 % interval."""
    mean = sum(won) / len(won)
    return 100 * mean, 196 * (sum((x - mean) ** 2 for x in won) / max(len(won) - 1, 1) / len(won)) ** 0.5


def _win(bot: Bot, target: Bot, deal: int, seat: int, seats: int) -> float:
    chance, rngs = Random(f"deal {deal}"), [Random(f"{deal} {seat} {s}") for s in range(seats)]
    position = AZTECO.start(seats)
    while actors := position.actors():
        actor = actors[0]
        if actor == CHANCE:
            position.apply(actor, position.draw(chance))
            continue
        player = bot if actor == seat else target
        view, actions = position.view(actor), position.actions(actor)
        position.apply(actor, player.decide(actor, view, [], actions, Clock(), rngs[actor]))
    outcome = position.outcome()
    assert outcome is not None
    return 1 / outcome.ranks.count(1) if outcome.ranks[seat] == 1 else 0.0


def best_response(name: str, games: int, choose: int, confirm: int) -> float:
    """Prints what a best response gains against a bot, and gives it, in points of percent beyond the fair share."""
    target = make(name, AZTECO)
    studied = study(target, games, Random(f"study {name}"), seats=(SEATS,))
    strategies, habit = measure_strategy(studied[SEATS]), measure_habit(studied)
    candidates: list[Bot] = [
        Student("student of classes", strategies, habit, by_size=False),
        Student("student of sizes", strategies, habit, by_size=True),
        *(Rule(lies, accused, believed) for lies in (None, 0) for accused, believed in ((0, 2), (2, 0))),
        make("5", AZTECO),
    ]
    shares = [sum(victories(bot, target, range(choose))) / choose for bot in candidates]
    for bot, share in sorted(zip(candidates, shares, strict=True), key=lambda pair: -pair[1]):
        print(f"  {100 * share:5.1f} % against {name}: {bot.name}", flush=True)
    best = candidates[shares.index(max(shares))]
    won = victories(best, target, range(choose, choose + confirm))
    mean, error = mean_and_error(won)
    gain = mean - 100 / SEATS
    print(
        f"{best.name} among two of {name}: {mean:.1f} % ± {error:.1f} of {SEATS * confirm} fresh games,"
        f" {gain:+.1f} beyond the fair share",
        flush=True,
    )
    return gain


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bots", nargs="+", help="whom to study")
    parser.add_argument("--study", type=int, default=60, help="games of the bot against itself")
    parser.add_argument("--choose", type=int, default=30, help="deals that each candidate plays")
    parser.add_argument("--confirm", type=int, default=100, help="fresh deals that the best candidate plays")
    args = parser.parse_args()
    for name in args.bots:
        best_response(name, args.study, args.choose, args.confirm)


if __name__ == "__main__":
    main()
