"""The games as OpenSpiel has them: `TexcocoGame` and `TexcocoState`, registered once for each game.

Chance is a player of its own, as in the contract. Azteco's claims and votes are simultaneous nodes. It has a second
form in which they are made one after the other: unlike OpenSpiel's own (`pyspiel.convert_to_turn_based`) it can be
resampled.
"""

# pyspiel has no types
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUntypedBaseClass=false, reportUnknownParameterType=false

from __future__ import annotations

from dataclasses import fields
from random import Random
from typing import Any, ClassVar

from texcoco.game import CHANCE
from texcoco.research import needs
from texcoco.research.openspiel.observers import TexcocoObserver
from texcoco.research.openspiel.recall import Recall
from texcoco.research.state import State, rewards, state_class

with needs("openspiel"):
    import pyspiel  # pyright: ignore[reportMissingModuleSource]

LONGEST = {"mexica": 60_000, "yucatan": 16_000, "azteco": 200}
"""More actions of players than any game has. Mexica: a period ends after three rounds in which nothing was placed, and
some 140 things can be; Yucatán: at most 500 rounds of four seats; Azteco: five rounds, a few choices a seat in each."""
MOST_CHANCES = {"mexica": 1_000, "yucatan": 1, "azteco": 300}
"""More results of chance than any game has; Mexica's neutral temples are begun again where one fits nowhere."""
MOST_POINTS = {"mexica": 1_000.0, "yucatan": 5.0, "azteco": 500.0}
"""A larger difference of scores than any game has."""

TERMINAL, SIMULTANEOUS = int(pyspiel.PlayerId.TERMINAL), int(pyspiel.PlayerId.SIMULTANEOUS)
assert int(pyspiel.PlayerId.CHANCE) == CHANCE
RANDOM_FIRST = -1
"""As the parameter `first`: chance says who goes first. OpenSpiel reads the option's `0` as a number."""


def _game_type(name: str, *, short_name: str = "", simultaneous: bool = False) -> Any:
    game = state_class(name).game
    hidden = name != "mexica"
    kinds = pyspiel.GameType
    options = {field.name: field.default for field in fields(game.options)} | {"first": RANDOM_FIRST}
    return kinds(
        short_name=short_name or f"python_texcoco_{name}",
        long_name=f"Texcoco: {game.title}",
        dynamics=kinds.Dynamics.SIMULTANEOUS if simultaneous else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if hidden else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats.stop - 1,
        min_num_players=game.seats.start,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={"players": game.seats.start, "reward": "rank", **options},
    )


class TexcocoGame(pyspiel.Game):
    """A game of Texcoco.

    Its parameters: `players`, `reward` (`rank` or `score`), `first` (a player, or -1 to draw one) and the other options
    of the game.
    """

    state_class: ClassVar[type[State]]
    game_type: ClassVar[Any]
    spiel_state: ClassVar[type[TexcocoState]]

    def __init__(self, params: dict[str, Any] | None = None):
        settings = {**self.game_type.parameter_specification, **(params or {})}
        name = self.state_class.game.name
        self.reward: str = settings.pop("reward")
        players: int = settings.pop("players")
        first: int = settings.pop("first")
        settings["first"] = "random" if first == RANDOM_FIRST else str(first)
        self._start = self.state_class.start(players, settings)
        if self.reward not in ("rank", "score"):
            raise ValueError(f"reward is rank or score, not {self.reward!r}")
        most = 1.0 if self.reward == "rank" else MOST_POINTS[name]
        info = pyspiel.GameInfo(
            num_distinct_actions=self.state_class.action_count,
            max_chance_outcomes=self.state_class.game.chance_count,
            num_players=players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=LONGEST[name],
        )
        super().__init__(self.game_type, info, params or {})

    def new_initial_state(self) -> TexcocoState:
        return self.spiel_state(self, self._start.copy())

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TexcocoObserver:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return TexcocoObserver(self._start.layout, kind, params)

    def max_chance_nodes_in_history(self) -> int:
        return MOST_CHANCES[self.state_class.game.name]

    def __reduce__(self) -> tuple[Any, ...]:
        return _load_game, (str(self),)


def _load_game(name: str) -> TexcocoGame:
    """A pickle names this function and not OpenSpiel's own, so that reading it imports, and so registers, the games."""
    return pyspiel.load_game(name)


