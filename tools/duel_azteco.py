"""How often a bot of Azteco wins alone among bots of another kind: each deal is played with it on every seat.

    python tools/duel_azteco.py 5 4 --first 30000 --deals 67
    python tools/duel_azteco.py 5 greedy --seats 6 --deals 34

A deal is known by its number, so that the same command plays the same games.
"""

from __future__ import annotations

import argparse

from best_response_azteco import mean_and_error, victories

from texcoco.arena.baselines import make_player
from texcoco.games.azteco import AZTECO


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("one", help="the bot that sits alone")
    parser.add_argument("others", help="the bot on all other seats")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    parser.add_argument("--deals", type=int, default=67)
    args = parser.parse_args()
    deals = range(args.first, args.first + args.deals)
    one, others = (make_player(name, AZTECO) for name in (args.one, args.others))
    mean, error = mean_and_error(victories(one, others, deals, args.seats))
    games = args.seats * args.deals
    print(f"{args.one} among {args.seats - 1} of {args.others}: {mean:.1f} % ± {error:.1f} of {games} games")


if __name__ == "__main__":
    main()
