"""JSON that is encoded once and used many times: parts that several states, views or snapshots have in common."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Raw

encode = msgspec.json.Encoder().encode


@lru_cache(maxsize=8192)
def encoded_part(function: Callable[..., Any], *values: Any) -> Raw:
    """What `function(*values)` returns, as JSON: a `MakePart` for views and dumps.

    It is kept by nothing but the function and its values. A viewer who may know less is written from other values, or
    by another function, and so never gets what was encoded for somebody who may know more.
    """
    return Raw(encode(function(*values)))


def merged(*objects: bytes) -> bytes:
    """One JSON object with the fields of these, of which each has some."""
    return b"{%b}" % b",".join([encoded[1:-1] for encoded in objects if len(encoded) > 2])
