"""The API over HTTP: games, the lobby, tables, and how the server is."""

from __future__ import annotations

import contextlib
import hmac
import logging
import time
from typing import Annotated, Any, cast

import msgspec
from litestar import MediaType, Response, delete, get, post
from litestar.exceptions import NotFoundException
from litestar.openapi.spec import Example
from litestar.params import Body, JSONBody, QueryParameter

from texcoco.bots import offered
from texcoco.game import Game
from texcoco.games import NoSuchGame, all_games, find
from texcoco.store import Card as Found
from texcoco.tables.broken_tables import BrokenTable
from texcoco.tables.cards import EVERYBODY
from texcoco.tables.requests import AnyCommand, Refused
from texcoco.tables.table import Table
from texcoco.web.context import (
    PUBLIC_FILES,
    GameName,
    HttpRequest,
    Lang,
    SeatOf,
    TableId,
    context,
    limit,
    responses,
    while_connected,
)
from texcoco.web.messages import stream_schema
from texcoco.web.metrics import TYPE
from texcoco.web.request_bodies import NewTable, RecordText
from texcoco.web.response_bodies import (
    Card,
    Done,
    GameCard,
    Games,
    Health,
    Invitation,
    Invitations,
    Lobby,
    Opened,
    OptionForm,
    Rematch,
    Shown,
    YourGames,
)
from texcoco.web.settings import Limits
from texcoco.web.site import checked, shown, translated
from texcoco.web.state import Result, Seat, Status
from texcoco.words import LANGUAGES

log = logging.getLogger("texcoco.web")

PAGE = 50
COMMAND = "texcoco.command"
"""Where in a scope the id of the command is, for the answer if it is refused."""


# --- games ---


@get("/games", summary="The games", tags=["games"], responses=responses())
async def games(request: HttpRequest, lang: Lang = None) -> Games:
    """Every game with its seats, its options (to draw a form from, in the language asked for) and its bots."""
    _, visitor = context(request)
    return Games([_card(game, visitor.lang) for game in all_games()])


def load_games() -> None:
    """Loads every game with its texts, which takes half a second, before the first request has to wait for it."""
    for game in all_games():
        for lang in LANGUAGES:
            _card(game, lang)


def _card(game: Game, lang: str) -> GameCard:
    def word(key: str, otherwise: str = "") -> str:
        return game.say(lang, key, {}) if game.words.has(key) else otherwise

    options = [
        OptionForm(label=word(f"option.{o['name']}", o["name"]), help=word(f"option.{o['name']}.help"), **o)
        for o in game.options.form()
    ]
    least, most = game.seats.start, game.seats.stop - 1
    return GameCard(game.name, game.title, word("tagline"), least, most, game.rules, options, list(offered(game)))


@get(
    "/games/{game:str}/text",
    summary="A game's words",
    tags=["games"],
    responses=responses(404),
    response_headers=PUBLIC_FILES,
)
async def text(request: HttpRequest, game: GameName, lang: Lang = None) -> dict[str, str]:
    """Every sentence of a game by its key: events (`event.…`), refusals, names of pieces. Slots are described in
    docs/api.md.
    """
    _, visitor = context(request)
    return dict(find(game).words.catalogue(visitor.lang))


@get(
    "/games/{game:str}/rules",
    summary="A game's rules",
    tags=["games"],
    media_type="text/markdown",
    responses=responses(404),
    response_headers=PUBLIC_FILES,
)
async def rules(request: HttpRequest, game: GameName, lang: Lang = None) -> str:
    """The rules in our own words, as Markdown, each paragraph anchored by its ruling's id."""
    _, visitor = context(request)
    try:
        return find(game).rulebook(visitor.lang)
    except FileNotFoundError:
        raise NoSuchGame(f"the rules of {game} are not written yet") from None


# --- the lobby ---


@post("/tables", summary="Open a table", tags=["tables"], responses=responses(404, 409, 422))
async def open_table(
    request: HttpRequest,
    data: Annotated[
        NewTable,
        Body(
            examples=[
                Example(
                    summary="With a friend and two bots",
                    value={
                        "game": "mexica",
                        "seats": [
                            {"kind": "me"},
                            {"kind": "open"},
                            {"kind": "bot", "bot": "greedy"},
                            {"kind": "bot", "bot": "random"},
                        ],
                        "name": "Ana",
                    },
                )
            ]
        ),
    ],
    lang: Lang = None,
) -> Opened:
    """Opens a table and gives an invitation for each free seat, to be sent to whoever is to sit there. Then `start` it.

    With `from` the game goes on from a moment of one that is over, with `position` from any position.
    """
    site, visitor = context(request)
    limit(site.meter.table(visitor.address), "new tables")
    creating = site.host.create(visitor.who(data.name), msgspec.to_builtins(data), visitor.lang)
    table = await while_connected(request, creating)
    seen = shown(table, visitor.identity.holder)
    return Opened(table.id, _invitations(table, visitor.identity.holder), seen.seats, seen.states)


