"""Mexica a second time, slowly: sets of (column, row), lists and dicts, straight from the rulebook and the rulings.

It shares nothing with the engine but the public JSON of a position, so that a mistake has to be made twice to go
unseen. `legal(data)` is the set of notations that the seat to act may play; `after(data, text)` is the JSON that
follows.
"""

from __future__ import annotations

import copy
from functools import cached_property
from typing import Any

from .scene import GROUND, TEMPLES, TOKENS

Space = tuple[int, int]
COLUMNS = "ABCDEFGHIJKLMNOPQRSTU"
EDGES = ((1, 0), (-1, 0), (0, 1), (0, -1))
RAMPS = {"h": ((1, 0), (-1, 0)), "v": ((0, 1), (0, -1))}


def space(name: str) -> Space:
    return COLUMNS.index(name[0]), int(name[1:])


def name(at: Space) -> str:
    return f"{COLUMNS[at[0]]}{at[1]}"


def beside(at: Space) -> list[Space]:
    return [(at[0] + dx, at[1] + dy) for dx, dy in EDGES]


ISLAND = {space(at) for at, mark in GROUND.items() if mark != "~"}
START = {space(at) for at, mark in GROUND.items() if mark == "S"}
PALACE = {space(at) for at, mark in GROUND.items() if mark in "SP"}
LAKE = {(x, y) for x in range(-1, 22) for y in range(16)} - ISLAND
"""The lake, with a rim of it round the map."""


def joined(seeds: set[Space], within: set[Space]) -> set[Space]:
    """What can be reached from the seeds, edge by edge, inside a set."""
    reached = seeds & within
    waiting = list(reached)
    while waiting:
        for other in beside(waiting.pop()):
            if other in within and other not in reached:
                reached.add(other)
                waiting.append(other)
    return reached


def pieces(of: set[Space]) -> list[set[Space]]:
    """The connected parts of a set."""
    left, parts = set(of), []
    while left:
        part = joined({next(iter(left))}, left)
        parts.append(part)
        left -= part
    return parts


class Board:
    """What lies where, read from the JSON."""

    def __init__(self, data: dict[str, Any]):
        self.canals = {space(at) for tile in data["canals"] for at in tile}
        self.bridges = {space(bridge["at"]): bridge["dir"] for bridge in data["bridges"]}
        self.temples = {space(temple["at"]): (temple["seat"], temple["level"]) for temple in data["temples"]}
        self.tokens = {space(token["at"]): token["size"] for token in data["founded"]}
        self.pawns = [None if at is None else space(at) for at in data["pawns"]]
        self.land = ISLAND - self.canals
        self.empty = self.land - set(self.temples) - set(self.tokens) - set(self.pawns)
        self.free_bridges = set(self.bridges) - set(self.pawns)

    def districts(self) -> list[set[Space]]:
        return pieces(self.land)

    def founded(self, land: set[Space]) -> bool:
        return any(at in land for at in self.tokens)

    def district(self, at: Space) -> set[Space]:
        return joined({at}, self.land)

    def ramps(self, at: Space) -> list[Space]:
        return [(at[0] + dx, at[1] + dy) for dx, dy in RAMPS[self.bridges[at]]]

    def on_foot(self, at: Space) -> set[Space]:
        """Where one step leads (M-FOOT)."""
        if at in self.bridges:
            return set(self.ramps(at)) & self.empty
        return {to for to in beside(at) if to in self.empty or (to in self.free_bridges and at in self.ramps(to))}

    def by_boat(self, at: Space) -> dict[Space, int]:
        """What every other bridge costs by boat from this one, occupied ones too (M-BOAT): a bridge more, a point
        more."""
        costs, water = {at: 0}, self.canals | LAKE
        waiting = [at]
        while waiting:
            here = waiting.pop(0)
            open_water = water - set(self.bridges)
            sailed = joined(set(beside(here)), open_water) | {here}
            for bridge in sorted(self.bridges):
                if bridge not in costs and any(to in sailed for to in beside(bridge)):
                    costs[bridge] = costs[here] + 1
                    waiting.append(bridge)
        del costs[at]
        return costs

    def fits(self, at: Space, way: str) -> bool:
        """Whether a bridge may lie there as far as the ground goes (M-BRDG)."""
        return at in self.canals and all((at[0] + dx, at[1] + dy) in self.land for dx, dy in RAMPS[way])

    # --- M-PEN ---

    @cached_property
    def waters(self) -> list[set[Space]]:
        return pieces(self.canals | LAKE)

    @cached_property
    def areas(self) -> list[set[Space]]:
        """Empty land and free bridges, put together wherever one can get from one to the other on foot or by boat."""
        groups: list[set[Space]] = pieces(self.empty)
        links = [{bridge, *(set(self.ramps(bridge)) & self.empty)} for bridge in self.free_bridges]
        links += [water & self.free_bridges for water in self.waters]
        for link in links:
            if link:
                groups = [g for g in groups if not g & link] + [link.union(*(g for g in groups if g & link))]
        return groups

    def is_free(self, pawn: Space) -> bool:
        doors = self.on_foot(pawn)
        if pawn in self.bridges:
            doors |= next(water for water in self.waters if pawn in water) & self.free_bridges
        reach = {pawn}.union(*(area for area in self.areas if area & doors)) & self.land
        return not any(len(area & self.land) > len(reach) for area in self.areas if not area & doors)


