"""What a Mexica turn of six walks and digs takes over the API: `python -m benchmarks.turn`.

A server is started on this machine, and the same turn is played twice over a stream: each action as a command of its
own, as all had to be before commands could hold several actions, and as one command. Commands sent, states received,
and bytes received are counted. `benchmarks.page_turn` counts what the page makes of such a turn.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path

from benchmarks.abuse import serving
from benchmarks.report import markdown
from benchmarks.wire import Browser

TURN = ["walk H5", "canal K5 K6", "walk H4", "walk H3", "canal L5 L6", "walk H2"]


@dataclass
class Counted:
    """What went over the wire for a turn."""

    commands: int = 0
    states: int = 0
    bytes: int = 0


async def play(server: str, lists: list[list[str]]) -> Counted:
    """Plays the turn, one command for each list of actions, and waits for the state that shows all of it."""
    browser = Browser(server, "127.0.0.1")
    table = await browser.open("mexica", "me", "me", "me", options={"first": "0"})
    await browser.do(table, "start")
    for seat, at in enumerate(("H6", "G7", "I7")):
        await browser.do(table, "play", seat=seat, step=seat + 1, actions=[f"start {at}"])
    _, shown = await browser.ask("GET", f"/tables/{table}")
    step, before = shown["states"][0]["step"], shown["states"][0]["number"]
    socket = await browser.stream(table)
    number = -1
    while number < before:  # what a client is sent when it comes is not part of the turn
        state = json.loads(await socket.recv()).get("state", {})
        number = state["number"] if state.get("seat") == 0 else number
    counted = Counted()
    for actions in lists:
        await socket.send(json.dumps(browser.command("play", seat=0, step=step, actions=actions)))
        counted.commands += 1
        before += 1
        waiting = {"ack", "state"}
        while waiting:
            text = await socket.recv()
            message = json.loads(text)
            if message["type"] == "refused":
                raise RuntimeError(message["refused"]["message"])
            if message["type"] == "state":
                if message["state"]["seat"] != 0:  # this browser has the other seats too
                    continue
                counted.states += 1
            counted.bytes += len(text)
            if message["type"] != "state" or message["state"]["number"] >= before:
                waiting.discard(message["type"])
    await socket.close()
    return counted


async def measure() -> list[list[str]]:
    async with serving(Path.cwd()) as (server, _):
        single = await play(server, [[action] for action in TURN])
        together = await play(server, [TURN])
    return [
        [name, str(getattr(single, name)), str(getattr(together, name))] for name in ("commands", "states", "bytes")
    ]


def main() -> None:
    print(f"{', '.join(TURN)}\n")
    print(markdown([["", "one command an action", "one command"], *asyncio.run(measure())], 1))


if __name__ == "__main__":
    main()
