"""Two browsers at one table: by a link to a seat, to the same game, with chat, presence and somebody who looks on."""

from __future__ import annotations

import re

from board_clicks import BoardClicker
from looks import check_access, check_words
from playwright.sync_api import Page, expect
from visiting import PHONE, Visit, open_table


def seat_link(page: Page, seat: int) -> str:
    """The link of a free seat, from the waiting room."""
    field = page.locator(f"[data-waiting] [data-seat='{seat}'] input[readonly]")
    expect(field).to_have_value(re.compile(r"/t/[\w-]+#seat=.+"))
    return field.input_value()


def sit_down(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.locator("[data-seatlink] input").fill(name)
    page.locator("[data-seatlink] [data-sit]").click()
    expect(page.locator("[data-seatlink]")).to_have_count(0)
    assert "#" not in page.url, "the secret of the seat stays in the address"


def test_three_clicks_to_a_table_and_a_link_to_a_friend(visit: Visit) -> None:
    ana = visit()
    ana.locator("[data-new=mexica]").click()
    expect(ana.locator("[data-new-table=mexica]")).to_be_visible()
    check_access(ana)
    while ana.locator("li[data-seat]").count() > 2:
        ana.locator("li[data-seat='2'] button").click()
    ana.locator("[data-option=first] select").select_option(index=1)
    ana.locator("[data-open]").click()
    expect(ana.locator("[data-waiting]")).to_be_visible()
    check_access(ana)
    check_words(ana)
    expect(ana.locator("[data-start]")).to_be_disabled()
    ana.locator("[data-qr]").first.click()
    expect(ana.locator("[data-waiting] svg[role=img]").first).to_be_visible()
    check_access(ana)

    bo = visit()
    sit_down(bo, seat_link(ana, 1), "Bo")
    expect(ana.locator("[data-waiting] [data-seat='1']")).to_contain_text("Bo")
    ana.locator("[data-start]").click()
    eve = visit(ana.url)
    for page in (ana, bo, eve):
        expect(page.locator("[data-prompt]")).to_be_visible()

    lit = "[data-space][data-legal]"
    while not ana.locator(lit).count() + bo.locator(lit).count():
        ana.wait_for_timeout(50)
    first, second = (ana, bo) if ana.locator(lit).count() else (bo, ana)
    BoardClicker(first, "mexica").do(
        f"start {first.locator('[data-space][data-legal]').first.get_attribute('data-space')}"
    )
    expect(second.locator("[data-space][data-legal]").first).to_be_visible()
    expect(eve.locator("[data-space][data-legal]")).to_have_count(0)
    for page in (ana, bo, eve):
        expect(page.locator("[data-noble]")).to_have_count(1)

    for page in (ana, bo, eve):
        page.locator("[data-tab=chat]").first.click()
    bo.locator("form:has([data-do=chat]) :is(input, textarea)").fill("¡Hola <b>Ana</b>!")
    bo.locator("[data-do=chat]").click()
    expect(bo.locator("form:has([data-do=chat]) :is(input, textarea)")).to_be_focused()
    for page in (ana, bo, eve):
        expect(page.get_by_text("¡Hola <b>Ana</b>!")).to_be_visible()
    check_access(ana)

    # who comes back by the link sits where they sat
    bo.reload()
    expect(bo.locator("[data-prompt]")).to_be_visible()
    expect(bo.locator("[data-seat='1']").first).to_contain_text("Bo")


def test_a_public_table_is_found_and_joined_from_the_first_screen(visit: Visit) -> None:
    ana = visit("/new/azteco")
    ana.locator("[data-choice=public]").check()
    ana.locator("[data-open]").click()
    expect(ana.locator("[data-waiting]")).to_be_visible()
    table = ana.url.rpartition("/")[2]

    bo = visit()
    bo.locator(f"[data-shelf=open] [data-table='{table}']").click()
    bo.locator("[data-waiting] label input").first.fill("Bo")
    bo.locator("[data-sit]").first.click()
    expect(ana.locator("[data-waiting]")).to_contain_text("Bo")
    bo.goto("/")
    expect(bo.locator(f"[data-shelf=mine] [data-table='{table}']")).to_be_visible()


def test_one_who_leaves_is_replaced_and_the_game_goes_on(visit: Visit) -> None:
    """The others are told, and may let a bot go on."""
    ana = visit("/new/yucatan")
    expect(ana.locator("li[data-seat]").first).to_be_visible()
    while ana.locator("li[data-seat]").count() > 2:
        ana.locator("li[data-seat='2'] button").click()
    ana.locator("[data-open]").click()
    bo = visit()
    sit_down(bo, seat_link(ana, 1), "Bo")
    ana.locator("[data-start]").click()
    expect(bo.locator("[data-prompt]")).to_be_visible()
    bo.locator("[data-do=menu]").click()
    bo.locator("[data-menu=leave]").click()
    bo.locator("[data-do=yes]").click()
    ana.locator("[data-seat] [data-do=replace]").click()
    expect(ana.locator("[data-seat='1']").first).to_contain_text(re.compile("bot", re.IGNORECASE))


def test_who_has_run_out_of_time_is_told_what_others_may_do(visit: Visit) -> None:
    ana = visit("about:blank")
    ana.clock.install()
    clock = {"minutes": 1, "increment": 0}
    table = open_table(ana, "mexica", "me", "open", start=False, options={"first": "0"}, clock=clock)
    bo = visit("about:blank")
    ana.goto(f"/t/{table}")
    sit_down(bo, seat_link(ana, 1).replace("#", "%23"), "Bo")  # as some messengers encode links
    ana.locator("[data-start]").click()
    expect(ana.locator("[data-prompt]")).to_be_visible()
    expect(ana.locator("[data-late]")).to_have_count(0)
    ana.clock.fast_forward("01:05")
    expect(ana.locator("[data-late]")).to_contain_text("bot")
    check_words(ana)


def test_whoever_changes_a_sealed_claim_sees_what_counts_until_then(visit: Visit) -> None:
    """A46: while Bo is still choosing."""
    ana, bo = visit("about:blank"), visit("about:blank")
    ana.goto(f"/t/{open_table(ana, 'azteco', 'me', 'open', 'random', start=False)}")
    sit_down(bo, seat_link(ana, 1), "Bo")
    ana.locator("[data-start]").click()
    clicker, stands = BoardClicker(ana, "azteco"), ana.locator("[data-stands]")
    clicker.do("claim BBR")
    expect(ana.locator("[data-prompt]")).to_contain_text(
        "Sealed. You can change it until all have chosen. Waiting for Bo."
    )
    change = ana.locator("[data-do=undo] .word")
    expect(change).to_have_text("Change")
    assert (change.bounding_box() or {"width": 0})["width"] > 20, "the word is hidden"
    change.click()
    expect(stands).to_contain_text("This counts until you seal something else: Ana picks 2 blue")
    check_access(ana)
    clicker.do("claim YY")
    expect(stands).to_have_count(0)
    expect(bo.locator("[data-stands]")).to_have_count(0)


def test_a_rematch_waits_until_the_friend_has_come_and_the_old_game_tells_of_it(visit: Visit) -> None:
    """Nobody's clock runs at a table that they have not seen."""
    ana, bo = visit("about:blank"), visit("about:blank")
    clock = {"minutes": 5, "increment": 0}
    ana.goto(f"/t/{open_table(ana, 'mexica', 'me', 'open', start=False, clock=clock)}")
    sit_down(bo, seat_link(ana, 1), "Bo")
    ana.locator("[data-start]").click()
    expect(bo.locator("[data-prompt]")).to_be_visible()
    bo.locator("[data-do=menu]").click()
    expect(bo.locator("[data-menu=resign]")).to_contain_text("For good")  # it says what it does
    expect(bo.locator("[data-menu=delete]")).to_have_count(0)  # that is the opener's
    bo.locator("[data-menu=resign]").click()
    bo.locator("[data-do=yes]").click()
    expect(bo.locator("[data-result]")).to_be_visible()
    assert bo.locator("[data-rematch]").count() == 0
    ana.locator("[data-do=rematch]").click()
    expect(ana.locator("[data-missing]")).to_contain_text("Bo")
    expect(ana.locator("main [role=status]").first).to_have_text("Waiting for Bo")
    expect(ana.locator("[data-start]")).to_be_disabled()
    expect(bo.locator("[data-rematch]")).to_be_visible()
    bo.locator("[data-do=rematch]").click()
    expect(ana.locator("[data-missing]")).to_have_count(0)
    ana.locator("[data-start]").click()
    expect(bo.locator("[data-prompt]")).to_be_visible()


def test_a_finished_game_says_who_won_and_is_put_away(visit: Visit) -> None:
    ana, bo = visit("about:blank"), visit("about:blank")
    table = open_table(ana, "mexica", "me", "open", start=False)
    ana.goto(f"/t/{table}")
    sit_down(bo, seat_link(ana, 1), "Bo")
    ana.locator("[data-start]").click()
    expect(bo.locator("[data-prompt]")).to_be_visible()
    resigned = bo.context.request.post(f"/api/v1/tables/{table}/commands", data={"id": "no", "do": "resign", "seat": 1})
    assert resigned.ok, resigned.text()
    ana.goto("/")
    expect(ana.locator(f'[data-table="{table}"]')).to_contain_text("Won by you")
    ana.locator(f'[data-put-away="{table}"]').click()
    expect(ana.locator(f'[data-table="{table}"]')).to_have_count(0)
    ana.reload()
    expect(ana.locator("[data-shelf=over]")).to_contain_text("Games stay here")
    assert ana.locator(f'[data-table="{table}"]').count() == 0


def test_the_opener_stands_up_and_sits_down_again(visit: Visit) -> None:
    """The log names who stood up, also when somebody else has the seat by then."""
    ana, bo = visit("about:blank"), visit("about:blank")
    ana.goto(f"/t/{open_table(ana, 'mexica', 'me', 'open', start=False)}")
    expect(ana.locator("[data-here]")).to_have_text("Somebody else at this screen")
    ana.locator("[data-seat='0'] .stand").click()
    sit_down(bo, seat_link(ana, 0), "Bo")
    here = ana.locator("[data-seat='1'] [data-here]")
    expect(here).to_have_text("Sit down")  # nobody else is at this screen
    here.click()
    ana.locator("[data-here-no]").click()
    here.click()
    ana.locator("[data-seat='1'] form input").fill("Ana")
    ana.locator("[data-seat='1'] form button.primary").click()
    ana.locator("[data-start]").click()
    expect(bo.locator("[data-log], .log").first).to_contain_text("Ana gets up.")


def test_a_free_seat_is_given_to_a_bot_in_the_waiting_room(visit: Visit) -> None:
    ana = visit("about:blank")
    ana.goto(f"/t/{open_table(ana, 'mexica', 'me', 'open', start=False)}")
    expect(ana.locator("[data-start]")).to_be_disabled()
    ana.locator("[data-seat='1'] [data-seat-bot]").click()
    ana.locator("[data-seat='1'] [data-free-bot]").click()
    expect(ana.locator("[data-start]")).to_be_disabled()
    ana.locator("[data-seat='1'] [data-seat-bot]").click()
    ana.locator("[data-start]").click()
    expect(ana.locator("[data-prompt]")).to_be_visible()


def test_any_free_seat_is_given_to_a_person_at_this_screen_or_to_a_bot(visit: Visit) -> None:
    """Who gives no name is called by the colour, not by the name of whoever sits at this screen already."""
    ana = visit("about:blank")
    ana.goto(f"/t/{open_table(ana, 'mexica', 'me', 'open', 'open', 'open', start=False)}")
    seats = [ana.locator(f"[data-waiting] [data-seat='{seat}']") for seat in range(4)]
    for free in seats[1:]:
        expect(free.locator("[data-here]")).to_have_text("Somebody else at this screen")
        expect(free.locator("[data-seat-bot]")).to_be_visible()
    for seat, name in ((3, "Bo"), (1, "  ")):
        seats[seat].locator("[data-here]").click()
        expect(seats[seat].locator("form input")).to_have_value("")
        seats[seat].locator("form input").fill(name)
        seats[seat].locator("form button.primary").click()
        expect(seats[seat].locator(".tag")).to_have_text("You")
    seats[2].locator("[data-seat-bot]").click()
    expect(seats[2].locator("[data-free-bot]")).to_be_visible()
    names = [seats[seat].locator(".who b") for seat in (0, 1, 3)]
    for shown, name in zip(names, ("Ana", "Black", "Bo"), strict=True):
        expect(shown).to_have_text(name)
    ana.locator("[data-start]").click()
    expect(ana.locator("[data-prompt]")).to_be_visible()


def test_when_it_is_the_turn_of_somebody_who_has_left_a_bot_is_offered(visit: Visit) -> None:
    ana = visit("about:blank", size=PHONE)
    ana.goto(f"/t/{open_table(ana, 'mexica', 'me', 'open', start=False, options={'first': '1'})}")
    bo = visit()
    sit_down(bo, seat_link(ana, 1), "Bo")
    ana.locator("[data-start]").tap()
    expect(bo.locator("[data-space][data-legal]").first).to_be_visible()
    bo.locator("[data-do=menu]").click()
    bo.locator("[data-menu=leave]").click()
    bo.locator("[data-do=yes]").click()
    expect(bo.locator("[data-do=back]")).to_be_visible()
    expect(bo.locator("[data-space][data-legal]")).to_have_count(0)
    expect(ana.locator("[data-prompt]")).to_contain_text("Bo has left the table")
    ana.locator("[data-do=replace-gone]").tap()
    expect(ana.locator("[data-space][data-legal]").first).to_be_visible()


def test_spectators_read_who_has_left_and_a_game_without_a_move_is_not_analysed(visit: Visit) -> None:
    ana, bo = visit("about:blank"), visit("about:blank")
    table = open_table(ana, "mexica", "me", "open", start=False, public=True, options={"first": "1"})
    commands = f"/api/v1/tables/{table}/commands"
    assert bo.context.request.post(commands, data={"id": "1", "do": "sit", "seat": 1, "name": "Bo"}).ok
    assert ana.context.request.post(commands, data={"id": "2", "do": "start"}).ok
    eve = visit(f"/t/{table}")
    expect(eve.locator("[data-prompt]")).to_have_text("Bo is playing.")
    assert bo.context.request.post(commands, data={"id": "3", "do": "leave", "seat": 1}).ok
    expect(eve.locator("[data-prompt]")).to_have_text("Bo has left the table, and it is their turn.")
    expect(eve.locator("[data-do=replace-gone]")).to_have_count(0)  # that is for those who play
    assert bo.context.request.post(commands, data={"id": "4", "do": "resign", "seat": 1}).ok
    expect(eve.locator("[data-result]")).to_be_visible()
    expect(eve.locator("[data-do=replay]")).to_be_visible()
    expect(eve.locator("[data-do=analyse]")).to_have_count(0)  # there is nothing to judge
    eve.goto(f"/t/{table}/0?analysis")
    expect(eve.locator("[data-analysis=nothing]")).to_be_visible()