def legal(data: dict[str, Any]) -> set[str]:
    """What the seat to act may play (for chance: what may come)."""
    if data["phase"] == "over":
        return set()
    if data["phase"] == "deal":
        return _chance(data)
    board = Board(data)
    if data["phase"] == "start":
        return {f"start {name(at)}" for at in START - set(board.pawns)}
    if data["phase"] == "vote":
        return {"agree", "refuse"}
    actions = _turn(data, board)
    if data["period"] == 1 and data["round"] == 1:
        watched = [s for s in range(data["seats"]) if s != data["turn"] and board.is_free(board.pawns[s])]
        actions = {text for text in actions if not _pens(data, text, watched)}
    return actions


def _pens(data: dict[str, Any], text: str, watched: list[int]) -> bool:
    if text in ("end", "take", "spend"):
        return False
    board = Board(place(data, text))
    return any(not board.is_free(board.pawns[seat]) for seat in watched)


def _turn(data: dict[str, Any], board: Board) -> set[str]:
    seat, ap = data["turn"], data["ap"]
    pawn = board.pawns[seat]
    actions = {"end"}
    if data["tokens"][seat]:
        actions.add("spend")
    if data["period"] == 2:
        actions |= {f"propose {size}" for size in data["display"] if size not in data["refused"]}
    home = board.district(pawn)
    sites = (home & board.empty) - PALACE
    if not board.founded(home) and len(home) in data["display"]:
        actions |= {f"found {name(at)}" for at in sites}
    if ap >= 1:
        if data["taken"] < 2 and data["token_supply"]:
            actions.add("take")
        actions |= {f"walk {name(to)}" for to in board.on_foot(pawn)}
        actions |= _canals(data, board) | _bridges(data, board)
        if pawn in board.bridges:
            actions |= {
                f"boat {name(to)}"
                for to, cost in board.by_boat(pawn).items()
                if cost <= ap and to in board.free_bridges
            }
    if ap >= 5:
        actions |= {f"fly {name(to)}" for to in board.empty | board.free_bridges}
    for level in range(1, 5):
        if ap >= level and data["hands"][seat][str(level)]:
            actions |= {f"temple {name(at)} {level}" for at in sites}
    return actions


def _canals(data: dict[str, Any], board: Board) -> set[str]:
    held_up = {ramp for bridge in board.bridges for ramp in board.ramps(bridge)}
    soil = {at for at in board.empty if at not in PALACE and at not in held_up}
    for land in board.districts():
        if board.founded(land):
            soil -= land
    actions = set[str]()
    if data["supply"]["canal1"]:
        actions |= {f"canal {name(at)}" for at in soil}
    if data["supply"]["canal2"]:
        for x, y in soil:
            actions |= {f"canal {name((x, y))} {name(to)}" for to in ((x + 1, y), (x, y + 1)) if to in soil}
    return actions


def _bridges(data: dict[str, Any], board: Board) -> set[str]:
    if data["supply"]["bridges"]:
        return {
            f"bridge {name(at)} {way}"
            for at in board.canals - set(board.bridges)
            for way in "hv"
            if board.fits(at, way)
        }
    actions = set[str]()
    for old in board.free_bridges:
        others = set(board.bridges) - {old}
        for at in board.canals - others:
            for way in "hv":
                if board.fits(at, way) and (at, way) != (old, board.bridges[old]):
                    actions.add(f"shift {name(old)} {name(at)} {way}")
    return actions


def _chance(data: dict[str, Any]) -> set[str]:
    if len(data["display"]) < 8:
        return {f"deal {size}" for size in data["later"]}
    if data["seats"] == 2:
        missing = _neutrals_missing(data)
        if missing:
            return {f"neutral {name(at)} {level}" for at in _neutral_sites(data) for level in missing}
    return {f"first {seat}" for seat in range(data["seats"])}


def _neutrals_missing(data: dict[str, Any]) -> list[int]:
    sets = {20: [1, 1, 1, 1, 2, 2, 2, 3, 3, 4], 25: [1, 1, 2, 2, 2, 3, 3, 3, 4, 4], 30: [2, 2, 2, 3, 3, 3, 3, 4, 4, 4]}
    missing = list(sets[data["options"].get("neutral_levels", 20)])
    for temple in data["temples"]:
        missing.remove(temple["level"])
    return missing


