"""The command `texcoco`: play, serve, arena, replay, analyse, rules, engine, backup, restore."""

from __future__ import annotations

import argparse
import asyncio
import io
import os
import pydoc
import secrets
import sys
import time
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from texcoco.bots import usual
from texcoco.bots.program import ProgramFailed
from texcoco.game import BadOption, Game, Impossible
from texcoco.games import BrokenGame, find, game_names
from texcoco.printable import printable, printable_lines
from texcoco.protocol import Engine
from texcoco.store import StoreError, open_store, restore
from texcoco.terminal import WORDS
from texcoco.terminal.arguments import language, parser_class
from texcoco.terminal.complaints import complaint
from texcoco.terminal.console import Console
from texcoco.terminal.play import INTERRUPTED, GameLoop
from texcoco.terminal.replay import Replay
from texcoco.terminal.rulebook import look_up, plain, shown
from texcoco.terminal.session import HUMAN, Session, UntrustedProgram, players, read_position_file, read_record
from texcoco.words import LANGUAGES

DEFAULT_GAME = "mexica"


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command; gives the exit code: 0 done, 1 it went wrong, 2 the arguments are wrong, 130 interrupted."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a letter that a terminal cannot show must not end a game
    lang = language(argv)
    parser = _parser(lang)
    asked = parser.parse_args(argv)
    if asked.command is None:
        parser.print_help()
        return 0
    try:
        return int(asked.run(asked))
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            return _nobody_reads()
        named = f"{error.filename}: " if error.filename else ""
        return _fail(complaint(f"{named}{error.strerror or error}", lang), 1)
    except (ProgramFailed, StoreError) as error:
        return _fail(complaint(str(error), lang), 1)
    except BrokenGame as error:
        return _fail(error.details, 2)
    except Impossible as error:
        return _fail(error.message(lang), 2)
    except ValueError as error:  # raised by games, records and bots for bad input
        return _fail(complaint(str(error), lang), 2)
    except KeyboardInterrupt:
        return INTERRUPTED


