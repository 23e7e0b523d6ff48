"""Do the odds that hints tell in Azteco come true? Plays games in which one seat follows the hints, and counts.

    python tools/odds_azteco.py --games 1000
    python tools/odds_azteco.py --games 400 --seed 2 --fit      # learns the correction, and writes it to weights.json

The others at the table are bots of all levels and `greedy`, drawn by lot.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Sequence
from math import exp, log
from pathlib import Path
from random import Random
from typing import NamedTuple

from texcoco.bots import Bot, Clock, make
from texcoco.bots.azteco import advice, values
from texcoco.bots.azteco.values import WEIGHTS, Values
from texcoco.game import CHANCE, Action, Event, Json
from texcoco.games.azteco import AZTECO, AztecoPosition

LEVELS = ("1", "2", "3", "3", "4", "4", "5", "5", "greedy")
"""Who may sit at a table: the middle levels more often."""
SEATS = (3, 3, 4, 4, 5, 6)


class Told(NamedTuple):
    """What a hint said, and whether it came true."""

    sentence: str
    """accuse, believe, bluff or truth."""
    seats: int
    percent: int
    happened: bool


class Advised(Bot):
    """Does what the hint says, and keeps the percentage that it was told."""

    name = "advised"
    percent: int | None = None

    def decide(
        self, seat: int, view: Json, events: Sequence[Event], actions: Sequence[Action], clock: Clock, rng: Random
    ) -> Action:
        told = advice.advise(Values(seat, view), actions, 6, 1e18, rng, "en")
        found = re.search(r"(\d+)%", told.why)
        self.percent = int(found[1]) if found else 100 if "certainly" in told.why else None
        return told.plan[0]


def told(games: int, seed: int) -> list[Told]:
    """What hints said in so many games, and whether it came true."""
    rng, result = Random(seed), list[Told]()
    bots = [make(name, AZTECO) for name in LEVELS]
    for number in range(games):
        seats = rng.choice(SEATS)
        own, advised = number % seats, Advised(AZTECO)
        players: list[Bot] = [advised if seat == own else rng.choice(bots) for seat in range(seats)]
        position, heard = AZTECO.start(seats), list[tuple[Action, int]]()
        while actors := position.actors():
            seat = actors[0]
            if seat == CHANCE:
                position.apply(seat, position.draw(rng))
                continue
            action = players[seat].decide(seat, position.view(seat), [], position.actions(seat), Clock(), rng)
            if seat == own and advised.percent is not None and position.phase in ("claim", "vote"):
                heard.append((action, advised.percent))
            ended = len(position.rounds)
            position.apply(seat, action)
            if position.phase not in ("claim", "vote") or len(position.rounds) > ended:
                result += [_outcome(position, own, *one) for one in heard]
                heard.clear()
    return result


def _outcome(position: AztecoPosition, own: int, action: Action, percent: int) -> Told:
    """What came of an action, when all votes of its round are open."""
    over = not any(vote >= 0 for vote in position.votes)
    cards, claims, votes = position.rounds[-1] if over else (position.cards, position.claims, position.votes)
    if action.kind == "claim":
        accused = 2 * own + 1 in votes
        truth = action.data.card == cards[own]
        return Told("truth" if truth else "bluff", position.seats, percent, accused if truth else not accused)
    target = action.data.target
    return Told(action.kind, position.seats, percent, (cards[target] != claims[target]) == (action.kind == "accuse"))


def report(results: Sequence[Told]) -> list[tuple[str, int, float, float]]:
    """For each sentence and each fifth of the percentages (and for all of them): how often it was said, the mean of
    what was said, and how often it came true, both in percent."""
    groups: dict[str, list[Told]] = {}
    for one in results:
        groups.setdefault(one.sentence, []).append(one)
        groups.setdefault(f"{one.sentence} {one.percent // 20 * 20}…", []).append(one)
    return [
        (name, len(some), sum(t.percent for t in some) / len(some), 100 * sum(t.happened for t in some) / len(some))
        for name, some in sorted(groups.items())
    ]


def fit(results: Sequence[Told]) -> tuple[float, float]:
    """What to add to the logarithm of the odds, and by what to multiply it first, so that they come true: a logistic
    regression, by Newton's method, that stays near to no change at all."""
    add, times = 0.0, 1.0
    points = [(log(p / (1 - p)), t.happened) for t in results for p in (min(max(t.percent / 100, 0.01), 0.99),)]
    for _ in range(20):
        g0, g1, h00, h01, h11 = -add, -(times - 1) * 10, 1.0, 0.0, 10.0
        for odds, happened in points:
            p = 1 / (1 + exp(-(add + times * odds)))
            g0, g1 = g0 + happened - p, g1 + (happened - p) * odds
            w = p * (1 - p)
            h00, h01, h11 = h00 + w, h01 + w * odds, h11 + w * odds * odds
        det = h00 * h11 - h01 * h01
        add, times = add + (h11 * g0 - h01 * g1) / det, times + (h00 * g1 - h01 * g0) / det
    return round(add, 3), round(times, 3)


def correct(games: int, seed: int) -> None:
    """Learns how to correct the odds, and writes it to weights.json."""
    WEIGHTS["said"] = dict.fromkeys(("accuse", "believe", "truth", "bluff"), (0.0, 1.0))
    results = told(games, seed)
    # of bluffs is said how likely nobody accuses, of the others what is corrected itself
    said = {
        sentence: fit([_turned(t, "bluff") for t in results if t.sentence == sentence and 0 < t.percent < 100])
        for sentence in WEIGHTS["said"]
    }
    file = Path(values.__file__).with_name("weights.json")
    weights = json.loads(file.read_text(encoding="utf-8")) | {"said": said}
    file.write_text(json.dumps(weights, separators=(",", ":")) + "\n", encoding="utf-8")
    WEIGHTS["said"] = said
    print(said)


def _turned(one: Told, sentence: str) -> Told:
    """The same in terms of the opposite, for this sentence."""
    return one._replace(percent=100 - one.percent, happened=not one.happened) if one.sentence == sentence else one


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fit", action="store_true", help="learn the correction")
    args = parser.parse_args()
    if args.fit:
        correct(args.games, args.seed)
        return
    for name, times, said, happened in report(told(args.games, args.seed)):
        print(f"{name:14} said {times:5} times: {said:5.1f} %, happened {happened:5.1f} %")


if __name__ == "__main__":
    main()
