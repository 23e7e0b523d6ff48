"""Options of a game: what a table may choose before it starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any, Self

from texcoco.event import Json


class BadOption(ValueError):
    """Raised for options, or a number of seats, that a game does not offer."""


@dataclass(frozen=True)
class Options:
    """What a table may choose before the game starts. A game's options are a subclass with a default for every field.

    A field is a plain `bool`, or made with `choice` or `number`, which say what values there are.
    """

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> Self:
        """Options from JSON; what is left out has its default. Raises `BadOption` with the reason."""
        known = {f.name: f for f in fields(cls)}
        for name, value in values.items():
            if name not in known:
                offered = ", ".join(known) or "none"
                raise BadOption(f"there is no option {name!r}; options of this game: {offered}")
            f = known[name]
            choices: tuple[Any, ...] = f.metadata.get("choices", (False, True))
            if "least" in f.metadata:
                least, most = f.metadata["least"], f.metadata["most"]
                if type(value) is not int or not least <= value <= most:
                    raise BadOption(f"option {name!r} is a whole number from {least} to {most}, not {value!r}")
            elif not any(type(value) is type(c) and value == c for c in choices):
                raise BadOption(f"option {name!r} is one of {', '.join(map(repr, choices))}, not {value!r}")
        return cls(**values)

    def dump(self) -> Json:
        """The options that are not the default."""
        return dict(_changed_options(self))

    @classmethod
    def form(cls) -> list[Json]:
        """What a lobby needs to draw a form: name, default, and choices or least and most."""
        return [
            {
                "name": f.name,
                "default": f.default,
                **{k: list(v) if k == "choices" else v for k, v in f.metadata.items()},
            }
            for f in fields(cls)
        ]


@lru_cache(maxsize=1000)
def _changed_options(options: Options) -> tuple[tuple[str, Any], ...]:
    """Names and values of what is not the default: cached, since every view holds it."""
    return tuple((f.name, getattr(options, f.name)) for f in fields(options) if getattr(options, f.name) != f.default)


def choice(default: Any, *others: Any) -> Any:
    """A field of `Options` that is one of a few values."""
    return field(default=default, metadata={"choices": (default, *others)})


def number(default: int, least: int, most: int) -> Any:
    """A field of `Options` that is a whole number within bounds."""
    return field(default=default, metadata={"least": least, "most": most})