class TexcocoState(pyspiel.State):
    """A state of a game: `in_numbers` has it in numbers and arrays, `in_numbers.position` as the game's position."""

    def __init__(self, game: TexcocoGame, in_numbers: State, recall: Recall | None = None):
        super().__init__(game)
        self.in_numbers = in_numbers
        self.recall = recall or Recall(in_numbers.position.copy())
        self._player = self._next_player()
        """Whose turn it is; kept because OpenSpiel asks several times for each action."""

    def _next_player(self) -> int:
        actors = self.in_numbers.actors()
        if not actors:
            return TERMINAL
        return actors[0] if len(actors) == 1 else SIMULTANEOUS  # chance is -1 here as there

    def current_player(self) -> int:
        return self._player

    def is_terminal(self) -> bool:
        return self._player == TERMINAL

    # The next four are what `pyspiel.State` answers by asking `current_player` and `_legal_actions`. Written out here
    # they spare callers in Python the way through C++, which copies a list of actions twice.

    def is_chance_node(self) -> bool:
        return self._player == CHANCE

    def is_simultaneous_node(self) -> bool:
        return self._player == SIMULTANEOUS

    def is_player_node(self) -> bool:
        return self._player >= 0

    def legal_actions(self, player: int | None = None) -> list[int]:
        """What a player may do, or without one, whoever acts, chance included."""
        acting = self._player
        if acting >= 0:
            if player is None or player == acting:
                return self.in_numbers.legal(acting)
            if player >= 0:
                return []
        elif acting == SIMULTANEOUS and player is not None and player >= 0:
            return self.in_numbers.legal(player)
        return super().legal_actions() if player is None else super().legal_actions(player)

    def _legal_actions(self, player: int) -> list[int]:
        # OpenSpiel asks for those of nobody in particular at simultaneous nodes: all have the same numbers
        return self.in_numbers.legal(max(player, 0))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        chances = self.in_numbers.chances()
        total = sum([weight for _, weight in chances])
        return [(number, weight / total) for number, weight in chances]

    def _apply_action(self, action: int) -> None:
        if self._player == CHANCE:
            self.recall.pending.append((CHANCE, self.in_numbers.apply_chance(action)))
        else:
            self._do(self._player, action)
        self._player = self._next_player()

    def _apply_actions(self, actions: list[int]) -> None:
        for seat in self.in_numbers.actors():
            self._do(seat, actions[seat])
        self._player = self._next_player()

    def _do(self, seat: int, number: int) -> None:
        state = self.in_numbers
        done = state.apply(seat, number)
        self.recall.pending.append((seat, state.notation(number, seat, state.seats) if done is None else done))

    def _action_to_string(self, player: int, action: int) -> str:
        state = self.in_numbers
        if player == pyspiel.PlayerId.CHANCE:
            return state.game.action(state.game.action_count + action).text
        return state.notation(action, player, state.seats)

    def returns(self) -> list[float]:
        outcome = self.in_numbers.outcome()
        if outcome is None:
            return [0.0] * self.in_numbers.seats
        return rewards(outcome, self.get_game().reward)

    def resample_from_infostate(self, player: int, sampler: Any) -> TexcocoState:
        """A state that the player cannot tell from this one, drawn among all such; `sampler` gives numbers from 0 to 1.

        It has no history: that of this one would tell what the player may not know.
        """
        resampled = self.in_numbers.redeal(player, Random(sampler()))
        return type(self)(self.get_game(), resampled, self.recall.redealt(player, resampled.position))

    def __str__(self) -> str:
        """All that there is, secrets too."""
        position = self.in_numbers.position
        return position.game.picture(position.view(None, open=True)) + _lifted_line(self.in_numbers)


def _lifted_line(state: State) -> str:
    lifted = state.dump().get("lifted")
    return f"\nlifted: {lifted}" if lifted else ""


class OneByOneState(TexcocoState):
    """A state in which sealed choices are made one after the other. Who chooses later does not know what was chosen
    before: the position keeps it sealed."""

    def _next_player(self) -> int:
        actors = self.in_numbers.actors()
        return actors[0] if actors else TERMINAL


class MexicaGame(TexcocoGame):
    state_class, spiel_state = state_class("mexica"), TexcocoState
    game_type = _game_type("mexica")


class YucatanGame(TexcocoGame):
    state_class, spiel_state = state_class("yucatan"), TexcocoState
    game_type = _game_type("yucatan")


class AztecoGame(TexcocoGame):
    state_class, spiel_state = state_class("azteco"), TexcocoState
    game_type = _game_type("azteco", simultaneous=True)


class AztecoOneByOneGame(TexcocoGame):
    state_class, spiel_state = state_class("azteco"), OneByOneState
    game_type = _game_type("azteco", short_name="python_texcoco_azteco_one_by_one")


SEQUENTIAL: dict[str, type[TexcocoGame]] = {
    "mexica": MexicaGame,
    "yucatan": YucatanGame,
    "azteco": AztecoOneByOneGame,
}
"""Each game in the form in which one player acts at a time."""

for _made in (*SEQUENTIAL.values(), AztecoGame):
    pyspiel.register_game(_made.game_type, _made)
