"""The game at the keyboard: people and bots take their turns until it is over."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from texcoco.bots import LEVELS, adviser, make, title
from texcoco.bots.program import ProgramFailed
from texcoco.game import Action, Illegal, Unreadable
from texcoco.printable import printable_lines
from texcoco.terminal.console import Console
from texcoco.terminal.menu import by_kind, expand, listing, menu
from texcoco.terminal.messages import Messages
from texcoco.terminal.rulebook import look_up, paragraphs, shown
from texcoco.terminal.session import HUMAN, PROGRAM, CannotUndo, Session, UntrustedProgram, players, views_differ

COMMANDS = ("help", "actions", "board", "hint", "undo", "log", "rules", "save", "resume", "quit")
INTERRUPTED = 130
"""The exit code of a program that Ctrl-C ended."""


class Quit(Exception):
    """The person wants to stop."""


class GameLoop:
    """Plays a session to its end, or until somebody leaves."""

    def __init__(self, session: Session, console: Console, lang: str, autosave: bool = False):
        self.console = console
        self.lang = lang
        self.autosave = autosave
        """Save after every turn."""
        self._start_session(session)

    def _start_session(self, session: Session) -> None:
        self.session = session
        self.messages = Messages(session.game, self.lang, self.console.paint)
        self._shown = [0] * len(session.plan)
        """How many events of the log each seat has been shown."""
        self._watched = 0
        """The same for somebody who only watches."""
        self._watching = not session.humans and self.console.interactive
        self._seat_at_keyboard: int | None = None
        """The seat of the person who sits at the keyboard."""
        self._secrets = False
        """Whether people at this keyboard have seen anything that others must not see."""
        own = [self.messages.say(f"command.{command}") for command in COMMANDS]
        self._commands = {
            **dict(zip(own, COMMANDS, strict=True)),
            **{command: command for command in COMMANDS},
            "?": "help",
        }
        self._typeable = own

    # --- the loop ---

    def run(self) -> int:
        """Plays on; gives the exit code."""
        try:
            self._greet()
            while self._go_on():
                pass
            self._end()
        except Quit:
            pass
        except EOFError:
            self.console.print()
            self._save_if_unsaved()
        except KeyboardInterrupt:
            self.console.print()
            self._save_if_unsaved()
            return INTERRUPTED
        except ProgramFailed as failed:
            self.console.print([printable_lines(str(failed)), self.say("program-failed")])
            self._save_if_unsaved()
            return 1
        except Exception:  # a bug must not lose the game
            self._save_if_unsaved()
            raise
        finally:
            self.session.close()
        return 0

    def _go_on(self) -> bool:
        """One action of a seat that is to act; bots before people when several are. False when the game is over."""
        session = self.session
        step = session.position.step
        session.chance()
        actors = session.position.actors()
        if not actors:
            return False
        programs = [seat for seat in actors if session.plan[seat] != HUMAN]
        if programs:
            session.play(programs[0], session.decide(programs[0]))
            self._tell_watchers()
            if self._watching and session.position.step != step:
                self._pause()
        else:
            self._ask(self._seat_at_keyboard if self._seat_at_keyboard in actors else actors[0])
        if self.autosave and self.session.position.step != step:
            self.session.save()
        return True

    def _greet(self) -> None:
        session, say = self.session, self.say
        players = [f"{self.messages.seat(seat)} ({self._player(name)})" for seat, name in enumerate(session.plan)]
        self.console.print([self.messages.paint(session.game.title, bold=True), say("players", players=players)])
        self.console.print(say("greeting") if session.humans else say("watching"))
        if session.record.moves:
            self.console.print(say("resumed", n=len(session.record.moves)))
            self._watched = len(session.log)
            self._shown = [max(len(session.log) - 30, 0)] * len(session.plan)

    def _tell_watchers(self) -> None:
        """With one person, or none, shows what bots do as it happens; of several, each is shown it on their turn."""
        humans = self.session.humans
        if len(humans) == 1:
            self._catch_up(humans[0])
        elif not humans:
            self.console.print(self._sentences(None, self._watched))
            self._watched = len(self.session.log)

    def _pause(self) -> None:
        """Waits until the person who only watches presses Enter."""
        self.console.print(["", self.session.position.text(None, self.console.paint, self.lang), ""])
        answer = self.console.ask(self.say("watch.next"))
        if answer == "q":
            raise Quit
        self._watching = answer != "e"

    def _catch_up(self, seat: int, title: str = "") -> None:
        sentences = self._sentences(seat, self._shown[seat])
        self._shown[seat] = len(self.session.log)
        if sentences and title:
            self.console.print(title)
        self.console.print(sentences)

    def _sentences(self, seat: int | None, since: int) -> list[str]:
        return [f"  {self.messages.event(event)}" for event in self.session.events_for(seat, since)]

    # --- a person's turn ---

    def _ask(self, seat: int) -> None:
        """Asks until the person has done something that changes the game."""
        self._hand_over_keyboard(seat)
        self._catch_up(seat, self.say("since") if self._shown[seat] else "")
        self._show(seat)
        while True:
            notations = [*map(str, self.session.position.actions(seat)), *self._typeable]
            line = self.console.ask(f"{self.messages.seat(seat)}> ", notations)
            if not line:
                self._show(seat)
            elif self._execute(seat, line):
                return

    def _hand_over_keyboard(self, seat: int) -> None:
        others = [other for other in self.session.humans if other != seat]
        self._secrets = self._secrets or any(views_differ(self.session.position, seat, other) for other in others)
        if self._secrets and self._seat_at_keyboard not in (None, seat):
            self.console.clear()
            self.console.ask(self.say("pass-keyboard", name=self.messages.seat(seat)))
        self._seat_at_keyboard = seat

    def _show(self, seat: int) -> None:
        position = self.session.position
        phase = self.messages.phase(position.view(seat), seat)
        self.console.print(["", position.text(seat, self.console.paint, self.lang), ""])
        self.console.print(
            f"{self.console.paint(self.say('turn', name=self.messages.seat(seat)), bold=True)} {phase}".rstrip()
        )
        self.console.print(menu(self.messages, position.actions(seat), self.console.width))

    def _execute(self, seat: int, line: str) -> bool:
        """Does what was typed: a command, an action, or several with `;` between them. True when the game has
        changed."""
        word, _, rest = line.partition(" ")
        command = self._commands.get(word.lower())
        if command is not None:
            return bool(self._handlers[command](self, seat, rest.strip()))
        changed = False
        for text in filter(None, (part.strip() for part in line.split(";"))):
            if changed and seat not in self.session.position.actors():
                self.console.print(self.say("not-reached", action=text))
                break
            if not self._act(seat, text):
                break
            changed = True
        return changed

    def _act(self, seat: int, text: str) -> bool:
        try:
            action = self._read(seat, text)
            if action is None:
                return False
            self.session.play(seat, action)
        except (Unreadable, Illegal) as refused:
            self.console.print(self.messages.refusal(refused.refusal))
            return False
        self._catch_up(seat)
        return True

    def _read(self, seat: int, text: str) -> Action | None:
        """The action that was typed, in full or with its first word cut short."""
        game = self.session.game
        try:
            return game.parse(text)
        except Unreadable:
            meant = expand(text, map(str, self.session.position.actions(seat)))
            if len(meant) > 1:
                self.console.print(self.say("ambiguous", text=text, meant=meant[:8]))
                return None
            if meant:
                return game.parse(meant[0])
            raise

    # --- commands: each gets the seat and what was typed after its name ---

    def _help(self, seat: int, rest: str) -> None:
        self.console.print(textwrap.wrap(self.say("help.menu"), self.console.width))
        width = max(map(len, self._typeable))
        for command, name in zip(COMMANDS, self._typeable, strict=True):
            self.console.print(f"  {self.console.paint(f'{name:{width}}', bold=True)}  {self.say(f'help.{command}')}")

    def _actions(self, seat: int, rest: str) -> None:
        kinds = by_kind(self.session.position.actions(seat))
        wanted = [kind for kind in kinds if kind.startswith(rest.lower())]
        if not wanted:
            self.console.print(self.say("no-such-kind", kind=rest, kinds=list(kinds)))
        self.console.print(listing([action for kind in wanted for action in kinds[kind]], self.console.width))

    def _board(self, seat: int, rest: str) -> None:
        self._show(seat)

    def _hint(self, seat: int, rest: str) -> None:
        bot = make(adviser(self.session.game), self.session.game)
        self.console.print(self.session.explain_as(bot, seat, self.lang))

    def _undo(self, seat: int, rest: str) -> bool:
        try:
            whose = self.session.undo(seat)
        except CannotUndo as refused:
            self.console.print(self.say(str(refused.args[0])))
            return False
        self._shown = [min(shown, len(self.session.log)) for shown in self._shown]
        self.console.print(self.say("undone", name=self.messages.seat(whose)))
        if whose != seat:
            self._hand_back(whose)
        return True

    def _hand_back(self, seat: int) -> None:
        """The person whose action was taken back is asked again, before anybody else."""
        self._hand_over_keyboard(seat)

    def _log(self, seat: int, rest: str) -> None:
        last = int(rest) if rest.isdecimal() else 20
        self.console.print(self._sentences(seat, 0)[-last:] if last else [])

    def _rules(self, seat: int, rest: str) -> None:
        book = self.session.game.rulebook(self.lang)
        if not rest:
            headings = list(dict.fromkeys(p.heading for p in paragraphs(book) if p.heading))
            self.console.print([self.say("headings"), *(f"  {heading}" for heading in headings)])
            return
        found = look_up(book, rest)
        self.console.print("\n\n".join(map(shown, found[:5])) or self.say("no-such-rule", word=rest))
        if len(found) > 5:
            self.console.print(self.say("more-rules", n=len(found) - 5))

    def _save(self, seat: int, rest: str) -> None:
        self._write(Path(rest).expanduser() if rest else None)

    def _resume(self, seat: int, rest: str) -> bool:
        if not rest:
            self.console.print(self.say("resume-what"))
            return False
        file, _, seats = rest.partition(" --seats ")
        try:
            session = Session.resume(
                Path(file).expanduser(), players(seats) if seats else None, trusted=self.session.plan
            )
        except UntrustedProgram as untrusted:
            self.console.print(self.say("resume-program", file=file, program=untrusted.wanted))
            self.console.print(self.say("resume-program-here", file=file, seats=untrusted.example))
            return False
        except (ValueError, OSError, ProgramFailed) as bad:
            self.console.print(printable_lines(str(bad)))
            return False
        self._save_if_unsaved()
        self.session.close()
        self._start_session(session)
        self._greet()
        return True

    def _quit(self, seat: int, rest: str) -> None:
        if self.session.unsaved():
            self._offer("quit.save")
        raise Quit

    # --- the end, and the file ---

    def _end(self) -> None:
        session = self.session
        outcome = session.position.outcome()
        assert outcome is not None
        for human in session.humans:
            self._shown[human] = min(self._shown[human], len(session.log))
        if len(session.humans) == 1:
            self._catch_up(session.humans[0])
        else:
            since = min((self._shown[human] for human in session.humans), default=self._watched)
            self.console.print(self._sentences(None, since))
        self.console.print(["", session.position.text(None, self.console.paint, self.lang), ""])
        self.console.print(self.messages.outcome(outcome, [self._player(name) for name in session.plan]))
        if self.autosave:
            self._write(None)
        elif session.unsaved():
            self._offer("end.save")

    def _offer(self, question: str) -> None:
        """Asks whether, and where, to save; saves when nobody is there to answer."""
        answer = self.console.ask(self.say(question, file=str(self.session.path)))
        if answer.lower() not in ("n", "no", "non"):
            yes = answer.lower() in ("", "y", "yes", "o", "oui")
            self._write(None if yes else Path(answer).expanduser())

    def _save_if_unsaved(self) -> None:
        """Saves what is not saved yet, so that nothing is lost."""
        if self.session.unsaved():
            self._write(None)

    def _write(self, path: Path | None) -> None:
        try:
            path = self.session.save(path)
        except OSError as error:
            self.console.print(
                self.say("not-saved", file=str(path or self.session.path), why=error.strerror or str(error))
            )
            return
        running = self.session.position.outcome() is None
        file = shlex.quote(str(path))
        if running and any(name.startswith(PROGRAM) for name in self.session.plan):
            # the record alone does not start programs
            file += f" --seats {shlex.quote(','.join(self.session.plan))}"
        self.console.print(self.say("saved" if running else "saved-record", file=file))

    # --- words ---

    def say(self, key: str, **values: object) -> str:
        return self.messages.say(key, **values)

    def _player(self, name: str) -> str:
        if name in LEVELS:
            return self.say("level", level=name, title=title(name, self.lang))
        return self.say("human") if name == HUMAN else name

    _handlers: ClassVar[dict[str, Callable[[GameLoop, int, str], bool | None]]] = {
        "help": _help,
        "actions": _actions,
        "board": _board,
        "hint": _hint,
        "undo": _undo,
        "log": _log,
        "rules": _rules,
        "save": _save,
        "resume": _resume,
        "quit": _quit,
    }
