"""Several players at one screen: until one of them says to look alone, it shows what a stranger sees, and does no
more."""

from __future__ import annotations

import json
import time
from random import Random

import pytest
from clicking import Clicker
from looks import check_access, check_words
from playwright.sync_api import WebSocket, expect
from rules.azteco.scene import scene
from visiting import Visit, open_table

PRIVATE = ", ".join(
    f"[data-{what}]"
    for what in ("card", "keep", "jewel", "vote", "guild", "tool", "legal", "advice", "stands", "do=hint", "do=undo", "action")
)  # fmt: skip
"""What only a seat has that chooses; a button to skip a story is for everybody."""
SHOWN = """
() => [...document.querySelectorAll('#board *, .log *')].map((each) => [
  each.tagName,
  each.children.length ? '' : each.textContent,
  ...[...each.attributes].filter(({ name }) => !['tabindex', 'style'].includes(name)).map(({ name, value }) =>
    `${name}=${name === 'class' ? value.split(' ').sort().join(' ') : value}`).sort(),
].join(' '))
"""
BUTTONS = """
() => [...document.querySelectorAll('main button')]
  .filter((each) => each.checkVisibility() && !each.disabled && each.dataset.do !== 'uncover').length
"""
PRESS = """
n => [...document.querySelectorAll('main button')]
  .filter((each) => each.checkVisibility() && !each.disabled && each.dataset.do !== 'uncover')[n]?.click()
"""
KEYS = ["Enter", "Escape", "?", "Escape", *"huaecmbt1"]


class Screen:
    """A screen that several share, and a stranger's beside it to compare with."""

    def __init__(self, visit: Visit, game: str, *seats: str):
        self.page = visit("about:blank")
        self.told: list[str] = []
        self.page.on("request", lambda request: self.told.append(request.url))
        self.page.on("websocket", self._listen)
        table = open_table(self.page, game, *seats, options={"first": "0"})
        self.page.goto(f"/t/{table}")
        self.stranger = visit(f"/t/{table}")
        self.clicker = Clicker(self.page, game, Random(4))
        self.pressed: set[str] = set()
        self.secret_from_the_start = game == "azteco"

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: self.told.append(str(frame)))

    def play(self, handed: int) -> None:
        """Plays until the screen was handed on so often, or to the end, and looks at all that everybody sees."""
        page, clicker = self.page, self.clicker
        end = time.monotonic() + 600
        sight = clicker.look(None)
        while handed and not sight["over"]:
            assert time.monotonic() < end, sight
            if sight["asked"]:
                handed -= 1
                self.check()
            elif not sight["alone"] and self.secret_from_the_start:
                assert page.locator(PRIVATE).count() == 0
            sight = clicker.step(sight)

    def check(self) -> None:
        """Everybody looks at this screen: there is nothing else to be seen, and whatever is pressed brings no more."""
        page = self.page
        assert page.locator(PRIVATE).count() == 0
        self.told.clear()
        for key in KEYS:
            page.keyboard.press(key)
        phase = page.locator("[data-phase]").get_attribute("data-phase") if page.locator("[data-phase]").count() else ""
        if str(phase) not in self.pressed:
            self.pressed.add(str(phase))
            check_access(page)
            check_words(page)
            self.press_everything()
        asked = [said for said in self.told if "seat=" in said or _commands(said)]
        assert not asked, asked
        self.compare()

    def press_everything(self) -> None:
        page = self.page
        for n in range(page.evaluate(BUTTONS)):
            page.evaluate(PRESS, n)
            assert page.locator(PRIVATE).count() == 0
        page.locator("[data-do=menu]").click()
        assert "seat" not in str(page.locator("[data-menu=record]").get_attribute("href"))
        assert page.locator("[data-menu=device], [data-menu=leave], [data-menu=resign]").count() == 0
        page.keyboard.press("Escape")
        page.locator("[data-tab=log]").click()

    def compare(self) -> None:
        page = self.page
        assert page.locator(PRIVATE).count() == 0
        page.locator("[data-tab=log]").click()
        shown, public = page.evaluate(SHOWN), self.stranger.evaluate(SHOWN)
        end = time.monotonic() + 10
        while shown != public and time.monotonic() < end:
            page.wait_for_timeout(50)
            shown, public = page.evaluate(SHOWN), self.stranger.evaluate(SHOWN)
        assert shown == public


