"""The page in another browser: every screen and a turn of each game in Firefox, without an error."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from programs import FIREFOX

CLIENT = Path(__file__).parents[2] / "client"


def test_every_screen_and_a_turn_of_each_game_work_in_firefox(site: str, tmp_path: Path) -> None:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    # Firefox wants a home of its own that it can write to
    environment = {**os.environ, "PATH": path, "HOME": str(tmp_path), "MOZ_HEADLESS": "1"}
    command = ["node", "smoke/firefox.mjs", site, FIREFOX.found()]
    done = subprocess.run(command, cwd=CLIENT, env=environment, capture_output=True, text=True, timeout=400)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("a turn was played") == 3
