"""Every message of the API, over HTTP and over the stream. What comes in is checked against these; unknown fields are refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from texcoco.tables.commands import CHAT, NAME

TableId = Annotated[str, Meta(description="The id of a table.", examples=["kP3x0aQ7vN1c"])]
SeatNumber = Annotated[int, Meta(ge=0, le=15, description="A seat; seats count from 0.", examples=[0])]
Name = Annotated[str, Meta(max_length=4 * NAME, description=f"A player's name; {NAME} letters of it are kept.", examples=["Ana"])]
Status = Literal["open", "playing", "over"]
Kind = Literal["sit", "stand", "start", "play", "undo", "chat", "leave", "back", "replace", "resign"]

# --- what comes in ---


class SeatPlan(Struct, forbid_unknown_fields=True, kw_only=True):
    """Who is to sit on a seat of a new table."""

    kind: Annotated[
        Literal["me", "open", "bot"],
        Meta(description="`me`: whoever sends this. `open`: whoever has the seat's invitation. `bot`: a program."),
    ]
    bot: Annotated[str, Meta(max_length=40, description="For `bot`: one of the game's bots.", examples=["greedy"])] | UnsetType = UNSET
    name: Name | UnsetType = UNSET


class Clock(Struct, forbid_unknown_fields=True, kw_only=True):
    """Time for each player: `{"days": 3}` for each move, or `{"minutes": 15, "increment": 20}`: minutes for the game and seconds more for
    each turn. When it has run out, the others may wait or let a bot play on."""

    days: Annotated[int, Meta(ge=1, le=30, description="Days for each move.")] | UnsetType = UNSET
    minutes: Annotated[int, Meta(ge=1, le=600, description="Minutes for the whole game.")] | UnsetType = UNSET
    increment: Annotated[int, Meta(ge=0, le=600, description="Seconds that each turn adds.")] | UnsetType = UNSET


class NewTable(Struct, forbid_unknown_fields=True, kw_only=True):
    """A table to be opened."""

    game: Annotated[str, Meta(max_length=40, description="The name of a game.", examples=["mexica"])]
    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=16, description="Who is to sit where, seat by seat.")]
    options: Annotated[dict[str, Any], Meta(description="Options of the game that are not the default.", examples=[{}])] | UnsetType = UNSET
    clock: Clock | None = None
    public: Annotated[bool, Meta(description="Whether the lobby shows the table, and anybody may sit on a free seat.")] = False
    name: Name = ""


class Command(Struct, forbid_unknown_fields=True, kw_only=True):
    """Something asked of a table.

    `sit` (`token` of an invitation, or `seat` at a public table; `name`) · `stand` · `start` · `play` (`seat`, `step`, `action`) ·
    `undo` (`seat`, `step`) · `chat` (`text`) · `leave` · `back` · `replace` (`seat` of somebody who left or ran out of time: a bot
    plays on) · `resign`. Who holds one seat need not name it.
    """

    id: Annotated[
        str,
        Meta(
            pattern="^[A-Za-z0-9_.:-]{1,64}$",
            description="Made by the client, new for each command. A command that is sent again with its id is carried out once.",
            examples=["c-17"],
        ),
    ]
    do: Annotated[Kind, Meta(description="What to do.")]
    seat: SeatNumber | UnsetType = UNSET
    step: Annotated[int, Meta(ge=0, le=2**31 - 1, description="The `step` of the state that this answers.")] | UnsetType = UNSET
    action: Annotated[str, Meta(max_length=500, description="One of the state's `actions`.", examples=["walk H5"])] | UnsetType = UNSET
    text: Annotated[str, Meta(max_length=4 * CHAT, description=f"What to say, 1 to {CHAT} letters.")] | UnsetType = UNSET
    name: Name | UnsetType = UNSET
    token: Annotated[str, Meta(max_length=100, description="From an invitation's link.")] | UnsetType = UNSET


class Had(Struct, forbid_unknown_fields=True):
    """What a client has of a seat's stream."""

    number: Annotated[int, Meta(ge=0, description="`number` of the last state.")]
    firm: Annotated[int, Meta(ge=0, description="The `firm` of the last state that it has.")]


class Hello(Struct, forbid_unknown_fields=True, kw_only=True):
    """The first message of a stream. `seen` spares a client that comes back what it has already, by seat (`"0"`) or for `"spectator"`."""

    do: Literal["hello"]
    seen: Annotated[
        dict[Annotated[str, Meta(max_length=9)], Had],
        Meta(max_length=17, examples=[{"0": {"number": 12, "firm": 40}}]),
    ] = msgspec.field(default_factory=dict[str, Had])