def _parser(lang: str) -> argparse.ArgumentParser:
    def say(key: str, **values: Any) -> str:
        return WORDS.say(lang, f"cli.{key}", values)

    def add_game(to: argparse.ArgumentParser) -> None:
        to.add_argument("game", nargs="?", default=None, metavar="GAME", help=say("game", games=sorted(game_names())))

    def add_lang(to: argparse.ArgumentParser) -> None:
        to.add_argument("--lang", choices=LANGUAGES, default=lang, help=say("lang"))

    def add_database(to: argparse.ArgumentParser) -> None:
        to.add_argument(
            "--database", default=os.environ.get("TEXCOCO_DATABASE") or None, metavar="URL", help=say("database")
        )

    parser = parser_class(lang)(prog="texcoco", description=say("about"))
    parser.add_argument("--version", action="version", version=f"texcoco {_version()}", help=say("version"))
    commands = parser.add_subparsers(
        dest="command", metavar="play | serve | arena | replay | analyse | rules | engine | backup | restore"
    )

    play = commands.add_parser("play", help=say("play"), description=say("play"))
    add_game(play)
    play.add_argument("--seats", metavar="human,greedy,…", help=say("seats"))
    play.add_argument("--seed", type=int, metavar="N", help=say("seed"))
    add_lang(play)
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=say("option"))
    play.add_argument("--save", type=Path, metavar="FILE", help=say("save"))
    play.add_argument("--resume", type=Path, metavar="FILE", help=say("resume"))
    play.add_argument("--position", type=Path, metavar="FILE", help=say("position"))
    play.set_defaults(run=_play)

    serve = commands.add_parser("serve", help=say("serve"), description=say("serve"))
    serve.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help=say("host"))
    serve.add_argument("--port", type=int, default=8080, metavar="N", help=say("port"))
    serve.add_argument("--lan", action="store_true", help=say("lan"))
    serve.add_argument("--open", action="store_true", help=say("open"))
    serve.add_argument("--workers", type=int, default=1, metavar="N", help=say("workers"))
    add_database(serve)
    serve.add_argument("--url", metavar="URL", help=say("url"))
    serve.add_argument("--trusted-proxies", default="127.0.0.1,::1", metavar="ADDRESS,…", help=say("trusted-proxies"))
    serve.add_argument("--metrics-token-file", type=Path, metavar="FILE", help=say("metrics-token-file"))
    serve.add_argument("--hsts", type=int, default=31_536_000, metavar="SECONDS", help=say("hsts"))
    serve.add_argument("--expire-open", type=float, default=7, metavar="DAYS", help=say("expire-open"))
    serve.add_argument("--expire-playing", type=float, default=90, metavar="DAYS", help=say("expire-playing"))
    serve.add_argument("--expire-over", type=float, default=0, metavar="DAYS", help=say("expire-over"))
    serve.add_argument("--expire-studies", type=float, default=30, metavar="DAYS", help=say("expire-studies"))
    add_lang(serve)
    serve.set_defaults(run=_serve)

    arena = commands.add_parser("arena", help=say("arena"), description=say("arena"))
    add_game(arena)
    arena.add_argument("--bots", required=True, metavar="greedy,random,…", help=say("bots"))
    arena.add_argument("--games", type=int, default=200, metavar="N", help=say("games"))
    arena.add_argument("--seats", type=int, metavar="N", help=say("arena-seats"))
    arena.add_argument("--goal", type=float, metavar="PERCENT", help=say("goal"))
    arena.add_argument("--seconds", type=float, metavar="S", help=say("seconds"))
    arena.add_argument("--seed", type=int, default=1, metavar="N", help=say("arena-seed"))
    arena.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=say("option"))
    arena.add_argument("--jobs", type=int, metavar="N", help=say("jobs"))
    arena.add_argument("--ray", nargs="?", const="local", metavar="ADDRESS", help=say("ray"))
    arena.add_argument("--folder", type=Path, metavar="FOLDER", help=say("folder"))
    add_lang(arena)
    arena.set_defaults(run=_arena)

    replay = commands.add_parser("replay", help=say("replay"), description=say("replay"))
    replay.add_argument("file", type=Path, metavar="FILE", help=say("file"))
    replay.add_argument("--to", type=int, metavar="N", help=say("to"))
    replay.add_argument("--seat", type=int, metavar="N", help=say("seat"))
    add_lang(replay)
    replay.set_defaults(run=_replay)

    analyse = commands.add_parser("analyse", help=say("analyse"), description=say("analyse"))
    analyse.add_argument("file", type=Path, metavar="RECORD", help=say("file"))
    analyse.add_argument("--depth", choices=("quick", "usual", "deep"), default="usual", help=say("analyse-depth"))
    analyse.add_argument("--json", action="store_true", help=say("analyse-json"))
    analyse.add_argument("--annotate", type=Path, metavar="FILE", help=say("analyse-annotate"))
    analyse.add_argument("--jobs", type=int, metavar="N", help=say("analyse-jobs"))
    add_lang(analyse)
    analyse.set_defaults(run=_analyse)

    rules = commands.add_parser("rules", help=say("rules"), description=say("rules"))
    add_game(rules)
    rules.add_argument("word", nargs="*", metavar="WORD", help=say("word"))
    add_lang(rules)
    rules.set_defaults(run=_rules)

    engine = commands.add_parser("engine", help=say("engine"), description=say("engine"))
    engine.set_defaults(run=_engine)

    backup = commands.add_parser("backup", help=say("backup"), description=say("backup"))
    backup.add_argument("file", type=Path, metavar="FILE", help=say("backup-file"))
    add_database(backup)
    add_lang(backup)
    backup.set_defaults(run=_backup)

    restoring = commands.add_parser("restore", help=say("restore"), description=say("restore"))
    restoring.add_argument("file", type=Path, metavar="FILE", help=say("restore-file"))
    add_database(restoring)
    add_lang(restoring)
    restoring.set_defaults(run=_restore)
    return parser


def _play(asked: argparse.Namespace) -> int:
    plan = players(asked.seats) if asked.seats is not None else None
    if asked.resume is not None:
        if asked.option or asked.position is not None or asked.game is not None:
            raise BadOption(WORDS.say(asked.lang, "cli.resume-options"))
        try:
            session = Session.resume(asked.resume, plan, asked.seed)
        except UntrustedProgram as untrusted:
            wanted = WORDS.say(asked.lang, "resume-program", {"file": str(asked.resume), "program": untrusted.wanted})
            allow = WORDS.say(asked.lang, "cli.resume-program", {"file": str(asked.resume), "seats": untrusted.example})
            return _fail(f"{wanted}\n{allow}", 2)
    else:
        game = find(asked.game or DEFAULT_GAME)
        seed = secrets.randbits(32) if asked.seed is None else asked.seed
        if asked.position is None:
            session = Session.begin(game, plan or _usual_players(game), _options(game, asked.option, asked.lang), seed)
        elif asked.option:
            raise BadOption(WORDS.say(asked.lang, "cli.position-options"))
        else:
            position = read_position_file(asked.position, game)
            session = Session.begin_at(position, plan or _usual_players(game, position.seats), seed)
    if asked.save is not None:
        session.save(asked.save)  # so that a file that cannot be written is noticed now, not at the end
    return GameLoop(session, Console(), asked.lang, autosave=asked.save is not None).run()


def _arena(asked: argparse.Namespace) -> int:
    from texcoco.arena.command import arena  # imported here, so that other commands start faster

    game = find(asked.game or DEFAULT_GAME)
    return arena(asked, game, _options(game, asked.option, asked.lang))


