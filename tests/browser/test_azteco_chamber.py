"""The chamber of Azteco: what a phone brings into sight, and what is said in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from board_clicks import BoardClicker
from playwright.sync_api import Locator, Page, expect
from rules.azteco.scene import Table, dealt, scene
from visiting import PHONE, Visit, open_table

SMALL = """
within => [...document.querySelectorAll(`${within} button`)]
  .map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
  .filter(([, { width, height }]) => width && Math.min(width, height) < 43.5)
  .map(([html, { width, height }]) => `${html} ${width}x${height}`)
"""


WATCH = """
() => {
  window.seen = { mine: new Set(), temple: new Set(), captions: 0 };
  const look = () => {
    const [mine, temple] = ['article.mine', '.temple'].map((each) => document.querySelector(each)?.getBoundingClientRect());
    if (mine) seen.mine.add(Math.round(mine.height));
    if (temple) seen.temple.add(Math.round(temple.top));
    if (document.querySelector('.caption')) seen.captions++;
    requestAnimationFrame(look);
  };
  look();
}
"""
"""Notes how high one's own place is and where the temple stands, in every frame from now on."""


def in_sight(page: Page, what: Locator) -> bool:
    """Whether a part of the board is above the buttons, not under them."""
    box, board = what.bounding_box(), page.locator("#board").bounding_box()
    assert box is not None
    assert board is not None
    return box["y"] >= board["y"] - 1 and box["y"] + box["height"] <= board["y"] + board["height"] + 1


def test_on_a_phone_whoever_votes_sees_whom(visit: Visit) -> None:
    page = visit("about:blank", size=PHONE)
    page.goto(f"/t/{open_table(page, 'azteco', 'me', *['random'] * 5)}")
    page.locator("[data-action=truth]").tap()
    assert page.evaluate(SMALL, ".az-controls") == []
    page.locator("[data-action=confirm]").tap()
    expect(page.locator("[data-target]").first).to_be_visible()
    assert in_sight(page, page.locator(".others [data-seat]").first)
    assert page.evaluate(SMALL, ".az-controls") == []
    last = page.locator("[data-target]").last
    seat = last.get_attribute("data-target")
    last.tap()
    assert in_sight(page, page.locator(f'.others [data-seat="{seat}"]'))
    page.locator("[data-vote=believe]").tap()
    expect(page.locator("[data-action=confirm]")).to_be_in_viewport(ratio=1)


def test_a_jewel_more_is_worth_the_same_on_the_heap_and_on_its_button(visit: Visit) -> None:
    """It counts what is picked already; and what is said of the claim does not move the buttons."""
    page = visit("about:blank")
    page.goto(f"/t/{open_table(page, 'azteco', 'me', 'random', 'random')}")

    def worth(of: str) -> list[int]:
        said = [page.locator(f"[data-{of}={colour}]").inner_text() for colour in "BYR"]
        return [int("".join(letter for letter in text if letter.isdigit())) for text in said]

    confirm = page.locator("[data-action=confirm]")
    before = confirm.bounding_box()
    assert worth("temple") == worth("jewel") == [0, 0, 0]
    for colour in "BYR":  # a pair is worth a point: of two of these colours the other one is
        page.locator(f"[data-jewel={colour}]").click()
        assert worth("temple") == worth("jewel")
        if any(worth("temple")):
            break
        page.locator("[data-action=cancel]").click()
    assert any(worth("temple"))
    page.locator("[data-jewel][aria-disabled=false]").first.click()
    expect(confirm).to_be_enabled()
    assert confirm.bounding_box() == before


