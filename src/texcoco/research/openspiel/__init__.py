"""The games as games of OpenSpiel: importing this module registers them with `pyspiel`.

    import pyspiel
    import texcoco.research.openspiel

    game = pyspiel.load_game("python_texcoco_mexica(players=3)")

There are `python_texcoco_mexica`, `python_texcoco_yucatan` and `python_texcoco_azteco`. docs/research.md is the guide.
"""

from texcoco.research import needs

with needs("openspiel"):
    from texcoco.research.openspiel.games import GAMES, TexcocoGame, TexcocoState

__all__ = ["GAMES", "TexcocoGame", "TexcocoState"]
