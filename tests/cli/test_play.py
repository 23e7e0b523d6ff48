"""`texcoco play`, with lines typed into it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from keyboard import Typist
from tiny import TINY, Tiny

from texcoco.games import register
from texcoco.record import Record


class TinyWithRules(Tiny):
    def rulebook(self, lang: str = "en") -> str:
        return (
            '# Tiny\n\n## Bids\n<a id="T-COINS"></a><a id="T-BID"></a>\nNobody bids more than they have.\n\n'
            "Bids are sealed.\n\n## Turns\nOne rests.\n"
        )


@pytest.fixture(autouse=True)
def _tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    register(TinyWithRules())
    yield
    register(TINY)


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typist:
    return Typist(monkeypatch, capsys)


HUMAN_FIRST = "play tiny --seats human,random,random --seed 3"
TWO_HUMANS = "play tiny --seats human,human --seed 5"


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_whole_game_to_its_end(play: Typist, tmp_path: Path) -> None:
    out = play(f"{HUMAN_FIRST} --save game.txt", *["bid 1", "bid 0", "rest", "yield"] * 12)
    assert play.code == 0
    assert "At the table: Ann (human), Bob (random) and Cy (random)." in out
    assert "All rounds are played." in out
    assert "texcoco replay game.txt" in out
    record = Record.parse((tmp_path / "game.txt").read_text())
    outcome = record.replay().outcome()
    assert outcome is not None
    for seat, name in enumerate(("Ann", "Bob", "Cy")):
        assert f"{outcome.ranks[seat]}. {name}" in out
    assert ("share the victory" if len(outcome.winners) > 1 else "wins.") in out
    assert record.headers["Players"] == "human,random,random"


def test_the_screen_has_the_board_the_turn_and_the_actions_by_kind(play: Typist) -> None:
    out = play(HUMAN_FIRST, "bid 1", "bid 4")
    assert "round 1, bid, points [0, 0, 0], cards [2, None, None]" in out
    assert "Ann is to play.\n  bid      5  0 1 2 3 4\nAnn> bid 1" in out
    assert "  challenge      2  1 2\n  rest\n" in out


def test_what_others_did_is_told_and_no_more_than_the_seat_may_know(play: Typist) -> None:
    out = play(HUMAN_FIRST, "bid 1")
    assert "  Chance: a card for Ann: 2.\n  Chance: a card for Bob: ?." in out
    assert "  Bob bids ?.\n  Cy bids ?.\n" in out
    assert "  Ann bids 1.\n  Bids: 1, 3 and 2; Bob takes 3.\n  Bob rests.\n" in out


def test_a_refused_action_gives_the_reason_and_the_ruling(play: Typist) -> None:
    out = play(HUMAN_FIRST, "rest", "dance", "bid 9")
    assert "rest is not possible now. (More about it: `rules T-NOW`.)" in out
    assert "dance is no action of this game. (More about it: `rules T-NOTATION`.)" in out
    assert out.count("round 1, bid") == 1


def test_the_start_of_a_word_is_enough_and_case_does_not_matter(play: Typist) -> None:
    assert "Ann bids 1." in play(HUMAN_FIRST, "B 1")
    out = play(HUMAN_FIRST, "bid 1", "BID 4", "r")
    assert "Ann rests." in out


def test_several_actions_go_on_one_line_until_one_is_refused_or_the_turn_is_over(play: Typist) -> None:
    assert "Ann rests." in play(HUMAN_FIRST, "bid 1", "bid 4; rest")
    out = play(HUMAN_FIRST, "bid 1", "bid 4; yield; rest")
    assert "yield is not possible now." in out
    assert "Ann rests." not in out
    out = play(HUMAN_FIRST, "bid 1", "bid 4; rest; bid 0")
    assert "bid 0 was not played: it is somebody else's turn now." in out


def test_an_empty_line_shows_the_board_again(play: Typist) -> None:
    assert play(HUMAN_FIRST, "", "").count("round 1, bid") == 3


def test_help_names_every_command(play: Typist) -> None:
    out = play(HUMAN_FIRST, "help")
    for command in ("help", "actions", "board", "hint", "undo", "log", "rules", "save", "resume", "quit"):
        assert f"\n  {command}" in out
    assert "aide" in play(f"{HUMAN_FIRST} --lang fr", "aide")


def test_actions_lists_all_or_those_of_a_kind(play: Typist) -> None:
    out = play(HUMAN_FIRST, "bid 1", "bid 4", "actions", "actions ch", "actions fly")
    assert out.count("challenge  1   2\n") == 2
    assert "\nrest\n" in out
    assert "There is no fly now; there are: challenge and rest." in out


def test_board_hint_and_log(play: Typist) -> None:
    out = play(HUMAN_FIRST, "board", "hint", "log", "log 1", "log 0")
    assert out.count("round 1, bid") == 2
    hint = out.split("Ann> hint\n")[1].splitlines()[0]
    assert hint.startswith("bid ")
    assert out.split("Ann> log\n")[1].startswith("  Chance: a card for Ann: 2.\n")
    assert out.split("Ann> log 1\n")[1].startswith("  Cy bids ?.\nAnn>")


def test_the_hint_does_not_play(play: Typist) -> None:
    assert "Bids: 1, 3 and 2; Bob takes 3." in play(HUMAN_FIRST, "hint", "hint", "bid 1")


def test_rules_by_ruling_by_word_and_by_chapter(play: Typist) -> None:
    out = play(HUMAN_FIRST, "rules t-bid", "rules sealed", "rules", "rules dragons")
    assert "Bids · T-COINS, T-BID\nNobody bids more than they have.\n" in out
    assert "Bids\nBids are sealed.\n" in out
    assert "  Bids\n  Turns\n" in out
    assert "The rules say nothing about dragons." in out


# --- taking back ---


def test_undo_within_one_s_turn_never_crosses_chance_or_others(play: Typist) -> None:
    out = play(HUMAN_FIRST, "undo", "bid 1", "undo")
    assert out.count("There is nothing that you can take back") == 2
    assert out.count("Ann bids 1.") == 1


def test_a_sealed_choice_can_be_taken_back_while_another_is_missing(play: Typist) -> None:
    out = play(TWO_HUMANS, "bid 4", "", "undo", "", "bid 2", "", "bid 0", "", "rest")
    assert "Taken back: the last action of Ann." in out
    assert "Bids: 2 and 0; Ann takes" in out


def test_what_was_revealed_cannot_be_taken_back(play: Typist) -> None:
    out = play(TWO_HUMANS, "bid 0", "", "bid 4", "undo")
    assert "Bids: 0 and 4; Bob takes" in out
    assert "cannot be taken back" in out
    assert "Taken back" not in out


def test_a_question_put_to_another_person_can_be_withdrawn_until_it_is_answered(play: Typist) -> None:
    start = ["bid 4", "", "bid 0", "", "challenge 1", ""]
    out = play(TWO_HUMANS, *start, "undo", "", "rest")
    assert "Ann challenges Bob." in out
    assert "Taken back: the last action of Ann." in out
    assert "Ann rests." in out
    out = play("play tiny --seats human,random --seed 5", "bid 4", "challenge 1", "undo")
    assert "There is nothing that you can take back" in out


# --- several people at one keyboard ---


def test_between_people_with_secrets_the_keyboard_is_passed(play: Typist) -> None:
    out = play(TWO_HUMANS, "bid 4", "", "bid 0")
    asked = "Pass the keyboard to Bob, who presses Enter."
    before, after = out.split(asked, 1)
    assert "a card for Ann: ?" not in before
    assert "a card for Ann: ?" in after
    assert "Ann bids ?." in after
    assert "Ann bids 4." not in after


def test_without_secrets_it_is_not(play: Typist) -> None:
    out = play("play mexica --seats human,human --seed 1 --option first=0", "start H6", "start G7")
    assert "Pass the keyboard" not in out
    assert "Since you last played:\n  Black starts at G7." in out


# --- files ---


def test_a_game_is_saved_and_resumed(play: Typist, tmp_path: Path) -> None:
    first = play(HUMAN_FIRST, "bid 1", "save my game.txt", "quit")
    assert "Saved. Go on with: texcoco play --resume 'my game.txt'" in first
    assert files(tmp_path) == ["my game.txt"]
    (tmp_path / "my game.txt").rename(tmp_path / "game.txt")
    out = play("play --resume game.txt", "log 99", *["bid 0", "rest", "yield"] * 12)
    assert "Resumed after 11 actions." in out
    assert "Bids: 1, 3 and 2; Bob takes 3." in out.split("log 99")[1]
    assert "All rounds are played." in out
    assert "Bob (random)" in out


def test_other_players_may_take_over_a_resumed_game(play: Typist) -> None:
    play(HUMAN_FIRST, "bid 1", "save game.txt", "quit")
    out = play("play --resume game.txt --seats random,random,random --save other.txt")
    assert "Only bots play" in out
    assert "All rounds are played." in out
    play("play --resume game.txt --seats random,random")
    assert play.code == 2
    assert "this game has 3 seats, not 2" in play.err


def test_the_end_of_input_saves_so_that_nothing_is_lost(play: Typist, tmp_path: Path) -> None:
    play(HUMAN_FIRST)
    assert files(tmp_path) == []  # nothing was done yet
    out = play(HUMAN_FIRST, "bid 1")
    (name,) = files(tmp_path)
    assert f"--resume {name}" in out
    assert play.code == 0


def test_two_games_of_one_second_have_two_files(play: Typist, tmp_path: Path) -> None:
    for _ in range(4):
        assert "Saved." in play(HUMAN_FIRST, "bid 1")
    assert len(files(tmp_path)) == 4


def test_quit_offers_to_save(play: Typist, tmp_path: Path) -> None:
    play(HUMAN_FIRST, "quit")
    play(HUMAN_FIRST, "bid 1", "quit", "n")
    assert files(tmp_path) == []
    play(HUMAN_FIRST, "bid 1", "quit", "here.txt")
    assert files(tmp_path) == ["here.txt"]
    play(HUMAN_FIRST, "bid 1", "quit", "")
    assert len(files(tmp_path)) == 2


def test_a_bug_does_not_lose_the_game(play: Typist, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("texcoco.terminal.play.look_up", lambda *_: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        play(HUMAN_FIRST, "bid 1", "rules x")
    assert len(files(tmp_path)) == 1


def test_the_end_offers_to_save(play: Typist, tmp_path: Path) -> None:
    play("play tiny --seats human,random --seed 1 --option rounds=1", "bid 4", "rest", "end.txt")
    assert files(tmp_path) == ["end.txt"]


def test_a_file_that_cannot_be_written_is_said_and_the_game_goes_on(play: Typist) -> None:
    out = play(HUMAN_FIRST, "save nowhere/game.txt", "bid 1")
    assert "nowhere/game.txt could not be written: No such file or directory" in out
    assert "Ann bids 1." in out
    play(f"{HUMAN_FIRST} --save nowhere/game.txt")
    assert play.code == 1
    assert "nowhere" in play.err


def test_a_file_that_is_not_this_game_s_is_not_written_over(play: Typist, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("precious")
    out = play(HUMAN_FIRST, "save notes.txt", "bid 1", "save game.txt", "bid 0", "save game.txt")
    assert "notes.txt could not be written: File exists" in out
    play(f"{HUMAN_FIRST} --save notes.txt")
    assert play.code == 1
    assert (tmp_path / "notes.txt").read_text() == "precious"
    assert files(tmp_path) == ["game.txt", "notes.txt"]


def test_resume_within_a_game(play: Typist) -> None:
    play(HUMAN_FIRST, "bid 1", "save game.txt", "quit")
    out = play("play tiny --seats human,random", "resume", "resume none.txt", "resume game.txt", "bid 0")
    assert "Which file?" in out
    assert "none.txt" in out
    assert "Resumed after 11 actions." in out
    assert "At the table: Ann (human), Bob (random) and Cy (random)." in out


def test_a_resumed_game_with_the_same_seed_goes_on_as_it_would_have(play: Typist, tmp_path: Path) -> None:
    for name in ("one.txt", "two.txt"):
        play(HUMAN_FIRST, "bid 1", f"save {name}", "quit")
        play(f"play --resume {name} --save {name}", *["bid 0", "rest", "yield"] * 12)
    assert (tmp_path / "one.txt").read_text() == (tmp_path / "two.txt").read_text()


# --- players ---


def test_bots_alone_are_watched(play: Typist, tmp_path: Path) -> None:
    out = play("play tiny --seats random,random --seed 2")
    assert "Only bots play: watch them." in out
    assert "a card for Ann: ?." in out
    assert "All rounds are played." in out
    assert files(tmp_path) == []


def write_bot(folder: Path) -> None:
    """A program, `bot`, that plays the first of its actions."""
    loop = "for line in sys.stdin:\n    print(json.dumps({'action': json.loads(line)['actions'][0]}), flush=True)"
    (folder / "bot").write_text(f"#!{sys.executable}\nimport json, sys\n{loop}\n")
    (folder / "bot").chmod(0o755)


def test_a_program_plays(play: Typist, tmp_path: Path) -> None:
    write_bot(tmp_path)
    out = play("play tiny --seed 1 --seats random,program:./bot")
    assert "Bob (program:./bot)" in out
    assert "All rounds are played." in out


def test_a_program_that_fails_stops_the_game_which_is_saved(play: Typist, tmp_path: Path) -> None:
    (tmp_path / "bot").write_text("#!/bin/sh\nread question\necho 'I am lost' >&2\nexit 3\n")
    (tmp_path / "bot").chmod(0o755)
    out = play("play tiny --seats human,program:./bot --seed 1 --save game.txt")
    assert play.code == 1
    assert "program:./bot died (exit code 3); its last words:\nI am lost" in out


# --- programs in records ---


def wants_a_program(folder: Path, command: str) -> None:
    """A record, `evil.txt`, whose second player is a program."""
    text = f'[Game "tiny"]\n[Seats "2"]\n[Players "human,program:{command}"]\n[Seed "1"]\n\n*: deal 1; deal 2\n*: prize 3\n'
    (folder / "evil.txt").write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    "command", ["touch started", "sh -c 'touch started'", "./bot; touch started", "$(touch started)"]
)
@pytest.mark.parametrize("where", ["command line", "prompt"])
def test_a_record_starts_no_program(play: Typist, tmp_path: Path, command: str, where: str) -> None:
    wants_a_program(tmp_path, command)
    if where == "prompt":
        said = play("play tiny --seats human,random --seed 1", "resume evil.txt", "bid 0", "bid 1")
        assert "If you trust it, name the players yourself: `resume evil.txt --seats human,program:…`" in said
        assert "At the table: Ann (human) and Bob (random)." in said, "the game that was played goes on"
    else:
        play("play --resume evil.txt", "bid 0", "bid 1")
        said = play.err
        assert play.code == 2
        assert "name the players yourself: texcoco play --resume evil.txt --seats human,program:…" in said
    assert f"evil.txt names a program as a player: {command!r}. A record starts no programs" in said
    assert "started" not in files(tmp_path)


@pytest.mark.parametrize("where", ["command line", "prompt"])
def test_whoever_names_the_program_has_it_started(play: Typist, tmp_path: Path, where: str) -> None:
    wants_a_program(tmp_path, "./other")
    (tmp_path / "bot").write_text("#!/bin/sh\ntouch started\n")
    (tmp_path / "bot").chmod(0o755)
    if where == "prompt":
        play("play tiny --seats human,random --seed 1", "resume evil.txt --seats human,program:./bot", "bid 0")
    else:
        play("play --resume evil.txt --seats human,program:./bot", "bid 0")
    assert "started" in files(tmp_path)


def test_a_program_of_the_command_line_is_one_that_a_record_may_name(play: Typist, tmp_path: Path) -> None:
    wants_a_program(tmp_path, "./bot")
    write_bot(tmp_path)
    out = play("play tiny --seats human,random,program:./bot --seed 1", "resume evil.txt")
    assert "At the table: Ann (human) and Bob (program:./bot)." in out


def test_what_the_record_wanted_is_shown_escaped_and_short(play: Typist, tmp_path: Path) -> None:
    wants_a_program(tmp_path, "a\x1b[2J\u202eb" + "c" * 500)
    play("play --resume evil.txt")
    assert "'a\\x1b[2J\\u202eb" in play.err
    assert "\x1b" not in play.err
    assert len(play.err) < 400


def test_a_saved_game_with_a_program_says_how_to_go_on(play: Typist, tmp_path: Path) -> None:
    write_bot(tmp_path)
    out = play("play tiny --seats human,program:./bot --seed 1", "save game.txt", "quit")
    assert "Go on with: texcoco play --resume game.txt --seats human,program:./bot" in out


@pytest.mark.parametrize("seed", ["9" * 5000, "--7", "x", ""])
def test_a_seed_that_is_no_number_does_not_matter(play: Typist, tmp_path: Path, seed: str) -> None:
    (tmp_path / "game.txt").write_text(f'[Game "tiny"]\n[Seats "2"]\n[Seed "{seed}"]\n')
    assert "Ann is to play." in play("play --resume game.txt")


# --- the command line ---


def test_the_language_is_that_of_the_terminal_unless_told(play: Typist, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "C’est à Ann de jouer." in play(f"{HUMAN_FIRST} --lang fr")
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert "C’est à Ann de jouer." in play(HUMAN_FIRST)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert "Ann is to play." in play(HUMAN_FIRST)


@pytest.mark.parametrize("command", ["play --help --lang fr", "arena --lang=fr --help"])
def test_help_is_all_in_the_language_that_is_asked_for(play: Typist, command: str) -> None:
    out = play(command)
    assert out.startswith("utilisation\u00a0: texcoco ")
    assert "montrer cette aide" in out
    assert "arguments\u00a0:" in out
    assert not re.search(r"usage:|show this|positional", out)


def test_the_same_seed_gives_the_same_game(play: Typist) -> None:
    assert (
        play(HUMAN_FIRST, "bid 1")[:400] == play(HUMAN_FIRST, "bid 1")[:400] != play(f"{HUMAN_FIRST}3", "bid 1")[:400]
    )


def test_options_are_given_by_name(play: Typist) -> None:
    out = play("play tiny --seats random,random --seed 2 --option rounds=1")
    assert out.count("The prize is") == 1


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("play chess", "there is no game 'chess'; there are: "),
        ("play tiny --seats human", "tiny is for 2 to 4 seats, not 1"),
        ("play tiny --seats human,deep", "there is no bot 'deep' for tiny; there are: random, program:COMMAND"),
        ("play tiny --seats human,,human", "there is no bot ''"),
        ("play tiny --option rounds", "an option is written name=value, not rounds; options of Tiny: rounds"),
        ("play tiny --option rounds=many", "option rounds is a whole number, not many"),
        ("play tiny --option rounds=9", "option 'rounds' is a whole number from 1 to 5, not 9"),
        ("play tiny --option speed=9", "there is no option 'speed'"),
        ("play tiny --seed x", "invalid int value: 'x'"),
        ("play tiny --resume x", "a resumed game has its own name and options"),
        ("play --lang de", "invalid choice: 'de'"),
        ("dance", "invalid choice: 'dance'"),
    ],
)
def test_what_was_asked_wrongly_is_said(play: Typist, command: str, why: str) -> None:
    play(command)
    assert why in play.err
    assert play.code == 2


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("play chess", "il n’y a pas de jeu « chess » ; il y a : "),
        ("play tiny --seats human", "le jeu tiny compte de 2 à 4 places, pas 1"),
        ("play tiny --seats human,deep", "il n’y a pas de robot « deep » pour le jeu tiny ; il y a : random"),
        ("play tiny --option rounds=9", "l’option « rounds » est un nombre entier de 1 à 5, pas 9"),
        ("play tiny --option speed=9", "il n’y a pas d’option « speed » ; options de ce jeu : rounds"),
        ("play tiny --seed x", "play : erreur : argument --seed : « x » n’est pas un nombre entier"),
        ("play tiny --seats", "argument --seats : il faut une valeur"),
        ("play tiny --sets 3", "arguments inconnus : --sets 3"),
        ("play --se 3", "--se peut vouloir dire --seats, --seed"),
        ("serve --lan=3", "cette option ne prend pas de valeur, mais « 3 » est donné"),
        ("serve --hsts 1.5", "« 1.5 » n’est pas un nombre entier"),
        ("serve --expire-over x", "« x » n’est pas un nombre"),
        ("arena", "il manque : --bots"),
        ("replay", "il manque : FILE"),
        ("analyse x --depth all", "argument --depth : « all » n’est pas possible (choix : quick, usual, deep)"),
        ("dance", "« dance » n’est pas possible (choix : play, serve, "),
        ("play --resume none.txt", "none.txt : ce fichier ou ce dossier n’existe pas"),
        ("replay .", " : c’est un dossier"),
    ],
)
def test_what_was_asked_wrongly_is_said_in_french(
    play: Typist, command: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    play(command)
    assert why in play.err.replace("\u00a0", " ").replace("\u202f", " ")
    assert "error" not in play.err
    assert play.code in (1, 2)


def test_a_file_that_is_not_there_is_said(play: Typist) -> None:
    play("play --resume none.txt")
    assert play.code == 1
    assert play.err == "texcoco: none.txt: No such file or directory\n"


def test_without_a_command_help_is_shown(play: Typist) -> None:
    assert "play | serve | arena | replay | analyse | rules | engine | backup | restore" in " ".join(play("").split())
    assert play("--version").startswith("texcoco ")
    assert play.code == 0
