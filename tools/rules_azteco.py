"""Can somebody see through a bot of Azteco in an evening? Rules of thumb that people find, alone among two of it.

    python tools/rules_azteco.py 5 --deals 34
    python tools/rules_azteco.py 5 --rules "truth, accuse the leader"

A rule that wins clearly more than its fair share, 33.3 %, has found a habit. Each rule claims and votes in one of the
ways below.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random

from best_response_azteco import mean_and_error, victories

from texcoco.bots import make
from texcoco.bots.azteco.habits import SIZE
from texcoco.bots.azteco.levels import Level
from texcoco.bots.azteco.values import Values
from texcoco.games.azteco import AZTECO
from texcoco.games.azteco.cards import CARD_AT, CARDS

Choice = Callable[[Values, Random], int]


# --- claims ---


def truth(values: Values, rng: Random) -> int:
    return values.card


def lie_of_size(size: int) -> Choice:
    def claim(values: Values, rng: Random) -> int:
        return _best_of_size(values, size, rng)

    return claim


def bluff_when_poor(values: Values, rng: Random) -> int:
    """The truth about a good card, four jewels with a poor one."""
    return values.card if SIZE[values.card] == 2 else _best_of_size(values, 2, rng)


def one_jewel_more(values: Values, rng: Random) -> int:
    """A small lie that nobody minds: the best claim with one jewel more than there is."""
    return _best_of_size(values, min(SIZE[values.card] + 1, 2), rng)


def honest_first(values: Values, rng: Random) -> int:
    """Earns trust with the truth in the first two rounds, and lies with four jewels from then on."""
    return values.card if values.view["round"] <= 2 else _best_of_size(values, 2, rng)


def _best_of_size(values: Values, size: int, rng: Random) -> int:
    worth = values.claims(values.seat)
    of_size = (c for c in range(len(CARDS)) if SIZE[c] == size and c != values.card)
    return max(of_size, key=lambda c: worth[c] + 0.3 * rng.random())


# --- votes ---


def accuse_small_believe_big(values: Values, rng: Random) -> int:
    sizes = _sizes(values, rng)
    small = [s for s, size in sizes.items() if size < 1]
    return 2 * rng.choice(small) + 1 if small else 2 * max(sizes, key=sizes.__getitem__)


def accuse_the_biggest(values: Values, rng: Random) -> int:
    sizes = _sizes(values, rng)
    return 2 * max(sizes, key=sizes.__getitem__) + 1


def accuse_the_smallest(values: Values, rng: Random) -> int:
    sizes = _sizes(values, rng)
    return 2 * min(sizes, key=sizes.__getitem__) + 1


def believe_the_smallest(values: Values, rng: Random) -> int:
    sizes = _sizes(values, rng)
    return 2 * min(sizes, key=sizes.__getitem__)


def believe_the_biggest(values: Values, rng: Random) -> int:
    sizes = _sizes(values, rng)
    return 2 * max(sizes, key=sizes.__getitem__)


def accuse_the_leader(values: Values, rng: Random) -> int:
    score = {s: values.view["worth"][s]["total"] + rng.random() for s in _others(values)}
    return 2 * max(score, key=score.__getitem__) + 1


def accuse_what_helps_most(values: Values, rng: Random) -> int:
    """Whoever claims what is worth most to it."""
    worth = {s: values.claims(s)[CARD_AT[values.view["claims"][s]]] for s in _others(values)}
    return 2 * max(worth, key=worth.__getitem__) + 1


def copy_votes(values: Values, rng: Random) -> int:
    """What another seat voted in the round before, or an accusation."""
    others = _others(values)
    past = values.view["rounds"][-1]["votes"] if values.view["rounds"] else []
    texts = [past[s] for s in others if past and not past[s].endswith(f" {values.seat}")]
    if not texts:
        return 2 * rng.choice(others) + 1
    face, _, target = rng.choice(texts).partition(" ")
    return 2 * int(target) + (face == "accuse")


def accuse_who_lied_last(values: Values, rng: Random) -> int:
    others, rounds = _others(values), values.view["rounds"]
    liars = [s for s in others if rounds and rounds[-1]["cards"][s] != rounds[-1]["claims"][s]]
    return 2 * rng.choice(liars) + 1 if liars else believe_the_smallest(values, rng)


def accuse_who_was_honest_last(values: Values, rng: Random) -> int:
    others, rounds = _others(values), values.view["rounds"]
    honest = [s for s in others if rounds and rounds[-1]["cards"][s] == rounds[-1]["claims"][s]]
    return 2 * rng.choice(honest) + 1 if honest else believe_the_smallest(values, rng)


def _others(values: Values) -> list[int]:
    return [s for s in range(values.seats) if s != values.seat]


def _sizes(values: Values, rng: Random) -> dict[int, float]:
    """The sizes of the others' claims; of equal ones, any is the bigger."""
    return {s: SIZE[CARD_AT[values.view["claims"][s]]] + 0.5 * rng.random() for s in _others(values)}


CLAIMS: dict[str, Choice] = {
    "truth": truth,
    "lie small": lie_of_size(0),
    "lie big": lie_of_size(2),
    "bluff when poor": bluff_when_poor,
    "one jewel more": one_jewel_more,
    "honest first": honest_first,
}
VOTES: dict[str, Choice] = {
    "accuse small, believe big": accuse_small_believe_big,
    "accuse the biggest": accuse_the_biggest,
    "accuse the smallest": accuse_the_smallest,
    "believe the smallest": believe_the_smallest,
    "believe the biggest": believe_the_biggest,
    "accuse the leader": accuse_the_leader,
    "accuse what helps most": accuse_what_helps_most,
    "copy votes": copy_votes,
    "accuse who lied last": accuse_who_lied_last,
    "accuse who was honest last": accuse_who_was_honest_last,
}


class Ruled(Level):
    """Claims and votes by a rule, and chooses artefacts like a strong player."""

    def __init__(self, claims: str, votes: str):
        super().__init__(AZTECO)
        self.name, self.claims, self.votes = f"{claims}, {votes}", CLAIMS[claims], VOTES[votes]

    def claim(self, values: Values, until: float, rng: Random) -> int:
        return self.claims(values, rng)

    def vote(self, values: Values, until: float, rng: Random) -> int:
        return self.votes(values, rng)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bot", help="whom to see through")
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    parser.add_argument("--deals", type=int, default=8)
    parser.add_argument("--rules", default="", help="only rules with these words in their name")
    args = parser.parse_args()
    target, deals = make(args.bot, AZTECO), range(args.first, args.first + args.deals)
    for rule in (Ruled(claims, votes) for claims in CLAIMS for votes in VOTES):
        if args.rules in rule.name:
            mean, error = mean_and_error(victories(rule, target, deals))
            print(f"{mean:5.1f} % ± {error:4.1f}  {rule.name}", flush=True)


if __name__ == "__main__":
    main()
