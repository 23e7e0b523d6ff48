"""A view of Azteco as text for a terminal: the players, claims and votes, and how they turned out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from texcoco.game import Json
from texcoco.games.azteco.cards import CHARACTER_AT, COLOURS, DATA
from texcoco.paint import Paint
from texcoco.words import Words, written

_INK = {"B": 39, "Y": 220, "R": 196}
_SEAT_INK = (203, 250, 223, 246, 80, 71)
_STONE, _GOLD, _GREEN, _RED, _DIM = 135, 220, 71, 196, 244
_DUOS = tuple(c["duo"] for c in DATA["characters"])

_CHOOSING = ("claim", "vote", "keep", "effect")
"""Phases in which seats choose: their sentences speak to who chooses, and the picture is for others as well."""

Cell = tuple[str, str]
"""A cell of a table: as it is printed, and in plain letters to measure it by."""


class _Pen:
    """What a picture is drawn with: the view, colours and words."""

    def __init__(self, view: Json, words: Words, paint: Paint, lang: str):
        self.view, self.words, self.paint, self.lang = view, words, paint, lang

    def say(self, key: str, **values: Any) -> str:
        return self.words.say(self.lang, key, values)

    def cell(self, text: str, ink: int | None = None, bold: bool = False) -> Cell:
        return self.paint(text, ink, None, bold), text

    def seat(self, seat: int) -> Cell:
        return self.cell(f"{seat} {self.say(f'seat.{seat}')}", _SEAT_INK[seat], True)

    def letters(self, jewels: str | None) -> Cell:
        """`BBR`, each letter in its colour."""
        text = jewels or ""
        return "".join(self.paint(letter, _INK.get(letter, _DIM), None, True) for letter in text), text

    def colour(self, colour: str) -> str:
        """`B blue`, which says what the letters mean."""
        return self.paint(f"{colour} {self.say('colour.' + colour)}", _INK[colour], None, True)

    def counts(self, jewels: Sequence[int]) -> Cell:
        """`B 4  Y 1  R 3`."""
        parts = [f"{colour}{n:>3}" for colour, n in zip(COLOURS, jewels, strict=True)]
        return "  ".join(self.paint(part, _INK[part[0]]) for part in parts), "  ".join(parts)

    def stones(self, n: int) -> Cell:
        return self.cell(f"{n:>2} {'●' * min(n, 12)}{'…' if n > 12 else ''}", _STONE)


def picture(view: Json, words: Words, paint: Paint, lang: str) -> str:
    """The whole picture."""
    pen = _Pen(view, words, paint, lang)
    parts = [_head(pen), ""]
    parts += _table(
        [_titles(pen, "player", "explorer", "duo", "jewels", "stones", "artefacts", "worth"), *_players(pen)]
    )
    if _happened(view):
        parts += ["", *_story(pen)]
    parts += _foot(pen)
    return "\n".join(line.rstrip() for line in parts)


def _head(pen: _Pen) -> str:
    view, say, paint = pen.view, pen.say, pen.paint
    title = f"AZTECO · {say('picture.round', round=view['round'])}"
    curses = "  ".join(
        f"{pen.colour(colour)} {pen.stones(n)[0]}" for colour, n in zip(COLOURS, view["curses"], strict=True)
    )
    phase = say(f"{'picture.phase' if view['phase'] in _CHOOSING else 'phase'}.{view['phase']}")
    under = sum(len(group) for group in view["deck"]["under"])
    deck = say("picture.deck", fresh=view["deck"]["fresh"], under=under)
    lines = [
        f"{paint(title, _GOLD, None, True)} · {phase}",
        f"{say('picture.curses')} {curses}   {paint(deck, _DIM)}",
    ]
    if view["temple"] is not None:
        lines.append(
            f"{say('picture.temple')} {pen.counts(view['temple'])[0]}   {say('picture.reserve')} {view['reserve']}"
        )
    return "\n".join(lines)


def _titles(pen: _Pen, *names: str) -> list[Cell]:
    return [("", ""), *(pen.cell(pen.say(f"picture.{name}"), _DIM) for name in names)]


def _players(pen: _Pen) -> list[list[Cell]]:
    view = pen.view
    rows: list[list[Cell]] = []
    for seat in range(view["seats"]):
        mark = pen.cell(("▶" if seat in view["waiting"] else " ") + ("★" if seat == view["first"] else " "), _GOLD)
        row = [mark, pen.seat(seat)]
        if seat < len(view["sheets"]):
            character = view["sheets"][seat]
            worth = view["worth"][seat]
            kept = view["kept"][seat]
            total = f"{written(worth['total']):>3}{' + ' + '?' * worth['hidden'] if worth['hidden'] else ''}"
            row += [
                pen.cell(pen.say(f"character.{character}")),
                pen.letters(_DUOS[CHARACTER_AT[character]]),
                pen.counts(view["jewels"][seat]),
            ]
            row += [pen.stones(view["stones"][seat]), pen.cell("▣" * len(kept), _GOLD), pen.cell(total, None, True)]
        rows.append(row)
    return rows


def _happened(view: Json) -> bool:
    return bool(view["rounds"]) or any(view["claims"]) or view["phase"] in ("claim", "vote")


def _story(pen: _Pen) -> list[str]:
    """Who took what, who said what to whom, what came out: of this round, or of the one before until the first claims
    are shown."""
    view = pen.view
    now = view["phase"] in ("claim", "vote", "artefact", "keep", "effect")
    seats = range(view["seats"])
    if now:
        order = [(view["first"] + n) % view["seats"] for n in seats]
        played: Json = {"cards": view["cards"], "claims": view["claims"], "votes": view["votes"]}
        shown = set(order[: view["shown"]])
    else:
        order, played, shown = list(seats), view["rounds"][-1], set(seats)
    rows = [_titles(pen, "player", "claimed", "vote", "card", "result")]
    for seat in order:
        row = [
            pen.cell("▶" if now and seat == view["turn"] else " ", _GOLD),
            pen.seat(seat),
            _claim(pen, played["claims"][seat]),
            _vote(pen, played["votes"][seat]),
        ]
        card = played["cards"][seat]
        row.append(pen.letters(card))
        row.append(_result(pen, seat, played) if seat in shown else ("", ""))
        rows.append(row)
    title = pen.say("picture.this" if now else "picture.final" if view["phase"] == "over" else "picture.last")
    return [pen.paint(title, _GOLD), *_table(rows)]


def _claim(pen: _Pen, claim: str | None) -> Cell:
    if claim is None or claim == "?":
        return pen.cell(pen.say("picture.thinking" if claim is None else "picture.sealed"), _DIM)
    return pen.letters(claim)


def _vote(pen: _Pen, vote: str | None) -> Cell:
    if vote is None:
        return pen.cell(pen.say("picture.thinking") if pen.view["phase"] == "vote" else "", _DIM)
    if vote == "?":
        return pen.cell(pen.say("picture.sealed"), _DIM)
    face, target = vote.split()
    return pen.cell(pen.say(f"picture.{face}", target=int(target)), _RED if face == "accuse" else _GREEN)


def _result(pen: _Pen, seat: int, played: Json) -> Cell:
    accusers = played["votes"].count(f"accuse {seat}")
    if played["cards"][seat] == played["claims"][seat]:
        return pen.cell(pen.say("picture.doubted" if accusers else "picture.truth", count=accusers), _GREEN)
    return pen.cell(
        pen.say("picture.caught" if accusers else "picture.unseen", count=accusers), _RED if accusers else _GOLD
    )


def _foot(pen: _Pen) -> list[str]:
    """What a winner looks at or plays, and one's own artefacts."""
    view, lines = pen.view, [""]
    if view["hand"]:
        lines.append(pen.say("picture.looking", seat=view["winners"][0], count=len(view["hand"])))
        lines += [f"  keep {n}  {_artefact(pen, kind)}" for n, kind in enumerate(view["hand"]) if kind != "?"]
    if view["effect"] is not None:
        text = pen.say(f"artefact.{view['effect']}.text")
        lines.append(pen.say("picture.playing", seat=view["winners"][0], artefact=view["effect"], text=text))
    if view["phase"] == "over":
        for seat, kept in enumerate(view["kept"]):
            names = [pen.say(f"artefact.{kind}") for kind in kept] or [pen.say("picture.none")]
            lines.append(pen.say("picture.owner", name=pen.seat(seat)[0], artefacts=", ".join(names)))
    elif view["seat"] is not None and view["seat"] < len(view["worth"]):
        kept = view["kept"][view["seat"]]
        if kept:
            lines += [pen.say("picture.yours"), *(f"  {_artefact(pen, kind)}" for kind in kept)]
        more = view["worth"][view["seat"]]["more"]
        if any(more):
            inked = (pen.paint(f"{colour} +{n}", _INK[colour]) for colour, n in zip(COLOURS, more, strict=True))
            lines.append(f"{pen.say('picture.more')} {'  '.join(inked)}")
    return lines if len(lines) > 1 else []


def _artefact(pen: _Pen, kind: str) -> str:
    return f"{pen.paint(pen.say(f'artefact.{kind}'), _GOLD)} – {pen.say(f'artefact.{kind}.text')}"


def _table(rows: list[list[Cell]]) -> list[str]:
    """Rows of cells in columns as wide as their widest cell."""
    width = [max(len(row[column][1]) for row in rows if column < len(row)) for column in range(max(map(len, rows)))]
    return [
        "  ".join(shown + " " * (width[column] - len(plain)) for column, (shown, plain) in enumerate(row))
        for row in rows
    ]
