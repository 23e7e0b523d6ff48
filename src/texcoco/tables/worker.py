"""The program of a worker process: a line of JSON in, a header line and a body out. Started by `workers.py`.

A question is `[number, kind, seconds, arguments]`. The header is `number status length last`: the status is `ok`,
`refused` or `failed`, the body has `length` bytes, and `last` is 1 if the worker ends after it.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import msgspec

from texcoco import lesson
from texcoco.bots import Bot, Clock, NoSuchBot, bots, make
from texcoco.game import Action, Event, Json
from texcoco.games import find
from texcoco.record import Record
from texcoco.tables import judging, moments, puzzling
from texcoco.tables.commands import study
from texcoco.tables.compressed_list import CompressedList
from texcoco.tables.history import History, OtherRules, events_for
from texcoco.tables.positions import loaded
from texcoco.tables.requests import Refused, Who
from texcoco.tables.studies import Replayed

MAX_MEMORY_BYTES = 2**30
"""Memory that a worker may use: a job that needs more fails."""
RESTART_BYTES = 400 * 2**20
"""A worker that uses more memory than this ends after its job, and is started again when it is needed."""

encode = msgspec.json.encode


# --- jobs ---


def _study(arguments: Json) -> bytes:
    """A record checked and played through: what goes into the log of a table, and what a table makes of it."""
    (entry,) = study("", Who(arguments["owner"]), arguments["record"], 0.0)
    return encode({"payload": entry.payload, "replayed": _replayed(entry.payload["record"])})


def _replay(arguments: Json) -> bytes:
    return encode(_replayed(arguments["record"]))


def _replayed(record: str) -> Json:
    return Replayed.from_record(Record.parse(record)).dump()


def _record(arguments: Json) -> bytes:
    return History.load(arguments["history"]).record(arguments["viewer"]).encode()


def _moments(arguments: Json) -> bytes:
    return moments.page(History.load(arguments["history"]), arguments["viewer"], arguments["first"])


def _position(arguments: Json) -> bytes:
    """The whole position at a moment of a game that is over."""
    return encode(moments.position_at(History.load(arguments["history"]), arguments["moment"]).dump())


def _read_position(arguments: Json) -> bytes:
    """A position that comes from outside: how it is written, all that can be seen in it, and who is to act."""
    position = loaded(find(arguments["game"]), arguments["position"], arguments["lang"])
    shown: Json = {"seats": position.seats, "actors": position.actors(), "over": position.outcome() is not None}
    return encode({"position": position.dump(), "view": position.view(None, open=True), **shown})


def _summary(arguments: Json) -> bytes:
    return moments.summary(History.load(arguments["history"]), arguments["viewer"])


def _count_turns(arguments: Json) -> bytes:
    return encode(judging.count_turns(History.load(arguments["history"])))


def _judge(arguments: Json) -> bytes:
    """Reports on some turns of a game that is over."""
    history = History.load(arguments["history"])
    return encode(judging.judge(arguments["table"], history, arguments["turns"], arguments["seconds"]))


def _sum_up(arguments: Json) -> bytes:
    return encode(judging.summary(History.load(arguments["history"]), arguments["reports"]))


def _judge_try(arguments: Json) -> bytes:
    """A report on what somebody would have played in a turn of a game that is over."""
    history = History.load(arguments["history"])
    return encode(judging.judge_try(arguments["table"], history, arguments["turn"], arguments["actions"]))


def _look_at_puzzle(arguments: Json) -> bytes:
    """What somebody who solves a puzzle sees after some actions."""
    return encode(puzzling.look(arguments["game"], arguments["puzzle"], arguments["actions"], arguments["shown"]))


def _puzzle_why(arguments: Json) -> bytes:
    """Why the rules forbid what somebody tried in a puzzle."""
    return encode(
        puzzling.why(arguments["game"], arguments["puzzle"], arguments["actions"], arguments["do"], arguments["at"])
    )


def _answer_puzzle(arguments: Json) -> bytes:
    """What is said of a turn that somebody made in a puzzle."""
    return encode(puzzling.answer(arguments["game"], arguments["puzzle"], arguments["actions"]))


def _lesson(arguments: Json) -> bytes:
    return encode(lesson.lesson(find(arguments["game"]), arguments["lang"]))


def _picture(arguments: Json) -> bytes:
    """A view as text, as a terminal shows it."""
    try:
        return find(arguments["game"]).picture(arguments["view"], lang=arguments["lang"]).encode()
    except Exception as error:  # the view comes from a client, and games do not check views
        raise Refused("bad-view", f"this is no view of {arguments['game']}: {type(error).__name__}") from None


def _decide(arguments: Json) -> bytes:
    """What a bot plays."""
    seat, view, events, actions, clock, rng = _question(arguments)
    return encode(str(_bot(arguments["game"], arguments["bot"]).decide(seat, view, events, actions, clock, rng)))


def _hint(arguments: Json) -> bytes:
    """What a bot would play, as far as it sees ahead, and why."""
    seat, view, events, actions, clock, rng = _question(arguments)
    bot = _bot(arguments["game"], arguments["bot"])
    bot.names = arguments["names"]
    advice = bot.explain(seat, view, events, actions, clock, rng, arguments["lang"])
    return encode([[str(action) for action in advice.plan], advice.why])


def _question(arguments: Json) -> tuple[int, Json, list[Event], list[Action], Clock, Random]:
    """What a bot is told, which is what its seat may know."""
    seat, game = arguments["seat"], find(arguments["game"])
    events = events_for(CompressedList[Json].load(arguments["log"]), seat)
    actions = [game.parse(text) for text in arguments["actions"]]
    return seat, arguments["view"], events, actions, Clock(arguments["seconds"]), Random(arguments["seed"])


@cache
def _bot(game: str, name: str) -> Bot:
    if name not in bots(find(game)):  # `make` also starts programs, and a restored backup may name one
        raise NoSuchBot(f"there is no bot {name[:40]!r} at tables of {game}")
    return make(name, find(game))


JOBS: dict[str, Callable[[Json], bytes]] = {
    "study": _study, "replay": _replay, "record": _record, "moments": _moments, "summary": _summary, "lesson": _lesson,
    "picture": _picture, "position": _position, "read position": _read_position,
    "decide": _decide, "hint": _hint,
    "count turns": _count_turns, "judge": _judge, "sum up": _sum_up, "judge try": _judge_try,
    "look at puzzle": _look_at_puzzle, "puzzle why": _puzzle_why, "answer puzzle": _answer_puzzle,
}  # fmt: skip


# --- the process ---


def answer(kind: str, arguments: Json) -> tuple[bytes, bytes]:
    """The status and the body of an answer."""
    try:
        return b"ok", JOBS[kind](arguments)
    except OtherRules:
        why = Refused("no-moments", "this game was begun under other rules, and cannot be played again")
        return b"refused", encode(why.dump())
    except Refused as refused:
        return b"refused", encode(refused.dump())
    except Exception as error:  # a job that fails must not stop the jobs of other tables
        return b"failed", f"{type(error).__name__}: {error}"[:500].encode()


def main() -> None:
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a bot prints goes to standard error, not into the replies
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # Ctrl-C goes to everybody in the terminal; the server ends its workers itself
    _limit_memory()
    for line in sys.stdin.buffer:
        number, kind, seconds, arguments = msgspec.json.decode(line)
        _alarm(seconds)
        status, body = answer(kind, arguments)
        _alarm(0)
        last = _memory_bytes() > RESTART_BYTES
        replies.write(b"%d %s %d %d\n" % (number, status, len(body), last))
        replies.write(body)
        replies.flush()
        if last:
            return


def _alarm(seconds: float) -> None:
    """Ends the process if a job takes longer: the server does so too, but it may have been killed."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds and seconds + 1)


def _limit_memory() -> None:
    if sys.platform != "win32":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = MAX_MEMORY_BYTES if hard == resource.RLIM_INFINITY else min(MAX_MEMORY_BYTES, hard)
        try:
            resource.setrlimit(resource.RLIMIT_AS, (most, hard))
        except (OSError, ValueError):
            return  # a system that knows no such limit


def _memory_bytes() -> int:
    """Bytes that this process has now or, where that is not known, has had at most.

    On Linux the peak would be wrong: a new process inherits that of the one that started it, so every worker of a large
    server would end after its first job.
    """
    if sys.platform == "win32":
        return 0
    import resource

    try:
        resident = Path("/proc/self/statm").read_text().split()[1]
    except OSError:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024
    return int(resident) * resource.getpagesize()


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        os._exit(0)  # the server was killed
