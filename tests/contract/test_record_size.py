"""Reading a record takes time in proportion to its length, whatever is in it: a stranger's text must not keep a server
busy.

`python -m benchmarks.records` measures the same texts, doubled and doubled again.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from types import FrameType

import pytest

from benchmarks.records import HEAD, OPENING, SHAPES, read
from texcoco.record import MAX_ACTION, BadRecord, Record

SECONDS = 10
"""For a text that is read in less than half a second; with time that grows with the square of the length it would be
hours.
"""


@pytest.fixture
def hurry() -> Iterator[None]:
    """Ends a test that takes too long, in the middle of what it does."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"not done after {SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(SECONDS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("shape", SHAPES.values(), ids=list(SHAPES))
def test_a_megabyte_of_anything_is_read_in_time(shape: Callable[[int], str], hurry: None) -> None:
    read(shape(1_000_000))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('[Game "mexica"]\n[Seats "' + "9" * 5000 + '"]', "Seats is no whole number"),
        ('[Game "mexica"]\n[Seats "3"]\n[Rules "' + "9" * 4000 + '"]', "Rules is no whole number"),
        (
            '[Game "mexica"]\n[Seats "3"]\n[Options "{\\"first\\": ' + "9" * 5000 + '}"]',
            "the headers do not describe a game",
        ),
        ('[Game "mexica"]\n[Seats "3"]\n[Options "{\\"' + "x" * 5000 + '\\": 1}"]', "there is no option"),
        (f'[Game "{"x" * 5000}"]\n[Seats "3"]', "there is no game"),
        (f"{HEAD}\n{'x' * 5000}", "expected `seat: action; action`"),
        (f"{OPENING}0: {'x' * (MAX_ACTION + 1)}", "is longer than an action can be"),
        (f"{OPENING}0: start{' ' * MAX_ACTION}H6", "is longer than an action can be"),
    ],
    ids=range(8),
)
def test_what_is_too_large_is_refused_in_a_short_sentence(text: str, why: str) -> None:
    with pytest.raises(BadRecord) as bad:
        Record.parse(text)
    assert why in str(bad.value)
    assert len(str(bad.value)) < 400
