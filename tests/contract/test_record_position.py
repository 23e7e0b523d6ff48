"""A record of a game that starts from a position: it is written, read back, replayed exactly, and refused if broken."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from fuzzing import random_game, sample_positions, spoil_json

from texcoco.game import CHANCE, Position
from texcoco.games import find
from texcoco.printable import printable
from texcoco.record import MAX_POSITION, BadRecord, Record

GAMES = ("mexica", "yucatan", "azteco")


def middle(name: str, seats: int, seed: int, share: float = 0.5) -> Position:
    """A position in the middle of a random game."""
    positions = [position.copy() for _, position in random_game(find(name), seats, Random(seed))]
    return positions[int(len(positions) * share)]


def play_on(record: Record, position: Position, rng: Random, most: int = 10_000) -> Position:
    while (actors := position.actors()) and len(record.moves) < most:
        seat = rng.choice(actors)
        record.play(position, seat, position.draw(rng) if seat == CHANCE else position.pick(seat, rng))
    return position


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_game_from_a_position_reads_back_and_replays(name: str, share: float) -> None:
    record, position = Record.begin_at(middle(name, 3, 7, share), Event="a study")
    end = play_on(record, position, Random(1))
    text = record.text()
    read = Record.parse(text)
    assert read.text() == text
    assert read.start == record.start
    assert read.headers["Event"] == "a study"
    assert read.replay().dump() == end.dump()
    assert text.splitlines()[-1][-9] == "#"


@pytest.mark.parametrize("name", GAMES)
def test_a_running_game_from_a_position_reads_back(name: str) -> None:
    record, position = Record.begin_at(middle(name, 3, 3))
    play_on(record, position, Random(2), most=1)
    assert Record.parse(record.text()).replay().dump() == position.dump()


def test_sealed_choices_of_a_position_are_kept() -> None:
    choosing = next(p for _, p in random_game(find("azteco"), 4, Random(5)) if len(p.actors()) == 2)
    record, position = Record.begin_at(choosing)
    assert position.actors() == choosing.actors()
    last, first = choosing.actors()
    for seat in (first, last):  # whatever the order in which they choose
        record.play(position, seat, position.pick(seat, Random(seat)))
    assert Record.parse(record.text()).replay().dump() == position.dump()


def test_the_options_are_those_of_the_position() -> None:
    opening = find("mexica").opening(2, {"first": "1", "neutral_levels": 25})
    text = Record.begin_at(opening)[0].text()
    without = "\n".join(line for line in text.splitlines() if not line.startswith("[Options"))
    assert Record.parse(without).options == {"first": "1", "neutral_levels": 25}
    with pytest.raises(BadRecord, match="Options and Position disagree"):
        Record.parse(text.replace("25", "30", 1))


HEAD = '[Game "mexica"]\n[Seats "2"]\n'
POSITION = json.dumps(find("mexica").opening(2).dump())


def headed(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'{HEAD}[Position "{escaped}"]\n'


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("?", "it was made while the game was running|made while the game was running"),
        ("", "this is no JSON"),
        ("{", "this is no JSON"),
        ("[]", "a position is a JSON object"),
        ("[" * 20_000, "nested too deeply"),
        ('{"a":' * 9_000, "nested too deeply"),
        ("9" * 20_000, "this is no JSON"),
        (" " * (MAX_POSITION + 1), "at most 50000 characters"),
        ("{}", "it has no game, seats"),
        (POSITION.replace('"mexica"', '"yucatan"'), "it is a position of 'yucatan', not of Mexica"),
        (json.dumps(find("mexica").opening(3).dump()), "Seats is 2, but Position has 3"),
    ],
)
def test_a_broken_position_is_refused_with_the_reason(value: str, reason: str) -> None:
    with pytest.raises(BadRecord, match=reason) as bad:
        Record.parse(headed(value))
    assert str(bad.value).startswith("the headers do not describe a game: Position") or "Seats" in str(bad.value)
    assert len(str(bad.value)) < 400


@pytest.mark.parametrize("name", GAMES)
def test_spoilt_positions_are_read_or_refused(name: str) -> None:
    game, rng = find(name), Random(f"positions {name}")
    read, refused = 0, list[str]()
    for data in sample_positions(game, 3, rng, 150):
        spoilt: Any = spoil_json(data, rng)
        text = f'[Game "{name}"]\n[Seats "3"]\n[Position "{json.dumps(spoilt).translate(_ESCAPED)}"]\n'
        try:
            record = Record.parse(text)
        except BadRecord as bad:
            refused.append(str(bad))
            continue
        read += 1
        assert Record.parse(record.text()).text() == record.text()
    assert read < 140
    assert all(why == printable(why) and len(why) < 500 for why in refused)


_ESCAPED = str.maketrans({"\\": "\\\\", '"': '\\"'})
