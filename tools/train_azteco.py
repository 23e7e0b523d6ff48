"""Trains what the bots of Azteco know, and writes it to `weights.json`. Needs numpy; the bots themselves do not.

    python tools/train_azteco.py learn --games 200      # what things come to be worth, from games of level 4
    python tools/train_azteco.py solve                  # claims: regret matching over classes of cards and claims
    python tools/train_azteco.py settle --games 60      # claims: moved towards what level 4 does; several times
    python tools/train_azteco.py habits --games 60      # the kinds of players that level 5 knows
    python tools/odds_azteco.py --games 400 --fit       # the odds that hints tell

Each step reads the file, and changes only what it has learned. `solve` gives a first strategy: for many positions from
games, what each class of claim would bring against the average of all strategies so far. `settle` lets whole games have
their say, until the odds that the bots expect are those of their own play.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import astuple
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from texcoco.bots import Bot, Clock, make
from texcoco.bots.azteco import judge, strategy, values
from texcoco.bots.azteco.habits import HABITS, SIZE, Habit
from texcoco.bots.azteco.levels import Level
from texcoco.bots.azteco.strategy import CLASSES, class_of_claims
from texcoco.bots.azteco.values import Values
from texcoco.game import CHANCE
from texcoco.games.azteco import AZTECO
from texcoco.games.azteco.cards import CARD_BITS, DUOS, ROUNDS
from texcoco.games.azteco.scoring import artefact_points

FILE = Path(values.__file__).with_name("weights.json")
FUTURES = 40
"""So many samples of jewels that may still come are kept for each number of rounds."""
NOISES, VOTE_ROUNDS = judge.NOISE, judge.ROUNDS
"""As the bots solve votes."""

MEASURED = {"greedy": 1, "1": 2, "2": 3, "3": 4, "4": 5, "5": 0}
"""Bots whose habits are measured, in this order, and where they stand in the list of kinds. Levels 2 and 3 take
everybody for the level below, so that this one comes first; level 5 plays the equilibrium among its own."""

CHANGED = {
    "learn": ("futures", "stones", "later_curses", "hidden", "per_round", "temperature"),
    "solve": ("claims",),
    "settle": ("claims",),
    "habits": ("habits",),
}
"""What each step writes."""

Array = Any


# --- games to learn from ---


class Game:
    """What is kept of a game: the state at the beginning of each round, seat by seat, and the end."""

    def __init__(self, seats: int):
        self.seats = seats
        self.rounds: list[dict[str, Any]] = []
        self.final: dict[str, Any] = {}


def play(bot: Bot, seats: int, rng: Random) -> Game:
    position, kept = AZTECO.start(seats), Game(seats)
    while actors := position.actors():
        seat = actors[0]
        if seat == CHANCE:
            position.apply(seat, position.draw(rng))
            continue
        if position.phase == "claim" and len(kept.rounds) < position.round:
            view = position.view(None)
            known = Values(0, view)
            deck = position.deck
            for card in position.cards:  # as nobody has seen them
                deck |= CARD_BITS[card] & ~deck & -(CARD_BITS[card] & ~deck)
            kept.rounds.append(
                {
                    "round": position.round,
                    "jewels": [position.jewels[3 * s : 3 * s + 3] for s in range(seats)],
                    "stones": list(position.stones),
                    "totals": known.totals,
                    "gains": len(position.gains),
                    "worths": [known.claims(s) for s in range(seats)],
                    "up": known.up,
                    "down": known.down,
                    "artefacts": known.artefacts,
                    "cares": [known.cares(s) for s in range(seats)],
                    "unseen": [(deck & bits).bit_count() for bits in CARD_BITS],
                }
            )
        position.apply(seat, bot.decide(seat, position.view(seat), [], position.actions(seat), Clock(), rng))
    outcome = position.outcome()
    assert outcome is not None
    jewels = [position.jewels[3 * s : 3 * s + 3] for s in range(seats)]
    kept.final = {
        "jewels": jewels,
        "stones": list(position.stones),
        "scores": outcome.scores,
        "sheets": list(position.sheets),
        "played": position.rounds,
        "winners": [1 / outcome.ranks.count(1) if rank == 1 else 0.0 for rank in outcome.ranks],
        "kept": [[artefact_points(jewels[s], kind) for kind in position.kept(s)] for s in range(seats)],
    }
    return kept


def study(bot: Bot, games: int, rng: Random, seats: Sequence[int] = AZTECO.seats) -> dict[int, list[Game]]:
    """Games of a bot against itself, fewer of those with many seats."""
    return {n: [play(bot, n, rng) for _ in range(games * 3 // n)] for n in seats}


# --- what things come to be worth ---


def learn(games: list[Game], weights: dict[str, Any], rng: Random) -> None:
    """Futures of jewels and stones, what hidden artefacts are worth, what leading a colour costs, what a lead is
    worth."""
    futures, stones, later = [[[0, 0, 0]]], [[0]], [0.0]
    for left in range(1, ROUNDS):
        gained: list[list[int]] = []
        changes: list[int] = []
        leads: list[tuple[int, int]] = []
        for game in games:
            after = game.rounds[ROUNDS - left]  # the beginning of the next round is the end of this one
            for seat in range(game.seats):
                one, other = DUOS[game.final["sheets"][seat]]
                more = [b - a for a, b in zip(after["jewels"][seat], game.final["jewels"][seat], strict=True)]
                gained.append([max(more[c], 0) for c in (one, other, 3 - one - other)])
                changes.append(game.final["stones"][seat] - after["stones"][seat])
                most = [max(j[c] for s, j in enumerate(after["jewels"]) if s != seat) for c in range(3)]
                leads.append((changes[-1], sum(after["jewels"][seat][c] > most[c] for c in range(3))))
        half = rng.sample(gained, FUTURES // 2)
        futures.append(half + [[b, a, c] for a, b, c in half])
        changes.sort()
        stones.append([changes[int((i + 0.5) / 20 * len(changes))] for i in range(20)])
        slope = np.polyfit([lead for _, lead in leads], [change for change, _ in leads], 1)[0]
        later.append(round(float(max(slope, 0)), 2))
    weights |= {"futures": futures, "stones": stones, "later_curses": later}
    points = [p for game in games for seat in game.final["kept"] for p in seat]
    weights["hidden"] = [round(float(np.mean(points)), 2)] * ROUNDS
    per_round = [[], []]
    for game in games:
        for seat in range(game.seats):
            for c in range(3):
                per_round[c in DUOS[game.final["sheets"][seat]]].append(game.final["jewels"][seat][c] / ROUNDS)
    weights["per_round"] = [round(float(np.mean(n)), 2) for n in per_round]
    temperatures: list[float] = []
    for number in range(ROUNDS):
        totals = [np.array(game.rounds[number]["totals"]) for game in games]
        won = [np.array(game.final["winners"]) for game in games]

        def surprise(t: float, totals: list[Array] = totals, won: list[Array] = won) -> float:
            return -sum(
                float(w @ (v / t - np.log(np.exp((v - v.max()) / t).sum()) - v.max() / t))
                for v, w in zip(totals, won, strict=True)
            )

        temperatures.append(min((t / 4 for t in range(6, 60)), key=surprise))
    temperatures[0] = temperatures[1]  # in the first round all have the same
    weights["temperature"] = temperatures[::-1]


# --- claims ---


def settle(games: list[Game], table: Array, step: float) -> Array:
    """Moves a strategy towards what was really claimed in games of bots that take each other to play it.

    Where it comes to rest, the odds that the bots work out are those of their own play.
    """
    counts = 4 * table
    near = np.exp(-0.7 * np.abs(np.subtract.outer(np.arange(ROUNDS), np.arange(ROUNDS))))
    for game in games:
        for number, (cards, claims, _) in enumerate(game.final["played"]):
            for seat, worths in enumerate(game.rounds[number]["worths"]):
                classes = class_of_claims(worths)
                action = CLASSES if cards[seat] == claims[seat] else classes[claims[seat]]
                counts[:, classes[cards[seat]], action] += near[:, number]
    return table + step * (counts / counts.sum(axis=2, keepdims=True) - table)


def measure_strategy(games: list[Game]) -> list[strategy.Strategy]:
    """The strategy by which bots claimed in games, for each round."""
    even = np.full((ROUNDS, CLASSES, CLASSES + 1), 1 / (CLASSES + 1))
    return settle(games, even, 1.0).tolist()


class States:
    """Beginnings of rounds for one number of seats, as arrays."""

    def __init__(self, games: list[Game]):
        rounds = [r for game in games for r in game.rounds]
        self.n = games[0].seats
        self.number = np.array([r["round"] - 1 for r in rounds])
        self.worth = np.array([r["worths"] for r in rounds])
        self.cls = np.array([[class_of_claims(w) for w in r["worths"]] for r in rounds])
        self.up, self.down, self.art = (np.array([r[k] for r in rounds]) for k in ("up", "down", "artefacts"))
        self.cares = np.array([r["cares"] for r in rounds])
        self.unseen = np.array([r["unseen"] for r in rounds])

    def pick(self, which: Array) -> States:
        new = object.__new__(States)
        new.n = self.n
        for name, value in vars(self).items():
            if name != "n":
                setattr(new, name, value[which])
        return new


def solve_votes(lies: Array, loss: Array, s: States, rounds: int) -> tuple[Array, Array]:
    """As `VoteGame.solve`, for many states at once: how likely each seat accuses, and believes, each other."""
    b, n = lies.shape
    accuse = np.broadcast_to((1 - np.eye(n)) / (2 * n - 2), (b, n, n)).copy()
    believe = accuse.copy()
    off = np.eye(n, dtype=bool)
    trust = (1 - lies)[:, None, :] * s.down[:, :, None] - lies[:, None, :] * s.up[:, :, None]
    for turn in range(rounds):
        nobody, one, shared = np.ones((b, n, n)), np.zeros((b, n, n)), np.zeros((b, n, n))
        for other in range(n):
            chance = np.broadcast_to(accuse[:, other][:, None, :], (b, n, n)).copy()  # by seat and target
            chance[:, other, :] = 0
            free = 1 - chance
            one = one * free + nobody * chance
            shared = shared * free + nobody * chance * (s.cares[:, :, other] * s.art[:, other, None])[:, :, None]
            nobody = nobody * free
        caught = s.down[:, :, None] - s.cares * (s.up[:, None, :] + nobody * loss[:, None, :])
        caught += (1 - nobody) * s.art[:, :, None] + shared
        wrong = s.cares * (s.down[:, None, :] + one * s.art[:, None, :]) - s.up[:, :, None]
        accusing = lies[:, None, :] * caught + (1 - lies)[:, None, :] * wrong
        both = np.concatenate([trust, accusing], axis=2) / NOISES[n - 3]
        both[:, np.concatenate([off, off], axis=1)] = -1e9
        powers = np.exp(both - both.max(axis=2, keepdims=True))
        powers /= powers.sum(axis=2, keepdims=True)
        step = max(1 / (turn + 1.5), 0.08)
        believe += step * (powers[:, :, :n] - believe)
        accuse += step * (powers[:, :, n:] - accuse)
    return accuse, believe


def beliefs(s: States, table: Array) -> Array:
    """How likely each claim of each seat is a lie, as `Claimant.lie`: an array of positions, seats and claims."""
    member = s.cls[..., None] == np.arange(CLASSES)
    copies = (member * s.unseen[:, None, :, None]).sum(axis=2)
    cards = s.unseen.sum(axis=1)[:, None, None]
    rows = table[s.number]
    liars = np.einsum("bna,bac->bnc", copies / cards, rows[:, :, :CLASSES])
    lies = liars / np.maximum(copies, 1)
    truths = rows[:, None, :, CLASSES] / cards
    return np.take_along_axis(lies / np.maximum(lies + truths, 1e-9), s.cls, axis=2)


def solve(states: States, start: Array, iterations: int, batch: int, gen: Any) -> tuple[Array, float]:
    """Claims that leave little to gain: by round and class of card, how likely lies in each class and the truth are.
    Also the points that the best claim of each class of cards gains beyond them, on average."""
    average, regrets, gains = start.copy(), np.zeros_like(start), list[float]()
    at = np.arange(batch)
    for turn in range(iterations):
        s = states.pick(gen.integers(len(states.number), size=batch))
        cards, seat = deal(s, gen), gen.integers(states.n, size=batch)
        own = np.take_along_axis(s.cls, cards[..., None], axis=2)[..., 0]
        value = claim_values(s, average, cards, own, seat, gen)
        which = s.number, own[at, seat]
        now = _from_regrets(regrets, start)
        times = np.zeros(start.shape[:2])
        np.add.at(times, which, 1)
        change, total = np.zeros_like(regrets), np.zeros_like(regrets)
        np.add.at(change, which, value - (now[which] * value).sum(axis=1, keepdims=True))
        np.add.at(total, which, value)
        regrets = np.maximum(regrets + change / np.maximum(times, 1)[..., None], 0)
        average += 2 / (turn + 4) * (_from_regrets(regrets, now) - average)
        if turn >= iterations * 3 // 4:
            best = total.argmax(axis=2)[which]
            gains.append(float((value[at, best] - (average[which] * value).sum(axis=1)).mean()))
    return average, float(np.mean(gains))


def _from_regrets(regrets: Array, otherwise: Array) -> Array:
    total = regrets.sum(axis=2, keepdims=True)
    return np.where(total > 0, regrets / np.maximum(total, 1e-9), otherwise)


def deal(s: States, gen: Any) -> Array:
    """A card for each seat, from those that nobody has seen."""
    batch = len(s.number)
    left = np.stack([s.unseen >= 1, s.unseen >= 2], axis=2).reshape(batch, 2 * len(CARD_BITS))
    order = np.argsort(np.where(left, gen.random(left.shape), 2), axis=1)
    return order[:, : s.n] // 2


def claim_values(s: States, table: Array, cards: Array, own: Array, seat: Array, gen: Any) -> Array:
    """What one seat of each position gains by a lie in each class, and by the truth, when the others claim by a
    table."""
    batch, n, options = len(s.number), s.n, CLASSES + 1
    at = np.arange(batch)
    does = sample(table[s.number[:, None], own], gen)
    claims = np.where(does == CLASSES, cards, claim_in_class(s, does.clip(0, CLASSES - 1), gen))
    tried = np.repeat(claims[:, None, :], options, axis=1)
    for cls in range(CLASSES):
        tried[at, cls, seat] = claim_in_class(s, np.full((batch, n), cls), gen)[at, seat]
    tried[at, CLASSES, seat] = cards[at, seat]
    many, claims = s.pick(np.repeat(at, options)), tried.reshape(-1, n)
    lies = np.take_along_axis(np.repeat(beliefs(s, table), options, axis=0), claims[..., None], axis=2)[..., 0]
    worth = np.take_along_axis(many.worth, claims[..., None], axis=2)[..., 0]
    mean = (many.worth * many.unseen[:, None, :]).sum(axis=2) / many.unseen.sum(axis=1)[:, None]
    accuse, believe = solve_votes(lies, np.maximum(many.art + worth - mean, 0.5), many, VOTE_ROUNDS)
    return outcomes(
        many, np.repeat(seat, options), np.repeat(cards[at, seat], options), claims, worth, accuse, believe
    ).reshape(batch, options)


def outcomes(s: States, seat: Array, card: Array, claims: Array, worth: Array, accuse: Array, believe: Array) -> Array:
    """What a seat gains by its claim, as `Judge` reckons it."""
    i = np.arange(len(seat))
    accused, believed = accuse[i, :, seat], believe[i, :, seat]
    nobody, one = np.ones(len(seat)), np.zeros(len(seat))
    for other in range(s.n):
        one = one * (1 - accused[:, other]) + nobody * accused[:, other]
        nobody = nobody * (1 - accused[:, other])
    cares = np.where(np.arange(s.n) == seat[:, None], 0, s.cares[i, seat])
    up, down, artefact = s.up[i, seat], s.down[i, seat], s.art[i, seat]
    own = s.worth[i, seat, card]
    truth = own + (accused * (down[:, None] - cares * s.up)).sum(axis=1) + (1 - nobody - one) * artefact
    truth += (believed * cares * s.down).sum(axis=1)
    company = 1 - nobody[:, None] / np.maximum(1 - accused, 1e-9)
    lie = nobody * (worth[i, seat] + artefact) + (1 - nobody) * own
    lie += (accused * (cares * s.down - up[:, None] + company * cares * s.art)).sum(axis=1)
    lie -= (believed * cares * s.up).sum(axis=1)
    return np.where(claims[i, seat] == card, truth, lie)


def sample(p: Array, gen: Any) -> Array:
    """An index of the last axis, by weight."""
    total = p.cumsum(axis=-1)
    return (gen.random(p.shape[:-1])[..., None] * total[..., -1:] >= total).sum(axis=-1).clip(0, p.shape[-1] - 1)


def claim_in_class(s: States, wanted: Array, gen: Any) -> Array:
    """For each seat a claim of this class, the more copies are left the likelier."""
    weights = (s.cls == wanted[..., None]) * s.unseen[:, None, :] + 1e-9 * (s.cls == wanted[..., None])
    return sample(weights, gen)


# --- habits ---


def measure_habit(games: dict[int, list[Game]]) -> Habit:
    """How the bots of these games lied and voted, by the size and by the class of claims."""
    truths, lies = np.full((3, 2), 1.0), np.full(3, 1.0)
    by_size: list[tuple[list[int], int]] = []
    by_class: list[tuple[list[int], int]] = []
    for game in (game for some in games.values() for game in some):
        for number, (cards, claims, votes) in enumerate(game.final["played"]):
            worths = game.rounds[number]["worths"]
            classes = [class_of_claims(worths[seat])[claim] for seat, claim in enumerate(claims)]
            for seat, vote in enumerate(votes):
                truth = cards[seat] == claims[seat]
                truths[SIZE[cards[seat]], int(truth)] += 1
                if not truth:
                    lies[SIZE[claims[seat]]] += 1
                others = [s for s in range(game.seats) if s != seat]
                chosen = 2 * others.index(vote // 2) + vote % 2
                by_size.append(([SIZE[claims[s]] for s in others], chosen))
                by_class.append(([classes[s] for s in others], chosen))
    told = truths[:, 1] / truths.sum(axis=1)
    return Habit(_rounded(told), _rounded(lies / lies.sum()), _draws(by_size, 3), _draws(by_class, CLASSES))


def _rounded(numbers: Array) -> tuple[float, ...]:
    return tuple(round(float(number), 3) for number in numbers)


def _draws(choices: list[tuple[list[int], int]], sorts: int) -> tuple[float, ...]:
    """How much each sort of claim draws a belief or an accusation, from votes: Luce's model of choice, fitted step by
    step."""
    weights = np.ones(2 * sorts)
    for _ in range(30):
        chosen, offered = np.full(2 * sorts, 0.3), np.full(2 * sorts, 0.3)
        for targets, choice in choices:
            options = [target + sorts * face for target in targets for face in (0, 1)]
            chosen[options[choice]] += 1
            np.add.at(offered, options, 1 / weights[options].sum())
        weights = chosen / offered
        weights /= weights.mean()
    return _rounded(weights)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("learn", "solve", "settle", "habits"))
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--iterations", type=int, default=250)
    parser.add_argument("--batch", type=int, default=300)
    parser.add_argument("--step", type=float, default=0.5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bots", nargs="+", default=list(MEASURED), help="whose habits to measure")
    args = parser.parse_args()
    rng, gen = Random(args.seed), np.random.default_rng(args.seed)
    weights = json.loads(FILE.read_text(encoding="utf-8"))
    if args.what == "habits":
        for name, at in ((name, at) for name, at in MEASURED.items() if name in args.bots):
            HABITS[at] = measure_habit(study(make(name, AZTECO), args.games, rng))
            weights["habits"][at] = astuple(HABITS[at])
    else:
        bot = make("4", AZTECO)
        assert isinstance(bot, Level)
        bot.samples, bot.sight = 2, 2  # few samples are enough in the mean over many games
        games = study(bot, args.games, rng)
        if args.what == "learn":
            learn([game for some in games.values() for game in some], weights, rng)
        else:
            for n, some in games.items():
                table = np.array(weights["claims"][n - 3])
                if args.what == "solve":
                    table, gain = solve(States(some), table, args.iterations, args.batch, gen)
                    print(f"{n} seats: {gain:.3f} points to gain by claiming otherwise", flush=True)
                else:
                    settled = settle(some, table, args.step)
                    print(f"{n} seats: moved by {np.abs(settled - table).sum(axis=2).mean():.3f}", flush=True)
                    table = settled
                weights["claims"][n - 3] = [[_rounded(row) for row in rows] for rows in table]
    old = json.loads(FILE.read_text(encoding="utf-8"))  # another step may have changed it meanwhile
    weights = old | {key: weights[key] for key in CHANGED[args.what]}
    FILE.write_text(json.dumps(weights, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
