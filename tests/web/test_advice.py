"""Plans, reasons and hints over HTTP: for one's own seat, and nothing changes by asking."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

from running import Browser, enter, running, states

from texcoco.games.mexica import MEXICA
from texcoco.lesson import lesson


async def test_plans_are_for_ones_own_turn_and_can_be_played(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, eve = await enter(stack, server.address, "Ann", "Eve")
        table = (await ann.open("mexica", "me", "me", "me", options={"first": "0"}))["table"]
        await ann.get(f"/tables/{table}/plans?seat=0", 409)  # the game has not started
        shown = await ann.do(table, "start")
        for seat, action in enumerate(("start H6", "start G7", "start I7")):
            shown = await ann.do(table, "play", seat=seat, step=states(shown)[seat]["step"], action=action)
        state = states(shown)[0]
        found = await ann.get(f"/tables/{table}/plans?seat=0")
        assert (found["number"], found["step"], found["prices"]) == (state["number"], state["step"], dict(MEXICA.prices))
        plan = next(plan for plan in found["plans"] if plan["actions"][-1] == "walk H3")
        assert plan == {"actions": ["walk H5", "walk H4", "walk H3"], "cost": 3, "tokens": 0}
        for action in plan["actions"]:
            await ann.do(table, "play", seat=0, step=found["step"], action=action)
        assert (await ann.get(f"/tables/{table}/plans?seat=1"))["plans"] == []  # it is not its turn
        await eve.get(f"/tables/{table}/plans?seat=0", 403)


async def test_a_game_with_secrets_has_no_plans(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        for game in ("azteco", "yucatan"):
            table = (await ann.open(game, "me", "me", "me"))["table"]
            await ann.do(table, "start")
            found = await ann.get(f"/tables/{table}/plans?seat=0")
            assert (found["plans"], found["prices"]) == ([], {})


async def test_why_says_why_not_and_changes_nothing(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, eve = await enter(stack, server.address, "Ann", "Eve")
        table = (await ann.open("mexica", "me", "me", options={"first": "0"}))["table"]
        await ann.do(table, "start")
        before = await ann.get(f"/tables/{table}")

        async def why(action: str, seat: int = 0, lang: str = "en") -> dict:
            answer = await ann.http.get(f"/tables/{table}/why", params={"seat": seat, "action": action, "lang": lang})
            assert answer.status_code == 200, answer.text
            return answer.json()

        assert await why("start H6") == {"legal": True}
        refused = await why("start A3")
        assert not refused["legal"]
        assert (refused["refused"]["code"], refused["refused"]["rule"]) == ("refused", "M-FIRST")
        assert refused["refused"]["message"] == MEXICA.say("en", refused["refused"]["key"], refused["refused"]["values"])
        french = await why("start A3", lang="fr")
        assert french["refused"]["message"] == MEXICA.say("fr", french["refused"]["key"], french["refused"]["values"])
        assert (await why("start H6", seat=1))["refused"]["rule"] == "M-TURN"
        for nonsense in ("", "walk", "walk Z99", "\U0001f600 " * 100):
            assert (await why(nonsense))["refused"]["rule"] == "M-NOTE"
        await ann.get(f"/tables/{table}/why?seat=0", 400)
        await eve.get(f"/tables/{table}/why?seat=0&action=end", 403)
        assert await ann.get(f"/tables/{table}") == before


async def test_why_of_a_sealed_choice_is_about_another_choice(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        table = (await ann.open("azteco", "me", "me", "me"))["table"]
        shown = await ann.do(table, "start")
        await ann.do(table, "play", seat=0, step=states(shown)[0]["step"], action="claim BB")
        assert await ann.get(f"/tables/{table}/why?seat=0&action=claim+RRR") == {"legal": True}  # it may still be changed (A46)
        assert not (await ann.get(f"/tables/{table}/why?seat=0&action=accuse+1"))["legal"]


async def test_a_hint_names_an_action_that_is_legal_and_that_its_sentence_begins_with(tmp_path: Path) -> None:
    async with running(tmp_path, bot_seconds=1) as server, Browser(server.address) as ann:
        for game in ("mexica", "azteco", "yucatan"):
            table = (await ann.open(game, "me", "me", "me", options={"first": "0"}))["table"]
            shown = await ann.do(table, "start")
            for _ in range(5):
                seat, state = next((seat, state) for seat, state in states(shown).items() if state["actions"])
                hints = {lang: await ann.get(f"/tables/{table}/hint?seat={seat}&lang={lang}") for lang in ("en", "fr")}
                assert hints["en"]["action"] in state["actions"]
                assert hints["en"]["plan"][0] == hints["en"]["action"]
                assert len(hints["en"]["hint"]) > 10
                assert hints["fr"]["hint"] != hints["en"]["hint"]
                shown = await ann.do(table, "play", seat=seat, step=state["step"], action=hints["en"]["action"])


async def test_a_lesson_in_the_readers_language(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        english, french = await ann.get("/games/mexica/lesson"), await ann.get("/games/mexica/lesson?lang=fr")
        assert english == lesson(MEXICA, "en")
        assert french == lesson(MEXICA, "fr")
        answer = await ann.http.get("/games/mexica/lesson", headers={"Accept-Encoding": "gzip"})
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.num_bytes_downloaded < 60_000
        assert answer.json() == english
        answer = await ann.http.get("/games/mexica/lesson", headers={"Accept-Encoding": "identity"})
        assert "content-encoding" not in answer.headers
        await ann.get("/games/chess/lesson", 404)
        assert (await ann.get("/games/tiny/lesson", 404))["refused"]["code"] == "no-lesson"
