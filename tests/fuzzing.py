"""Inputs that are almost right: texts, bytes and JSON of which something is changed, added, moved or left out.

Every generator takes a `Random`, so that a seed tells how to make an input again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from texcoco.game import CHANCE, Game, Position
from texcoco.record import Record

Path = tuple[Any, ...]
"""The way to a value in JSON: keys of objects and numbers of list items."""

ODD_TEXTS = (
    "", " ", "\0", "\x1b[2J", "\u202e", "\ud800", "\u2028", "é", "雪", "-1", "0", "NaN", "null", "A1", "D5", "K6", "?", "x" * 300,
    "../../etc/passwd", "%s%n", "{}", "[]", "'; drop table events; --", "<script>", "1e999", "random", "over", "turn", "created", "ended",
)  # fmt: skip
ODD_NUMBERS = (
    -(10**30),
    -(2**63),
    -(2**31),
    -2,
    -1,
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    13,
    50,
    255,
    10_000,
    2**31,
    2**53 + 1,
    2**63,
    10**30,
    0.5,
    -0.0,
    1e308,
)


def deep(depth: int = 300) -> Any:
    """A list in a list in a list …"""
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


def odd_value(rng: Random) -> Any:
    """A value that hardly any field expects."""
    match rng.randrange(8):
        case 0:
            return rng.choice(ODD_TEXTS)
        case 1 | 2:
            return rng.choice(ODD_NUMBERS)
        case 3:
            return rng.choice((None, True, False))
        case 4:
            return [rng.choice(ODD_NUMBERS) for _ in range(rng.randrange(4))]
        case 5:
            return {rng.choice(ODD_TEXTS): rng.choice(ODD_NUMBERS) for _ in range(rng.randrange(3))}
        case 6:
            return rng.randrange(-3, 60)
        case _:
            return deep() if rng.randrange(10) == 0 else [[]]


def paths(value: Any, at: Path = ()) -> Iterator[Path]:
    """The ways to all values within a JSON value."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (*at, key)
            yield from paths(inner, (*at, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield (*at, number)
            yield from paths(inner, (*at, number))


def inside(value: Any, path: Path) -> Any:
    for key in path:
        value = value[key]
    return value


def spoil_json(value: Any, rng: Random) -> Any:
    """A copy of a JSON value of which one thing is different."""
    value = json.loads(json.dumps(value))
    every = list(paths(value))
    if not every:
        return odd_value(rng)
    path = rng.choice(every)
    if rng.random() < 0.4:  # values at the top are few beside those in long lists, and matter as much
        path = (rng.choice(list(value)),) if isinstance(value, dict) else (rng.randrange(len(value)),)
    holder, key = inside(value, path[:-1]), path[-1]
    old, other = holder[key], inside(value, rng.choice(every))
    match rng.randrange(9):
        case 0:
            holder[key] = odd_value(rng)
        case 1:
            del holder[key]
        case 2:
            holder[key] = json.loads(json.dumps(other))
        case 3 | 4 if type(old) is int:
            holder[key] = old + rng.choice((-10, -2, -1, 1, 1, 2, 10))
        case 3 if isinstance(old, list) and old:
            old.append(json.loads(json.dumps(rng.choice(old))))
        case 4 if isinstance(old, list) and old:
            del old[rng.randrange(len(old)) :]
        case 5 if isinstance(holder, dict):
            holder[rng.choice((*holder, *ODD_TEXTS))] = odd_value(rng)
        case 5 if isinstance(holder, list):
            holder.insert(key, odd_value(rng))
        case 6 if isinstance(holder, list):
            rng.shuffle(holder)
        case _:  # what stands elsewhere under the same name
            alike = [p for p in every if p[-1] == key and p != path] or every
            holder[key] = json.loads(json.dumps(inside(value, rng.choice(alike)) if path in every else odd_value(rng)))
    return value


def spoil_bytes(data: bytes, rng: Random) -> bytes:
    """A copy of some bytes that was damaged: cut, flipped, doubled, mixed up, or of another kind altogether."""
    spoilt = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        at = rng.randrange(len(spoilt) + 1)
        end = min(len(spoilt), at + rng.choice((1, 1, 2, 10, 100, len(spoilt))))
        match rng.randrange(8):
            case 0:
                del spoilt[at:]
            case 1:
                del spoilt[at:end]
            case 2 | 3 if at < len(spoilt):
                spoilt[at] = rng.choice(
                    (
                        0,
                        10,
                        34,
                        44,
                        58,
                        91,
                        92,
                        93,
                        123,
                        125,
                        0x80,
                        0xFF,
                        rng.randrange(256),
                        spoilt[at] ^ 1 << rng.randrange(8),
                    )
                )
            case 4:
                spoilt[at:at] = spoilt[at:end]
            case 5:
                spoilt[at:at] = rng.choice(
                    (
                        b"\0",
                        b"\xff\xfe",
                        b"\n",
                        b"\r",
                        b"[" * 5000,
                        b"9" * 5000,
                        b" " * 5000,
                        rng.randbytes(20),
                        b'"',
                        b"\\ud800",
                    )
                )
            case 6:
                lines = bytes(spoilt).split(b"\n")
                rng.shuffle(lines)
                spoilt = bytearray(b"\n".join(lines))
            case _:
                words = rng.choice(ODD_TEXTS).encode("utf-8", "surrogatepass")
                spoilt[at:end] = words
    return bytes(spoilt)


def random_game(
    game: Game, seats: int, rng: Random, options: Any = None, most: int = 10_000
) -> Iterator[tuple[Record, Position]]:
    """A random game, move by move, from before the first to after the last: the same objects each time, moving on."""
    record, position = Record.begin(game, seats, options)
    yield record, position
    while (actors := position.actors()) and len(record.moves) < most:
        seat = rng.choice(actors)
        record.play(position, seat, position.draw(rng) if seat == CHANCE else position.pick(seat, rng))
        yield record, position


def sample_positions(game: Game, seats: int, rng: Random, count: int, options: Any = None) -> list[dict[str, Any]]:
    """Dumps of positions of a random game: half of them from its first moves, where most phases come up, half from
    anywhere.
    """
    dumps = [json.loads(json.dumps(position.dump())) for _, position in random_game(game, seats, rng, options)]
    early = dumps[: max(60, len(dumps) // 10)]
    return [rng.choice(early if number % 2 else dumps) for number in range(count)]
