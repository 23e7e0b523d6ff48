"""How Python's garbage collector is set for a process that serves tables."""

from __future__ import annotations

import gc

THRESHOLDS = 50_000, 20, 20
"""How many new containers there are before the collector looks at these, and how often it looks at older ones. A table
has about a hundred that its next entry replaces, and next to none of them is in a cycle: with fewer, the collector goes
through those of all busy tables again and again."""


def spare_what_stays() -> None:
    """Call it when games and modules are loaded.

    What is there now stays for good, and the collector need not go through it again and again: with it, a body of
    64 kB with many lists took six times as long to decode.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