def _commands(said: str) -> bool:
    return said.startswith("{") and json.loads(said).get("do") not in ("hello", "chat")


def test_a_whole_game_of_azteco(visit: Visit) -> None:
    """As many games as it takes: whether somebody here draws artefacts to keep one of is luck, nearly always in the
    first."""
    pressed: set[str] = set()
    for _ in range(5):
        screen = Screen(visit, "azteco", "me", "me", "random")
        screen.play(handed=1000)
        pressed |= screen.pressed
        if pressed >= {"claim", "vote", "keep"}:
            break
    assert pressed >= {"claim", "vote", "keep"}
    page = screen.page
    expect(page.locator("[data-result] ol > li")).to_have_count(3)
    check_access(page)
    page.locator("[data-result] [data-do=replay]").click()
    expect(page.locator("[data-timeline=slider]")).to_be_visible()
    page.go_back()
    page.locator("[data-result] [data-do=rematch]").click()
    expect(page.locator("[data-do=uncover]")).to_be_visible()


def test_the_warriors_of_yucatan(visit: Visit) -> None:
    screen = Screen(visit, "yucatan", "me", "me")
    screen.play(handed=8)


def test_who_looks_alone_hides_it_again_and_changes_what_was_sealed(visit: Visit) -> None:
    page = visit("about:blank")
    page.goto(f"/t/{open_table(page, 'azteco', 'me', 'me', 'random')}")
    uncover, cover = page.locator("[data-do=uncover]"), page.locator("[data-do=cover]")
    uncover.click()
    page.locator("[data-action=truth]").click()
    cover.click()
    expect(page.locator("[data-card]")).to_have_count(0)
    uncover.click()
    expect(page.locator("[data-action=confirm]")).to_be_disabled()  # what was half chosen is forgotten
    page.locator("[data-action=truth]").click()
    page.locator("[data-action=confirm]").click()
    expect(uncover).to_be_visible()  # the other one's turn
    page.locator("[data-do=look]").first.click()
    uncover.click()
    expect(page.locator("[data-card]")).to_be_visible()
    page.locator("[data-do=undo]").click()
    expect(page.locator("[data-stands]")).to_be_visible()
    page.goto(f"{page.url}/0")  # looking back, one leaves the table as all may see it
    page.go_back()
    expect(uncover).to_be_visible()
    expect(page.locator("[data-card], [data-stands]")).to_have_count(0)


CUT = """
() => [...document.querySelectorAll('.place h2, .players .name')]
  .filter((each) => each.scrollWidth > each.clientWidth)
  .map((each) => each.textContent)
"""


def test_six_at_one_screen_have_room_and_nothing_moves_when_it_is_handed_on(visit: Visit) -> None:
    page = visit("about:blank")
    seats = ["me", "me", "me", "random", "random", "random"]
    page.goto(f"/t/{open_table(page, 'azteco', *seats, options={'first': '1'}, name='Maximil')}")
    uncover, tabs = page.locator("[data-do=uncover]"), page.locator(".side [role=tablist]")
    expect(page.locator(".place .sealed")).to_have_count(3)
    expect(uncover).to_be_in_viewport(ratio=1)
    expect(tabs).to_be_in_viewport(ratio=1)
    assert page.evaluate(CUT) == []
    for seat in page.locator(".players [data-seat]").all():
        expect(seat).to_be_in_viewport(ratio=0.99)
    before = tabs.bounding_box()
    uncover.click()
    expect(page.locator("[data-action=confirm]")).to_be_in_viewport(ratio=1)
    assert tabs.bounding_box() == before
    assert page.evaluate(CUT) == []


