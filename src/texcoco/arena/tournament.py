"""Which games a tournament has, and what its results say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from math import log
from random import Random
from statistics import fmean, quantiles, variance
from typing import Any

from texcoco.arena.baselines import check_player
from texcoco.arena.match import Fixture, Result
from texcoco.game import BadOption, Game

MARGIN = 0.02
FEWEST_DEALS = 25
RESAMPLES = 1_000
"""How often the deals are drawn again for an interval."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """Bots that play a number of games against each other."""

    game: Game
    bots: tuple[str, ...]
    seats: int
    games: int
    seed: int
    options: Mapping[str, Any]
    seconds: float | None = None

    def __post_init__(self) -> None:
        if len(set(self.bots)) < 2:
            raise BadOption("an arena needs at least two different bots")
        for name in self.bots:
            check_player(name, self.game)
        self.game.opening(self.seats, self.options)  # refuses a number of seats that the game does not have

    def line_ups(self) -> list[tuple[str, ...]]:
        """Who sits together. As many bots as seats are one table, whoever is named twice sits there twice. Of more
        bots, every choice of as many as there are seats; of fewer, every bot alone among others that are all the
        same.
        """
        if len(self.bots) == self.seats:
            return [self.bots]
        names = tuple(dict.fromkeys(self.bots))
        if len(names) >= self.seats:
            return list(combinations(names, self.seats))
        return [(one, *[other] * (self.seats - 1)) for one, other in permutations(names, 2)]

    def fixtures(self) -> Iterable[Fixture]:
        """The games in the order in which they are played: deal by deal, each with all rotations of the seats."""
        line_ups = self.line_ups()
        deals = -(-self.games // (self.seats * len(line_ups)))
        for deal in range(deals):
            for number, line_up in enumerate(line_ups):
                for rotation in range(self.seats):
                    seated = line_up[-rotation:] + line_up[:-rotation] if rotation else line_up
                    yield Fixture(
                        self.game.name, self.options, number, seated, deal, rotation, self.seed, self.seconds
                    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate and its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Standing:
    """How one bot did."""

    bot: str
    games: int
    wins: Interval
    """The share of victories."""
    fair: float
    """What share it would have if all bots were equal."""
    rating: Interval
    median_turn: float
    slow_turn: float
    """Seconds for a turn: half are quicker, and 95 % are quicker."""
    failures: int


def standings(results: Sequence[Result]) -> list[Standing]:
    """All bots, the best first. Intervals come from drawing whole deals again: games of one deal are alike."""
    results = sorted(results, key=lambda result: result.key)  # in whatever order the games ended
    deals = _by_deal(results)
    names = list(dict.fromkeys(name for result in results for name in result.bots))
    rng = Random(0)
    ratings: dict[str, list[float]] = defaultdict(list)
    for _ in range(min(RESAMPLES, 100)):
        for name, rating in _ratings([r for deal in rng.choices(deals, k=len(deals)) for r in deal]).items():
            ratings[name].append(rating)
    found: list[Standing] = []
    for name in names:
        turns = [t for r in results for seat, who in enumerate(r.bots) if who == name for t in r.turns[seat]] or [0.0]
        games = sum(name in r.bots for r in results)
        fair = fmean(r.bots.count(name) / len(r.bots) for r in results if name in r.bots)
        cuts = quantiles(turns, n=20) if len(turns) > 1 else [turns[0]] * 19
        failures = sum(r.error.startswith(f"{name}: ") for r in results)
        rating = _interval(ratings[name], fmean(ratings[name]))
        found.append(Standing(name, games, share_of(name, results), fair, rating, cuts[9], cuts[18], failures))
    return sorted(found, key=lambda s: -s.rating.value)


def share_of(name: str, results: Sequence[Result]) -> Interval:
    """The share of victories that a bot has in the games in which it plays."""
    sums: list[tuple[float, int]] = []
    for deal in _by_deal(results):
        games = [r for r in deal if name in r.bots]
        if games:
            won = sum(r.share(seat) for r in games for seat, who in enumerate(r.bots) if who == name)
            sums.append((won, len(games)))
    rng = Random(0)
    drawn = [_ratio(rng.choices(sums, k=len(sums))) for _ in range(RESAMPLES)]
    return _interval(drawn, _ratio(sums))


def decided(name: str, results: Sequence[Result], goal: float, rotations: int) -> bool | None:
    """Whether a bot wins more than `goal` of its games, as soon as that is clear; None while it is not.

    A sequential probability ratio test on whole deals (`rotations` games each), which may be asked after every game: of
    the shares `MARGIN` above and below the goal one is rejected, wrongly in one case of twenty.
    """
    deals = [deal for deal in _by_deal(results) if len(deal) == rotations]
    if len(deals) < FEWEST_DEALS:
        return None
    shares = [fmean(r.share(seat) for r in deal for seat, who in enumerate(r.bots) if who == name) for deal in deals]
    shares += [0.0, 1.0]  # a bot that has won everything might still lose: the variance is never 0
    evidence = 2 * MARGIN * len(shares) * (fmean(shares) - goal) / variance(shares)
    return evidence > 0 if abs(evidence) > log(19) else None


def seat_shares(results: Sequence[Result]) -> list[float]:
    """The share of victories of each seat, whoever sits there."""
    return [fmean(r.share(seat) for r in results) for seat in range(len(results[0].bots))]


def first_share(results: Sequence[Result]) -> float | None:
    """The share of victories of whoever went first."""
    shares = [r.share(r.first) for r in results if r.first is not None and r.first >= 0]
    return fmean(shares) if shares else None


def _ratio(sums: Sequence[tuple[float, int]]) -> float:
    return sum(won for won, _ in sums) / sum(games for _, games in sums)


def _by_deal(results: Sequence[Result]) -> list[list[Result]]:
    deals: dict[int, list[Result]] = defaultdict(list)
    for result in results:
        deals[result.deal].append(result)
    return list(deals.values())


def _interval(drawn: Sequence[float], value: float) -> Interval:
    ordered = sorted(drawn)
    return Interval(
        value, ordered[int(0.025 * len(ordered))], ordered[min(int(0.975 * len(ordered)), len(ordered) - 1)]
    )


def _ratings(results: Sequence[Result]) -> dict[str, float]:
    """Ratings by openskill's Plackett–Luce model, which knows games of many players; 0 is the mean of all."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known = {name: model.rating() for r in results for name in r.bots}
    for r in results:
        rated = model.rate([[known[name]] for name in r.bots], ranks=[float(rank) for rank in r.ranks])
        for name in dict.fromkeys(r.bots):  # a bot with several seats takes the mean of them
            mine = [rated[seat][0] for seat, who in enumerate(r.bots) if who == name]
            known[name] = model.rating(mu=fmean(x.mu for x in mine), sigma=fmean(x.sigma for x in mine))
    mean = fmean(rating.mu for rating in known.values())
    return {name: rating.mu - mean for name, rating in known.items()}
