"""Writes the playthroughs of tests/research/playthroughs anew, by OpenSpiel's own tool: `make golden` does that.

Each is a random game, packed by xz (`xzcat FILE` shows it). In Mexica, after some turns all players end theirs at once,
so that the file stays small.
"""

from __future__ import annotations

import lzma
from pathlib import Path

import pyspiel
from numpy.random import RandomState
from open_spiel.python.algorithms import generate_playthrough

import texcoco.research.openspiel  # noqa: F401  (registers the games)

FOLDER = Path(__file__).parent / "playthroughs"
GAMES = {
    "mexica": "python_texcoco_mexica(first=0)",
    "yucatan": "python_texcoco_yucatan(first=0,rounds=50)",
    "azteco": "python_texcoco_azteco(first=0)",
}
SEED, TURNS = 7, 40


def short_game(name: str) -> list[int]:
    """Random actions, and after so many of players' always the lowest: in Mexica that is to end the turn."""
    rng = RandomState(SEED)
    state = pyspiel.load_game(name).new_initial_state()
    actions: list[int] = []
    players = 0
    while not state.is_terminal():
        legal = state.legal_actions()
        actions.append(int(rng.choice(legal)) if players < TURNS else legal[0])
        players += not state.is_chance_node()
        state.apply_action(actions[-1])
    return actions


def playthrough(name: str) -> str:
    actions = short_game(GAMES[name]) if name == "mexica" else []
    return generate_playthrough.playthrough(GAMES[name], action_sequence=actions, seed=SEED)


def read(name: str) -> str:
    return lzma.decompress((FOLDER / f"{name}.txt.xz").read_bytes()).decode()


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        (FOLDER / f"{name}.txt.xz").write_bytes(lzma.compress(playthrough(name).encode(), preset=9))


if __name__ == "__main__":
    main()
