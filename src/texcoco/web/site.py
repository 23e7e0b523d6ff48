"""What the handlers of one server process share, and what they all do with it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from texcoco.tables.commands import Refused, Who
from texcoco.tables.host import Host, NoSuchTable
from texcoco.tables.table import Table
from texcoco.web.identity import Identity
from texcoco.web.limits import Meter
from texcoco.web.messages import Refusal, Shown, State
from texcoco.web.metrics import Metrics
from texcoco.web.settings import Settings
from texcoco.words import LANGUAGES

_ID = re.compile(r"[A-Za-z0-9_.-]{1,64}")


@dataclass(slots=True)
class Site:
    """A server process."""

    settings: Settings
    metrics: Metrics
    meter: Meter
    _host: Host | None = field(default=None)

    @property
    def host(self) -> Host:
        """There from the start of the server to its end."""
        assert self._host is not None, "the server has not started"
        return self._host

    @host.setter
    def host(self, host: Host | None) -> None:
        self._host = host

    async def table(self, id: str) -> Table:
        """A table as it is now. Raises `NoSuchTable`."""
        return await self.host.table(checked(id))


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who sends a request, from where."""

    identity: Identity
    address: str
    lang: str

    def who(self, name: str = "") -> Who:
        return Who(self.identity.holder, name)


class TooMany(Exception):
    """Somebody asks too often."""

    def __init__(self, what: str, wait: float):
        super().__init__(f"too many {what}; try again in {wait:.0f} seconds" if wait >= 1 else f"too many {what}; try again in a second")
        self.wait = wait


def checked(id: str) -> str:
    """The id of a table, if it can be one. Raises `NoSuchTable`."""
    if not _ID.fullmatch(id):
        raise NoSuchTable(id)
    return id


def shown(table: Table, holder: str) -> Shown:
    """A table as a browser sees it."""
    held = table.held_by(holder)
    return Shown(list(held), [state_of(table, seat) for seat in held or (None,)])


def state_of(table: Table, viewer: int | None, since: int = 0) -> State:
    """`Table.state` as a message."""
    return State(**table.state(viewer, since))


def translated(refused: Refused, table: Table | None, lang: str) -> Refused:
    """The same in the reader's language, where the game has words for it."""
    if table is not None and "key" in refused.values:
        refused.message = table.game.say(lang, refused.values["key"], refused.values["values"])
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
