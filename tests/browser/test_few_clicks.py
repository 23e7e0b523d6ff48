"""Playing costs few clicks."""

from __future__ import annotations

import json

from board_clicks import BoardClicker
from playwright.sync_api import expect
from visiting import Visit, open_table


def test_a_turn_of_six_actions_in_mexica_takes_at_most_14_clicks(visit: Visit) -> None:
    """Two steps, two canals, a bridge and a temple, and the end of the turn."""
    page = visit("about:blank")
    table = open_table(page, "mexica", "me", "random", options={"first": "0"})
    page.goto(f"/t/{table}")
    clicker = BoardClicker(page, "mexica")
    points = page.locator("[data-ap]").last

    def can(start: str, words: int = 0) -> str:
        """An action that is possible now and begins so."""
        state = page.context.request.get(f"/api/v1/tables/{table}").json()["states"][0]
        return next(
            action for action in state["actions"] if action.startswith(start) and words in (0, len(action.split()))
        )

    expect(page.locator("[data-space][data-legal]").first).to_be_attached()
    clicker.do(can("start"))
    expect(points).to_have_attribute("data-ap", "6")
    clicker.clicks = 0
    for left, kind, words in (
        (5, "walk", 0),
        (4, "walk", 0),
        (3, "canal", 3),
        (2, "canal", 3),
        (1, "bridge", 0),
        (0, "temple", 0),
    ):
        action = can("temple", 0) if kind == "temple" else can(kind, words)
        clicker.do(action.rpartition(" ")[0] + " 1" if kind == "temple" else action)
        expect(points).to_have_attribute("data-ap", str(left))
    clicker.do("end")
    expect(page.locator("[data-ap='0']")).to_have_count(0)
    assert clicker.clicks <= 14


def test_a_long_walk_is_one_click(visit: Visit) -> None:
    page = visit("about:blank")
    table = open_table(page, "mexica", "me", "random", options={"first": "0"})
    page.goto(f"/t/{table}")
    clicker = BoardClicker(page, "mexica")
    clicker.do(f"start {page.locator('[data-space][data-legal]').first.get_attribute('data-space')}")
    expect(page.locator("[data-ap]").last).to_have_attribute("data-ap", "6")
    far = page.locator("[data-space][data-legal][aria-label*='4']")
    expect(far.first).to_be_attached()
    (state,) = page.context.request.get(f"/api/v1/tables/{table}").json()["states"]
    steps = [[action] for action in state["actions"]]
    for after, added in zip(state["plans"]["after"], state["plans"]["actions"], strict=True):
        steps.append(steps[after] + added)
    long = next(way for way in steps if len(way) >= 3 and all(each.startswith("walk") for each in way))
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()  # so that the stream is begun anew, and is listened to
    expect(far.first).to_be_attached()
    sent.clear()
    asked.clear()
    clicker.clicks = 0
    clicker.do(long[-1])
    expect(page.locator("[data-ap]").last).to_have_attribute("data-ap", str(6 - len(long)))
    assert clicker.clicks == 1
    (command,) = [json.loads(frame) for frame in sent]
    assert (command["do"], command["actions"]) == ("play", long)
    assert not [url for url in asked if "/api/" in url]  # costs and plans came with the state
    page.locator("[data-do='undo']").first.click()
    expect(page.locator("[data-ap]").last).to_have_attribute("data-ap", "6")  # the whole walk is taken back
