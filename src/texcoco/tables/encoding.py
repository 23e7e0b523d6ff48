"""JSON that is encoded once and used many times: parts that several states, views or snapshots have in common."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Raw

from texcoco.game import Json, Position, Views

encode, decode = msgspec.json.Encoder().encode, msgspec.json.Decoder().decode


@lru_cache(maxsize=8192)
def encoded_part(function: Callable[..., Any], *values: Any) -> Raw:
    """What `function(*values)` returns, as JSON: a `MakePart` for views and dumps.

    It is kept by nothing but the function and its values. A viewer who may know less is written from other values, or
    by another function, and so never gets what was encoded for somebody who may know more.
    """
    return Raw(encode(function(*values)))


def encoded_view(position: Position, viewer: int | None) -> tuple[bytes, ...]:
    """What a viewer may know of a position of a table, in pieces: most of it is the same for all viewers."""
    public, views = _views(position)
    return pieces(public, encode(views.own_fields(viewer)))


def dump_with_parts(position: Position) -> Json:
    """All of a position of a table, as it is kept beside the log; its larger parts are encoded."""
    return _views(position)[1].dump()


@lru_cache(maxsize=1024)  # a position is written down, and shown to its viewers when that is done
def _views(position: Position) -> tuple[bytes, Views]:
    """The views of a position, and their public fields encoded, without the bracket that closes them.

    Found by the position itself, since positions of tables are replaced, never changed.
    """
    views = position.views(encoded_part)
    return encode(views.public_fields)[:-1], views


def pieces(opened: bytes, fields: bytes) -> tuple[bytes, ...]:
    """One JSON object with the fields of these two, which have none in common; the first is not closed yet."""
    if len(opened) == 1:  # it is empty
        return (fields,)
    return (opened, b"}") if len(fields) == 2 else (opened, b",", fields[1:])