@get("/tables", summary="The lobby", tags=["tables"], responses=responses())
async def lobby(
    request: HttpRequest,
    status: Annotated[Status | None, QueryParameter(name="status", description="Only tables of this status.")] = None,
    mine: Annotated[bool, QueryParameter(name="mine", description="Your own tables; else the public ones.")] = False,
    before: Annotated[
        str | None, QueryParameter(name="before", max_length=120, description="`next` of the page before.")
    ] = None,
) -> Lobby:
    """Public tables, or one's own, those used last first, fifty at a time."""
    site, visitor = context(request)
    holder = visitor.identity.holder
    at = _place(before) if before is not None else None
    found = await site.host.cards(status=status, holder=holder if mine else EVERYBODY, before=at, limit=PAGE + 1)
    page = found[:PAGE]
    more = f"{page[-1].updated!r}~{page[-1].id}" if len(found) > PAGE else None
    return Lobby([shown for card in page if (shown := _lobby_card(card, holder)) is not None], more)


@get("/me/games", summary="Your games", tags=["tables"], responses=responses())
async def my_games(request: HttpRequest) -> YourGames:
    """How your finished games went: against whom, with what place, how exact you were, and what you began with.

    Only games in which you held one seat, and to the end; those that started from a position are listed, not counted.
    """
    site, visitor = context(request)
    limit(site.meter.results(visitor.address), "results")
    return msgspec.convert(await while_connected(request, site.host.results(visitor.who())), YourGames)


def _place(before: str) -> tuple[float, str]:
    updated, tilde, id = before.partition("~")
    try:
        at = float(updated)
        if not tilde or not -1e15 < at < 1e15:
            raise ValueError
        return at, checked(id)
    except Exception:
        raise Refused("bad-request", "`before` is `next` of the page before") from None


def _lobby_card(found: Found, holder: str) -> Card | None:
    """What the lobby shows of a card; who holds the seats stays here. A card that cannot be read is left out."""
    try:
        return _read_card(found, holder)
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        log.warning(
            "the lobby leaves out a table whose card cannot be read",
            extra={"table": found.id, "why": repr(error)[:200]},
        )
        return None


def _read_card(found: Found, holder: str) -> Card:
    card = found.card
    yours = [seat for seat, holders in enumerate(card["held"]) if holder in holders]
    result = None if card["result"] is None else Result(**card["result"])
    seats = [Seat(s["kind"], s["name"], s["bot"]) for s in card["seats"]]
    turn = any(seat in card["actors"] and card["seats"][seat]["bot"] is None for seat in yours)
    created = card["created"]
    return Card(
        found.id,
        card["game"],
        card["status"],
        card["public"],
        created,
        found.updated,
        seats,
        card["actors"],
        result,
        yours,
        turn,
        card.get("from_position", False),
    )


# --- a table ---


@get("/tables/{table_id:str}", summary="A table", tags=["tables"], responses=responses(404))
async def table(request: HttpRequest, table_id: TableId) -> Shown:
    """A state for each of your seats, with the last lines of the log; else what a spectator sees."""
    site, visitor = context(request)
    return shown(await site.table(table_id, visitor), visitor.identity.holder)


@get("/tables/{table_id:str}/invitations", summary="Invitations", tags=["tables"], responses=responses(403, 404))
async def invitations(request: HttpRequest, table_id: TableId) -> Invitations:
    """The link of one's own seat, for another device, and for who opened the table those of its free seats."""
    site, visitor = context(request)
    found, holder = await site.table(table_id, visitor), visitor.identity.holder
    if holder != found.owner and not found.held_by(holder):
        raise Refused("not-your-seat", "only those who sit at the table or opened it have links to it")
    return Invitations(_invitations(found, holder))


def _invitations(table: Table, holder: str) -> list[Invitation]:
    opener = holder == table.owner and table.status == "open"
    return [
        Invitation(number, seat.token, f"/t/{table.id}#seat={seat.token}", seat.kind == "open")
        for number, seat in enumerate(table.seats)
        if seat.token and ((seat.kind == "open" and opener) or (seat.kind == "person" and holder in seat.holders))
    ]


