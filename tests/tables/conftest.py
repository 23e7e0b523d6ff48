"""Databases for hosts to keep their tables in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from postgres import Server


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/games.db"


@pytest.fixture
def postgres_url(server: Server) -> Iterator[str]:
    url = server.url()
    yield url
    server.drop(url)
