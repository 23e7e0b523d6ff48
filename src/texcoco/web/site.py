"""What all handlers of one server process share."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from texcoco.game import Game
from texcoco.tables import states
from texcoco.tables.host import Host
from texcoco.tables.requests import NoSuchTable, Refused, Who
from texcoco.tables.table import Table
from texcoco.web.connections import Connections
from texcoco.web.health import HealthCheck
from texcoco.web.identity import Identity
from texcoco.web.limits import Meter, network_of
from texcoco.web.metrics import Metrics
from texcoco.web.response_bodies import Refusal, Shown
from texcoco.web.settings import Settings
from texcoco.web.state import State
from texcoco.words import LANGUAGES

_ID = re.compile(r"[A-Za-z0-9_.-]{1,64}")


@dataclass(slots=True)
class Site:
    """A server process."""

    settings: Settings
    metrics: Metrics
    meter: Meter
    connections: Connections
    _host: Host | None = field(default=None)
    health: HealthCheck = field(default_factory=HealthCheck)

    @property
    def host(self) -> Host:
        """There from the start of the server to its end."""
        assert self._host is not None, "the server has not started"
        return self._host

    @host.setter
    def host(self, host: Host | None) -> None:
        self._host = host

    async def table(self, id: str, visitor: Visitor) -> Table:
        """A table as it is now. Raises `NoSuchTable`."""
        return await self.host.table(checked(id), visitor.who().source)


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who sends a request, from where."""

    identity: Identity
    address: str
    lang: str
    local: bool = False
    """Whether this machine itself asks, through no proxy."""

    def who(self, name: str = "") -> Who:
        return Who(self.identity.holder, name, network_of(self.address))


class TooMany(Exception):
    """Somebody asks too often."""

    def __init__(self, what: str, wait: float):
        super().__init__(
            f"too many {what}; try again in {wait:.0f} seconds"
            if wait >= 1
            else f"too many {what}; try again in a second"
        )
        self.wait = wait


def checked(id: str) -> str:
    """The id of a table, if it can be one. Raises `NoSuchTable`."""
    if not _ID.fullmatch(id):
        raise NoSuchTable(id)
    return id


def shown(table: Table, holder: str) -> Shown:
    """A table as a browser sees it."""
    held = table.held_by(holder)
    return Shown(
        list(held), [state_of(table, seat) for seat in held or (None,)], holder == table.owner, holder in table.removed
    )


def state_of(table: Table, viewer: int | None, since: int = 0) -> State:
    """What a viewer is shown, as a message."""
    return State(**states.state_of(table, viewer, since))


def translated(refused: Refused, game: Game | None, lang: str) -> Refused:
    """The same in the reader's language, where the game has words for it."""
    if game is not None and "key" in refused.values:
        refused.message = game.say(lang, refused.values["key"], refused.values["values"])
    return refused


def refusal(refused: Refused) -> Refusal:
    """Why not, as a message."""
    values = dict(refused.values)
    if "key" in values:
        return Refusal(refused.code, refused.message, values["rule"], values["key"], values["values"])
    return Refusal(refused.code, refused.message, values=values) if values else Refusal(refused.code, refused.message)


def language(asked: str | None, accepted: str) -> str:
    """The language asked for, or the first of the browser's that we speak."""
    if asked in LANGUAGES:
        return str(asked)
    wanted: list[tuple[float, int, str]] = []
    for place, item in enumerate(accepted.split(",")[:20]):
        name, _, weight = item.partition(";q=")
        try:
            wanted.append((-float(weight or 1), place, name.strip().lower()[:2]))
        except ValueError:
            continue
    return next((name for _, _, name in sorted(wanted) if name in LANGUAGES), "en")
