"""OpenSpiel's own searches for a position of a game: MCTS where nothing is hidden, ISMCTS elsewhere."""

# pyspiel has no types
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUntypedBaseClass=false, reportUnknownParameterType=false, reportMissingTypeStubs=false
# pyright: reportMissingModuleSource=false

from __future__ import annotations

from typing import Any

from texcoco.game import Action, Game, Position
from texcoco.research import needs
from texcoco.research.openspiel.games import SEQUENTIAL
from texcoco.research.state import state_class

with needs("openspiel"):
    import numpy as np
    from open_spiel.python.algorithms import ismcts, mcts

UCT = 2.0
"""How much the searches explore; rewards lie between -1 and 1."""


class Searcher:
    """Finds actions for positions of one game, with random playouts."""

    def __init__(self, game: Game):
        self.game = game
        self._state_class = state_class(game.name)
        self._game_class = SEQUENTIAL[game.name]
        self._games: dict[int, Any] = {}

    def search(self, position: Position, seat: int, simulations: int, seed: int) -> Action:
        """What the search would play for a seat whose turn it is. It sees the whole position: give it one that was
        guessed."""
        if position.seats not in self._games:
            self._games[position.seats] = self._game_class({"players": position.seats})
        game = self._games[position.seats]
        state = game.spiel_state(game, self._state_class(position.copy()))
        numbers = np.random.RandomState(seed)
        playouts = mcts.RandomRolloutEvaluator(1, numbers)
        if self.game.name == "mexica":
            bot: Any = mcts.MCTSBot(game, UCT, simulations, playouts, solve=False, random_state=numbers)
        else:
            bot = ismcts.ISMCTSBot(game, playouts, UCT, simulations, random_state=numbers)
        while state.current_player() != seat:  # sealed choices that the seat cannot know: any will do
            state.apply_action(numbers.choice(state.legal_actions()))
        number = int(bot.step(state))
        action = state.in_numbers.engine_action(seat, number)
        while action is None:  # the first half of moving a bridge
            state.apply_action(number)
            number = int(bot.step(state))
            action = state.in_numbers.engine_action(seat, number)
        return action