def test_what_was_told_is_said_at_ones_own_place(visit: Visit) -> None:
    page = visit("/learn/azteco", size=PHONE)
    clicker = BoardClicker(page, "azteco")
    coach, mine = page.locator("[data-lesson=coach]"), page.locator('[data-spot="seat 0"]')
    for n, action in enumerate([None, None, "claim BBR", "accuse 1"]):
        expect(coach).to_have_attribute("data-step", str(n))
        if n == 1:
            for words in ("artefacts", "cursed stones", "the curses strike", "1 point a pair", "2 points a trio"):
                expect(page.locator(".chamber")).to_contain_text(words)
        if action:
            clicker.do(action)
        else:
            page.locator("[data-lesson=next]").click()
    expect(mine).to_contain_text("Black believes it")
    expect(mine).to_contain_text("Accuses Black")
    page.locator("[data-lesson=next]").click()
    for n in range(3):
        expect(page.locator(f'[data-keep="{n}"]')).to_be_in_viewport(ratio=1)
    expect(page.locator(".players")).to_contain_text("and 1 artefact face down")


def test_no_hint_tells_how_a_reveal_ends(visit: Visit) -> None:
    page = visit("about:blank", motion=True)
    page.goto(f"/t/{open_table(page, 'azteco', 'me', 'random', 'random')}")
    clicker = BoardClicker(page, "azteco")
    page.locator("[data-action=truth]").click()
    page.locator("button[data-action=confirm]:enabled").click()
    expect(page.locator("[data-do=hint]")).to_be_visible()
    clicker.do("believe 1")
    page.wait_for_function(
        "() => document.querySelector('button[data-action=skip]') && !document.querySelector('[data-do=hint]')"
    )
    page.keyboard.press("h")
    expect(page.locator("[data-action=skip]").first).to_be_visible()
    assert page.locator("[data-advice]").count() == 0
    while page.locator("#board [data-action=skip]").count():
        page.locator("#board [data-action=skip]").first.click()
    expect(page.locator("[data-do=hint]")).to_be_visible()


def test_at_a_desk_nothing_moves_when_captions_and_tokens_come(visit: Visit) -> None:
    """Three others accuse, so that four tokens lie at one's own place; captions stand under the temple."""
    page = visit("about:blank", motion=True)
    others = [visit("about:blank") for _ in range(3)]
    table = open_table(page, "azteco", "me", "open", "open", "open", start=False, public=True, options={"first": "0"})
    commands = f"/api/v1/tables/{table}/commands"
    for seat, other in enumerate(others, 1):
        sit = {"id": "sit", "do": "sit", "seat": seat, "name": "Maximiliana the Great"}
        assert other.context.request.post(commands, data=sit).ok
    assert page.context.request.post(commands, data={"id": "start", "do": "start"}).ok

    def all_play(beginning: str) -> None:
        for seat, other in enumerate(others, 1):
            (state,) = other.context.request.get(f"/api/v1/tables/{table}").json()["states"]
            action = next(action for action in state["actions"] if action.startswith(beginning))
            play = {"id": beginning.split()[0], "do": "play", "seat": seat, "step": state["step"], "actions": [action]}
            assert other.context.request.post(commands, data=play).ok

    page.goto(f"/t/{table}")
    expect(page.locator("[data-action=truth]")).to_be_visible()
    expect(page.locator(".temple")).to_be_visible()
    page.evaluate("() => document.fonts.ready")
    page.evaluate(WATCH)
    all_play("claim")
    page.locator("[data-action=truth]").click()
    page.locator("[data-action=confirm]").click()
    expect(page.locator("[data-target]").first).to_be_visible()
    all_play("accuse 0")
    page.locator("[data-target]").first.click()
    page.locator("[data-vote=accuse]").click()
    seen = page.evaluate("() => ({ mine: [...seen.mine], temple: [...seen.temple], captions: seen.captions })")
    assert seen["captions"], "nothing was told"
    assert len(seen["temple"]) == 1, seen
    page.locator("[data-action=confirm]").click()
    expect(page.locator("article.mine .tokens li")).to_have_count(4)
    expect(page.locator("article.mine [data-claim]")).to_contain_text("Your card")  # turned over
    assert len(page.evaluate("() => [...seen.mine]")) == 1


