"""Step 3: cards are revealed, and what comes of truth and lies."""

from __future__ import annotations

import pytest

from texcoco.games.azteco import AZTECO

from .scene import refused, scene


def test_example_1_the_truth_with_one_accuser_and_one_believer() -> None:
    """The rulebook's first example: 3 red are pocketed, a stone goes to the accuser, the believer discards one."""
    picture = """
        card  claim  vote
        RRR   RRR    believe 1
        BB    BB     accuse 0
        YY    YY     believe 0
    """
    table = scene(picture, curses=[0, 0, 0]).vote()
    assert table.heard("receive")[0] == (0, {"jewels": "RRR"})
    assert table.keys("stone", "relieved", "win")[:2] == ["stone 0", "relieved 2"]
    assert table.heard("win") == []
    assert table.stones == [0, 3, 1]  # seat 0 believed seat 1 rightly, too


def test_example_2_a_lie_that_nobody_accuses() -> None:
    """The rulebook's second example: the jewels are kept, an artefact is won, the believer draws a stone."""
    table = scene("""
        card  claim  vote
        BBY   BBR    believe 1
        RR    RR     believe 0
        YY    YY     believe 1
    """).vote()
    assert table.jewels(0) == [2, 0, 1]
    assert table.position.winners == (0,)
    table.find("silver-idol", "copal", "chest", keep="silver-idol")
    assert table.keys("win", "keep", "burdened") == ["win 0", "keep 0", "burdened 1"]


def test_example_3_a_lie_that_two_accuse() -> None:
    """The rulebook's third example: the card's jewels only, a stone from each accuser, an artefact for each of them."""
    table = scene("""
        card  claim  vote
        YRR   RRRR   believe 1
        BB    BB     accuse 0
        YY    YY     accuse 0
    """).vote()
    assert table.heard("reveal")[0] == (0, {"jewels": "YRR", "case": "caught"})
    assert table.jewels(0) == [0, 1, 2]
    assert table.stones == [4, 1, 1]
    assert table.position.winners == (1, 2)


@pytest.mark.parametrize(
    ("claim", "case"), [("BBY", "truth"), ("BB", "unseen"), ("BBBY", "unseen"), ("BYY", "unseen"), ("BBR", "unseen")]
)
def test_truth_is_an_exact_match_and_less_is_a_lie_too(claim: str, case: str) -> None:
    """A6."""
    table = scene(f"""
        card  claim   vote
        BBY   {claim}   believe 1
        RR    RR      believe 2
        YY    YY      believe 1
    """).vote()
    assert table.heard("reveal")[0] == (0, {"jewels": "BBY", "case": case})


def test_reveals_go_clockwise_from_the_first_player() -> None:
    """A12."""
    picture = """
        card  claim  vote
        RRR   RRR    believe 1
        BB    BB     believe 0
        YY    YY     believe 0
        BR    BR     believe 0
    """
    table = scene(picture, first=2).vote()
    assert [seat for seat, _ in table.heard("reveal")] == [2, 3, 0, 1]


def test_each_reveal_is_finished_before_the_next_begins() -> None:
    """A12."""
    table = scene("""
        card  claim  vote
        RRR   BB     believe 1
        BB    YY     believe 0
        YY    YY     believe 0
    """).vote()
    assert [seat for seat, _ in table.heard("reveal")] == [0]
    assert table.position.view(0)["cards"] == ["RRR", "?", "?"]
    refusal = refused(table.position, 1, "keep 0")
    assert refusal.rule == "A12"
    table.find("silver-idol", "copal", "chest", keep="silver-idol")
    assert [seat for seat, _ in table.heard("reveal")] == [0, 1]