def _neutral_sites(data: dict[str, Any]) -> set[Space]:
    canals = {space(at) for tile in data["canals"] for at in tile}
    standing = [space(temple["at"]) for temple in data["temples"]]
    return {
        at
        for at in ISLAND - PALACE - canals
        if not any(to in LAKE for to in beside(at)) and all(abs(at[0] - x) + abs(at[1] - y) >= 5 for x, y in standing)
    }


# --- what actions do ---


def place(data: dict[str, Any], text: str) -> dict[str, Any]:
    """The JSON with the pieces where the action puts them, and nothing else changed. Shares what it does not change."""
    new, seat = dict(data), data["turn"]
    kind, *words = text.split()
    if kind == "canal":
        new["canals"] = [*data["canals"], words]
    elif kind == "bridge":
        new["bridges"] = [*data["bridges"], {"at": words[0], "dir": words[1]}]
    elif kind == "shift":
        new["bridges"] = [b for b in data["bridges"] if b["at"] != words[0]] + [{"at": words[1], "dir": words[2]}]
    elif kind in ("walk", "boat", "fly", "start"):
        new["pawns"] = [words[0] if s == seat else at for s, at in enumerate(data["pawns"])]
    elif kind == "temple":
        new["temples"] = [*data["temples"], {"at": words[0], "seat": seat, "level": int(words[1])}]
    elif kind == "found":
        size = len(Board(data).district(space(data["pawns"][seat])))
        new["founded"] = [*data["founded"], {"at": words[0], "size": size}]
    return new


def after(data: dict[str, Any], text: str) -> dict[str, Any]:
    """The JSON after a legal action, with all that follows from it."""
    new = copy.deepcopy(place(data, text))
    seat, kind, words = data["turn"], text.split()[0], text.split()[1:]
    if kind in ("canal", "bridge", "shift", "walk", "take"):
        new["ap"] -= 1
    if kind in ("canal", "bridge", "temple", "found"):
        new["placed"] = True
    if kind == "canal":
        new["supply"][f"canal{len(words)}"] -= 1
    elif kind == "bridge":
        new["supply"]["bridges"] -= 1
    elif kind == "boat":
        new["ap"] -= Board(data).by_boat(space(data["pawns"][seat]))[space(words[0])]
    elif kind == "fly":
        new["ap"] -= 5
    elif kind == "temple":
        new["ap"] -= int(words[1])
        new["hands"][seat][words[1]] -= 1
    elif kind == "found":
        _found(data, new)
    elif kind in ("take", "spend"):
        way = 1 if kind == "take" else -1
        new["tokens"][seat] += way
        new["token_supply"] -= way
        if kind == "take":
            new["taken"] += 1
        else:
            new["ap"] += 1
    elif kind == "start":
        new["turn"] = (seat + 1) % data["seats"]
        if new["turn"] == data["first"]:
            new["phase"] = "turn"
    elif kind == "end":
        _end(new)
    elif kind in ("propose", "agree", "refuse"):
        _vote(new, kind, words)
    elif kind in ("deal", "neutral", "first"):
        _set_up(new, kind, words)
    if new["phase"] in ("turn", "vote"):
        _remove_dead(new)
    return tidy(new)


def tidy(data: dict[str, Any]) -> dict[str, Any]:
    """The same position with its lists in the order of the spaces: by row, then column."""

    def where(piece: Any) -> tuple[int, int]:
        return space(piece["at"])[::-1]

    tiles = sorted(sorted(space(at)[::-1] for at in tile) for tile in data["canals"])
    return {
        **data,
        "canals": [[name((x, y)) for y, x in tile] for tile in tiles],
        **{key: sorted(data[key], key=where) for key in ("bridges", "temples", "founded")},
        **{key: sorted(data[key]) for key in ("display", "later", "removed", "refused")},
    }


def half(points: int) -> int:
    """Half of it, rounded up."""
    return points // 2 + points % 2


def _found(data: dict[str, Any], new: dict[str, Any]) -> None:
    land = Board(data).district(space(data["pawns"][data["turn"]]))
    new["display"].remove(len(land))
    for seat, at in enumerate(data["pawns"]):
        if seat == data["turn"]:
            new["score"][seat] += half(len(land))
        elif space(at) in land:
            new["score"][seat] += half(half(len(land)))


