"""The registry: every game that can be played, by name.

Besides the games of this package there are those of other packages, which name them in the entry points `texcoco.games`
(`nim = "my_package:NIM"`), and those of the environment variable `TEXCOCO_GAMES` (`nim=my_module:NIM`, several with
commas), for a game that is not packaged yet. Both are known to every process: to the server, to the processes in which
bots think, to the terminal. `register` adds a game to one process only.
"""

from __future__ import annotations

import logging
import os
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from texcoco.game import Game

log = logging.getLogger("texcoco.games")

GAMES: dict[str, str] = {
    "mexica": "texcoco.games.mexica:MEXICA",
    "yucatan": "texcoco.games.yucatan:YUCATAN",
    "azteco": "texcoco.games.azteco:AZTECO",
}
"""Where the games of this package are to be found, `module:name`. Games are imported when first asked for."""

GROUP = "texcoco.games"
VARIABLE = "TEXCOCO_GAMES"

_loaded: dict[str, Game] = {}
_broken: dict[str, str] = {}
"""Why games could not be imported. That is not tried again: a server would run their code at every request."""


class NoSuchGame(ValueError):
    """There is no game of that name; the message lists those that there are."""


class BrokenGame(NoSuchGame):
    """A game of another package that cannot be imported; `details` says why, which is not for visitors of a server."""

    def __init__(self, name: str, details: str):
        super().__init__(f"the game {name} cannot be played here: it could not be imported")
        self.details = details


def find(name: str) -> Game:
    """The game of that name. Raises `NoSuchGame`."""
    if name in _broken:
        raise BrokenGame(name, _broken[name])
    if name not in _loaded:
        place = GAMES.get(name) or _others().get(name)
        if place is None:
            raise NoSuchGame(f"there is no game {name[:40]!r}; there are: {', '.join(sorted(game_names()))}")
        _loaded[name] = _import(place) if name in GAMES else _import_foreign(name, place)
    return _loaded[name]


def game_names() -> list[str]:
    """The names of all games: first ours, then those of others."""
    return list(dict.fromkeys([*GAMES, *_others(), *_loaded]))


def all_games() -> list[Game]:
    """Every game that can be imported; of another package's game that cannot, the log says why, once."""
    found: list[Game] = []
    for name in game_names():
        try:
            found.append(find(name))
        except BrokenGame as broken:
            _warn_once(broken.details)
    return found


def register(game: Game) -> Game:
    """Adds a game of your own, for this process: records, protocol, bots and arena then know it."""
    _loaded[game.name] = game
    return game


@cache
def _others() -> dict[str, str]:
    """The games of other packages and of the environment variable, and where they are to be found."""
    others = {point.name: point.value for point in entry_points(group=GROUP)}
    for part in filter(None, os.environ.get(VARIABLE, "").split(",")):
        name, _, place = part.strip().partition("=")
        others[name] = place
    return {name: place for name, place in others.items() if name not in GAMES}


def _import(place: str) -> Any:
    module, _, attribute = place.partition(":")
    return getattr(import_module(module), attribute)


def _import_foreign(name: str, place: str) -> Game:
    try:
        game = _import(place)
    except Exception as error:
        _broken[name] = f"the game {name} ({place}) cannot be imported: {type(error).__name__}: {error}"
        raise BrokenGame(name, _broken[name]) from error
    if not isinstance(game, Game) or game.name != name:
        _broken[name] = f"{place} is not a game called {name}"
        raise BrokenGame(name, _broken[name])
    return game


@cache
def _warn_once(sentence: str) -> None:
    log.warning(sentence)
