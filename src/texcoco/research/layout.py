"""What each number of an observation means: named parts of one flat vector."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import prod

from texcoco.research import needs

with needs("research"):
    import numpy as np
    from numpy.typing import NDArray

Numbers = NDArray[np.uint8]
"""What is seen: small counts, and flags of 0 and 1. In bytes they take the least memory, and the least time to copy."""
MOST = 255
"""What numbers show that are higher."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some numbers of an observation that belong together."""

    name: str
    shape: tuple[int, ...]
    most: int
    """The largest value, at most `MOST`; the smallest is 0."""
    meaning: str

    @property
    def size(self) -> int:
        return prod(self.shape)


class Layout:
    """The parts of an observation, one after the other."""

    def __init__(self, parts: Iterable[Part]):
        self.parts = tuple(parts)
        self.slices: dict[str, slice] = {}
        """Where each part lies."""
        size = 0
        for part in self.parts:
            self.slices[part.name] = slice(size, size + part.size)
            size += part.size
        self.size = size
        self.most = np.concatenate([np.full(part.size, part.most, np.float32) for part in self.parts])
        """The largest value of each number, as floats: an observation divided by it is floats between 0 and 1."""

    def split(self, observation: NDArray[np.generic]) -> dict[str, NDArray[np.generic]]:
        """The parts of an observation, or of a batch of them, by name and in their shapes. They share its memory."""
        batch = observation.shape[:-1]
        return {part.name: observation[..., self.slices[part.name]].reshape(*batch, *part.shape) for part in self.parts}

    def describe(self) -> str:
        """The layout as a Markdown table: docs/research.md holds it for every game."""
        lines = ["| part | shape | numbers | most | meaning |", "| --- | --- | --- | --- | --- |"]
        for part in self.parts:
            where = self.slices[part.name]
            shape = " × ".join(map(str, part.shape))
            numbers = f"{where.start}–{where.stop - 1}" if part.size > 1 else str(where.start)
            lines.append(f"| `{part.name}` | {shape} | {numbers} | {part.most} | {part.meaning} |")
        return "\n".join(lines)
