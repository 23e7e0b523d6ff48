"""The contract of `texcoco.game` as a test suite, for our games and for those that others write.

    from texcoco.testing import contract_test
    contract_test(MY_GAME, seats=3, games=100)

raises AssertionError at the first promise that is broken, and names the game's seed and moves.
"""

from texcoco.testing.audit import audit
from texcoco.testing.games import playthrough, reachable
from texcoco.testing.text import same, sent_to
from texcoco.testing.trial import Invariant, contract_test

__all__ = ["Invariant", "audit", "contract_test", "playthrough", "reachable", "same", "sent_to"]
