"""Playing costs few clicks."""

from __future__ import annotations

from deeds import Doer
from playwright.sync_api import expect
from visiting import Visit, open_table


def test_a_turn_of_six_actions_in_mexica_takes_at_most_14_clicks(visit: Visit) -> None:
    """Two steps, two canals, a bridge and a temple, and the end of the turn."""
    page = visit("about:blank")
    table = open_table(page, "mexica", "me", "random", options={"first": "0"})
    page.goto(f"/t/{table}")
    doer = Doer(page, "mexica")
    points = page.locator("[data-ap]").last

    def can(start: str, words: int = 0) -> str:
        """An action that is possible now and begins so."""
        state = page.context.request.get(f"/api/v1/tables/{table}").json()["states"][0]
        return next(action for action in state["actions"] if action.startswith(start) and words in (0, len(action.split())))

    expect(page.locator("[data-space][data-legal]").first).to_be_attached()
    doer.do(can("start"))
    expect(points).to_have_attribute("data-ap", "6")
    doer.clicks = 0
    for left, kind, words in ((5, "walk", 0), (4, "walk", 0), (3, "canal", 3), (2, "canal", 3), (1, "bridge", 0), (0, "temple", 0)):
        action = can("temple", 0) if kind == "temple" else can(kind, words)
        doer.do(action.rpartition(" ")[0] + " 1" if kind == "temple" else action)
        expect(points).to_have_attribute("data-ap", str(left))
    doer.do("end")
    expect(page.locator("[data-ap='0']")).to_have_count(0)
    assert doer.clicks <= 14


def test_a_long_walk_is_one_click(visit: Visit) -> None:
    page = visit("about:blank")
    table = open_table(page, "mexica", "me", "random", options={"first": "0"})
    page.goto(f"/t/{table}")
    doer = Doer(page, "mexica")
    doer.do(f"start {page.locator('[data-space][data-legal]').first.get_attribute('data-space')}")
    expect(page.locator("[data-ap]").last).to_have_attribute("data-ap", "6")
    far = page.locator("[data-space][data-legal][aria-label*='4']")
    expect(far.first).to_be_attached()
    walks = page.context.request.get(f"/api/v1/tables/{table}/plans?seat=0").json()["plans"]
    long = next(plan for plan in walks if len(plan["actions"]) >= 3 and all(each.startswith("walk") for each in plan["actions"]))
    doer.do(long["actions"][-1])
    expect(page.locator("[data-ap]").last).to_have_attribute("data-ap", str(6 - len(long["actions"])))
    assert doer.clicks == 2  # the start, and the walk
