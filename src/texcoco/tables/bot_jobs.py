"""Asks bots for a move or a hint. They run in worker processes."""

from __future__ import annotations

from typing import Any

import msgspec

from texcoco.game import Json
from texcoco.tables.table import Table
from texcoco.tables.workers import JobFailed, Turn


class BotFailed(Exception):
    """A bot that crashed, overran its time or gave an answer that is not legal; the message says which."""


async def decide(worker: Turn, bot: str, question: Json) -> str:
    """What a bot plays. Raises `BotFailed`."""
    action = await _ask(worker, "decide", {**question, "bot": bot})
    if action not in question["actions"]:
        raise BotFailed(f"{bot} at {question['game']} answered {action!r:.200}")
    return str(action)


async def explain(worker: Turn, bot: str, question: Json, lang: str, names: list[str]) -> tuple[list[str], str]:
    """What a bot would play, as many actions as it plans ahead, and a sentence that says why, with the seats' names.
    Raises `BotFailed`."""
    answer = await _ask(worker, "hint", {**question, "bot": bot, "lang": lang, "names": names})
    plan: list[str]
    try:
        plan, why = answer
        if plan[0] in question["actions"]:
            return plan, str(why)
    except (TypeError, ValueError, IndexError):
        pass
    raise BotFailed(f"{bot} at {question['game']} answered {answer!r:.200}")


async def _ask(worker: Turn, kind: str, question: Json) -> Any:
    try:
        # Twice the time that the bot was told: one that takes a little longer is not a failure.
        return msgspec.json.decode(await worker.ask(kind, question, 2 * question["seconds"]))
    except (JobFailed, msgspec.DecodeError) as error:
        raise BotFailed(f"{question['bot']} at {question['game']}: {error}") from None


def question(table: Table, seat: int, actions: list[str], seconds: float, seed: int) -> Json:
    """The question to a bot: what to do on this seat. The worker filters the log, so that the bot gets only what the
    seat may know."""
    view = table.position_for(seat).view(seat)
    return {
        "game": table.game.name, "seat": seat, "view": view, "log": table.log.dump(), "actions": actions,
        "seconds": seconds, "seed": seed,
    }  # fmt: skip
