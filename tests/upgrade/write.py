"""Writes the database that a release leaves behind: tables of every game, in every state that a later release has to go
on from.

`make release-database` runs this once for each release. It uses the program only as a stranger would, `texcoco serve`
and its HTTP API, so that it need not change when the code does. The database is kept as `databases/VERSION.db.gz`, and
`databases/VERSION.json` says who sits where and what each seat was shown last. `test_upgrade.py` opens all of them with
today's code.
"""

from __future__ import annotations

import contextlib
import gzip
import json
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from importlib import metadata
from pathlib import Path
from random import Random
from typing import Any

import httpx

Json = dict[str, Any]

DATABASES = Path(__file__).with_name("databases")
PEOPLE = ("Ann", "Bob", "Cy")
COMPARED = ("status", "game", "options", "step", "actors", "view", "actions", "undo", "result")
"""The parts of a state that the next release must show in the same way."""


class TooLate(Exception):
    """The table has moved on."""


class Person:
    """Somebody with a browser: a cookie, and commands that are numbered."""

    def __init__(self, address: str, name: str):
        self.name, self.sent = name, 0
        self.http = httpx.Client(base_url=f"http://{address}/api/v1", timeout=30)
        self.http.post("/tables")  # refused, but it brings the cookie

    def post(self, path: str, body: Any = None) -> Json:
        answer = self.http.post(path, json=body)
        if answer.status_code == 409:
            raise TooLate(answer.text)
        assert answer.is_success, answer.text
        return answer.json()

    def do(self, table: str, do: str, **fields: Any) -> Json:
        self.sent += 1
        return self.post(f"/tables/{table}/commands", {"id": f"{self.name}-{self.sent}", "do": do, **fields})

    def state(self, table: str) -> Json:
        (state,) = self.http.get(f"/tables/{table}").json()["states"]
        return state


def open_table(people: list[Person], game: str, bots: int, **more: Any) -> str:
    """A table where these people sit, the first of whom opened it, and some bots."""
    plan = [
        {"kind": "me"},
        *({"kind": "open"} for _ in people[1:]),
        *({"kind": "bot", "bot": "random"} for _ in range(bots)),
    ]
    opened = people[0].post("/tables", {"game": game, "seats": plan, "name": people[0].name, **more})
    free = [invitation["token"] for invitation in opened["invitations"] if invitation["free"]]
    for person, token in zip(people[1:], free, strict=True):
        person.do(opened["table"], "sit", token=token, name=person.name)
    return opened["table"]


def play(people: list[Person], table: str, moves: int, rng: Random, wanted: str = "") -> None:
    """Plays at random, with some actions taken back, until so many are played or one that begins with `wanted` was."""
    played = 0
    while played < moves:
        states = [(person, person.state(table)) for person in people]
        if states[0][1]["status"] == "over":
            return
        able = [(person, state) for person, state in states if state["actions"]]
        if not able:
            time.sleep(0.01)  # a bot thinks
            continue
        person, state = able[0]
        special = [action for action in state["actions"] if wanted and action.startswith(wanted)]
        person.do(table, "play", step=state["step"], actions=[rng.choice(special or state["actions"])])
        played += 1
        if special:
            return
        state = person.state(table)
        if rng.random() < 0.1 and state.get("undo") and state["status"] == "playing":
            with contextlib.suppress(TooLate):  # a bot has moved meanwhile
                person.do(table, "undo", step=state["step"])


def wait_for_people(people: list[Person], table: str) -> None:
    """Until no bot is to move: what was shown then stays as it is."""
    while True:
        state = people[0].state(table)
        if all(state["seats"][seat]["bot"] is None for seat in state.get("actors", [])):
            return
        time.sleep(0.01)


