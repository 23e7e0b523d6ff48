"""Yucatán a second time, slowly: labels, sets and dicts, straight from the rulebook and the rulings.

It shares nothing with the engine but the data of the boards and the public JSON of a position, so that a mistake has to
be made twice to go unseen. `legal(data)` is the set of notations that the seat to act may play; `after(data, text)` is
the JSON that follows, but for `limits`. What everybody knows of guilds is kept here as the set of all worlds that are
still possible (`Worlds`).
"""

from __future__ import annotations

import copy
import json
from functools import cache
from importlib.resources import files
from typing import Any

Data = dict[str, Any]
GUILDS = ("jaguar", "hummingbird", "serpent")
BEATS = {("jaguar", "serpent"), ("serpent", "hummingbird"), ("hummingbird", "jaguar")}
_BOARDS = json.loads(files("texcoco.games.yucatan").joinpath("data.json").read_text(encoding="utf-8"))["boards"]


def order(label: str) -> tuple[str, int]:
    """Row by row from the top, each row from the left."""
    return label[0], int(label[1:])


class Board:
    """What is printed: each space by its label, found on the page by column and row of the drawing."""

    def __init__(self, seats: int):
        data = _BOARDS[str(seats)]
        self.mark: dict[str, str] = {}
        page: dict[tuple[int, int], str] = {}
        for y, row in enumerate(data["rows"]):
            for x, mark in enumerate(row):
                if mark != " ":
                    label = f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[y]}{1 + sum(c != ' ' for c in row[:x])}"
                    page[x, y], self.mark[label] = label, mark
        six = ((2, 0), (-2, 0), (1, 1), (-1, 1), (1, -1), (-1, -1))
        self.beside = {
            label: {page[x + i, y + j] for i, j in six if (x + i, y + j) in page} for (x, y), label in page.items()
        }
        self.city = [next(label for label, mark in self.mark.items() if mark == str(seat)) for seat in range(seats)]
        self.jungle = {label for label, mark in self.mark.items() if mark in ".b"}
        self.beaches = {label for label, mark in self.mark.items() if mark == "b"}
        self.water = {label for label, mark in self.mark.items() if mark == "~"}
        self.land = self.jungle | set(self.city)  # Y17
        self.rivers: dict[str, set[str]] = {label: set() for label in self.mark}
        """The names of the rivers that a space lies beside (Y2, Y3, Y53)."""
        for label in self.beaches:
            self.rivers[label].add("great")
        for number, river in enumerate(data["rivers"]):
            for label in " ".join(river["edges"]).split():
                self.rivers[label].add(f"small {number}")
            if river["city"] is not None:
                self.rivers[self.city[river["city"]]].add(f"small {number}")

    def by_river(self, label: str) -> bool:
        return bool(self.rivers[label])


@cache
def board(seats: int) -> Board:
    return Board(seats)


