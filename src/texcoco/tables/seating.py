"""Who holds a seat: sitting down and standing up, links for further devices, signing them out, and removing somebody.

A seat has at most one link. While the seat is free it is an invitation, which only the opener of the table is shown,
and which stops working once somebody sits there. Then it is the holder's own link, for another device; nobody
else is ever shown it.
"""

from __future__ import annotations

import secrets
from random import Random

from texcoco.printable import printable
from texcoco.tables.requests import NAME, Decision, OwnSeat, Refused, Remove, RenewLink, SignOutOthers, Sit, Stand, Who
from texcoco.tables.table import Table

DEVICES = 20
"""How many browsers may hold a seat: all of them are on the table's card, whose size has a limit."""


def new_token() -> str:
    """The secret of a link."""
    return secrets.token_urlsafe(16)


def cleaned_name(text: str) -> str:
    """A name as it is stored. It may be empty: then the player is called by the colour of the seat."""
    name = " ".join(printable(text).split())[:NAME]
    return printable(name).strip()  # the cut may have left half of a combined character


def own_seat(table: Table, who: Who, named: OwnSeat) -> int:
    """The seat that a command is for, which must be one of the sender's. Raises `Refused`."""
    held = table.held_by(who.holder)
    seat = named if named is not None else held[0] if len(held) == 1 else None
    if seat is None or seat not in held:
        raise Refused("not-your-seat", "this seat is not yours" if held else "you have no seat at this table")
    return seat


def sit(table: Table, who: Who, command: Sit, now: float, rng: Random) -> Decision | None:
    """Sits down with an invitation, or on any free seat of a public table.

    With the link of one's own seat, another device joins that seat.
    """
    if table.public and not command.token and table.status == "open":
        if who.holder in table.removed:
            raise Refused(
                "removed", "who opened the table has removed you from it: you can sit down with a new invitation only"
            )
        if command.seat is None or command.seat not in _free_seats(table):
            raise Refused("seat-taken", "say on which of the free seats you want to sit", seats=_free_seats(table))
        return _sat_down(who, command.seat, command)
    for number, seat in enumerate(table.seats):
        if not seat.token or not secrets.compare_digest(seat.token.encode(), command.token.encode()):
            continue
        if seat.kind == "open":
            return _sat_down(who, number, command)
        if seat.kind == "person":
            if who.holder in seat.holders:
                return None  # this browser has the seat already
            if len(seat.holders) >= DEVICES:
                raise Refused("too-many-devices", f"this seat is held by {DEVICES} browsers already")
            return Decision("sat", number, {"name": seat.name, "holder": who.holder, "device": True})
    raise Refused("bad-invitation", "this link is for no seat of this table, or for one that is not free any more")


def _free_seats(table: Table) -> list[int]:
    return [number for number, seat in enumerate(table.seats) if seat.kind == "open"]


def _sat_down(who: Who, seat: int, command: Sit) -> Decision:
    """Replaces the invitation by a new link for the holder's other devices: others may know the invitation."""
    return Decision(
        "sat", seat, {"name": cleaned_name(command.name or who.name), "holder": who.holder, "token": new_token()}
    )


def stand(table: Table, who: Who, command: Stand, now: float, rng: Random) -> Decision:
    """Frees a seat of one's own before the start."""
    seat = own_seat(table, who, command.seat)
    if table.status != "open":
        raise Refused("started", "the game has started: you can leave, and come back")
    return Decision("stood", seat, {"token": new_token()})


def remove(table: Table, who: Who, command: Remove, now: float, rng: Random) -> Decision:
    """Lets the opener free somebody's seat before the start."""
    if who.holder != table.owner:
        raise Refused("not-yours", "only who opened the table can remove somebody from a seat")
    if table.status != "open":
        raise Refused("started", "the game has started: nobody is removed any more")
    if command.seat >= len(table.seats):
        raise Refused("no-such-seat", "there is no such seat")
    seat = table.seats[command.seat]
    if seat.kind != "person":
        raise Refused("nobody-there", "nobody sits there who could be removed")
    if seat.name != command.name:
        raise Refused("somebody-else", "somebody else sits there by now")
    if who.holder in seat.holders:
        raise Refused("own-seat", "this seat is your own: stand up instead")
    return Decision("removed", command.seat, {"token": new_token()})


def renew_link(table: Table, who: Who, command: RenewLink, now: float, rng: Random) -> Decision:
    """Makes a new link of one's own seat or, for the opener, of a free seat; the old one ceases to work."""
    if who.holder == table.owner and command.seat in _free_seats(table):
        return Decision("renewed", command.seat, {"token": new_token()})
    return _own_link_renewed(own_seat(table, who, command.seat))


def sign_out_others(table: Table, who: Who, command: SignOutOthers, now: float, rng: Random) -> Decision:
    """Takes one's seat from all other browsers that hold it.

    Makes a new link, so that none of them can come back with the old one.
    """
    seat = own_seat(table, who, command.seat)
    if table.seats[seat].holders == frozenset({who.holder}):
        return _own_link_renewed(seat)
    return Decision("signed_out", seat, {"holder": who.holder, "token": new_token()})


def _own_link_renewed(seat: int) -> Decision:
    return Decision("renewed", seat, {"token": new_token(), "private": True})  # the others at the table are not told
