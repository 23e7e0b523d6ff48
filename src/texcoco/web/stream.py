"""The stream of a table: what its viewers are shown, as it changes, and the commands that they send.

There is no queue of states. A connection knows what its client has; when the table has changed and the client can take more, it is
sent the newest state with all that it lacks, however much happened in between.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketException
from litestar.params import FromPath

from texcoco.store import Entry, StoreError
from texcoco.tables import presence
from texcoco.tables.commands import Command as Asked
from texcoco.tables.commands import Refused
from texcoco.tables.host import NoSuchTable
from texcoco.tables.table import Table, Viewer
from texcoco.web.guard import visitor_of
from texcoco.web.messages import (
    AckMessage,
    Command,
    ErrorMessage,
    Hello,
    PresenceMessage,
    Present,
    Refusal,
    RefusedMessage,
    SeatsMessage,
    StateMessage,
)
from texcoco.web.site import Site, Visitor, checked, refusal, state_of, translated

log = logging.getLogger("texcoco.web")

PATIENCE = 10.0
"""Seconds that a client has for its first message."""
GONE, BAD = 4404, 4400
"""Codes with which a stream is closed: there is no such table (any more); too much of what was sent made no sense."""
NONSENSE = 100
"""How many messages that cannot be read, or come too fast, end a stream."""

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)

_encode = msgspec.json.Encoder().encode


class Over(Exception):
    """The stream has ended."""


class _Which(msgspec.Struct):
    do: str = ""


@websocket("/api/v1/tables/{table_id:str}/stream")
async def stream(socket: WebSocket[Any, Any, Any], table_id: FromPath[str]) -> None:
    """Opens the stream of a table."""
    site: Site = socket.app.state.site
    await socket.accept()
    with contextlib.suppress(Over, WebSocketException, OSError):  # the client has gone
        await Stream(socket, site, visitor_of(socket), table_id).run()


class Stream:
    """One connection."""

    def __init__(self, socket: WebSocket[Any, Any, Any], site: Site, visitor: Visitor, id: str):
        self.socket, self.site, self.visitor, self.id = socket, site, visitor, id
        self.bucket = site.meter.messages(visitor.address)
        self.newest: Table | None = None
        self.held: tuple[int, ...] | None = None
        self.present: presence.Present | None = None
        self.had: dict[Viewer, tuple[int, int]] = {}
        """What the client has of each viewer's stream: the number of the last state, and how many lines of it are firm."""
        self.changed = asyncio.Event()
        self.gone = False
        self.nonsense = 0

    async def run(self) -> None:
        try:
            stop = await self.site.host.watch(checked(self.id), self._heard, self._removed)
        except NoSuchTable:
            await self._close(GONE, Refusal("no-such-table", "there is no such table"))
            return
        sender: asyncio.Task[None] | None = None
        leave: Callable[[], None] | None = None
        try:
            try:
                first = await asyncio.wait_for(self._receive(), PATIENCE)
            except TimeoutError:
                await self._close(BAD, Refusal("no-hello", "a stream begins with a message of the client: hello"))
                return
            table = await self.site.table(self.id)
            if self.newest is None or self.newest.version < table.version:
                self.newest = table
            asked: Hello | Command | None = self._read(first)
            if isinstance(asked, Hello):
                self.had = {_viewer(name): (had.number, had.firm) for name, had in asked.seen.items()}
            leave = self.site.host.presence.join(table.id, self.visitor.identity.holder, self.changed.set)
            self.changed.set()
            sender = asyncio.create_task(self._send_what_is_new())
            receiver = asyncio.create_task(self._receive_all(first, asked))
            done, _ = await asyncio.wait({sender, receiver}, return_when=asyncio.FIRST_COMPLETED)
            for task in (sender, receiver):
                task.cancel()
            await asyncio.gather(sender, receiver, return_exceptions=True)
            for task in done:
                task.result()
        except NoSuchTable:
            await self._close(GONE, Refusal("no-such-table", "there is no such table any more"))
        finally:
            stop()
            if leave is not None:
                leave()
            if sender is not None:
                sender.cancel()

    # --- what the table does ---

    def _heard(self, table: Table, entry: Entry) -> None:
        self.newest = table
        self.changed.set()

    def _removed(self) -> None:
        self.gone = True
        self.changed.set()

    async def _send_what_is_new(self) -> None:
        while True:
            await self.changed.wait()
            self.changed.clear()
            if self.gone:
                raise NoSuchTable(self.id)
            assert self.newest is not None
            held = self.newest.held_by(self.visitor.identity.holder)
            if held != self.held:
                self.held = held
                await self._send(SeatsMessage(list(held)))
            present = self.site.host.presence.of(self.newest)
            if present != self.present:
                self.present = present
                await self._send(PresenceMessage(Present(list(present.seats), present.watching)))
            for viewer in held or (None,):
                await self._send_state(viewer)

    async def _send_state(self, viewer: Viewer) -> None:
        table = self.newest  # as it is when its turn comes, not when the first of them was sent
        assert table is not None
        number = table.counts.get(viewer, 0)
        had = self.had.get(viewer)
        if had is not None and had[0] == number:
            return
        state = state_of(table, viewer, 0 if had is None else table.kept(viewer, *had))
        self.had[viewer] = number, state.firm
        self.site.metrics.states += 1
        await self._send(StateMessage(state))

    # --- what the client sends ---

    async def _receive_all(self, first: str | bytes, asked: Hello | Command | None) -> None:
        await self._take(first, asked)
        while True:
            raw = await self._receive()
            if self.bucket.take(self.site.meter.now()):
                await self._complain(Refusal("too-fast", "too many messages; wait a little"), raw)
            else:
                await self._take(raw, self._read(raw))

    async def _take(self, raw: str | bytes, asked: Hello | Command | None) -> None:
        if isinstance(asked, Command):
            await self._carry_out(asked)
        elif asked is None:
            await self._complain(self._what_is_wrong(raw), raw)

    def _read(self, raw: str | bytes) -> Hello | Command | None:
        try:
            return _decode(raw)
        except UNREADABLE:
            return None

    def _what_is_wrong(self, raw: str | bytes) -> Refusal:
        try:
            _decode(raw)
        except UNREADABLE as error:
            return Refusal("bad-message", str(error)[:500])
        return Refusal("bad-message", "this makes no sense here")

    async def _complain(self, why: Refusal, raw: str | bytes) -> None:
        self.nonsense += 1
        await self._send(ErrorMessage(why))
        if self.nonsense >= NONSENSE:
            await self._close(BAD, Refusal("enough", "too much of what was sent could not be taken"))
            raise Over

    async def _carry_out(self, command: Command) -> None:
        began = time.perf_counter()
        who = self.visitor.who()
        try:
            table = await self.site.host.command(self.id, who, asked_of(command))
        except Refused as refused:
            self.site.metrics.refused(command.do, refused.code)
            await self._send(RefusedMessage(refusal(translated(refused, self.newest, self.visitor.lang)), command.id))
            return
        except StoreError:
            log.exception("the store failed")
            self.site.metrics.refused(command.do, "store")
            why = Refusal("store", "the database does not answer; it is not known whether this was carried out: send it again")
            await self._send(RefusedMessage(why, command.id))
            return
        self.site.metrics.acknowledged(command.do, time.perf_counter() - began)
        held = table.held_by(who.holder)
        seat = command.seat if isinstance(command.seat, int) and command.seat in held else held[0] if held else None
        await self._send(AckMessage(command.id, seat, table.counts.get(seat, 0)))

    # --- the wire ---

    async def _receive(self) -> str | bytes:
        message: Any = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise Over
        return message.get("text") or message.get("bytes") or b""

    async def _send(self, message: msgspec.Struct) -> None:
        await self.socket.send_data(_encode(message).decode(), mode="text")

    async def _close(self, code: int, why: Refusal) -> None:
        await self._send(ErrorMessage(why))
        await self.socket.close(code=code, reason=why.code)


def _decode(raw: str | bytes) -> Hello | Command:
    which = msgspec.json.decode(raw, type=_Which)
    return msgspec.json.decode(raw, type=Hello) if which.do == "hello" else msgspec.json.decode(raw, type=Command)


def _viewer(name: str) -> Viewer:
    """The key of `seen`: a seat, or `spectator`; whatever else is there is nobody's."""
    return int(name) if name.isascii() and name.isdigit() else None if name == "spectator" else -1


def asked_of(command: Command) -> Asked:
    """A message as the command that tables know."""
    given = {name: value for name in Command.__struct_fields__ if (value := getattr(command, name)) is not msgspec.UNSET}
    return Asked(**given)
