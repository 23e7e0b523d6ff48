"""Why an action is good, for a person: what it brings, with what odds, and how the race stands after it."""

from __future__ import annotations

from texcoco.bots.yucatan.belief import Odds, wins
from texcoco.bots.yucatan.greedy import distances, hint_values
from texcoco.bots.yucatan.race import Judge
from texcoco.game import Action
from texcoco.games.bits import spaces
from texcoco.games.yucatan import YUCATAN, YucatanPosition
from texcoco.games.yucatan.board import LABELS


def why(p: YucatanPosition, seat: int, action: Action, odds: Odds, judge: Judge, lang: str) -> str:
    """What to do and why, in a sentence or two. `p` is a guess: what depends on hidden guilds is told by `odds` alone."""

    def say(key: str, **values: int | str) -> str:
        return YUCATAN.say(lang, f"hint.{key}", {**hint_values(action), **values})

    if action.kind == "march" and p.pawns >> action.data.end & 1:
        start, end = action.data.start, action.data.end
        chance = round(100 * wins(odds, start, end))
        return say("attack", chance=chance, n=min(3 - p.load.get(start, 0), 1 + p.load.get(end, 0)))
    before, after = p, p.copy()
    events = {event.key: event.values for event in after.play(seat, action)}
    if "deliver" in events:
        said = say("deliver-n", n=events["deliver"]["n"])
    elif "raid" in events:
        said = say("raid-at")
    elif after.phase == "steal":
        owner = after.board.city.index(after.thief)
        said = say("thief", n=min(3 - after.load.get(after.thief, 0), after.held[owner]))
    elif action.kind == "march" and action.data.start in before.load:
        said = say("homeward", n=before.load[action.data.start])
    elif action.kind == "march":
        goal = _village_ahead(before, seat, action.data.start, action.data.end)
        said = say("march-on") if goal is None else say("march-to", goal=LABELS[goal])
    else:
        said = say(action.kind)
    if not p.round or after.phase in ("over", "steal", "dismiss"):
        return said
    own = round(judge.actions_left(after, seat))
    rival = round(min(judge.actions_left(after, other) for other in range(p.seats) if other != seat))
    return f"{said} {YUCATAN.say(lang, 'hint.race', {'own': max(own, 1), 'rival': max(rival, 1)})}"


def _village_ahead(p: YucatanPosition, seat: int, start: int, end: int) -> int | None:
    """The nearest village to raid that a march leads closer to, if there is one."""
    far = distances(p.seats, p.options.strict_river)
    others = spaces(p.built & ~p.villages[seat])
    return min(
        (village for village in others if far[end][village] < far[start][village]),
        key=lambda v: far[end][v],
        default=None,
    )
