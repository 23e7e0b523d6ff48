"""Bodies of responses over HTTP, and of refusals. Those of analyses and puzzles are in `analysis_bodies.py`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from texcoco.web.state import Costs, Event, Line, Plans, Result, Seat, State, Status, TableId

Opener = Annotated[bool, Meta(description="Whether you opened the table.")]
Removed = Annotated[
    bool, Meta(description="Whether its opener has removed you: only a new invitation lets you sit down again.")
]


class OptionForm(Struct):
    """An option of a game, for a form: `choices`, or a whole number from `least` to `most`, or without either yes or
    no.
    """

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
    bots: Annotated[
        list[str],
        Meta(
            description="Those that people are offered, the weakest first.",
            examples=[["1", "2", "3"]],
        ),
    ]


class Games(Struct):
    """The games."""

    games: list[GameCard]


class LogPage(Struct, rename={"first": "from"}):
    """A page of the log."""

    lines: Annotated[int, Meta(description="How many lines the log has.")]
    settled: Annotated[int, Meta(description="How many of them nothing can change any more.")]
    first: Annotated[int, Meta(description="The number of the first line of this page; lines count from 0.")]
    log: Annotated[list[Line], Meta(max_length=100)]


class Shown(Struct):
    """A table as one browser sees it: a state for each seat that it holds, else one spectator's state."""

    seats: Annotated[list[int], Meta(description="The seats that you hold.")]
    states: list[State]
    opener: Opener = False
    removed: Removed = False


class Invitation(Struct):
    """The link of a seat. To a free one: whoever opens it first may sit there. To one's own: for another browser of
    one's own.
    """

    seat: int
    token: str
    link: Annotated[
        str, Meta(description="The token is in the fragment: no log sees it.", examples=["/t/kP3x0aQ7vN1c#seat=…"])
    ]
    free: Annotated[bool, Meta(description="Whether the seat is still to be taken.")]


class Opened(Struct):
    """A table was opened."""

    table: TableId
    invitations: list[Invitation]
    seats: list[int]
    states: list[State]


class Invitations(Struct):
    """The links that are yours to see: to your own seats and, if you opened the table, to free ones."""

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
    from_position: Annotated[bool, Meta(description="Whether the game starts from a position, not at its beginning.")]


class YourGame(Struct):
    """A finished game of yours."""

    table: TableId
    at: Annotated[float, Meta(description="When it ended (Unix time).")]
    game: str
    seat: int
    seats: Annotated[int, Meta(description="How many seats there were.")]
    place: Annotated[int | None, Meta(description="1 is best; null if the game ended before its time.")]
    score: int | None
    won: bool
    against: Annotated[list[str], Meta(description="Who sat on the other seats: bots by name; empty: people.")]
    from_position: bool
    to_the_end: Annotated[
        bool, Meta(description="False if you resigned and a bot played on: then there is no accuracy.")
    ]
    accuracy: (
        Annotated[
            float,
            Meta(
                ge=0,
                le=100,
                description="How exact you were, from 0 to 100, once the whole game was analysed; null if there was "
                "nothing to judge.",
            ),
        ]
        | UnsetType
        | None
    ) = UNSET


class GameTotal(Struct):
    """Your results in one game."""

    game: str
    games: int
    won: int


class LevelResult(Struct):
    """Your results against one kind of opponent."""

    game: str
    opponent: Annotated[str, Meta(description="A bot; empty: people.", examples=["3"])]
    games: Annotated[int, Meta(description="How many games with at least one of them.")]
    won: int


class Opening(Struct):
    """What you began games with: `opening.KEY` of the game's text says it, or else `event.KEY`."""

    game: str
    action: Annotated[str, Meta(examples=["start H6"])]
    event: Annotated[Event, Meta(description="What the log tells of it, in one of these games.")]
    games: int
    won: int


class YourGames(Struct):
    """How your finished games went."""

    games: Annotated[list[YourGame], Meta(max_length=100, description="The last ones, the newest first.")]
    totals: Annotated[
        list[GameTotal],
        Meta(description="Of those that began at the beginning, 500 at most; so are `results` and `openings`."),
    ]
    more: Annotated[bool, Meta(description="Whether there are older ones, which are not counted.")]
    results: list[LevelResult]
    openings: Annotated[list[Opening], Meta(description="Of the last forty of them, by game, the most frequent first.")]


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
    plan: Annotated[
        list[str],
        Meta(description="What it would play after that too, as far as it sees ahead; `action` is the first."),
    ]
    hint: Annotated[str, Meta(description="Why, in the language asked for; empty when it cannot tell.")]


class Moment(Struct):
    """The game just after an action, or after all that chance did in a row. The first is the start: it has neither seat
    nor action.
    """

    seat: Annotated[int | None, Meta(description="Who acted; -1: chance; null: the start.")]
    action: Annotated[
        str | None,
        Meta(description="With `?` where this viewer may not know; what chance did in a row is joined by `; `."),
    ]
    step: Annotated[int, Meta(description="The step in which it was done.")]
    events: list[Event]
    view: Annotated[dict[str, Any], Meta(description="As in a state.")]
    standing: Annotated[list[int], Meta(description="A number for each seat that says who leads.")]


class Moments(Struct, rename={"first": "from"}):
    """A page of the moments of a game, without those that were taken back."""

    total: Annotated[int, Meta(description="How many moments there are so far.")]
    first: Annotated[int, Meta(description="The number of the first moment of this page.")]
    moments: Annotated[list[Moment], Meta(max_length=100)]


class PositionOf(Struct):
    """The whole position at a moment of a game that is over: nothing is hidden in it."""

    game: str
    moment: int
    position: Annotated[dict[str, Any], Meta(description="In the format of its game, as `POST /tables` takes it.")]


class PositionShown(Struct):
    """A position as its game writes it, and all that can be seen in it."""

    position: dict[str, Any]
    view: Annotated[dict[str, Any], Meta(description="As of a game that is over: nothing is hidden.")]
    seats: int
    actors: Annotated[list[int], Meta(description="The seats that are to act; -1: chance.")]
    over: Annotated[bool, Meta(description="Whether the game is over, so that nobody can go on from here.")]


class Source(Struct):
    """Points of one kind: `source.KEY` of the game's text names it."""

    key: Annotated[str, Meta(examples=["found"])]
    values: Annotated[list[int], Meta(description="For each seat.")]


class Summary(Struct):
    """How points were made, as far as the viewer may know."""

    sources: list[Source]
    lead: Annotated[
        list[list[int]], Meta(description="The standing of all seats at the start, and at the end of each step.")
    ]
    at: Annotated[list[int], Meta(description="The number of the moment at which each of these standings was reached.")]


class LessonStep(Struct):
    """A step of a lesson. If it expects something, it is over when the learner has done one of these; else when it is
    read.
    """

    say: Annotated[str, Meta(description="A sentence or two, in the language asked for.")]
    title: str | None
    light: Annotated[
        list[str], Meta(description="What to point at: spaces and pieces by the names that notations have for them.")
    ]
    expect: Annotated[list[str] | None, Meta(description="Any of these actions; the next step goes on from the first.")]
    view: Annotated[dict[str, Any], Meta(description="What the learner sees, as in a state.")]
    actions: Annotated[list[str], Meta(description="What the learner may play now.")]
    events: Annotated[list[Event], Meta(description="What has happened since the step before, as the learner is told.")]
    rules: Annotated[list[str], Meta(description="The rulings that it is about: anchors of the game's rules.")]
    costs: Costs | UnsetType = UNSET
    plans: Plans | UnsetType = UNSET


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
