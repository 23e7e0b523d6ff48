"""What somebody is told who tried something that is not possible: the ruling for what was probably meant."""

from __future__ import annotations

import pytest

from .scene import scene

PIECES = {"villages": "K3 0 small, G2 0 small", "warriors": "L5 0 jaguar"}


@pytest.mark.parametrize(
    ("kind", "place", "told"),
    [
        ("settle", "K3", ("Y25", "village-there")),
        ("grow", "L3", ("Y29", "not-your-village")),
        ("grow", "", None),
        ("deploy", "K3", ("Y31", "small-village")),
        ("deploy", "J3", ("Y32", "deploy-where")),  # in the river, where no action has a number
        ("deploy", "K5 serpent", ("Y32", "deploy-where")),
        ("march", "H5", ("move", "no-warrior")),
        ("march", "L5 H5", ("move", "not-adjacent")),
        ("march", "L5 K5", None),
        ("raise", "", ("Y47", "too-few-prisoners")),
        ("pass", "", ("Y46", "must-act")),
        ("steal", "", ("turn", "now-turn")),
        ("grow", "Z9", ("notation", "form-grow")),
    ],
)
def test_what_was_tried_is_answered_with_its_ruling(kind: str, place: str, told: tuple[str, str] | None) -> None:
    refusal = scene(**PIECES).why_not(0, kind, place)
    assert (None if refusal is None else (refusal.rule, refusal.key.removeprefix("refuse."))) == told


def test_a_tool_that_has_nothing_to_do_says_why() -> None:
    """Y33: nobody to feed a further warrior; Y29: all villages are large."""
    crowded = scene(villages="K3 0 large", warriors="L5 0 jaguar, L6 0 serpent")
    deploy, grow = crowded.why_not(0, "deploy"), crowded.why_not(0, "grow")
    assert deploy is not None
    assert grow is not None
    assert (deploy.key, grow.key) == ("refuse.cannot-feed", "refuse.already-large")
