"""On a phone, with fingers: the first turns of each game, and nothing to scroll sideways."""

from __future__ import annotations

import time
from random import Random

import pytest
from board_clicks import BoardClicker
from clicking import Clicker
from looks import check_labels, check_width
from playwright.sync_api import Locator, expect
from playwright.sync_api import TimeoutError as Timeout
from studies import study
from visiting import GAMES, PHONE, Visit, open_table

from texcoco.game import CHANCE, Position
from texcoco.games import find


class Finger(Clicker):
    def press(self, target: Locator) -> None:
        everything = self.page.locator("[data-do=all]")
        try:
            if target.get_attribute("data-space") and everything.count():
                everything.tap(timeout=2000)  # what is meant may be out of sight
                expect(everything).to_have_count(0)
            target.tap(timeout=2000)
        except Timeout:  # what was tapped before is refused by now: a notice lies over the board, or has just gone
            close = self.page.locator(".notice .close")
            (close if close.count() else target).tap(timeout=2000)


def first_turn(game: str, seats: int) -> Position:
    """Where the first of several players has the turn."""
    position, rng = find(game).opening(seats), Random(5)
    while position.actors() != (0,) or position.view(None)["phase"] != "turn":
        seat = position.actors()[0]
        position.apply(seat, position.draw(rng) if seat == CHANCE else position.pick(seat, rng))
    return position


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", ["mexica", "yucatan"])
def test_what_is_written_on_buttons_is_in_their_names(game: str, lang: str, visit: Visit) -> None:
    position = first_turn(game, 2)
    page = visit("about:blank", size=PHONE, lang=lang)
    page.goto(f"/t/{open_table(page, game, 'me', 'random', position=position.dump())}")
    expect(page.locator("[data-tool]").first).to_be_visible()
    check_labels(page)


@pytest.mark.parametrize("game", GAMES)
def test_the_first_turns_of(game: str, visit: Visit) -> None:
    page = visit("about:blank", size=PHONE, dark=True)
    page.goto(f"/t/{open_table(page, game, *('me', 'random', 'random')[: 3 if game == 'azteco' else 2])}")
    finger = Finger(page, game, Random(5))
    end = time.monotonic() + 60
    sight = finger.look(None)
    while finger.clicks < 24:
        assert time.monotonic() < end, sight
        target = finger.manners(sight) or finger.wish(sight)
        if target is not None:
            finger.click(target)
        sight = finger.look(sight, 1500 if target is not None else 30_000)
    check_width(page)
    log = page.context.request.get(f"/api/v1/tables/{page.url.rpartition('/')[2]}").json()["states"][0]["log"]
    assert sum(line.get("event", {}).get("seat") == 0 for line in log) >= 3, "fingers did nothing"


def edges(target: Locator) -> tuple[float, float, float, float]:
    """Where something is: left, top, right, bottom."""
    box = target.bounding_box()
    assert box is not None
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def test_a_warrior_in_hand_is_looked_at_from_near(visit: Visit) -> None:
    position = first_turn("yucatan", 3)
    page = visit("about:blank", size=PHONE)
    page.goto(f"/t/{open_table(page, 'yucatan', 'me', 'random', 'random', position=position.dump())}")
    # the guilds stand where the tools were: nothing moves
    places = page.locator("[data-action=confirm]"), page.locator("#board")
    before = [edges(place) for place in places]
    page.locator("[data-tool=deploy]").tap()
    expect(page.locator("[data-guild]")).to_have_count(3)
    assert [edges(place) for place in places] == before
    page.locator("[data-action=cancel]").tap()
    lit = page.locator("[data-space][data-lit]")
    page.locator("[data-tool=march]").tap()
    assert edges(lit.first)[2] - edges(lit.first)[0] < 30
    lit.first.tap()
    page.wait_for_function(
        "() => document.querySelector('[data-space][data-lit]')?.getBoundingClientRect().width >= 40"
    )
    board = edges(page.locator("#board"))
    for left, top, right, bottom in map(edges, lit.all()):
        assert right - left >= 40
        assert board[0] <= left < right <= board[2]
        assert board[1] <= top < bottom <= board[3]
    page.locator("[data-action=cancel]").tap()
    expect(page.locator("[data-do=all]")).to_have_count(0)


