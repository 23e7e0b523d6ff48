"""A finished game is analysed in its timeline: marks appear, mistakes are stepped through, the better turn is shown,
and a turn is tried again."""

from __future__ import annotations

import re
from typing import Any

import pytest
from board_clicks import BoardClicker
from looks import check_access, check_width, check_words
from playwright.sync_api import Page, expect
from studies import record
from visiting import DESK, PHONE, Visit

from texcoco.record import Record

SMALL = (360, 640)
SLOW = 120_000
"""Milliseconds that judging some turns may take on a busy machine."""


def opening_of(game: str, lines: int) -> str:
    """The first turns of a game, which are judged soon."""
    whole = Record.parse(record(game).read_text(encoding="utf-8"))
    moves = [move for line in whole.lines()[:lines] for move in line]
    return Record(whole.game, whole.seats, whole.options, moves).text()


def opening_of_mexica() -> str:
    """The first turns of a game of greedy players, with mistakes."""
    return opening_of("mexica", 20)


def open_study(page: Page, text: str) -> str:
    answer = page.context.request.post("/api/v1/studies", data={"record": text})
    assert answer.ok, answer.text()
    return f"/t/{answer.json()['table']}"


def analysis(page: Page, address: str) -> dict[str, Any]:
    """The whole of it, when it is there."""
    for _ in range(SLOW // 500):
        found = page.context.request.get(f"/api/v1/tables/{address.rpartition('/')[2]}/analysis").json()
        if found["summary"]:
            return found
        page.wait_for_timeout(500)
    raise AssertionError("the analysis takes too long")


@pytest.mark.parametrize(("size", "lang"), [(DESK, "en"), (PHONE, "fr"), (SMALL, "en")], ids=["desk", "phone", "small"])
def test_a_finished_game_is_analysed(size: tuple[int, int], lang: str, visit: Visit) -> None:
    page = visit("about:blank", size=size, lang=lang)
    address = open_study(page, opening_of_mexica())
    page.goto(address)
    page.locator("[data-do=analyse]").click()
    expect(page).to_have_url(re.compile(r"/0\?analysis$"))
    panel = page.locator("[data-analysis=panel]")
    expect(panel).to_be_visible()
    # on a phone below the board, where the panel is out of sight
    progress = page.locator("aside progress" if size == DESK else "section.time progress")
    expect(progress).to_be_in_viewport()
    expect(progress).to_have_count(0, timeout=SLOW)
    marks = page.locator("[data-chart-mark]")
    expect(marks.first).to_be_attached()
    mistakes = [turn for turn in analysis(page, address)["turns"] if turn["mark"] not in ("", "good")]
    expect(panel.locator("[data-mistake]")).to_have_count(len(mistakes))
    check_access(page)
    check_words(page)
    check_width(page)
    worst = sorted(mistakes, key=lambda turn: -turn["loss"])[:2]
    shown = page.locator("[data-worst]")
    expect(shown).to_have_count(2)  # the first thing to be seen is which turns to look at
    assert [int(one.get_attribute("data-worst") or -1) for one in shown.all()] == sorted(
        turn["moments"][0] for turn in worst
    )
    first, second = mistakes[:2]
    if size == DESK:
        page.keyboard.press("n")
    else:
        page.locator("[data-analysis=next]").click()
    expect(page.locator("[data-timeline=slider]")).to_have_value(str(first["moments"][0]))
    expect(page.locator(f"[data-verdict={first['mark']}]")).to_be_visible()
    expect(page.locator("[data-analysis=better]")).to_be_in_viewport()
    expect(page.locator("[data-analysis=better]")).not_to_be_empty()
    expect(page.locator("[data-analysis=played]")).not_to_be_empty()
    expect(page.locator("[data-analysis=played]")).not_to_contain_text("timeline.")
    expect(shown).to_have_count(0)
    expect(page.locator("[data-step], circle.hint").first).to_be_attached()  # the better turn on the board
    check_access(page)
    check_words(page)
    check_width(page)
    page.locator("[data-analysis=next]").click()
    expect(page.locator("[data-timeline=slider]")).to_have_value(str(second["moments"][0]))
    page.locator("[data-analysis=previous]").click()
    expect(page.locator("[data-timeline=slider]")).to_have_value(str(first["moments"][0]))
    expect(page).to_have_url(re.compile(rf"/{first['moments'][0]}\?analysis$"))
    page.keyboard.press("ArrowRight")  # the turn is made, and the better one is not on the board any more
    expect(page.locator("circle.hint")).to_have_count(0)
    expect(page.locator(f"[data-verdict={first['mark']}]")).to_be_visible()


def test_a_mistake_is_tried_again_and_judged(visit: Visit) -> None:
    page = visit("about:blank")
    address = open_study(page, opening_of_mexica())
    turns = analysis(page, address)["turns"]
    bad = next(turn for turn in turns if turn["mark"] not in ("", "good"))
    page.goto(f"{address}/{bad['moments'][0]}?analysis")
    page.locator("[data-analysis=try]").click()
    expect(page).to_have_url(re.compile(r"/t/[\w-]+$"))
    assert not page.url.endswith(address)
    expect(page.locator("[data-try=begin]")).to_be_visible()
    table = page.url.rpartition("/")[2]
    (state,) = page.context.request.get(f"/api/v1/tables/{table}").json()["states"]
    assert state["seat"] == bad["seat"]
    play = {"id": "p", "do": "play", "seat": state["seat"], "step": state["step"], "actions": bad["best"]}
    answer = page.context.request.post(f"/api/v1/tables/{table}/commands", data=play)
    assert answer.ok, answer.text()
    expect(page.locator("[data-try=good], [data-try=better]")).to_be_visible(timeout=SLOW)
    check_access(page)
    check_words(page)
    with page.expect_response(lambda answer: answer.request.method == "DELETE") as removed:
        page.locator("[data-try] a").click()
    assert removed.value.ok
    assert f"/tables/{table}?" in removed.value.url  # it is not left among the games that wait
    expect(page).to_have_url(re.compile(rf"{address}/{bad['moments'][0]}\?analysis$"))


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_game_without_mistakes_teaches_too(size: tuple[int, int], visit: Visit) -> None:
    """Many games are lost little by little: the turns that cost the most are shown, told of and tried again all the
    same."""
    page = visit("about:blank", size=size)
    address = open_study(page, opening_of("azteco", 17))
    turns = analysis(page, address)["turns"]
    assert {turn["mark"] for turn in turns} == {"", "good"}
    worst = sorted(turns, key=lambda turn: -turn["loss"])[:2]
    page.goto(f"{address}/0?analysis")
    shown = page.locator("[data-worst]")
    expect(shown).to_have_count(2)
    assert {int(one.get_attribute("data-worst") or -1) for one in shown.all()} == {t["moments"][0] for t in worst}
    expect(page.locator("[data-verdict]")).to_contain_text("No mistake is marked")
    check_access(page)
    check_words(page)
    check_width(page)
    shown.first.click()
    first = min(worst, key=lambda turn: turn["moments"][0])
    expect(page.locator("[data-timeline=slider]")).to_have_value(str(first["moments"][0]))
    expect(page.locator("[data-analysis=better]")).to_contain_text(first["reason"])
    expect(page.locator("[data-analysis=played]")).not_to_be_empty()
    expect(page.locator("[data-better]")).to_be_in_viewport()
    if size == DESK:
        page.keyboard.press("t")
    else:
        page.locator("[data-analysis=try]").click()
    expect(page.locator("[data-try=begin]")).to_be_visible()
    BoardClicker(page, "azteco").do(first["best"][0])
    expect(page.locator("[data-try=good]")).to_be_visible(timeout=SLOW)


def test_a_phone_comes_nearer_to_the_better_turn(visit: Visit) -> None:
    """Labels of spaces, which the sentence names, are drawn where they can be read."""
    page = visit("about:blank", size=PHONE, lang="fr")
    address = open_study(page, opening_of("yucatan", 30))
    bad = [turn for turn in analysis(page, address)["turns"] if turn["mark"] not in ("", "good")]
    turn, (_, space, *_) = next(
        (turn, words) for turn in bad if (words := turn["best"][0].split())[0] in ("deploy", "settle", "march")
    )
    page.goto(f"{address}/{turn['moments'][0]}?analysis")
    expect(page.locator("[data-analysis=better]")).to_contain_text(space)
    expect(page.locator("[data-do=all]")).to_be_visible()
    page.wait_for_function(
        """name => {
          const board = document.querySelector('#board').getBoundingClientRect();
          const { left, right, top, bottom } = document.querySelector(`[data-space="${name}"]`).getBoundingClientRect();
          return right - left >= 40 && left >= board.left && right <= board.right && top >= board.top && bottom <= board.bottom;
        }""",
        arg=space,
    )
    check_width(page)


def test_on_a_phone_on_its_side_the_reason_is_in_sight(visit: Visit) -> None:
    page = visit("about:blank", size=(844, 390), lang="fr")
    address = open_study(page, opening_of("yucatan", 30))
    bad = next(turn for turn in analysis(page, address)["turns"] if turn["mark"] not in ("", "good"))
    page.goto(f"{address}/{bad['moments'][0]}?analysis")
    better, text = page.locator("[data-analysis=better]"), page.locator("[data-verdict] p")
    expect(better).to_be_visible()
    seen, frame = better.bounding_box(), text.bounding_box()
    assert seen
    assert frame
    assert frame["y"] + frame["height"] - seen["y"] >= 50, "three lines of it"
    expect(page.locator("[data-timeline=back]")).to_be_in_viewport(ratio=0.9)


def test_a_better_vote_of_azteco_is_in_sight_on_a_phone(visit: Visit) -> None:
    """The chamber is higher than a phone: it is scrolled to the place that the better turn is about."""
    page = visit("about:blank", size=SMALL, lang="fr")
    address = open_study(page, record("azteco").read_text(encoding="utf-8"))
    turns = analysis(page, address)["turns"]
    bad = [turn for turn in turns if turn["mark"] not in ("", "good")]
    vote = next(turn for turn in bad if turn["best"][0].split()[0] in ("accuse", "believe"))
    page.goto(f"{address}/{vote['moments'][0]}?analysis")
    expect(page.locator("[data-better]")).to_be_in_viewport()
    expect(page.locator("[data-analysis=better]")).to_be_visible()
    sheet = page.locator("section.time").bounding_box()
    token = page.locator("[data-better]").bounding_box()
    assert sheet is not None
    assert token is not None
    assert token["y"] + token["height"] <= sheet["y"], "it lies under the sheet"


def test_a_running_game_offers_no_analysis(visit: Visit) -> None:
    page = visit("about:blank")
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    table = page.context.request.post("/api/v1/tables", data={"game": "mexica", "seats": seats}).json()["table"]
    assert page.context.request.post(f"/api/v1/tables/{table}/commands", data={"id": "s", "do": "start"}).ok
    page.goto(f"/t/{table}/0?analysis")
    expect(page.locator("[data-timeline=slider]")).to_be_visible()
    expect(page.locator("[data-timeline=analyse], [data-analysis]")).to_have_count(0)
    page.keyboard.press("a")
    expect(page.locator("[data-analysis]")).to_have_count(0)
