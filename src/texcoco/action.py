"""Actions, and the numbers by which search and research know them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Action:
    """One thing that a seat, or chance, can do. `str(action)` is its notation, and `Game.parse` reads that back.

    Games make their actions once, in tables; two actions of a game are equal when their notations are.
    """

    text: str
    kind: str
    """The first word of the notation."""
    data: Any = ()
    """What the rules of the game read instead of the notation: a named tuple. docs/actions.md has its fields for every
    kind."""
    rest: str = field(init=False)
    """How the notation goes on after its first word."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "rest", self.text[len(self.kind) + 1 :])

    def __str__(self) -> str:
        return self.text

    def has_words(self, words: Sequence[str]) -> bool:
        """Whether its notation has all these words after the first; case does not matter."""
        if not words:
            return True
        own = self.text.casefold().split()[1:]
        return all(word.casefold() in own for word in words)

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Action) and self.text == other.text)

    def __hash__(self) -> int:
        return hash(self.text)


class ActionList(list[Action]):
    """Actions by an index that the rules use, a space for instance, with their numbers beside them."""

    __slots__ = ("numbers", "rests")

    numbers: Sequence[int]
    """-1 for an action that has none."""

    def __init__(self, actions: Iterable[Action]):
        super().__init__(actions)
        self.rests: Sequence[str] = [action.rest for action in self]
        """How the notations go on after the first word."""


class Computed(Protocol):
    """Actions of one kind that are too many to be kept in a list."""

    kind: str

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Action: ...
    # The place of an action of this kind; raises ValueError if it has none.
    def index(self, action: Action, /) -> int: ...


class Numbering:
    """The numbers of all actions of a game: those of seats from 0 on, then those of chance.

    It is made of blocks, each with a name and its actions in order. A number means the same in every position, for
    every number of seats and with all options. An action that no position can allow (a canal in the lake) may be
    written, and has no number.
    """

    def __init__(self, seats: Mapping[str, Sequence[Action] | Computed], chance: Mapping[str, Sequence[Action]]):
        self.ranges: dict[str, range] = {}
        """The numbers of each block, in order."""
        self._listed: list[Action] = []
        """The actions before the first computed block, by number."""
        self._numbers: dict[str, int] = {}
        self._blocks: list[tuple[range, Sequence[Action] | Computed]] = []
        self._computed: dict[str, tuple[range, Computed]] = {}
        self._of_kind: dict[str, list[Action]] = {}
        """The listed actions of seats by kind."""
        self._by_word: dict[str, dict[str, list[Action]]] = {}
        """The same by each word of their notation, of those kinds that were asked for."""
        count = 0
        for name, block in (*seats.items(), *chance.items()):
            self.ranges[name] = numbers = range(count, count + len(block))
            self._blocks.append((numbers, block))
            count = numbers.stop
            if not isinstance(block, Sequence):
                self._computed[block.kind] = numbers, block
                continue
            if not self._computed:
                self._listed += block
            self._numbers |= {action.text: number for number, action in zip(numbers, block, strict=True)}
        for block in seats.values():
            for action in block if isinstance(block, Sequence) else ():
                self._of_kind.setdefault(action.kind, []).append(action)
        self.action_count: int = sum(map(len, seats.values()))
        self.chance_count: int = count - self.action_count

    def action(self, index: int) -> Action:
        """The action of that number. Raises IndexError."""
        if 0 <= index < len(self._listed):
            return self._listed[index]
        for numbers, block in self._blocks:
            if index in numbers:
                return block[index - numbers.start]
        raise IndexError(f"{index} is the number of no action; there are {self.action_count + self.chance_count}")

    def index(self, action: Action) -> int:
        """The number of that action. Raises ValueError for one that has none."""
        number = self._numbers.get(action.text)
        if number is not None:
            return number
        if action.kind in self._computed:
            numbers, block = self._computed[action.kind]
            return numbers.start + block.index(action)
        raise ValueError(f"{action} has no number: no position allows it")

    def with_words(self, kind: str, words: Sequence[str]) -> list[Action]:
        """The listed actions of seats of this kind whose notation has all these words after the first, in order; case
        does not matter. None of a kind that is computed: a server must not go through tens of thousands of them."""
        if not words:
            return list(self._of_kind.get(kind, ()))
        if kind not in self._of_kind:
            return []
        if kind not in self._by_word:
            self._by_word[kind] = _by_word(self._of_kind[kind])
        rarest = min((self._by_word[kind].get(word.casefold(), []) for word in words), key=len)
        return [action for action in rarest if action.has_words(words)]

    def fill(self, tables: Iterable[ActionList]) -> None:
        """Gives these tables the numbers of their actions."""
        for table in tables:
            table.numbers = [self._numbers.get(action.text, -1) for action in table]


def _by_word(actions: Iterable[Action]) -> dict[str, list[Action]]:
    found: dict[str, list[Action]] = {}
    for action in actions:
        for word in dict.fromkeys(action.text.casefold().split()[1:]):
            found.setdefault(word, []).append(action)
    return found
