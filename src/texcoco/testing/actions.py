"""Checks of legal and illegal actions: listed, numbered, refused in words."""

from __future__ import annotations

import json
from collections.abc import Iterable
from random import Random

from texcoco.game import CHANCE, Action, Game, Illegal, Position, Refusal, Unreadable
from texcoco.testing.text import dumped
from texcoco.words import LANGUAGES


def check_listed(position: Position, seat: int, action: Action) -> None:
    """A listed action is accepted, and its notation reads back."""
    assert position.check(seat, action) is None, f"{action} is listed, yet refused: {position.check(seat, action)}"
    assert position.game.parse(str(action)) == action, f"{action} does not read back"
    position.copy().play(seat, action)


def check_legal_indices(position: Position, seat: int, actions: list[Action]) -> None:
    """The numbers of the legal actions are given without those, in order, and a mask has ones there and nowhere
    else."""
    game, indices = position.game, position.legal_indices(seat)
    assert indices == sorted(map(game.index, actions)), f"the legal numbers of seat {seat} are not those of its actions"
    assert all(game.action(index) is action for index, action in zip(map(game.index, actions), actions, strict=True))
    mine = (
        range(game.action_count) if seat != CHANCE else range(game.action_count, game.action_count + game.chance_count)
    )
    assert not indices or (indices[0] in mine and indices[-1] in mine), "seats and chance have numbers of their own"
    if seat == CHANCE:
        return
    for length in (game.action_count, game.action_count // 2):
        mask = bytearray(b"?" * length)
        position.fill_mask(seat, mask)
        ones = [index for index in indices if index < length]
        assert mask.count(1) == len(ones) == length - mask.count(0), (
            "a mask has ones that are no legal numbers, or is not filled"
        )
        assert all(mask[index] for index in ones), "a mask has no one at a legal number"


def check_unlisted(position: Position, seat: int, actions: list[Action], rng: Random, pool: Iterable[Action]) -> None:
    """What is not listed is refused, in words, and changes nothing."""
    listed, before = set(actions), dumped(position)
    tried = list(pool)
    tried = rng.sample(tried, min(len(tried), 40)) + list(mutants(position.game, tried, rng, 20))
    for action in tried:
        if action in listed:
            continue
        refusal = position.check(seat, action)
        assert refusal is not None, f"{action} of seat {seat} is not listed, yet allowed"
        check_sayable(position.game, refusal)
        try:
            position.play(seat, action)
        except Illegal as illegal:
            assert illegal.refusal == refusal
        else:
            raise AssertionError(f"{action} of seat {seat} was refused by check and accepted by play")
    assert dumped(position) == before, "a refused action changed the position"


LARGE_BLOCK, BLOCK_SAMPLE = 5000, 1600
"""Of a block of more than `LARGE_BLOCK` actions an audit asks about `BLOCK_SAMPLE`, spread evenly, and about others the
next time."""
WAITING_SEAT_SAMPLE = 16
"""A seat that is not to act is asked about one action in so many: it is refused all of them for the same reason."""


def check_every_action(position: Position, seat: int, turn: int) -> None:
    """Of all actions that there are, exactly those that are listed are allowed; the others are refused in words."""
    game, legal, before = position.game, set(position.legal_indices(seat)), position.key()
    for numbers in game.numbering.ranges.values():
        apart = -(-len(numbers) // BLOCK_SAMPLE) if len(numbers) > LARGE_BLOCK else 1
        apart *= 1 if legal else WAITING_SEAT_SAMPLE
        for number in numbers[turn % apart :: apart]:
            if number in legal:
                continue  # `check_listed` has asked
            action = game.action(number)
            refusal = position.check(seat, action)
            assert refusal is not None, f"{action} of seat {seat} is not listed, yet allowed"
            check_sayable_once(game, refusal)
    assert position.key() == before, "a refusal changed the position"


_checked: set[tuple[Game, str, str]] = set()


def check_sayable_once(game: Game, refusal: Refusal) -> None:
    """`check_sayable`, once for each sentence: it takes a hundred times as long as the refusal itself."""
    sentence = (game, refusal.rule, refusal.key)
    if sentence not in _checked:
        check_sayable(game, refusal)
        _checked.add(sentence)


def mutants(game: Game, pool: list[Action], rng: Random, count: int) -> Iterable[Action]:
    """Actions that somebody might mistype: notations of `pool` with words taken from one another."""
    words = sorted({word for action in pool for word in str(action).split()})
    for _ in range(count if pool else 0):
        text = str(rng.choice(pool)).split()
        text[rng.randrange(len(text))] = rng.choice(words)
        try:
            yield game.parse(" ".join(text))
        except Unreadable as unreadable:
            check_sayable(game, unreadable.refusal)


def check_sayable(game: Game, refusal: Refusal) -> None:
    for lang in LANGUAGES:
        assert game.say(lang, refusal.key, refusal.values)
    assert refusal.rule, f"{refusal.key} names no ruling"
    json.dumps(dict(refusal.values))