PLACES = {
    "confirm": ".side [data-action=confirm]",
    "tabs": ".side [role=tablist]",
    "board": "#board",
    "others": ".others",
    "first": "[data-spot='seat 1']",
    "last": "[data-spot='seat 3']",
    "middle": ".chamber [data-spot=temple]",
    "mine": "article.mine",
}
"""What one looks at or presses in every part of a round, and where it is."""


CARDS = ("BB", "BY", "BBR", "YYY", "RR", "BYY")


def voting(seats: int, **given: Any) -> Table:
    """Claims lie on the cards. Nobody will accuse the lie of seat 0, which so wins an artefact."""
    rows = """
        BB    BBRR   accuse 1   BBYRR   4
        BY    YY     believe 2  BBY     3
        BBR   BBR    believe 1  RR      2
        YYY   YYY    accuse 1   YYB     2
        RR    RRR    accuse 5   YYR     3
        BYY   BYY    believe 4  BYR     2
    """.strip().splitlines()
    return scene("\n".join(["card  claim  vote  jewels  stones", *rows[:seats]]), **given)


def whole_round(seats: int) -> Iterator[tuple[str, Table]]:
    """What a player is asked for in a round, each in a position of its own."""
    yield "claim", dealt(seats, *CARDS[:seats])
    yield "vote", voting(seats)
    yield "keep", voting(seats).vote().run("*: artefact effigy; artefact mirror; artefact jade-collar")
    for effect in ("copal", "effigy", "chest", "monkey", "scales", "mirror"):
        yield effect, voting(seats).vote().find(effect, "golden-idol", "silver-idol", keep=effect)
    drawn = [
        {"seat": 0, "drew": ["jade-collar", "mirror", "sun-mask"], "kept": "jade-collar"},
        {"seat": 1, "drew": ["dusk-collar", "chest", "scales"], "kept": "dusk-collar"},
        {"seat": 0, "drew": ["rain-mask", "golden-idol", "monkey"], "kept": "golden-idol"},
        {"seat": 0, "drew": ["silver-idol", "copal", "effigy"], "kept": "silver-idol"},
    ]
    for gains in (drawn[:1], drawn):
        yield f"vote with {len(gains)} artefacts", voting(seats, round=3, gains=gains)


@pytest.mark.parametrize("seats", [4, 6])
@pytest.mark.parametrize(("size", "lang"), [((1440, 900), "en"), ((1440, 900), "fr"), ((1280, 800), "fr")], ids=str)
def test_at_a_desk_everything_keeps_its_place_through_a_round(
    visit: Visit, size: tuple[int, int], lang: str, seats: int
) -> None:
    """Claim, vote, an artefact to choose, each effect: what is asked for differs, but nothing jumps, and the tabs are
    in sight."""
    page = visit("about:blank", size=size, lang=lang)
    seen: dict[str, dict[str, object]] = {}

    def look(at: str) -> None:
        expect(page.locator(PLACES["confirm"])).to_be_visible()
        seen[at] = {name: page.locator(where).bounding_box() for name, where in PLACES.items()}

    for asked, table in whole_round(seats):
        others = ["random"] * (seats - 1)
        page.goto(f"/t/{open_table(page, 'azteco', 'me', *others, position=table.position.dump())}")
        expect(page.locator("[data-recap-do]")).to_have_count(0)
        page.evaluate("() => document.fonts.ready")
        look(asked)
        expect(page.locator(".side [role=tablist]")).to_be_in_viewport(ratio=1)
        if asked == "vote":
            page.locator("[data-target]").first.click()
            expect(page.locator("[data-vote]")).to_have_count(2)
            look("vote, aimed")
            page.locator("[data-vote=accuse]").click()
            look("vote, chosen")
    first = seen.pop("claim")
    assert all(first.values()), first
    for at, boxes in seen.items():
        moved = {name: (first[name], box) for name, box in boxes.items() if box != first[name]}
        assert not moved, (at, moved)
