"""The arena on a Ray cluster: the same games, and a lost node costs only time."""

from __future__ import annotations

import re
import threading
from pathlib import Path

import pytest

from texcoco.arena.cluster import RayPool
from texcoco.arena.match import play
from texcoco.arena.run import Archive, run
from texcoco.arena.tournament import Tournament
from texcoco.games import find

DUELS = Tournament(find("azteco"), ("greedy", "random"), 3, 12, 5, {})


def undated(record: str) -> str:
    return re.sub(r"\[Date .*", "", record)


def test_ray_plays_the_same_games(tmp_path: Path) -> None:
    pool, archive = RayPool(), Archive(tmp_path, DUELS)
    try:
        for _ in run(DUELS, pool, archive):
            pass
    finally:
        pool.close()
        archive.close()
    for fixture in DUELS.fixtures():
        name = "-".join(map(str, fixture.key))
        assert undated((tmp_path / "records" / f"{name}.txt").read_text()) == undated(play(fixture).record)


@pytest.mark.long
def test_a_lost_node_loses_no_game(tmp_path: Path) -> None:
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    second = cluster.add_node(num_cpus=1)
    wanted = Tournament(find("mexica"), ("greedy", "random"), 2, 40, 5, {})
    pool, archive = RayPool(cluster.address), Archive(tmp_path, wanted)
    try:
        assert pool.size == 2
        lost = threading.Event()
        for number, _ in enumerate(run(wanted, pool, archive)):
            if number == 5:
                cluster.remove_node(second, allow_graceful=False)
                lost.set()
        assert lost.is_set()
        assert {result.key for result in archive.results} == {fixture.key for fixture in wanted.fixtures()}
        assert not any(result.error for result in archive.results)
    finally:
        pool.close()
        archive.close()
        cluster.shutdown()
