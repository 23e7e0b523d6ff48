"""What is in the box, for each colour and for all."""

from __future__ import annotations

GUILDS = ("jaguar", "hummingbird", "serpent")
"""The guilds in a circle: each is beaten by the next one."""
GUILD = {name: guild for guild, name in enumerate(GUILDS)}
EACH = 3
"""Warriors of each guild that a colour has."""
VILLAGES = 8
"""Village tokens of a colour (Y28)."""
LEVELS = 5
"""Levels of a pyramid (Y48)."""
NEUTRALS = 12
"""Neutral villages (Y18)."""
PRISONERS = 50
"""Prisoner tokens (Y45)."""
LOAD = 3
"""How many prisoners a warrior can lead (Y39)."""
PRICE = 3
"""How many prisoners of the city a level takes (Y47)."""
STARTERS = 2
"""Warriors of a colour at the start (Y24)."""
