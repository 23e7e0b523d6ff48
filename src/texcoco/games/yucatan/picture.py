"""A view as a board of hexagons for a terminal, with what everybody has below it."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from texcoco.game import Json
from texcoco.games.bits import spaces
from texcoco.games.yucatan.board import BOARDS, GREAT, LABELS, Board
from texcoco.games.yucatan.pieces import GUILDS, LEVELS
from texcoco.games.yucatan.position import YucatanOptions
from texcoco.paint import Paint
from texcoco.words import Words

HALF = 3
"""Half the width of a space, in characters; each row of spaces is shifted by that much against the next."""
_SEATS = ((15, 124), (15, 16), (16, 222), (16, 250))
"""Ink and ground of each seat, for its villages and warriors; the city is in the seat's colours too."""
_NEUTRAL = (16, 137)
_DEEP, _RIVERSIDE, _SAND, _ROCK, _WATER = (255, 22), (16, 107), (16, 180), (255, 240), (255, 25)


def picture(view: Json, words: Words, paint: Paint, lang: str) -> str:
    """The board as the view shows it, and below it the state of the game."""
    board = BOARDS[view["seats"]]
    there = _Pieces(view, words, lang)
    lines: list[str] = []
    left = min(2 * q + r for q, r in board.axial.values())
    for _, row in groupby(spaces(board.spaces), key=lambda space: board.axial[space][1]):
        upper = lower = ""
        for space in row:
            q, r = board.axial[space]
            if not upper:
                upper = lower = " " * ((2 * q + r - left) * HALF)
            top, bottom = _cell(board, space, there, paint)
            upper, lower = upper + top, lower + bottom
        lines += [upper, lower]
    return "\n".join(line.rstrip() for line in (*lines, "", *_status(view, words, paint, lang)))


class _Pieces:
    """What stands where, as short texts with their colours."""

    def __init__(self, view: Json, words: Words, lang: str):
        self.villages: dict[str, tuple[str, tuple[int, int]]] = {}
        for village in view["villages"]:
            mark, seat = "O" if village["size"] == "large" else "o", village["seat"]
            self.villages[village["at"]] = (f"{mark}-", _NEUTRAL) if seat is None else (f"{mark}{seat}", _SEATS[seat])
        self.warriors: dict[str, tuple[str, tuple[int, int]]] = {}
        for warrior in view["warriors"]:
            guild, seat = warrior["guild"], warrior["seat"]
            letter = "?" if guild == "?" else words.say(lang, f"letter.{guild}")
            mark = f"{seat}{letter if warrior['shown'] else letter.lower()}{warrior['load'] or ' '}"
            self.warriors[warrior["at"]] = (mark, _SEATS[seat])


def _cell(board: Board, space: int, there: _Pieces, paint: Paint) -> tuple[str, str]:
    """The two lines of a space: label and rivers; village and warrior."""
    label, bit = LABELS[space], 1 << space
    if board.mountain & bit:
        return _two(paint, _ROCK, f"{label:3}", "  ^^ ")
    if board.water & bit:
        return _two(paint, _WATER, f"{label:3}", "~~~~~")
    colours = _SAND if board.beach & bit else _RIVERSIDE if board.riverside & bit else _DEEP
    rivers = "".join("≈" if river == GREAT else chr(ord("a") + river - 1) for river in board.rivers_of(space))
    village = there.villages.get(label)
    if board.cities & bit:
        seat = board.city.index(space)
        village = (f"C{seat}", _SEATS[seat])
    top = paint(f"{label:3}{rivers:3}", *colours)
    warrior = there.warriors.get(label)
    bottom = _piece(village, 2, colours, paint) + paint(" ", *colours) + _piece(warrior, 3, colours, paint)
    return top, bottom


def _two(paint: Paint, colours: tuple[int, int], top: str, bottom: str) -> tuple[str, str]:
    return paint(f"{top:6}", *colours), paint(f"{bottom:6}", *colours)


def _piece(piece: tuple[str, tuple[int, int]] | None, width: int, colours: tuple[int, int], paint: Paint) -> str:
    return paint(" " * width, *colours) if piece is None else paint(f"{piece[0]:{width}}", *piece[1], bold=True)


def _status(view: Json, words: Words, paint: Paint, lang: str) -> list[str]:
    def say(key: str, **values: Any) -> str:
        return words.say(lang, key, values)

    phase = view["phase"]
    rounds = {"round": view["round"], "rounds": YucatanOptions.read(view["options"]).rounds}
    if phase == "over":
        lines = [say("picture.over", **rounds)]
    elif view["round"]:
        lines = [say("picture.round", **rounds, turn=view["turn"], supply=view["supply"])]
    else:
        lines = [say("picture.first") if phase == "first" else say("picture.setup", first=view["first"])]
    acting = None if phase == "over" else view["turn"] if view["owes"] is None else view["owes"]
    width = max(len(say(f"seat.{seat}")) for seat in range(view["seats"]))
    for seat in range(view["seats"]):
        villages = sum(village["seat"] == seat for village in view["villages"])
        men, level = sum(warrior["seat"] == seat for warrior in view["warriors"]), view["levels"][seat]
        reserve = view["reserves"][seat]
        lines.append(
            ("▸ " if seat == acting else "  ")
            + paint(f" {seat} {say(f'seat.{seat}'):{width}} ", *_SEATS[seat], bold=True)
            + "  "
            + say(
                "picture.seat",
                pyramid="#" * level + "." * (LEVELS - level),
                held=view["prisoners"][seat],
                villages=villages,
                men=men,
                feeds=villages + 1,
            )
            + "  "
            + (
                say("picture.reserve", **reserve)
                if isinstance(reserve, dict)
                else say("picture.reserve-hidden", n=reserve)
            )
        )
    for warrior in view["warriors"]:
        if len(warrior.get("may", GUILDS)) < len(GUILDS):
            guilds = "/".join(say(f"guild.{guild}") for guild in warrior["may"])
            lines.append(say("picture.may", owner=warrior["seat"], at=warrior["at"], guilds=guilds))
    for limit in view["limits"] if phase != "over" else ():
        if len(limit["at"]) > 1:  # of a single warrior it has been said
            lines.append(
                say("picture.limit", owner=limit["seat"], at=limit["at"], most=limit["most"], guild=limit["guild"])
            )
    return [*lines, "", say("picture.legend"), say("picture.pieces"), say("picture.rivers")]
