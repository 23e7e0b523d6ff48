"""The program that bots at tables think in: a line of JSON in, a line out. Started by `thinkers.py`, one for each worker."""

from __future__ import annotations

import json
import os
import signal
import sys
from random import Random
from typing import Any

from texcoco.bots import Bot, Clock, make
from texcoco.game import Event, Game
from texcoco.games import find


def answer(asked: dict[str, Any], known: dict[tuple[str, str], tuple[Game, Bot]]) -> dict[str, Any]:
    """What the bot does, or (for a hint) says, going by what its seat may know."""
    name = (asked["game"], asked["bot"])
    if name not in known:
        game = find(asked["game"])
        known[name] = game, make(asked["bot"], game)
    game, bot = known[name]
    seat, rng, clock = asked["seat"], Random(asked["seed"]), Clock(asked["seconds"])
    log = [Event(event["key"], event["seat"], event["values"]) for event in asked["log"]]
    actions = [game.parse(text) for text in asked["actions"]]
    if asked.get("lang"):
        advice = bot.explain(seat, asked["view"], log, actions, clock, rng, asked["lang"])
        return {"plan": [str(action) for action in advice.plan], "why": advice.why}
    return {"action": str(bot.decide(seat, asked["view"], log, actions, clock, rng))}


def main() -> None:
    replies, sys.stdout = sys.stdout, sys.stderr  # what a bot prints is no answer
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to everybody in the terminal; the server ends its workers itself
    known: dict[tuple[str, str], tuple[Game, Bot]] = {}
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            reply = answer(asked, known)
        except Exception as error:  # whatever a bot does, the next question is another table's
            reply = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps({"number": asked["number"], **reply}), file=replies, flush=True)


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        os._exit(0)  # the server was killed: nobody is left to hear of it
