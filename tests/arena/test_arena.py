"""Tournaments between bots: the same games for the same seed, fair pairings, results that survive an interruption."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from texcoco.arena.match import Fixture, Result, play
from texcoco.arena.report import number, report
from texcoco.arena.run import Archive, LocalPool, run
from texcoco.arena.tournament import Tournament, decided, first_share, seat_shares, share_of, standings
from texcoco.bots import NoSuchBot
from texcoco.cli import main
from texcoco.game import BadOption
from texcoco.games import find
from texcoco.record import Record

AZTECO = find("azteco")


def tournament(*bots: str, games: int = 12, seats: int = 3, seed: int = 5) -> Tournament:
    return Tournament(AZTECO, bots, seats, games, seed, {})


def result(*ranks: int, deal: int = 0, rotation: int = 0, bots: str = "abc", first: int | None = 0) -> Result:
    turns = tuple((0.1,) for _ in ranks)
    return Result(0, deal, rotation, tuple(bots[: len(ranks)]), ranks, ranks, "end", first, 10, turns)


def test_as_many_bots_as_seats_sit_at_one_table() -> None:
    assert tournament("greedy", "random", "random").line_ups() == [("greedy", "random", "random")]


def test_of_fewer_bots_each_sits_alone_among_others() -> None:
    assert tournament("greedy", "random").line_ups() == [("greedy", "random", "random"), ("random", "greedy", "greedy")]


def test_of_more_bots_every_choice_sits_down() -> None:
    duels = Tournament(find("mexica"), ("greedy", "random", "program:./mine"), 2, 6, 1, {})
    assert duels.line_ups() == [("greedy", "random"), ("greedy", "program:./mine"), ("random", "program:./mine")]


def test_every_deal_is_played_with_all_rotations_of_the_seats() -> None:
    fixtures = list(tournament("greedy", "random", "random", games=7).fixtures())
    assert len(fixtures) == 9  # rounded up to whole deals
    assert Counter((f.deal, f.bots.index("greedy")) for f in fixtures) == {
        (d, s): 1 for d in range(3) for s in range(3)
    }


def test_games_of_a_deal_are_dealt_alike() -> None:
    """Chance has a generator of its own: Mexica's set-up is the same whoever sits where."""

    def deals(fixture: Fixture) -> list[str]:
        return [str(move.action) for move in Record.parse(play(fixture).record).moves if move.seat == -1]

    fixtures = list(Tournament(find("mexica"), ("greedy", "random"), 2, 4, 3, {}).fixtures())
    assert deals(fixtures[0]) == deals(fixtures[1]) != deals(fixtures[2])


def test_the_same_seed_gives_the_same_games_whatever_the_number_of_processes(tmp_path: Path) -> None:
    def games(folder: str, processes: int) -> dict[str, str]:
        archive, pool = Archive(tmp_path / folder, tournament("greedy", "random")), LocalPool(processes)
        for _ in run(tournament("greedy", "random"), pool, archive):
            pass
        archive.close()
        pool.close()
        records = (tmp_path / folder / "records").iterdir()
        return {path.name: re.sub(r"\[Date .*", "", path.read_text(encoding="utf-8")) for path in records}

    one = games("one", 1)
    assert len(one) == 12
    assert one == games("two", 2)


def test_records_can_be_replayed_and_name_the_bots(tmp_path: Path) -> None:
    played = play(next(iter(tournament("greedy", "random").fixtures())))
    record = Record.parse(played.record)
    assert record.headers["Seat0"] == "greedy"
    *_, (last, _, _) = record.positions()
    outcome = last.outcome()
    assert outcome is not None
    assert outcome.ranks == played.result.ranks


