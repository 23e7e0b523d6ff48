"""How level 5 of Azteco finds out what kinds of players it meets."""

from __future__ import annotations

from math import log
from random import Random
from time import monotonic

import pytest

from texcoco.bots import Bot, Clock, make
from texcoco.bots.azteco.habits import HABITS
from texcoco.bots.azteco.imitation import ImitatedGreedy, ImitatedLevel4, Imitation
from texcoco.bots.azteco.past import Round, table_before_votes, without_secrets
from texcoco.bots.azteco.reader import IMITATED, Reader, kinds_of_players
from texcoco.bots.azteco.values import WEIGHTS, Values
from texcoco.game import CHANCE, Json
from texcoco.games.azteco import AZTECO, AztecoPosition
from texcoco.games.azteco.actions import CLAIMS, VOTES
from texcoco.games.azteco.cards import CARDS, JEWELS
from texcoco.games.azteco.position import AztecoOptions

KINDS: list[tuple[str, type[Imitation]]] = [("4", ImitatedLevel4), ("greedy", ImitatedGreedy)]


def votes_of_game(bot: Bot, seats: int, seed: int) -> list[AztecoPosition]:
    """A game of a bot against itself: its positions when votes begin, and its end."""
    position, rng, kept = AZTECO.start(seats), Random(seed), list[AztecoPosition]()
    while actors := position.actors():
        seat = actors[0]
        if seat == CHANCE:
            position.apply(seat, position.draw(rng))
            continue
        if position.phase == "vote" and len(kept) < position.round:
            kept.append(position.copy())
        position.apply(seat, bot.decide(seat, position.view(seat), [], position.actions(seat), Clock(), rng))
    return [*kept, position]


def test_past_tables_are_as_they_were() -> None:
    """Four rounds in which nobody wins an artefact: one lies and is accused by one, one accuses the truth, one believes
    what is true or, in every other round, the lie."""
    position, rng = AZTECO.start(3, AztecoOptions(first="0")), Random(5)
    for number in range(4):
        while position.phase != "claim":
            position.apply(CHANCE, position.draw(rng))
        lie = next(card for card, jewels in enumerate(JEWELS) if card != position.cards[0] and sum(jewels) == 4)
        for seat, claim in enumerate([lie, *position.cards[1:]]):
            position.apply(seat, CLAIMS[claim])
        table = position.copy()
        for seat, vote in enumerate(("accuse 2", "accuse 0", "believe 0" if number % 2 else "believe 1")):
            position.apply(seat, next(action for action in VOTES if action.text == vote))
        assert not position.gains
        rounds: list[Round] = [*position.rounds]
        found = table_before_votes(position.view(None)["sheets"], rounds)
        real = table.view(None)
        for field in ("jewels", "stones", "curses", "claims", "round", "phase", "cards", "rounds"):
            assert found[field] == real[field], field


@pytest.mark.parametrize(("name", "imitation"), KINDS)
@pytest.mark.parametrize("seats", [3, 6])
def test_an_imitation_gives_chances(name: str, imitation: type[Imitation], seats: int) -> None:
    position = votes_of_game(make("1", AZTECO), seats, seed=2)[3]
    of = imitation(without_secrets(position.view(0)))
    for card in (0, 13, 26):
        assert sum(of.claims(1, card)) == pytest.approx(1)
    for seat, mix in enumerate(of.votes(position.claims)):
        assert sum(mix) == pytest.approx(1)
        assert mix[2 * seat] == mix[2 * seat + 1] == 0
    unseen = Values(0, position.view(0)).unseen
    made = [of.odds(1, claim, unseen) for claim in range(len(CARDS))]
    assert sum(lied + true for lied, true in made) == pytest.approx(1)


@pytest.mark.parametrize(("name", "imitation"), KINDS)
def test_an_imitation_foretells_more_than_habits(name: str, imitation: type[Imitation]) -> None:
    """What a bot did in its games, claims and votes together: how surprising it was."""
    kind = next(kind for kind, made in IMITATED.items() if made is imitation)
    imitated, habit = 0.0, 0.0
    for seed in range(4):
        *tables, over = votes_of_game(make(name, AZTECO), 3, seed)
        for table, (cards, claims, votes) in zip(tables, over.rounds, strict=True):
            of = imitation(without_secrets(table.view(None)))
            mixes = of.votes(claims)
            for seat in range(3):
                imitated -= log(of.claims(seat, cards[seat])[claims[seat]] * mixes[seat][votes[seat]])
                habit -= log(HABITS[kind].chance(seat, cards, claims, votes[seat]))
    assert imitated < habit - 10


@pytest.mark.parametrize(("name", "kind"), [("greedy", 1), ("1", 2), ("4", 5)])
def test_kinds_are_found_out_within_a_game(name: str, kind: int) -> None:
    """In the mean of six games the strongest level thinks more of what they are than it did beforehand."""
    games = [votes_of_game(make(name, AZTECO), 3, seed)[-1].view(None) for seed in range(6)]
    after = [kinds_of_players(game, 0)[1][kind] for game in games]
    assert sum(after) / len(after) > WEIGHTS["kinds"][kind] + (0.4 if kind in IMITATED else 0.05)


def test_there_is_less_to_hide_from_players_who_are_known() -> None:
    """Four rounds of level 4, and of level 1, which is not imitated."""
    known, others = (Reader(Values(0, votes_of_game(make(name, AZTECO), 3, seed=1)[4].view(0))) for name in "41")
    assert known.caution < 0.5
    assert others.caution > 0.8
    usual = others.claimants[0].claims(others.values.card)
    rare = min((c for c in range(len(CARDS)) if others.public.unseen[c]), key=usual.__getitem__)
    better = [float(claim == rare) for claim in range(len(CARDS))]
    hidden = others.claim_mix(better, 0.8, 1)[rare]
    others.caution = 0.0
    assert others.claim_mix(better, 0.8, 1)[rare] > 2 * hidden


def test_without_time_nobody_is_imitated() -> None:
    view: Json = votes_of_game(make("4", AZTECO), 3, seed=1)[3].view(0)
    assert Reader(Values(0, view)).imitations
    hurried = Reader(Values(0, view), until=monotonic() + 0.1)
    assert not hurried.imitations
    assert sum(hurried.votes()[2:]) < 1e3  # it can vote all the same


@pytest.mark.parametrize("seats", [3, 6])
def test_a_reader_reads_nothing_that_its_seat_may_not_know(seats: int) -> None:
    position = votes_of_game(make("1", AZTECO), seats, seed=3)[3]
    votes, rng = Reader(Values(0, position.view(0))).votes(), Random(1)
    assert Reader(Values(0, position.redeal(0, rng).view(0))).votes() == votes