TALL = {"size": (390, 844), "has_touch": True, "is_mobile": True}
FIGHT = {
    "seats": 2,
    "turn": 0,
    "round": 3,
    "warriors": [{"at": "K7", "seat": 0, "guild": "jaguar"}, {"at": "J7", "seat": 1, "guild": "serpent"}],
}
NEAR = "space => document.querySelector(`[data-space=${space}]`).getBoundingClientRect().width >= 40"


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_they_did_does_not_cover_a_fight(visit: Visit, lang: str) -> None:
    page = visit("about:blank", lang=lang, **TALL)
    page.goto(f"/t/{open_table(page, 'yucatan', 'me', 'random', position=FIGHT)}")
    BoardClicker(page, "yucatan").do("march K7 J7")
    expect(page.locator("[data-fight=J7]")).to_be_visible()
    expect(page.locator("[data-do=hint]")).to_be_visible()  # Black has played
    expect(page.locator("[data-recap]")).to_have_count(0)
    page.locator("[data-do=close-fight]").tap()
    expect(page.locator("[data-told]")).to_have_count(1)


def test_a_refusal_names_spaces_that_can_be_read(visit: Visit) -> None:
    page = visit("about:blank", **TALL)
    page.goto(f"/t/{open_table(page, 'yucatan', 'me', 'random', position=FIGHT)}")
    labels = page.locator(".yucatan .label")
    expect(page.locator("[data-tool=march]")).to_be_visible()
    expect(labels).to_have_count(0)
    page.locator("[data-space=C3]").tap()
    expect(page.locator(".notice")).to_contain_text("C3")
    page.wait_for_function(NEAR, arg="C3")
    expect(labels.filter(has_text="C3")).to_have_count(1)


def test_a_line_of_the_log_makes_way_for_what_it_shows(visit: Visit) -> None:
    page = visit("about:blank", **TALL)
    page.goto(f"/t/{open_table(page, 'yucatan', 'me', 'random', position=FIGHT)}")
    BoardClicker(page, "yucatan").do("march K7 J7")
    page.locator("[data-do=close-fight]").tap()
    page.locator("#tab-log").tap()
    page.locator(".log .line").filter(has_text="J7").first.tap()
    expect(page.locator(".log")).to_have_count(0)
    expect(page.locator("path.pointed").first).to_be_visible()
    page.locator("#board").tap(position={"x": 5, "y": 5})
    expect(page.locator("path.pointed")).to_have_count(0)


def test_looking_at_a_game_again_marks_what_each_moment_did(visit: Visit) -> None:
    page = visit("/", **TALL)
    page.goto(f"{study(page, 'yucatan')}/30")
    expect(page.locator("path.pointed").first).to_be_visible()


@pytest.mark.parametrize(("space", "column", "row"), [("M9", "M", "9"), ("E12", "E", "12"), ("H6", "H", "6")])
def test_from_near_letters_and_numbers_of_spaces_are_at_the_edge(
    visit: Visit, space: str, column: str, row: str
) -> None:
    page = visit("about:blank", **TALL)
    page.goto(f"/t/{open_table(page, 'mexica', 'me', 'random', position=first_turn('mexica', 2).dump())}")
    page.locator("[data-tool=canal]").tap()
    expect(page.locator("[data-ruler]")).to_have_count(0)
    page.locator(f"[data-space={space}]").tap()
    page.wait_for_function(NEAR, arg=space)
    left, top, right, bottom = edges(page.locator(f"[data-space={space}]"))
    board = edges(page.locator("#board"))

    def beside(name: str) -> tuple[float, float]:
        """The middle of a sign at the edge or, where the edge of the map is in sight, of the map's own."""
        signs = page.locator(f"[data-ruler='{name}']")
        if not signs.count():
            signs = page.locator(".edge text").filter(has_text=name)
        for sign in signs.all():
            x1, y1, x2, y2 = edges(sign)
            if board[0] <= (x1 + x2) / 2 <= board[2] and board[1] <= (y1 + y2) / 2 <= board[3]:
                return (x1 + x2) / 2, (y1 + y2) / 2
        raise AssertionError(f"no sign {name} in sight")

    assert left < beside(column)[0] < right
    assert top < beside(row)[1] < bottom


def test_what_others_do_after_the_start_is_seen_on_the_whole_map(visit: Visit) -> None:
    page = visit("about:blank", **TALL)
    page.goto(f"/t/{open_table(page, 'mexica', 'me', 'random', options={'first': '0'})}")
    page.locator("[data-space=H8]").tap()
    page.wait_for_function(NEAR, arg="H8")
    page.locator("[data-action=confirm]").tap()
    expect(page.locator("[data-told]")).to_have_count(1)
    expect(page.locator("[data-do=all]")).to_have_count(0)


