"""The page draws the boards from data of its own, which must be the engine's."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

PAGE = Path(__file__).parents[3] / "client" / "src" / "boards" / "yucatan" / "boards.json"


def test_the_page_draws_the_boards_that_the_engine_plays_on():
    engine = json.loads(files("texcoco.games.yucatan").joinpath("boards.json").read_text(encoding="utf-8"))
    del engine["about"]
    assert json.loads(PAGE.read_text(encoding="utf-8")) == engine
