"""A program of anybody's as a player."""

from __future__ import annotations

import json
import os
import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tiny import ACTIONS, TINY

from texcoco.bots import Clock, make
from texcoco.bots.program import ProgramBot, ProgramFailed
from texcoco.game import Action, Event

BIDS = [ACTIONS["bid 0"], ACTIONS["bid 1"]]
LOG = [Event("prize", -1, {"action": "prize 2", "prize": 2})]
HEAD = "import json, os, sys, time\nfor line in sys.stdin:\n    asked = json.loads(line)\n"


class Maker:
    """Makes bots from the body of a loop over questions."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.made: list[ProgramBot] = []

    def __call__(self, body: str) -> ProgramBot:
        path = self.folder / f"my bot {len(self.made)}.py"
        path.write_text(HEAD + "".join(f"    {line}\n" for line in body.splitlines()))
        bot = make(f"program:{shlex.quote(sys.executable)} {shlex.quote(str(path))}", TINY)
        assert isinstance(bot, ProgramBot)
        self.made.append(bot)
        return bot


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Maker]:
    maker = Maker(tmp_path)
    yield maker
    for bot in maker.made:
        bot.close()


def decide(bot: ProgramBot, seconds: float | None = None, view: Any = None, actions: list[Action] = BIDS) -> Action:
    return bot.decide(1, view or {"round": 1}, LOG, actions, Clock(seconds), Random(0))


def test_it_gets_what_its_seat_knows_and_answers_an_action(program: Maker, tmp_path: Path) -> None:
    bot = program(
        f"open({str(tmp_path / 'asked')!r}, 'w').write(line)\nprint(json.dumps({{'action': asked['actions'][1]}}), flush=True)"
    )
    assert decide(bot, 2.5) is BIDS[1]
    assert json.loads((tmp_path / "asked").read_text()) == {
        "game": "tiny",
        "seat": 1,
        "view": {"round": 1},
        "log": [{"key": "prize", "seat": -1, "values": {"action": "prize 2", "prize": 2}}],
        "actions": ["bid 0", "bid 1"],
        "clock": {"seconds": 2.5},
    }


def test_it_is_started_once_and_kept(program: Maker) -> None:
    bot = program("n = globals().get('n', -1) + 1\nprint(json.dumps({'action': f'bid {n}'}), flush=True)")
    assert [str(decide(bot)) for _ in range(2)] == ["bid 0", "bid 1"]


def test_one_that_has_died_between_decisions_is_started_again(program: Maker) -> None:
    bot = program("print(json.dumps({'action': 'bid 1'}), flush=True)\nos._exit(0)")
    for _ in range(3):
        assert str(decide(bot)) == "bid 1"
        assert bot._process is not None
        bot._process.wait(10)


def test_a_large_question_goes_through_while_the_program_talks(program: Maker) -> None:
    bot = program(
        "sys.stderr.write('y' * 300_000)\nsys.stderr.flush()\nprint(json.dumps({'action': 'bid 1'}), flush=True)"
    )
    assert str(decide(bot, view={"much": "x" * 500_000})) == "bid 1"


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("print('hello', flush=True)", "answered what is no JSON: b'hello'"),
        ("print('[' * 5000, flush=True)", "answered what is no JSON"),
        ("print('[]', flush=True)", 'did not answer {"action": "…"} but b\'[]\''),
        ("print('{\"action\": 3}', flush=True)", "did not answer"),
        ('print(\'{"action": "dance"}\', flush=True)', "answered 'dance': dance is no action of this game."),
        ('print(\'{"action": "bid 4"}\', flush=True)', "answered 'bid 4', which is none of its 2 legal actions"),
        ('print(\'{"action": "bid 1"}\\n{}\', flush=True)', "answered more than one line"),
        ("print('x' * 200_000, flush=True)", "answered more than 100000 bytes"),
        ("sys.exit('no idea')", "died (exit code 1); its last words:\nno idea"),
        ("raise KeyError('seat')", "KeyError: 'seat'"),
        ("os.close(1)\ntime.sleep(60)", "died"),
    ],
)
def test_a_failure_is_told_with_its_last_words(program: Maker, body: str, why: str) -> None:
    bot = program(body)
    with pytest.raises(ProgramFailed) as failed:
        decide(bot)
    assert why in str(failed.value)
    assert str(failed.value).startswith("program:")


def test_one_that_is_too_slow_is_ended_and_its_late_answer_is_not_taken_for_the_next(
    program: Maker, tmp_path: Path
) -> None:
    flag = tmp_path / "slow"
    bot = program(
        f"flag = {str(flag)!r}\nif not os.path.exists(flag):\n    open(flag, 'w').close()\n    time.sleep(60)\n"
        "print(json.dumps({'action': 'bid 1'}), flush=True)"
    )
    started = time.monotonic()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("texcoco.bots.program.STARTUP_SECONDS", 1.0)
        with pytest.raises(ProgramFailed, match="did not answer in time"):
            decide(bot, 0.1)
    assert time.monotonic() - started < 10
    assert str(decide(bot)) == "bid 1"


def test_one_that_speaks_unasked_fails(program: Maker) -> None:
    bot = program("print('{\"action\": \"bid 1\"}', flush=True)\ntime.sleep(0.2)\nprint('well played', flush=True)")
    decide(bot)
    time.sleep(0.5)
    with pytest.raises(ProgramFailed, match="without being asked"):
        decide(bot)


def test_close_ends_the_process_even_one_that_does_not_listen(program: Maker) -> None:
    bot = program('print(\'{"action": "bid 1"}\', flush=True)\ntime.sleep(60)')
    decide(bot)
    assert bot._process is not None
    pid = bot._process.pid
    bot.close()
    bot.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("", "needs a command"),
        ("'", "is no command: No closing quotation"),
        ("./there is none", "could not be started: No such file"),
    ],
)
def test_what_is_no_program_says_so(command: str, why: str) -> None:
    with pytest.raises(ProgramFailed, match=why):
        decide(ProgramBot(TINY, command))


def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    with pytest.raises(ProgramFailed):
        decide(ProgramBot(TINY, f"true; touch {tmp_path}/made"))
    assert not (tmp_path / "made").exists()