@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_while_one_judges_nothing_moves_and_nothing_is_covered(visit: Visit, lang: str, size: tuple[int, int]) -> None:
    page = visit("about:blank", lang=lang, size=size, has_touch=True, is_mobile=True)
    page.goto(f"/t/{open_table(page, 'azteco', 'me', 'random', 'random')}")
    page.locator("[data-action=truth]").tap()
    page.locator("[data-action=confirm]").tap()
    expect(page.locator("[data-target]")).to_have_count(2)
    expect(page.locator(".todo [data-recap-do=back]")).to_be_visible()
    places = [*page.locator("[data-target]").all(), *page.locator("[data-vote]").all(), page.locator("#board")]
    before = [pytest.approx(edges(place), abs=0.5) for place in places]
    page.locator("[data-target]").last.tap()
    expect(page.locator("[data-vote=accuse]")).to_be_enabled()
    assert [edges(place) for place in places] == before
    page.locator("[data-vote=accuse]").tap()
    confirm = page.locator("[data-action=confirm]")
    expect(confirm).to_be_enabled()
    assert [edges(place) for place in places] == before
    assert edges(page.locator("#az-accuse"))[3] <= edges(confirm)[1]
    expect(page.locator("[data-recap]")).to_have_count(0)  # over the chamber
    page.locator(".todo [data-recap-do=back]").tap()
    expect(page.locator("[data-recap]")).to_be_visible()


def test_the_scribe_does_not_stand_on_what_is_said(visit: Visit) -> None:
    page = visit("/learn/azteco", motion=True, **TALL)
    clicker = BoardClicker(page, "azteco")
    for _ in range(2):
        page.locator("[data-lesson=next]").tap()
    clicker.do("claim BBR")
    clicker.do("accuse 1")
    page.wait_for_selector(".watch")
    words = page.evaluate(
        """() => {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector('.watch'));
        return range.getBoundingClientRect().left;
      }"""
    )
    assert words >= edges(page.locator(".guide"))[2]


def test_the_list_of_districts_lies_in_the_lake_and_moves_nothing(visit: Visit) -> None:
    page = visit("about:blank", **TALL)
    page.goto(f"/t/{open_table(page, 'mexica', 'me', 'random', position=first_turn('mexica', 2).dump())}")
    scores = page.locator("[data-action=districts]")
    expect(scores).to_be_visible()
    places = [scores, page.locator("[data-action=end]"), page.locator("[data-do=hint]"), page.locator("#board")]
    before = [edges(place) for place in places]
    scores.tap()
    expect(page.locator("[data-district]").first).to_be_in_viewport(ratio=1)
    page.wait_for_function(
        "() => document.querySelector('[data-districts]').getBoundingClientRect().bottom"
        " <= document.querySelector('.side').getBoundingClientRect().top"
    )
    assert [edges(place) for place in places] == before
    scores.tap()
    expect(page.locator("[data-districts]")).to_have_count(0)


def test_on_its_side_all_that_is_taken_is_in_sight(visit: Visit) -> None:
    page = visit("about:blank", size=(844, 390), has_touch=True, is_mobile=True)
    page.goto(f"/t/{open_table(page, 'azteco', 'me', 'random', 'random')}")
    page.locator("[data-jewel]").first.tap()
    taken, confirm = edges(page.locator("[data-drop]")), edges(page.locator("[data-action=confirm]"))
    assert taken[3] <= confirm[1]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_on_its_side_what_they_did_is_beside_the_board(visit: Visit, lang: str) -> None:
    page = visit("about:blank", lang=lang, size=(844, 390), has_touch=True, is_mobile=True)
    position = first_turn("mexica", 2)
    position.apply(0, find("mexica").parse("end"))
    page.goto(f"/t/{open_table(page, 'mexica', 'me', 'random', position=position.dump())}")
    back = page.locator(".todo [data-recap-do=back]")
    expect(back).to_be_visible()  # Black has played
    expect(page.locator("[data-recap]")).to_have_count(0)
    back.tap()
    expect(page.locator("[data-recap]")).to_be_visible()
    assert edges(page.locator("[data-recap]"))[0] >= edges(page.locator("#board"))[2]
    page.locator("[data-do=now]").tap()
    expect(page.locator("[data-recap]")).to_have_count(0)
    expect(back).to_be_visible()
