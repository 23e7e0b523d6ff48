"""Cookies, origins, headers, sizes and rates (docs/threat-model.md)."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from running import Browser, running
from websockets.exceptions import InvalidStatus

from texcoco.web.identity import identify
from texcoco.web.limits import Bucket, Meter
from texcoco.web.settings import Limits, Rate
from texcoco.web.site import language


def page_in(folder: Path) -> str:
    """A built page."""
    (folder / "client" / "assets").mkdir(parents=True)
    (folder / "client" / "index.html").write_text("<!doctype html><title>page</title>" + " " * 2000)
    (folder / "client" / "assets" / "main-1234.js").write_text("1")
    return str(folder / "client")


async def test_a_browser_gets_one_secret_cookie_with_the_page(tmp_path: Path) -> None:
    async with running(tmp_path, client=page_in(tmp_path)) as server, Browser(server.address) as ann:
        first = await ann.http.get(f"http://{server.address}/t/some-table")
        assert "private" in first.headers["cache-control"]  # nothing on the way gives one browser's to another
        name, _, rest = first.headers["set-cookie"].partition("=")
        secret, *attributes = rest.split("; ")
        assert name == "texcoco"
        assert len(secret) == 43  # 256 bits
        assert set(attributes) == {"Path=/", f"Max-Age={400 * 86400}", "HttpOnly", "SameSite=Lax"}
        for path in (f"http://{server.address}/", "/games"):
            assert "set-cookie" not in (await ann.http.get(path)).headers
        assert (
            secret in (await ann.http.get("/tables")).headers["set-cookie"]
        )  # kept for another year by those who come back


async def test_who_only_reads_is_given_no_cookie_that_could_replace_another(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        late = [await ann.http.get(path) for path in ("/games", "/tables", "/tables?mine=true", "/games/tiny/rules")]
        assert not any("set-cookie" in answer.headers for answer in late)
        table = (await ann.open("tiny", "me", "random"))["table"]
        await ann.do(table, "start")  # as the same person


async def test_a_cookie_that_is_not_ours_is_replaced_and_https_keeps_it_to_itself(tmp_path: Path) -> None:
    asked = {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "me"}]}
    async with running(tmp_path) as server:
        async with Browser(server.address, Cookie="texcoco=guessed") as eve:
            assert "guessed" not in (await eve.http.post("/tables", json=asked)).headers["set-cookie"]
        async with Browser(server.address, **{"X-Forwarded-Proto": "https"}) as bob:
            assert (await bob.http.post("/tables", json=asked)).headers["set-cookie"].endswith("; Secure")
    async with running(tmp_path, url="https://games.example.org") as server, Browser(server.address) as ann:
        assert (await ann.http.post("/tables", json=asked)).headers["set-cookie"].endswith("; Secure")


def test_an_identity_does_not_show_its_secret() -> None:
    identity = identify("")
    assert identity.secret not in repr(identity)
    assert identify(f"a=b; texcoco={identity.secret}").holder == identity.holder
    assert identity.holder != identity.secret


async def test_every_answer_carries_the_headers_that_keep_a_page_safe(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        site = f"http://{server.address}"
        for path in (
            "/",
            "/lobby",
            "/t/abc",
            "/nothing.png",
            "/api/v1/games",
            "/api/v1/nothing",
            "/api/v1/openapi.json",
        ):
            headers = (await ann.http.get(site + path)).headers
            policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
            assert policy["default-src"] == "'none'"
            assert policy["script-src"] == policy["connect-src"] == "'self'"
            assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
            assert "unsafe" not in headers["content-security-policy"]
            assert headers["referrer-policy"] == "no-referrer"
            assert headers["x-content-type-options"] == "nosniff"
            assert "camera=()" in headers["permissions-policy"]
            assert "server" not in headers
        assert (await ann.http.get("/tables")).headers["cache-control"] == "no-store"


async def test_the_page_is_served_for_every_address_of_its_own(tmp_path: Path) -> None:
    async with running(tmp_path, client=page_in(tmp_path)) as server, Browser(server.address) as ann:
        site = f"http://{server.address}"
        for path in ("/", "/lobby", "/t/abc", "/index.html"):
            answer = await ann.http.get(site + path)
            assert (answer.status_code, "page" in answer.text) == (200, True)
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            assert answer.headers["cache-control"] == "private, no-cache"
            assert answer.headers["content-encoding"] == "gzip"
            again = await ann.http.get(site + path, headers={"If-None-Match": answer.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
        asset = await ann.http.get(f"{site}/assets/main-1234.js")
        assert "immutable" in asset.headers["cache-control"]
        assert asset.headers["content-type"].startswith("text/javascript")
        for path in (
            "/assets/none.js",
            "/favicon.ico",
            "/api/none",
            "/../pyproject.toml",
            "/assets/..%2f..%2ftexcoco.db",
        ):
            assert (await ann.http.get(site + path)).status_code == 404


async def test_without_a_built_page_it_says_how_to_build_it_and_the_api_is_there(tmp_path: Path) -> None:
    async with running(tmp_path, client=str(tmp_path / "nowhere")) as server, Browser(server.address) as ann:
        for path in ("/", "/t/abc"):
            answer = await ann.http.get(f"http://{server.address}{path}")
            assert (answer.status_code, "make page" in answer.text) == (503, True)
            assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        assert (await ann.http.get(f"http://{server.address}/icon.svg")).status_code == 404
        assert (await ann.get("/games"))["games"]


async def test_other_sites_can_ask_for_nothing(tmp_path: Path) -> None:
    async with running(tmp_path, url="https://games.example.org") as server, Browser(server.address) as ann:
        body = {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "me"}]}
        for origin in (f"http://{server.address}", "https://games.example.org"):
            assert (await ann.http.post("/tables", json=body, headers={"Origin": origin})).status_code == 201
        for origin in (
            "https://evil.example",
            "null",
            "http://games.example.org",
            f"http://{server.address}0",
            "file://",
        ):
            answer = await ann.http.post("/tables", json=body, headers={"Origin": origin})
            assert (answer.status_code, answer.json()["refused"]["code"]) == (403, "bad-origin")
        table = (await ann.open("tiny", "me", "me"))["table"]
        assert (
            await ann.http.delete(f"/tables/{table}", headers={"Origin": "https://evil.example"})
        ).status_code == 403
        assert (await ann.http.delete(f"/tables/{table}", headers={"Sec-Fetch-Site": "cross-site"})).status_code == 403
        assert (
            "access-control-allow-origin"
            not in (await ann.http.get("/games", headers={"Origin": "https://evil.example"})).headers
        )
        await ann.get(f"/tables/{table}")


async def test_what_is_too_large_is_refused(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        assert (await ann.http.post("/tables", content=b" " * 70_000)).status_code == 413
        assert (
            await ann.http.post("/studies", json={"record": "x" * 100_000})
        ).status_code == 422  # no record, but not too large
        assert (await ann.http.post("/studies", json={"record": "x" * 1_100_000})).status_code == 413
        table = (await ann.open("tiny", "me", "me"))["table"]
        async with ann.stream(table) as stream:
            await stream.send("x" * 70_000)
            assert await stream.closed() == 1009
        assert await ann.refused(table, "chat", text="x" * 501) == "bad-chat"
        assert await ann.refused(table, "chat", text="x" * 5001) == "bad-request"


async def test_who_asks_too_often_has_to_wait(tmp_path: Path) -> None:
    limits = Limits(
        requests=Rate(10, 30),
        tables=Rate(0.001, 3),
        messages=Rate(1, 5),
        looks=Rate(0.001, 2),
        connections=2,
        loopback=1,
    )
    async with running(tmp_path, limits=limits) as server, Browser(server.address) as ann:
        table = ""
        for _ in range(3):
            table = (await ann.open("tiny", "me", "me"))["table"]
        answer = await ann.http.post("/tables", json={"game": "tiny", "seats": [{"kind": "me"}] * 2})
        assert (answer.status_code, answer.json()["refused"]["code"]) == (429, "too-fast")
        assert int(answer.headers["retry-after"]) > 100
        looks = [
            (await ann.http.get(f"/tables/{table}/{path}")).status_code for path in ("moments", "summary", "moments")
        ]
        assert looks == [409, 409, 429], "a game that has not begun, and then too often"
        async with ann.stream(table) as one, ann.stream(table):
            with pytest.raises(InvalidStatus):
                async with ann.stream(table):
                    pass
            for _ in range(8):
                await one.send(ann.command("chat", text="me!", seat=0))
            await one.until(lambda: one.errors and one.acks)
            assert one.errors[0]["code"] == "too-fast"
        await asyncio.sleep(0.05)
        async with ann.stream(table):
            pass
        statuses = {answer.status_code for answer in await asyncio.gather(*(ann.http.get("/games") for _ in range(60)))}
        assert statuses == {200, 429}
        await asyncio.sleep(0.3)
        await ann.get("/games")


def test_a_bucket_fills_again() -> None:
    bucket = Bucket(Rate(2, 3), 3, 0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [0, 0, 0, 0.5]
    assert bucket.take(0.5) == 0
    assert bucket.take(0.5) == 0.5
    assert bucket.full(10)


def test_requests_that_come_at_once_are_spread() -> None:
    now = 0.0
    meter = Meter(Limits(pace=Rate(10, 3)), lambda: now)
    assert [round(meter.pace("10.0.0.1"), 9) for _ in range(6)] == [0, 0, 0, 0.1, 0.2, 0.3]
    assert meter.pace("10.0.0.2") == 0
    now = 0.3
    assert meter.pace("10.0.0.1") == pytest.approx(0.1)
    now = 10.0
    assert meter.pace("10.0.0.1") == 0


async def test_messages_of_all_streams_of_an_address_share_a_rate() -> None:
    meter = Meter(Limits(all_messages=Rate(20, 5)))

    async def send(address: str, number: int) -> float:
        began = meter.now()
        await asyncio.gather(*(meter.message(address) for _ in range(number)))
        return meter.now() - began

    took, other = await asyncio.gather(send("10.0.0.1", 25), send("10.0.0.2", 5))
    assert took >= 0.9, "twenty of them at twenty a second"
    assert other < took / 2


async def test_an_address_with_many_streams_sends_no_more_than_its_share(tmp_path: Path) -> None:
    limits = Limits(all_messages=Rate(10, 10), loopback=1)
    async with running(tmp_path, limits=limits) as server, Browser(server.address) as ann:
        table = (await ann.open("tiny", "me", "me"))["table"]
        async with AsyncExitStack() as stack:
            streams = [await stack.enter_async_context(ann.stream(table)) for _ in range(8)]
            began = time.monotonic()
            for _ in range(5):
                for stream in streams:
                    await stream.send(ann.command("undo", seat=0, step=0))
            await asyncio.gather(*(stream.until(lambda stream=stream: len(stream.refusals) == 5) for stream in streams))
            assert time.monotonic() - began >= 2.5, "thirty of them at ten a second"


def test_addresses_are_counted_by_network_and_forgotten() -> None:
    now = 0.0
    meter = Meter(Limits(requests=Rate(1, 2), connections=1), lambda: now)
    assert [meter.request(f"2001:db8::{n}") for n in range(3)] == [0, 0, 1.0]
    assert meter.request("2001:db8:0:1::1") == 0
    assert not any(meter.request("127.0.0.1") for _ in range(200))
    assert meter.request("127.0.0.1")
    assert meter.connect("10.0.0.1")
    assert not meter.connect("::ffff:10.0.0.1")
    meter.disconnect("10.0.0.1")
    assert meter.connect("::ffff:10.0.0.1")
    now = 100.0
    for n in range(20_000):
        meter.request(f"10.{n // 65536}.{n // 256 % 256}.{n % 256}")
        now += 1
    assert len(meter._buckets) <= 10_000


def test_that_many_addresses_ask_costs_each_of_them_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """One network of IPv6 can have 65,536 of the smaller ones that are counted."""
    meter, looked = Meter(Limits(), lambda: 0.0), 0

    def full(bucket: Bucket, now: float) -> bool:
        nonlocal looked
        looked += 1
        return False

    monkeypatch.setattr(Bucket, "full", full)
    for n in range(20_000):
        meter.request(f"2001:db8:0:{n:x}::1")
    assert looked < 2 * 20_000


@pytest.mark.parametrize(
    ("asked", "accepted", "lang"),
    [
        ("fr", "en", "fr"),
        (None, "fr-FR,fr;q=0.9,en;q=0.8", "fr"),
        ("de", "de, en;q=0.5, fr;q=0.7", "fr"),
        (None, "", "en"),
        (None, "x;q=y", "en"),
    ],
)
def test_the_language_is_the_one_asked_for_or_the_first_that_we_speak(
    asked: str | None, accepted: str, lang: str
) -> None:
    assert language(asked, accepted) == lang
