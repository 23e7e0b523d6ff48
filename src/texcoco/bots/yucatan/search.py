"""Looking ahead: own action, the answers of the others, own next action, the answers to that.

Fights are not played out with guessed guilds: both ends are looked at, and weighed by how likely they are. Whoever
attacks a warrior whose guild was shown knows how it ends; so an opponent is thought to attack him only if that wins, as
likely as his guild is the right one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import NamedTuple

from texcoco.bots.yucatan.belief import SURE, Odds, wins
from texcoco.bots.yucatan.choices import forcing, to_judge, worth_judging
from texcoco.bots.yucatan.race import Judge
from texcoco.game import Action
from texcoco.games.yucatan import YucatanPosition
from texcoco.games.yucatan.pieces import GUILDS

NEVER = 0.005
"""What is less likely than this is left out."""
_LOST = 0.01
"""What is at stake, for nudges, in a game that is all but lost: there too prisoners are brought home."""
FORCING = 0
"""The width of a ply in which only those actions are followed that force something."""
NONE: Mapping[Action, float] = {}
_IDEAS = 8
"""How many of a seat's best actions are kept in mind for later in the search."""


class Outcome(NamedTuple):
    """What an action may lead to."""

    share: float
    """How likely it is."""
    position: YucatanPosition
    odds: Odds


class Candidate(NamedTuple):
    """An action, and how it looks at once."""

    value: float
    """For whoever acts."""
    action: Action
    outcomes: Sequence[Outcome]
    chances: Sequence[float]
    """For each seat."""
    informed: float = 1.0
    """How likely it is that whoever acts is in a position to do so; below 1 for attacks on a shown warrior."""


def stake(chance: float) -> float:
    """How much a difference between actions counts: most when the game is open, little when it is all but decided."""
    return max(0.04, 4 * chance * (1 - chance))


def _worth(entry: tuple[float, Candidate]) -> float:
    """Sorts the best first."""
    return -entry[0]


class Limits(NamedTuple):
    """Within which chances a position matters, with two seats."""

    least: float = -1.0
    """What the root seat has elsewhere: it will not let itself be left less."""
    opponent: float = -1.0
    """What its opponent has elsewhere: he will not choose what gives him no more."""


OPEN = Limits()


class OutOfTime(Exception):
    """The clock of the decision has run out."""