def test_tokens_on_a_narrow_place_lie_beside_nothing(visit: Visit) -> None:
    """Everybody looks at six places: the tokens of a vote are not under the card."""
    page = visit("about:blank")
    picture = """
        card  claim  vote       jewels  stones
        BB    BBRR   accuse 1   BBYRR   4
        BY    YY     believe 2  BBY     3
        BBR   BBR    believe 1  RR      2
        YYY   YYY    accuse 1   YYB     2
        RR    RRR    accuse 5   YYR     3
        BYY   BYY    accuse 1   BYR     2
    """
    table = scene(picture).vote().run("*: artefact effigy; artefact mirror; artefact jade-collar")
    seats = ["me", "me", *["random"] * 4]
    page.goto(f"/t/{open_table(page, 'azteco', *seats, position=table.position.dump())}")
    expect(page.locator(".place .tokens li")).to_have_count(6)
    for place in page.locator("article.place").all():
        card = place.locator(".claim-card").bounding_box()
        assert card
        for token in place.locator(".tokens li").all():
            box = token.bounding_box()
            assert box
            assert box["y"] >= card["y"] + card["height"] or box["x"] >= card["x"] + card["width"], (box, card)


def test_mexica_hides_nothing(visit: Visit) -> None:
    page = visit("about:blank")
    page.goto(f"/t/{open_table(page, 'mexica', 'me', 'me')}")
    clicker = Clicker(page, "mexica", Random(4))
    sight = clicker.look(None)
    while clicker.clicks < 4:
        assert not sight["asked"]
        target = clicker.wish(sight)
        if target is not None:
            clicker.click(target)
        sight = clicker.look(sight)
    expect(page.locator("[data-noble]")).to_have_count(2)


WHOSE_TURN = """() => {
    const find = (selector) => document.querySelector(selector);
    const whose = find("[data-prompt] [data-whose]");
    if (!whose) return null;
    const current = find("[data-seat][aria-current=true]");
    return [whose.dataset.whose, current.dataset.seat, find("[data-prompt]").innerText];
}"""
"""Whom the sentence names, whom the list of players marks, and the sentence; nothing while nobody is named."""


@pytest.mark.parametrize("game", ["mexica", "yucatan"])
def test_the_sentence_names_whose_turn_it_is(visit: Visit, game: str) -> None:
    page = visit("about:blank")
    page.goto(f"/t/{open_table(page, game, 'me', 'me', options={'first': '0'})}")
    clicker = Clicker(page, game, Random(4))
    expect(page.locator(".players [data-seat] .name")).to_have_count(2)
    names = page.locator(".players [data-seat] .name").all_inner_texts()
    sight, seen = clicker.look(None), set[str]()
    while len(seen) < 2:
        shown = page.evaluate(WHOSE_TURN)  # at once: the turn may pass between two looks
        if shown:
            seat, current, prompt = shown
            assert current == seat
            assert f"{names[int(seat)]}:" in prompt
            seen.add(seat)
        sight = clicker.step(sight)


def test_who_only_looks_hands_the_screen_back_to_who_is_to_act(visit: Visit) -> None:
    """Whoever looks out of turn and hides it again leaves the screen to the seat that the game waits for."""
    page = Screen(visit, "azteco", "me", "me", "random").page
    uncover = page.locator("[data-do=uncover]")
    first = uncover.inner_text()
    uncover.click()
    page.locator("[data-action=truth]").click()
    page.locator("[data-action=confirm]").click()
    expect(uncover).not_to_have_text(first)
    second = uncover.inner_text()
    page.locator("[data-seat='0'] [data-do=look]").click()
    expect(uncover).to_have_text(first)
    uncover.click()
    page.locator("[data-do=cover]").click()
    expect(uncover).to_have_text(second)
