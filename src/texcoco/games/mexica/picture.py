"""Mexica in a terminal: the island from above, and below it what lies beside the board."""

from __future__ import annotations

from texcoco.game import Json
from texcoco.games.mexica.board import LAND, LETTERS, PALACE, ROWS, SPACES, STARTS
from texcoco.paint import Paint
from texcoco.words import Words

LAKE_BLUE, CANAL_BLUE, WAVE, WOOD = 24, 31, 74, 137
PAPER, PALACE_FLOOR, LINE, INK = 223, 215, 180, 52
OWNERS = ((231, 124), (231, 16), (16, 179), (16, 246), (16, 255))
"""Ink and ground of the seats, red, black, sand and grey, and of the neutral colour."""


def picture(view: Json, words: Words, paint: Paint, lang: str) -> str:
    """The board and the state of play, for everybody."""
    return "\n".join([*board(view, words, paint, lang), "", *status(view, words, paint, lang)])


def board(view: Json, words: Words, paint: Paint, lang: str) -> list[str]:
    """The map, three characters to a space."""
    cells = _cells(view, words, paint, lang)
    head = "   " + "".join(f" {letter} " for letter in LETTERS)
    rows = [f"{row:2} {''.join(cells[f'{letter}{row}'] for letter in LETTERS)} {row}" for row in range(1, ROWS + 1)]
    return [head, *rows, head.rstrip()]


def _cells(view: Json, words: Words, paint: Paint, lang: str) -> dict[str, str]:
    cells = {name: _ground(space, paint) for name, space in SPACES.items()}
    for tile in view["canals"]:
        for name in tile:
            cells[name] = paint(" ≈ ", WAVE, CANAL_BLUE)
    bridges = {bridge["at"]: bridge["dir"] for bridge in view["bridges"]}
    for name, way in bridges.items():
        cells[name] = paint("-=-" if way == "h" else " ‖ ", WOOD, CANAL_BLUE, bold=True)
    for temple in view["temples"]:
        owner = view["seats"] if temple["seat"] is None else temple["seat"]
        cells[temple["at"]] = paint(
            f"{_letter(view, owner, words, lang).lower()}{temple['level']} ", *_colours(view, owner)
        )
    for token in view["founded"]:
        cells[token["at"]] = paint(f"#{token['size']:<2}", INK, LINE, bold=True)
    for seat, name in enumerate(view["pawns"]):
        if name is not None:
            around = "()" if name in bridges else "[]"
            cells[name] = paint(
                around[0] + _letter(view, seat, words, lang) + around[1], *_colours(view, seat), bold=True
            )
    return cells


def _ground(space: int, paint: Paint) -> str:
    if not LAND >> space & 1:
        return paint(" ~ ", WAVE, LAKE_BLUE)
    if PALACE >> space & 1:
        return paint(" o " if STARTS >> space & 1 else " + ", INK, PALACE_FLOOR)
    return paint(" . ", LINE, PAPER)


def _letter(view: Json, owner: int, words: Words, lang: str) -> str:
    return words.say(lang, f"letter.{owner}" if owner < view["seats"] else "letter.neutral")


def _colours(view: Json, owner: int) -> tuple[int, int]:
    return OWNERS[owner if owner < view["seats"] else 4]


def status(view: Json, words: Words, paint: Paint, lang: str) -> list[str]:
    """Players, the Emperor's display, supplies."""
    lines = [words.say(lang, "status.time", {"period": view["period"], "round": view["round"]})]
    for seat in range(view["seats"]):
        hand = ", ".join(f"{n}×{level}" for level, n in view["hands"][seat].items() if n) or "–"
        values = {"seat": seat, "score": view["score"][seat], "tokens": view["tokens"][seat], "hand": hand}
        mark = paint(f" {_letter(view, seat, words, lang)} ", *_colours(view, seat), bold=True)
        turn = "▸" if view["phase"] in ("start", "turn", "vote") and view["turn"] == seat else " "
        ap = words.say(lang, "status.ap", {"ap": view["ap"]}) if turn == "▸" and view["phase"] != "start" else ""
        lines.append(f"{turn}{mark} {words.say(lang, 'status.player', values)}{ap}")
    display = " ".join(map(str, view["display"])) or "–"
    later = " ".join(map(str, view["later"]))
    lines.append(
        words.say(
            lang,
            "status.display",
            {"display": display, "later": later, "more": int(view["period"] == 1 and bool(later))},
        )
    )
    supply = view["supply"]
    values = {
        "one": supply["canal1"],
        "two": supply["canal2"],
        "bridges": supply["bridges"],
        "tokens": view["token_supply"],
    }
    lines.append(words.say(lang, "status.supply", values))
    return lines
