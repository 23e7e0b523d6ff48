"""How the games of one browser went: against whom, with what place, how exact it was, and how it began them.

All of it comes from the cards of its own tables, from the first entries of their logs and from the analyses that
somebody asked for. Nothing is kept: it is counted when it is asked for, over so many games that this takes some
milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from texcoco.game import Event, Json
from texcoco.games import NoSuchGame, find
from texcoco.store import Card, Entry, Store
from texcoco.tables.entries import unpack
from texcoco.words import Words

MAX_TABLES = 500
"""How many finished tables are looked at, the last ones."""
MAX_OPENINGS = 40
"""How many games are asked how they began: the last ones."""
FIRST_ENTRIES = 120
"""How many entries of a log are read for that: people sit down and talk before they act, and a first district takes
some turns."""
RECENT = 100
"""How many games are told of one by one."""
PAGE = 100
"""How many cards are read at once."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A finished game of one seat."""

    table: str
    at: float
    game: str
    seat: int
    seats: int
    place: int | None
    """From 1; None if it ended before its time."""
    score: int | None
    won: bool
    against: tuple[str, ...]
    """Who sat on the other seats: the names of bots, and nothing for people."""
    from_position: bool
    to_the_end: bool
    """Whether no bot played on in its place, so that its accuracy is its own."""


async def results_of(store: Store, holder: str) -> Json:
    """How the finished games of a browser went."""
    games, more = await finished_games(store, holder)
    counted = [game for game in games if not game.from_position]
    return {
        "games": await with_accuracy(store, games[:RECENT]),
        "totals": totals(counted),
        "more": more,
        "results": against_levels(counted),
        "openings": await openings(store, counted),
    }


async def finished_games(store: Store, holder: str) -> tuple[list[OwnGame], bool]:
    """The finished games in which a browser held one seat to the end, the last first; and whether there are more."""
    found: list[OwnGame] = []
    before: tuple[float, str] | None = None
    for _ in range(MAX_TABLES // PAGE):
        cards = await store.cards(status="over", holder=holder, before=before, limit=PAGE)
        found += [game for card in cards if (game := _own_game(card, holder)) is not None]
        if len(cards) < PAGE:
            return found, False
        before = cards[-1].updated, cards[-1].id
    return found, True


def _own_game(found: Card, holder: str) -> OwnGame | None:
    """What a card says of a browser's own seat; None if it has no seat or several, a bot finished the game for it, or
    the card cannot be read."""
    try:
        card, result = found.card, found.card["result"]
        mine = [seat for seat, holders in enumerate(card["held"]) if holder in holders]
        if len(mine) != 1 or "winners" not in result:
            return None
        (seat,) = mine
        gave_up = seat in result["resigned"]
        if seat in result["by_bots"] and not gave_up:
            return None
        ranks, scores = result.get("ranks"), result.get("scores")
        others = [other for number, other in enumerate(card["seats"]) if number != seat]
        return OwnGame(
            found.id,
            found.updated,
            card["game"],
            seat,
            len(card["seats"]),
            None if ranks is None else ranks[seat],
            None if scores is None else scores[seat],
            seat in result["winners"] and not gave_up,
            tuple(other["bot"] or "" if other["kind"] == "bot" else "" for other in others),
            bool(card.get("from_position", False)),
            seat not in result["by_bots"],
        )
    except (KeyError, IndexError, TypeError, AttributeError):
        return None


async def with_accuracy(store: Store, games: Sequence[OwnGame]) -> list[Json]:
    """Games as they are told, with the accuracy of one's own seat where the whole game was analysed: None if that seat
    had nothing to choose."""
    known = await store.accuracies([game.table for game in games if game.to_the_end])
    told: list[Json] = []
    for game in games:
        accuracy = known.get(game.table)
        exact = accuracy[game.seat] if accuracy is not None and game.seat < len(accuracy) else None
        told.append(asdict(game) | ({} if accuracy is None else {"accuracy": exact}))
    return told


def totals(games: Iterable[OwnGame]) -> list[Json]:
    """How many games of each kind there were, and how many were won."""
    counted: dict[str, list[bool]] = {}
    for game in games:
        counted.setdefault(game.game, []).append(game.won)
    return [{"game": name, "games": len(won), "won": sum(won)} for name, won in sorted(counted.items())]


def against_levels(games: Iterable[OwnGame]) -> list[Json]:
    """For each game and each kind of opponent (a bot, or nothing: people) how many games there were and how many were
    won. A table with bots of two levels counts for both."""
    counted: dict[tuple[str, str], list[bool]] = {}
    for game in games:
        for opponent in sorted(set(game.against)):
            counted.setdefault((game.game, opponent), []).append(game.won)
    return [
        {"game": name, "opponent": opponent, "games": len(won), "won": sum(won)}
        for (name, opponent), won in sorted(counted.items())
    ]


async def openings(store: Store, games: Iterable[OwnGame]) -> list[Json]:
    """What a browser began its games with, the most frequent first, with the event that tells of it."""
    counted: dict[tuple[str, str], tuple[Event, list[bool]]] = {}
    for game in list(games)[:MAX_OPENINGS]:
        try:
            words = find(game.game).words
        except NoSuchGame:  # of a package that is not installed any more
            continue
        event = opening_event(await store.read(game.table, limit=FIRST_ENTRIES), game.seat, words)
        if event is not None:
            counted.setdefault((game.game, _kind_of_opening(event, words)), (event, []))[1].append(game.won)
    rows: list[Json] = [
        {"game": name, "action": event.values["action"], "event": event.dump(), "games": len(won), "won": sum(won)}
        for (name, _), (event, won) in counted.items()
    ]
    return sorted(rows, key=lambda row: (row["game"], -row["games"], -row["won"], row["action"]))


def opening_event(entries: Iterable[Entry], seat: int, words: Words) -> Event | None:
    """The first thing that a seat did, and did not take back, of what its game calls an opening (`opening.KEY` of its
    words), or of all if the game has no such words; None if these entries do not have it."""
    told: list[list[Event]] = []
    for entry in entries:
        if entry.seat != seat:
            continue
        if entry.kind == "undone" and told and not entry.payload.get("private"):
            told.pop()
        elif entry.kind == "played" and entry.payload["moves"] and entry.payload["told"]:
            if entry.payload.get("private") and told:  # another sealed choice in the place of the last
                told.pop()
            told.append([unpack(line).opened() for line in entry.payload["told"]])
    own = [event for events in told for event in events if event.seat == seat and "action" in event.values]
    named = any(key.startswith("opening.") for key in words.catalogue("en"))
    return next((event for event in own if not named or words.has(f"opening.{event.key}")), None)


def _kind_of_opening(event: Event, words: Words) -> str:
    """What openings are counted by: what is said of them, which may leave out where it was done."""
    key = f"opening.{event.key}"
    return words.say("en", key, event.values) if words.has(key) else event.values["action"]
