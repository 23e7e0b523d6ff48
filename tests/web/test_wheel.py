"""What `make wheel` makes: installed into an environment of its own, it serves the page; the source package has what it
is built from.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import tarfile
from pathlib import Path

import httpx
import pytest
from running import Process

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "src" / "texcoco" / "web" / "client" / "index.html"


def build(target: str, folder: Path) -> Path:
    assert BUILT.exists(), "the page is not built: make page"
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (made,) = folder.iterdir()
    return made


async def test_an_installed_wheel_serves_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel = build("wheel", tmp_path / "dist")
    venv = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True)
    python = venv / "bin" / "python"
    subprocess.run(
        [sys.executable, "-m", "pip", "-qq", "--python", str(python), "install", "--no-index", "--no-deps", str(wheel)],
        check=True,
    )
    (packages,) = venv.glob("lib/python*/site-packages")
    # what Texcoco depends on, without Texcoco itself: paths of paths are not followed
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.chdir(tmp_path)
    where = subprocess.run(
        [python, "-c", "import texcoco; print(texcoco.__file__)"], capture_output=True, text=True, check=True
    )
    assert Path(where.stdout.strip()).is_relative_to(packages)
    monkeypatch.setattr(sys, "executable", os.fspath(python))
    process = Process("--database", f"sqlite:///{tmp_path / 'games.db'}")
    try:
        await process.ready()
        async with httpx.AsyncClient(base_url=f"http://{process.address}") as client:
            page = await client.get("/")
            assert page.status_code == 200
            assert page.text == BUILT.read_text(encoding="utf-8")
            named = re.findall(r'(?:src|href)="(/[^"]+)"', page.text)
            assert any(name.endswith(".js") for name in named)
            for name in named:
                assert (await client.get(name)).content == (BUILT.parent / name[1:]).read_bytes()
    finally:
        process.kill()


def test_the_source_package_has_the_page_and_what_it_is_built_from(tmp_path: Path) -> None:
    with tarfile.open(build("sdist", tmp_path)) as package:
        names = {name.partition("/")[2] for name in package.getnames()}
    assert {
        "src/texcoco/web/client/index.html",
        "client/src/main.ts",
        "client/package-lock.json",
        "client/.npmrc",
        "Makefile",
    } <= names
    assert not [name for name in names if "node_modules" in name or name.startswith(".venv")]
