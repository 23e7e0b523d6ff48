"""`texcoco engine` in this process: every request, and everything that may be wrong with one."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from tiny import TINY

from texcoco.protocol import LIMIT, REQUESTS, Engine


class Talk:
    """An engine and what one says to it."""

    def __init__(self) -> None:
        self.engine = Engine()

    def __call__(self, do: str, **fields: Any) -> Any:
        return self.engine.answer({"do": do, **fields})

    def ok(self, do: str, **fields: Any) -> Any:
        reply = self(do, **fields)
        assert reply["ok"], reply
        return reply

    def line(self, line: bytes) -> Any:
        return json.loads(self.engine.reply(line))


@pytest.fixture
def talk() -> Talk:
    return Talk()


@pytest.fixture
def game(talk: Talk) -> Talk:
    """The tiny game, dealt, the first bids being due."""
    talk.ok("new", game="tiny", seats=3, seed=3)
    return talk


def test_a_new_game_tells_what_chance_did_and_waits_for_the_seats(talk: Talk) -> None:
    new = talk.ok("new", game="tiny", seats=3, seed=3)
    assert new["seed"] == 3
    assert [event["key"] for event in new["events"]] == ["deal", "deal", "deal", "prize"]
    assert new["events"][0] == {
        "key": "deal",
        "seat": -1,
        "values": {"action": "deal 2", "to": 0, "card": 2},
        "text": "Chance: a card for Ann: 2.",
    }
    assert talk.ok("actors")["actors"] == [0, 1, 2]


def test_the_same_seed_deals_the_same(talk: Talk) -> None:
    one, two, three = (talk.ok("new", game="tiny", seats=4, seed=seed) for seed in (8, 8, 9))
    assert one == two
    assert one["events"] != three["events"]


def test_without_a_seed_the_engine_draws_one_and_says_which(talk: Talk) -> None:
    seed = talk.ok("new", game="tiny", seats=2)["seed"]
    position = talk.ok("dump")
    talk.ok("new", game="tiny", seats=2, seed=seed)
    assert talk.ok("dump") == position


def test_options_are_the_game_s(talk: Talk) -> None:
    talk.ok("new", game="tiny", seats=2, options={"rounds": 5})
    assert talk.ok("view")["view"]["options"] == {"rounds": 5}


def test_play_tells_events_and_lets_chance_act(game: Talk) -> None:
    for seat in (1, 0, 2):
        told = game.ok("play", seat=seat, action=f"bid {seat}")["events"]
    assert [event["key"] for event in told] == ["bid", "bids"]
    assert [event["key"] for event in game.ok("play", seat=2, action="rest")["events"]] == ["rest", "prize"]


def test_manual_chance_waits_to_be_asked_or_told(talk: Talk) -> None:
    assert talk.ok("new", game="tiny", seats=2, chance="manual")["events"] == []
    assert talk.ok("actors")["actors"] == [-1]
    assert talk.ok("actions", seat=-1) == {
        "ok": True,
        "actions": [f"deal {n}" for n in range(1, 7)],
        "weights": [1] * 6,
    }
    assert [event["key"] for event in talk.ok("play", seat=-1, action="deal 6")["events"]] == ["deal"]
    assert [event["key"] for event in talk.ok("chance")["events"]] == ["deal", "prize"]
    assert talk.ok("view", seat=0)["view"]["cards"][0] == 6
    assert talk.ok("chance")["events"] == []
    for seat in (0, 1):
        talk.ok("play", seat=seat, action="bid 1")
    assert [event["key"] for event in talk.ok("play", seat=0, action="rest")["events"]] == ["rest"]
    assert talk.ok("actors")["actors"] == [-1]


def test_actions_are_notations_and_none_for_who_is_not_to_act(game: Talk) -> None:
    assert game.ok("actions", seat=1) == {"ok": True, "actions": ["bid 0", "bid 1", "bid 2", "bid 3", "bid 4"]}
    game.ok("play", seat=1, action="bid 4")
    assert game.ok("actions", seat=1)["actions"] == []
    assert game.ok("actions", seat=-1)["actions"] == []


def test_a_seat_sees_its_own_card_and_a_spectator_none(game: Talk) -> None:
    cards = game.ok("dump")["position"]["cards"]
    assert game.ok("view", seat=1)["view"]["cards"] == [None, cards[1], None]
    assert game.ok("view", seat=None)["view"] == game.ok("view")["view"]
    assert game.ok("view")["view"]["cards"] == [None, None, None]


def test_a_seat_s_log_has_what_it_heard(game: Talk) -> None:
    heard = game.ok("events", seat=0)["events"]
    assert [event["values"].get("card") for event in heard] == [2, "?", "?", None]
    assert heard[1]["text"] == "Chance: a card for Bob: ?."
    assert game.ok("events", seat=0, since=3)["events"] == heard[3:]
    assert game.ok("events", seat=0, since=99)["events"] == []
    assert all(event["values"].get("card", "?") == "?" for event in game.ok("events")["events"])


def test_a_refused_action_says_why_in_the_language_of_the_game(game: Talk) -> None:
    before = game.ok("dump")
    assert game("play", seat=0, action="rest") == {
        "ok": False,
        "refusal": {
            "rule": "T-NOW",
            "key": "not-now",
            "values": {"action": "rest"},
            "message": "rest is not possible now.",
        },
    }
    assert game("play", seat=0, action="dance")["refusal"] == {
        "rule": "T-NOTATION",
        "key": "no-such-action",
        "values": {"text": "dance"},
        "message": "dance is no action of this game.",
    }
    assert game.ok("dump") == before


def test_the_language_is_that_of_the_session(talk: Talk) -> None:
    says = {}
    for lang in ("en", "fr"):
        talk.ok("new", game="mexica", seats=2, seed=1, lang=lang)
        says[lang] = talk("play", seat=0, action="dig K5")["refusal"]
    assert says["en"]["key"] == says["fr"]["key"]
    assert says["en"]["message"] != says["fr"]["message"]


def test_a_position_comes_back_as_it_was(game: Talk) -> None:
    position = game.ok("dump")["position"]
    mark = game.ok("hash")["hash"]
    game.ok("new", game="tiny", seats=2)
    game.ok("load", position={"game": "tiny", **position})
    assert game.ok("dump")["position"] == position
    assert game.ok("hash")["hash"] == mark
    assert game.ok("actions", seat=2)["actions"]


def test_loading_does_not_let_chance_act(talk: Talk) -> None:
    talk.ok("new", game="tiny", seats=2, chance="manual")
    position = talk.ok("dump")["position"]
    talk.ok("load", position={"game": "tiny", **position}, seed=1)
    assert talk.ok("actors")["actors"] == [-1]
    assert talk.ok("chance")["events"]


def test_a_loaded_position_has_no_record(game: Talk) -> None:
    assert game.ok("record")["record"].startswith('[Game "tiny"]')
    game.ok("load", position={"game": "tiny", **game.ok("dump")["position"]})
    assert "from its start" in game("record")["error"]


def test_an_impossible_position_is_refused_with_the_reason_and_the_game_goes_on(game: Talk) -> None:
    before = game.ok("dump")
    assert (
        game("load", position={"game": "tiny", **before["position"], "cards": [2, 2, 2]})["error"]
        == "two seats hold the same card"
    )
    assert "names its game" in game("load", position={})["error"]
    assert "there is no game 'chess'" in game("load", position={"game": "chess"})["error"]
    assert game.ok("dump") == before


def test_a_bot_says_what_it_would_play_and_changes_nothing(game: Talk) -> None:
    before = game.ok("dump")
    action = game.ok("bot", seat=1, bot="random", seconds=1)["action"]
    assert action in game.ok("actions", seat=1)["actions"]
    assert game.ok("bot", seat=1, bot="random")["action"] == action
    assert game.ok("dump") == before
    game.ok("play", seat=1, action=action)
    assert game("bot", seat=1, bot="random")["error"] == "seat 1 has nothing to decide; the game waits for 0, 2"


def test_bots_that_are_not_there(game: Talk) -> None:
    assert "there is no bot 'deep'" in game("bot", seat=1, bot="deep")["error"]
    assert "starts no programs" in game("bot", seat=1, bot="program:./x")["error"]


def test_asking_a_bot_does_not_change_what_chance_will_do() -> None:
    def prizes(ask: bool) -> list[Any]:
        talk = Talk()
        talk.ok("new", game="tiny", seats=2, seed=5)
        events: list[Any] = []
        for _ in range(3):
            for seat in (0, 1):
                if ask:
                    talk.ok("bot", seat=seat, bot="random")
                talk.ok("play", seat=seat, action="bid 0")
            events += talk.ok("play", seat=0, action="rest")["events"]
        return events

    assert prizes(ask=True) == prizes(ask=False)


def test_a_whole_game_has_an_outcome_and_a_record_with_fingerprints(talk: Talk) -> None:
    talk.ok("new", game="tiny", seats=2, seed=5)
    assert talk.ok("outcome")["outcome"] is None
    while actors := talk.ok("actors")["actors"]:
        talk.ok("play", seat=actors[0], action=talk.ok("bot", seat=actors[0], bot="random")["action"])
        if talk.ok("outcome")["outcome"] is None:
            assert "#" not in talk.ok("record")["record"]
    outcome = talk.ok("outcome")["outcome"]
    assert outcome["text"] == "All rounds are played."
    assert sorted(outcome) == ["how", "ranks", "scores", "text", "winners"]
    last = talk.ok("record")["record"].splitlines()[-1]
    assert last.endswith("#" + talk.ok("hash")["hash"])
    assert talk("play", seat=0, action="rest")["refusal"]["rule"] == "T-TURN"
    assert talk("bot", seat=0, bot="random")["error"].endswith("the game is over")


# --- what may be wrong with a request ---


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"", "the line is not JSON: Expecting value at character 0"),
        (b"{", "the line is not JSON"),
        (b'{"do": "actors"} extra', "the line is not JSON: Extra data"),
        (b"\xff\xfe", "the line is not UTF-8: invalid start byte at byte 0"),
        (b"[1]", "a request is an object"),
        (b"null", "not null"),
        (b'"' + b"x" * 5000 + b'"', "a request is an object"),
        (b'{"do": NaN}', "NaN is no number of JSON"),
        (b'{"do": -Infinity}', "-Infinity is no number"),
        (b'{"do": 1e999}', "1e999 is too large a number"),
        (b'{"do": ' + b"9" * 5000 + b"}", "the line is not JSON: Exceeds the limit"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"do":' * 50_000, "nested too deeply"),
        (b" " * (LIMIT + 1), f"at most {LIMIT} bytes"),
        (b"{}", "a request says in the field 'do' what to do; there are: new, load,"),
        (b'{"do": "fly"}', 'there is no request "fly"; there are: new,'),
        (b'{"do": ["new"]}', "there is no request a list"),
        (b'{"do": "new"}', "'new' needs the field 'game': a text"),
        (b'{"do": "new", "game": "tiny"}', "'new' needs the field 'seats': a whole number"),
        (b'{"do": "new", "game": "tiny", "seats": true}', "'seats' of 'new' is a whole number, not true"),
        (b'{"do": "new", "game": "tiny", "seats": 2.0}', "not 2.0"),
        (b'{"do": "new", "game": "tiny", "seats": 7}', "tiny is for 2 to 4 seats, not 7"),
        (b'{"do": "new", "game": "chess", "seats": 2}', "there is no game 'chess'; there are: "),
        (b'{"do": "new", "game": "tiny", "seats": 2, "sed": 7}', "'new' has no field \"sed\"; it has: game, seats, options, seed,"),
        (b'{"do": "new", "game": "tiny", "seats": 2, "seed": "7"}', "'seed' of 'new' is a whole number, or null, not \"7\""),
        (b'{"do": "new", "game": "tiny", "seats": 2, "lang": "de"}', "'lang' of 'new' is one of 'en', 'fr', not \"de\""),
        (b'{"do": "new", "game": "tiny", "seats": 2, "chance": "both"}', "one of 'auto', 'manual'"),
        (b'{"do": "new", "game": "tiny", "seats": 2, "options": []}', "'options' of 'new' is an object, not a list"),
        (b'{"do": "new", "game": "tiny", "seats": 2, "options": {"speed": 1}}', "there is no option 'speed'; options of this game: rounds"),
        (b'{"do": "new", "game": "tiny", "seats": 2, "options": {"rounds": 6}}', "a whole number from 1 to 5, not 6"),
        (b'{"do": "load", "position": 3}', "'position' of 'load' is an object, not 3"),
        (b'{"do": "view", "seat": 3}', "there is no seat 3; seats are 0 to 2"),
        (b'{"do": "view", "seat": -1}', "there is no seat -1; seats are 0 to 2"),
        (b'{"do": "actions"}', "'actions' needs the field 'seat'"),
        (b'{"do": "actions", "seat": null}', "not null"),
        (b'{"do": "actions", "seat": 3}', "seats are 0 to 2, and -1 is chance"),
        (b'{"do": "play", "seat": 0}', "'play' needs the field 'action': a text"),
        (b'{"do": "play", "seat": 0, "action": {"x": 1}}', "'action' of 'play' is a text, not an object"),
        (b'{"do": "play", "seat": -2, "action": "rest"}', "there is no seat -2"),
        (b'{"do": "bot", "seat": -1, "bot": "random"}', "there is no seat -1"),
        (b'{"do": "bot", "seat": 0, "bot": "random", "seconds": 0}', "a number of seconds above 0"),
        (b'{"do": "events", "since": -1}', "a whole number from 0"),
        (b'{"do": "dump", "id": [1]}', "'id' is a text or a whole number, not a list"),
    ],
)  # fmt: skip
def test_a_request_that_cannot_be_met_says_why_and_changes_nothing(game: Talk, line: bytes, why: str) -> None:
    before = game.ok("dump"), game.ok("record"), game.ok("events")
    reply = game.line(line)
    assert set(reply) - {"id"} == {"ok", "error"}
    assert not reply["ok"]
    assert why in reply["error"]
    assert len(reply["error"]) < 700
    assert (game.ok("dump"), game.ok("record"), game.ok("events")) == before


@pytest.mark.parametrize("do", [do for do in REQUESTS if do not in ("new", "load")])
def test_before_there_is_a_game_requests_say_so(talk: Talk, do: str) -> None:
    fields = {
        name: value for name, value in {"seat": 0, "action": "rest", "bot": "random"}.items() if name in REQUESTS[do]
    }
    assert "there is no game yet" in talk(do, **fields)["error"]


def test_an_id_comes_back_with_every_kind_of_reply(game: Talk) -> None:
    assert game.line(b'{"do": "actors", "id": "a7"}') == {"id": "a7", "ok": True, "actors": [0, 1, 2]}
    assert game.line(b'{"do": "play", "seat": 0, "action": "rest", "id": 8}')["id"] == 8
    assert game.line(b'{"do": "fly", "id": 9}')["id"] == 9


def test_a_lone_surrogate_is_answered_in_utf_8(game: Talk) -> None:
    reply = game.engine.reply(rb'{"do": "play", "seat": 0, "action": "\ud800", "id": "\udfff"}')
    assert json.loads(reply.decode("utf-8"))["refusal"]["values"] == {"text": "\ud800"}


def test_a_bug_in_a_game_is_told_and_changes_nothing(
    game: Talk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def next_round(self: Any) -> None:
        self.round += 1
        raise ZeroDivisionError("bug")

    for seat in range(3):
        game.ok("play", seat=seat, action="bid 0")
    before = game.ok("dump"), game.ok("record")
    monkeypatch.setattr(type(TINY.start(2)), "_next_round", next_round)
    assert "internal error, nothing has changed" in game("play", seat=0, action="rest")["error"]
    assert "ZeroDivisionError: bug" in capsys.readouterr().err
    monkeypatch.undo()
    assert (game.ok("dump"), game.ok("record")) == before
    game.ok("play", seat=0, action="rest")


def serve(*lines: bytes) -> list[Any]:
    replies = io.BytesIO()
    Engine().serve(io.BytesIO(b"".join(lines)), replies)
    assert not replies.getvalue() or replies.getvalue().endswith(b"\n")
    return [json.loads(line) for line in replies.getvalue().splitlines()]


def test_each_line_gets_one_reply_the_last_one_without_its_end_too() -> None:
    replies = serve(b'{"do": "actors"}\n', b"\n", b'{"do": "new", "game": "tiny", "seats": 2}\r\n', b'{"do": "actors"}')
    assert [reply["ok"] for reply in replies] == [False, False, True, True]


def test_nothing_is_said_to_nothing() -> None:
    assert serve(b"") == []


def test_a_line_that_is_too_long_is_skipped_and_the_next_is_read() -> None:
    replies = serve(b'{"do": "' + b"x" * (3 * LIMIT) + b'"}\n', b'{"do": "new", "game": "tiny", "seats": 2}\n')
    assert [reply["ok"] for reply in replies] == [False, True]
    assert serve(b" " * (LIMIT - 2) + b"{}\n")[0]["error"].startswith("a request says")
    assert "bytes long" in serve(b" " * (LIMIT - 1) + b"{}\n")[0]["error"]


def test_when_nobody_reads_the_engine_ends() -> None:
    class Gone(io.BytesIO):
        def flush(self) -> None:
            raise BrokenPipeError

    Engine().serve(io.BytesIO(b"{}\n{}\n"), Gone())