class State:
    """A position as dicts; `data()` is its JSON again."""

    def __init__(self, data: Data):
        self.whole = copy.deepcopy(data)
        self.seats, self.phase, self.turn, self.first = data["seats"], data["phase"], data["turn"], data["first"]
        self.board = board(self.seats)
        self.strict, self.rounds = data["options"].get("strict_river", True), data["options"].get("rounds", 150)
        self.round, self.owes, self.thief = data["round"], data["owes"], data["thief"]
        self.villages = {v["at"]: (v["seat"], v["size"]) for v in data["villages"]}
        self.warriors: dict[str, Data] = {w["at"]: {k: x for k, x in w.items() if k != "at"} for w in data["warriors"]}
        self.prisoners, self.levels, self.supply = list(data["prisoners"]), list(data["levels"]), data["supply"]

    def data(self) -> Data:
        reserves = [dict.fromkeys(GUILDS, 3) for _ in range(self.seats)]
        for warrior in self.warriors.values():
            reserves[warrior["seat"]][warrior["guild"]] -= 1
        new = {
            "phase": self.phase, "first": self.first, "turn": self.turn, "round": self.round, "owes": self.owes, "thief": self.thief,
            "villages": [{"at": at, "seat": v[0], "size": v[1]} for at, v in sorted(self.villages.items(), key=lambda i: order(i[0]))],
            "warriors": [{"at": at, **w} for at, w in sorted(self.warriors.items(), key=lambda item: order(item[0]))],
            "reserves": reserves, "prisoners": self.prisoners, "supply": self.supply, "levels": self.levels,
        }  # fmt: skip
        return {**self.whole, **new}

    # --- what stands where ---

    def owner(self, at: str) -> Any:
        """Whose village is there: a seat, "neutral", or None."""
        if at not in self.villages:
            return None
        seat = self.villages[at][0]
        return "neutral" if seat is None else seat

    def own_large(self, seat: int) -> set[str]:
        return {at for at, village in self.villages.items() if village == (seat, "large")}

    def villages_of(self, seat: int) -> set[str]:
        return {at for at in self.villages if self.owner(at) == seat}

    def men(self, seat: int) -> set[str]:
        return {at for at, warrior in self.warriors.items() if warrior["seat"] == seat}

    def food(self, seat: int) -> int:
        return len(self.villages_of(seat)) + 1

    def reserve(self, seat: int) -> list[str]:
        return [g for g in GUILDS if sum(w["guild"] == g for w in self.warriors.values() if w["seat"] == seat) < 3]

    # --- where a village may be ---

    def has_room(self, at: str) -> bool:
        """Jungle, no village, and neither village nor city next to it."""
        near = self.board.beside[at]
        return (
            at in self.board.jungle
            and at not in self.villages
            and not near & set(self.villages)
            and not near & set(self.board.city)
        )

    def by_own_river(self, seat: int, at: str, villages: set[str]) -> bool:
        rivers = set(self.board.rivers[self.board.city[seat]]).union(
            *(self.board.rivers[village] for village in villages)
        )
        return bool(self.board.rivers[at] & rivers)

    def setup_sites(self) -> set[str]:
        room = {at for at in self.board.mark if self.has_room(at)}
        if self.phase == "neutral":  # Y22
            return {at for at in room if not self.board.by_river(at) and not self.board.beside[at] & self.board.water}
        villages = set[str]() if self.phase == "large" else self.own_large(self.turn)  # Y20, Y54
        return {at for at in room if self.by_own_river(self.turn, at, villages)} or room  # Y21

    # --- what a seat may do on its turn ---

    def settles(self, seat: int) -> set[str]:
        own = self.villages_of(seat)
        if len(own) >= 8:  # Y28
            return set()
        sites = {at for at in self.board.mark if self.has_room(at)}
        return {
            f"settle {at}" for at in sites if self.by_own_river(seat, at, own) or at in self.men(seat)
        }  # Y25, Y26, Y27

    def deploys(self, seat: int) -> set[str]:
        if len(self.men(seat)) >= self.food(seat):  # Y33
            return set()
        sites = self.board.beside[self.board.city[seat]] | self.own_large(seat)  # Y31, Y32
        return {f"deploy {at} {guild}" for at in sites - set(self.warriors) for guild in self.reserve(seat)}

    def marches(self, seat: int) -> set[str]:
        found: set[str] = set()
        for start in self.men(seat):
            for end in self.board.beside[start] & self.board.land:
                found.add(f"march {start} {end}")
            found |= {f"march {start} {middle} {end}" for middle, end in self.along_rivers(seat, start)}
            found |= {f"march {start} {river} {end}" for end, river in self.over_the_great_river(start).items()}
        return {text for text in found if text.split()[-1] not in self.men(seat)}  # Y7, Y15

    def along_rivers(self, seat: int, start: str) -> set[tuple[str, str]]:
        by = self.board.by_river
        if self.strict and not by(start):  # Y4
            return set()
        return {
            (middle, end)
            for middle in self.board.beside[start] & self.board.jungle  # Y10, Y17
            if by(middle) and middle not in self.warriors and self.owner(middle) in (None, seat)  # Y7, Y8, Y9
            for end in self.board.beside[middle] & self.board.land
            if by(end) and end != start  # Y5, Y6
        }

    def over_the_great_river(self, start: str) -> dict[str, str]:
        """The beaches, each with the lowest river space that leads there (Y12, Y13)."""
        ways: dict[str, list[str]] = {}
        for river in self.board.beside[start] & self.board.water:
            for beach in (self.board.beside[river] & self.board.beaches) - {start}:
                ways.setdefault(beach, []).append(river)
        return {beach: min(rivers, key=order) for beach, rivers in ways.items()}

    def to_steal(self) -> int:
        """Y44."""
        there = self.prisoners[self.board.city.index(self.thief)]
        return min(3 - self.warriors[self.thief]["load"], there)

    # --- what happens ---

    def deliver(self, at: str, where: str) -> None:
        """The warrior at `at` is, or passes, `where`."""
        warrior = self.warriors[at]
        seat = warrior["seat"]
        if where == self.board.city[seat] or where in self.own_large(seat):
            self.prisoners[seat] += warrior["load"]
            warrior["load"] = 0

    def capture(self, at: str) -> None:
        """One prisoner, if there is one and he can lead one more (Y39, Y45)."""
        if self.supply and self.warriors[at]["load"] < 3:
            self.supply -= 1
            self.warriors[at]["load"] += 1

    def move(self, path: list[str]) -> None:
        start, end = path[0], path[-1]
        mover = self.warriors[start]
        seat = mover["seat"]
        if len(path) == 3:
            self.deliver(start, path[1])  # Y8
        if end in self.warriors:
            winner = self.fight(start, end)
            self.deliver(end, end)  # Y41
            if winner != seat:
                return self.pass_on()
        else:
            self.warriors[end] = self.warriors.pop(start)
            if self.owner(end) not in (None, seat):
                return self.raid(end)
            self.deliver(end, end)
        self.thief = end
        if end in self.board.city and end != self.board.city[seat] and self.to_steal():  # Y42, Y44
            self.phase = "steal"
            return None
        return self.pass_on()

    def fight(self, start: str, end: str) -> int:
        attacker, defender = self.warriors.pop(start), self.warriors.pop(end)
        won = (attacker["guild"], defender["guild"]) in BEATS
        winner, loser = (attacker, defender) if won else (defender, attacker)
        winner["shown"] = True
        self.warriors[end] = winner
        for _ in range(loser["load"]):  # one by one into the winner's hands, or away
            self.supply += 1
            self.capture(end)
        self.capture(end)
        return winner["seat"]

    def raid(self, at: str) -> None:
        self.capture(at)
        seat, size = self.villages.pop(at)
        if size == "large":
            self.villages[at] = (seat, "small")
        elif seat is not None and len(self.men(seat)) > self.food(seat):  # Y34
            self.phase, self.owes = "dismiss", seat
            return
        self.pass_on()

    def pass_on(self) -> None:
        self.phase, self.owes, self.thief = "turn", None, None
        self.turn = (self.turn + 1) % self.seats
        if self.turn == self.first:  # a round is complete (Y49)
            if self.round == self.rounds:
                self.phase = "over"
            else:
                self.round += 1

    def set_up_next(self) -> None:
        """Who places what next (Y19, Y21, Y22)."""
        right = [(self.first - 1 - k) % self.seats for k in range(self.seats)]
        left = [(self.first + 1 - k) % self.seats for k in range(self.seats)]
        while True:
            seats = left if self.phase == "small" else right
            if self.phase != "neutral" and self.turn == seats[-1]:
                self.enter({"large": "small", "small": "neutral", "warriors": "turn"}[self.phase], right, left)
            else:
                self.turn = seats[(seats.index(self.turn) + 1) % self.seats]
            if self.phase == "neutral" and (
                sum(v[0] is None for v in self.villages.values()) == 12 or not self.setup_sites()
            ):
                self.enter("warriors", right, left)
            if self.phase not in ("large", "small") or self.setup_sites():
                return

    def enter(self, phase: str, right: list[int], left: list[int]) -> None:
        self.phase = phase
        self.turn = left[0] if phase == "small" else self.first if phase == "turn" else right[0]
        self.round = 1 if phase == "turn" else 0