def test_truth_stones_then_the_artefact_with_its_effect_then_believers() -> None:
    """A13: seat 0 gives both its stones away, then its artefact is played, and only then does the believer discard."""
    table = scene("""
        card  claim  vote
        RRR   RRR    believe 1
        BB    BB     accuse 0
        YY    YY     accuse 0
        BR    BR     believe 0
    """).vote()
    assert table.stones == [0, 3, 3, 2]
    table.find("effigy", "copal", "chest", keep="effigy").run("0: give 3")
    keys = table.keys("stone", "win", "play", "give", "relieved", "reveal")
    assert keys[:8] == ["reveal 0", "stone 0", "stone 0", "win 0", "play 0", "give 0", "stone 0", "relieved 3"]


def test_a_lie_unseen_the_artefact_then_believers() -> None:
    """A13."""
    table = scene("""
        card  claim  vote
        RRR   BB     believe 1
        BB    BB     believe 0
        YY    YY     believe 0
    """).vote()
    assert table.stones == [2, 2, 2]
    table.find("silver-idol", "copal", "chest", keep="copal").run("0: discard 2")
    assert table.keys("win", "discard", "burdened") == ["win 0", "discard 0", "burdened 1", "burdened 2"]


def test_a_lie_caught_stones_then_believers_then_artefacts() -> None:
    """A13."""
    table = scene("""
        card  claim  vote
        RRR   BB     believe 1
        BB    BB     accuse 0
        YY    YY     accuse 0
        BR    BR     believe 0
    """).vote()
    assert table.keys("stone", "burdened", "win") == ["stone 1", "stone 2", "burdened 3", "win 1"]
    table.find("silver-idol", "copal", "chest", keep="silver-idol").find(
        "rain-mask", "copal", "chest", keep="rain-mask"
    )
    assert table.keys("burdened") == ["burdened 3"]


@pytest.mark.parametrize("liar", [0, 1, 2, 3])
def test_accusers_come_clockwise_from_the_left_of_who_reveals(liar: int) -> None:
    """A14."""
    votes = [f"accuse {liar}" if seat != liar else f"believe {(liar + 1) % 4}" for seat in range(4)]
    rows = "\n".join(
        f"{card}  {'RRRR' if seat == liar else card}  {votes[seat]}"
        for seat, card in enumerate(("BB", "YY", "BR", "YR"))
    )
    table = scene(f"card  claim  vote\n{rows}", first=liar).vote()
    assert table.position.winners == tuple((liar + n) % 4 for n in (1, 2, 3))
    assert [seat for seat, _ in table.heard("stone")][:3] == [(liar + n) % 4 for n in (1, 2, 3)]


def test_own_stones_are_given_first_the_rest_comes_from_the_reserve() -> None:
    """A15."""
    table = scene("""
        card  claim  vote       jewels  stones
        RRR   RRR    believe 1  -       1
        BB    BB     accuse 0   -       0
        YY    YY     accuse 0   -       0
        BR    BR     accuse 0   -       0
    """).vote()
    assert table.stones == [0, 1, 1, 1]
    assert [(values["to"], values["source"]) for _, values in table.heard("stone")] == [
        (1, "own"),
        (2, "reserve"),
        (3, "reserve"),
    ]


def test_an_accuser_without_a_stone_gives_one_from_the_reserve() -> None:
    """A15."""
    table = scene("""
        card  claim  vote       jewels  stones
        RRR   BB     believe 1  -       0
        BB    BB     accuse 0   -       0
        YY    YY     believe 1  -       5
    """).vote()
    assert (0, {"to": 0, "source": "reserve"}) not in table.heard("stone")
    assert (1, {"to": 0, "source": "reserve"}) in table.heard("stone")


def test_a_believer_without_a_stone_discards_nothing() -> None:
    """A16."""
    table = scene("""
        card  claim  vote       jewels  stones
        RRR   RRR    believe 1  BB      2
        BB    BB     believe 0  BB      0
        YY    YY     believe 0  BB      3
    """).vote()
    assert [seat for seat, _ in table.heard("relieved") if seat != 0] == [2]


