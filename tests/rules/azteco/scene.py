"""Positions of Azteco from pictures.

    table = scene('''
        card  claim  vote       jewels  stones  explorer
        RRR   RRR    accuse 1   BBY     2       ines
        BY    YY     believe 0  -       0       bruno
        BB    BB     accuse 0   -       2       wanda
    ''')

A line is a seat, from seat 0. The claims lie on the cards and everybody is about to vote; `table.vote()` lets all vote
as drawn, and the reveals begin. Columns from `jewels` on may be left out. Whatever else the position should have is
given by name, as in the public format. The position is made by `AZTECO.load`.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from texcoco.game import CHANCE, Action, Event, Illegal, Json, Refusal
from texcoco.games.azteco import AZTECO, AztecoPosition
from texcoco.games.azteco.cards import CHARACTERS, KINDS, count_jewels


class Table:
    """A position, and all that has been told since it was set up."""

    def __init__(self, position: AztecoPosition, votes: list[str] | None = None):
        self.position, self.votes = position, votes or []
        self.told: list[Event] = []

    def run(self, *lines: str) -> Table:
        """Plays `0: keep 1`, or `*: artefact chest; artefact copal` for chance."""
        for line in lines:
            who, _, texts = line.partition(": ")
            for text in texts.split("; "):
                self.told += self.position.play(CHANCE if who == "*" else int(who), AZTECO.parse(text))
        return self

    def vote(self) -> Table:
        """Everybody votes as in the picture."""
        return self.run(*(f"{seat}: {vote}" for seat, vote in enumerate(self.votes)))

    def find(self, *kinds: str, keep: str) -> Table:
        """The winner looks at these artefacts and chooses one."""
        winner = self.position.winners[0]
        self.run(f"*: {'; '.join(f'artefact {kind}' for kind in kinds)}", f"{winner}: keep {kinds.index(keep)}")
        return self

    def skip(self) -> Table:
        """Lets whoever wins artefacts take idols, which change nothing here, until nobody wins any more."""
        while self.position.phase == "artefact":
            names = [str(action).split()[1] for action in self.position.actions(CHANCE)]
            self.run(
                f"*: artefact {next((name for name in ('silver-idol', 'golden-idol') if name in names), names[0])}"
            )
            if self.position.phase == "keep":
                hand = [KINDS[kind] for kind in self.position.hand]
                best = next(n for n, name in enumerate(hand) if name.endswith(("idol", "mask", "collar")))
                self.run(f"{self.position.winners[0]}: keep {best}")
        return self

    def heard(self, key: str) -> list[tuple[int, dict[str, Any]]]:
        """Who did it, and the values of all events of a key."""
        return [(event.seat, dict(event.values)) for event in self.told if event.key == key]

    def keys(self, *wanted: str) -> list[str]:
        """The events in their order, as `key seat`; only those of these keys."""
        return [f"{event.key} {event.seat}" for event in self.told if event.key in wanted]

    def jewels(self, seat: int) -> list[int]:
        return self.position.jewels[3 * seat : 3 * seat + 3]

    @property
    def stones(self) -> list[int]:
        return self.position.stones


def scene(picture: str, **given: Any) -> Table:
    """The table of the picture."""
    lines = [re.split(r" {2,}", line.strip()) for line in picture.strip().splitlines()]
    names, rows = lines[0], [dict(zip(lines[0], row, strict=True)) for row in lines[1:]]
    data: Json = {
        "game": "azteco",
        "seats": len(rows),
        "phase": "vote",
        "first": 0,
        "sheets": [row.get("explorer", CHARACTERS[seat]) for seat, row in enumerate(rows)],
        "cards": [row["card"] for row in rows],
        "claims": [row["claim"] for row in rows],
    }
    if "jewels" in names:
        data["jewels"] = [list(count_jewels(row["jewels"])) for row in rows]
    if "stones" in names:
        data["stones"] = [int(row["stones"]) for row in rows]
    return Table(AZTECO.load({**data, **given}), [row["vote"] for row in rows])


def begin(seats: int, **options: Any) -> AztecoPosition:
    position = AZTECO.opening(seats, options)
    assert isinstance(position, AztecoPosition)
    return position


def dealt(seats: int, *cards: str, **options: Any) -> Table:
    """A new game in which everybody has drawn these cards and nobody has claimed yet; seat 0 is first."""
    table = Table(begin(seats, **{"first": "0", **options}))
    table.run(f"*: {'; '.join(f'sheet {name}' for name in CHARACTERS[:seats])}")
    return table.run(f"*: {'; '.join(f'card {card}' for card in cards)}") if cards else table


def refused(position: AztecoPosition, seat: int, text: str | Action) -> Refusal:
    """Why an action is not allowed; checks that it is refused, is not listed, and changes nothing."""
    action = AZTECO.parse(text) if isinstance(text, str) else text
    before = position.dump()
    assert action not in position.actions(seat)
    with pytest.raises(Illegal) as illegal:
        position.play(seat, action)
    assert position.dump() == before
    for lang in ("en", "fr"):
        assert AZTECO.say(lang, illegal.value.refusal.key, illegal.value.refusal.values)
    return illegal.value.refusal


def legal(position: AztecoPosition, seat: int) -> set[str]:
    return {str(action) for action in position.actions(seat)}
