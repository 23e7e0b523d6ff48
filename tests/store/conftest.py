"""Every test that asks for `url` runs twice: on SQLite, and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from postgres import Server


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    return request.getfixturevalue(f"{request.param}_url")


@pytest.fixture(params=["sqlite", "postgres"])
def other_url(request: pytest.FixtureRequest) -> str:
    return request.getfixturevalue(f"other_{request.param}_url")


@pytest.fixture
def other_sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/other.db"


@pytest.fixture
def other_postgres_url(server: Server) -> Iterator[str]:
    url = server.url()
    yield url
    server.drop(url)
