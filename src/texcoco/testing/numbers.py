"""Checks of what a game says of itself: the numbers of its actions, the names of its resources."""

from __future__ import annotations

from functools import cache

from texcoco.game import Game
from texcoco.words import LANGUAGES


@cache  # it says the same of a game every time
def check_numbers(game: Game) -> None:
    """Every number from 0 on has an action of its own, always the same object, whose number it is."""
    count = game.action_count + game.chance_count
    for number in range(count):
        action = game.action(number)
        assert game.index(action) == number, f"{action} is action {number}, yet its number is {game.index(action)}"
        assert game.index(game.parse(str(action))) == number, f"{action} as it is read has another number than {number}"
        assert game.action(number) is action, f"{action} is made anew whenever number {number} is asked for"
    for number in (-1, count):
        try:
            action = game.action(number)
        except IndexError:
            continue
        raise AssertionError(f"there are {count} actions, yet {number} is the number of {action}")


def check_resources(game: Game) -> None:
    """Whatever actions are paid with has a name in all languages."""
    for name in game.resources:
        assert all(game.say(lang, f"resource.{name}", {"n": n}) for lang in LANGUAGES for n in (1, 2))
