"""The contract as JSON Lines, so that a program in any language can referee a game or test us: `texcoco engine`.

One request per line on standard input, one reply per line on standard output, in order. A request that cannot be
carried out gets `{"ok": false, …}` with the reason, changes nothing, and the engine goes on. docs/protocol.md shows
every request.

The program that drives the engine is the referee: `dump`, `hash`, `record` and the events of `play` hold everything.
What one seat may know is in `view`, `events` and `actions` of that seat.
"""

from __future__ import annotations

import json
import math
import secrets
import sys
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, BinaryIO, ClassVar, cast

from texcoco.bots import Bot, Clock, make
from texcoco.game import CHANCE, Event, Game, Illegal, Json, Position, Refusal, Unreadable, events_for, fingerprint
from texcoco.games import find
from texcoco.record import Record
from texcoco.words import LANGUAGES

LIMIT = 1_000_000
"""The longest request, in bytes."""


class BadRequest(ValueError):
    """A request that cannot be carried out; the message says why."""


@dataclass(frozen=True)
class _Field:
    """A field of a request: what it must be, in words and as a test, and what it is when left out."""

    what: str
    accepts: Callable[[Any], bool]
    needed: bool = True
    default: Any = None

    def read(self, do: str, name: str, request: Json) -> Any:
        if name not in request:
            if self.needed:
                raise BadRequest(f"{do!r} needs the field {name!r}: {self.what}")
            return self.default
        if not self.accepts(request[name]):
            raise BadRequest(f"the field {name!r} of {do!r} is {self.what}, not {_brief(request[name])}")
        return request[name]


def _optional(needed: _Field, default: Any) -> _Field:
    if default is not None:
        return replace(needed, needed=False, default=default)

    def accepts(value: Any) -> bool:
        return value is None or needed.accepts(value)

    return _Field(f"{needed.what}, or null", accepts, needed=False)


def _one_of(*values: str) -> _Field:
    return _Field(f"one of {', '.join(map(repr, values))}", lambda value: isinstance(value, str) and value in values)


_TEXT = _Field("a text", lambda value: isinstance(value, str))
_WHOLE = _Field("a whole number", lambda value: type(value) is int)
_COUNT = _Field("a whole number from 0", lambda value: type(value) is int and value >= 0)
_SECONDS = _Field("a number of seconds above 0", lambda value: type(value) in (int, float) and 0 < value < 1e6)
_OBJECT = _Field("an object", lambda value: isinstance(value, dict))
_SETTINGS = {
    "seed": _optional(_WHOLE, None),
    "lang": _optional(_one_of(*LANGUAGES), "en"),
    "chance": _optional(_one_of("auto", "manual"), "auto"),
}
REQUESTS: dict[str, dict[str, _Field]] = {
    "new": {"game": _TEXT, "seats": _WHOLE, "options": _optional(_OBJECT, {}), **_SETTINGS},
    "load": {"position": _OBJECT, **_SETTINGS},
    "dump": {},
    "view": {"seat": _optional(_WHOLE, None)},
    "actors": {},
    "actions": {"seat": _WHOLE},
    "play": {"seat": _WHOLE, "action": _TEXT},
    "chance": {},
    "events": {"seat": _optional(_WHOLE, None), "since": _optional(_COUNT, 0)},
    "outcome": {},
    "record": {},
    "hash": {},
    "bot": {"seat": _WHOLE, "bot": _TEXT, "seconds": _optional(_SECONDS, None)},
}
"""Every request, with its fields. `Engine._handlers` has the method of `Engine` that answers it."""


@dataclass
class _Session:
    """The game that is being played."""

    position: Position
    record: Record
    seed: int
    lang: str
    auto: bool
    loaded: bool = False
    log: list[Event] = field(default_factory=list[Event])

    def __post_init__(self) -> None:
        self.rng = Random(self.seed)

    @property
    def game(self) -> Game:
        return self.position.game


