"""The game at the keyboard: people and bots take their turns until it is over."""

from __future__ import annotations

import shlex
import textwrap
from pathlib import Path

from texcoco.bots import bots, make
from texcoco.bots.program import ProgramFailed
from texcoco.game import Action, Illegal, Unreadable
from texcoco.terminal.console import Console
from texcoco.terminal.menu import by_kind, expand, listing, menu
from texcoco.terminal.rulebook import look_up, paragraphs, shown
from texcoco.terminal.session import HUMAN, Kept, Session, hides
from texcoco.terminal.voice import Voice

COMMANDS = ("help", "actions", "board", "hint", "undo", "log", "rules", "save", "resume", "quit")
INTERRUPTED = 130
"""The exit code of a program that Ctrl-C ended."""


class Quit(Exception):
    """The person wants to stop."""


class Table:
    """Plays a session to its end, or until somebody leaves."""

    def __init__(self, session: Session, console: Console, lang: str, keep_saving: bool = False):
        self.console = console
        self.lang = lang
        self.keep_saving = keep_saving
        """Save after every turn, unasked."""
        self._sit_down(session)

    def _sit_down(self, session: Session) -> None:
        self.session = session
        self.voice = Voice(session.game, self.lang, self.console.paint)
        self._told = [0] * len(session.plan)
        self._watched = 0
        self._watching = not session.humans and self.console.typed
        self._here: int | None = None
        self._secrets = False
        """Whether people at this keyboard have had anything to hide from each other."""
        own = [self.voice.say(f"command.{command}") for command in COMMANDS]
        self._commands = {**dict(zip(own, COMMANDS, strict=True)), **{command: command for command in COMMANDS}, "?": "help"}
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
            self._keep()
        except KeyboardInterrupt:
            self.console.print()
            self._keep()
            return INTERRUPTED
        except ProgramFailed as failed:
            self.console.print([str(failed), self.say("program-failed")])
            self._keep()
            return 1
        except Exception:  # a bug, but the game shall not be lost with it
            self._keep()
            raise
        finally:
            self.session.close()
        return 0

    def _go_on(self) -> bool:
        """One action, of whoever is to act; bots before people when several are. False when the game is over."""
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
            self._ask(self._here if self._here in actors else actors[0])
        if self.keep_saving and self.session.position.step != step:
            self.session.save()
        return True

    def _greet(self) -> None:
        session, say = self.session, self.say
        players = [f"{self.voice.seat(seat)} ({self._player(name)})" for seat, name in enumerate(session.plan)]
        self.console.print([self.voice.paint(session.game.title, bold=True), say("players", players=players)])
        self.console.print(say("greeting") if session.humans else say("watching"))
        if session.record.moves:
            self.console.print(say("resumed", n=len(session.record.moves)))
            self._watched = len(session.log)
            self._told = [max(len(session.log) - 30, 0)] * len(session.plan)

    def _tell_watchers(self) -> None:
        """With one person, or none, what bots do is told as it happens; among several, each hears it on their turn."""
        humans = self.session.humans
        if len(humans) == 1:
            self._catch_up(humans[0])
        elif not humans:
            self.console.print(self._sentences(None, self._watched))
            self._watched = len(self.session.log)

    def _pause(self) -> None:
        """Who only watches at a terminal goes on when they like."""
        self.console.print(["", self.session.position.text(None, self.console.paint, self.lang), ""])
        answer = self.console.ask(self.say("watch.next"))
        if answer == "q":
            raise Quit
        self._watching = answer != "e"

    def _catch_up(self, seat: int, title: str = "") -> None:
        sentences = self._sentences(seat, self._told[seat])
        self._told[seat] = len(self.session.log)
        if sentences and title:
            self.console.print(title)
        self.console.print(sentences)

    def _sentences(self, seat: int | None, since: int) -> list[str]:
        return [f"  {self.voice.event(event)}" for event in self.session.heard(seat, since)]

    # --- a person's turn ---

    def _ask(self, seat: int) -> None:
        """Asks until the person has done something that changes the game."""
        self._change_places(seat)
        self._catch_up(seat, self.say("since") if self._told[seat] else "")
        self._show(seat)
        while True:
            notations = [*map(str, self.session.position.actions(seat)), *self._typeable]
            line = self.console.ask(f"{self.voice.seat(seat)}> ", notations)
            if not line:
                self._show(seat)
            elif self._obey(seat, line):
                return

    def _change_places(self, seat: int) -> None:
        others = [other for other in self.session.humans if other != seat]
        self._secrets = self._secrets or any(hides(self.session.position, seat, other) for other in others)
        if self._secrets and self._here not in (None, seat):
            self.console.cover()
            self.console.ask(self.say("pass-keyboard", name=self.voice.seat(seat)))
        self._here = seat

    def _show(self, seat: int) -> None:
        position = self.session.position
        phase = self.voice.phase(position.view(seat), seat)
        self.console.print(["", position.text(seat, self.console.paint, self.lang), ""])
        self.console.print(f"{self.console.paint(self.say('turn', name=self.voice.seat(seat)), bold=True)} {phase}".rstrip())
        self.console.print(menu(self.voice, position.actions(seat), self.console.width))

    def _obey(self, seat: int, line: str) -> bool:
        """Does what was typed: a command, an action, or several with `;` between them. True when the game has changed."""
        word, _, rest = line.partition(" ")
        command = self._commands.get(word.lower())
        if command is not None:
            return bool(getattr(self, f"_{command}")(seat, rest.strip()))
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
            self.console.print(self.voice.refusal(refused.refusal))
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
        bot = make(bots(self.session.game)[-1], self.session.game)
        self.console.print(self.session.explain_as(bot, seat, self.lang))

    def _undo(self, seat: int, rest: str) -> bool:
        try:
            whose = self.session.undo(seat)
        except Kept as kept:
            self.console.print(self.say(str(kept.args[0])))
            return False
        self._told = [min(told, len(self.session.log)) for told in self._told]
        self.console.print(self.say("undone", name=self.voice.seat(whose)))
        if whose != seat:
            self._hand_back(whose)
        return True

    def _hand_back(self, seat: int) -> None:
        """The person whose action was taken back is asked again, before anybody else."""
        self._change_places(seat)

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
        try:
            session = Session.resume(Path(rest).expanduser())
        except (ValueError, OSError, ProgramFailed) as bad:
            self.console.print(str(bad))
            return False
        self._keep()
        self.session.close()
        self._sit_down(session)
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
            self._told[human] = min(self._told[human], len(session.log))
        if len(session.humans) == 1:
            self._catch_up(session.humans[0])
        else:
            since = min((self._told[human] for human in session.humans), default=self._watched)
            self.console.print(self._sentences(None, since))
        self.console.print(["", session.position.text(None, self.console.paint, self.lang), ""])
        self.console.print(self.voice.outcome(outcome, [self._player(name) for name in session.plan]))
        if self.keep_saving:
            self._write(None)
        elif session.unsaved():
            self._offer("end.save")

    def _offer(self, question: str) -> None:
        """Asks whether, and where, to save; saves when nobody is there to answer."""
        answer = self.console.ask(self.say(question, file=str(self.session.path)))
        if answer.lower() not in ("n", "no", "non"):
            yes = answer.lower() in ("", "y", "yes", "o", "oui")
            self._write(None if yes else Path(answer).expanduser())

    def _keep(self) -> None:
        """Saves what is not saved yet, so that nothing is lost."""
        if self.session.unsaved():
            self._write(None)

    def _write(self, path: Path | None) -> None:
        try:
            path = self.session.save(path)
        except OSError as error:
            self.console.print(self.say("not-saved", file=str(path or self.session.path), why=error.strerror or str(error)))
            return
        running = self.session.position.outcome() is None
        self.console.print(self.say("saved" if running else "saved-record", file=shlex.quote(str(path))))

    # --- words ---

    def say(self, key: str, **values: object) -> str:
        return self.voice.say(key, **values)

    def _player(self, name: str) -> str:
        return self.say("human") if name == HUMAN else name
