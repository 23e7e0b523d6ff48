"""Which Chromium the tests drive: the system's. Run as a program, it installs one where there is none, or says how."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
INSTALLERS = (
    ("apt-get", "apt-get install --yes --no-install-recommends chromium"),
    ("dnf", "dnf install --assumeyes chromium"),
    ("apk", "apk add chromium"),
    ("pacman", "pacman --sync --noconfirm chromium"),
    ("zypper", "zypper --non-interactive install chromium"),
)
VARIABLE = "TEXCOCO_CHROMIUM"


def chromium() -> str | None:
    """The path of Chromium, or None where there is none."""
    given = os.environ.get(VARIABLE)
    return next(filter(None, map(shutil.which, (given,) if given else NAMES)), None)


def main() -> int:
    """Installs Chromium if it is missing; gives the exit code."""
    if chromium() is not None:
        return 0
    if os.environ.get(VARIABLE):
        return _fail(f"{VARIABLE} names no program: {os.environ[VARIABLE]}")
    how = next((command for tool, command in INSTALLERS if shutil.which(tool)), None)
    if how is None:
        return _fail("The tests of the page need Chromium: install it with the system's package manager.")
    before = _rights()
    if before is None:
        return _fail(f"The tests of the page need Chromium: sudo {how}")
    print(f"Installing Chromium: {how}", flush=True)
    if how.startswith("apt-get"):  # a fresh machine or container knows of no packages yet
        subprocess.run([*before, "apt-get", "update", "--quiet=2"], check=False, stdin=subprocess.DEVNULL)
    done = subprocess.run([*before, *how.split()], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True)
    if done.returncode != 0 or chromium() is None:
        print(done.stdout[-2000:], file=sys.stderr)
        return _fail(f"Chromium could not be installed: sudo {how}")
    return 0


def _rights() -> list[str] | None:
    """What to put before a command so that it may install something; None if this user may not without a password."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode == 0:
        return ["sudo", "-n"]
    return None


def _fail(message: str) -> int:
    print(message, file=sys.stderr)
    print(f"A Chromium or Chrome that was not found is named so: {VARIABLE}=/path/to/chromium make test", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
