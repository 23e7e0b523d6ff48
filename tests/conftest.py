"""The tiny game of tests/contract is there to be played, by whatever is tested."""

from __future__ import annotations

from tiny import TINY

from texcoco.games import register

register(TINY)
