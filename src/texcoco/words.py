"""The sentences of a game, in every language, from `text.{en,fr}.json` beside its code.

A sentence is text with slots, in a small part of ICU's message format, so that the page can read the same files:

- `{name}` the value as it is;
- `{seat, seat}` the name of the player on that seat (from the caller, or `seat.0`, `seat.1`, … of the catalogue);
- `{seat, of}` that name after “of”: `d’Anna`, `de Bruno`, `of Anna`;
- `{guild, word}` another entry of the catalogue: `guild.jaguar` when the value is `jaguar`;
- `{spaces, list}` values joined as a list: `K5, K6 and K7`;
- `{awards, scores}` pairs of a seat and a number: `Red 7, Sand 4`;
- `{n, plural, one {# point} other {# points}}` by the language's plural rule, `#` being the number; `=0 {none}` for a
number
  of its own;
- `{how, select, left {to the left} other {elsewhere}}` by the value.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("en", "fr")
_AND = {"en": "and", "fr": "et"}
_ELIDING = "aeiouyhàâäæéèêëîïôœùûü"
"""What a name begins with after « d’ »; an aspirated h cannot be told from others."""


class Words:
    """The catalogues of a package: `Words("texcoco.games.mexica")`."""

    def __init__(self, package: str, catalogues: Mapping[str, Mapping[str, str]] | None = None):
        self.package = package
        self._catalogues = dict(catalogues or {})

    @property
    def languages(self) -> tuple[str, ...]:
        return LANGUAGES

    def catalogue(self, lang: str) -> Mapping[str, str]:
        """All entries of a language; English for one that we do not speak."""
        if lang not in LANGUAGES:
            lang = "en"
        if lang not in self._catalogues:
            self._catalogues[lang] = json.loads(self.beside(f"text.{lang}.json"))
        return self._catalogues[lang]

    def beside(self, name: str) -> str:
        """A text file that lies beside the game's code. Raises FileNotFoundError if there is none."""
        try:
            folder = files(self.package)
        except (ModuleNotFoundError, TypeError):  # words that were given as catalogues, by a game that is a single file
            raise FileNotFoundError(f"{name}: {self.package} is no package") from None
        return folder.joinpath(name).read_text(encoding="utf-8")

    def say(
        self, lang: str, key: str, values: Mapping[str, Any] | None = None, names: Sequence[str] | None = None
    ) -> str:
        """The sentence `key` with its slots filled. Raises KeyError for a sentence or value that is missing."""
        if lang not in LANGUAGES:
            lang = "en"
        return self._fill(parse_message(self.catalogue(lang)[key]), lang, values or {}, names, None)

    def has(self, key: str) -> bool:
        return key in self.catalogue("en")

    def _fill(
        self, message: Message, lang: str, values: Mapping[str, Any], names: Sequence[str] | None, number: Any
    ) -> str:
        out: list[str] = []
        for part in message:
            if isinstance(part, str):
                out.append(part if number is None else part.replace("#", written(number)))
                continue
            name, kind, cases = part
            value = values[name]
            if kind == "":
                out.append(written(value))
            elif kind == "seat":
                out.append(self._seat(value, lang, names))
            elif kind == "of":
                out.append(_of(self._seat(value, lang, names), lang))
            elif kind == "scores":
                out.append(", ".join(f"{self._seat(seat, lang, names)} {written(points)}" for seat, points in value))
            elif kind == "word":
                out.append(self.say(lang, f"{name}.{value}"))
            elif kind == "list":
                out.append(_join([str(v) for v in value], lang))
            elif kind == "plural":
                out.append(self._fill(_plural_case(cases, value, lang), lang, values, names, value))
            else:
                out.append(self._fill(cases.get(str(value), cases["other"]), lang, values, names, number))
        return "".join(out)

    def _seat(self, seat: int, lang: str, names: Sequence[str] | None) -> str:
        """The name that was given for a seat, or that of the catalogue if there is none or it is empty."""
        given = names[seat] if names is not None and 0 <= seat < len(names) else ""
        return given or self.say(lang, f"seat.{seat}")


Part = tuple[str, str, Mapping[str, "Message"]]
Message = tuple["str | Part", ...]


def written(value: Any) -> str:
    """A value as it is read: numbers below zero have a minus sign, not a hyphen."""
    return f"−{-value}" if isinstance(value, int) and value < 0 else str(value)


def _join(items: list[str], lang: str) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {_AND[lang]} {items[-1]}" if items else ""


def _of(name: str, lang: str) -> str:
    if lang == "fr":
        return f"d’{name}" if name[:1].lower() in tuple(_ELIDING) else f"de {name}"
    return f"of {name}"


def _plural_case(cases: Mapping[str, Message], n: Any, lang: str) -> Message:
    one = n in (0, 1) if lang == "fr" else n == 1
    for label in (f"={n}", "one" if one else "other"):
        if label in cases:  # a case may be empty
            return cases[label]
    return cases["other"]


@cache
def parse_message(text: str) -> Message:
    """A sentence as its parts: texts, and slots `(name, kind, cases)`. Raises ValueError for one that is malformed."""
    parts, end = _parse(text, 0, nested=False)
    assert end == len(text)
    return parts


def _parse(text: str, at: int, nested: bool) -> tuple[Message, int]:
    parts: list[str | Part] = []
    while at < len(text) and text[at] != "}":
        if text[at] == "{":
            slot, at = _parse_slot(text, at + 1)
            parts.append(slot)
        else:
            stop = min((i for i in (text.find("{", at), text.find("}", at)) if i >= 0), default=len(text))
            parts.append(text[at:stop])
            at = stop
    if nested == (at >= len(text)):
        raise ValueError(f"braces do not match in {text!r}")
    return tuple(parts), at


def _parse_slot(text: str, at: int) -> tuple[Part, int]:
    stop = min((i for i in (text.find("{", at), text.find("}", at)) if i >= 0), default=len(text))
    name, kind, *_ = (*(word.strip() for word in text[at:stop].split(",")), "")
    if stop < len(text) and text[stop] == "}":
        if kind not in ("", "seat", "of", "word", "list", "scores"):
            raise ValueError(f"unknown kind of slot {kind!r} in {text!r}")
        return (name, kind, {}), stop + 1
    if kind not in ("plural", "select"):
        raise ValueError(f"unknown kind of slot {kind!r} in {text!r}")
    head = text[at:stop].split(",", 2)
    if len(head) < 3:
        raise ValueError(f"a comma is missing after {kind!r} in {text!r}")
    cases: dict[str, Message] = {}
    at += len(head[0]) + len(head[1]) + 2
    while text[at:].lstrip()[:1] not in ("}", ""):
        brace = text.index("{", at)
        label = text[at:brace].strip()
        cases[label], brace = _parse(text, brace + 1, nested=True)
        at = brace + 1
    if "other" not in cases:
        raise ValueError(f"slot {name!r} has no case 'other' in {text!r}")
    return (name, kind, cases), text.index("}", at) + 1
