"""The files of docs/deploy.md: they are as the document shows them, systemd understands them, and what they start
works.
"""

from __future__ import annotations

import asyncio
import ctypes
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from programs import CADDY
from proxies import DEPLOY
from running import Browser, Process

from texcoco.cli import main

DOCUMENT = DEPLOY.parent / "docs" / "deploy.md"
UNITS = ("texcoco.service", "texcoco-backup.service", "texcoco-backup.timer")
PROGRAM = "/opt/texcoco/bin/texcoco"
DENY_WRITE_EXECUTE = 65
"""PR_SET_MDWE of Linux: what systemd's MemoryDenyWriteExecute does."""


def commands(unit: str) -> list[str]:
    """The commands of a unit, as they are for systemd's escapes."""
    found = re.findall(r"^ExecStart=(.*)$", (DEPLOY / unit).read_text(encoding="utf-8"), re.MULTILINE)
    return [command.replace("%%", "%").replace("$$", "$") for command in found]


@pytest.mark.parametrize("path", sorted(DEPLOY.iterdir()), ids=lambda path: path.name)
def test_the_document_shows(path: Path) -> None:
    kind = "ini" if path.suffix in (".service", ".timer") else path.stem.lower()
    shown = f"```{kind}\n{path.read_text(encoding='utf-8')}```"
    assert shown in DOCUMENT.read_text(encoding="utf-8")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_understands_the_units_and_finds_them_safe(tmp_path: Path) -> None:
    for unit in UNITS:
        text = (DEPLOY / unit).read_text(encoding="utf-8").replace(PROGRAM, sys.executable)
        (tmp_path / unit).write_text(text, encoding="utf-8")
    verified = subprocess.run(
        ["systemd-analyze", "verify", *(str(tmp_path / unit) for unit in UNITS)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (verified.returncode, verified.stderr) == (0, "")
    for unit in UNITS[:2]:
        safe = subprocess.run(
            ["systemd-analyze", "security", "--no-pager", "--offline=true", "--threshold=20", str(tmp_path / unit)],
            capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        assert safe.returncode == 0, safe.stdout[-300:]


def test_caddy_understands_its_file() -> None:
    checked = subprocess.run(
        [CADDY.found(), "adapt", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")],
        capture_output=True,
        text=True,
    )
    assert checked.returncode == 0, checked.stderr
    assert '"warn"' not in checked.stderr, checked.stderr


async def test_the_units_serve_back_up_and_restore(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in the document: the server starts under its restrictions, a timer backs it up, and the backup is restored."""
    for unit in UNITS[:2]:
        assert "\nEnvironment=XDG_DATA_HOME=/var/lib\n" in (DEPLOY / unit).read_text(encoding="utf-8")
    monkeypatch.delenv("TEXCOCO_DATABASE", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (command,) = commands("texcoco.service")
    program, serve, *arguments = shlex.split(command)
    assert (program, serve) == (PROGRAM, "serve")
    process = Process(*arguments, "--port", "0", before=lambda: ctypes.CDLL(None).prctl(DENY_WRITE_EXECUTE, 1, 0, 0, 0))
    try:
        await process.ready()
        async with Browser(process.address) as ann:
            table = (await ann.open("azteco", "me", "greedy", "random"))["table"]
            ann.http.headers["Cookie"] = cookie = ann.cookie()  # it is for HTTPS only, and here is no proxy
            await ann.do(table, "start")
            before = await ann.get(f"/tables/{table}")
            while before["states"][0].get("actors") != [0]:  # until the bots have chosen, too
                await asyncio.sleep(0.05)
                before = await ann.get(f"/tables/{table}")
        assert (tmp_path / "texcoco" / "texcoco.db").exists(), "where StateDirectory= is"

        (tmp_path / "texcoco-backups").mkdir()
        old = tmp_path / "texcoco-backups" / "texcoco-20200101T000000Z.jsonl"
        old.touch()
        subprocess.run(["touch", "-d", "15 days ago", old], check=True)
        for command in commands("texcoco-backup.service"):
            here = command.replace(PROGRAM, f"{sys.executable} -m texcoco").replace("/var/lib", str(tmp_path))
            subprocess.run(shlex.split(here), check=True, stdout=subprocess.DEVNULL, cwd=tmp_path)
        (backup,) = (tmp_path / "texcoco-backups").iterdir()
        assert backup.stat().st_mode & 0o777 == 0o600

        process.stop()
        (tmp_path / "texcoco").rename(tmp_path / "texcoco-broken")
        assert await asyncio.to_thread(main, ["restore", str(backup)]) == 0
        process = Process(*arguments, "--port", "0")
        await process.ready()
        async with Browser(process.address, "Ann-again") as ann:
            ann.http.headers["Cookie"] = cookie
            after = await ann.get(f"/tables/{table}")
            assert after["states"][0]["log"] == before["states"][0]["log"]
            step, action = after["states"][0]["step"], after["states"][0]["actions"][0]
            await ann.do(table, "play", step=step, actions=[action])
    finally:
        process.kill()
