"""The API over HTTP: games, the lobby, tables, and how the server is."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated, Any, cast

import msgspec
from litestar import MediaType, Response, delete, get, post
from litestar.openapi.spec import Example
from litestar.params import Body, JSONBody, QueryParameter

from texcoco.bots import bots
from texcoco.game import Game
from texcoco.games import GAMES, NoSuchGame, find
from texcoco.store import Card as Found
from texcoco.store import StoreError
from texcoco.tables.commands import Refused
from texcoco.tables.table import EVERYBODY, Table
from texcoco.web.asking import PUBLIC_FILES, Asking, GameName, Lang, SeatOf, TableId, limit, of, said
from texcoco.web.messages import (
    Card,
    Command,
    Done,
    GameCard,
    Games,
    Health,
    Invitation,
    Invitations,
    Lobby,
    NewTable,
    Opened,
    OptionForm,
    RecordText,
    Rematch,
    Result,
    Seat,
    Shown,
    Status,
    stream_schema,
)
from texcoco.web.metrics import TYPE
from texcoco.web.settings import Limits
from texcoco.web.site import checked, shown, translated
from texcoco.web.stream import asked_of

PAGE = 50
COMMAND = "texcoco.command"
"""Where in a scope the id of the command is, for the answer if it is refused."""


# --- games ---


@get("/games", summary="The games", tags=["games"], responses=said())
async def games(request: Asking, lang: Lang = None) -> Games:
    """Every game with its seats, its options (to draw a form from, in the language asked for) and its bots."""
    _, visitor = of(request)
    return Games([_card(find(name), visitor.lang) for name in GAMES])


def _card(game: Game, lang: str) -> GameCard:
    def word(key: str, otherwise: str = "") -> str:
        return game.say(lang, key, {}) if game.words.has(key) else otherwise

    options = [
        OptionForm(label=word(f"option.{o['name']}", o["name"]), help=word(f"option.{o['name']}.help"), **o) for o in game.options.form()
    ]
    least, most = game.seats.start, game.seats.stop - 1
    return GameCard(game.name, game.title, word("tagline"), least, most, game.rules, options, list(bots(game)))


@get("/games/{game:str}/text", summary="A game's words", tags=["games"], responses=said(404), response_headers=PUBLIC_FILES)
async def text(request: Asking, game: GameName, lang: Lang = None) -> dict[str, str]:
    """Every sentence of a game by its key: events (`event.…`), refusals, names of pieces. Slots are described in docs/api.md."""
    _, visitor = of(request)
    return dict(find(game).words.catalogue(visitor.lang))


@get(
    "/games/{game:str}/rules",
    summary="A game's rules",
    tags=["games"],
    media_type="text/markdown",
    responses=said(404),
    response_headers=PUBLIC_FILES,
)
async def rules(request: Asking, game: GameName, lang: Lang = None) -> str:
    """The rules in our own words, as Markdown, each paragraph anchored by its ruling's id."""
    _, visitor = of(request)
    try:
        return find(game).rulebook(visitor.lang)
    except FileNotFoundError:
        raise NoSuchGame(f"the rules of {game} are not written yet") from None


# --- the lobby ---


@post("/tables", summary="Open a table", tags=["tables"], responses=said(422))
async def open_table(
    request: Asking,
    data: Annotated[
        NewTable,
        Body(
            examples=[
                Example(
                    summary="With a friend and two bots",
                    value={
                        "game": "mexica",
                        "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "random"}],
                        "name": "Ana",
                    },
                )
            ]
        ),
    ],
) -> Opened:
    """Opens a table and gives an invitation for each free seat, to be sent to whoever is to sit there. Then `start` it."""
    site, visitor = of(request)
    limit(site.meter.table(visitor.address), "new tables")
    table = await site.host.create(visitor.who(data.name), msgspec.to_builtins(data))
    seen = shown(table, visitor.identity.holder)
    return Opened(table.id, _invitations(table, visitor.identity.holder), seen.seats, seen.states)


@get("/tables", summary="The lobby", tags=["tables"], responses=said())
async def lobby(
    request: Asking,
    status: Annotated[Status | None, QueryParameter(name="status", description="Only tables of this status.")] = None,
    mine: Annotated[bool, QueryParameter(name="mine", description="Your own tables; else the public ones.")] = False,
    before: Annotated[str | None, QueryParameter(name="before", max_length=120, description="`next` of the page before.")] = None,
) -> Lobby:
    """Public tables, or one's own, those used last first, fifty at a time."""
    site, visitor = of(request)
    holder = visitor.identity.holder
    at = _place(before) if before is not None else None
    found = await site.host.cards(status=status, holder=holder if mine else EVERYBODY, before=at, limit=PAGE + 1)
    page = found[:PAGE]
    more = f"{page[-1].updated!r}~{page[-1].id}" if len(found) > PAGE else None
    return Lobby([_lobby_card(card, holder) for card in page], more)


def _place(before: str) -> tuple[float, str]:
    updated, tilde, id = before.partition("~")
    try:
        at = float(updated)
        if not tilde or not -1e15 < at < 1e15:
            raise ValueError
        return at, checked(id)
    except Exception:
        raise Refused("bad-request", "`before` is `next` of the page before") from None


def _lobby_card(found: Found, holder: str) -> Card:
    """What the lobby shows of a card; who holds the seats stays here."""
    card = found.card
    yours = [seat for seat, holders in enumerate(card["held"]) if holder in holders]
    result = None if card["result"] is None else Result(**card["result"])
    seats = [Seat(s["kind"], s["name"], s["bot"]) for s in card["seats"]]
    turn = any(seat in card["actors"] and card["seats"][seat]["bot"] is None for seat in yours)
    created = card["created"]
    return Card(found.id, card["game"], card["status"], card["public"], created, found.updated, seats, card["actors"], result, yours, turn)