def test_there_are_always_stones_enough() -> None:
    """A17."""
    table = scene("""
        card  claim  vote       jewels  stones
        RRR   RRR    believe 1  BB      0
        BB    BB     accuse 0   BB      30
        YY    YY     believe 0  BB      20
    """).vote()
    assert (0, {"to": 1, "source": "reserve"}) in table.heard("stone")


def test_with_strict_supply_an_empty_reserve_gives_nothing() -> None:
    """A17."""
    picture = """
        card  claim  vote       jewels  stones
        RRR   RRR    believe 1  BB      0
        BB    BB     accuse 0   BB      30
        YY    YY     accuse 1   BB      7
    """
    table = scene(picture, options={"strict_supply": True}).vote()
    assert table.position.reserve() == 0
    assert table.heard("no_stone")[0][0] == 1
    assert table.keys("stone", "no_stone")[0] == "no_stone 1"


def test_a_liar_on_whom_nobody_votes_keeps_the_jewels_and_wins_an_artefact() -> None:
    """A18."""
    table = scene("""
        card  claim  vote
        RRR   BBBB   believe 1
        BB    BB     believe 2
        YY    YY     believe 1
    """).vote()
    assert table.heard("reveal") == [(0, {"jewels": "RRR", "case": "unseen"})]
    assert table.jewels(0) == [4, 0, 0]
    assert table.position.winners == (0,)


def test_a_liar_caught_has_the_cards_jewels_and_not_the_claimed_ones() -> None:
    """A19."""
    table = scene("""
        card  claim  vote       jewels
        RRR   BBBB   believe 1  B
        BB    BB     accuse 0   -
        YY    YY     believe 1  -
    """).vote()
    assert table.jewels(0) == [1, 0, 3]


def test_one_accuser_of_a_liar_wins_no_artefact() -> None:
    table = scene("""
        card  claim  vote
        RRR   BBBB   believe 1
        BB    BB     accuse 0
        YY    YY     believe 1
    """).vote()
    assert table.heard("win") == []


@pytest.mark.parametrize("accusers", [1, 2, 3, 4])
def test_truth_that_two_or_more_accuse_wins_one_artefact_whatever_their_number(accusers: int) -> None:
    """A20."""
    cards = ("BB", "YY", "BR", "YR", "RR")
    votes = [
        "believe 1",
        *("accuse 0" if seat <= accusers else "believe 1" if seat != 1 else "believe 2" for seat in range(1, 5)),
    ]
    rows = "\n".join(f"{card}  {card}  {vote}" for card, vote in zip(cards, votes, strict=True))
    table = scene(f"card  claim  vote\n{rows}").vote()
    assert table.position.winners == ((0,) if accusers > 1 else ())
    table.skip()
    assert len(table.heard("win")) == (accusers > 1)


def test_each_accuser_of_a_liar_draws_one_after_another() -> None:
    """A21."""
    table = scene("""
        card  claim  vote
        RRR   BBBB   believe 1
        BB    BB     accuse 0
        YY    YY     accuse 0
        BR    BR     accuse 0
    """).vote()
    for winner, idol in ((1, "silver-idol"), (2, "golden-idol"), (3, "rain-mask")):
        assert table.position.winners[0] == winner
        assert table.position.phase == "artefact"
        table.find(idol, "copal", "chest", keep=idol)
    assert [len(table.position.kept(seat)) for seat in range(4)] == [0, 1, 1, 1]


def test_the_picture_tells_who_claimed_what_who_accused_whom_and_what_came_out() -> None:
    table = scene("""
        card  claim  vote
        YRR   RRRR   believe 1
        BB    BB     accuse 0
        YY    YY     accuse 0
    """).vote()
    lines = table.position.text().splitlines()
    story = next(line for line in lines if "lied, caught by 2" in line)
    assert "RRRR" in story
    assert "YRR" in story
    assert sum("“You lie!” to Red" in line for line in lines) == 2
    assert "lied" not in AZTECO.picture(
        scene("card  claim  vote\nBB  YY  believe 1\nYY  YY  believe 0\nRR  RR  believe 0").position.view(1)
    )
