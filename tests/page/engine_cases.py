"""Random games as cases for the page: views, and beside them what the engine says about what the page works out from a
view.

Each line of a file is a case as JSON. `client/src/boards/GAME/engine.compare.ts` reads them.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from texcoco.game import CHANCE, Action, Event, Json, Position
from texcoco.games import find
from texcoco.games.azteco.position import AztecoPosition
from texcoco.games.mexica import MexicaPosition
from texcoco.games.mexica.board import LAND, NAMES, worth
from texcoco.games.mexica.scoring import district_scores
from texcoco.games.yucatan.board import BOARDS, GREAT, LABELS, labels
from texcoco.games.yucatan.position import YucatanPosition

Played = tuple[Position, int, Action, list[Event], Position]
"""The position before, who acted, what was done, the events, the position after."""


def random_game(name: str, seats: int, rng: Random, **options: Any) -> Iterator[Played]:
    """A game at random. Each position is a copy that nobody changes."""
    game = find(name)
    position = game.start(seats, game.options(**options))
    while actors := position.actors():
        before, seat = position.copy(), rng.choice(actors)
        action = position.draw(rng) if seat == CHANCE else position.pick(seat, rng)
        yield before, seat, action, position.play(seat, action), position.copy()


def events_for(events: list[Event], viewer: int | None) -> list[Json]:
    return [told.dump() for event in events if (told := event.to(viewer)) is not None]


# --- Mexica ---


def mexica() -> Iterator[Json]:
    yield {"worth": [[size, worth(size)] for size in range(1, LAND.bit_count() + 1)]}
    for seats, games in ((2, 3), (3, 2), (4, 2)):
        for number in range(games):
            played = random_game("mexica", seats, Random(100 * seats + number))
            for n, (before, _, action, events, after) in enumerate(played):
                assert isinstance(before, MexicaPosition)
                assert isinstance(after, MexicaPosition)
                if before.phase == "turn" and (n % 12 == 0 or action.kind == "found"):
                    yield _mexica_position(before)
                if any(event.key == "period_end" for event in events):
                    told, view = events_for(events, None), after.view(None)
                    yield {"scoring": told, "view": view, "before": list(before.score), "after": list(after.score)}


def _mexica_position(p: MexicaPosition) -> Json:
    """What each district would give now, whether it is the last round, how far boats are, what founding gives."""
    gained = [district.gained for district in district_scores(p)]
    districts = len(p.founded) + len(p.wild)
    bridges = p.bridges[0] | p.bridges[1]
    boats = [
        [NAMES[pawn], NAMES[to], number]
        for pawn in p.pawns
        if bridges >> pawn & 1
        for number, reached in enumerate(p.boats(pawn, 12), 1)
        for to in range(len(NAMES))
        if reached >> to & 1
    ]
    founds: list[list[Any]] = []
    for action in p.actions(p.turn):
        if action.kind == "found":
            event = next(event for event in p.copy().play(p.turn, action) if event.key == "found")
            founds.append([NAMES[action.data.space], event.values["points"]])
    return {
        "view": p.view(None),
        "due": gained + [[0] * p.seats] * (districts - len(gained)),
        "last_round": p.complete(),
        "boats": boats,
        "founds": founds,
    }


# --- Yucatán ---


def yucatan() -> Iterator[Json]:
    for seats, board in BOARDS.items():
        spaces = [space for space in range(len(LABELS)) if board.spaces >> space & 1]
        yield {
            "board": seats,
            "around": {LABELS[space]: labels(board.around[space]) for space in spaces},
            "rivers": {LABELS[space]: _rivers(board.rivers_of(space)) for space in spaces},
            "cities": [LABELS[city] for city in board.city],
        }
    for seats, games in ((2, 3), (3, 2), (4, 2)):
        for number in range(games):
            options = {"rounds": 120}
            played = random_game("yucatan", seats, Random(100 * seats + number), **options)
            for n, (before, seat, _, _, after) in enumerate(played):
                assert isinstance(before, YucatanPosition)
                assert isinstance(after, YucatanPosition)
                if before.phase == "turn" and (n % 9 == 0 or after.phase == "steal"):
                    yield _yucatan_position(before, seat)


def _rivers(numbers: list[int]) -> Json:
    """The great river, and the tributaries as the page counts them: from 0."""
    return {"great": GREAT in numbers, "small": sorted(number - 1 for number in numbers if number != GREAT)}


def _yucatan_position(p: YucatanPosition, seat: int) -> Json:
    """What each march leads to, where deployed warriors come from, which rivers each seat reaches, how many it may
    feed.
    """
    marches: list[Json] = []
    sources: list[list[str]] = []
    for action in p.actions(seat):
        if action.kind == "march":
            after = p.copy()
            events = after.play(seat, action)
            marches.append(
                {"action": action.text, "events": events_for(events, seat), "steals": after.phase == "steal"}
            )
        elif action.kind == "deploy":
            event = p.copy().play(seat, action)[0]
            sources.append([event.values["space"], event.values["source"]])
    reached = [
        {number for space in (p.board.city[s], *_spaces(p.villages[s])) for number in p.board.rivers_of(space)}
        for s in range(p.seats)
    ]
    return {
        "view": p.view(seat),
        "marches": marches,
        "sources": sources,
        "reach": [_rivers(sorted(numbers)) for numbers in reached],
        "may_feed": [p.may_feed(s) for s in range(p.seats)],
    }


def _spaces(them: int) -> list[int]:
    return [space for space in range(len(LABELS)) if them >> space & 1]


# --- Azteco ---


def azteco() -> Iterator[Json]:
    """Whole games as one viewer follows them: the events of each action, and the view after it."""
    for seats, viewers in {3: (0, None), 4: (1,), 5: (None,), 6: (0, 1)}.items():
        for viewer in viewers:
            options = {"strict_supply": True} if viewer == 1 else {}
            game: list[Json] = []
            position = None
            for before, _, _, events, position in random_game("azteco", seats, Random(seats), **options):
                if not game:
                    game.append({"events": [], "view": before.view(viewer)})
                game.append({"events": events_for(events, viewer), "view": position.view(viewer)})
            assert isinstance(position, AztecoPosition)
            outcome = position.outcome()
            assert outcome is not None
            winners = [seat for seat, rank in enumerate(outcome.ranks) if rank == 1]
            yield {"game": game, "winners": winners}


CASES = {"mexica": mexica, "yucatan": yucatan, "azteco": azteco}