class Engine:
    """Answers requests, and remembers the game between them."""

    def __init__(self) -> None:
        self._session: _Session | None = None
        self._bots: dict[tuple[str, str], Bot] = {}

    def serve(self, requests: BinaryIO, replies: BinaryIO) -> None:
        """Answers line by line until there are no more requests, or nobody reads the replies."""
        try:
            for line in _lines(requests):
                replies.write(self.reply(line) + b"\n")
                replies.flush()
        except BrokenPipeError:
            pass

    def reply(self, line: bytes) -> bytes:
        """The reply to one line, without the line's end."""
        try:
            answer = self.answer(_read(line))
        except BadRequest as bad:
            answer = _error(str(bad))
        # A lone surrogate, which JSON can write and UTF-8 cannot, comes out as the escape it came in by.
        return json.dumps(answer, ensure_ascii=False, allow_nan=False).encode("utf-8", "backslashreplace")

    def answer(self, request: Any) -> Json:
        """The reply to one request. Never raises: what goes wrong is in the reply."""
        if not isinstance(request, dict):
            return _error(f'a request is an object like {{"do": "actors"}}, not {_brief(request)}')
        request = cast(Json, request)
        echo: Json = {}
        if "id" in request:
            if type(request["id"]) not in (str, int):
                return _error(f"the field 'id' is a text or a whole number, not {_brief(request['id'])}")
            echo["id"] = request["id"]
        try:
            return {**echo, "ok": True, **self._handle(request)}
        except (Illegal, Unreadable) as refused:
            return {**echo, "ok": False, "refusal": self._refusal(refused.refusal)}
        except ValueError as bad:  # BadRequest, and bad input for games, records and bots
            return {**echo, **_error(str(bad))}
        except Exception as bug:
            traceback.print_exc(file=sys.stderr)
            why = f"{type(bug).__name__}: {bug}"
            return {**echo, **_error(f"internal error, nothing has changed; please report it with the position: {why}")}

    def _handle(self, request: Json) -> Json:
        do = request.get("do")
        if not isinstance(do, str) or do not in REQUESTS:
            asked = (
                f"there is no request {_brief(do)}"
                if "do" in request
                else "a request says in the field 'do' what to do"
            )
            raise BadRequest(f"{asked}; there are: {', '.join(REQUESTS)}")
        known = REQUESTS[do]
        for name in request:
            if name not in known and name not in ("do", "id"):
                raise BadRequest(f"{do!r} has no field {_brief(name)}; it has: {', '.join(known) or 'none'}")
        values = {name: wanted.read(do, name, request) for name, wanted in known.items()}
        return self._handlers[do](self, **values)

    # --- the requests ---

    def _new(self, game: str, seats: int, options: Json, seed: int | None, lang: str, chance: str) -> Json:
        record, position = Record.begin(find(game), seats, options)
        session = _Session(position, record, _seed(seed), lang, chance == "auto")
        if session.auto:
            session.log = record.chance(position, session.rng)
        self._session = session
        return {"seed": session.seed, "events": _dump_events(session, session.log)}

    def _load(self, position: Json, seed: int | None, lang: str, chance: str) -> Json:
        name = position.get("game")
        if not isinstance(name, str):
            raise BadRequest('a position names its game: {"game": "mexica", …}')
        game = find(name)
        loaded = game.load(position)
        record = Record(game, loaded.seats)
        self._session = _Session(loaded, record, _seed(seed), lang, chance == "auto", loaded=True)
        return {"seed": self._session.seed}

    def _dump(self) -> Json:
        return {"position": self._current().position.dump()}

    def _view(self, seat: int | None) -> Json:
        session = self._current()
        return {"view": session.position.view(_seat(session, seat))}

    def _actors(self) -> Json:
        return {"actors": list(self._current().position.actors())}

    def _actions(self, seat: int) -> Json:
        session = self._current()
        _seat(session, seat, chance=True)
        if seat == CHANCE:
            chances = session.position.chances()
            return {"actions": [str(action) for action, _ in chances], "weights": [weight for _, weight in chances]}
        return {"actions": [str(action) for action in session.position.actions(seat)]}

    def _play(self, seat: int, action: str) -> Json:
        session = self._current()
        _seat(session, seat, chance=True)
        parsed = session.game.parse(action)
        return self._go_on(session, lambda position: session.record.play(position, seat, parsed), session.auto)

    def _chance(self) -> Json:
        return self._go_on(self._current(), lambda _: [], True)

    def _go_on(self, session: _Session, act: Callable[[Position], list[Event]], chance: bool) -> Json:
        """Acts on a copy, so that nothing has changed when something goes wrong on the way."""
        position, made = session.position.copy(), len(session.record.moves)
        try:
            events = act(position)
            if chance:
                events = events + session.record.chance(position, session.rng)
            dumped = _dump_events(session, events)
        except BaseException:
            del session.record.moves[made:]
            raise
        session.position = position
        session.log += events
        return {"events": dumped}

    def _events(self, seat: int | None, since: int) -> Json:
        session = self._current()
        return {"events": _dump_events(session, events_for(_seat(session, seat), session.log))[since:]}

    def _outcome(self) -> Json:
        session = self._current()
        outcome = session.position.outcome()
        return {
            "outcome": None
            if outcome is None
            else {**outcome.dump(), "text": session.game.say(session.lang, outcome.how, {})}
        }

    def _record(self) -> Json:
        session = self._current()
        if session.loaded:
            raise BadRequest(
                "this game was loaded as a position; a record tells a game from its start, "
                "and how it got there is not known"
            )
        return {"record": session.record.text()}

    def _hash(self) -> Json:
        return {"hash": fingerprint(self._current().position)}

    def _bot(self, seat: int, bot: str, seconds: float | None) -> Json:
        session = self._current()
        _seat(session, seat)
        position = session.position
        actions = position.actions(seat)
        if not actions:
            raise BadRequest(f"seat {seat} has nothing to decide; {_waits_for(position)}")
        if bot.startswith("program:"):
            raise BadRequest("the engine starts no programs; `texcoco play` does")
        name = (session.game.name, bot)
        if name not in self._bots:
            self._bots[name] = make(bot, session.game)
        # Randomness of its own, so that asking a bot does not change what chance will do.
        rng = Random(f"{session.seed}/{seat}/{len(session.log)}")
        events = events_for(seat, session.log)
        action = self._bots[name].decide(seat, position.view(seat), events, actions, Clock(seconds), rng)
        return {"action": str(action)}

    # --- what the requests share ---

    def _current(self) -> _Session:
        if self._session is None:
            raise BadRequest(
                'there is no game yet; start one with {"do": "new", "game": "mexica", "seats": 3} or load a position'
            )
        return self._session

    def _refusal(self, refusal: Refusal) -> Json:
        session = self._current()
        message = session.game.say(session.lang, refusal.key, refusal.values)
        return {"rule": refusal.rule, "key": refusal.key, "values": dict(refusal.values), "message": message}

    _handlers: ClassVar[dict[str, Callable[..., Json]]] = {
        "new": _new,
        "load": _load,
        "dump": _dump,
        "view": _view,
        "actors": _actors,
        "actions": _actions,
        "play": _play,
        "chance": _chance,
        "events": _events,
        "outcome": _outcome,
        "record": _record,
        "hash": _hash,
        "bot": _bot,
    }


