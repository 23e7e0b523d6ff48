"""Every action of the game, made once, and the tables by which a board's marches are found.

The notation: `village D5`, `neutral F7`, `warrior D6 jaguar` (set-up) · `settle D5` · `grow D5` · `deploy D6 serpent` ·
`march D6 D7 D8` (the path; a river space in the middle is a crossing) · `steal 2` · `raise` · `dismiss D6` · `pass`; chance:
`first 2`.
"""

from __future__ import annotations

from texcoco.game import Action, Refusal, Unreadable
from texcoco.games.bits import bits, spaces
from texcoco.games.yucatan.board import BOARDS, LABELS, SPACE, Board
from texcoco.games.yucatan.pieces import GUILDS, LOAD

_table: dict[str, Action] = {}


def _make(kind: str, words: tuple[str, ...] = (), data: tuple[int, ...] = ()) -> Action:
    text = " ".join((kind, *words))
    return _table.setdefault(text, Action(text, kind, data))


def _of_space(kind: str) -> tuple[Action, ...]:
    return tuple(_make(kind, (label,), (space,)) for space, label in enumerate(LABELS))


def _of_guild(kind: str) -> tuple[tuple[Action, ...], ...]:
    return tuple(
        tuple(_make(kind, (label, name), (space, guild)) for space, label in enumerate(LABELS)) for guild, name in enumerate(GUILDS)
    )


VILLAGE, NEUTRAL, SETTLE, GROW, DISMISS = map(_of_space, ("village", "neutral", "settle", "grow", "dismiss"))
WARRIOR, DEPLOY = map(_of_guild, ("warrior", "deploy"))
"""By guild, then by space."""
STEAL = tuple(_make("steal", (str(n),), (n,)) for n in range(LOAD + 1))
FIRST = tuple(_make("first", (str(seat),), (seat,)) for seat in range(4))
RAISE, PASS = _make("raise"), _make("pass")
KINDS = ("village", "neutral", "warrior", "settle", "grow", "deploy", "march", "steal", "raise", "dismiss", "pass", "first")


def _path(path: tuple[int, ...]) -> Action:
    return _make("march", tuple(LABELS[space] for space in path), path)


class Marches:
    """The ways from one space, whatever stands in them."""

    __slots__ = ("all", "beaches", "cross", "ends", "middles", "near", "step", "two")

    def __init__(self, board: Board, strict: bool, start: int):
        self.near = board.near[start]
        self.step = {end: _path((start, end)) for end in spaces(self.near)}
        self.two: list[tuple[int, int, dict[int, Action]]] = []
        """Along rivers: the space on the way (as a set), the ends, the marches by end (Y4, Y5, Y6)."""
        if board.riverside >> start & 1 or not strict:
            for middle in spaces(self.near & board.riverside & board.jungle):
                ends = board.near[middle] & board.riverside & ~(1 << start)
                if ends:
                    self.two.append((1 << middle, ends, {end: _path((start, middle, end)) for end in spaces(ends)}))
        self.cross = {beach: _path((start, river, beach)) for beach, river in board.crossing[start].items()}
        """Across the great river, by end (Y12, Y13)."""
        self.beaches = bits(self.cross)
        tables = (self.step, *(table for _, _, table in self.two), self.cross)
        self.all = tuple(action for table in tables for action in table.values())
        """Every march from here, for when nothing is in the way: no own warrior on `ends`, nothing to stop him on `middles`."""
        self.ends = bits(action.data[-1] for action in self.all)
        self.middles = sum(middle for middle, _, _ in self.two)


MARCHES = {
    (seats, strict): tuple(Marches(board, strict, space) if board.land >> space & 1 else None for space in range(len(LABELS)))
    for seats, board in BOARDS.items()
    for strict in (True, False)
}
"""The ways from each space of the board for so many seats, with and without `strict_river`."""


def parse(text: str) -> Action:
    """The action that a notation means. Raises `Unreadable` and says which word is not understood."""
    words = text.split()
    kind = words[0].lower() if words else ""
    if kind not in KINDS:
        raise _unreadable("refuse.no-such-kind", kind or text)
    rest = [word.upper() if word.upper() in SPACE else word.lower() for word in words[1:]]
    action = _table.get(" ".join((kind, *rest)))
    if action is not None:
        return action
    if kind == "march" and len(rest) in (2, 3):
        for word in rest:
            if word not in SPACE:
                raise _unreadable("refuse.no-such-space", word)
        return Action(" ".join((kind, *rest)), kind, tuple(SPACE[word] for word in rest))
    raise _unreadable(f"refuse.form-{kind}", text)


def _unreadable(key: str, text: str) -> Unreadable:
    return Unreadable(Refusal("notation", key, {"text": text[:40]}))
