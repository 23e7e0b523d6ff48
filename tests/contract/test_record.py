"""The record: what is written reads back, replays to the same position, and says what is wrong with it."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny import ACTIONS, TINY

from texcoco.game import CHANCE, BadOption, Illegal, Position, fingerprint
from texcoco.games import register
from texcoco.record import BadRecord, Record

register(TINY)

HEAD = '[Game "tiny"]\n[Rules "1"]\n[Seats "2"]\n\n'
OPENING = "*: deal 4; deal 2\n*: prize 3\n"


def played(seats: int = 3, seed: int = 0, moves: int = 10_000, **headers: str) -> tuple[Record, Position]:
    """A random game, or the start of one."""
    rng = Random(seed)
    record, position = Record.begin(TINY, seats, **headers)
    while (actors := position.actors()) and len(record.moves) < moves:
        seat = rng.choice(actors)
        record.play(position, seat, position.draw(rng) if seat == CHANCE else position.pick(seat, rng))
    return record, position


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 4), st.integers(0, 10_000), st.integers(0, 40), st.text(max_size=30))
def test_a_record_reads_back_and_replays(seats: int, seed: int, moves: int, event: str) -> None:
    record, position = played(seats, seed, moves, Event=event)
    text = record.text()
    read = Record.parse(text)
    assert read.text() == text
    if not any(move.sealed for move in record.moves[-seats:]):  # choices still sealed are told in seat order
        assert read.replay().key() == position.key()
    assert [move.action for move in read.moves] == [move.action for line in record.lines() for move in line]


def test_one_line_a_step_and_chance_is_a_star() -> None:
    text = played(2, seed=1)[0].text()
    assert [line.split(":")[0] for line in text.split("\n\n")[1].splitlines()][:4] == ["*", "*", "0", "1"]


def test_sealed_choices_stand_in_seat_order_however_they_were_made() -> None:
    texts: list[str] = []
    for order in ((0, 1, 2), (2, 0, 1)):
        record, position = Record.begin(TINY, 3)
        for card in (1, 2, 3):
            record.play(position, CHANCE, ACTIONS[f"deal {card}"])
        record.play(position, CHANCE, ACTIONS["prize 2"])
        for seat in order:
            record.play(position, seat, ACTIONS[f"bid {seat + 1}"])
        texts.append(record.text())
    assert texts[0] == texts[1]
    assert texts[0].endswith("0: bid 1\n1: bid 2\n2: bid 3\n")


def test_an_answer_in_mid_turn_has_a_line_of_its_own() -> None:
    record = Record.parse(HEAD + OPENING + "0: bid 1\n1: bid 0\n0: challenge 1\n1: yield\n")
    assert record.text().endswith("0: challenge 1\n1: yield\n")


def test_only_a_finished_game_has_fingerprints_and_a_result() -> None:
    record, _ = played(2, moves=6)
    assert "#" not in record.text()
    assert '[Result "*"]' in record.text()
    record, position = played(2)
    outcome = position.outcome()
    assert outcome is not None
    lines = record.text().split("\n\n")[1].splitlines()
    assert all(line[-9] == "#" for line in lines)
    assert lines[-1].endswith(fingerprint(position))
    assert (
        f'[Result "{" ".join(f"{s}({r})" for s, r in zip(outcome.scores, outcome.ranks, strict=True))}"]'
        in record.text()
    )


def test_positions_gives_each_position_with_its_move_and_events() -> None:
    record, position = played(2, seed=3)
    seen = [(fingerprint(after), move, [event.key for event in events]) for after, move, events in record.positions()]
    assert len(seen) == len(record.moves)
    assert seen[-1][0] == fingerprint(position)
    assert seen[0][2] == ["deal"]


@pytest.mark.parametrize(
    "value",
    [
        'a "quoted" name',
        "back\\slash",
        "{braces}",
        "}{",
        "[brackets]",
        "é — 雪",
        "",
        "two\nlines",
        "a\u2028b\x0bc\rd",
        '\\"',
    ],
)
def test_headers_may_hold_anything(value: str) -> None:
    record, _ = played(2, Event=value)
    read = Record.parse(record.text())
    assert read.headers["Event"] == " ".join(value.splitlines())
    assert read.text() == record.text()


def test_options_are_in_the_headers() -> None:
    record, _ = Record.begin(TINY, 2, {"rounds": 5})
    assert '[Options "{\\"rounds\\": 5}"]' in record.text()
    assert Record.parse(record.text()).replay().options.rounds == 5
    with pytest.raises(BadOption):
        Record.begin(TINY, 2, {"rounds": 50})


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "{before the first line}\n" + OPENING,
        HEAD + "*: deal 4 {the best but two}; deal 2 {a low one}\n*: prize 3 {of {3}\n}\n".replace("{of {3}", "{of 3"),
        HEAD + "{over\nseveral\n[Lines \"x\"]\n0: rest #00000000}\n" + OPENING,
        HEAD.replace("\n", "\r\n") + OPENING.replace("\n", "\r\n"),
        "\n\n" + HEAD + "\n\n   *:deal 4;deal 2;\n\n*  :  prize 3".replace("*  :", "*:"),
        HEAD + "*: DEAL  4\n*: deal 2\n*: prize 3\n",
    ],
)  # fmt: skip
def test_comments_blank_lines_and_spaces_do_not_matter(text: str) -> None:
    assert Record.parse(text).replay().key() == Record.parse(HEAD + OPENING).replay().key()


def test_comments_are_kept_with_the_line_that_they_stand_on_or_after() -> None:
    text = HEAD + "{before\n all}\n*: deal 4 {one} ; deal 2 {two}\n*: prize 3\n{after the prize}\n0: bid 1 {} {last}\n"
    record = Record.parse(text)
    assert record.comments == {0: ["before all"], 2: ["one", "two"], 3: ["after the prize"], 4: ["last"]}
    written = record.text()
    assert written.split("\n\n")[1] == (
        "{before all}\n*: deal 4; deal 2 {one} {two}\n*: prize 3 {after the prize}\n0: bid 1 {last}\n"
    )
    assert Record.parse(written).text() == written


def test_the_comment_of_a_game_that_has_not_begun_is_kept() -> None:
    record, _ = Record.begin(TINY, 2)
    record.comments = {0: ["nobody has moved yet"]}
    assert Record.parse(record.text()).comments == record.comments


def test_comments_follow_the_fingerprints_of_a_finished_game() -> None:
    record, _ = played(2)
    record.comments = {1: ["a {brace} within"], len(record.moves): ["the end"]}
    read = Record.parse(record.text())
    assert read.text() == record.text()
    assert record.text().endswith(" {the end}\n")
    assert [c for own in read.comments.values() for c in own] == ["a (brace) within", "the end"]


def test_a_record_without_moves_is_one() -> None:
    assert Record.parse(HEAD).moves == []
    assert Record.parse(HEAD.strip()).replay().step == 0


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "'Game' is missing"),
        ("hello", "'Game' is missing"),
        ('[Game "tiny"]', "'Seats' is missing"),
        ('[Game "chess"]\n[Seats "2"]', "there is no game 'chess'"),
        ('[Game "tiny"]\n[Seats "two"]', "the headers do not describe a game"),
        ('[Game "tiny"]\n[Seats "9"]', "tiny is for 2 to 4 seats, not 9"),
        ('[Game "tiny"]\n[Seats "2"]\n[Options "x"]', "the headers do not describe a game"),
        ('[Game "tiny"]\n[Seats "2"]\n[Options "[]"]', "the headers do not describe a game"),
        ('[Game "tiny"]\n[Seats "2"]\n[Options "{\\"rounds\\": 9}"]', "a whole number from 1 to 5, not 9"),
        ('[Game "tiny"]\n[Seats "2"]\n[Options "' + "[" * 100_000 + '"]', "the headers do not describe a game"),
        (HEAD + "deal 4", "line 5: expected `seat: action; action`, found 'deal 4'"),
        (HEAD + OPENING + "2: bid 1", "line 7: there is no seat 2; seats are 0 to 1"),
        (HEAD + OPENING + "9" * 6000 + ": bid 1", "line 7: there is no seat 999"),
        (HEAD + OPENING + "-1: bid 1", "line 7: expected"),
        (HEAD + OPENING + "0: dance", "line 7: 'dance': dance is no action of this game. (T-NOTATION)"),
        (HEAD + OPENING + "0: rest", "line 7: 'rest': rest is not possible now. (T-NOW)"),
        (HEAD + OPENING + "0: bid 1; bid 2", "line 7: 'bid 2': It is not Ann's turn. (T-TURN)"),
        (HEAD + "{never closed\n" + OPENING, "line 5: expected"),
        (HEAD + OPENING + "{two lines\n}\n0: rest", "line 9: 'rest'"),
        (HEAD + "*: deal 4; deal 2 #00000000", "line 5 leads to position"),
        (HEAD + "*: deal 4; deal 2 #xyz", "line 5: 'deal 2 #xyz'"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_the_line(text: str, why: str) -> None:
    with pytest.raises(BadRecord) as bad:
        Record.parse(text)
    assert why in str(bad.value)
    assert len(str(bad.value)) < 400


def test_a_changed_move_is_seen_by_the_fingerprint() -> None:
    text = played(2, seed=1)[0].text()
    changed = text.replace("deal 1", "deal X").replace("deal 2", "deal 1").replace("deal X", "deal 2")
    if changed == text:
        changed = text.replace("deal 3", "deal 1")
    with pytest.raises(BadRecord, match="played by other rules, or changed since"):
        Record.parse(changed)


def test_a_record_made_by_hand_that_cannot_be_played_is_seen_on_replay() -> None:
    record, position = played(2, moves=3)
    with pytest.raises(Illegal):
        record.play(position, 0, ACTIONS["rest"])
    assert len(record.moves) == 3
    record.moves[1], record.moves[0] = record.moves[0], record.moves[0]
    with pytest.raises(BadRecord, match="is not allowed"):
        record.replay()
