"""A table of Mexica: what a person would stumble over."""

from __future__ import annotations

import re
from typing import Any

import pytest
from board_clicks import BoardClicker
from playwright.sync_api import expect
from rules.mexica.scene import scene_json
from studies import record
from visiting import PHONE, Visit, open_table

from texcoco.record import Record

IN_SIGHT = """button => {
    button.scrollIntoView({ block: "nearest" });
    const own = button.getBoundingClientRect();
    const room = button.closest(".todo").getBoundingClientRect();
    return own.top >= room.top - 2 && own.bottom <= Math.min(room.bottom, innerHeight) + 2;
}"""
"""Whether scrolling brings a whole button in sight."""


def test_on_a_phone_the_tokens_can_be_read_and_all_tools_are_in_two_rows(visit: Visit) -> None:
    page = visit("about:blank", size=PHONE)
    page.goto(f"/t/{open_table(page, 'mexica', 'me', 'random', options={'first': '0'})}")
    page.locator("[data-space][data-legal]").first.tap()
    # from the first tap on, spaces are large enough for a finger
    page.wait_for_function("() => document.querySelector('[data-space]').getBoundingClientRect().width >= 40")
    page.locator("[data-action=confirm]").tap()
    expect(page.locator("[data-action=end]")).to_be_visible()
    expect(page.locator("[data-do=all]")).to_have_count(0)  # what the other did then is seen on the whole map
    tokens = [each.bounding_box() for each in page.locator("[data-token]").all()]
    assert len(tokens) == 8
    assert all(box and box["width"] >= 34 for box in tokens), tokens
    tools = [each.bounding_box() for each in page.locator("[role=toolbar] button").all()]
    assert len({round(box["y"]) for box in tools if box}) == 2, tools
    assert all(box and min(box["width"], box["height"]) >= 44 for box in tools), tools
    # a hint moves nothing
    end = page.locator("[data-action=end]")
    before = end.bounding_box()
    page.locator("[data-do=hint]").tap()
    expect(page.locator("[data-advice]")).to_be_visible()
    assert end.bounding_box() == before
    # a refusal covers none of the buttons
    page.locator("[data-tool=found]").tap()
    notice = page.locator("[data-notice]")
    expect(notice).to_be_visible()
    box = notice.bounding_box()
    assert box
    assert before
    highest = min(each["y"] for each in tools if each)
    assert box["y"] + box["height"] <= min(highest, before["y"])
    # whoever taps a sign is told what it is
    notice.get_by_role("button", name="Close").tap()
    page.locator(".todo [title]:not(button)").first.tap()
    expect(notice).to_contain_text("points")
    # with text of twice the size all tools are reached and none is cut off
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    for button in (end, *page.locator("[role=toolbar] button").all()):
        page.wait_for_function(IN_SIGHT, arg=button.element_handle())  # again while the controls grow with their text


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_on_a_phone_held_sideways_the_end_of_the_turn_is_in_sight(visit: Visit, lang: str) -> None:
    """In the second period there is a tool more, and French sentences are longer."""
    page = visit("about:blank", size=(844, 390), lang=lang, has_touch=True, is_mobile=True)
    page.goto(f"/t/{open_table(page, 'mexica', 'me', 'random', 'random', position=scene_json(period=2))}")
    expect(page.locator("[data-tool=propose]")).to_be_visible()
    for button in page.locator("[role=toolbar] button, [data-action=end]").all():
        expect(button).to_be_in_viewport(ratio=1)
    end, tabs = page.locator("[data-action=end]").bounding_box(), page.locator("[data-tab=log]").bounding_box()
    assert end
    assert tabs
    assert end["y"] + end["height"] <= tabs["y"]


def before_the_end_of_period_1() -> tuple[int, dict[str, object]]:
    """Who is about to end the first period of the game in `records/`, and the position."""
    played = Record.parse(record("mexica").read_text(encoding="utf-8"))
    position = played.opening()
    for move in played.moves:
        after = position.copy()
        after.play(move.seat, move.action)
        if after.view(None)["period"] == 2:
            return move.seat, position.dump()
        position = after
    raise AssertionError("the record has one period only")


