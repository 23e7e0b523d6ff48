"""What is in the box, for each colour and for all, from `data.json`, which the page reads too."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

DATA: dict[str, Any] = json.loads(files("texcoco.games.yucatan").joinpath("data.json").read_text(encoding="utf-8"))

GUILDS: tuple[str, ...] = tuple(DATA["guilds"])
"""The guilds in a circle: each is beaten by the next one."""
GUILD = {name: guild for guild, name in enumerate(GUILDS)}
EACH: int = DATA["warriors_per_guild"]
"""Warriors of each guild that a colour has."""
VILLAGES: int = DATA["villages"]
"""Village tokens of a colour (Y28)."""
LEVELS: int = DATA["levels"]
"""Levels of a pyramid (Y48)."""
NEUTRALS: int = DATA["neutral_villages"]
"""Neutral villages (Y18)."""
PRISONERS: int = DATA["prisoners"]
"""Prisoner tokens (Y45)."""
LOAD: int = DATA["prisoners_led"]
"""How many prisoners a warrior can lead (Y39)."""
PRICE: int = DATA["prisoners_per_level"]
"""How many prisoners of the city a level takes (Y47)."""
STARTERS: int = DATA["warriors_at_start"]
"""Warriors of a colour at the start (Y24)."""