def _replay(asked: argparse.Namespace) -> int:
    record = read_record(asked.file)
    if asked.seat is not None and asked.seat not in range(record.seats):
        raise BadOption(WORDS.say(asked.lang, "cli.no-such-seat", {"seat": asked.seat, "last": record.seats - 1}))
    console = Console()
    replay = Replay(record, console, asked.lang, asked.seat)
    if console.interactive and sys.stdout.isatty():
        replay.browse(asked.to or 0)
    else:
        replay.show_all(asked.to)
    over = replay.frames[-1].position.outcome() is not None
    console.print(WORDS.say(asked.lang, "replay.verified" if over else "replay.running", {"n": len(replay.frames) - 1}))
    return 0


def _analyse(asked: argparse.Namespace) -> int:
    from texcoco.terminal.analyse import analyse_record  # nobody else waits for it to be imported

    return analyse_record(asked)


def _rules(asked: argparse.Namespace) -> int:
    words = list(asked.word)
    name = asked.game or DEFAULT_GAME
    if asked.game is not None and asked.game not in game_names() and not words:
        # `texcoco rules bridge` is about the usual game
        name, words = DEFAULT_GAME, [asked.game]
    game = find(name)
    try:
        book = game.rulebook(asked.lang)
    except FileNotFoundError:
        return _fail(WORDS.say(asked.lang, "no-rulebook", {"game": game.title}), 1)
    if not words:
        if sys.stdout.isatty():
            pydoc.pager(plain(book))
        else:
            print(plain(book))
        return 0
    found = look_up(book, " ".join(words))
    if not found:
        return _fail(WORDS.say(asked.lang, "no-such-rule", {"word": " ".join(words)}), 1)
    print("\n\n".join(map(shown, found)))
    return 0


def _engine(asked: argparse.Namespace) -> int:
    Engine().serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0


def _serve(asked: argparse.Namespace) -> int:
    from texcoco.web.command import serve  # imported here, so that other commands start faster

    return serve(asked)


class _Progress:
    """Shows the progress of long work in one line of the terminal; nothing if the output is not a terminal."""

    EVERY = 0.2

    def __init__(self, lang: str):
        self._lang, self._said = lang, 0.0

    def __call__(self, tables: int, part: float | None) -> None:
        now = time.monotonic()
        if now - self._said < self.EVERY or not sys.stderr.isatty():
            return
        self._said = now
        percent = -1 if part is None else int(100 * part)
        line = WORDS.say(self._lang, "cli.progress", {"n": tables, "percent": percent})
        print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)


def _end_progress() -> None:
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _backup(asked: argparse.Namespace) -> int:
    async def run() -> None:
        async with await open_store(asked.database, read_only=True) as store:
            await store.backup(asked.file, _Progress(asked.lang))

    asyncio.run(run())
    _end_progress()
    print(printable(WORDS.say(asked.lang, "cli.backup-done", {"file": str(asked.file)})))
    return 0


def _restore(asked: argparse.Namespace) -> int:
    from texcoco.tables.verify import verify  # imported here, so that other commands start faster

    async def run() -> int:
        async with await open_store(asked.database) as store:
            return await restore(store, asked.file, verify, _Progress(asked.lang))

    restored = asyncio.run(run())
    _end_progress()
    print(WORDS.say(asked.lang, "cli.restore-done", {"n": restored}))
    return 0


def _usual_players(game: Game, seats: int | None = None) -> list[str]:
    """One person and bots: two, or as near to that as the game allows, unless the number of seats is given."""
    if seats is None:
        seats = min(max(3, game.seats.start), game.seats.stop - 1)
    return [HUMAN] + [usual(game)] * (seats - 1)


def _options(game: Game, given: Sequence[str], lang: str) -> dict[str, Any]:
    """Options as typed, `levels=25`, as the values that the game expects."""
    defaults: dict[str, Any] = {entry["name"]: entry["default"] for entry in game.options.form()}
    options: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not defaults:
            raise BadOption(WORDS.say(lang, "cli.option-none", {"game": game.title}))
        if not equals:
            raise BadOption(
                WORDS.say(lang, "cli.option-form", {"text": text, "game": game.title, "names": list(defaults)})
            )
        options[name] = _value(name, value, defaults.get(name, ""), lang)
    return options


def _value(name: str, text: str, default: Any, lang: str) -> Any:
    """The text as a value of the same type as the default."""
    if isinstance(default, str):
        return text
    if isinstance(default, bool) and text.lower() in ("true", "false"):
        return text.lower() == "true"
    if not isinstance(default, bool) and text.lstrip("-").isdecimal() and len(text) < 20:
        return int(text)
    kind = "bool" if isinstance(default, bool) else "int"
    raise BadOption(WORDS.say(lang, "cli.option-value", {"name": name, "kind": kind, "value": text}))


def _version() -> str:
    try:
        return metadata.version("texcoco")
    except metadata.PackageNotFoundError:
        return "(from its source tree)"


def _fail(message: str, code: int) -> int:
    print(f"texcoco: {printable_lines(message)}", file=sys.stderr)
    return code


def _nobody_reads() -> int:
    """The reader of our output has closed the pipe, as `| head` does: end without an error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return 0
