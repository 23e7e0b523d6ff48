"""Hints: what a bot would play on somebody's seat."""

from __future__ import annotations

from texcoco.bots import adviser
from texcoco.tables import bot_jobs
from texcoco.tables.bot_jobs import BotFailed
from texcoco.tables.bot_moves import legal_actions
from texcoco.tables.fair_queue import QueueFull
from texcoco.tables.requests import Busy, Refused, Who
from texcoco.tables.table import Table
from texcoco.tables.workers import WorkerPool

HINTS = 4
"""How many hints one source may wait for."""


async def hint(table: Table, who: Who, seat: int, lang: str, bots: WorkerPool, seconds: float) -> tuple[list[str], str]:
    """What a bot would play on one's seat, as far as it plans ahead, and a sentence that says why.

    One of `bots` has `seconds` for it. Raises `Refused`.
    """
    if seat not in table.held_by(who.holder) or table.position is None or table.status != "playing":
        raise Refused("not-your-seat", "hints are for one's own seat in a running game")
    if not table.hints:
        raise Refused("hints-off", "this table was opened without hints")
    actions = legal_actions(table, seat)
    if not actions:
        raise Refused("not-your-turn", "it is not your turn")
    # whoever gave no name is called by the colour, as on the page
    names = [held.name or table.game.say(lang, f"seat.{n}", {}) for n, held in enumerate(table.seats)]
    question = bot_jobs.question(table, seat, actions, seconds, 0)
    try:
        async with bots.turn(who.source, HINTS) as worker:
            return await bot_jobs.explain(worker, adviser(table.game), question, lang, names)
    except QueueFull:
        raise Busy("busy", "you are waiting for hints already; try again") from None
    except BotFailed:
        raise Refused("no-hint", "no hint comes to mind") from None