def legal(data: Data) -> set[str]:
    """What the seat to act may play (for chance: what may come)."""
    state = State(data)
    seat = state.turn
    match state.phase:
        case "over":
            return set()
        case "first":
            return {f"first {n}" for n in range(state.seats)}
        case "large" | "small":
            return {f"village {at}" for at in state.setup_sites()}
        case "neutral":
            return {f"neutral {at}" for at in state.setup_sites()}
        case "warriors":
            free = state.board.beside[state.board.city[seat]] - set(state.warriors)  # Y24
            return {f"warrior {at} {guild}" for at in free for guild in state.reserve(seat)}
        case "steal":
            return {f"steal {n}" for n in range(state.to_steal() + 1)}
        case "dismiss":
            return {f"dismiss {at}" for at in state.men(state.owes)}
        case _:
            found = state.settles(seat) | state.deploys(seat) | state.marches(seat)
            found |= {f"grow {at}" for at in state.villages_of(seat) - state.own_large(seat)}  # Y29
            if state.prisoners[seat] >= 3:  # Y47
                found.add("raise")
            return found or {"pass"}  # Y46


def after(data: Data, text: str) -> Data:
    """The position once that is done, but for `limits`."""
    state = State(data)
    kind, *words = text.split()
    at, seat = words[0] if words else "", state.turn
    match kind:
        case "first":
            state.first, state.phase = int(at), "large"
            state.turn = (state.first - 1) % state.seats
        case "village" | "neutral":
            state.villages[at] = (None, "small") if kind == "neutral" else (seat, state.phase)
            state.set_up_next()
        case "warrior":
            state.warriors[at] = {"seat": seat, "guild": words[1], "load": 0, "shown": False}
            if len(state.men(seat)) == 2:
                state.set_up_next()
        case "settle":
            state.villages[at] = (seat, "small")
            state.pass_on()
        case "grow":
            state.villages[at] = (seat, "large")
            if at in state.men(seat):  # Y30
                state.deliver(at, at)
            state.pass_on()
        case "deploy":
            if at in state.villages:
                state.villages[at] = (seat, "small")  # Y31
            state.warriors[at] = {"seat": seat, "guild": words[1], "load": 0, "shown": False}
            state.pass_on()
        case "march":
            state.move(words)
        case "steal":
            state.prisoners[state.board.city.index(state.thief)] -= int(at)
            state.warriors[state.thief]["load"] += int(at)
            state.pass_on()
        case "dismiss":
            state.supply += state.warriors.pop(at)["load"]  # Y34, Y35
            state.pass_on()
        case "raise":
            state.prisoners[seat] -= 3
            state.supply += 3
            state.levels[seat] += 1
            if state.levels[seat] == 5:  # Y48
                state.phase = "over"
            else:
                state.pass_on()
        case _:
            state.pass_on()
    return state.data()


