"""Checks appends and converts them to rows of the database, and rows back to values."""

from __future__ import annotations

import json
import logging
import math
import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, cast

import msgspec

from texcoco.store.values import Card, Damaged, Entry, Json, Saved, TooLarge

LIMIT = 1_000_000
"""Bytes that a payload or a snapshot may have as JSON."""
CARD_LIMIT = 64_000
"""Bytes that a card may have: a page of the lobby has fifty of them."""

_NAME = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_LARGEST = 2**31 - 1
_to_ascii = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode
_to_json = msgspec.json.Encoder().encode

log = logging.getLogger("texcoco.store")


class Write(NamedTuple):
    """An append that has been checked and turned into what the columns hold."""

    table: str
    first: int
    last: int
    rows: list[tuple[int, str, int | None, str, float]]
    """Version, kind, seat, payload, at."""
    snapshot: tuple[int, str] | None
    card: str | None
    """None: the card stays as it is."""
    status: str | None
    holders: tuple[str, ...]
    updated: float


def prepare(
    table: str, entries: Sequence[Entry], snapshot: tuple[int, Json | bytes] | None, card: Json | None
) -> Write:
    """Checks an append. What is wrong with it is the caller's mistake (ValueError), or it is `TooLarge`."""
    if not _NAME.fullmatch(table):
        raise ValueError(f"{table!r:.80} is no id of a table: up to 64 letters, digits, “_”, “-” and “.” of ASCII")
    if not entries:
        raise ValueError("an append needs an entry")
    first = entries[0].version
    if not 1 <= first <= _LARGEST:
        raise ValueError(f"versions begin with 1, not {first}")
    rows: list[tuple[int, str, int | None, str, float]] = []
    for version, entry in enumerate(entries, first):
        if entry.version != version:
            raise ValueError(f"version {entry.version} stands where {version} should")
        if not _NAME.fullmatch(entry.kind):
            raise ValueError(f"{entry.kind!r:.80} is no kind of event")
        if entry.seat is not None and not -_LARGEST <= entry.seat <= _LARGEST:
            raise ValueError(f"{entry.seat} is no seat")
        if not math.isfinite(entry.at):
            raise ValueError(f"{entry.at} is no time")
        payload = encode(entry.payload, f"the payload of {table}, version {version},")
        rows.append((version, entry.kind, entry.seat, payload, float(entry.at)))
    last = rows[-1][0]
    kept: tuple[int, str] | None = None
    if snapshot is not None:
        if not 1 <= snapshot[0] <= last:
            raise ValueError(f"a snapshot of version {snapshot[0]} in an append that ends with {last}")
        kept = snapshot[0], encode(snapshot[1], f"the snapshot of {table}")
    status, holders = (None, ()) if card is None else _columns(card)
    text = None if card is None else encode(card, f"the card of {table}", CARD_LIMIT, nulls=True)
    return Write(table, first, last, rows, kept, text, status, holders, rows[-1][4])


def encode(value: Json | bytes, what: str, limit: int = LIMIT, *, nulls: bool = False) -> str:
    """JSON in ASCII: a NUL and half a surrogate pair are escaped, so that every database takes them and gives them
    back.

    A number that JSON does not have, such as NaN, is refused (ValueError) or, with `nulls`, becomes null: cards change
    often, have many nulls, and nothing is worked out from their numbers.
    """
    text = _encode_ascii(value, nulls)
    if len(text) > limit:
        raise TooLarge(f"{what} has {len(text):,} bytes as JSON; the store takes {limit:,}")
    return text


def _encode_ascii(value: Json | bytes, nulls: bool) -> str:
    if isinstance(value, bytes):
        return value.decode("ascii") if value.isascii() else _to_ascii(json.loads(value))
    try:
        encoded = _to_json(value)
    except (TypeError, ValueError, OverflowError, RecursionError):  # half a surrogate pair, or what is no JSON
        return _to_ascii(value)
    # msgspec writes null for NaN; the other encoder, which takes ten times as long, refuses it.
    if encoded.isascii() and (nulls or b"null" not in encoded):
        return encoded.decode("ascii")
    return _to_ascii(value)


def decode(version: int, kind: str, seat: int | None, payload: str, at: float) -> Entry:
    return Entry(version, kind, seat, json.loads(payload), at)


def decode_table(
    table: str, card: str, snapshot: tuple[int, str] | None, rows: Iterable[tuple[Any, ...]]
) -> Saved | Damaged:
    """A whole table from its rows."""
    try:
        position = None if snapshot is None else (snapshot[0], json.loads(snapshot[1]))
        return Saved(table, json.loads(card), position, [decode(*row) for row in rows])
    except (ValueError, TypeError, RecursionError) as error:
        return Damaged(table, str(error)[:200])


def decode_card(table: str, text: str, updated: float) -> Card:
    """A card from its columns. One that is damaged is empty: the lobby can go on without it."""
    try:
        card: Any = json.loads(text)
        if isinstance(card, dict):
            return Card(table, cast("Json", card), updated)
    except (ValueError, TypeError, RecursionError):
        pass
    log.warning("the card of table %s cannot be read", table)
    return Card(table, {}, updated)


def _columns(card: Json) -> tuple[str | None, tuple[str, ...]]:
    status, holders = card.get("status"), card.get("holders", [])
    if status is not None and not _plain(status):
        raise ValueError(f"the status of a card is a short string, not {status!r:.80}")
    if not isinstance(holders, list | tuple) or not all(_plain(holder) for holder in cast("list[object]", holders)):
        raise ValueError("the holders of a card are a list of short strings")
    return status, tuple(dict.fromkeys(cast("list[str]", holders)))


def _plain(value: object) -> bool:
    """A string that is a key in every database."""
    return isinstance(value, str) and len(value) <= 200 and value.isprintable()