def test_a_game_that_was_cut_off_in_mid_line_is_played_again(tmp_path: Path) -> None:
    wanted = tournament("greedy", "random")
    archive = Archive(tmp_path, wanted)
    for fixture in wanted.fixtures():
        archive.add(play(fixture))
    archive.close()
    lines = (tmp_path / "games.jsonl").read_bytes()
    (tmp_path / "games.jsonl").write_bytes(lines[:-20])
    again = Archive(tmp_path, wanted)
    assert len(again.results) == 11
    pool = LocalPool(1)
    assert [r.key for r in run(wanted, pool, again)] == [list(wanted.fixtures())[-1].key]
    again.close()
    pool.close()
    assert len((tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()) == 12


def test_a_folder_holds_one_tournament(tmp_path: Path) -> None:
    Archive(tmp_path, tournament("greedy", "random")).close()
    Archive(tmp_path, tournament("greedy", "random", games=24)).close()  # more games of the same one
    with pytest.raises(BadOption, match="another tournament"):
        Archive(tmp_path, tournament("greedy", "random", seed=6))


@pytest.mark.parametrize(
    ("file", "content", "said"),
    [
        ("tournament.json", b"[]", "tournament.json is damaged: Expected `object`"),
        ("tournament.json", b"{", "tournament.json is damaged"),
        ("tournament.json", b"\xff", "tournament.json is damaged"),
        ("games.jsonl", b'{"nonsense": 1}\n', "games.jsonl is damaged in line 1: .*line_up"),
        ("games.jsonl", b"\xff\n", "games.jsonl is damaged in line 1"),
    ],
)
def test_a_damaged_file_of_the_folder_is_named(tmp_path: Path, file: str, content: bytes, said: str) -> None:
    (tmp_path / file).write_bytes(content)
    with pytest.raises(BadOption, match=said):
        Archive(tmp_path, tournament("greedy", "random"))
    assert (tmp_path / file).read_bytes() == content


def test_a_program_that_answers_nonsense_loses_and_the_reason_is_told(tmp_path: Path) -> None:
    program = tmp_path / "bad.py"
    program.write_text('import sys\nfor line in sys.stdin: print(\'{"action": "jump"}\', flush=True)\n')
    name = f"program:{sys.executable} {program}"
    played = play(next(iter(Tournament(AZTECO, (name, "random"), 3, 1, 1, {}).fixtures())))
    assert played.result.ranks == (2, 1, 1)
    assert "jump" in played.result.error


def test_unknown_bots_and_wrong_numbers_are_refused() -> None:
    with pytest.raises(NoSuchBot, match="greedier"):
        tournament("greedier", "random")
    with pytest.raises(BadOption, match="two different"):
        tournament("random", "random", "random")
    with pytest.raises(BadOption, match="seats"):
        tournament("greedy", "random", seats=2)


def test_victories_are_shared_among_equals() -> None:
    assert [result(1, 1, 3).share(seat) for seat in range(3)] == [0.5, 0.5, 0.0]
    assert seat_shares([result(1, 1, 3), result(3, 1, 2)]) == [0.25, 0.75, 0.0]
    assert first_share([result(1, 2, 3, first=0), result(1, 2, 3, first=1)]) == 0.5


def test_an_interval_is_of_deals_not_of_games() -> None:
    """A deal that decides all of its games says no more than one game would."""
    one = [result(1, 2, bots="ab", deal=d, rotation=0) if d % 2 else result(2, 1, bots="ab", deal=d) for d in range(40)]
    four = [result(*r.ranks, bots="ab", deal=r.deal, rotation=n) for r in one for n in range(4)]
    assert share_of("a", one) == share_of("a", four)
    few, many = share_of("a", one[:20]), share_of("a", one)
    assert few.value == many.value == 0.5
    assert few.high - few.low > many.high - many.low > 0.1


def test_the_better_bot_has_the_higher_rating() -> None:
    games = [result(1, 2, 3, deal=d) for d in range(10)]
    assert [s.bot for s in standings(games)] == ["a", "b", "c"]
    best, _, worst = standings(games)
    assert best.rating.low > worst.rating.high


def test_ratings_do_not_depend_on_which_game_ended_first() -> None:
    games = [result(*((1, 2, 3) if deal % 3 else (2, 1, 3)), deal=deal) for deal in range(10)]
    assert standings(games) == standings(games[::-1])


def test_the_command_prints_ratings_and_goes_on_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["arena", "azteco", "--bots", "greedy,random", "--games", "6", "--jobs", "1"]) == 0
    first = capsys.readouterr()
    assert "6 games of 1 deal" in first.out
    assert "6/6" in first.err
    assert main(["arena", "azteco", "--bots", "greedy,random", "--games", "12", "--jobs", "1", "--lang", "fr"]) == 0
    second = capsys.readouterr()
    assert "12 parties de 2 donnes" in second.out
    folder = tmp_path / "arena" / "azteco-3-greedy-random-1"
    assert len((folder / "games.jsonl").read_text(encoding="utf-8").splitlines()) == 12