def _dump_events(session: _Session, events: Iterable[Event]) -> list[Json]:
    return [
        {
            "key": event.key,
            "seat": event.seat,
            "values": dict(event.values),
            "text": session.game.say(session.lang, f"event.{event.key}", {"seat": event.seat, **event.values}),
        }
        for event in events
    ]


def _seat(session: _Session, seat: int | None, chance: bool = False) -> int | None:
    last = session.position.seats - 1
    if seat is not None and not (CHANCE if chance else 0) <= seat <= last:
        raise BadRequest(
            f"there is no seat {_brief(seat)}; seats are 0 to {last}" + (f", and {CHANCE} is chance" if chance else "")
        )
    return seat


def _seed(seed: int | None) -> int:
    return secrets.randbits(32) if seed is None else seed


def _waits_for(position: Position) -> str:
    actors = position.actors()
    if not actors:
        return "the game is over"
    return "the game waits for chance" if actors == (CHANCE,) else f"the game waits for {', '.join(map(str, actors))}"


def _error(message: str) -> Json:
    return {"ok": False, "error": message if len(message) <= 600 else f"{message[:600]}…"}


def _brief(value: Any) -> str:
    """A value in a message: as JSON, unless it is long."""
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:60]}…"


def _read(line: bytes) -> Any:
    if len(line) > LIMIT:
        raise BadRequest(f"a request is at most {LIMIT} bytes long")
    try:
        return json.loads(line.decode("utf-8"), parse_constant=_no_number, parse_float=_finite)
    except UnicodeDecodeError as bad:
        raise BadRequest(f"the line is not UTF-8: {bad.reason} at byte {bad.start}") from None
    except json.JSONDecodeError as bad:
        raise BadRequest(f"the line is not JSON: {bad.msg} at character {bad.pos}") from None
    except ValueError as bad:
        raise BadRequest(f"the line is not JSON: {bad}") from None
    except RecursionError:
        raise BadRequest("the line is nested too deeply") from None


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number of JSON")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text[:20]} is too large a number")
    return value


def _lines(stream: BinaryIO) -> Iterable[bytes]:
    """The lines of a stream, without their ends. Of one that is too long only the start is kept in memory."""
    while line := stream.readline(LIMIT + 2):
        rest = line
        while not rest.endswith(b"\n") and (rest := stream.readline(65_536)):
            pass
        yield line.rstrip(b"\r\n")
