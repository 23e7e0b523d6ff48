"""Yucatán: the marches of a warrior as a piece of an action mask. Those from one space have numbers that follow each
other."""

from __future__ import annotations

from functools import cache

from texcoco.games.bits import lowest, spaces
from texcoco.games.yucatan.actions import NUMBERING, NUMBERS, Marches

_MOST_KEPT = 1024
"""What stands around a space is often what stood there before: so many pieces of masks are kept for each."""


class Ways:
    """The marches from one space on one board."""

    __slots__ = ("_by_end", "_by_middle", "_hindered", "ends", "flags", "middles", "numbers")

    def __init__(self, ways: Marches[int], numbers: range):
        self.numbers = slice(numbers.start, numbers.stop)
        """Where they lie in a mask."""
        self.ends, self.middles = ways.ends, ways.middles
        flags = bytearray(len(numbers))
        for number in ways.all:
            flags[number - numbers.start] = 1
        self.flags = bytes(flags)
        """1 for each of them, for when nothing is in the way: no own warrior on `ends`, no bar on `middles`."""
        self._hindered: dict[tuple[int, int], bytes] = {}
        self._by_end: dict[int, list[int]] = {}
        self._by_middle: dict[int, list[int]] = {}
        for table in (ways.step, ways.cross, *(table for _, _, table in ways.two)):
            for end, number in table.items():
                self._by_end.setdefault(end, []).append(number - numbers.start)
        for middle, _, table in ways.two:
            self._by_middle[lowest(middle)] = [number - numbers.start for number in table.values()]

    def hindered(self, own: int, barred: int) -> bytes:
        """1 for each march that leads neither to these ends nor through these middles."""
        found = self._hindered.get((own, barred))
        if found is None:
            if len(self._hindered) == _MOST_KEPT:
                self._hindered.clear()
            found = self._hindered[own, barred] = self._without(own, barred)
        return found

    def _without(self, own: int, barred: int) -> bytes:
        flags = bytearray(self.flags)
        for end in spaces(own):
            for place in self._by_end[end]:
                flags[place] = 0
        for middle in spaces(barred):
            for place in self._by_middle[middle]:
                flags[place] = 0
        return bytes(flags)


@cache
def ways_of_board(seats: int, strict: bool) -> list[Ways | None]:
    """The ways from each space; None where nobody can stand."""
    ranges: dict[int, range] = {}
    for number in NUMBERING.ranges["march"]:
        start = NUMBERING.action(number).data.start
        ranges[start] = range(ranges[start].start if start in ranges else number, number + 1)
    return [
        None if ways is None else Ways(ways, ranges[start]) for start, ways in enumerate(NUMBERS.ways[seats, strict])
    ]