def test_an_interrupted_run_keeps_what_was_played(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "texcoco", "arena", "mexica", "--bots", "greedy,random", "--games", "1000"]
    process = subprocess.Popen(
        [*command, "--jobs", "1", "--folder", str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # background jobs of a shell ignore it
    )
    games = tmp_path / "games.jsonl"
    try:
        for _ in range(600):
            if games.exists() and games.read_text(encoding="utf-8").count("\n") >= 2:
                break
            time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 130
    assert "Interrupted" in out
    assert "greedy" in out
    for line in games.read_text(encoding="utf-8").splitlines():
        msgspec.json.decode(line, type=Result)


def duels(wins: float, deals: int) -> list[Result]:
    """Deals of two games each; in the given share of all games `a` wins."""
    outcomes = [(1, 2) if (n + 1) * wins // 1 > n * wins // 1 else (2, 1) for n in range(2 * deals)]
    return [result(*ranks, deal=n // 2, rotation=n % 2, bots="ab") for n, ranks in enumerate(outcomes)]


def test_a_question_is_decided_when_it_is_clear_and_not_before() -> None:
    assert decided("a", duels(1.0, 10), 0.7, 2) is None, "too few"
    assert decided("a", duels(0.9, 200), 0.7, 2) is True
    assert decided("a", duels(0.4, 200), 0.7, 2) is False
    assert decided("a", duels(0.7, 200), 0.7, 2) is None
    assert decided("a", duels(1.0, 100), 0.95, 2) is True, "though nothing was lost"


def test_deals_that_are_not_over_do_not_count() -> None:
    half = [r for r in duels(0.9, 200) if r.rotation == 0]
    assert decided("a", half, 0.7, 2) is None


def test_numbers_are_written_as_the_language_writes_them() -> None:
    assert number(-13.44, "+.1f", "en") == "−13.4"
    assert number(-13.44, "+.1f", "fr") == "−13,4"
    assert number(0.125, ".1%", "en") == "12.5%"
    assert number(0.125, ".1%", "fr") == "12,5\u00a0%"
    told = report(tournament("greedy", "random", "random"), duels(0.9, 20), "fr")
    assert "90\u00a0%" in told
    assert re.search(r"\d\.\d|\d%|-\d", told) is None


def test_a_tournament_stops_when_its_question_is_decided(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["arena", "azteco", "--bots", "greedy,random", "--games", "3000", "--jobs", "1", "--goal", "50"]
    assert main([*command, "--folder", str(tmp_path)]) == 0
    assert "greedy wins more than 50%: that is decided." in capsys.readouterr().out
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) < 1000
    assert main([*command[:-1], "120"]) == 2
    assert "--goal is a percentage" in capsys.readouterr().err
    assert main([*command[:-1], "120", "--lang", "fr"]) == 2
    assert "--goal est un pourcentage" in capsys.readouterr().err
    assert main(["arena", "azteco", "--bots", "greedy,random", "--games", "0", "--lang", "fr"]) == 2
    assert "doivent être supérieurs à 0" in capsys.readouterr().err
