"""Costs, plans, reasons and hints over HTTP: for one's own seat, and nothing changes by asking."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

from running import Browser, enter, running, states

from texcoco.game import Json
from texcoco.games.mexica import MEXICA
from texcoco.lesson import lesson


async def test_plans_and_costs_come_with_the_state_of_who_is_to_act(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        table = (await ann.open("mexica", "me", "me", "me", options={"first": "0"}))["table"]
        shown = await ann.do(table, "start")
        for seat, action in enumerate(("start H6", "start G7", "start I7")):
            shown = await ann.do(table, "play", seat=seat, step=states(shown)[seat]["step"], actions=[action])
        state = states(shown)[0]
        costs = [cost for cost, n in state["costs"] for _ in range(n)]
        assert dict(zip(state["actions"], costs, strict=True))["walk H5"] == {"points": 1}
        plans = plans_of(state)
        assert plans["walk H3"] == (["walk H5", "walk H4", "walk H3"], {"points": 3})
        shown = await ann.do(table, "play", seat=0, step=state["step"], actions=plans["walk H3"][0])
        assert states(shown)[0]["view"]["pawns"][0] == "H3"
        for seat in (1, 2):  # it is not their turn
            assert not {"costs", "plans"} & states(shown)[seat].keys()


def plans_of(state: Json) -> dict[str, tuple[list[str], Json]]:
    """The plans of a state by their last action: what is played, and what it costs."""
    known = [[action] for action in state["actions"]]
    for after, added in zip(state["plans"]["after"], state["plans"]["actions"], strict=True):
        known.append(known[after] + added)
    costs = [cost for cost, n in state["plans"]["costs"] for _ in range(n)]
    return {plan[-1]: (plan, cost) for plan, cost in zip(known[len(state["actions"]) :], costs, strict=True)}


async def test_a_game_without_costs_and_plans_sends_none(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        for game in ("azteco", "yucatan"):
            table = (await ann.open(game, "me", "me", "me"))["table"]
            shown = await ann.do(table, "start")
            assert any(state["actions"] for state in states(shown).values())
            assert not any({"costs", "plans"} & state.keys() for state in states(shown).values())


async def test_why_says_why_not_and_changes_nothing(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, eve = await enter(stack, server.address, "Ann", "Eve")
        table = (await ann.open("mexica", "me", "me", options={"first": "0"}))["table"]
        await ann.do(table, "start")
        before = await ann.get(f"/tables/{table}")

        async def why(do: str, at: str | None = None, seat: int = 0, lang: str = "en") -> Json:
            asked = {"seat": seat, "do": do, "lang": lang} | ({} if at is None else {"at": at})
            answer = await ann.http.get(f"/tables/{table}/why", params=asked)
            assert answer.status_code == 200, answer.text
            return answer.json()

        assert await why("start", "H6") == await why("start") == {"legal": True}
        refused = await why("start", "A3")
        assert not refused["legal"]
        assert (refused["refused"]["code"], refused["refused"]["rule"]) == ("refused", "M-FIRST")
        assert refused["refused"]["message"] == MEXICA.say(
            "en", refused["refused"]["key"], refused["refused"]["values"]
        )
        french = await why("start", "A3", lang="fr")
        assert french["refused"]["message"] == MEXICA.say("fr", french["refused"]["key"], french["refused"]["values"])
        assert (await why("start", "H6", seat=1))["refused"]["rule"] == "M-TURN"
        for nonsense in (("",), ("walk", "Z99"), ("start", "H6 H6 3"), ("\U0001f600 " * 20, "\U0001f600")):
            assert (await why(*nonsense))["refused"]["rule"] == "M-NOTE"
        assert (await why("walk"))["refused"]["rule"] == "M-FIRST"
        await ann.get(f"/tables/{table}/why?seat=0", 400)
        await ann.get(f"/tables/{table}/why?seat=0&do=walk&at={'A1+' * 40}", 400)
        await eve.get(f"/tables/{table}/why?seat=0&do=end", 403)
        assert await ann.get(f"/tables/{table}") == before


async def test_why_of_a_sealed_choice_is_about_another_choice(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        table = (await ann.open("azteco", "me", "me", "me"))["table"]
        shown = await ann.do(table, "start")
        await ann.do(table, "play", seat=0, step=states(shown)[0]["step"], actions=["claim BB"])
        assert await ann.get(f"/tables/{table}/why?seat=0&do=claim&at=RRR") == {
            "legal": True
        }  # it may still be changed (A46)
        assert not (await ann.get(f"/tables/{table}/why?seat=0&do=accuse&at=1"))["legal"]


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
                shown = await ann.do(table, "play", seat=seat, step=state["step"], actions=[hints["en"]["action"]])


async def test_a_hint_calls_players_by_the_names_that_they_gave(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        seats = [{"kind": "me", "name": name} for name in ("Zoé", "Luc", "")]
        table = (await ann.post("/tables", {"game": "azteco", "seats": seats}, 201))["table"]
        shown = await ann.do(table, "start")
        for seat in range(3):
            state = states(shown)[seat]
            claim = f"claim {state['view']['cards'][seat]}"
            shown = await ann.do(table, "play", seat=seat, step=state["step"], actions=[claim])
        called = {"en": ["Zoé", "Luc", "Sand"], "fr": ["Zoé", "Luc", "Sable"]}
        for seat in range(3):
            for lang, names in called.items():
                hint = await ann.get(f"/tables/{table}/hint?seat={seat}&lang={lang}")
                assert names[int(hint["action"].split()[1])] in hint["hint"]


async def test_a_table_that_was_opened_without_hints_gives_none_and_says_so(tmp_path: Path) -> None:
    async with running(tmp_path, bot_seconds=1) as server, Browser(server.address) as ann:
        table = (await ann.open("mexica", "me", "greedy", hints=False))["table"]
        shown = await ann.do(table, "start")
        assert all(state["hints"] is False for state in states(shown).values())
        refused = (await ann.get(f"/tables/{table}/hint?seat=0", 409))["refused"]
        assert refused["code"] == "hints-off"
        assert (await ann.get(f"/tables/{table}/why?seat=0&do=walk"))["legal"] in (True, False)  # the rules are told
        other = (await ann.open("mexica", "me", "greedy"))["table"]
        assert states(await ann.do(other, "start"))[0]["hints"] is True


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
