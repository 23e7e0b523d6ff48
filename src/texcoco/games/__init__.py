"""The registry: every game that can be played, by name."""

from __future__ import annotations

from importlib import import_module

from texcoco.game import Game

GAMES: dict[str, str] = {
    "mexica": "texcoco.games.mexica:MEXICA",
    "yucatan": "texcoco.games.yucatan:YUCATAN",
    "azteco": "texcoco.games.azteco:AZTECO",
}
"""Where each game is to be found, `module:name`. Games are imported when first asked for."""

_loaded: dict[str, Game] = {}


class NoSuchGame(ValueError):
    """There is no game of that name; the message lists those that there are."""


def find(name: str) -> Game:
    """The game of that name."""
    if name not in _loaded:
        if name not in GAMES:
            raise NoSuchGame(f"there is no game {name[:40]!r}; there are: {', '.join(sorted({*GAMES, *_loaded}))}")
        module, _, attribute = GAMES[name].partition(":")
        _loaded[name] = getattr(import_module(module), attribute)
    return _loaded[name]


def register(game: Game) -> Game:
    """Adds a game of your own, for this process: records, protocol, bots and arena then know it."""
    _loaded[game.name] = game
    return game