World = frozenset[tuple[str, str]]
"""Where the warriors of a seat stand, each with a guild."""


class Worlds:
    """All that a spectator knows of guilds (Y36): for each seat, every deal that agrees with all that was ever seen."""

    def __init__(self, data: Data):
        self.of: list[set[World]] = [{frozenset()} for _ in range(data["seats"])]
        for warrior in data["warriors"]:
            self._come(warrior["seat"], warrior["at"])
        for warrior in data["warriors"]:
            if warrior["shown"]:
                self._show(warrior)

    def watch(self, before: Data, text: str) -> None:
        """What a spectator sees of an action: where warriors come and go, and the guilds of those who fight."""
        kind, *words = text.split()
        men = {w["at"]: w for w in before["warriors"]}
        if kind in ("warrior", "deploy"):
            self._come(before["turn"], words[0])
        elif kind == "dismiss":
            self._change(before["owes"], words[0], None)
        elif kind == "march":
            start, end = men[words[0]], men.get(words[-1])
            if end is None:
                self._change(start["seat"], words[0], words[-1])
                return
            self._show(start)
            self._show(end)
            won = (start["guild"], end["guild"]) in BEATS
            self._change((end if won else start)["seat"], (end if won else start)["at"], None)
            if won:
                self._change(start["seat"], words[0], words[-1])

    def may(self, seat: int) -> dict[str, set[str]]:
        """The guilds that each warrior of a seat may have."""
        found: dict[str, set[str]] = {}
        for world in self.of[seat]:
            for at, guild in world:
                found.setdefault(at, set()).add(guild)
        return found

    def _come(self, seat: int, at: str) -> None:
        bigger = {world | {(at, guild)} for world in self.of[seat] for guild in GUILDS}
        self.of[seat] = {world for world in bigger if all(sum(g == guild for _, g in world) <= 3 for guild in GUILDS)}

    def _show(self, warrior: Data) -> None:
        seat = warrior["seat"]
        self.of[seat] = {world for world in self.of[seat] if (warrior["at"], warrior["guild"]) in world}

    def _change(self, seat: int, start: str, end: str | None) -> None:
        """The warrior at `start` goes to `end`, or from the board."""
        changed: set[World] = set()
        for world in self.of[seat]:
            stay = {(at, guild) for at, guild in world if at != start}
            changed.add(frozenset(stay if end is None else stay | {(end, guild) for at, guild in world if at == start}))
        self.of[seat] = changed
