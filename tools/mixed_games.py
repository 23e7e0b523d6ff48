"""Plays games of bots of mixed levels and keeps them, for scripts that learn from them.

    python tools/mixed_games.py mexica --seats 3 --games 1400 --folder games

In half of the games all seats are of one level, in the others each seat's level is drawn by lot; lower levels that play
fast are drawn more often than the highest. The games go to FOLDER/GAME-SEATS.jsonl, one a line. A run that was
interrupted goes on where it stopped, and the same numbers always give the same games.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from texcoco.bots import Bot, Clock, make
from texcoco.bots.mexica.levels import LEVELS, choose_turn, closing
from texcoco.game import CHANCE, Action, Event, Game, Position
from texcoco.games import find
from texcoco.games.mexica import MexicaPosition
from texcoco.games.mexica.actions import END

SHARES: Mapping[str, Mapping[str, float]] = {
    "mexica": {"1": 0.1, "2": 0.15, "3": 0.4, "4": 0.35},
    "yucatan": {"1": 0.1, "2": 0.15, "3": 0.75},
    "azteco": {"1": 0.1, "2": 0.15, "3": 0.3, "4": 0.35, "5": 0.1},
}
"""How often each level plays."""
TOO_LONG = 5000
"""A game with more actions than this is given up."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game as a list of who did what."""

    number: int
    levels: tuple[str, ...]
    moves: tuple[tuple[int, str], ...]

    def positions(self, game: Game) -> Iterator[tuple[Position, int]]:
        """The position (the same object, moving on) before each action, and who acts; last the end of the game."""
        position = game.start(len(self.levels))
        for seat, text in self.moves:
            yield position, seat
            position.apply(seat, game.parse(text))
        yield position, CHANCE


def play(game: Game, seats: int, number: int, shares: Mapping[str, float] | None = None) -> Played:
    """Plays the game of that number, with levels by their `shares`."""
    rng = Random(f"mixed games {game.name} {seats} {number}")
    shares = shares or SHARES[game.name]
    drawn = rng.choices(list(shares), list(shares.values()), k=seats)
    levels = tuple(drawn[:1] * seats if rng.random() < 0.5 else drawn)
    position = game.start(seats)
    moves: list[tuple[int, str]] = []
    events: list[list[Event]] = [[] for _ in levels]
    while (actors := position.actors()) and len(moves) < TOO_LONG:
        seat = actors[0]
        for action in _decide(position, seat, levels, events, rng):
            moves.append((seat, str(action)))
            if game.name == "mexica":
                position.apply(seat, action)  # bots that see everything do not read what happened
                continue
            for event in position.play(seat, action):
                for viewer, log in enumerate(events):
                    if (known := event.to(viewer)) is not None:
                        log.append(known)
    return Played(number, levels, tuple(moves))


def _decide(
    position: Position, seat: int, levels: tuple[str, ...], events: list[list[Event]], rng: Random
) -> Iterator[Action]:
    if seat == CHANCE:
        yield position.draw(rng)
    elif isinstance(position, MexicaPosition) and position.phase == "turn":
        # the whole turn at once, which takes half of the time of one action after the other
        turn = choose_turn(position, seat, LEVELS[levels[seat]], None, rng)
        for action in (*turn.plan, *closing(turn.after, seat), END):
            yield action
            if position.phase != "turn":
                break
    else:
        bot = _bot(position.game.name, levels[seat])
        yield bot.decide(seat, position.view(seat), events[seat], position.actions(seat), Clock(), rng)


@cache
def _bot(game: str, level: str) -> Bot:
    return make(level, find(game))


def keep(game: Game, seats: int, games: int, folder: Path, first: int = 0) -> Path:
    """Plays the games that the folder does not have yet, from the number `first` on; gives the file that has them."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / (f"{game.name}-{seats}-from-{first}.jsonl" if first else f"{game.name}-{seats}.jsonl")
    have = len(path.read_text(encoding="utf-8").splitlines()) if path.exists() else 0
    with path.open("a", encoding="utf-8") as file:
        for number in range(first + have, first + games):
            played = play(game, seats, number)
            file.write(json.dumps([played.number, played.levels, played.moves], separators=(",", ":")) + "\n")
            file.flush()
    return path


def kept(path: Path, games: int) -> Iterator[Played]:
    """The first so many games of a file."""
    with path.open(encoding="utf-8") as file:
        for line, _ in zip(file, range(games), strict=False):
            number, levels, moves = json.loads(line)
            yield Played(number, tuple(levels), tuple((seat, text) for seat, text in moves))


def main() -> None:
    parser = argparse.ArgumentParser(description="Plays games of bots of mixed levels and keeps them.")
    parser.add_argument("game", choices=list(SHARES))
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--games", type=int, default=1400)
    parser.add_argument("--folder", type=Path, default=Path("games"))
    asked = parser.parse_args()
    print(keep(find(asked.game), asked.seats, asked.games, asked.folder))


if __name__ == "__main__":
    main()
