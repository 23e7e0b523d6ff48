"""The server's log holds no secret, whatever is asked for, and nobody can write into it what they like."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from running import Browser, Process

from texcoco.web.logs import safe_path

TOKEN = "uswXMXQsYJmYmuTJDQFP-w"


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/api/v1/tables/kP3x0aQ7vN1c/commands", "/api/v1/tables/kP3x0aQ7vN1c/commands"),
        ("/t/kP3x0aQ7vN1c/12", "/t/kP3x0aQ7vN1c/12"),
        ("/assets/index-BxY12_z9.js", "/assets/index-BxY12_z9.js"),
        (f"/t/kP3x0aQ7vN1c#seat={TOKEN}", "/t/kP3x0aQ7vN1c"),
        (f"/t/kP3x0aQ7vN1c%23seat={TOKEN}", "/t/kP3x0aQ7vN1c"),  # encoded twice
        (f"/t/kP3x0aQ7vN1c?token={TOKEN}", "/t/kP3x0aQ7vN1c"),
        (f"/t/kP3x0aQ7vN1c/{TOKEN}", "/t/kP3x0aQ7vN1c/…"),
        (f"/api/v1/tables/{TOKEN}", "/api/v1/tables/…"),
        (f"/{TOKEN}{TOKEN}.png", "/….png"),
        ("/a\x00\n\x1b[2Jé\u202e", "/a???[2J??"),
        ("/ab" * 1000, ("/ab" * 40)[:119] + "…"),
    ],
)
def test_a_path_is_shown_without_what_could_be_a_secret(path: str, shown: str) -> None:
    assert safe_path(path) == shown


async def test_a_token_in_the_path_is_not_logged(tmp_path: Path, start: Callable[..., Process]) -> None:
    process = await start("--database", f"sqlite:///{tmp_path / 'games.db'}").ready()
    site = f"http://{process.address}"
    async with Browser(process.address) as ann:
        opened = await ann.open("mexica", "me", "open")
        token = opened["invitations"][1]["token"]
        link = f"/t/{opened['table']}#seat={token}"
        for path in (
            quote(link),
            quote(quote(link)),
            f"/t/{token}",
            f"/api/v1/tables/{token}",
            f"/x.png?{token}",
            f"/{token}.png",
        ):
            await ann.http.get(site + path)
        async with ann.http.stream("GET", f"{site}/{'a/' * 3000}") as answer:
            assert answer.status_code in (200, 414)
    _, log = process.stop()
    assert token not in log
    assert [json.loads(line)["path"] for line in log.splitlines() if f"/t/{opened['table']}" in line][:1] == [
        f"/t/{opened['table']}"
    ]
    assert max(map(len, log.splitlines())) < 400