class RecordText(Struct, forbid_unknown_fields=True):
    """A game that was played before."""

    record: Annotated[str, Meta(description="The record (docs/record.md).")]


# --- what goes out ---


class OptionForm(Struct):
    """An option of a game, for a form: `choices`, or a whole number from `least` to `most`, or without either yes or no."""

    name: str
    default: Any
    label: Annotated[str, Meta(description="In the language asked for.")]
    help: str
    choices: list[Any] | UnsetType = UNSET
    least: int | UnsetType = UNSET
    most: int | UnsetType = UNSET


class GameCard(Struct):
    """A game that can be played here."""

    name: Annotated[str, Meta(examples=["mexica"])]
    title: Annotated[str, Meta(examples=["Mexica"])]
    tagline: str
    least: Annotated[int, Meta(description="The fewest seats.")]
    most: Annotated[int, Meta(description="The most seats.")]
    rules: Annotated[int, Meta(description="Rises when old games would play differently.")]
    options: list[OptionForm]
    bots: Annotated[list[str], Meta(description="The weakest first.", examples=[["random", "greedy"]])]


class Games(Struct):
    """The games."""

    games: list[GameCard]


class Seat(Struct):
    """Who sits on a seat."""

    kind: Literal["open", "person", "bot"]
    name: str
    bot: Annotated[str | None, Meta(description="The bot that plays here, perhaps for somebody who left.")]
    away: bool | UnsetType = UNSET
    resigned: bool | UnsetType = UNSET


class ClockFace(Struct):
    """Clocks, for a client that counts down by itself."""

    kind: Literal["days", "live"]
    left: Annotated[list[float], Meta(description="Seconds for each seat when its clock last stood still.")]
    since: Annotated[dict[str, float], Meta(description="The seats whose time runs, and since when (Unix time).")]


class Result(Struct):
    """How a game ended."""

    how: Annotated[str, Meta(description="`resigned`, or a sentence of the game's text.")] | UnsetType = UNSET
    winners: list[int] | UnsetType = UNSET
    ranks: Annotated[list[int], Meta(description="For each seat; 1 is best.")] | UnsetType = UNSET
    scores: list[int] | UnsetType = UNSET
    by_bots: Annotated[list[int], Meta(description="Seats that a bot had to finish for somebody.")] = msgspec.field(
        default_factory=list[int]
    )
    resigned: list[int] = msgspec.field(default_factory=list[int])


class Event(Struct):
    """Something that happened in the game: `event.KEY` of the game's text, filled with `values`."""

    key: str
    seat: int
    values: dict[str, Any]


class Line(Struct):
    """A line of the log: an `event` of the game, or a `note` of something at the table, by `seat` at the time `at`."""

    event: Event | UnsetType = UNSET
    undone: Annotated[bool, Meta(description="The event was taken back.")] | UnsetType = UNSET
    note: Literal["sat", "stood", "started", "undone", "chatted", "left", "back", "replaced", "resigned", "rematched"] | UnsetType = UNSET
    seat: int | UnsetType | None = UNSET
    at: float | UnsetType = UNSET
    text: Annotated[str, Meta(description="What was said: plain text, to be shown as such.")] | UnsetType = UNSET
    name: str | UnsetType = UNSET
    bot: str | UnsetType = UNSET
    table: str | UnsetType = UNSET


class State(Struct):
    """All that a seat, or a spectator, is shown. `step` and what follows are there once the game has started."""

    table: TableId
    number: Annotated[int, Meta(description="Counts the changes that this viewer is told of.")]
    seat: Annotated[int | None, Meta(description="Whose state it is; null: a spectator's.")]
    status: Status
    game: str
    options: dict[str, Any]
    public: bool
    seats: list[Seat]
    clock: ClockFace | None
    rematch: Annotated[str | None, Meta(description="The table where the same people play again.")]
    lines: Annotated[int, Meta(description="How many lines the log has.")]
    firm: Annotated[int, Meta(description="How many of them nothing can change any more: what to say in `hello` when coming back.")]
    log: Annotated[
        list[Line], Meta(description="The last of them. A client keeps its first `lines − len(log)` lines, drops the rest, adds these.")
    ]
    step: Annotated[int, Meta(description="Commands cite it.")] | UnsetType = UNSET
    actors: Annotated[list[int], Meta(description="The seats that the game waits for.")] | UnsetType = UNSET
    view: Annotated[dict[str, Any], Meta(description="What this viewer may know of the position; see the game.")] | UnsetType = UNSET
    result: Result | UnsetType | None = UNSET
    actions: Annotated[list[str], Meta(description="What this seat may play now.")] | UnsetType = UNSET
    undo: Annotated[bool, Meta(description="Whether this seat may take something back.")] | UnsetType = UNSET


