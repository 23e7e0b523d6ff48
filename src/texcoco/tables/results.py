"""How the games of one browser went: against whom, with what place, and how it began them.

All of it comes from the cards of its own tables and from the first entries of their logs. Nothing is kept: it is counted
when it is asked for, over so many games that this takes some milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from texcoco.game import Json
from texcoco.store import Card, Entry, Store
from texcoco.tables.entries import unpack

MAX_TABLES = 500
"""How many finished tables are looked at, the last ones."""
MAX_OPENINGS = 60
"""How many games are asked how they began: the last ones."""
FIRST_ENTRIES = 40
"""How many entries of a log are read for that: people sit down and talk before they act."""
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
    """What a card says of a browser's own seat; None if it has no seat or several, a bot finished the game for it, or the
    card cannot be read."""
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
        )
    except (KeyError, IndexError, TypeError, AttributeError):
        return None


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
    """What a browser began its games with, the most frequent first: its first action, as the log tells of it."""
    counted: dict[tuple[str, str], tuple[Json, list[bool]]] = {}
    for game in list(games)[:MAX_OPENINGS]:
        first = first_action(await store.read(game.table, limit=FIRST_ENTRIES), game.seat)
        if first is not None:
            action, event = first
            counted.setdefault((game.game, action), (event, []))[1].append(game.won)
    rows: list[Json] = [
        {"game": name, "action": action, "event": event, "games": len(won), "won": sum(won)}
        for (name, action), (event, won) in counted.items()
    ]
    return sorted(rows, key=lambda row: (row["game"], -row["games"], -row["won"], row["action"]))


def first_action(entries: Iterable[Entry], seat: int) -> tuple[str, Json] | None:
    """The first action of a seat that it did not take back, and its event; None if these entries do not have it."""
    played: list[tuple[str, Json]] = []
    for entry in entries:
        if entry.seat != seat:
            continue
        if entry.kind == "undone" and played and not entry.payload.get("private"):
            played.pop()
        elif entry.kind == "played" and entry.payload["moves"] and entry.payload["told"]:
            if entry.payload.get("private") and played:  # another sealed choice in the place of the last
                played.pop()
            event = unpack(entry.payload["told"][0]).opened()
            played.append((entry.payload["moves"][0][1], event.dump()))
    return played[0] if played else None
