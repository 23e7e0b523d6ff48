"""Whatever the API document allows, and much that it does not: no answer is a server's error, and nothing of anybody
else's changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from running import Browser, Process
from running_async import run_async
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from texcoco.web.app import make_app
from texcoco.web.openapi import complete
from texcoco.web.settings import Settings

APP: Any = make_app(Settings())
DOCUMENT = complete(APP.app.openapi_schema.to_schema())
schema = schemathesis.openapi.from_dict(DOCUMENT)


@pytest.fixture(scope="module")
def victim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """A server with a running game on it, whose players look on afterwards."""
    process = Process("--database", f"sqlite:///{tmp_path_factory.mktemp('fuzz') / 'texcoco.db'}")

    async def begin() -> tuple[str, Any, Any]:
        await process.ready()
        async with Browser(process.address) as ann:
            table = (await ann.open("azteco", "me", "me", "me", public=True))["table"]
            await ann.do(table, "start")
            return table, ann.http.cookies, await ann.get(f"/tables/{table}")

    async def end() -> Any:
        async with Browser(process.address) as ann:
            ann.http.cookies = cookies
            return await ann.get(f"/tables/{table}")

    try:
        table, cookies, before = run_async(begin())
        yield process.address, table
        assert run_async(end()) == before
    finally:
        _, log = process.stop()
    assert '"level": "error"' not in log, log


@schema.parametrize()
@settings(
    max_examples=15,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_the_api_takes(case: schemathesis.Case, victim: tuple[str, str]) -> None:
    address, table = victim
    if "table_id" in case.path_parameters and len(str(case.path_parameters["table_id"])) % 2:
        case.path_parameters["table_id"] = table
    checks = [not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance]
    case.call_and_validate(base_url=f"http://{address}", checks=checks, timeout=20)


@pytest.mark.parametrize("operation", ["POST /tables", "POST /studies", "POST /tables/{id}/commands"])
def test_what_is_no_json_is_said_to_be_none(operation: str, victim: tuple[str, str]) -> None:
    address, table = victim
    path = operation.split()[1].replace("{id}", table)

    async def run() -> None:
        async with Browser(address) as eve:
            for body in (
                b"",
                b"{",
                b"\xff\xfe\x00",
                b"[]",
                b"null",
                b"3",
                b'{"a":' * 5000,
                b'"' + b"x" * 1000 + b'"',
                b'{"do": "\\ud800"}',
            ):
                answer = await eve.http.post(path, content=body)
                assert answer.status_code == 400, (body[:20], answer.text)
                assert answer.json()["refused"]["message"]

    run_async(run())


def test_the_document_describes_everything() -> None:
    for path, methods in DOCUMENT["paths"].items():
        for operation in methods.values():
            assert operation["summary"], path
            assert operation["description"], path
            assert "429" in operation["responses"]
    schemas = DOCUMENT["components"]["schemas"]
    assert "resign" in schemas["Command"]["discriminator"]["mapping"]
    assert schemas["ServerMessage"]["discriminator"]["propertyName"] == "type"
    assert schemas["Play"]["additionalProperties"] is False
    assert "carried out once" in schemas["Play"]["properties"]["id"]["description"]


def test_what_is_not_utf8_is_refused_with_a_sentence(victim: tuple[str, str]) -> None:
    address, table = victim
    bodies = (b'{"game": "\xff"}', b'{"\xff": 1}', b'{"game": "tiny", "seats": [], "name": "\xed\xa0\x80"}')

    async def run() -> None:
        async with Browser(address) as eve:
            answers = [
                await eve.http.post(path, content=body)
                for path in ("/tables", "/studies", f"/tables/{table}/commands")
                for body in bodies
            ]
            for path in (
                "/%ff",
                "/t/%ff",
                f"/api/v1/tables/{table}%fe",
                "/api/v1/tables?before=%ff",
                "/api/v1/games?lang=%C3%28",
            ):
                answers.append(await eve.http.get(f"http://{address}{path}"))
            for answer in answers:
                assert answer.status_code == 400, (answer.url, answer.text)
                assert answer.json()["refused"]["code"] == "bad-request"
                assert "UTF-8" in answer.json()["refused"]["message"]
            # headers are bytes; those that mean nothing to us do no harm
            for name in (
                "Cookie",
                "Accept-Language",
                "Accept-Encoding",
                "If-None-Match",
                "X-Forwarded-For",
                "X-Anything",
            ):
                assert (await eve.http.get("/tables", headers={name: b"texcoco=\xff\xfe"})).status_code == 200
                assert (await eve.http.get(f"http://{address}/", headers={name: b"\xff"})).status_code == 200

    run_async(run())