class Shown(Struct):
    """A table as one browser sees it: a state for each seat that it holds, else one spectator's state."""

    seats: Annotated[list[int], Meta(description="The seats that you hold.")]
    states: list[State]


class Invitation(Struct):
    """Whoever opens the link may sit on the seat. On one's own seat: come back to it from another browser."""

    seat: int
    token: str
    link: Annotated[str, Meta(description="The token is in the fragment: no log sees it.", examples=["/t/kP3x0aQ7vN1c#seat=…"])]
    free: Annotated[bool, Meta(description="Whether the seat is still to be taken.")]


class Opened(Struct):
    """A table was opened."""

    table: TableId
    invitations: list[Invitation]
    seats: list[int]
    states: list[State]


class Invitations(Struct):
    """The invitations that you may give: to free seats, and to your own."""

    invitations: list[Invitation]


class Card(Struct):
    """A table in the lobby."""

    table: TableId
    game: str
    status: Status
    public: bool
    created: float
    updated: float
    seats: list[Seat]
    actors: Annotated[list[int], Meta(description="The seats that the game waits for.")]
    result: Result | None
    yours: Annotated[list[int], Meta(description="The seats that you hold.")]
    your_turn: bool


class Lobby(Struct):
    """A page of the lobby, the tables used last first."""

    tables: list[Card]
    next: Annotated[str | None, Meta(description="`before` of the next page; null when this is the last.")]


class Done(Struct):
    """A command was carried out, and is on disk."""

    id: str
    states: list[State]
    seats: list[int]
    ok: Literal[True] = True


class Refusal(Struct):
    """Why not. Nothing has changed."""

    code: Annotated[str, Meta(description="For programs.", examples=["stale", "not-your-seat", "refused"])]
    message: Annotated[str, Meta(description="For people.")]
    rule: Annotated[str, Meta(description="The ruling's id, when the rules of the game forbid it.")] | UnsetType = UNSET
    key: Annotated[str, Meta(description="The sentence of the game's text.")] | UnsetType = UNSET
    values: Annotated[dict[str, Any], Meta(description="What fills that sentence, or says more.")] | UnsetType = UNSET


class Problem(Struct):
    """What every answer that is not a success looks like."""

    refused: Refusal
    id: Annotated[str, Meta(description="The command's.")] | UnsetType = UNSET
    ok: Literal[False] = False


class Rematch(Struct):
    """The table for another game of the same people."""

    table: TableId


class Hint(Struct):
    """What a bot would do on your seat, and why."""

    action: Annotated[str, Meta(description="One of the state's `actions`.", examples=["walk H5"])]
    plan: Annotated[list[str], Meta(description="What it would play after that too, as far as it sees ahead; `action` is the first.")]
    hint: Annotated[str, Meta(description="Why, in the language asked for; empty when it cannot tell.")]


class Plan(Struct):
    """Actions that are played one after the other, and legal in that order as things are."""

    actions: Annotated[list[str], Meta(examples=[["spend", "walk H5", "walk H6", "boat K6"]])]
    cost: Annotated[int, Meta(description="What they cost together, in action points.")]
    tokens: Annotated[int, Meta(description="How many action tokens they spend.")]


class Plans(Struct):
    """What one click may mean: none of it is a single legal action, for those are in the state's `actions`."""

    number: Annotated[int, Meta(description="The `number` of the state that they are for.")]
    step: int
    prices: Annotated[dict[str, int], Meta(description="Action points by the kind of action.", examples=[{"canal": 1, "fly": 5}])]
    plans: list[Plan]