def _end(new: dict[str, Any]) -> None:
    new["ap"], new["taken"] = 6, 0
    new["turn"] = (new["turn"] + 1) % new["seats"]
    if new["turn"] != new["first"]:
        return
    new["idle_rounds"] = 0 if new["placed"] else new["idle_rounds"] + 1
    new["placed"], new["refused"] = False, []
    all_built = any(not any(hand.values()) for hand in new["hands"])
    if (new["display"] or not all_built) and new["idle_rounds"] < 3:
        new["round"] += 1
        return
    _score(new)
    if new["period"] == 2:
        new["phase"] = "over"
        return
    new["period"], new["round"], new["idle_rounds"] = 2, 1, 0
    new["removed"] += new["display"]
    new["display"], new["later"] = new["later"], []
    for hand in new["hands"]:
        for level in range(1, 5):
            hand[str(level)] += TEMPLES[2][level] - TEMPLES[1][level]


def _score(new: dict[str, Any]) -> None:
    board = Board(new)
    for land in board.districts():
        if new["period"] == 1 and not board.founded(land):
            continue
        levels: dict[int | None, int] = {}
        for at, (owner, level) in board.temples.items():
            if at in land:
                levels[owner] = levels.get(owner, 0) + level
        prizes = [len(land), half(len(land)), half(half(len(land))), 0, 0]
        for owner, grandeur in levels.items():
            better = sum(other > grandeur for other in levels.values())
            if owner is not None:
                new["score"][owner] += prizes[better]
    for seat, pawn in enumerate(board.pawns):
        if pawn in START:
            new["score"][seat] += 5


def _vote(new: dict[str, Any], kind: str, words: list[str]) -> None:
    if kind == "propose":
        new["phase"] = "vote"
        new["vote"] = {"size": int(words[0]), "by": new["turn"], "asked": (new["turn"] + 1) % new["seats"]}
        return
    vote = new["vote"]
    vote["asked"] = (vote["asked"] + 1) % new["seats"]
    if kind == "refuse":
        new["refused"].append(vote["size"])
    elif vote["asked"] == vote["by"]:
        new["display"].remove(vote["size"])
        new["removed"].append(vote["size"])
    else:
        return
    new["phase"], new["vote"] = "turn", None


def _set_up(new: dict[str, Any], kind: str, words: list[str]) -> None:
    if kind == "deal":
        new["later"].remove(int(words[0]))
        new["display"].append(int(words[0]))
    elif kind == "neutral":
        new["temples"].append({"at": words[0], "seat": None, "level": int(words[1])})
        if _neutrals_missing(new) and not _neutral_sites(new):
            new["temples"] = []
    else:
        new["first"] = int(words[0])
    if len(new["display"]) == 8 and new["first"] is not None and not (new["seats"] == 2 and _neutrals_missing(new)):
        new["phase"], new["turn"] = "start", new["first"]


def _remove_dead(new: dict[str, Any]) -> None:
    """M-DEAD, both cases, word by word."""
    board = Board(new)
    unfounded = [land for land in board.districts() if not board.founded(land)]
    bare = {at for land in unfounded for at in land} - PALACE - set(board.temples)
    pairs = any(to in bare for at in bare for to in beside(at))
    diggable = (new["supply"]["canal1"] and bare) or (new["supply"]["canal2"] and pairs)

    def roomy(land: set[Space]) -> bool:
        room = land - set(board.temples)
        return len(room) >= 2 and bool(room - PALACE)

    for size in list(new["display"]):
        too_large = not any(len(land) >= size for land in unfounded)
        too_late = not diggable and not any(len(land) == size and roomy(land) for land in unfounded)
        if too_large or too_late:
            new["display"].remove(size)
            new["removed"].append(size)


def count(data: dict[str, Any]) -> dict[str, int]:
    """All the pieces there are, wherever they are."""
    singles = sum(len(tile) == 1 for tile in data["canals"])
    standing = [(temple["seat"], temple["level"]) for temple in data["temples"]]
    return {
        "one-space canals": singles + data["supply"]["canal1"],
        "two-space canals": len(data["canals"]) - singles + data["supply"]["canal2"],
        "bridges": len(data["bridges"]) + data["supply"]["bridges"],
        "action tokens": sum(data["tokens"]) + data["token_supply"],
        "calpulli tokens": sum(len(data[where]) for where in ("founded", "display", "later", "removed")),
        "calpulli sizes": sum(sum(data[where]) for where in ("display", "later", "removed"))
        + sum(t["size"] for t in data["founded"]),
        **{
            f"temples of level {level} of seat {seat}": standing.count((seat, level)) + hand[str(level)]
            for seat, hand in enumerate(data["hands"])
            for level in range(1, 5)
        },
    }


def box(data: dict[str, Any]) -> dict[str, int]:
    """What `count` must come to."""
    return {
        "one-space canals": 6,
        "two-space canals": 37,
        "bridges": 11,
        "action tokens": 12,
        "calpulli tokens": 15,
        "calpulli sizes": sum(TOKENS),
        **{
            f"temples of level {level} of seat {s}": count
            for s in range(data["seats"])
            for level, count in TEMPLES[data["period"]].items()
        },
    }
