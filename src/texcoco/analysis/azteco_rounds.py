"""Plays rounds of Azteco to their end, over and over: the deep look at a vote or an artefact.

What the seat may not know is dealt as level 5 believes it to be: who lies, and how the others vote. Artefacts are
chosen and played as level 5 would. How the round ends is judged by the fitted chances, or by the result of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from texcoco.analysis.chances import Chances, chances
from texcoco.bots.azteco import artefacts
from texcoco.bots.azteco.reader import Reader
from texcoco.bots.azteco.values import Values
from texcoco.bots.azteco.votes import Mix
from texcoco.game import CHANCE, Action
from texcoco.games.azteco import AztecoPosition
from texcoco.games.azteco.actions import VOTES
from texcoco.games.azteco.cards import CARD_BITS, CARD_OF_BIT
from texcoco.games.bits import choose


def after_rounds(
    position: AztecoPosition, seat: int, legal: Sequence[Action], rounds: int, rng: Random
) -> dict[Action, Chances]:
    """The chances after each action: the mean of so many rounds, which begin alike for all actions."""
    reader = Reader(Values(seat, position.view(seat)))
    lies = [reader.lie(other, claim) for other, claim in enumerate(position.claims)]
    mixes = reader.mixes(position.claims) if position.phase == "vote" else None
    sums = {action: [0.0] * position.seats for action in legal}
    for _ in range(rounds):
        start, seed = deal_by_belief(position, seat, lies, rng), rng.getrandbits(32)
        for action, total in sums.items():
            for other, chance in enumerate(chances(_played(start.copy(), seat, action, mixes, Random(seed)))):
                total[other] += chance / rounds
    return {action: tuple(total) for action, total in sums.items()}


def deal_by_belief(position: AztecoPosition, seat: int, lies: Sequence[float], rng: Random) -> AztecoPosition:
    """The position with other cards, as often lies as they are believed to be."""
    p = position.redeal(seat, rng)
    hidden = p.face_down_to(seat)
    rng.shuffle(hidden)
    for other in hidden:
        claimed = CARD_BITS[p.claims[other]]
        lied = rng.random() < lies[other]
        if lied != p.told_the_truth(other):
            continue
        drawn = CARD_BITS[p.cards[other]] & ~p.deck
        left = choose(CARD_OF_BIT, p.deck & ~claimed if lied else p.deck & claimed)
        if left:  # if not, somebody else has the card that was claimed
            p.cards[other] = rng.choice(left)
            p.deck |= 1 << drawn.bit_length() - 1
            found = p.deck & CARD_BITS[p.cards[other]]
            p.deck ^= found & -found
    return p


def _played(p: AztecoPosition, seat: int, action: Action, mixes: Sequence[Mix] | None, rng: Random) -> AztecoPosition:
    """The position when the round is over."""
    number = p.round
    if mixes is not None:
        for other in range(p.seats):
            if other != seat:
                vote = rng.choices(range(len(mixes[other])), mixes[other])[0]
                if p.votes[other] >= 0:  # sealed already, and nobody knows how
                    p.votes[other] = vote
                else:
                    p.apply(other, VOTES[vote])
    p.apply(seat, action)
    while p.phase != "over" and p.round == number:
        actor = p.actors()[0]
        p.apply(actor, p.draw(rng) if actor == CHANCE else _choice(p, actor))
    return p


def _choice(p: AztecoPosition, seat: int) -> Action:
    values = Values(seat, p.view(seat))
    return max(p.actions(seat), key=lambda action: artefacts.value(values, action))