class Search:
    """One decision of a seat."""

    def __init__(self, seat: int, judge: Judge, deadline: float | None = None):
        self.seat, self.judge, self.deadline = seat, judge, deadline
        self.judged = 0
        """How many actions were judged."""
        self._ideas: dict[int, list[Action]] = {}
        """For each seat, what looked best where all of its actions were judged."""
        self._moved = -1
        """Where the warrior stands whom the action moved that is followed."""

    def best(
        self,
        p: YucatanPosition,
        odds: Odds,
        widths: Sequence[int],
        nudges: Mapping[Action, float] = NONE,
        margin: float = 0.0,
    ) -> list[tuple[float, Action]]:
        """The most promising actions with what they are worth, best first: the `widths[0]` that look best at once, each
        followed as wide as the rest of `widths` says.

        An action's worth is the seat's chance, and its nudge in proportion to what is at stake. Only worths within
        `margin` of the best are exact: the others may be lower still.
        """
        candidates = self._root_candidates(p, odds)
        now = candidates[0].value
        at_stake = min(stake(now), max(_LOST, 4 * now))
        extra = {action: nudge * at_stake for action, nudge in nudges.items()}
        found = [(entry.value + extra.get(entry.action, 0.0), entry) for entry in candidates]
        found.sort(key=_worth)
        searched: list[tuple[float, Candidate]] = []
        if len(widths) > 1:
            bound = -1.0
            try:
                for _, entry in found[: widths[0]]:
                    more = extra.get(entry.action, 0.0)
                    limits = Limits(least=bound - margin - more)
                    worth = self._worth_of(entry, widths[1:], limits) + more
                    bound = max(bound, worth)
                    searched.append((worth, entry))
            except OutOfTime:
                pass  # what was searched so far will do
            searched.sort(key=_worth)
        return [(worth, entry.action) for worth, entry in searched or found]

    def candidates(self, p: YucatanPosition, seat: int, odds: Odds, actions: Sequence[Action] = ()) -> list[Candidate]:
        """The actions of `seat`, or these, best first as they look at once."""
        found: list[Candidate] = []
        for action in actions or to_judge(p, seat):
            if found and self._is_late():
                if seat == self.seat and not self.judged:
                    break
                raise OutOfTime
            found.append(self._candidate(p, seat, action, odds))
        self.judged += len(found)
        found.sort(key=lambda entry: -entry.value)
        return found

    def _root_candidates(self, p: YucatanPosition, odds: Odds) -> list[Candidate]:
        """What the seat may do now, best first as it looks at once."""
        found = self.candidates(p, self.seat, odds)
        self._keep_ideas(self.seat, found)
        return found

    def _worth_of(self, entry: Candidate, widths: Sequence[int], limits: Limits = OPEN) -> float:
        """What one of them is worth to the seat when it is followed."""
        self._moved = entry.action.data.end if entry.action.kind == "march" else -1
        return self._followed(entry, widths, limits)[self.seat]

    def _keep_ideas(self, seat: int, candidates: Sequence[Candidate]) -> None:
        self._ideas[seat] = [entry.action for entry in candidates[:_IDEAS]]

    def _inner_candidates(self, p: YucatanPosition, seat: int, odds: Odds) -> list[Candidate]:
        """The candidates further on. All actions of a seat are judged once; after that the best of them, if they are
        still legal, and what has become possible since: whatever forces something, and the marches of those who lead
        prisoners or moved before."""
        ideas = self._ideas.get(seat)
        if ideas is None or p.phase != "turn":
            found = self.candidates(p, seat, odds)
            if p.phase == "turn":
                self._keep_ideas(seat, found)
            return found
        return self.candidates(p, seat, odds, worth_judging(p, seat, ideas, self._moved))

    def _is_late(self) -> bool:
        return self.deadline is not None and perf_counter() > self.deadline

    def _candidate(self, p: YucatanPosition, seat: int, action: Action, odds: Odds) -> Candidate:
        reached = self._outcomes(p, seat, action, odds)
        if len(reached) == 1:
            chances = self.judge.chances(reached[0].position)
            return Candidate(chances[seat], action, reached, chances)
        if seat != self.seat and p.shown >> action.data.end & 1:
            won = reached[0]
            chances = self.judge.chances(won.position)
            return Candidate(chances[seat], action, [Outcome(1.0, won.position, won.odds)], chances, won.share)
        mean = [0.0] * p.seats
        for share, position, _ in reached:
            for other, chance in enumerate(self.judge.chances(position)):
                mean[other] += share * chance
        return Candidate(mean[seat], action, reached, mean)

    def _followed(self, entry: Candidate, widths: Sequence[int], limits: Limits = OPEN) -> Sequence[float]:
        """Each seat's chances after an action, when what may follow is searched as well."""
        if not widths:
            return entry.chances
        if len(entry.outcomes) == 1:
            _, position, odds = entry.outcomes[0]
            return self._value(position, odds, widths, entry.chances, limits)
        mean = [0.0] * len(entry.chances)
        for share, position, odds in entry.outcomes:
            now = self.judge.chances(position)
            for other, chance in enumerate(self._value(position, odds, widths, now, OPEN)):
                mean[other] += share * chance
        return mean

    def _value(
        self, p: YucatanPosition, odds: Odds, widths: Sequence[int], now: Sequence[float], limits: Limits
    ) -> Sequence[float]:
        """Each seat's chances when whoever acts does what is best for him. With two seats they are exact only within
        `limits`: what leaves the root seat less, or its opponent no more, will not be played anyway."""
        actors = p.actors()
        if not actors:
            return now
        seat = actors[0]
        if widths[0] == FORCING and p.phase == "turn":
            return self._forced(p, seat, odds, widths, limits)
        candidates = self._inner_candidates(p, seat, odds)
        chosen = candidates[: widths[0]] if widths[0] else candidates
        if all(entry.informed < 1 for entry in chosen):
            chosen += [entry for entry in candidates if entry.informed == 1][:1]
        best: Sequence[float] | None = None
        for entry in chosen:
            if entry.informed == 1:
                value = self._followed(entry, widths[1:], self._within(p, seat, best))
                if best is None or value[seat] > best[seat]:
                    best = value
                    if self._settles(p, seat, best, limits):
                        return best
        if best is None:
            return now
        for entry in chosen:
            if entry.informed < 1:
                value = self._followed(entry, widths[1:], self._within(p, seat, best))
                best = _perhaps(entry, seat, value, best)
        return best

    def _forced(
        self, p: YucatanPosition, seat: int, odds: Odds, widths: Sequence[int], limits: Limits
    ) -> Sequence[float]:
        """What `_value` says in the last plies. Most actions do no more there than bring whoever acts one action nearer
        to his goal, so that is taken for granted, and only those are tried that do something else."""
        if self._is_late():
            raise OutOfTime
        best: Sequence[float] = self.judge.chances_after_step(p)
        if self._settles(p, seat, best, limits):
            return best
        perhaps: list[Candidate] = []
        for action in forcing(p, seat):
            entry = self._candidate(p, seat, action, odds)
            self.judged += 1
            if entry.informed < 1:
                perhaps.append(entry)
                continue
            value = self._followed(entry, widths[1:], self._within(p, seat, best))
            if value[seat] > best[seat]:
                best = value
                if self._settles(p, seat, best, limits):
                    return best
        for entry in perhaps:
            value = self._followed(entry, widths[1:], self._within(p, seat, best))
            best = _perhaps(entry, seat, value, best)
        return best

    def _within(self, p: YucatanPosition, seat: int, best: Sequence[float] | None) -> Limits:
        """The limits within which it matters what another action of `seat` is worth, if the best so far gives that."""
        if best is None or p.seats > 2:
            return OPEN
        return Limits(least=best[seat]) if seat == self.seat else Limits(opponent=best[seat])

    def _settles(self, p: YucatanPosition, seat: int, best: Sequence[float], limits: Limits) -> bool:
        """Whether an action of `seat` that leads to these chances is reason enough not to let him come to it."""
        if p.seats > 2:
            return False
        return best[1 - seat] <= limits.opponent if seat == self.seat else best[self.seat] < limits.least

    def _outcomes(self, p: YucatanPosition, seat: int, action: Action, odds: Odds) -> list[Outcome]:
        """What an action leads to: one position, or two if there is a fight whose end is not certain, the victory of
        the attacker first."""
        if action.kind != "march":
            after = p.copy()
            after.apply(seat, action)
            return [Outcome(1.0, after, odds)]
        start, end = action.data.start, action.data.end
        if not p.pawns >> end & 1:
            after = p.copy()
            after.apply(seat, action)
            self._answer(after, seat)
            return [Outcome(1.0, after, {**odds, end: odds[start]} if start in odds else odds)]
        chance = wins(odds, start, end)
        found: list[Outcome] = []
        for won, share in ((True, chance), (False, 1 - chance)):
            if share > NEVER:
                after = p.copy()
                _let_end(after, start, end, won, odds)
                after.apply(seat, action)
                guild = after.guild[end]
                self._answer(after, seat)
                found.append(Outcome(share, after, {**odds, end: SURE[guild]}))
        return found

    def _answer(self, p: YucatanPosition, seat: int) -> None:
        """A thief takes all that he can lead; whoever lost a village takes the warrior off the board whom he needs
        least."""
        if p.phase == "steal":
            p.apply(seat, p.actions(seat)[-1])
        elif p.phase == "dismiss":
            owner, best, least = p.owes, None, 0.0
            for action in p.actions(owner):
                after = p.copy()
                after.apply(owner, action)
                left = self.judge.actions_left(after, owner)
                if best is None or left < least:
                    best, least = action, left
            assert best is not None
            p.apply(owner, best)


def _perhaps(entry: Candidate, seat: int, value: Sequence[float], best: Sequence[float]) -> Sequence[float]:
    """The chances if `seat` plays what is best, but rather the attack of `entry` if that is better, and if he is in a
    position to know."""
    if value[seat] <= best[seat]:
        return best
    share = entry.informed
    return [share * one + (1 - share) * other for one, other in zip(value, best, strict=True)]


def _let_end(p: YucatanPosition, start: int, end: int, won: bool, odds: Odds) -> None:
    """Gives the fighter who is less known a guild with which the fight ends so."""
    attacker, defender = p.guild[start], p.guild[end]
    if won == (attacker == (defender + 1) % len(GUILDS)):
        return
    if max(odds.get(start, (0.0,))) > max(odds.get(end, (0.0,))):
        p.guild = {**p.guild, end: (attacker - 1) % len(GUILDS) if won else attacker}
    else:
        p.guild = {**p.guild, start: (defender + 1) % len(GUILDS) if won else defender}
