"""What lay on the table in the rounds that are over, as far as it follows from what everybody has seen."""

from __future__ import annotations

from collections.abc import Sequence

from texcoco.game import Json
from texcoco.games.azteco.actions import VOTES
from texcoco.games.azteco.cards import CARDS, JEWELS, STONES_EACH, STONES_PER_CURSE

Round = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""Cards, claims and the codes of the votes of each seat."""


def table_before_votes(sheets: Sequence[str], rounds: Sequence[Round]) -> Json:
    """The table when the last of these rounds was voted on, as a view of somebody who knew no card. What artefacts did
    is left out: of past rounds it is not known."""
    seats = len(sheets)
    jewels = [[0, 0, 0] for _ in range(seats)]
    stones, curses = [STONES_EACH] * seats, [STONES_PER_CURSE] * 3
    for over in rounds[:-1]:
        _reveal(over, jewels, stones)
        _curse(jewels, stones, curses)
    claims = [CARDS[claim] for claim in rounds[-1][1]]
    return {
        "seats": seats, "phase": "vote", "round": len(rounds), "first": 0, "sheets": sheets, "jewels": jewels,
        "stones": stones, "curses": curses, "cards": ["?"] * seats, "claims": claims, "served": claims,
        "votes": [None] * seats, "shown": 0, "kept": [[] for _ in sheets],
        "rounds": [
            {
                "cards": [CARDS[c] for c in over[0]],
                "claims": [CARDS[c] for c in over[1]],
                "votes": [VOTES[v].text for v in over[2]],
            }
            for over in rounds[:-1]
        ],
    }  # fmt: skip


def without_secrets(view: Json) -> Json:
    """A view as somebody has it who knows no card of this round and no artefact."""
    return view | {"cards": ["?"] * view["seats"], "kept": [["?"] * len(names) for names in view["kept"]]}


def _reveal(over: Round, jewels: list[list[int]], stones: list[int]) -> None:
    """Jewels and stones of a round change hands, artefacts apart. Seats are revealed in the order of their numbers: who
    goes first matters only where somebody runs out of stones."""
    for seat, (card, claim) in enumerate(zip(over[0], over[1], strict=True)):
        accusers = [other for other, vote in enumerate(over[2]) if vote == 2 * seat + 1]
        got = JEWELS[card if accusers else claim]
        for colour in range(3):
            jewels[seat][colour] += got[colour]
        for accuser in accusers:
            giver, taker = (seat, accuser) if card == claim else (accuser, seat)
            stones[giver] = max(stones[giver] - 1, 0)
            stones[taker] += 1
        for believer, vote in enumerate(over[2]):
            if vote == 2 * seat:
                stones[believer] = max(stones[believer] - 1, 0) if card == claim else stones[believer] + 1


def _curse(jewels: list[list[int]], stones: list[int], curses: list[int]) -> None:
    """The curses strike whoever has most of their colour, and a stone is added to each."""
    for colour in range(3):
        owned = [own[colour] for own in jewels]
        most = max(owned)
        if owned.count(most) == 1:
            stones[owned.index(most)] += curses[colour]
            curses[colour] = 0
        curses[colour] += STONES_PER_CURSE
