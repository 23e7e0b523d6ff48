"""Who holds a seat, on the page: another device and signing it out, the opener who removes somebody, and chat that is
muted.
"""

from __future__ import annotations

import re

from looks import check_access, check_words
from playwright.sync_api import Page, expect
from visiting import PHONE, Visit, open_table


def open_device_dialog(page: Page) -> None:
    page.locator("[data-do=menu]").click()
    page.locator("[data-menu=device]").click()


def device_link(page: Page) -> str:
    field = page.locator("dialog input[readonly]")
    expect(field).to_have_value(re.compile(r"/t/[\w-]+#seat=.+"))
    return field.input_value()


def test_another_device_joins_a_seat_and_is_signed_out(visit: Visit) -> None:
    desk = visit()
    table = open_table(desk, "azteco", "me", "random", "random")
    desk.goto(f"/t/{table}")
    open_device_dialog(desk)
    expect(desk.locator("[data-devices='1']")).to_be_visible()
    expect(desk.locator("[data-do=sign-out]")).to_have_count(0)
    check_access(desk)
    old = device_link(desk)
    desk.locator("[data-do=renew]").click()
    expect(desk.locator("dialog input[readonly]")).not_to_have_value(old)

    visit.allow("403")
    phone = visit(old, size=PHONE)
    phone.locator("[data-seatlink] [data-sit]").click()
    expect(phone.locator("[data-notice]")).to_be_visible()  # the renewed link is dead
    phone.goto("about:blank")
    phone.goto(device_link(desk))
    phone.locator("[data-seatlink] [data-sit]").click()
    expect(phone.locator("[data-seatlink]")).to_have_count(0)
    expect(desk.locator("dialog [data-devices='2']")).to_be_visible()
    check_words(desk)

    desk.locator("[data-do=sign-out]").click()
    expect(desk.locator("dialog [data-do=no]")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(desk.locator("[data-do=sign-out]")).to_be_focused()
    desk.keyboard.press("Enter")
    desk.keyboard.press("Tab")
    desk.keyboard.press("Enter")
    expect(desk.locator("dialog [data-devices='1']")).to_be_focused()
    expect(phone.locator("[data-notice]")).to_contain_text("signed out")
    check_access(phone)
    assert (
        phone.evaluate("fetch('/api/v1/tables/' + location.pathname.split('/')[2]).then((a) => a.json())")["seats"]
        == []
    )
    desk.keyboard.press("Escape")
    expect(desk.get_by_text("Ana is now here on another device too.")).to_be_visible()
    expect(desk.get_by_text("Ana signs other devices out.")).to_be_visible()


def test_another_device_is_not_offered_a_free_seat_where_there_is_none(visit: Visit) -> None:
    desk = visit()
    desk.goto(f"/t/{open_table(desk, 'azteco', 'me', 'random', 'random', start=False)}")
    open_device_dialog(desk)
    phone = visit(device_link(desk), size=PHONE)
    expect(phone.locator("[data-seatlink] [data-sit]")).to_have_text("Come back to my seat")
    phone.locator("[data-seatlink] [data-sit]").click()
    expect(phone.locator("[data-seat='0'] .tag")).to_be_visible()
    expect(desk.locator("dialog [data-devices='2']")).to_be_visible()


def test_the_opener_removes_somebody_who_is_told_so(visit: Visit) -> None:
    ana = visit()
    table = open_table(ana, "mexica", "me", "open", start=False, public=True)
    ana.goto(f"/t/{table}")
    bo = visit(f"/t/{table}", size=PHONE)
    bo.locator("[data-seat='1'] [data-sit]").click()
    expect(bo.locator("[data-seat='1'] .tag")).to_be_visible()
    expect(bo.locator("[data-unseat]")).to_have_count(0)
    expect(bo.locator("[data-waiting] input[readonly]")).to_have_count(0)  # links of free seats are the opener's

    ana.locator("[data-seat='1'] [data-unseat]").click()
    ana.keyboard.press("Tab")
    expect(ana.get_by_role("button", name="Cancel")).to_be_focused()
    ana.keyboard.press("Enter")
    expect(ana.locator("[data-unseat]")).to_be_focused()
    ana.keyboard.press("Enter")
    ana.keyboard.press("Tab")
    ana.keyboard.press("Tab")
    ana.keyboard.press("Enter")
    expect(ana.locator("[data-seat='1'] input[readonly]")).to_be_visible()
    check_access(ana)
    expect(bo.locator("[data-removed]")).to_be_visible()
    bo.reload()
    expect(bo.locator("[data-removed]")).to_be_visible()
    expect(bo.locator("[data-sit]")).to_have_count(0)
    check_access(bo)
    check_words(bo)

    link = ana.locator("[data-seat='1'] input[readonly]").input_value()
    ana.locator("[data-seat='1'] [data-renew]").click()
    expect(ana.locator("[data-seat='1'] input[readonly]")).not_to_have_value(link)
    bo.goto(ana.locator("[data-seat='1'] input[readonly]").input_value())
    expect(bo.locator("[data-seatlink]")).to_be_visible()
    expect(bo.locator("[data-removed]")).to_have_count(0)  # this is the new invitation that it asks for
    bo.locator("[data-seatlink] [data-sit]").click()
    expect(bo.locator("[data-seat='1'] .tag")).to_be_visible()
    expect(bo.locator("[data-removed]")).to_have_count(0)


def test_chat_is_muted_for_oneself_and_stays_so(visit: Visit) -> None:
    ana, bo = visit(), visit()
    table = open_table(ana, "azteco", "me", "open", "random", start=False, public=True)
    commands = f"/api/v1/tables/{table}/commands"
    assert bo.context.request.post(commands, data={"id": "1", "do": "sit", "seat": 1, "name": "Bo"}).ok
    assert ana.context.request.post(commands, data={"id": "1", "do": "start"}).ok
    assert bo.context.request.post(commands, data={"id": "2", "do": "chat", "text": "Buy my jewels!"}).ok
    ana.goto(f"/t/{table}")
    ana.locator("[data-tab=chat]").first.click()
    expect(ana.get_by_text("Buy my jewels!")).to_be_visible()
    ana.get_by_role("button", name="Mute Bo").click()
    expect(ana.get_by_text("Buy my jewels!")).to_have_count(0)
    expect(ana.locator("[data-hidden]")).to_be_visible()
    check_access(ana)
    ana.reload()
    assert bo.context.request.post(commands, data={"id": "3", "do": "chat", "text": "Buy them now!"}).ok
    ana.locator("[data-tab=chat]").first.click()
    expect(ana.locator("[data-hidden]")).to_contain_text("2")
    expect(ana.get_by_text("Buy them now!")).to_have_count(0)
    ana.get_by_role("button", name="Unmute Bo").click()
    expect(ana.get_by_text("Buy them now!")).to_be_visible()
