"""Whom a request comes from: the peer, or whom a trusted proxy asks for; and what only the operator may read."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import httpx
import pytest
from running import Browser, Server, running

from texcoco.cli import main
from texcoco.web.proxies import UNKNOWN, BadAddress, Proxies, last_hop
from texcoco.web.settings import Limits, Rate

TOKEN = "a-token-of-the-operator"


def http(server: Server, peer: str = "127.0.0.1", **headers: str) -> httpx.AsyncClient:
    """A client with that address."""
    transport = httpx.AsyncHTTPTransport(local_address=peer)
    return httpx.AsyncClient(transport=transport, base_url=f"http://{server.address}/api/v1", headers=headers)


async def seen(server: Server, caplog: pytest.LogCaptureFixture, peer: str, **headers: str) -> str:
    """The address that the server takes a request to come from."""
    caplog.set_level(logging.INFO)
    caplog.clear()
    async with http(server, peer, **{name.replace("_", "-"): value for name, value in headers.items()}) as client:
        assert (await client.get("/games")).status_code == 200
    return next(vars(record)["address"] for record in caplog.records if record.getMessage() == "request")


async def test_forged_headers_are_believed_from_nobody_but_the_proxy(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(tmp_path) as server:
        assert await seen(server, caplog, "127.0.0.2") == "127.0.0.2"
        assert await seen(server, caplog, "127.0.0.2", X_Forwarded_For="198.51.100.7") == "127.0.0.2"
        assert await seen(server, caplog, "127.0.0.1") == "127.0.0.1"
        assert await seen(server, caplog, "127.0.0.1", X_Forwarded_For="198.51.100.7") == "198.51.100.7"
        # what the client wrote stands before what our proxy added
        assert (
            await seen(server, caplog, "127.0.0.1", X_Forwarded_For="203.0.113.1, 127.0.0.1, 198.51.100.7")
            == "198.51.100.7"
        )
        assert await seen(server, caplog, "127.0.0.1", X_Forwarded_For="198.51.100.7, 127.0.0.1") == "127.0.0.1"
        assert await seen(server, caplog, "127.0.0.1", X_Forwarded_For="198.51.100.7, someone") == UNKNOWN
        async with http(server, "127.0.0.1") as client:
            several = [("X-Forwarded-For", "203.0.113.1"), ("X-Forwarded-For", "198.51.100.7")]
            caplog.clear()
            await client.get("/games", headers=several)
            assert [vars(record)["address"] for record in caplog.records if record.getMessage() == "request"] == [
                "198.51.100.7"
            ]
    async with running(tmp_path, trusted_proxies=("127.0.0.2/31",)) as server:
        assert await seen(server, caplog, "127.0.0.3", X_Forwarded_For="198.51.100.7") == "198.51.100.7"
        assert await seen(server, caplog, "127.0.0.1", X_Forwarded_For="198.51.100.7") == "127.0.0.1"


async def test_https_is_believed_from_the_proxy_only_and_kept_to(tmp_path: Path) -> None:
    body = {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "me"}]}
    forwarded = {"X-Forwarded-For": "198.51.100.7", "X-Forwarded-Proto": "https"}
    async with running(tmp_path) as server:
        async with http(server, "127.0.0.1", **forwarded) as ann:
            answer = await ann.post("/tables", json=body)
            assert answer.headers["set-cookie"].endswith("; Secure")
            assert answer.headers["strict-transport-security"] == "max-age=31536000"
        async with http(server, "127.0.0.2", **forwarded) as eve:
            answer = await eve.post("/tables", json=body)
            assert "Secure" not in answer.headers["set-cookie"]
            assert "strict-transport-security" not in answer.headers
    async with running(tmp_path, url="https://games.example.org", hsts=60) as server, http(server) as ann:
        assert (await ann.get("/games")).headers["strict-transport-security"] == "max-age=60"
    async with running(tmp_path, url="https://games.example.org", hsts=0) as server, http(server) as ann:
        assert "strict-transport-security" not in (await ann.get("/games")).headers


async def test_a_proxy_that_names_nobody_makes_all_one_stranger(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    limits = Limits(requests=Rate(1, 5))  # this machine itself may send 500
    public = "games.example.org"
    async with running(tmp_path, limits=limits, url=f"https://{public}") as server:
        for headers in ({"X-Forwarded-Proto": "https"}, {"Host": public}, {"Via": "1.1 proxy"}):
            async with http(server, **headers) as client:
                assert (await client.get("/games")).status_code == 200
        async with http(server, Host=public) as client:
            assert {(await client.get("/games")).status_code for _ in range(4)} == {200, 429}
        async with http(server) as client:
            assert {(await client.get("/games")).status_code for _ in range(50)} == {200}
    said = [vars(record) for record in caplog.records if record.getMessage() == "limit reached"]
    assert said[0]["why"] == "a proxy sends no X-Forwarded-For"


@pytest.mark.parametrize(
    ("header", "address"),
    [
        ("198.51.100.7", "198.51.100.7"),
        (" 203.0.113.1 ,198.51.100.7 ", "198.51.100.7"),
        ("198.51.100.7:1234", "198.51.100.7"),
        ("2001:DB8::1", "2001:db8::1"),
        ("[2001:db8::1]:1234", "2001:db8::1"),
        ("198.51.100.7,", UNKNOWN),
        ("unknown", UNKNOWN),
        ("[", UNKNOWN),
        ("ÿ\x00", UNKNOWN),
        ("198.51.100.7 " * 1000, UNKNOWN),
    ],
)
def test_the_last_hop(header: str, address: str) -> None:
    assert last_hop(header) == address


def test_proxies_are_named_by_address_or_network(capsys: pytest.CaptureFixture[str]) -> None:
    proxies = Proxies(["127.0.0.1", "10.0.0.0/8", "2001:db8::/32"])
    assert proxies.trusts("10.1.2.3")
    assert proxies.trusts("::ffff:10.1.2.3")
    assert proxies.trusts("2001:db8::7")
    assert not proxies.trusts("11.0.0.1")
    assert not proxies.trusts("")
    with pytest.raises(BadAddress):
        Proxies(["nginx"])
    assert main(["serve", "--trusted-proxies", "nginx"]) == 2
    assert "nginx" in capsys.readouterr().err


# --- what only the operator may read ---


async def test_metrics_are_for_the_operator(tmp_path: Path) -> None:
    """Their counters rise when a player changes a sealed choice, which nobody else may know."""
    cases: list[tuple[str, dict[str, str], int]] = [
        ("127.0.0.1", {}, 200),
        ("127.0.0.2", {}, 200),  # this machine as well
        ("127.0.0.1", {"Host": "localhost:8080"}, 200),
        ("127.0.0.1", {"Host": "[::1]:8080"}, 200),
        ("127.0.0.1", {"X-Forwarded-For": "198.51.100.7"}, 404),
        ("127.0.0.1", {"X-Forwarded-For": "127.0.0.1"}, 404),
        ("127.0.0.1", {"X-Real-IP": "127.0.0.1"}, 404),
        ("127.0.0.1", {"Host": "games.example.org"}, 404),
        ("127.0.0.1", {"Host": "evil.example"}, 404),  # a name that another site points at this machine
        ("127.0.0.1", {"X-Forwarded-For": "198.51.100.7", "Authorization": "Bearer wrong"}, 404),
        ("127.0.0.1", {"X-Forwarded-For": "198.51.100.7", "Authorization": f"Bearer {TOKEN}"}, 200),
    ]
    async with running(tmp_path, url="https://games.example.org", metrics_token=TOKEN) as server:
        for peer, headers, status in cases:
            async with http(server, peer, **headers) as client:
                answer = await client.get("/metrics")
                assert answer.status_code == status, headers
                assert ("texcoco_commands_total" in answer.text) == (status == 200)
                health: dict[str, Any] = (await client.get("/health")).json()
                assert set(health) == {"ok", "store"}, "and health says no more"
    async with running(tmp_path) as server:
        for given in ("", "Bearer None", "Bearer"):
            async with http(server, **{"X-Forwarded-For": "198.51.100.7", "Authorization": given}) as client:
                assert (await client.get("/metrics")).status_code == 404


def test_the_token_is_in_a_file_or_a_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tokens: list[str | None] = []
    monkeypatch.setattr("texcoco.web.server.serve", lambda settings, *_: tokens.append(settings.metrics_token))
    monkeypatch.delenv("TEXCOCO_METRICS_TOKEN", raising=False)
    (tmp_path / "token").write_text(f"{TOKEN}\n")
    (tmp_path / "short").write_text("short\n")
    assert main(["serve"]) == 0
    assert main(["serve", "--metrics-token-file", str(tmp_path / "token")]) == 0
    assert main(["serve", "--metrics-token-file", str(tmp_path / "short")]) == 2
    assert main(["serve", "--metrics-token-file", str(tmp_path / "none")]) == 1
    monkeypatch.setenv("TEXCOCO_METRICS_TOKEN", TOKEN)
    assert main(["serve"]) == 0
    assert tokens == [None, TOKEN, TOKEN]
    assert "short" not in capsys.readouterr().err


async def test_streams_too_are_counted_for_whom_the_proxy_asks(tmp_path: Path) -> None:
    limits = Limits(connections=1, loopback=1)
    async with running(tmp_path, limits=limits) as server, Browser(server.address) as ann:
        table = (await ann.open("tiny", "me", "me"))["table"]
        forwarded = [{"X-Forwarded-For": f"forged, 198.51.100.{n}"} for n in (7, 8)]
        async with (
            ann.stream(table, additional_headers=forwarded[0]),
            ann.stream(table, additional_headers=forwarded[1]) as other,
        ):
            await other.until(lambda: other.known.states)
            assert server.app.site.meter.streams == 2