@pytest.mark.parametrize("motion", [True, False])
def test_others_wait_until_a_period_is_scored(motion: bool, visit: Visit) -> None:
    seat, position = before_the_end_of_period_1()
    page = visit("about:blank", motion=motion)
    seats = ["random", "random", "random"]
    seats[seat] = "me"
    table = open_table(page, "mexica", *seats, position=position)
    page.goto(f"/t/{table}")
    page.locator("[data-action=end]").click()
    if page.locator("[data-action=confirm]:enabled").count():
        page.locator("[data-action=confirm]").click()
    card = page.locator("[data-scoring]")
    expect(card).to_be_visible()
    # bots are fast: when it is one's turn again at the server, the board still shows what is scored
    while not page.context.request.get(f"/api/v1/tables/{table}").json()["states"][0]["actions"]:
        page.wait_for_timeout(50)
    expect(page.locator("[data-do=skip]")).to_be_visible()
    expect(page.locator("[data-prompt]")).to_contain_text("period 1 are scored")
    page.locator("[data-action=scoring-next]").click()
    expect(card).to_be_visible()
    expect(page.locator("[data-action=end]")).to_have_count(0)
    # whoever skips it goes on at once
    page.locator("[data-do=skip]").click()
    expect(card).to_have_count(0)
    expect(page.locator("[data-action=end], [data-action=agree]")).to_be_visible()


def test_what_was_refused_is_not_told_for_ever(visit: Visit) -> None:
    page = visit("about:blank")
    page.goto(f"/t/{open_table(page, 'mexica', 'me', 'random', options={'first': '0'})}")
    clicker = BoardClicker(page, "mexica")
    clicker.do(f"start {page.locator('[data-space][data-legal]').first.get_attribute('data-space')}")
    expect(page.locator("[data-action=end]")).to_be_visible()
    page.locator("[data-tool=found]").click()
    expect(page.locator("[data-notice]")).to_be_visible()
    page.locator("[data-tool=canal]").click()
    expect(page.locator("[data-notice]")).to_have_count(0)
    page.locator("[data-action=districts]").click()
    expect(page.locator("[data-district]").first).to_be_in_viewport()
    expect(page.locator("[data-do=hint]")).to_be_in_viewport(ratio=1)
    # near the click, and not over the buttons
    page.keyboard.press("Escape")
    space = page.locator('[data-space="U10"]')
    space.click()
    notice = page.locator("[data-notice]")
    expect(notice).to_be_visible()
    page.wait_for_function("() => document.querySelector('[data-notice]').style.left !== ''")
    at, box, side = space.bounding_box(), notice.bounding_box(), page.locator("main > .side").bounding_box()
    assert at
    assert box
    assert side
    assert box["x"] + box["width"] <= side["x"]
    assert abs(box["y"] + box["height"] / 2 - at["y"]) < box["height"] + 60


def test_the_list_of_districts_takes_room_only_while_it_is_open(visit: Visit) -> None:
    """Closed again, every button is where it was and as large as it was."""
    page = visit("about:blank")
    page.goto(f"/t/{open_table(page, 'mexica', 'me', 'random', 'random', position=scene_json())}")
    expect(page.locator("[data-action=end]")).to_be_visible()
    boxes = "buttons => buttons.map((each) => { const { x, y, width, height } = each.getBoundingClientRect(); return [x, y, width, height]; })"
    before = page.locator(".side .todo button, .side [role=tab]").evaluate_all(boxes)
    page.locator("[data-action=districts]").click()
    expect(page.locator("[data-district]").first).to_be_in_viewport(ratio=1)
    tools = page.locator(".side .todo button:not([data-district])")
    assert tools.evaluate_all(boxes) == before[: tools.count()]
    page.locator("[data-action=districts]").click()
    expect(page.locator("[data-district]")).to_have_count(0)
    assert page.locator(".side .todo button, .side [role=tab]").evaluate_all(boxes) == before


