"""The sentences that the terminal prints, in the language of the person: events, refusals, the outcome."""

from __future__ import annotations

from typing import Any

from texcoco.game import Event, Game, Json, Outcome, Refusal
from texcoco.paint import PLAIN, Paint
from texcoco.printable import printable
from texcoco.terminal import WORDS


class Messages:
    """Texts of a game and of the terminal in one language, coloured where the terminal shows colours."""

    def __init__(self, game: Game, lang: str, paint: Paint = PLAIN):
        self.game = game
        self.lang = lang
        self.paint = paint

    def say(self, key: str, **values: Any) -> str:
        """A sentence of the terminal's own, with names of files and players as they can be shown."""
        return printable(WORDS.say(self.lang, key, values))

    def seat(self, seat: int) -> str:
        return self._word(f"seat.{seat}", self.say("seat", seat=seat))

    def kind(self, kind: str) -> str:
        """What an action of that kind is, in a few words."""
        return self._word(f"kind.{kind}", kind)

    def event(self, event: Event) -> str:
        """The sentence that tells a filtered event."""
        return self.game.say(self.lang, f"event.{event.key}", {"seat": event.seat, **event.values})

    def refusal(self, refusal: Refusal) -> str:
        """The reason of a refusal, and the command that shows the rule."""
        why = printable(self.game.say(self.lang, refusal.key, refusal.values))
        return self.say("refusal", why=why, rule=refusal.rule)

    def phase(self, view: Json, seat: int) -> str:
        """What is to be done now, if the game has a sentence for it."""
        return self._word(f"phase.{view.get('phase')}", "", {**view, "seat": seat})

    def outcome(self, outcome: Outcome, players: list[str]) -> list[str]:
        """How it ended, and the seats by rank with their scores."""
        winners = [self.seat(seat) for seat in outcome.winners]
        lines = [
            self.game.say(self.lang, outcome.how, {}),
            self.paint(self.say("winners", winners=winners, n=len(winners)), bold=True),
        ]
        width = max(len(self.seat(seat)) for seat in range(len(players)))
        for seat in sorted(range(len(players)), key=lambda seat: outcome.ranks[seat]):
            rank, score, player = outcome.ranks[seat], outcome.scores[seat], printable(players[seat])
            lines.append(f"  {rank}. {self.seat(seat):{width}} {score:5}  {player}")
        return lines

    def _word(self, key: str, otherwise: str, values: Json | None = None) -> str:
        return self.game.say(self.lang, key, values or {}) if self.game.words.has(key) else otherwise
