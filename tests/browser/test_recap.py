"""What did they do? Since one's last turn it is marked on the board, told in a line, and can be stepped through."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from board_clicks import BoardClicker
from clicking import Clicker
from playwright.sync_api import Page, expect
from studies import study
from visiting import PHONE, Visit, open_table

RECAP = "[data-recap]"
TOLD = "[data-told]"
MARKS = "[data-changed]"


def begin(visit: Visit, game: str, seats: int, **more: Any) -> Page:
    """A game against bots that have just played for the first time."""
    page = visit("about:blank", **more)
    options = {"first": "0"} if game != "azteco" else {}
    table = open_table(page, game, "me", *["random"] * (seats - 1), options=options)
    page.goto(f"/t/{table}")
    clicker = Clicker(page, game, Random(1))
    clicker.play_until_told(seats - 1)
    return page


@pytest.mark.parametrize(("game", "seats"), [("mexica", 3), ("yucatan", 3), ("azteco", 4)])
def test_what_others_did_is_marked_told_and_can_be_stepped_through(visit: Visit, game: str, seats: int) -> None:
    page = begin(visit, game, seats)
    assert page.locator(MARKS).count() > 0
    for line in page.locator(TOLD).all():
        assert len(line.inner_text()) > len("Black: ")

    page.locator("body").press(",")
    expect(page.locator(RECAP)).not_to_have_attribute("data-recap", "now")
    expect(page.locator("[data-do=now]")).to_be_visible()
    assert page.locator(MARKS).count() == 0  # the board shows what was, not what has changed since
    assert (
        page.locator("[data-space][data-legal], [data-space][data-lit]").count() == 0
    )  # and nothing can be done to it
    before = page.locator(RECAP).get_attribute("data-recap")
    page.evaluate("document.activeElement.blur()")
    page.locator("body").press("ArrowRight")
    expect(page.locator(RECAP)).not_to_have_attribute("data-recap", before or "")
    page.locator("body").press("Escape")
    expect(page.locator(RECAP)).to_have_attribute("data-recap", "now")
    assert page.locator(MARKS).count() > 0


def test_a_reveal_is_looked_back_at_part_by_part(visit: Visit) -> None:
    """Votes, the card that is turned, and what comes of it are steps of their own."""
    page = visit("about:blank")
    page.goto(f"/t/{open_table(page, 'azteco', 'me', 'random', 'random', 'random')}")
    clicker = BoardClicker(page, "azteco")
    page.locator("[data-action=truth]").click()
    clicker.confirm()
    page.locator("[data-target]").first.click()
    page.locator("[data-vote=accuse]").click()
    clicker.confirm()
    back, forth = page.locator("[data-recap-do=back]"), page.locator("[data-recap-do=forth]")
    expect(page.locator("[data-phase]")).not_to_have_attribute("data-phase", "vote")
    expect(page.locator("[data-do=hint]")).to_be_visible()  # it is for us to choose again
    recap, card = page.locator(RECAP), page.locator(".chamber .reveal")
    back.click()
    expect(recap).not_to_have_attribute("data-recap", "now")
    steps = int(str(recap.get_attribute("data-recap"))) + 1
    assert steps >= 3
    for n in range(steps - 2, -1, -1):
        back.click()
        expect(recap).to_have_attribute("data-recap", str(n))
    expect(back).to_be_disabled()
    for n, (words, cards) in enumerate([("You lie!", 0), ("turns the card over", 1), ("pockets", 1)], 1):
        forth.click()
        expect(recap).to_have_attribute("data-recap", str(n))
        expect(recap).to_contain_text(words)
        expect(card).to_have_count(cards)
    back.click()
    expect(recap).to_contain_text("turns the card over")


def test_whoever_comes_back_can_still_look_back(visit: Visit) -> None:
    """What this page has not seen itself, it asks the server for."""
    page = begin(visit, "mexica", 3)
    page.reload()
    page.locator("[data-recap-do=back]").click()
    expect(page.locator(RECAP)).to_have_attribute("data-recap", "1")
    page.locator("[data-recap-do=back]").click()
    expect(page.locator(RECAP)).to_have_attribute("data-recap", "0")
    assert page.locator(".mexica [data-seat='1'] , .mexica .noble").count() < 3
    page.locator("[data-do=now]").click()
    expect(page.locator(RECAP)).to_have_attribute("data-recap", "now")


def test_acting_takes_the_marks_away(visit: Visit) -> None:
    page = begin(visit, "mexica", 3)
    page.locator("[data-space][data-legal]").first.click()
    expect(page.locator(TOLD)).to_have_count(0)
    expect(page.locator(MARKS)).to_have_count(0)


def test_on_a_phone_nothing_moves_when_one_looks_back(visit: Visit) -> None:
    page = begin(visit, "mexica", 3, size=PHONE)
    board = page.locator("#board")
    height = board.evaluate("board => board.clientHeight")
    page.locator("[data-recap-do=back]").tap()
    expect(page.locator("[data-do=now]")).to_be_visible()
    assert abs(board.evaluate("board => board.clientHeight") - height) <= 1
    page.locator("[data-do=now]").tap()
    page.locator("[data-recap-do=close]").tap()
    expect(page.locator(RECAP)).to_have_count(0)
    assert abs(board.evaluate("board => board.clientHeight") - height) <= 1


@pytest.mark.parametrize("game", ["mexica", "yucatan"])
def test_on_a_low_phone_the_map_stays_in_sight(visit: Visit, game: str) -> None:
    page = visit("about:blank", size=(360, 640), has_touch=True, is_mobile=True, lang="fr")
    page.goto(f"/t/{open_table(page, game, 'me', 'random', 'random', options={'first': '0'})}")
    clicker = Clicker(page, game, Random(1))
    sight = clicker.look(None)
    for _ in range(60):  # on a phone nothing is told while something is in hand, as it is all through the set-up
        if sight["tools"]:
            page.wait_for_timeout(200)
        if page.locator(TOLD).count() == 2:
            break
        sight = clicker.step(sight)
    recap, board = page.locator(RECAP).bounding_box(), page.locator("#board").bounding_box()
    assert recap
    assert board
    assert recap["height"] <= board["height"] / 5
    for line in page.locator(TOLD).all():
        expect(line).to_be_in_viewport(ratio=0.9)
    page.locator("[data-recap-do=run]").tap()  # there is no button of its own for that
    expect(page.locator(RECAP)).not_to_have_attribute("data-recap", "now")


def test_a_fight_is_a_moment(visit: Visit) -> None:
    """Who fought, of which guild, who won and why, and what was taken."""
    page = visit()
    address = study(page, "yucatan")
    table = address.rpartition("/")[2]
    moments = page.context.request.get(f"/api/v1/tables/{table}/moments").json()["moments"]
    number, combat = next(
        (n, event) for n, moment in enumerate(moments) for event in moment["events"] if event["key"] == "combat"
    )
    page.goto(f"{address}/{number - 1}")
    expect(page.locator("[data-timeline=copy]")).to_be_visible()
    assert page.locator("[data-fight]").count() == 0
    page.locator("body").press("ArrowRight")
    card = page.locator("[data-fight]")
    values = combat["values"]
    expect(card).to_have_attribute("data-fight", values["space"])
    expect(card).to_have_attribute("data-winner", str(values["winner"]))
    for guild in (values["attacker"], values["defender"]):
        expect(card).to_contain_text(guild)
    expect(card).to_contain_text("beats" if values["attacker"] != values["defender"] else "same guild")
    expect(card).to_contain_text("prisoner")
    card.click(position={"x": 12, "y": 12})  # it covers a part of the map: a click anywhere on it puts it away
    expect(card).to_have_count(0)


def try_again(visit: Visit, page: Page, game: str, study_table: str, number: int, me: int) -> None:
    """Opens a table before a moment of a studied game, as “Try again” does."""
    seats = ["me" if seat == me else "random" for seat in range(3)]
    table = open_table(page, game, *seats, **{"from": {"table": study_table, "moment": number - 1}})
    tried = {"at": table, "seat": me, "table": study_table, "turn": 0, "moment": number - 1, "loss": 0.2}
    page.evaluate("tried => localStorage.setItem('texcoco.try', JSON.stringify(tried))", tried)
    page.goto(f"/t/{table}")
    expect(page.locator("[data-try=begin]")).to_be_visible()
    visit.allow("40[0-9]|422")  # the turn is none of that game, so that it cannot be judged


def test_on_a_phone_a_fight_leaves_the_verdict_on_a_try_in_sight(visit: Visit) -> None:
    page = visit("/", size=PHONE)
    study_table = study(page, "yucatan").rpartition("/")[2]
    moments = page.context.request.get(f"/api/v1/tables/{study_table}/moments").json()["moments"]
    fights = [
        (event["values"]["space"], n)
        for n, moment in enumerate(moments)
        for event in moment["events"]
        if event["key"] == "combat"
    ]
    _, number = min(fights)  # far up, so that the card would lie at the bottom
    fight = moments[number]
    try_again(visit, page, "yucatan", study_table, number, fight["seat"])
    BoardClicker(page, "yucatan").do(fight["action"])
    expect(page.locator("[data-fight]")).to_be_visible()
    card, callout = page.locator("[data-fight]").bounding_box(), page.locator("[data-try]").bounding_box()
    assert card
    assert callout
    assert card["y"] + card["height"] <= callout["y"]


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "Black has played. Go on to see what Sand does."), ("fr", "Noir a joué. Continuez pour voir ce que fait Sable.")],
)  # fmt: skip
def test_whoever_wants_to_be_waited_for_says_when_to_go_on(visit: Visit, lang: str, said: str) -> None:
    page = visit("/", lang=lang)
    page.evaluate("localStorage.setItem('texcoco.settings', JSON.stringify({ wait: true }))")
    table = open_table(page, "mexica", "me", "random", "random", options={"first": "0"})
    page.goto(f"/t/{table}")
    page.locator("[data-space][data-legal]").first.click()
    page.locator("[data-action=confirm]").click()
    # the sentence says what is waited for: the reader, not the one who comes next
    expect(page.locator("[data-prompt]")).to_have_text(said)
    page.locator("[data-do=go-on]").click()
    expect(page.locator(TOLD)).to_have_count(2)
    expect(page.locator("[data-do=go-on]")).to_have_count(0)


def test_sealed_choices_are_not_waited_for(visit: Visit) -> None:
    page = visit("/")
    page.evaluate("localStorage.setItem('texcoco.settings', JSON.stringify({ wait: true }))")
    page.goto(f"/t/{open_table(page, 'azteco', 'me', 'random', 'random', options={'first': '0'})}")
    # both have sealed a claim, and that is shown without a word of the reader
    expect(page.locator(".log .line").filter(has_text="has reached into the temple")).to_have_count(2)
    expect(page.locator("[data-do=go-on]")).to_have_count(0)


@pytest.mark.parametrize(("size", "lang"), [((390, 844), "en"), ((360, 640), "fr"), ((844, 390), "fr")], ids=str)
def test_the_verdict_on_a_try_leaves_what_others_did_in_sight(visit: Visit, size: tuple[int, int], lang: str) -> None:
    page = visit("/", size=size, lang=lang)
    study_table = study(page, "mexica").rpartition("/")[2]
    moments = page.context.request.get(f"/api/v1/tables/{study_table}/moments").json()["moments"]
    number = next(n for n, moment in enumerate(moments) if moment["action"] == "end")
    try_again(visit, page, "mexica", study_table, number, moments[number]["seat"])
    BoardClicker(page, "mexica").do("end")
    if size == (844, 390):  # there a button beside the board leads to it
        recap = ".todo [data-recap-do=back]"
    else:
        recap = "[data-recap]"
        expect(page.locator(TOLD)).to_have_count(2)
    expect(page.locator(recap)).to_be_visible()
    verdict, told = page.locator("[data-try]").bounding_box(), page.locator(recap).bounding_box()
    assert verdict
    assert told
    assert verdict["y"] + verdict["height"] <= told["y"] or told["y"] + told["height"] <= verdict["y"]
    for what in ("[data-try]", recap):
        expect(page.locator(what)).to_be_in_viewport(ratio=1)
