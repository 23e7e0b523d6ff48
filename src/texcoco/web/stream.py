"""The stream of a table: sends states as the table changes, and takes commands.

There is no queue of states. A connection knows what its client has; when the table has changed and the client can
take more, it is sent the newest state with the lines of the log that it lacks, however many entries there were in
between.
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
from texcoco.tables.broken_tables import BrokenTable
from texcoco.tables.history import Viewer
from texcoco.tables.requests import Busy, Command, NoSuchTable, Refused
from texcoco.tables.states import known_lines, state_message
from texcoco.tables.table import Table
from texcoco.web.guard import visitor_of
from texcoco.web.messages import (
    AckMessage,
    ClientMessage,
    Cursor,
    ErrorMessage,
    Hello,
    PresenceMessage,
    Present,
    RefusedMessage,
    SeatsMessage,
)
from texcoco.web.response_bodies import Refusal
from texcoco.web.site import Site, Visitor, checked, refusal, translated

log = logging.getLogger("texcoco.web")

HELLO_SECONDS = 10.0
"""Seconds that a client has for its first message."""
GONE, BAD, BROKEN, LATER = 4404, 4400, 4500, 1013
"""Codes with which a stream is closed: there is no such table (any more); too many messages could not be read; the
table cannot be read; the server is too busy to read the table now."""
MAX_BAD_MESSAGES = 100
"""How many messages that cannot be read, or come too fast, end a stream."""

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder[Hello | Command](ClientMessage).decode


class StreamEnded(Exception):
    """The stream has ended."""


@websocket("/api/v1/tables/{table_id:str}/stream")
async def stream(socket: WebSocket[Any, Any, Any], table_id: FromPath[str]) -> None:
    """Opens the stream of a table."""
    site: Site = socket.app.state.site
    await socket.accept()
    with contextlib.suppress(StreamEnded, WebSocketException, OSError):  # the client has gone
        await Stream(socket, site, visitor_of(socket), table_id).run()


class Stream:
    """One connection."""

    def __init__(self, socket: WebSocket[Any, Any, Any], site: Site, visitor: Visitor, id: str):
        self.socket, self.site, self.visitor, self.id = socket, site, visitor, id
        self.bucket = site.meter.messages(visitor.address)
        self.newest: Table | None = None
        self.sent_seats: SeatsMessage | None = None
        self.present: presence.Present | None = None
        self.cursors: dict[Viewer, Cursor] = {}
        """How much of each viewer's stream the client has."""
        self.grouped = False
        """Whether the client wants actions in groups."""
        self.changed = asyncio.Event()
        self.unavailable: Exception | None = None
        """Why the table cannot be shown any more; None as long as it can."""
        self.bad_messages = 0

    async def run(self) -> None:
        try:
            stop = await self.site.host.watch(
                checked(self.id), self._on_entry, self._on_unavailable, self.visitor.who().source
            )
        except (NoSuchTable, BrokenTable) as why:
            return await self._end(why)
        except Busy as why:
            return await self._close(LATER, refusal(why))
        sender: asyncio.Task[None] | None = None
        leave: Callable[[], None] | None = None
        try:
            try:
                first = await asyncio.wait_for(self._receive(), HELLO_SECONDS)
            except TimeoutError:
                await self._close(BAD, Refusal("no-hello", "a stream begins with a message of the client: hello"))
                return
            table = await self.site.table(self.id, self.visitor)
            if self.newest is None or self.newest.version < table.version:
                self.newest = table
            asked: Hello | Command | None = self._read(first)
            if isinstance(asked, Hello):
                self.cursors = {_viewer(name): cursor for name, cursor in asked.cursors.items()}
                self.grouped = asked.grouped
            leave = self.site.host.presence.join(table.id, self.visitor.identity.holder, self.changed.set)
            self.changed.set()
            sender = asyncio.create_task(self._send_updates())
            receiver = asyncio.create_task(self._receive_all(first, asked))
            done, _ = await asyncio.wait({sender, receiver}, return_when=asyncio.FIRST_COMPLETED)
            for task in (sender, receiver):
                task.cancel()
            await asyncio.gather(sender, receiver, return_exceptions=True)
            for task in done:
                task.result()
        except (NoSuchTable, BrokenTable) as why:
            await self._end(why)
        finally:
            stop()
            if leave is not None:
                leave()
            if sender is not None:
                sender.cancel()

    # --- from the table to the client ---

    def _on_entry(self, table: Table, entry: Entry) -> None:
        self.newest = table
        self.changed.set()

    def _on_unavailable(self, why: Exception) -> None:
        self.unavailable = why
        self.changed.set()

    async def _send_updates(self) -> None:
        while True:
            await self.changed.wait()
            self.changed.clear()
            if self.unavailable is not None:
                raise self.unavailable
            assert self.newest is not None
            holder = self.visitor.identity.holder
            held = self.newest.held_by(holder)
            seats = SeatsMessage(list(held), holder == self.newest.owner, holder in self.newest.removed)
            if seats != self.sent_seats:
                self.sent_seats = seats
                # A client forgets the state of a seat that it loses; if it gets the seat back, it is sent all of it
                # again.
                self.cursors = {viewer: has for viewer, has in self.cursors.items() if viewer is None or viewer in held}
                await self._send(seats)
            present = self.site.host.presence.at_table(self.newest)
            if present != self.present:
                self.present = present
                await self._send(PresenceMessage(Present(list(present.seats), present.watching)))
            for viewer in _viewers(held):
                await self._send_state(viewer)

    async def _send_state(self, viewer: Viewer) -> None:
        table = self.newest  # read now: it may have changed while the state of another viewer was sent
        assert table is not None
        if viewer is not None and viewer not in table.held_by(self.visitor.identity.holder):
            return  # the seat was lost while something else was being sent
        number = table.counts.get(viewer, 0)
        cursor = self.cursors.get(viewer)
        if cursor is not None and cursor.number == number:
            return
        since = 0 if cursor is None else known_lines(table, viewer, cursor.number, cursor.settled)
        settled, message = state_message(table, viewer, since, grouped=self.grouped)
        self.cursors[viewer] = Cursor(number, settled)
        self.site.metrics.states += 1
        await self.socket.send_data(message.decode(), mode="text")

    # --- from the client to the table ---

    async def _receive_all(self, first: str | bytes, asked: Hello | Command | None) -> None:
        await self._handle(first, asked)
        while True:
            raw = await self._receive()
            await self.site.meter.message(self.visitor.address)
            if wait := self.bucket.take(self.site.meter.now()):
                await asyncio.sleep(
                    wait
                )  # and read no further message meanwhile, as each refusal costs the server something
                await self._reject(Refusal("too-fast", "too many messages; wait a little"), raw)
            else:
                await self._handle(raw, self._read(raw))

    async def _handle(self, raw: str | bytes, asked: Hello | Command | None) -> None:
        if isinstance(asked, Command):
            await self._carry_out(asked)
        elif asked is None:
            await self._reject(self._decode_error(raw), raw)

    def _read(self, raw: str | bytes) -> Hello | Command | None:
        try:
            return _decode(raw)
        except UNREADABLE:
            return None

    def _decode_error(self, raw: str | bytes) -> Refusal:
        try:
            _decode(raw)
        except UNREADABLE as error:
            return Refusal("bad-message", str(error)[:500])
        return Refusal("bad-message", "this makes no sense here")

    async def _reject(self, why: Refusal, raw: str | bytes) -> None:
        self.bad_messages += 1
        await self._send(ErrorMessage(why))
        if self.bad_messages >= MAX_BAD_MESSAGES:
            await self._close(BAD, Refusal("enough", "too much of what was sent could not be taken"))
            raise StreamEnded

    async def _carry_out(self, command: Command) -> None:
        began = time.perf_counter()
        who = self.visitor.who()
        try:
            table = await self.site.host.command(self.id, who, command)
        except BrokenTable:
            raise  # it ends the stream
        except Refused as refused:
            self.site.metrics.refused(command.do, refused.code)
            await self._send(
                RefusedMessage(
                    command.id, refusal(translated(refused, self.newest and self.newest.game, self.visitor.lang))
                )
            )
            return
        except StoreError:
            log.exception("the store failed")
            self.site.metrics.refused(command.do, "store")
            why = Refusal(
                "store", "the database does not answer; it is not known whether this was carried out: send it again"
            )
            await self._send(RefusedMessage(command.id, why))
            return
        except (NoSuchTable, WebSocketException, OSError):
            raise
        except Exception:  # a bug of the server: nothing was written, and the stream goes on
            log.exception("a command failed", extra={"table": self.id})
            self.site.metrics.refused(command.do, "broken")
            await self._send(RefusedMessage(command.id, Refusal("broken", "something is wrong with this server")))
            return
        self.site.metrics.acknowledged(command.do, time.perf_counter() - began)
        held = table.held_by(who.holder)
        named = getattr(command, "seat", None)
        seat = named if named in held else held[0] if held else None
        await self._send(AckMessage(command.id, seat, table.counts.get(seat, 0)))

    # --- the wire ---

    async def _receive(self) -> str | bytes:
        message: Any = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise StreamEnded
        return message.get("text") or message.get("bytes") or b""

    async def _send(self, message: msgspec.Struct) -> None:
        await self.socket.send_data(_encode(message).decode(), mode="text")

    async def _end(self, why: NoSuchTable | BrokenTable) -> None:
        """Closes the stream because the table cannot be shown any more."""
        if isinstance(why, BrokenTable):
            await self._close(BROKEN, refusal(why))
        else:
            await self._close(GONE, Refusal("no-such-table", "there is no such table, or not any more"))

    async def _close(self, code: int, why: Refusal) -> None:
        await self._send(ErrorMessage(why))
        await self.socket.close(code=code, reason=why.code)


def _viewers(held: tuple[int, ...]) -> tuple[Viewer, ...]:
    """For whom states are sent: the seats held, or a spectator. A screen that several seats share gets the spectator's
    state too, and before theirs: it is what all who sit there may see."""
    return held if len(held) == 1 else (None, *held)


def _viewer(name: str) -> Viewer:
    """The viewer that a key of `cursors` names: a seat, or `spectator`; -1, which nobody is, for any other key."""
    return int(name) if name.isascii() and name.isdigit() else None if name == "spectator" else -1
