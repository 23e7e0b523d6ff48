"""Browsers for the tests of the page: the system's Chromium before a server that runs as a program of its own.

`visit` opens browsers, each with cookies of its own. Whatever the page complains about in its console (an error,
something that its policy forbids), an answer that says the server is broken, and an error in the server's log fail the
test. When a test fails, what its browsers show is kept: the report says where.

A test that fails is tried a second time, since browser, server and bots share a machine that may be busy with others.
The report lists it as RERUN; a test that fails twice has failed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright
from programs import CHROMIUM
from running import Process
from visiting import Visit, wait_for

HERE = Path(__file__).parent
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server; its log must hold no error at the end."""
    process = Process("--database", f"sqlite:///{tmp_path_factory.mktemp('server') / 'games.db'}")
    try:
        url = f"http://{process.address}"
        wait_for(url)
        yield url
        _, log = process.stop()
        assert not [line for line in map(json.loads, log.splitlines()) if line["level"] not in ("info", "debug")]
    finally:
        process.kill()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    running = playwright.chromium.launch(executable_path=CHROMIUM.found(), args=QUIET)
    yield running
    running.close()


@pytest.fixture
def visit(browser: Browser, site: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Visit]:
    visit = Visit(browser, site)
    yield visit
    if request.node.stash.get(FAILED, False):
        for n, page in enumerate(visit.pages()):
            picture = tmp_path / f"browser-{n}.png"
            page.screenshot(path=picture)
            print(f"{page.url} looks like {picture}")
    complaints = visit.close()
    assert not complaints, "\n".join(complaints)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.flaky(reruns=1))


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    report = yield
    if call.when == "call":
        item.stash[FAILED] = report.failed
    return report
