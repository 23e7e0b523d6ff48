"""The games as games of OpenSpiel: importing this module registers them with `pyspiel`.

    import pyspiel
    import texcoco.research.openspiel

    game = pyspiel.load_game("python_texcoco_mexica(players=3)")

There are `python_texcoco_mexica`, `python_texcoco_yucatan`, `python_texcoco_azteco`, and Azteco with sealed choices
made one after the other, `python_texcoco_azteco_one_by_one`. docs/research.md is the guide.
"""

from texcoco.research import needs

with needs("openspiel"):
    from texcoco.research.openspiel.games import SEQUENTIAL, TexcocoGame, TexcocoState

__all__ = ["SEQUENTIAL", "TexcocoGame", "TexcocoState"]