# --- a table ---


@get("/tables/{table_id:str}", summary="A table", tags=["tables"], responses=said(404))
async def table(request: Asking, table_id: TableId) -> Shown:
    """A state for each of your seats, with the whole log; else what a spectator sees."""
    site, visitor = of(request)
    return shown(await site.table(table_id), visitor.identity.holder)


@get("/tables/{table_id:str}/invitations", summary="Invitations", tags=["tables"], responses=said(403, 404))
async def invitations(request: Asking, table_id: TableId) -> Invitations:
    """For those who sit at the table or opened it: links to its free seats, and to one's own, for another device."""
    site, visitor = of(request)
    found, holder = await site.table(table_id), visitor.identity.holder
    if holder != found.owner and not found.held_by(holder):
        raise Refused("not-your-seat", "only those who sit at the table can invite others")
    return Invitations(_invitations(found, holder))


def _invitations(table: Table, holder: str) -> list[Invitation]:
    return [
        Invitation(number, seat.token, f"/t/{table.id}#seat={seat.token}", seat.kind == "open")
        for number, seat in enumerate(table.seats)
        if seat.token and ((seat.kind == "open" and table.status == "open") or (seat.kind == "person" and holder in seat.holders))
    ]


@post("/tables/{table_id:str}/commands", summary="Do something", tags=["tables"], status_code=200, responses=said(403, 404, 409, 422))
async def command(
    request: Asking,
    table_id: TableId,
    data: Annotated[
        Command,
        Body(
            examples=[
                Example(summary="Sit down", value={"id": "c-1", "do": "sit", "token": "…", "name": "Bo"}),
                Example(summary="Start", value={"id": "c-2", "do": "start"}),
                Example(summary="Play", value={"id": "c-3", "do": "play", "seat": 0, "step": 4, "action": "walk H5"}),
            ]
        ),
    ],
) -> Done:
    """Answers when it is on disk. Sent again with the same id, it is answered again and not carried out twice."""
    site, visitor = of(request)
    cast("dict[str, Any]", request.scope)[COMMAND] = data.id
    began = time.perf_counter()
    try:
        after = await site.host.command(checked(table_id), visitor.who(), asked_of(data))
    except Refused as refused:
        site.metrics.refused(data.do, refused.code)
        raise translated(refused, await site.table(table_id), visitor.lang) from None
    site.metrics.acknowledged(data.do, time.perf_counter() - began)
    seen = shown(after, visitor.identity.holder)
    return Done(data.id, seen.states, seen.seats)


@get("/tables/{table_id:str}/record", summary="The record", tags=["tables"], media_type=MediaType.TEXT, responses=said(403, 404))
async def record(request: Asking, table_id: TableId, seat: SeatOf = None) -> str:
    """The game as a text file (docs/record.md): all of it when it is over, before that what the seat was told."""
    site, visitor = of(request)
    found = await site.table(table_id)
    if seat is not None and seat not in found.held_by(visitor.identity.holder):
        raise Refused("not-your-seat", "the record of a seat is for who sits there")
    return found.record(seat)


@post("/tables/{table_id:str}/rematch", summary="Play again", tags=["tables"], status_code=200, responses=said(403, 404, 409))
async def rematch(request: Asking, table_id: TableId) -> Rematch:
    """A table for the same people with the seats turned by one; the same one, whoever asks and however often.

    Where no other person plays, the game has started already.
    """
    site, visitor = of(request)
    limit(site.meter.table(visitor.address), "new tables")
    return Rematch(await site.host.rematch(checked(table_id), visitor.who()))


@delete("/tables/{table_id:str}", summary="Remove a table", tags=["tables"], responses=said(403, 404))
async def remove(request: Asking, table_id: TableId) -> None:
    """Removes a table for good. Only who opened it can."""
    site, visitor = of(request)
    await site.table(table_id)
    await site.host.delete(checked(table_id), visitor.who())


@post("/studies", summary="Study a game", tags=["tables"], request_max_body_size=Limits().record, responses=said(413, 422))
async def study(request: Asking, data: JSONBody[RecordText]) -> Opened:
    """A table that shows a game that was played before, from its record."""
    site, visitor = of(request)
    limit(site.meter.table(visitor.address), "new tables")
    studied = await site.host.study(visitor.who(), data.record)
    seen = shown(studied, visitor.identity.holder)
    return Opened(studied.id, [], seen.seats, seen.states)


# --- the server ---


@get("/health", summary="Health", tags=["server"], responses=said(503))
async def health(request: Asking) -> Response[Health]:
    """Whether the database answers."""
    site, _ = of(request)
    try:
        await asyncio.wait_for(site.host.cards(limit=1), 3)
    except (StoreError, TimeoutError, OSError):
        return Response(Health(False, "does not answer"), status_code=503)
    return Response(Health(True, "reachable"), status_code=200)


@get("/metrics", summary="Metrics", tags=["server"], media_type=MediaType.TEXT, responses=said())
async def metrics(request: Asking) -> Response[str]:
    """In Prometheus' text format, for the process that happens to answer."""
    site, _ = of(request)
    return Response(site.metrics.text(), media_type=TYPE)


@get("/stream-schema.json", summary="The stream's messages", tags=["server"], responses=said())
async def schema() -> dict[str, Any]:
    """JSON Schema of what goes over `/tables/{id}/stream`."""
    return stream_schema()


HANDLERS = [
    games, text, rules, open_table, lobby, table, invitations, command, record, rematch, remove, study, health, metrics, schema,
]  # fmt: skip
