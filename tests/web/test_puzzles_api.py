"""Puzzles over HTTP: the solver is shown what the seat may know, and the solution only when it is found or asked
for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
from running import Browser, running

from texcoco.games import find
from texcoco.puzzles import puzzles
from texcoco.web.analysis_bodies import PuzzleState, PuzzleVerdict

Json = dict[str, Any]


async def test_puzzles_are_listed_and_one_is_of_the_day(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        for game in ("mexica", "yucatan", "azteco"):
            listed = (await ann.get(f"/games/{game}/puzzles"))["puzzles"]
            assert [card["id"] for card in listed] == list(puzzles(game))
            assert all(set(card) == {"id", "seats", "level"} for card in listed)
        daily = await ann.get("/puzzles/daily?day=2026-03-01")
        assert daily["puzzle"] in puzzles(daily["game"])
        assert daily != await ann.get("/puzzles/daily?day=2026-03-02")
        assert (await ann.get("/puzzles/daily?day=tomorrow", 400))["refused"]["code"] == "bad-request"
        assert (await ann.get("/games/chess/puzzles", 404))["refused"]["code"] == "no-such-game"


async def test_a_puzzle_is_solved_action_by_action(tmp_path: Path) -> None:
    puzzle = next(p for p in puzzles("mexica").values() if len(p.solution) > 3)
    at = f"/games/mexica/puzzles/{puzzle.id}"
    async with running(tmp_path) as server, Browser(server.address) as ann:

        async def look(*actions: str, shown: int = 0) -> Json:
            found = await ann.post(f"{at}/look", {"actions": actions, "shown": shown}, 200)
            msgspec.convert(found, PuzzleState)
            return found

        first = await look()
        position = find("mexica").load(puzzle.position)
        assert first["view"] == position.view(puzzle.seat)
        assert first["actions"] == [str(action) for action in position.actions(puzzle.seat)]
        assert first["seat"] == puzzle.seat
        assert first["events"] == []
        for count in range(1, len(puzzle.solution)):
            now = await look(*puzzle.solution[:count], shown=count - 1)
            assert not now["done"]
            assert now["events"]
            assert puzzle.solution[count] in now["actions"]
        assert await look(*puzzle.solution) == {"seat": puzzle.seat, "done": True}
        verdict = await ann.post(f"{at}/answer?lang=fr", {"actions": puzzle.solution}, 200)
        msgspec.convert(verdict, PuzzleVerdict)
        assert (verdict["solved"], verdict["mark"]) == (True, "good")
        assert verdict["solution"] == list(puzzle.solution)
        assert verdict["reason"] == puzzle.reason["fr"]
        assert verdict["gain"] == puzzle.gain


async def test_the_solution_is_told_only_to_who_finds_it_or_asks(tmp_path: Path) -> None:
    puzzle = next(iter(puzzles("azteco").values()))
    at = f"/games/azteco/puzzles/{puzzle.id}"
    position = find("azteco").load(puzzle.position)
    other = next(str(action) for action in position.actions(puzzle.seat) if str(action) not in puzzle.solution)
    async with running(tmp_path) as server, Browser(server.address) as ann:
        shown = await ann.post(f"{at}/look", {"actions": []}, 200)
        assert set(shown) == {"seat", "done", "view", "events", "actions"}
        assert shown["view"] == json.loads(json.dumps(position.view(puzzle.seat)))
        assert puzzle.reason["en"] not in json.dumps(shown)
        wrong = await ann.post(f"{at}/answer", {"actions": [other]}, 200)
        assert set(wrong) == {"solved", "loss", "mark"}
        assert (wrong["solved"], wrong["loss"] > 0) == (False, True)
        asked = await ann.post(f"{at}/answer", {"actions": []}, 200)
        assert (asked["solved"], asked["mark"], asked["solution"]) == (False, "", list(puzzle.solution))
        assert asked["reason"] == puzzle.reason["en"]


async def test_what_cannot_be_played_is_refused(tmp_path: Path) -> None:
    puzzle = next(iter(puzzles("mexica").values()))
    at = f"/games/mexica/puzzles/{puzzle.id}"
    async with running(tmp_path) as server, Browser(server.address) as ann:
        for code, status, path, asked in (
            ("no-such-puzzle", 404, "/games/mexica/puzzles/00000000/look", {"actions": []}),
            ("no-such-puzzle", 404, "/games/yucatan/puzzles/" + puzzle.id + "/answer", {"actions": []}),
            ("no-such-game", 404, "/games/chess/puzzles/00000000/look", {"actions": []}),
            ("refused", 422, f"{at}/look", {"actions": ["dance"]}),
            ("refused", 422, f"{at}/answer", {"actions": ["agree"]}),
            ("step-over", 409, f"{at}/look", {"actions": ["end", "end"]}),
            ("not-over", 409, f"{at}/answer", {"actions": puzzle.solution[:1]}),
            ("bad-request", 400, f"{at}/look", {"actions": ["end"] * 1000}),
            ("bad-request", 400, f"{at}/answer", {"actions": [], "depth": "deep"}),
        ):
            assert (await ann.post(path, asked, status))["refused"]["code"] == code, (path, asked)
        french = await ann.post(f"{at}/look?lang=fr", {"actions": ["agree"]}, 422)
        english = await ann.post(f"{at}/look", {"actions": ["agree"]}, 422)
        assert french["refused"]["message"] != english["refused"]["message"]
        why = await ann.post(f"{at}/why", {"actions": [], "do": "agree"}, 200)
        assert (why["legal"], why["refused"]["key"]) == (False, english["refused"]["key"])
        assert await ann.post(f"{at}/why", {"actions": [], "do": "end"}, 200) == {"legal": True}