def fill(people: list[Person], rng: Random) -> dict[str, str]:
    """Tables in all states; their ids by what they are."""
    tables: dict[str, str] = {}
    ann, bob, _ = people
    for game in ("mexica", "yucatan", "azteco"):
        waiting = ann.post("/tables", {"game": game, "seats": [{"kind": "me"}] + [{"kind": "open"}] * 2, "name": "Ann"})
        (token, _) = (invitation["token"] for invitation in waiting["invitations"] if invitation["free"])
        bob.do(waiting["table"], "sit", token=token, name="Bob")
        tables[f"{game}, a seat is free"] = waiting["table"]
        for name, moves, more in (
            ("the first turns", 8, {"clock": {"days": 3}}),
            ("in the middle", 90 if game != "azteco" else 25, {"clock": {"minutes": 15, "increment": 20}}),
        ):
            table = open_table(people, game, bots=1, **more)
            ann.do(table, "start")
            play(people, table, moves, rng)
            bob.do(table, "chat", text="Good luck!")
            tables[f"{game}, {name}"] = table
        finished = open_table([ann], game, bots=2, public=True)
        ann.do(finished, "start")
        play([ann], finished, 10_000, rng)
        tables[f"{game}, over"] = finished
        study = ann.post("/studies", {"record": ann.http.get(f"/tables/{finished}/record").text})
        tables[f"{game}, a study"] = study["table"]
        moment = {"from": {"table": finished, "moment": 20}}
        going_on = open_table([ann, bob], game, bots=1, **moment)
        ann.do(going_on, "start")
        play([ann, bob], going_on, 3, rng)
        tables[f"{game}, from a moment of another game"] = going_on
    assert ann.http.get(f"/tables/{tables['azteco, over']}/analysis").is_success  # what is known by then is kept
    again = ann.post(f"/tables/{tables['mexica, over']}/rematch")["table"]
    tables["mexica, a rematch"] = again
    vote = open_table(people, "mexica", bots=0)
    ann.do(vote, "start")
    play(people, vote, 4000, rng, wanted="propose")
    tables["mexica, a proposal waits for votes"] = vote
    sealed = open_table(people, "azteco", bots=0)
    ann.do(sealed, "start")
    while not (sealers := [person for person in people if person.state(sealed)["undo"]]):
        play(people, sealed, 1, rng)
    sealer = sealers[0]
    sealer.do(sealed, "undo", step=sealer.state(sealed)["step"])
    tables["azteco, a sealed choice is reconsidered"] = sealed
    gone = open_table(people, "yucatan", bots=0)
    ann.do(gone, "start")
    play(people, gone, 30, rng)
    bob.do(gone, "leave")
    ann.do(gone, "replace", seat=1)
    tables["yucatan, a bot plays for who left"] = gone
    for table in tables.values():
        wait_for_people(people, table)
    return tables


def describe(people: list[Person], tables: dict[str, str], token: str) -> Json:
    """What `test_upgrade.py` compares with: cookies, and the states of everybody at every table."""
    shown: Json = {}
    for name, table in tables.items():
        states = [person.state(table) for person in people]
        shown[name] = {
            "table": table,
            "states": [{part: state[part] for part in COMPARED if part in state} for state in states],
        }
    cookies = {person.name: person.http.cookies["texcoco"] for person in people}
    return {"cookies": cookies, "invitation": token, "tables": shown}


def main() -> None:
    version = metadata.version("texcoco")
    DATABASES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "games.db"
        server = subprocess.Popen(
            [sys.executable, "-m", "texcoco", "serve", "--port", "0", "--database", f"sqlite:///{database}"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert server.stdout is not None
        address = server.stdout.readline().partition("http://")[2].partition("/")[0]
        for _ in range(500):
            try:
                if httpx.get(f"http://{address}/api/v1/health").is_success:
                    break
            except httpx.TransportError:
                time.sleep(0.02)
        people = [Person(address, name) for name in PEOPLE]
        tables = fill(people, Random(version))
        invitations = (
            people[0].http.get(f"/tables/{tables['mexica, a seat is free']}/invitations").json()["invitations"]
        )
        token = next(invitation["token"] for invitation in invitations if invitation["free"])
        described = describe(people, tables, token)
        server.send_signal(signal.SIGTERM)
        server.wait(30)
        with sqlite3.connect(database) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")  # all of it in one file
            connection.execute("VACUUM")
        connection.close()
        (DATABASES / f"{version}.db.gz").write_bytes(gzip.compress(database.read_bytes(), 9, mtime=0))
    (DATABASES / f"{version}.json").write_text(json.dumps(described, separators=(",", ":")) + "\n", encoding="utf-8")
    print(f"wrote the database of {version}: {len(tables)} tables")


if __name__ == "__main__":
    main()
