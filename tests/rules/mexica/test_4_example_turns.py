"""The three example turns of the rulebook, point by point, on boards of ours."""

from __future__ import annotations

from .scene import MexicaPosition, allowed, legal, play, scene


def points_left(position: MexicaPosition, *actions: str) -> list[int]:
    """The action points after each action."""
    left: list[int] = []
    for action in actions:
        play(position, action)
        left.append(position.dump()["ap"])
    return left


def test_what_each_action_costs() -> None:
    """M-AP: a canal costs 1 whatever its size, and so do a bridge, a step and a token; a temple its level; a flight 5;
    the rest nothing.
    """
    actions = ("canal B3", "canal D3 D4", "bridge O7 h", "walk H5", "take", "spend", "temple H4 2", "end")
    assert points_left(scene(), *actions) == [5, 4, 3, 2, 1, 2, 0, 6]
    assert points_left(scene(period=2, display=(9,)), "fly C3", "propose 9") == [1, 1]
    assert not legal(scene(ap=4), "fly")


def test_example_1_a_boat_past_a_bridge_a_founding_and_two_temples() -> None:
    """M-BOAT, M-FOUND, M-TEMPLE, M-SPEND: six points and two tokens."""
    position = scene(
        """
            N  O  P  Q  R  S  T  U
        6   .  =  .  .  .  ~  .  .
        7   .  A- .  .  .  =  .  B
        8   .  =  .  .  .  -  .  .
        9   .  -  .  .  .  =  .  ~
        10  .  =  .  .  ~  ~  ~  ~
        11  .  =  ~  ~  ~  ~  ~  ~
        """,
        display=(3, 7),
        tokens=[2, 0, 0],
    )
    actions = ("boat S8", "walk T8", "found T9", "temple T7 3", "spend", "spend", "temple U8 2")
    assert points_left(position, *actions) == [4, 3, 3, 0, 1, 2, 0]
    assert position.dump()["score"] == [4, 2, 0]
    assert legal(position) == {"end"}


def test_example_2_out_of_a_pen_by_a_bridge_a_canal_and_a_boat() -> None:
    """M-BRDG, M-CANAL, M-BOAT: or, for five points, by the flight to the same space."""
    position = scene("""
            N  O  P  Q  R  S  T  U
        6   .  =  .  .  .  ~  b1 .
        7   .  -  .  .  .  =  A  c2
        8   .  =  .  .  .  =  b1 .
        9   .  -  .  .  .  =  .  ~
        10  .  .  .  .  ~  ~  ~  ~
        11  .  .  ~  ~  ~  ~  ~  ~
    """)
    assert not legal(position, "walk", "boat")
    assert allowed(position, "fly N7")
    actions = ("bridge S7 h", "walk S7", "canal O10 O11", "boat O7", "walk N7")
    assert points_left(position, *actions) == [5, 4, 3, 1, 0]


def test_example_3_two_steps_a_bridge_a_boat_a_step_and_a_token() -> None:
    """M-FOOT, M-BOAT, M-TAKE: six points in all."""
    position = scene("""
            P  Q  R  S  T  U
        6   .  .  .  ~  .  .
        7   .  .  .  -  .  .
        8   .  .  .  =  .  .
        9   A  .  .  -  .  ~
    """)
    actions = ("walk Q9", "walk R9", "walk S9", "boat S7", "walk T7", "take")
    assert points_left(position, *actions) == [5, 4, 3, 2, 1, 0]
    assert position.dump()["tokens"] == [1, 0, 0]
