"""What jewels, artefacts and cursed stones are worth at the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from texcoco.games.azteco.cards import AT_ONCE, DUO_POINTS, DUOS, NEEDS, POINTS, TRIO_POINTS, stone_points

if TYPE_CHECKING:
    from texcoco.games.azteco.position import AztecoPosition


def duo_points(jewels: Sequence[int], character: int) -> int:
    """A point for each duo of one's character."""
    one, other = DUOS[character]
    return DUO_POINTS * min(jewels[one], jewels[other])


def trio_points(jewels: Sequence[int]) -> int:
    """Two points for each trio of three colours; the same jewels count in duos as well (A32)."""
    return TRIO_POINTS * min(jewels)


def artefact_points(jewels: Sequence[int], kind: int) -> int:
    """An artefact's points: once, or for each set of its jewels (A34, A35), whatever else those count for (A33)."""
    sets = [jewels[colour] // needed for colour, needed in _NEEDED[kind]]
    return POINTS[kind] * min(sets) if sets else POINTS[kind]


_NEEDED = [[(colour, needed) for colour, needed in enumerate(needs) if needed] for needs in NEEDS]
"""For each artefact the colours that it wants, and how many jewels of them."""


def jewel_points(jewels: Sequence[int], character: int, kept: Iterable[int]) -> int:
    """All points of a seat that depend on its jewels, and those of its artefacts."""
    artefacts = sum([artefact_points(jewels, kind) for kind in kept])
    return duo_points(jewels, character) + trio_points(jewels) + artefacts


def tally(jewels: Sequence[int], stones: int, character: int, kept: Iterable[int]) -> dict[str, int]:
    """The score of a seat, part by part; `total` may be below nothing (A37)."""
    parts = {
        "duo": duo_points(jewels, character),
        "trio": trio_points(jewels),
        "artefacts": sum(artefact_points(jewels, kind) for kind in kept),
        "stones": stone_points(stones),
    }
    return {**parts, "total": sum(parts.values())}


def score(position: AztecoPosition, seat: int) -> dict[str, int]:
    """The score that a seat would have if the game ended now."""
    return tally(
        position.jewels[3 * seat : 3 * seat + 3], position.stones[seat], position.sheets[seat], position.kept(seat)
    )


def totals(p: AztecoPosition) -> list[int]:
    """The scores of all seats, as the totals of `score`: at once, for whoever plays many games."""
    kept: list[list[int]] = [[] for _ in p.sheets]
    for who, hand, index in p.gains:
        if not AT_ONCE[kind := hand[index]]:
            kept[who].append(kind)
    return [
        jewel_points(p.jewels[3 * seat : 3 * seat + 3], p.sheets[seat], kinds) + stone_points(p.stones[seat])
        for seat, kinds in enumerate(kept)
    ]