DISTRICT = {"F2": "=", "G2": "=", "H2": "=", "I2": "=", "J2": "=", "F1": "a3", "G1": "b2", "I1": "c1", "J1": "d4"}
"""Five spaces at the upper edge with a temple of each of four players."""
MEETING = """
(where) => {
  const parts = [];
  const add = (name, { left, top, right, bottom }, at) => {
    for (let cut = at; cut; cut = cut.parentElement) {  // what is cut off is not seen
      if (getComputedStyle(cut).overflowX === 'visible') continue;
      const frame = cut.getBoundingClientRect();
      [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
    }
    if (right > left && bottom > top) parts.push({ name, box: { left, top, right, bottom } });
  };
  for (const root of document.querySelectorAll(where)) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode, words = node.nodeType === Node.TEXT_NODE;
      const at = words ? node.parentElement : node;
      const sign = (words ? at : at.parentElement).closest('svg');
      if (!at.checkVisibility() || at.closest('.unseen') || (sign && root.contains(sign))) continue;
      if (words && node.data.trim()) {
        const range = document.createRange();
        range.selectNodeContents(node);
        add(node.data.trim(), range.getBoundingClientRect(), at);
      } else if (!words && at.matches('svg, .mark')) add(at.tagName, at.getBoundingClientRect(), at);
    }
  }
  const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  const meeting = parts.flatMap((one, n) => parts.slice(0, n).filter((other) => !apart(one.box, other.box)).map((other) => [one, other]));
  return { names: parts.map(({ name }) => name), meeting };
}
"""
"""Words and signs in some places, and those of them that cover one another by more than a pixel."""


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=str)
def test_sizes_points_and_scores_do_not_cover_one_another(visit: Visit, size: tuple[int, int], lang: str) -> None:
    """In the card of a district, and in the row of the players, who have many points, action tokens and a clock."""
    finger = {"has_touch": True, "is_mobile": True} if size[0] < 500 else {}
    ana, guest = visit("about:blank"), visit("about:blank", size=size, lang=lang, **finger)

    def watch(**more: Any) -> None:
        position = scene_json(seats=4, score=[118, 97, 104, 110], tokens=[2, 3, 1, 4], **more)
        seats, clock = ["me", "random", "random", "random"], {"minutes": 20, "increment": 20}
        guest.goto(f"/t/{open_table(ana, 'mexica', *seats, position=position, clock=clock)}")
        guest.locator('[data-space="G1"]').click()  # who has nothing to do may still look
        expect(guest.locator("[data-district-card]")).to_be_visible()

    def shown(where: str) -> set[str]:
        found = guest.evaluate(MEETING, where)
        assert not found["meeting"], found["meeting"]
        return set(found["names"])

    watch(period=2, more={**DISTRICT, "H1": "#5"})
    assert {"+5", "+3", "+2", "–"} <= shown("[data-district-card]")
    if finger:
        assert {"118", "97", "104", "110"} <= shown("[data-tab=players]")
        guest.locator("[data-tab=players]").tap()
    expect(guest.locator("b[data-score='118']")).to_be_visible()
    assert {"118", "97", "104", "110"} <= shown("li[data-seat]")
    watch(period=1, more=DISTRICT)  # nothing is due before the second period
    assert "+5" not in shown("[data-district-card]")


@pytest.mark.parametrize(
    ("lang", "land", "price", "card"),
    [
        ("en", r"open land of \d+ spaces, costs \d points", "costs nothing", "Open land"),
        ("fr", r"terre ouverte de \d+ cases, coûte \d points", "ne coûte rien", "Terre ouverte"),
    ],
    ids=["en", "fr"],
)
def test_whoever_listens_hears_what_a_space_is_and_costs(
    visit: Visit, lang: str, land: str, price: str, card: str
) -> None:
    page = visit("about:blank", lang=lang)
    page.goto(f"/t/{open_table(page, 'mexica', 'me', 'random', 'random', position=scene_json())}")
    expect(page.locator("[data-tool=canal]")).to_be_visible()
    space = page.locator('[data-space="H4"]')
    expect(space).to_have_accessible_name(re.compile(f"^H4, {land}$"))
    space.hover()
    expect(page.locator("[data-district-card]")).to_contain_text(card)
    page.goto(f"/t/{open_table(page, 'mexica', 'me', 'random', options={'first': '0'})}")
    for start in page.locator("[data-space][data-legal]").all():
        expect(start).to_have_accessible_name(re.compile(f"{price}$"))
