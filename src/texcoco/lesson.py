"""A guided first game, played by the real engine from the script `lesson.json` beside a game's code.

    {"seats": 3, "options": {"first": "0"}, "seat": 0, "start": null, "steps": [
      {"say": "welcome", "rules": ["M-WIN"], "play": ["*: deal 3; deal 5"]},
      {"say": "canal", "light": ["F2", "G2"], "expect": ["canal F2 G2"]},
      {"say": "later", "start": {"game": "mexica"}}]}

Each step says the sentence `lesson.SAY` of the game's words, under the title `lesson.SAY.title` if there is one. What
others and chance do in `play` happens before it is shown. Where it expects something of the learner, any of these
actions will do; the script goes on from the first. `start`, of the whole or of a step, is a position to begin from.
docs/add-a-game.md says more.
"""

from __future__ import annotations

from typing import Any

from texcoco.game import CHANCE, Action, Event, Game, Illegal, Impossible, Json, Position, Unreadable, events_for
from texcoco.offer import offer

_LESSON_FIELDS = {"seats", "options", "seat", "start", "steps"}
_STEP_FIELDS = {"say", "rules", "light", "expect", "play", "start"}


class BadLesson(ValueError):
    """A lesson that the engine cannot play, or that there are no words for; the message says where and why."""


class NoLesson(ValueError):
    """The game has no lesson."""


def lesson(game: Game, lang: str = "en") -> Json:
    """The lesson as a page shows it: each step with what is said, the learner's view, and what it may do. Raises
    `NoLesson`."""
    script = game.lesson()
    if script is None:
        raise NoLesson(f"there is no lesson of {game.name} yet")
    _check_fields(script, _LESSON_FIELDS, "the lesson")
    return {"seat": script["seat"], "names": None, "steps": _Lesson(game, script, lang).steps()}


class _Lesson:
    """A lesson while it is played."""

    def __init__(self, game: Game, script: Json, lang: str):
        self.game, self.script, self.lang = game, script, lang
        self.seat: int = script["seat"]
        self.events: list[Event] = []
        """What has happened since the last step was shown."""
        self.position: Position
        self._begin(script.get("start"))

    def _begin(self, start: Json | None) -> None:
        if start is None:
            self.position = self.game.opening(self.script["seats"], self.script.get("options"))
        else:
            self.position = self.game.load(start)
        if not 0 <= self.seat < self.position.seats:
            raise BadLesson(f"there is no seat {self.seat} for the learner")

    def steps(self) -> list[Json]:
        shown: list[Json] = []
        for number, step in enumerate(self.script["steps"], 1):
            try:
                shown.append(self._step(step))
            except (BadLesson, Illegal, Unreadable, Impossible, KeyError) as error:
                raise BadLesson(
                    f"step {number} ({step.get('say')}) of the lesson of {self.game.name}: {self._why(error)}"
                ) from error
        return shown

    def _step(self, step: Json) -> Json:
        _check_fields(step, _STEP_FIELDS, "a step")
        if "start" in step:
            self._begin(step["start"])
            self.events = []
        for line in step.get("play", ()):
            self._play(line)
        shown = self._shown(step)
        self.events = []
        expected = [self._expected(text) for text in step.get("expect") or ()]
        if expected:
            self.events = self.position.play(self.seat, expected[0])
        return shown

    def _expected(self, text: str) -> Action:
        action = self.game.parse(text)
        if str(action) != text:
            raise BadLesson(f"{text!r} is written {str(action)!r}")
        refusal = self.position.check(self.seat, action)
        if refusal is not None:
            raise Illegal(refusal)
        return action

    def _play(self, line: str) -> None:
        """What a seat or chance does: `1: canal A3 A4; end`, `*: deal 3`."""
        who, _, actions = line.partition(":")
        seat = CHANCE if who.strip() == "*" else int(who) if who.strip().isdecimal() else None
        if seat is None:
            raise BadLesson(f"expected `seat: action; action`, found {line!r}")
        for text in actions.split(";"):
            self.events += self.position.play(seat, self.game.parse(text.strip()))

    def _shown(self, step: Json) -> Json:
        """What the learner is shown: its own view, events and actions, and nothing else of the position."""
        title = f"lesson.{step['say']}.title"
        return {
            "say": self.game.say(self.lang, f"lesson.{step['say']}", {}),
            "title": self.game.say(self.lang, title, {}) if self.game.words.has(title) else None,
            "light": list(step.get("light", ())),
            "expect": list(step["expect"]) if step.get("expect") else None,
            "view": self.position.view(self.seat),
            **offer(self.position, self.seat),
            "events": [event.dump() for event in events_for(self.seat, self.events)],
            "rules": list(step.get("rules", ())),
        }

    def _why(self, error: Exception) -> str:
        if isinstance(error, Illegal | Unreadable):
            return f"{self.game.say('en', error.refusal.key, error.refusal.values)} ({error.refusal.rule})"
        return f"{error} is missing" if isinstance(error, KeyError) else str(error)


def _check_fields(given: dict[str, Any], names: set[str], what: str) -> None:
    if unknown := given.keys() - names:
        raise BadLesson(f"{what} has {', '.join(sorted(unknown))}, which means nothing")
