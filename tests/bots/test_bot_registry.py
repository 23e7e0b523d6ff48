"""Bots are found by name: ours, those of other packages, and those of the environment."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

import pytest

import texcoco.bots as registry
from texcoco.bots import LEVELS, Bot, BrokenBot, NoSuchBot, adviser, bots, check_name, make, offered, title, usual
from texcoco.games import GAMES, find

MODULE = """
from texcoco.bots.simple import RandomBot

class Mine(RandomBot):
    name = "mine"

def fails(game):
    raise RuntimeError("out of ideas")

def no_bot(game):
    return 42
"""


@pytest.fixture
def others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Bots of a module that is not ours."""
    (tmp_path / "somebodys_bots.py").write_text(MODULE)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setenv(
        "TEXCOCO_BOTS",
        "mexica.mine=somebodys_bots:Mine, mexica.fails=somebodys_bots:fails,mexica.gone=nowhere:Bot,"
        "mexica.odd=somebodys_bots:no_bot,mexica.greedy=somebodys_bots:Mine",
    )

    def entry_points(group: str) -> EntryPoints:
        assert group == "texcoco.bots"
        return EntryPoints([EntryPoint("azteco.packaged", "somebodys_bots:Mine", group)])

    monkeypatch.setattr(registry, "entry_points", entry_points)
    cached: Any = registry._others  # pyright: ignore[reportPrivateUsage]
    cached.cache_clear()
    yield
    cached.cache_clear()
    sys.modules.pop("somebodys_bots", None)


@pytest.mark.parametrize("name", GAMES)
def test_every_bot_of_ours_can_be_made_by_its_name(name: str) -> None:
    game = find(name)
    assert bots(game)[0] == "random"
    assert "greedy" in bots(game)
    for bot in bots(game):
        assert isinstance(make(bot, game), Bot)
    assert usual(game) in bots(game)
    assert adviser(game) in bots(game)
    for lang in ("en", "fr"):
        assert title("1", lang) != "1"
        assert title("somebody's", lang) == "somebody's"


@pytest.mark.parametrize("name", GAMES)
def test_people_are_offered_the_levels(name: str) -> None:
    assert offered(find(name)) == LEVELS


@pytest.mark.usefixtures("others")
def test_bots_of_other_packages_are_known_and_offered() -> None:
    mexica, azteco = find("mexica"), find("azteco")
    assert make("mine", mexica).name == "mine"
    assert "mine" in offered(mexica)
    assert "mine" not in bots(azteco)
    assert make("packaged", azteco).name == "mine"
    assert make("greedy", mexica).name == "greedy", "nobody takes a name of ours"


@pytest.mark.usefixtures("others")
def test_a_bot_that_cannot_be_made_says_why() -> None:
    with pytest.raises(BrokenBot, match="RuntimeError: out of ideas"):
        make("fails", find("mexica"))
    with pytest.raises(BrokenBot, match=r"gone.*No module named 'nowhere'"):
        make("gone", find("mexica"))
    with pytest.raises(BrokenBot, match="makes no bot"):
        make("odd", find("mexica"))


def test_an_unknown_name_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(NoSuchBot, match=r"there is no bot 'nobody' for mexica; there are: random, .*greedy"):
        check_name("nobody", find("mexica"))
    check_name("program:whatever", find("mexica"))
