"""The system's programs that tests drive: a browser, and proxies. Run as a program, it installs what is missing, or
says how.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass

INSTALLERS = (
    ("apt-get", "apt-get install --yes --no-install-recommends"),
    ("dnf", "dnf install --assumeyes"),
    ("apk", "apk add"),
    ("pacman", "pacman --sync --noconfirm"),
    ("zypper", "zypper --non-interactive install"),
)


@dataclass(frozen=True)
class Program:
    """A program by its names, the first of which is also the name of its package."""

    use: str
    names: tuple[str, ...]
    service: bool = False
    """Whether its package may start it in the background."""

    @property
    def variable(self) -> str:
        """The environment variable that names one that was not found."""
        return f"TEXCOCO_{self.names[0].upper().replace('-', '_')}"

    def path(self) -> str | None:
        """Where it is, or None."""
        given = os.environ.get(self.variable)
        everywhere = os.pathsep.join(
            (os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin")
        )  # nginx is not in everybody's path
        return next(
            filter(None, (shutil.which(name, path=everywhere) for name in ((given,) if given else self.names))), None
        )

    def found(self) -> str:
        path = self.path()
        assert path is not None, f"there is no {self.names[0]}: make test installs it"
        return path


CHROMIUM = Program("the tests of the page", ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome"))
FIREFOX = Program("the test of the page in another browser", ("firefox-esr", "firefox"))
NGINX = Program("the tests of docs/deploy.md", ("nginx",), service=True)
CADDY = Program("the tests of docs/deploy.md", ("caddy",), service=True)


def main() -> int:
    """Installs what is missing; gives the exit code."""
    updated = False
    for program in (CHROMIUM, FIREFOX, NGINX, CADDY):
        if program.path() is None:
            problem = _install(program, updated)
            updated = True
            if problem is not None:
                print(problem, file=sys.stderr)
                print(
                    f"One that was not found is named so: {program.variable}=/path/to/{program.names[0]} make test",
                    file=sys.stderr,
                )
                return 1
    return 0


def _install(program: Program, updated: bool) -> str | None:
    """None, or why it could not be installed."""
    name = program.names[0]
    if os.environ.get(program.variable):
        return f"{program.variable} names no program: {os.environ[program.variable]}"
    how = next((f"{command} {name}" for tool, command in INSTALLERS if shutil.which(tool)), None)
    if how is None:
        return f"For {program.use} install {name} with the system's package manager."
    before = _rights()
    if before is None:
        return f"For {program.use} install {name}: sudo {how}"
    print(f"Installing {name}: {how}", flush=True)
    if how.startswith("apt-get") and not updated:  # a fresh machine or container knows of no packages yet
        subprocess.run([*before, "apt-get", "update", "--quiet=2"], check=False, stdin=subprocess.DEVNULL)
    done = subprocess.run(
        [*before, *how.split()], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True
    )
    if done.returncode != 0 or program.path() is None:
        return f"{done.stdout[-2000:]}\n{name} could not be installed: sudo {how}"
    if program.service and shutil.which("systemctl"):  # the tests start their own; nobody asked for one on port 80
        subprocess.run(
            [*before, "systemctl", "disable", "--now", name], capture_output=True, check=False, stdin=subprocess.DEVNULL
        )
    return None


def _rights() -> list[str] | None:
    """What to put before a command so that it may install something; None if this user may not without a password."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode == 0:
        return ["sudo", "-n"]
    return None


if __name__ == "__main__":
    sys.exit(main())
