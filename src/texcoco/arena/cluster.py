"""Plays the games of a tournament on a Ray cluster: this machine by default, or the cluster at an address."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from texcoco.arena.match import Fixture, PlayedGame, play
from texcoco.game import BadOption


class RayPool:
    """Games as Ray tasks. A game is played from its seed, so a task whose node was lost is simply started again."""

    def __init__(self, address: str = "local"):
        try:
            import ray  # pyright: ignore[reportMissingImports, reportMissingTypeStubs]
        except ImportError:
            raise BadOption('--ray needs Ray: pip install "texcoco[ray]"') from None
        self._ray: Any = ray
        self._ray.init(address=address, log_to_driver=False, include_dashboard=False if address == "local" else None)
        self.size = max(int(self._ray.cluster_resources().get("CPU", 1)), 1)
        self._play = self._ray.remote(max_retries=-1, num_cpus=1)(play)

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[PlayedGame]:
        waiting = iter(fixtures)
        running: list[Any] = [self._play.remote(fixture) for fixture in islice(waiting, 2 * self.size)]
        while running:
            done, running = self._ray.wait(running, num_returns=1)
            running += [self._play.remote(fixture) for fixture in islice(waiting, len(done))]
            for reference in done:
                yield self._ray.get(reference)

    def close(self) -> None:
        self._ray.shutdown()