@post(
    "/tables/{table_id:str}/commands",
    summary="Do something",
    tags=["tables"],
    status_code=200,
    responses=responses(403, 404, 409, 422),
)
async def command(
    request: HttpRequest,
    table_id: TableId,
    data: Annotated[
        AnyCommand,
        Body(
            examples=[
                Example(summary="Sit down", value={"id": "c-1", "do": "sit", "token": "…", "name": "Bo"}),
                Example(summary="Start", value={"id": "c-2", "do": "start"}),
                Example(
                    summary="Play",
                    value={"id": "c-3", "do": "play", "seat": 0, "step": 4, "actions": ["walk H5", "walk H6"]},
                ),
            ]
        ),
    ],
) -> Done:
    """Answers when it is on disk. Sent again with the same id, it is answered again and not carried out twice."""
    site, visitor = context(request)
    cast("dict[str, Any]", request.scope)[COMMAND] = data.id
    began = time.perf_counter()
    try:
        after = await site.host.command(checked(table_id), visitor.who(), data)
    except Refused as refused:
        site.metrics.refused(data.do, refused.code)
        raise translated(refused, (await site.table(table_id, visitor)).game, visitor.lang) from None
    site.metrics.acknowledged(data.do, time.perf_counter() - began)
    seen = shown(after, visitor.identity.holder)
    return Done(data.id, seen.states, seen.seats)


@get(
    "/tables/{table_id:str}/record",
    summary="The record",
    tags=["tables"],
    media_type=MediaType.TEXT,
    responses=responses(403, 404),
)
async def record(request: HttpRequest, table_id: TableId, seat: SeatOf = None) -> Response[str]:
    """The game as a text file (docs/record.md): all of it when it is over, before that what the seat was told."""
    site, visitor = context(request)
    found = await site.table(table_id, visitor)
    if seat is not None and seat not in found.held_by(visitor.identity.holder):
        raise Refused("not-your-seat", "the record of a seat is for who sits there")
    limit(site.meter.look(visitor.address), "looks back")
    text = await while_connected(request, site.host.jobs.record(found, seat, visitor.who()))
    return cast("Response[str]", Response(text, media_type=MediaType.TEXT))


@post(
    "/tables/{table_id:str}/rematch",
    summary="Play again",
    tags=["tables"],
    status_code=200,
    responses=responses(403, 404, 409),
)
async def rematch(request: HttpRequest, table_id: TableId) -> Rematch:
    """A table for the same people with the seats turned by one; the same one, whoever asks and however often.

    Where no other person plays, the game has started already.
    """
    site, visitor = context(request)
    limit(site.meter.table(visitor.address), "new tables")
    return Rematch(await site.host.rematch(checked(table_id), visitor.who()))


@delete("/tables/{table_id:str}", summary="Remove a table", tags=["tables"], responses=responses(403, 404))
async def remove(request: HttpRequest, table_id: TableId) -> None:
    """Removes a table for good. Only who opened it can."""
    site, visitor = context(request)
    with contextlib.suppress(BrokenTable):  # what cannot be read can still be removed
        await site.table(table_id, visitor)
    await site.host.delete(checked(table_id), visitor.who())


@post(
    "/studies",
    summary="Study a game",
    tags=["tables"],
    request_max_body_size=Limits().record,
    responses=responses(413, 422),
)
async def study(request: HttpRequest, data: JSONBody[RecordText]) -> Opened:
    """A table that shows a game that was played before, from its record."""
    site, visitor = context(request)
    limit(site.meter.table(visitor.address), "new tables")
    studied = await while_connected(request, site.host.study(visitor.who(), data.record))
    seen = shown(studied, visitor.identity.holder)
    return Opened(studied.id, [], seen.seats, seen.states)


# --- the server ---


@get("/health", summary="Health", tags=["server"], responses=responses(503))
async def health(request: HttpRequest) -> Response[Health]:
    """Whether the database answers, and takes what is written; tried at most every five seconds."""
    site, _ = context(request)
    problem = await site.health.problem(site.host.store)
    return Response(Health(not problem, problem or "reachable"), status_code=503 if problem else 200)


@get("/metrics", summary="Metrics", tags=["server"], media_type=MediaType.TEXT, responses=responses(404))
async def metrics(request: HttpRequest) -> Response[str]:
    """In Prometheus' text format, for the process that happens to answer.

    Only for who runs the server: from the machine itself and through no proxy, or with `Authorization: Bearer TOKEN`.
    Others could see in the counters when somebody changes a sealed choice. For them there is nothing here.
    """
    site, visitor = context(request)
    if not visitor.local and not _has_token(request, site.settings.metrics_token):
        raise NotFoundException("there is nothing here")
    return Response(site.metrics.text(), media_type=TYPE)


def _has_token(request: HttpRequest, token: str | None) -> bool:
    given = request.headers.get("authorization", "").encode()
    return token is not None and hmac.compare_digest(given, f"Bearer {token}".encode())


@get("/stream-schema.json", summary="The stream's messages", tags=["server"], responses=responses())
async def schema() -> dict[str, Any]:
    """JSON Schema of what goes over `/tables/{id}/stream`."""
    return stream_schema()


HANDLERS = [
    games, text, rules, open_table, lobby, my_games, table, invitations, command, record, rematch, remove, study,
    health, metrics, schema,
]  # fmt: skip
