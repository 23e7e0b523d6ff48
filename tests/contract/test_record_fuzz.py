"""Records of which something is changed: each is read, or refused with the line and the reason, and with nothing
else."""

from __future__ import annotations

from random import Random

import pytest
from fuzzing import random_game, spoil_bytes

from texcoco.games import GAMES, find
from texcoco.printable import printable
from texcoco.record import BadRecord, Record


def spoilt(rng: Random, count: int) -> list[str]:
    """The starts of random games, and some whole ones, damaged."""
    found: list[str] = []
    while len(found) < count:
        game = find(rng.choice(sorted(GAMES)))
        most = rng.choice((0, 5, 20, 20, 60, 10_000 if game.name == "azteco" else 60))
        *_, (record, _) = random_game(game, rng.choice(list(game.seats)), rng, most=most)
        record.headers["Event"] = 'a "quoted" \\ {name}'
        text = record.text().encode()
        found += [spoil_bytes(text, rng).decode("utf-8", "replace") for _ in range(25)]
    return found[:count]


def read_all(seed: int, count: int) -> int:
    """How many of so many damaged records were read."""
    rng, good = Random(f"records {seed}"), 0
    for number, text in enumerate(spoilt(rng, count)):
        try:
            try:
                record = Record.parse(text)
            except BadRecord as bad:
                said = str(bad)
                if said != printable(said) or len(said) > 500:
                    raise AssertionError(f"this cannot be shown: {said!r}") from None
                continue
            good += 1
            again = record.text()
            assert Record.parse(again).text() == again
        except Exception as error:
            error.add_note(f"seed {seed}, input {number}: {text[:3000]!r}")
            raise
    return good


def test_damaged_records_are_read_or_refused() -> None:
    assert 5 < read_all(1, 400) < 300


@pytest.mark.long
@pytest.mark.parametrize("shard", range(10))
def test_thirty_thousand_damaged_records_are_read_or_refused(shard: int) -> None:
    read_all(100 + shard, 3000)
