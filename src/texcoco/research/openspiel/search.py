"""OpenSpiel's own searches for a position of a game: MCTS where nothing is hidden, ISMCTS elsewhere."""

# pyspiel has no types
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUntypedBaseClass=false, reportUnknownParameterType=false, reportMissingTypeStubs=false
# pyright: reportMissingModuleSource=false

from __future__ import annotations

from typing import Any

from texcoco.game import Action, Game, Position
from texcoco.research import needs
from texcoco.research.openspiel.games import GAMES, TERMINAL, TexcocoGame, TexcocoState
from texcoco.research.state import state_class

with needs("openspiel"):
    import numpy as np
    from open_spiel.python.algorithms import ismcts, mcts

UCT = 2.0
"""How much the searches explore; rewards lie between -1 and 1."""


class OneByOne(TexcocoState):
    """A state in which sealed choices are made one after the other, as the searches expect it. Who chooses later does not know
    what was chosen before: the position keeps it sealed."""

    def _next_player(self) -> int:
        actors = self.in_numbers.actors()
        return actors[0] if actors else TERMINAL

    def resample_from_infostate(self, player: int, sampler: Any) -> OneByOne:
        found = super().resample_from_infostate(player, sampler)
        return OneByOne(found.get_game(), found.in_numbers, found.recall)


def _one_by_one(name: str) -> type[TexcocoGame]:
    """A game of such states. OpenSpiel clones a state by filling a new one of its game."""

    def new_initial_state(game: Any) -> OneByOne:
        return OneByOne(game, GAMES[name].new_initial_state(game).in_numbers)

    return type(f"{name.capitalize()}OneByOne", (GAMES[name],), {"new_initial_state": new_initial_state})


class Ismcts(ismcts.ISMCTSBot):
    """OpenSpiel's ISMCTS without its demand that the game be a sequential one: `OneByOne` makes it so."""

    def run_search(self, state: Any) -> Any:
        self.reset()
        self._root_node = self.create_new_node(state)
        for _ in range(self._max_simulations):
            self.run_simulation(self.sample_root_state(state))
        return self.get_final_policy(state, self._root_node)


class Searcher:
    """Finds actions for positions of one game, with random playouts."""

    def __init__(self, game: Game):
        self.game = game
        self._state_class = state_class(game.name)
        self._game_class = _one_by_one(game.name)
        self._games: dict[int, Any] = {}

    def search(self, position: Position, seat: int, simulations: int, seed: int) -> Action:
        """What the search would play for a seat whose turn it is. It sees the whole position: give it one that was guessed."""
        if position.seats not in self._games:
            self._games[position.seats] = self._game_class({"players": position.seats})
        game = self._games[position.seats]
        state = OneByOne(game, self._state_class(position.copy()))
        numbers = np.random.RandomState(seed)
        playouts = mcts.RandomRolloutEvaluator(1, numbers)
        if self.game.name == "mexica":
            bot: Any = mcts.MCTSBot(game, UCT, simulations, playouts, solve=False, random_state=numbers)
        else:
            bot = Ismcts(game, playouts, UCT, simulations, random_state=numbers)
        number = int(bot.step(state))
        action = state.in_numbers.engine_action(seat, number)
        while action is None:  # the first half of moving a bridge
            state.apply_action(number)
            number = int(bot.step(state))
            action = state.in_numbers.engine_action(seat, number)
        return action