class Moment(Struct):
    """The game just after an action, or after all that chance did in a row. The first is the start: it has neither seat nor action."""

    seat: Annotated[int | None, Meta(description="Who acted; -1: chance; null: the start.")]
    action: Annotated[str | None, Meta(description="With `?` where this viewer may not know; what chance did in a row is joined by `; `.")]
    step: Annotated[int, Meta(description="The step in which it was done.")]
    events: list[Event]
    view: Annotated[dict[str, Any], Meta(description="As in a state.")]
    standing: Annotated[list[int], Meta(description="A number for each seat that says who leads.")]


class Moments(Struct, rename={"first": "from"}):
    """A page of the moments of a game, without those that were taken back."""

    total: Annotated[int, Meta(description="How many moments there are so far.")]
    first: Annotated[int, Meta(description="The number of the first moment of this page.")]
    moments: Annotated[list[Moment], Meta(max_length=100)]


class Source(Struct):
    """Points of one kind: `source.KEY` of the game's text names it."""

    key: Annotated[str, Meta(examples=["found"])]
    values: Annotated[list[int], Meta(description="For each seat.")]


class Summary(Struct):
    """How points were made, as far as the viewer may know."""

    sources: list[Source]
    lead: Annotated[list[list[int]], Meta(description="The standing of all seats at the start, and at the end of each step.")]
    at: Annotated[list[int], Meta(description="The number of the moment at which each of these standings was reached.")]


class LessonStep(Struct):
    """A step of a lesson. If it expects something, it is over when the learner has done one of these; else when it is read."""

    say: Annotated[str, Meta(description="A sentence or two, in the language asked for.")]
    title: str | None
    light: Annotated[list[str], Meta(description="What to point at: spaces and pieces by the names that notations have for them.")]
    expect: Annotated[list[str] | None, Meta(description="Any of these actions; the next step goes on from the first.")]
    view: Annotated[dict[str, Any], Meta(description="What the learner sees, as in a state.")]
    actions: Annotated[list[str], Meta(description="What the learner may play now.")]
    plans: list[Plan]
    prices: dict[str, int]
    events: Annotated[list[Event], Meta(description="What has happened since the step before, as the learner is told.")]
    rules: Annotated[list[str], Meta(description="The rulings that it is about: anchors of the game's rules.")]


class Lesson(Struct):
    """A guided first game, for one learner against scripted others."""

    seat: Annotated[int, Meta(description="The learner's seat.")]
    names: Annotated[list[str] | None, Meta(description="The players' names; null: those of the game's text.")]
    steps: list[LessonStep]


class Why(Struct):
    """Whether an action is legal now, and if not, why."""

    legal: bool
    refused: Refusal | UnsetType = UNSET


class Health(Struct):
    """Whether the server can do its work."""

    ok: bool
    store: Annotated[str, Meta(examples=["reachable"])]


# --- the stream ---


class SeatsMessage(Struct):
    """The seats that you hold at this table: the first message, and whenever that changes."""

    seats: list[int]


class Present(Struct):
    """Who has the table open in a browser."""

    seats: Annotated[list[int], Meta(description="The seats that some connected browser holds.")]
    watching: Annotated[int, Meta(description="How many connected browsers hold none.")]


class PresenceMessage(Struct):
    """Who is there: after the first `seats`, and whenever it changes."""

    presence: Present


class StateMessage(Struct):
    """The newest state of a seat, or of a spectator, with the lines of the log that you lack."""

    state: State


class AckMessage(Struct):
    """A command is on disk. The state of `seat` (null: a spectator's) with `number` or a higher one shows what it did."""

    ack: str
    seat: int | None
    number: int


class RefusedMessage(Struct):
    """A command was not carried out; nothing has changed."""

    refused: Refusal
    id: str


class ErrorMessage(Struct):
    """A message that could not be read, or that the stream ends."""

    error: Refusal


FROM_CLIENT = (Hello, Command)
FROM_SERVER = (SeatsMessage, PresenceMessage, StateMessage, AckMessage, RefusedMessage, ErrorMessage)


def stream_schema() -> dict[str, Any]:
    """The messages of the stream as JSON Schema."""
    _, components = msgspec.json.schema_components((*FROM_CLIENT, *FROM_SERVER), ref_template="#/$defs/{name}")

    def one_of(types: tuple[type[Struct], ...]) -> dict[str, Any]:
        return {"anyOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in types]}

    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of /api/v1/tables/{id}/stream",
        "description": "Text frames of JSON. The client says one of `client`, the server one of `server`. See docs/api.md.",
        "$defs": {"client": one_of(FROM_CLIENT), "server": one_of(FROM_SERVER), **components},
    }
