"""A game goes on from a moment of a finished one, from a position that was pasted, and from the link of a position."""

from __future__ import annotations

import json
import re
from random import Random

import pytest
from fuzzing import random_game
from looks import check_access, check_width, check_words
from playwright.sync_api import Page, expect
from studies import study
from visiting import DESK, GAMES, PHONE, Visit

from texcoco.games import find


def state(page: Page) -> dict[str, object]:
    """Of the first of one's seats that is to act, or else of the first."""
    table = page.url.rpartition("/t/")[2].partition("/")[0]
    states = page.context.request.get(f"/api/v1/tables/{table}").json()["states"]
    return next((shown for shown in states if shown.get("actions")), states[0])


def make_a_move(page: Page) -> None:
    """As a program would, and the page shows it."""
    shown = state(page)
    table = shown["table"]
    actions = shown["actions"]
    assert isinstance(actions, list)
    command = {"id": "m", "do": "play", "seat": shown["seat"], "step": shown["step"], "actions": actions[:1]}
    assert page.context.request.post(f"/api/v1/tables/{table}/commands", data=command).ok
    assert state(page)["number"] != shown["number"]


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_goes_on_from_a_moment(game: str, size: tuple[int, int], visit: Visit) -> None:
    page = visit("about:blank", size=size, lang="fr" if size == PHONE else "en")
    address = study(page, game)
    page.goto(f"{address}/30")
    page.locator("[data-timeline=go-on]").click()
    dialog = page.locator("[data-go-on]")
    expect(dialog.locator("li[data-seat]")).to_have_count(4 if game == "azteco" else 3)
    expect(dialog.locator("select >> nth=0")).to_be_visible()
    check_access(page)
    check_words(page)
    check_width(page)
    dialog.locator("label", has=page.locator("input[value=alone]")).click()
    dialog.locator("[data-open]").click()
    expect(page).to_have_url(re.compile(r"/t/[\w-]+$"))
    assert not page.url.endswith(address)
    assert state(page)["from_position"] is True
    expect(page.locator("[data-timeline]")).to_have_count(0)
    make_a_move(page)


def test_by_keys_against_bots(visit: Visit) -> None:
    page = visit("about:blank")
    page.goto(f"{study(page, 'mexica')}/60")
    expect(page.locator("[data-timeline=go-on]")).to_be_enabled()
    page.keyboard.press("g")
    expect(page.locator("[data-go-on]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-go-on]")).to_have_count(0)
    page.keyboard.press("End")
    expect(page.locator("[data-timeline=go-on]")).to_be_disabled()  # it is over there
    page.keyboard.press("g")
    expect(page.locator("[data-go-on]")).to_have_count(0)
    page.locator("[data-timeline=previous]").click()
    page.keyboard.press("g")
    page.locator("[data-go-on] [data-open]").press("Enter")
    expect(page).to_have_url(re.compile(r"/t/[\w-]+$"))
    seats = state(page)["seats"]
    assert isinstance(seats, list)
    assert sorted(seat["kind"] for seat in seats) == ["bot", "bot", "person"]


def test_friends_are_invited_to_a_position(visit: Visit) -> None:
    page = visit("about:blank")
    page.goto(f"{study(page, 'yucatan')}/50")
    page.locator("[data-timeline=go-on]").click()
    page.locator("[data-go-on] label", has=page.locator("input[value=friends]")).click()
    page.locator("[data-go-on] [data-open]").click()
    expect(page.locator("[data-from-position]")).to_be_visible()
    check_access(page)
    check_words(page)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_position_is_pasted_shown_and_played(size: tuple[int, int], visit: Visit) -> None:
    *_, (_, position) = random_game(find("azteco"), 4, Random(3), most=40)
    page = visit(size=size)
    page.locator("[data-do=set-up]").click()
    form = page.locator("[data-set-up]")
    form.locator("textarea").fill("{")
    form.locator("button.primary").click()
    expect(form.get_by_role("alert")).to_contain_text("JSON")
    visit.allow("422")
    form.locator("textarea").fill(json.dumps({**position.dump(), "round": 9}))
    form.locator("button.primary").click()
    expect(form.get_by_role("alert")).to_contain_text("round is a whole number from 1 to 5, not 9")
    check_access(page)
    check_words(page)
    form.locator("textarea").fill(json.dumps(position.dump()))
    form.locator("button.primary").click()
    expect(page).to_have_url(re.compile(r"/p/azteco#[\w-]+$"))
    expect(page.locator("[data-position-of=azteco]")).to_be_visible()
    check_access(page)
    check_words(page)
    check_width(page)
    other = visit(page.url, size=size, lang="fr")  # somebody else gets the link
    other.locator("[data-position=go-on]").click()
    other.locator("[data-go-on] [data-open]").click()
    expect(other).to_have_url(re.compile(r"/t/[\w-]+$"))
    assert state(other)["from_position"] is True


def test_a_file_and_a_link_of_the_moment(visit: Visit) -> None:
    page = visit("about:blank", permissions=["clipboard-read", "clipboard-write"], accept_downloads=True)
    page.goto(f"{study(page, 'yucatan')}/70")
    page.locator("[data-timeline=go-on]").click()
    with page.expect_download() as download:
        page.locator("[data-position=save]").click()
    position = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert find("yucatan").load(position).actors()
    page.locator("[data-position=copy]").click()
    expect(page.locator("[data-position=copy]")).to_contain_text("Copied")
    link = page.evaluate("navigator.clipboard.readText()")
    page.goto(link)
    expect(page.locator("[data-position-of=yucatan]")).to_be_visible()
    page.goto("/")
    page.locator("[data-do=set-up]").click()
    page.locator("input[data-position-file]").set_input_files(download.value.path())
    expect(page).to_have_url(re.compile("/p/yucatan#"))


def test_a_damaged_link_says_so(visit: Visit) -> None:
    page = visit("/p/mexica#xyz")
    expect(page.locator("[data-position-wrong]")).to_contain_text("damaged")
    check_access(page)
    check_words(page)
