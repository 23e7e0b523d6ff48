"""Checks of what a seat may know: views, guesses, redeals, and that nothing depends on what it may not know."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any

from texcoco.game import CHANCE, Position
from texcoco.testing.offers import PLACES, some, words_by_kind
from texcoco.testing.text import dumped, same
from texcoco.words import LANGUAGES


@lru_cache(maxsize=1000)
def _kept_part(function: Callable[..., Any], *values: Any) -> Any:
    """Keeps parts of views as a server does: one that depends on more than its values is wrong elsewhere."""
    return function(*values)


def check_view(position: Position, seat: int | None, rng: Random) -> None:
    """A view is JSON, and a position guessed from it, or dealt anew, is the same to that seat in every byte."""
    game, view = position.game, position.view(seat)
    assert json.loads(json.dumps(view)) == view, "a view is not plain JSON"
    views = position.views(_kept_part)
    own = views.own_fields(seat)
    assert {**views.public_fields, **own} == view
    assert views.dump() == position.dump(), "a dump in parts differs from a whole one"
    views.own_fields(None if seat is not None else 0)
    assert views.own_fields(seat) == own, "what a viewer is shown depends on who else is"
    for paint_lang in LANGUAGES:
        assert game.picture(view, lang=paint_lang)
    guessed = game.guess(json.loads(json.dumps(view)), rng)
    assert same(guessed.view(seat), view), f"a guess from seat {seat}'s view looks different to it"
    assert guessed.actors() == position.actors()
    if seat is not None:
        assert guessed.actions(seat) == position.actions(seat), "what a seat may do depends on what it may not know"
        check_same_offer(position, guessed, seat, rng)
    game.load(guessed.dump())
    check_redeal(position, seat, guessed, rng)


def check_same_offer(position: Position, twin: Position, seat: int, rng: Random) -> None:
    """In a position that a seat cannot tell from this one, its actions cost the same, and it is told the same of what
    cannot be done."""
    for action in position.actions(seat) if position.game.resources else ():
        assert twin.cost(seat, action) == position.cost(seat, action), f"the cost of {action} depends on a secret"
    assert twin.plans(seat) == position.plans(seat), "what one click may mean depends on what a seat may not know"
    kinds = list(words_by_kind(position.game).items())
    for kind, words in some(kinds, rng, 4):
        for place in ("", *some(words, rng, PLACES)):
            here, there = position.why_not(seat, kind, place), twin.why_not(seat, kind, place)
            assert here == there, f"why_not of {kind} at {place!r} depends on what seat {seat} may not know"


def check_redeal(position: Position, seat: int | None, twin: Position, rng: Random) -> None:
    """A redeal draws as a guess does, and so from the view alone: in a twin that differs in nothing else it is the
    same."""
    view, before, seed = position.view(seat), dumped(position), rng.random()
    redealt = position.redeal(seat, Random(seed))
    assert same(redealt.view(seat), view), f"a redeal looks different to seat {seat}"
    guessed = position.game.guess(view, Random(seed))
    assert dumped(redealt) == dumped(guessed), f"a redeal and a guess for seat {seat} draw differently"
    assert redealt.key() == guessed.key(), f"a redeal for seat {seat} is not the position that its JSON describes"
    assert redealt.step == position.step
    assert twin.redeal(seat, Random(seed)).key() == redealt.key(), (
        f"a redeal for seat {seat} depends on what it may not know"
    )
    assert dumped(position) == before, "a redeal changes its original"


def check_redeals_go_on(position: Position, rng: Random) -> None:
    """A redeal is a position like any other: another seat's secrets can be dealt anew in it, and it can be played
    on."""
    before, seed = dumped(position), rng.random()
    seat, other = rng.sample(range(position.seats), 2)
    redealt, again = position.redeal(seat, Random(seed)), position.redeal(seat, Random(seed))
    assert dumped(again) == dumped(redealt), "the same generator deals differently the second time"
    assert dumped(redealt.redeal(other, Random(seed))) == dumped(position.game.guess(redealt.view(other), Random(seed)))
    for _ in range(4):
        for actor in again.actors()[:1]:
            again.apply(actor, again.draw(rng) if actor == CHANCE else again.pick(actor, rng))
    assert dumped(again.redeal(other, Random(seed))) == dumped(again.game.guess(again.view(other), Random(seed)))
    assert dumped(position) == before, "a redeal shares state with its original"


def check_open(position: Position) -> None:
    """An open view hides nothing from anybody: it is the same for all, as at the end, and holds all that each may
    know."""
    everybody = (None, *range(position.seats))
    views = [position.view(seat, open=True) for seat in everybody]
    for seat, view in zip(everybody, views, strict=True):
        assert view["seat"] == seat
        assert same({**view, "seat": None}, views[0]), f"the open view of seat {seat} is not that of a spectator"
        assert json.loads(json.dumps(view)) == view, "an open view is not plain JSON"
        assert position.outcome() is None or same(view, position.view(seat)), "a game that is over shows all"
        assert position.game.picture(view)
        for shown in (view, position.view(seat)):
            standing = position.game.standing(shown)
            assert len(standing) == position.seats and all(type(n) is int for n in standing), standing
    hidden = [name for name, value in position.dump().items() if name in views[0] and not same(views[0][name], value)]
    assert not hidden, f"an open view hides {hidden}"
