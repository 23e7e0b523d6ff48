"""How long the reader of records takes for texts that are made to keep it busy, each time twice as long: `python -m
benchmarks.records`.

A reader whose time grows with the length of the text takes about twice as long for twice the text, whatever the text
is.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from random import Random
from time import process_time

from texcoco.game import fingerprint
from texcoco.games import find
from texcoco.record import BadRecord, Record

HEAD = '[Game "mexica"]\n[Rules "1"]\n[Seats "3"]\n'
SIZES = (1_000_000, 2_000_000, 4_000_000)
ROUNDS = 5


def _opening() -> str:
    record, position = Record.begin(find("mexica"), 3, {"first": "0"})
    record.chance(position, Random(1))
    return record.text()


OPENING = _opening()
"""A record that can be read, up to the first decision of a player."""
REACHED = fingerprint(Record.parse(OPENING).replay())


def _repeat(text: str, before: str = "", after: str = "") -> Callable[[int], str]:
    return lambda size: before + text * (size // len(text)) + after


def _headers(size: int) -> str:
    return HEAD + "".join(f'[H{number} "x"]\n' for number in range(size // 14))


SHAPES: dict[str, Callable[[int], str]] = {
    "a game that was played, over and over": _repeat(
        OPENING + "0: start H6\n1: start G7\n2: start I7\n0: canal K5 K6; end\n"
    ),
    "spaces before an action": _repeat(" ", OPENING + "0:", "dance"),
    "spaces in an action": _repeat(" ", OPENING + "0: start", "H6"),
    "spaces after an action": _repeat(" ", OPENING + "0: start H6", "."),
    "spaces before a fingerprint": _repeat(" ", OPENING + "0: start H6", "#00000000"),
    "spaces of several kinds": _repeat(" \t\u00a0\u3000", OPENING + "0: start H6", "#"),
    "spaces and fingerprints": _repeat(" #00000000", OPENING + "0:", " "),
    "spaces and nothing else": _repeat(" "),
    "empty lines": _repeat("\n", HEAD),
    "ends of lines of all kinds": _repeat("\r\n\x0b\x0c\x1c\x85\u2028", HEAD),
    "#": _repeat("#", OPENING + "0:"),
    ";": _repeat(";", OPENING + "0:", " dance"),
    ":": _repeat(":", OPENING),
    "digits of a seat": _repeat("9", OPENING, ": end"),
    "lines of a seat": _repeat("0:\n", OPENING),
    "lines with the same fingerprint": _repeat(f"0: #{REACHED}\n", OPENING),
    "words of an action": _repeat("H6 ", OPENING + "0: start "),
    "letters of an action": _repeat("x", OPENING + "0: "),
    "{": _repeat("{", OPENING),
    "}": _repeat("}", OPENING),
    "comments": _repeat("{}", OPENING),
    "comments of empty lines": _repeat("{\n\n}\n", OPENING),
    "comments that are not closed": _repeat("{ a ", OPENING),
    "one comment that is not closed": _repeat("a ", OPENING + "{"),
    "one long comment": _repeat("a ", OPENING + "{", "}"),
    "nested comments": lambda size: OPENING + "{" * (size // 2) + "}" * (size // 2),
    "\\ in a header": _repeat("\\\\", HEAD + '[Event "', '"]\n'),
    "\\ in a header that is not closed": _repeat("\\", HEAD + '[Event "'),
    '" in a header': _repeat('\\"', HEAD + '[Event "', "]"),
    "a long header": _repeat("a", HEAD + '[Event "', '"]\n'),
    "a header that is not closed": _repeat("a", HEAD + '[Event "', '"'),
    "the name of a header": _repeat("a", HEAD + "["),
    "[": _repeat("[", HEAD),
    "headers": _headers,
    "headers after a comment": lambda size: HEAD + "{}\n" + _headers(size),
    "a large number of seats": _repeat("9", '[Game "mexica"]\n[Seats "', '"]'),
    "a deep list as options": _repeat("[", '[Game "mexica"]\n[Seats "3"]\n[Options "', '"]'),
    "a large number as option": _repeat("9", '[Game "mexica"]\n[Seats "3"]\n[Options "{\\"first\\": ', '}"]'),
}  # fmt: skip
"""What is written in a text of about a number of characters."""


def read(text: str) -> None:
    """Reads a text to its end or to what is wrong with it."""
    with suppress(BadRecord):
        Record.parse(text)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.records", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="of which the fastest counts (default: %(default)s)")
    asked = parser.parse_args()
    print(f"| a text of | {' | '.join(f'{size:,}' for size in SIZES)} | ratios |")
    print(f"| --- | {' | '.join('---:' for _ in SIZES)} | ---: |")
    for name, shape in SHAPES.items():
        times = [_time(shape(size), asked.rounds) for size in SIZES]
        ratios = ", ".join(f"{after / before:.1f}×" for before, after in pairwise(times))
        print(f"| {name} | {' | '.join(f'{1000 * time:.1f} ms' for time in times)} | {ratios} |", flush=True)


def _time(text: str, rounds: int) -> float:
    times: list[float] = []
    for _ in range(rounds):
        began = process_time()
        read(text)
        times.append(process_time() - began)
    return min(times)


if __name__ == "__main__":
    main()
